"""What an observer is shown: the only place where a position becomes an `AceView`."""

from __future__ import annotations

from collections.abc import Iterable

from engines.ace_of_spies.cards import NO_CARD
from engines.ace_of_spies.components import CITY_KEYS, DATA, POINTS, SYMBOL_KEYS
from engines.ace_of_spies.decisions import COSTS, DECISIONS, Sealed
from engines.ace_of_spies.frames import (
    DRAWING,
    FINDING,
    KEEPING,
    LAST_CALL,
    LAYING,
    MISSION_DECK,
    NOBODY,
    OVER,
    PAYING,
    PHASES,
    PICKING,
    QUESTION,
    RECOVERING,
    RUNNING,
    SETUP,
    STEALING,
    TARGETING,
)
from engines.ace_of_spies.moves import CARD_REF, MISSION_REF, NO_TARGET, SPECIAL_REF, target_ref
from engines.ace_of_spies.position import (
    CHOSE,
    ENDINGS,
    MODES,
    NOT_ASKED,
    PASSED,
    RUNNING_ON,
    SPECTATORS,
    STOPPED,
    Position,
    by_city,
    mission_points,
)
from engines.ace_of_spies.scoring import final_points, parts
from engines.ace_of_spies.tallies import ANY_CITY
from engines.ace_of_spies.view import AceView, AnnouncedView, DoneView, LayingView, PayingView, SeatView
from engines.ace_of_spies.ways import SLOTS
from engines.protocol import Seat


def view(p: Position, observer: Seat | None) -> AceView:
    """All that this observer may know (None: a spectator)."""
    kind, actor, a, _ = p.frame
    over = kind == OVER
    acting = observer is not None and actor == observer
    points = final_points(p) if over else p.score
    return AceView(
        seats=[_seat(p, seat, observer, points[seat]) for seat in range(p.seats)],
        phase=PHASES[kind],
        turn=p.turn,
        round=-(-p.turns // p.seats),
        actors=asked(p),
        display=[CARD_REF[card] if card != NO_CARD else None for card in p.display],
        decks=[len(deck) for deck in p.decks],
        mission_deck=len(p.mission_deck) + len(p.bottom),
        discards=_cards(p.discards),
        removed=_cards(p.removed),
        observer=observer,
        reactions=MODES[p.mode],
        stop_all=p.stop_all,
        draws=a if kind in (DRAWING, RUNNING, RECOVERING, PICKING) else 0,
        announced=announced(p),
        paying=_paying(p),
        laying=_laying(p),
        offer=_missions(p.offers[observer]) if observer is not None else [],
        keep=_keep(p, observer),
        chosen=_chosen(p, observer),
        answer=_answer(p, observer),
        looking=_looking(p) if acting else [],
        under=[MISSION_REF[p.bottom[index]] for index, by in enumerate(p.bottom_by) if by == observer],
        plans=_plans(p, observer),
        final=None if p.final == RUNNING_ON else p.final,
        trigger=None if p.final == RUNNING_ON else p.trigger,
        ending=ENDINGS[p.ending] or None,
        parts=[parts(p, seat) for seat in range(p.seats)] if over else [],
    )


def asked(p: Position) -> list[int]:
    """Whom the game waits for, as everybody sees it: an answer in secret changes nothing here."""
    kind, seat, _, _ = p.frame
    if seat >= 0:
        return [seat]
    if isinstance(DECISIONS[kind], Sealed):
        return [each for each in range(p.seats) if p.answers[each] != NOT_ASKED]
    return []


def _cards(cards: Iterable[int]) -> list[str]:
    return [CARD_REF[card] for card in cards]


def _missions(missions: Iterable[int]) -> list[str]:
    return [MISSION_REF[mission] for mission in missions]


def known_cards(p: Position, seat: Seat, observer: Seat | None) -> list[int]:
    """Cards in the hand of that seat of which the observer is sure."""
    if observer == seat:
        return list(p.hands[seat])
    bit = 1 << (SPECTATORS if observer is None else observer)
    return [card for card in p.hands[seat] if p.known[card] & bit]


def _seat(p: Position, seat: Seat, observer: Seat | None, points: int) -> SeatView:
    open_ = seat == observer or p.over()
    return SeatView(
        seat=seat,
        cards=len(p.hands[seat]),
        cities=by_city(p.hands[seat]),
        hand=_cards(p.hands[seat]) if open_ else None,
        known=_cards(known_cards(p, seat, observer)),
        missions=len(p.held[seat]),
        held=_missions(p.held[seat]) if open_ else None,
        offered=len(p.offers[seat]),
        refused=_missions(p.refused[seat]) if open_ else None,
        done=[
            DoneView(MISSION_REF[done[0]], _cards(done[1:]), mission_points(done)) for done in p.done[seat]
        ],
        row=_cards(p.rows[seat]),
        points=points,
        left=seat in p.left,
    )


def announced(p: Position) -> AnnouncedView | None:
    kind, seat, card, b = p.frame
    if kind == TARGETING and card != NOBODY:
        return AnnouncedView(seat, CARD_REF[card], None)
    if kind != QUESTION:
        return None
    target = b & 0x1FF
    return AnnouncedView(b >> 9, CARD_REF[card], None if target == NO_TARGET else target_ref(target))


def _paying(p: Position) -> PayingView | None:
    kind, _, a, b = p.frame
    if kind == PAYING:
        index = a
    elif kind == TARGETING and a == NOBODY:
        index = b
    else:
        return None
    paid = sum(POINTS[card] for card in p.paid)
    return PayingView(SPECIAL_REF[index], COSTS[index], _cards(p.paid), paid)


def _laying(p: Position) -> LayingView | None:
    if p.frame[0] != LAYING:
        return None
    mission = p.frame[2]
    return LayingView(
        MISSION_REF[mission],
        [
            (SYMBOL_KEYS[symbol], None if city == ANY_CITY else CITY_KEYS[city])
            for symbol, city in SLOTS[mission]
        ],
        [CARD_REF[card] if card != NO_CARD else None for card in p.laid],
    )


def _keep(p: Position, observer: Seat | None) -> int:
    if observer is None or not p.offers[observer]:
        return 0
    return p.frame[2] if p.frame[0] == KEEPING else DATA.numbers.keep


def _chosen(p: Position, observer: Seat | None) -> list[str] | None:
    if observer is None or p.frame[0] != SETUP or not p.answers[observer] & CHOSE:
        return None
    mask = p.answers[observer]
    return [
        MISSION_REF[mission] for index, mission in enumerate(p.offers[observer]) if mask >> index & 1
    ]  # fmt: skip


def _answer(p: Position, observer: Seat | None) -> str | None:
    if observer is None or p.frame[0] != QUESTION:
        return None
    return {STOPPED: "stop", PASSED: "pass"}.get(p.answers[observer])


def _looking(p: Position) -> list[str]:
    kind, _, a, _ = p.frame
    if kind == STEALING:
        return _cards(p.hands[a])
    if kind == FINDING:
        return _missions(p.mission_deck) if a == MISSION_DECK else _cards(p.decks[a])
    return []


def _plans(p: Position, observer: Seat | None) -> list[tuple[str, str]]:
    if observer is None or p.frame[0] != LAST_CALL:
        return []
    plan = p.plans[observer]
    return [(CARD_REF[plan[at]], CARD_REF[plan[at + 1]]) for at in range(0, len(plan), 2)]
