"""Rulings A15 to A22 and A30, A31, A33: missions, abilities, interrupts."""

from __future__ import annotations

import pytest

from engines.ace_of_spies.moves import read
from engines.ace_of_spies.position import EVERYBODY
from engines.protocol import IllegalMove
from tests.engines.ace_of_spies.tables import can, cards, hand, held, ids, keys, lay, lines, phase, play

DEAD_DROP = ("M01", ["L01", "L09", "L18"])
FIVE = ["P09", "P10", "P11", "P12", "P13"]


def pay_five() -> list[str]:
    """The last card of the hand goes by itself."""
    return [f"pay {each}" for each in FIVE[:4]]


def test_a15_a_stripped_mission_stays_completed_and_keeps_its_value() -> None:
    state = lay(hands={0: FIVE}, held={0: ["M02"]}, done={1: [DEAD_DROP]})
    assert state.points() == [0, 6]
    play(state, "special strip_mission", *pay_five(), "target L09")
    assert state.points() == [0, 5]
    assert [mission.cards for mission in state.view(None).seats[1].done] == [["card:L01", "card:L18"]]
    assert ids(state.discards) == ["L09", *FIVE]


def test_a16_the_agent_that_made_it_legal_may_be_stripped_without_more() -> None:
    state = lay(hands={0: FIVE}, held={0: ["M02"]}, done={1: [("M01", ["L07", "L18"])]})
    play(state, "special strip_mission", *pay_five(), "target L07")
    assert state.points() == [0, 3]
    assert len(state.done[1]) == 1


def test_a16_bonus_points_last_as_long_as_the_agent_lies_there() -> None:
    state = lay(hands={0: FIVE}, held={0: ["M02"]}, done={1: [("M01", ["L04", "L09", "L18"])]})
    assert state.points()[1] == 2 + 4 + 2
    play(state, "special strip_mission", *pay_five(), "target L04")
    assert state.points()[1] == 2 + 2


@pytest.mark.parametrize("agent", ["L01", "L04", "L05", "L03"])
def test_a17_an_agent_with_nothing_to_act_on_still_scores(agent: str) -> None:
    state = lay(hands={0: [agent]}, held={0: ["M01"]})
    play(state, f"agent {agent}")
    assert state.points() == [2, 0]
    assert phase(state) == "completing"


def test_a18_a_stopped_agent_stays_scores_and_was_the_action() -> None:
    state = lay(hands={0: ["L02"], 1: ["P35", "B36"]}, held={0: ["M01"]})
    told = play(state, "agent L02", "1: stop")
    assert state.points() == [2, 0]
    assert hand(state, 0) == []
    assert hand(state, 1) == ["B36"]
    assert ids(state.removed) == ["P35"]
    assert phase(state) == "completing"
    assert "Bruno played Not So Fast! (Paris): the effect of Mrs. Pell is stopped." in lines(told)


def test_a19_other_interrupts_and_mission_texts_cannot_be_stopped() -> None:
    state = lay(hands={0: ["L39"], 1: ["L35", "P09"]})
    play(state, "play L39 1")
    assert phase(state) == "stealing"
    other = lay(
        hands={0: ["L01", "L09", "L18"], 1: ["L35"]}, held={0: ["M01"]}, completing=True, rolls=(0, 0)
    )
    play(other, "complete M01", "lay L01", "lay L09", "lay L18")
    assert len(other.hands[0]) == 2, "two cards were drawn, nobody was asked"


def test_a19_as_an_option_it_stops_other_interrupts_too() -> None:
    state = lay(hands={0: ["L39"], 1: ["L35", "P09"]}, stops="all")
    play(state, "play L39 1")
    assert phase(state) == "question"
    play(state, "1: stop")
    assert phase(state) == "action"
    assert state.actors() == (0,)
    assert ids(state.removed) == ["L39", "L35"]
    assert hand(state, 1) == ["P09"]


