"""Rulings A23 to A29 and A32: the hand limit, the end of the game, points and places; last call (1.4)."""

from __future__ import annotations

import pytest

from engines.ace_of_spies import moves as m
from engines.ace_of_spies.components import DATA
from engines.ace_of_spies.state import AceState
from engines.protocol import IllegalMove
from tests.engines.ace_of_spies.tables import Done, can, cards, hand, ids, keys, lay, lines, phase, play

DEAD_DROP = ("M01", ["L01", "L09", "L18"])
ELEVEN = [f"L{number:02}" for number in range(9, 20)]


AGENTS = ["P01", "P03", "P04", "P05", "P06", "P07", "P08"]
RICH: Done = {0: [("M35", AGENTS), *((f"M{number}", ()) for number in range(30, 35))]}
"""Six missions worth 73 points."""


def test_a23_more_than_ten_cards_are_allowed_until_the_end_of_the_own_turn() -> None:
    state = lay(hands={0: ["P09"], 1: ELEVEN[:10]}, held={0: ["M01"], 1: ["M02"]}, turn=1)
    play(state, "draw berlin", "draw berlin")
    assert len(state.hands[1]) == 12
    play(state, "end")
    assert phase(state) == "discarding"
    play(state, "discard L09", "discard L10")
    assert len(state.hands[1]) == 10
    assert ids(state.discards) == ["L09", "L10"]
    assert state.actors() == (0,)


def test_a23_interrupts_count_and_missions_do_not() -> None:
    state = lay(
        hands={0: [*ELEVEN[:10], "L37"], 1: ["P09"]}, held={0: ["M01", "M02", "M03"]}, completing=True
    )
    play(state, "end")
    assert phase(state) == "discarding"
    play(state, "discard L37")
    assert len(state.hands[0]) == 10


def test_a23_off_turn_gains_wait_for_the_own_turn() -> None:
    state = lay(hands={0: ["P09", "P10"], 1: [*ELEVEN[:10], "L39"]}, held={0: ["M01"]})
    play(state, "1: play L39 0", "1: steal P10")
    assert len(state.hands[1]) == 11
    assert state.actors() == (0,)


def test_a24_75_public_points_trigger_the_end_unfinished_missions_do_not_count() -> None:
    state = lay(hands={0: ["L02"], 1: ["P09"]}, held={0: ["M35", "M34"]}, done=RICH)
    told = play(state, "agent L02")
    assert state.points()[0] == 75
    assert "75 points have been reached: everybody has one more turn, Ana the last." in lines(told)
    assert state.view(1).ending == "points"
    assert state.view(1).trigger == 0


def test_the_seventh_mission_triggers_the_end() -> None:
    six = [(f"M{number:02}", ()) for number in range(2, 8)]
    state = lay(hands={0: ["L01", "L09", "L18"]}, held={0: ["M01"]}, done={0: six}, completing=True)
    play(state, "complete M01", "lay L01", "lay L09", "lay L18")
    assert state.view(None).ending == "missions"


@pytest.mark.parametrize("deck", ["london", "missions"])
def test_a_deck_that_runs_out_triggers_the_end(deck: str) -> None:
    if deck == "missions":
        state = lay(held={0: ["M01"]}, mission_deck=["M02", "M03", "M04"])
        play(state, "missions")
    else:
        state = lay(held={0: ["M01"]}, decks={"london": ["L01"], "paris": ["P01"]})
        play(state, "draw london")
    assert state.view(None).ending == "deck"
    assert state.view(None).final == 2


def test_a25_what_happens_in_somebody_elses_turn_is_put_down_to_whose_turn_it_is() -> None:
    state = lay(3, hands={0: ["L38"], 1: ["P09"]}, rows={2: ["B01"]}, done=RICH, turn=1)
    play(state, "0: play L38 B01")
    assert state.points()[0] == 75
    view = state.view(None)
    assert (view.trigger, view.ending) == (1, "points")


