"""Whoever may hold a card is asked, answers and looks alike: with the card in hand and without."""

from __future__ import annotations

import random

import msgspec
import pytest

from engines import records
from engines.ace_of_spies.components import CITY, STOPS
from engines.ace_of_spies.position import MODES
from engines.ace_of_spies.rules import RULES
from engines.ace_of_spies.state import AceState
from engines.conformance import check_secrets
from engines.conformance.observing import bare, difference, observe
from engines.conformance.tally import Tally
from engines.protocol import Seat, Told
from engines.telling import heard
from tests.engines.ace_of_spies.secrets import SECRETS, quiet
from tests.engines.ace_of_spies.tables import begun, lay, phase, play

Entry = tuple[list[int], bool, object, bytes, list[Told], list[Told]]


def public(state: AceState, observer: Seat | None, told: list[Told]) -> Entry:
    """All that reaches an observer of one position and of the act before it."""
    view = msgspec.json.encode(state.view(observer))
    described = heard(state.describe(observer), observer)
    return list(state.actors()), state.sealed(), RULES.question(state), view, described, heard(told, observer)


def table(mode: str, *, with_card: bool) -> AceState:
    """Seat 0 announces; seat 1 holds a Not So Fast! or some other card of the same city."""
    return lay(
        3,
        hands={0: ["L02", "P09"], 1: ["L35" if with_card else "L30", "P10"], 2: ["B09"]},
        held={0: ["M01"], 1: ["M02"], 2: ["M03"]},
        reactions=mode,
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("answers", [("pass", "pass"), ("pass", "stop")])
def test_with_and_without_the_card_everything_others_get_is_equal(
    mode: str, answers: tuple[str, str]
) -> None:
    holder, other = table(mode, with_card=True), table(mode, with_card=False)
    for text in ("agent L02", f"1: {answers[0]}", f"2: {answers[1]}", "draw paris"):
        assert holder.moves(1) == other.moves(1), "the same answers are offered to both"
        assert holder.moves(0) == other.moves(0)
        told, same = play(holder, text), play(other, text)
        for observer in (None, 0, 2):
            assert public(holder, observer, told) == public(other, observer, same)


@pytest.mark.parametrize("mode", MODES)
def test_a_stop_without_the_card_looks_like_a_pass(mode: str) -> None:
    bluff, honest = table(mode, with_card=False), table(mode, with_card=False)
    for text, same in (("agent L02", "agent L02"), ("1: stop", "1: pass"), ("2: pass", "2: pass")):
        told, expected = play(bluff, text), play(honest, same)
        for observer in (None, 0, 2):
            assert public(bluff, observer, told) == public(honest, observer, expected)
    assert bare(RULES, bluff) == bare(RULES, honest), "nothing of it is kept"


@pytest.mark.parametrize("mode", MODES)
def test_orders_give_the_same_answers_whatever_the_hand(mode: str) -> None:
    lines = ["stop ability:runner", "pass"]
    moves = []
    for with_card in (True, False):
        state = table(mode, with_card=with_card)
        play(state, "agent L02")
        moves.append([RULES.by_order(state, seat, lines) for seat in (1, 2)])
    assert moves[0] == moves[1]


def test_a_question_is_left_out_on_public_grounds_only() -> None:
    """No card in any hand, but six that nobody has seen: everybody with cards is asked."""
    state = lay(3, hands={0: ["L02"], 1: ["P10"]}, held={0: ["M01"]})
    play(state, "agent L02")
    assert list(state.actors()) == [1], "seat 2 has no cards, as everybody sees"
    seen = ["L35", "L36", "P35", "P36"]
    gone = lay(
        hands={0: ["L02"], 1: ["P10"]},
        held={0: ["M01"]},
        removed=seen,
        discards=["B35"],
        display=("B36", "L21", "P20", "P21", "B20", "B21"),
    )
    play(gone, "agent L02")
    assert phase(gone) == "running"
    one = lay(hands={0: ["L02"], 1: ["P10"]}, held={0: ["M01"]}, removed=[*seen, "B35"])
    play(one, "agent L02")
    assert phase(one) == "question"


def test_an_assassins_victim_is_asked_alike_with_an_agent_and_without() -> None:
    with_agent = lay(3, hands={0: ["L40"], 1: ["P01", "P09"], 2: ["B09"]})
    without = lay(3, hands={0: ["L40"], 1: ["P10", "P09"], 2: ["B09"]})
    told, same = play(with_agent, "play L40 1"), play(without, "play L40 1")
    for observer in (None, 0, 2):
        assert public(with_agent, observer, told) == public(without, observer, same)


def test_an_answer_is_noticed_by_nobody_while_another_is_awaited() -> None:
    state = table("window", with_card=True)
    play(state, "agent L02")
    for observer in (None, 0, 2):
        before = observe(RULES, state, observer, 0)
        for text in ("1: stop", "1: pass"):
            after = state.fork()
            told = play(after, text)
            seen = dict(observe(RULES, after, observer, 0))
            expected = dict(before)
            # A guess may follow who has answered.
            seen.pop("guess", None)
            expected.pop("guess", None)
            assert not difference(seen, expected)
            assert heard(told, observer) == []


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_interrupts_out_of_turn_keep_every_secret(seats: int) -> None:
    """The suite moves only seats that are asked; here the others interrupt whenever they can."""
    tally = Tally()
    played = 0
    for seed in range(14):
        source = random.Random(seed)
        state = begun(seats, seed, stops=source.choice(["agents", "all"]))
        while state.actors():
            seat = state.actors()[0]
            if not state.sealed() and source.random() < 0.5:
                seat = source.randrange(seats)
            if not state.moves(seat):
                continue
            move = state.pick(seat, source)
            if seat not in state.actors():
                played += 1
                after = state.fork()
                told: list[Told] = []
                after.play(seat, move, told)
                check_secrets(RULES, after, seats, SECRETS[::4], source, tally, quiet)
                twin = RULES.load(RULES.save(state))
                twin.play(seat, move)
                forked = state.fork()
                forked.play(seat, move)
                assert RULES.save(twin) == RULES.save(forked)
            state.play(seat, move)
    assert played > 15
    assert tally.compared > 80


def test_a_stop_card_is_a_card_of_its_city() -> None:
    assert sorted(CITY[card] for card in STOPS) == [0, 0, 1, 1, 2, 2]


def test_a_record_with_interrupts_out_of_turn_proves_the_match() -> None:
    source = random.Random(11)
    table = records.Table(RULES, 4, {"stops": "all"}, bytes(range(32)), match="m1")
    aside = 0
    while table.state.actors():
        seat = min(table.state.actors())
        if not table.state.sealed() and source.random() < 0.4:
            seat = source.randrange(4)
        if table.state.moves(seat):
            aside += seat not in table.state.actors()
            table.play(seat, table.state.pick(seat, source))
    assert aside > 0
    record = records.decode(records.encode(table.record()))
    assert records.verify(record) == []
    assert bare(RULES, records.replay(record)) == bare(RULES, table.state)