def test_a20_a_stolen_agent_scores_and_does_nothing_more() -> None:
    state = lay(hands={0: ["L40", "P38"]}, rows={1: ["L02"]}, held={0: ["M01"]})
    play(state, "play P38 L02")
    assert state.points() == [2, 0]
    assert phase(state) == "action"
    assert "agent L02" not in can(state)
    with pytest.raises(IllegalMove, match="not an agent of your hand"):
        play(state, "agent L02")


def test_double_crossed_takes_an_agent_from_a_completed_mission() -> None:
    state = lay(hands={1: ["P38"]}, done={0: [("M01", ["L04", "L09", "L18"])]})
    told = play(state, "1: play P38 L04")
    assert state.points() == [2 + 2, 2], "the bonus is lost, the mission is not"
    assert "Lady Thorne of Ana now works for Bruno." in lines(told)
    assert state.actors() == (0,), "it is still Ana's turn"


def test_a21_all_agents_of_a_mission_speak() -> None:
    """M14 wants two agents, a location of London and intelligence of Berlin: P05 lets the location out, L05
    lets the city be ignored."""
    state = lay(hands={0: ["L05", "P05", "P09"]}, held={0: ["M14"]}, completing=True)
    play(state, "complete M14", "lay L05", "lay P05")
    assert can(state) == ["skip", "back"]
    play(state, "skip")
    play(state, "lay P09")
    assert state.points()[0] == 6 + 2 + 2 + 1


def test_a22_a_slot_left_out_scores_nothing() -> None:
    state = lay(hands={0: ["L07", "L18", "P09"]}, held={0: ["M01"]}, completing=True)
    play(state, "complete M01", "lay L07", "skip", "lay L18")
    assert state.points()[0] == 2 + 2 + 1
    assert hand(state, 0) == ["P09"]


def test_extra_cards_each_score() -> None:
    state = lay(hands={0: ["L02", "L09", "L18", "L27", "P27", "P10"]}, held={0: ["M01"]}, completing=True)
    play(state, "complete M01", "lay L02", "lay L09", "lay L18")
    assert can(state) == ["lay L27", "lay P10", "lay P27", "done", "back"]
    play(state, "lay L27", "lay P27")
    assert state.points()[0] == 2 + 2 + 1 + 1 + 2


def test_extra_cards_may_be_left_out() -> None:
    state = lay(hands={0: ["L02", "L09", "L18", "L27"]}, held={0: ["M01"]}, completing=True)
    play(state, "complete M01", "lay L02", "lay L09", "lay L18", "done")
    assert state.points()[0] == 6


def test_a_face_up_card_on_completing_may_be_an_interrupt() -> None:
    state = lay(
        hands={0: ["L06", "L09", "L18"]},
        held={0: ["M01", "M02"]},
        completing=True,
        display=("L37", "L21", "P20", "P21", "B20", "B21"),
    )
    play(state, "complete M01", "lay L06", "lay L09", "lay L18")
    assert phase(state) == "picking"
    play(state, "take L37")
    assert hand(state, 0) == ["L37"]
    assert phase(state) == "completing"


def test_a_mission_with_wrong_cards_is_refused() -> None:
    state = lay(hands={0: ["L09", "L18", "L27"]}, held={0: ["M01"]}, completing=True)
    assert can(state) == ["end"]
    with pytest.raises(IllegalMove, match="does not have the cards"):
        play(state, "complete M01")
    with pytest.raises(IllegalMove, match="a mission that you hold"):
        play(state, "complete M02")
    able = lay(hands={0: ["L01", "L09", "L18"]}, held={0: ["M01"]}, completing=True)
    play(able, "complete M01")
    with pytest.raises(IllegalMove, match="does not fit"):
        play(able, "lay L09")
    with pytest.raises(IllegalMove, match="asks for more"):
        play(able, "done")


def test_a_mission_taken_back_ends_the_turn_and_was_seen_by_all() -> None:
    state = lay(hands={0: ["L01", "L09", "L18"]}, held={0: ["M01"]}, completing=True)
    play(state, "complete M01", "lay L01", "back")
    assert hand(state, 0) == ["L01", "L09", "L18"]
    assert state.view(1).seats[0].known == ["card:L01"]
    assert state.actors() == (1,)


