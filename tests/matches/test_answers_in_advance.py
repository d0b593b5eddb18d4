"""Orders and windows belong to no game: the tiny game, given two questions, has them at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import playback, referee
from correio.matches.models import Match, Window
from correio.matches.shown import match_json
from engines import registry
from engines.protocol import BadOrder, Condition, Move, OrderForm, Question, Seat, State, Title
from engines.template.components import number
from engines.template.rules import PostcardsRules
from engines.template.state import AIRMAIL, CHOOSING, KEEPING, SENDING, SURFACE, PostcardsState
from tests.matches.driving import acting, again, at, legal, move, seats, start

pytestmark = pytest.mark.django_db

SENDS = OrderForm(
    key="sends",
    label="How cards travel",
    help="The first line that fits counts.",
    answers=("airmail", "surface"),
    conditions=(Condition("stamps", "I have at least so many stamps", "number"),),
    most=3,
    default=("surface",),
    bot=("surface",),
)
KEEPS = OrderForm(
    key="keeps",
    label="What to keep",
    help="The lowest or the highest card, or ask me.",
    answers=("lowest", "highest", "ask"),
    conditions=(),
    most=1,
    default=("ask",),
    bot=("highest",),
)


class Couriers(PostcardsRules):
    """Postcards, where the way of travel is ordered beforehand and nobody need wait for the last choice."""

    info = msgspec.structs.replace(
        PostcardsRules.info,
        key="couriers",
        titles=(Title("couriers", "Couriers", ("base",), (2, 3, 4)),),
        orders=(SENDS, KEEPS),
    )

    def question(self, state: PostcardsState) -> Question | None:
        asked = {SENDING: Question("sends", waits=False), KEEPING: Question("keeps", waits=True)}
        return asked.get(state.phase)

    def check_order(self, state: State, seat: Seat, form: str, lines: Sequence[str]) -> tuple[str, ...]:
        words = {each.key: each.answers for each in self.info.orders}[form]
        for line in lines:
            if line.partition(" ")[0] not in words:
                raise BadOrder(f"{line!r}: a line begins with {', '.join(words)}")
        return tuple(lines)

    def by_order(
        self, state: PostcardsState, seat: Seat, lines: Sequence[str], asking: bool = True
    ) -> Move | None:
        moves = sorted(state.moves(seat), key=lambda move: (number(move % 24), move))
        if state.phase == SENDING:
            for line in lines:
                word, _, condition = line.partition(" stamps:")
                if state.stamps[seat] >= int(condition or 0):
                    return AIRMAIL if word == "airmail" and AIRMAIL in state.moves(seat) else SURFACE
            return SURFACE
        word = lines[0] if lines else "ask"
        if word == "ask" and asking:
            return None
        return moves[-1] if word == "highest" else moves[0]

    def later(self, state: State, seat: Seat) -> Sequence[Move] | None:
        return None

    def then(self, state: State, seat: Seat) -> State | None:
        return None

    def turn(self, state: PostcardsState) -> tuple[Seat, int] | None:
        return (state.seat, state.turns_left) if state.phase in (CHOOSING, SENDING) else None


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As an installed package would be."""
    caches = (registry._versions, registry.games, registry.title)
    monkeypatch.setattr(registry, "_others", lambda: [Couriers()])
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


@pytest.fixture
def match(alice: User, bob: User, carol: User) -> Match:
    return start(alice, bob, carol, game="couriers", title="couriers")


def order(match: Match, user: User, form: str, *lines: str) -> None:
    referee.set_order(match_id=match.pk, user=user, form=form, lines=lines, now=at(minutes=0))


def choose_all(match: Match) -> None:
    """Until the last choice; nothing else has to be answered by anybody."""
    while (state := position(match)).phase == CHOOSING:
        move(match, seats(match)[state.seat].user)


def position(match: Match) -> PostcardsState:
    state = registry.rules("couriers").load(bytes(again(match).snapshot or b""))
    assert isinstance(state, PostcardsState)
    return state


def test_what_never_waits_is_answered_in_the_same_instant(match: Match, alice: User) -> None:
    order(match, alice, "sends", "airmail stamps:2")
    move(match, alice)
    assert position(match).stamps == [1, 2, 2]
    assert [seat.seat for seat in acting(match)] == [1]
    assert list(again(match).moves.order_by("seq").values_list("seat", "notation"))[-1] == (0, "airmail")
    assert not Window.objects.exists()


def test_the_form_is_shown_to_its_seat(match: Match) -> None:
    forms = match_json(again(match), 0)["orders"]
    assert [(form["form"], form["label"]) for form in forms[:2]] == [
        ("sends", "How cards travel"),
        ("keeps", "What to keep"),
    ]
    assert match_json(again(match), None)["orders"] == []


def test_orders_answer_where_it_waits_and_the_others_are_asked(match: Match, alice: User, bob: User) -> None:
    order(match, alice, "keeps", "highest")
    order(match, bob, "keeps", "lowest")
    choose_all(match)
    opened = Window.objects.get(match=match)
    assert [seat.seat for seat in acting(match)] == [2]
    assert match_json(again(match), 0)["waiting_until"] is not None
    with pytest.raises(referee.RefereeError) as refused:
        move(match, alice, "keep L1")
    assert refused.value.code == "answered"
    move(match, seats(match)[2].user, now=at(minutes=1))
    assert sweep_work("window", clock=lambda: opened.earliest_at) == 1
    match = again(match)
    assert match.status == Match.Status.FINISHED
    playback.check(match)


def test_who_stays_silent_is_answered_for_when_the_window_closes(match: Match) -> None:
    choose_all(match)
    opened = Window.objects.get(match=match)
    assert len(acting(match)) == 3
    assert legal(match, 1)
    assert sweep_work("window", clock=lambda: opened.closes_at) == 1
    match = again(match)
    assert match.status == Match.Status.FINISHED
    assert [seat.missed for seat in seats(match)] == [0, 0, 0]
    playback.check(match)


def test_a_line_in_another_language_is_refused(match: Match, alice: User) -> None:
    with pytest.raises(referee.RefereeError, match="begins with airmail, surface") as refused:
        order(match, alice, "sends", "pigeon")
    assert refused.value.code == "bad_order"