def test_a25_it_cannot_be_undone() -> None:
    state = lay(hands={0: ["L02"], 1: ["L38", "P09"]}, held={0: ["M35"]}, done=RICH)
    play(state, "agent L02", "1: pass", *["draw london"] * 3, "1: play L38 L02")
    assert state.points() == [73, 2]
    assert state.view(None).ending == "points"


def test_a26_everybody_else_has_one_turn_and_the_trigger_the_last() -> None:
    state = lay(
        3, hands={0: ["L09"]}, turn=1, decks={"london": ["L01"], "paris": ["P01", "P02", "P03", "P04"]}
    )
    play(state, "draw london", "draw paris")
    order = []
    while state.actors() and not state.sealed():
        order.append(state.turn)
        state.absent(state.turn)
    assert order == [2, 0, 1]
    assert state.result() is not None


def test_a27_cards_in_hand_and_refused_missions_are_worth_nothing() -> None:
    state = lay(hands={0: ["L01", "L02", "L09"], 1: ["P09"]}, done={0: [DEAD_DROP]})
    state.refused[0] = bytes((34,))
    state.final = 0
    state.turn = 0
    play(state, "draw paris", "draw paris")
    nobody_calls(state)
    result = state.result()
    assert result is not None
    assert result.points == (6, 0)
    assert result.parts[0] == {"part.missions": 2, "part.cards": 4, "part.agents": 0, "part.unfinished": 0}


def nobody_calls(state: AceState) -> None:
    for seat in list(state.actors()):
        play(state, f"{seat}: done")


