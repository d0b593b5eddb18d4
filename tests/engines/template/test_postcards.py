"""The rules of Postcards, each with an example: what a game's own tests look like."""

from __future__ import annotations

import pytest

from engines.chance import KeyedChance
from engines.protocol import BadOptions, IllegalMove, Told, UnknownNotation
from engines.telling import heard
from engines.template.components import BY_CODE
from engines.template.rules import RULES
from engines.template.state import AIRMAIL, CHOOSING, KEEPING, OVER, SURFACE, PostcardsState


class Die(KeyedChance):
    """Shows what the test wants."""

    def __init__(self, *faces: int) -> None:
        super().__init__(b"test")
        self.faces = list(faces)

    def below(self, n: int) -> int:
        assert n == 6
        return self.faces.pop(0) - 1

    def copy(self) -> Die:
        return Die(*self.faces)


def hand(*codes: str) -> list[int]:
    return sorted(BY_CODE[code] for code in codes)


@pytest.fixture
def state() -> PostcardsState:
    state = RULES.start(2, {}, KeyedChance(b"deal"))
    state.hands = [hand("L2", "L6", "P1"), hand("E3", "E5", "F4")]
    state.deck = [BY_CODE["P4"], BY_CODE["F6"]]
    state.turns_left = 4
    state.chance = Die()
    return state


def play(state: PostcardsState, *texts: str) -> list[Told]:
    told: list[Told] = []
    for text in texts:
        seat = state.actors()[0]
        state.play(seat, RULES.read(text), told)
    return told


def test_surface_mail_lies_face_down_and_counts_its_number(state: PostcardsState) -> None:
    play(state, "post L6", "surface")
    assert state.view(0).seats[0].album[0].card == "card:L6"
    assert state.view(1).seats[0].album[0].card is None
    assert state.view(None).seats[0].album[0].card is None
    assert state.points()[0] == 0, "hidden points are not public"
    assert state._parts()[0]["part.surface"] == 6


def test_airmail_counts_double_and_uses_a_stamp(state: PostcardsState) -> None:
    state.chance = Die(2)
    play(state, "post L6", "airmail")
    assert state.points() == [12, 0]
    assert state.stamps == [1, 2]
    assert state.view(None).seats[0].album[0].card == "card:L6"


def test_airmail_is_lost_on_a_one(state: PostcardsState) -> None:
    state.chance = Die(1)
    play(state, "post L6", "airmail")
    assert state.points() == [0, 0]
    assert state.view(1).lost == ["card:L6"]
    assert state.actors() == (1,)


def test_the_second_lost_card_calls_a_strike(state: PostcardsState) -> None:
    state.chance = Die(1, 1)
    play(state, "post P1", "surface", "post E3", "airmail", "post L2", "airmail")
    assert state.phase == OVER
    result = state.result()
    assert result is not None
    assert result.points == (0, 0), "surface mail never arrives"
    assert result.places == (1, 1)
    assert result.reason == "finished"


def test_a_turn_ends_with_a_draw(state: PostcardsState) -> None:
    told = play(state, "post L6", "surface")
    assert BY_CODE["F6"] in state.hands[0]
    assert [entry.key for entry in heard(told, 0)] == ["posted.own", "surface.own", "drew.own"]
    assert [entry.key for entry in heard(told, 1)] == ["posted", "surface", "drew"]


def test_without_stamps_and_deck_the_only_way_is_taken(state: PostcardsState) -> None:
    state.deck = []
    state.stamps = [0, 2]
    assert not state.reveals(0, BY_CODE["L6"])
    play(state, "post L6")
    assert state.actors() == (1,)
    assert state.surface[0] == hand("L6")


def test_without_stamps_a_card_still_has_to_be_sent_by_hand_if_one_is_drawn(state: PostcardsState) -> None:
    state.stamps = [0, 2]
    play(state, "post L6")
    assert state.moves(0) == (SURFACE,)
    assert state.reveals(0, SURFACE)


def test_points_of_no_return(state: PostcardsState) -> None:
    assert not state.reveals(0, BY_CODE["L6"])
    play(state, "post L6")
    assert state.reveals(0, SURFACE)
    assert state.reveals(0, AIRMAIL)


