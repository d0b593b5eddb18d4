"""Answers given in advance: their language, what they give, and that nothing hidden moves them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engines.ace_of_spies.moves import write
from engines.ace_of_spies.orders import FORMS, REACT, SACRIFICE_FORM
from engines.ace_of_spies.rules import RULES
from engines.ace_of_spies.state import AceState
from engines.protocol import BadOrder, IllegalMove, Seat, ordered
from tests.engines.ace_of_spies.tables import DISPLAY, ids, lay, phase, play

DEAD_DROP = ("M01", ["L01", "L09", "L18"])
Orders = Mapping[Seat, Sequence[str]]


def answer_in_advance(state: AceState, orders: Orders) -> list[Seat]:
    """As a referee does: all answers that orders give, at once; returns who has to be asked."""
    rules = ordered(RULES)
    assert rules is not None
    question = rules.question(state)
    assert question is not None
    given = {
        seat: rules.by_order(state, seat, orders.get(seat, ()), asking=question.waits)
        for seat in state.actors()
    }
    for seat, move in given.items():
        if move is not None:
            state.play(seat, move)
    return [seat for seat, move in given.items() if move is None]


def announced(mode: str = "window", seats: int = 3) -> AceState:
    """Seat 0 aims a Wrecker at a card of seat 1; seats 1 and 2 hold a Not So Fast! each."""
    state = lay(
        seats,
        hands={0: ["L05", "P20"], 1: ["L35", "P10"], 2: ["B35"]},
        held={0: ["M02"]},
        done={1: [DEAD_DROP]},
        display=(None, *DISPLAY[1:]),
        reactions=mode,
    )
    play(state, "agent L05", "target L09")
    return state


def test_the_rules_offer_two_forms_and_both_defaults_can_be_ordered() -> None:
    assert RULES.info.orders == FORMS
    state = announced()
    for form in FORMS:
        assert RULES.check_order(state, 1, form.key, form.default) == form.default
        assert RULES.check_order(state, 1, form.key, form.bot) == form.bot


def test_who_is_the_target_is_asked_and_the_others_let_it_pass() -> None:
    state = announced()
    assert answer_in_advance(state, {}) == [1]
    assert list(state.actors()) == [1]
    play(state, "1: stop")
    assert ids(state.removed) == ["L35"]


def test_where_nobody_waits_everything_is_answered_at_once() -> None:
    state = announced("orders")
    assert answer_in_advance(state, {}) == []
    assert phase(state) == "completing"
    assert ids(state.discards) == ["L09"]


def test_the_first_stop_from_the_actors_left_counts_and_later_ones_keep_their_cards() -> None:
    state = announced("orders")
    answer_in_advance(state, {1: ["stop"], 2: ["stop"]})
    assert ids(state.removed) == ["L35"]
    assert ids(state.hands[2]) == ["B35"]
    assert list(state.stops) == [0, 1, 0]
    other = announced("orders")
    answer_in_advance(other, {2: ["stop"]})
    assert ids(other.removed) == ["B35"]


def test_a_stop_without_the_card_does_nothing() -> None:
    state = announced("orders")
    state.hands[1] = bytes(card for card in state.hands[1] if card != 34)
    answer_in_advance(state, {1: ["stop"]})
    assert ids(state.removed) == []
    assert ids(state.discards) == ["L09"]


@pytest.mark.parametrize(
    ("line", "stops"),
    [
        ("stop target", True),
        ("stop by:0", True),
        ("stop by:2", False),
        ("stop ability:wrecker", True),
        ("stop ability:poacher", False),
        ("stop score:2", True),
        ("stop score:3", False),
        ("stop lead:4", True),
        ("stop lead:3", False),
        ("stop spent:1", True),
        ("stop spent:0", False),
        ("stop target ability:wrecker score:2 lead:4", True),
        ("stop target ability:runner", False),
        ("pass", False),
        ("ask", False),
    ],
)
def test_conditions(line: str, stops: bool) -> None:
    """Seat 0 has 2 points, seat 1 leads with 6."""
    state = announced("orders")
    move = RULES.by_order(state, 1, [line], asking=False)
    assert move is not None
    assert write(move) == ("stop" if stops else "pass")


def test_the_first_line_that_fits_decides() -> None:
    state = announced()
    assert write(RULES.by_order(state, 1, ["pass ability:wrecker", "stop"]) or 0) == "pass"
    assert write(RULES.by_order(state, 1, ["pass ability:runner", "stop"]) or 0) == "stop"
    assert RULES.by_order(state, 2, ["ask"]) is None
    assert write(RULES.by_order(state, 2, ["ask"], asking=False) or 0) == "pass"


def test_the_sacrifice_follows_the_order_as_far_as_the_hand_goes() -> None:
    state = lay(hands={0: ["L40"], 1: ["L01", "P01", "P09"]}, reactions="window")
    play(state, "play L40 1")
    question = RULES.question(state)
    assert question is not None
    assert (question.form, question.waits) == ("sacrifice", False)
    assert write(RULES.by_order(state, 1, ["lose B01", "lose P01", "lose L01"]) or 0) == "lose P01"
    assert write(RULES.by_order(state, 1, ["lose any", "lose P01"]) or 0) == "lose any"
    assert write(RULES.by_order(state, 1, []) or 0) == "lose any"


@pytest.mark.parametrize(
    ("form", "line", "why"),
    [
        ("react", "kill", "begins with stop, pass, ask"),
        ("react", "stop whenever", "is no condition"),
        ("react", "stop target:1", "is no condition|names"),
        ("react", "stop by:1", "another seat"),
        ("react", "stop by:7", "another seat"),
        ("react", "stop by:2", "has left"),
        ("react", "stop ability:flying", "ability is one of"),
        ("react", "stop score:x", "a number"),
        ("react", "stop score:0200", "a number"),
        ("react", "stop score:999", "a number"),
        ("react", "stop lead:3 lead:4", "once"),
        ("react", "stop  target", "is no condition"),
        ("sacrifice", "lose L09", "an agent"),
        ("sacrifice", "keep L01", "an agent"),
        ("follow", "stop", "there are react, sacrifice"),
    ],
)
def test_bad_lines_say_what_is_expected(form: str, line: str, why: str) -> None:
    state = announced()
    state.leave(2)
    with pytest.raises(BadOrder, match=why):
        RULES.check_order(state, 1, form, [line])


def test_an_order_has_an_end() -> None:
    with pytest.raises(BadOrder, match="at most 12 lines"):
        RULES.check_order(announced(), 1, "react", ["pass"] * (REACT.most + 1))


def test_only_who_is_asked_answers() -> None:
    state = announced()
    with pytest.raises(IllegalMove):
        RULES.by_order(state, 0, [])
    play(state, "1: pass", "2: pass")
    assert RULES.question(state) is None
    with pytest.raises(IllegalMove):
        RULES.by_order(state, 1, [])


def test_every_choice_of_the_forms_has_a_name() -> None:
    for form in (REACT, SACRIFICE_FORM):
        for condition in form.conditions:
            for ref in condition.choices:
                assert ref == "card:any" or RULES.noun(ref)