def finished(**table: object) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Points and places if the turn of seat 0 is the last."""
    state = lay(**table)  # type: ignore[arg-type]
    state.final = 0
    play(state, "draw paris", "draw paris")
    if phase(state) == "completing":
        play(state, "end")
    nobody_calls(state)
    result = state.result()
    assert result is not None
    return result.points, result.places


def test_a28_totals_may_be_negative() -> None:
    assert finished(held={0: ["M35"], 1: ["M01"]}) == ((-12, -2), (2, 1))


def test_a29_equal_points_share_the_place() -> None:
    points, places = finished(seats=3, done={1: [DEAD_DROP], 2: [("M01", ["L02", "L10", "L19"])]})
    assert points == (0, 6, 6)
    assert places == (3, 1, 1)


def test_a32_earlier_seats_may_have_one_turn_more() -> None:
    state = lay(3, hands={}, turn=0, decks={"london": ["L01"], "paris": [f"P{n:02}" for n in range(1, 10)]})
    taken = [0, 0, 0]
    before = -1
    while state.actors():
        if state.turns != before:
            taken[state.turn] += 1
            before = state.turns
        play(state, "draw london" if state.decks[0] else can(state)[0])
    assert taken == [2, 1, 1]


def last_call(**table: object):  # type: ignore[no-untyped-def]
    """The last turn of seat 0 has just ended."""
    state = lay(**table)  # type: ignore[arg-type]
    state.final = 0
    play(state, "draw paris", "draw paris")
    return state


def test_the_last_call_is_sealed_and_resolved_from_the_last_players_left() -> None:
    state = last_call(
        seats=3,
        hands={0: ["L37"], 1: ["P38", "P37"], 2: ["B09"]},
        rows={2: ["B02"]},
        done={0: [DEAD_DROP], 2: [("M02", ["P09", "P18", "P27"])]},
    )
    assert phase(state) == "last_call"
    assert state.sealed()
    assert list(state.actors()) == [0, 1, 2], "everybody with cards is asked, whatever they are"
    assert can(state, 2) == ["done"]
    before = state.view(2)
    play(state, "0: plan L37 P09", "0: done", "1: plan P38 B02", "1: plan P37 P09", "1: done")
    assert state.view(2) == before
    told = play(state, "2: done")
    assert state.points() == [6, 2, 4], "seat 1 was first; when seat 0 comes the card is gone"
    assert hand(state, 0)[0] == "L37", "the impossible entry was dropped"
    assert keys(told).count("interrupt") == 2
    assert state.actors() == ()


def test_the_last_call_is_left_out_on_public_grounds() -> None:
    assert phase(last_call(hands={0: ["L38"], 1: ["L37"]})) == "over", "nothing lies on the table"
    gone = ["L37", "P37", "B37", "L38", "P38", "B38"]
    state = last_call(hands={1: ["L09"]}, done={0: [DEAD_DROP]}, removed=gone)
    assert phase(state) == "over", "all of these interrupts have been played"


def test_snitch_and_assassin_change_no_score_and_cannot_be_planned() -> None:
    state = last_call(hands={0: ["L09"], 1: ["L39", "L40", "L37"]}, done={0: [DEAD_DROP]})
    assert can(state, 1) == ["plan L37 L09", "done"]
    with pytest.raises(IllegalMove, match="plan an interrupt"):
        play(state, "1: plan L37 P09")


def test_seven_missions_and_75_points_are_data() -> None:
    numbers = DATA.numbers
    assert (numbers.end_missions, numbers.end_points, numbers.hand_limit) == (7, 75, 10)


def test_who_is_absent_draws_two_completes_nothing_and_discards_the_newest() -> None:
    hand_before = ["L01", "L09", "L18", *(f"P{number:02}" for number in range(9, 16))]
    state = lay(
        hands={0: hand_before},
        held={0: ["M01"]},
        decks={"london": ["L02"], "paris": ["P01", "P02", "P03"], "berlin": ["B01", "B02", "B03", "B04"]},
    )
    state.absent(0)
    assert hand(state, 0) == hand_before
    assert ids(state.discards) == ["B01", "P01"], "one from each of the decks that were largest in turn"
    assert state.view(None).seats[0].done == []
    assert state.actors() == (1,)


def test_who_is_absent_in_secret_passes_keeps_least_and_plans_nothing() -> None:
    state = lay(hands={0: ["L02"], 1: ["L35"]}, held={0: ["M01"]})
    play(state, "agent L02")
    state.absent(1)
    assert phase(state) == "running"
    assert hand(state, 1) == ["L35"]
    call = last_call(hands={0: ["L09"], 1: ["L37"]}, done={0: [DEAD_DROP]})
    assert list(call.actors()) == [1], "no rival of seat 0 has anything on the table"
    call.absent(1)
    assert call.points() == [6, 0]


def test_who_is_absent_in_the_middle_finishes_what_was_begun() -> None:
    state = lay(hands={0: ["L09", "L10", "L11", "L12", "L13", "L14"]}, held={0: ["M01"]}, discards=["P09"])
    play(state, "special from_discard_1", "pay L10")
    state.absent(0)
    assert state.actors() == (1,)
    assert "P09" in hand(state, 0)


def test_who_leaves_is_last_and_the_table_stays() -> None:
    state = lay(3, rows={0: ["L01"]}, hands={0: ["L09"]})
    state.leave(0)
    assert state.actors() == (0,), "a bot plays on for the others"
    assert state.points() == [2, 0, 0]
    state.leave(1)
    result = state.result()
    assert result is not None
    assert result.places == (3, 2, 1)
    assert result.reason == "left"
    with pytest.raises(IllegalMove):
        state.leave(2)


def test_moves_that_are_none_are_refused() -> None:
    state = lay(hands={0: ["L09"]})
    for move in (-1, 0, 1 << 40, m.on(m.DRAW, 3), m.on(m.TAKE, 255), m.on(m.SPECIAL, 9), m.on(m.AGENT, 200)):
        with pytest.raises(IllegalMove):
            state.play(0, move)
    with pytest.raises(IllegalMove, match="no seat 7"):
        state.play(7, m.on(m.DRAW, 0))
    with pytest.raises(IllegalMove, match="out of turn"):
        state.play(1, m.on(m.DRAW, 0))
    assert cards("L09") == state.hands[0]