def test_the_runner_draws_three_blind_cards_of_any_decks() -> None:
    state = lay(hands={0: ["L02"]}, held={0: ["M01"]})
    play(state, "agent L02", "draw london", "draw paris", "draw paris")
    assert [len(deck) for deck in state.decks] == [36, 36, 38]
    assert phase(state) == "completing"


def test_the_cutpurse_takes_a_random_card() -> None:
    state = lay(3, hands={0: ["L03"], 1: ["P09"], 2: ["B09", "B10", "L10"]}, held={0: ["M01"]}, rolls=(1,))
    told = play(state, "agent L03", "target 2", "1: pass", "2: pass")
    assert hand(state, 0) == ["B09"]
    assert state.known[cards("B09")[0]] == 1 << 2, "its owner saw it go"
    assert "stole.you" in keys(told, 0)
    assert "stole.victim" in keys(told, 2)
    assert not {"stole.you", "stole.victim"} & {*keys(told, 1), *keys(told, None)}


def test_the_poacher_takes_a_played_agent_but_none_from_a_mission() -> None:
    state = lay(hands={0: ["L04"]}, held={0: ["M01"]}, rows={1: ["P06"]}, done={1: [DEAD_DROP]})
    play(state, "agent L04")
    assert state.points() == [4, 6]
    assert ids(state.rows[0]) == ["L04", "P06"]


def test_the_wrecker_takes_no_agent() -> None:
    state = lay(hands={0: ["L05"], 1: ["P09"]}, held={0: ["M01"]}, done={1: [DEAD_DROP]})
    play(state, "agent L05")
    assert can(state) == ["target L09", "target L18"]
    play(state, "target L18", "1: pass")
    assert ids(state.discards) == ["L18"]


def test_the_controller_keeps_any_and_puts_the_rest_under_the_deck() -> None:
    state = lay(hands={0: ["L06"]}, mission_deck=["M03", "M04", "M05", "M06"], held={0: ["M01"]})
    play(state, "agent L06")
    assert can(state)[0] == "keep none"
    play(state, "keep M04")
    assert held(state, 0) == ["M01", "M04"]
    assert state.view(0).under == ["mission:M03", "mission:M05"]
    assert state.view(1).under == []
    assert state.view(1).mission_deck == 3


def test_what_lies_under_the_deck_is_drawn_last_in_its_order() -> None:
    state = lay(hands={0: ["L06"]}, mission_deck=["M03", "M04", "M05", "M06"], held={0: ["M01"]})
    play(state, "agent L06", "keep none", "end")
    state.play(1, read("missions"))
    assert state.view(1).offer == ["mission:M03", "mission:M04", "mission:M06"]


def test_the_listener_swaps_a_card_for_a_card() -> None:
    state = lay(
        3,
        hands={0: ["L07", "L20", "P20"], 1: ["P09", "B09"], 2: ["L09"]},
        held={0: ["M01"]},
        display=(None,) * 6,
    )
    told = play(state, "agent L07", "target 1", "1: pass", "2: pass")
    assert state.view(0).looking == ["card:P09", "card:B09"]
    told += play(state, "steal B09")
    assert can(state) == ["give L20", "give P20"]
    told += play(state, "give P20")
    assert hand(state, 0) == ["L20", "B09"]
    assert hand(state, 1) == ["P09", "P20"]
    assert state.view(0).seats[1].known == ["card:P09", "card:P20"]
    assert state.view(1).seats[0].known == ["card:B09"]
    assert state.view(2).seats[0].known == []
    assert "Ana took a card of Berlin from the hand of Bruno." in lines(told, 2)


def test_the_archivist_searches_a_city_deck() -> None:
    state = lay(hands={0: ["L08"]}, held={0: ["M01"]})
    play(state, "agent L08", "search paris", "find P40")
    assert hand(state, 0) == ["P40"]