def keeping(state: PostcardsState) -> PostcardsState:
    state.phase = KEEPING
    state.turns_left = 0
    state.surface = [hand("L1", "P2"), []]
    state.air = [hand("L3"), []]
    return state


def test_a_keepsake_counts_its_number_and_two_for_each_card_of_its_town(state: PostcardsState) -> None:
    keeping(state)
    state.play(1, RULES.read("keep F4"))
    state.play(0, RULES.read("keep L6"))
    result = state.result()
    assert result is not None
    assert result.parts[0] == {"part.surface": 3, "part.airmail": 6, "part.keepsake": 6 + 2 * 2}
    assert result.parts[1]["part.keepsake"] == 4
    assert result.places == (1, 2)


def test_equal_keepsakes_count_nothing(state: PostcardsState) -> None:
    keeping(state)
    state.hands[1] = hand("E2", "E6", "F4")
    play(state, "keep L6", "keep E6")
    result = state.result()
    assert result is not None
    assert [parts["part.keepsake"] for parts in result.parts] == [0, 0]


def test_a_kept_card_is_hidden_until_all_are_in(state: PostcardsState) -> None:
    keeping(state)
    told = play(state, "keep L6")
    assert heard(told, 1) == []
    assert state.view(0).seats[0].keepsake == "card:L6"
    assert state.view(1).seats[0].keepsake is None
    assert state.view(1).seats[0].cards == 3
    assert state.view(1).actors == [0, 1]


def test_who_is_absent_sends_the_lowest_card_by_surface_mail(state: PostcardsState) -> None:
    state.absent(0)
    assert state.surface[0] == hand("P1")
    assert state.actors() == (1,)
    state.play(1, BY_CODE["E5"])
    state.absent(1)
    assert state.surface[1] == hand("E5"), "the card was chosen already"


def test_who_is_absent_at_the_end_keeps_the_lowest_card(state: PostcardsState) -> None:
    keeping(state)
    state.absent(1)
    assert state.kept[1] == BY_CODE["E3"]


def test_only_actors_can_be_absent(state: PostcardsState) -> None:
    with pytest.raises(IllegalMove):
        state.absent(1)


def test_who_leaves_is_last_and_plays_on_for_the_others() -> None:
    state = RULES.start(3, {}, KeyedChance(b"x"))
    state.leave(0)
    assert state.actors() == (0,)
    state.leave(2)
    result = state.result()
    assert result is not None
    assert result.places == (3, 1, 2)
    assert result.reason == "left"


def test_nobody_leaves_twice() -> None:
    state = RULES.start(3, {}, KeyedChance(b"x"))
    state.leave(0)
    with pytest.raises(IllegalMove):
        state.leave(0)


@pytest.mark.parametrize(
    ("seat", "text", "why"),
    [
        (1, "post E3", "not your turn"),
        (0, "post E3", "of your hand"),
        (0, "airmail", "choose a postcard"),
        (0, "keep L6", "choose a postcard"),
        (7, "post L6", "no seat 7"),
    ],
)
def test_illegal_moves_say_why(state: PostcardsState, seat: int, text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        state.play(seat, RULES.read(text))
    assert state.phase == CHOOSING


@pytest.mark.parametrize(
    "text", ["", "post", "post Z1", "post L7", "send L1", "keep l1", "surface ", "AIRMAIL"]
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(UnknownNotation):
        RULES.read(text)


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (5, {}, "not by 5"),
        (2, {"turns": 5}, "may be 2, 3, 4"),
        (2, {"turns": True}, "cannot be True"),
        (2, {"stamps": 2}, "no option 'stamps'"),
    ],
)
def test_options_that_are_not_offered_say_what_is(seats: int, options: dict[str, int], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        RULES.start(seats, options, KeyedChance(b"x"))


def test_the_deck_never_runs_dry_before_the_last_round() -> None:
    state = RULES.start(4, {"turns": 4}, KeyedChance(b"x"))
    assert len(state.deck) == 12
    assert state.turns_left == 16