def test_the_snitch_sees_a_hand_and_takes_a_card_out_of_turn() -> None:
    state = lay(3, hands={0: ["P09"], 1: ["L39"], 2: ["B09", "B10"]}, held={0: ["M01"]})
    told = play(state, "1: play L39 2")
    assert state.actors() == (1,)
    assert state.view(1).looking == ["card:B09", "card:B10"]
    assert "looked.you" in keys(told, 1)
    assert "looked.you" not in keys(told, 0)
    play(state, "1: steal B10")
    assert hand(state, 1) == ["B10"]
    assert state.actors() == (0,)
    assert phase(state) == "action"


def test_a30_the_victim_names_the_agent_that_goes() -> None:
    state = lay(hands={0: ["L40"], 1: ["L01", "P01", "P09"]})
    play(state, "play L40 1")
    assert list(state.actors()) == [1]
    assert can(state) == ["lose any", "lose L01", "lose P01"]
    told = play(state, "1: lose P01")
    assert hand(state, 1) == ["L01", "P09"]
    assert ids(state.discards) == ["P01"]
    assert "Bruno lost Lucien Faure to an Assassin." in lines(told)


def test_a30_without_an_order_it_is_a_random_one() -> None:
    state = lay(hands={0: ["L40"], 1: ["L01", "P01", "P09"]}, rolls=(1,))
    play(state, "play L40 1", "1: lose any")
    assert ids(state.discards) == ["P01"]


def test_a31_without_an_agent_the_hand_is_shown_to_the_actor_alone() -> None:
    state = lay(3, hands={0: ["L40"], 1: ["P09", "P10"], 2: ["L09"]})
    told = play(state, "play L40 1", "1: lose any")
    assert lines(told, 2)[-2:] == ["No agent was found in the hand of Bruno.", "Ana sees the hand of Bruno."]
    assert keys(told, 0).count("looked.you") == 2
    assert state.view(0).seats[1].known == ["card:P09", "card:P10"]
    assert state.view(2).seats[1].known == []
    assert hand(state, 1) == ["P09", "P10"]


def test_a33_false_information_hits_any_completed_mission_at_any_time() -> None:
    state = lay(3, hands={1: ["L37"]}, done={0: [DEAD_DROP], 2: [("M02", ["P09", "P27", "P18"])]})
    assert can(state, 1) == ["play L37 L09", "play L37 P09"]
    play(state, "1: play L37 P09")
    assert state.points() == [6, 0, 4]
    with pytest.raises(IllegalMove, match="no such interrupt"):
        play(state, "1: play L37 L09")


def test_interrupts_wait_while_a_card_is_being_resolved() -> None:
    state = lay(
        hands={0: ["L05"], 1: ["L37", "P09"]}, done={0: [DEAD_DROP], 1: [("M02", ["P10", "P27", "P18"])]}
    )
    play(state, "agent L05")
    assert phase(state) == "targeting"
    assert can(state, 1) == []
    with pytest.raises(IllegalMove, match="right after it"):
        play(state, "1: play L37 L09")
    play(state, "target P10")
    with pytest.raises(IllegalMove, match="right after it"):
        play(state, "1: play L37 L09")
    play(state, "1: pass", "1: play L37 L09")
    assert ids(state.discards) == ["P10", "L09"]


def test_a_card_that_came_face_up_is_known_until_a_card_leaves_the_hand_unseen() -> None:
    state = lay(3, hands={0: ["L03"], 1: ["L39", "P09"], 2: ["B09"]}, held={0: ["M01"]})
    play(state, "take L20", "take P20")
    assert state.known[cards("L20")[0]] == EVERYBODY
    assert state.view(None).seats[0].known == ["card:L20", "card:P20"]
    play(state, "1: play L39 0", "1: steal P20")
    assert state.view(None).seats[0].known == [], "spectators cannot tell which one is gone"
    assert state.view(2).seats[1].known == []
    assert state.view(1).seats[0].known == ["card:L03", "card:L20"]
    assert state.view(0).seats[1].known == ["card:P20"]
