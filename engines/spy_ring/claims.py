"""From whom the spy whose turn it is may claim a card now, and why.

Checked from his end space and from his contact man's cross, on his own turn only (S24).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.spy_ring.board import (
    BIT,
    CROSS_SEES,
    CROSS_WATCHES,
    GONE,
    INNER,
    OPEN_NEXT_TO,
    OPEN_SEES,
    WATCHES,
    nodes,
)
from engines.spy_ring.position import Position

ALONGSIDE: Final = "alongside"
SIGHT: Final = "sight"
STRIP: Final = "strip"
MAN_SIGHT: Final = "man_sight"
MAN_STRIP: Final = "man_strip"


_NEAR: Final = 1
"""Alongside, or on a strip that is watched: enough for a claim."""
_IN_VIEW: Final = 2
"""Enough if his aerial is up."""

Catches = tuple[int, ...]
"""By node: how a spy there can be caught, _NEAR, _IN_VIEW or 0."""


def _catches(near: int, view: int) -> Catches:
    found = [0] * (GONE + 1)
    for node in nodes(view):
        found[node] = _IN_VIEW
    for node in nodes(near):
        found[node] = _NEAR
    return tuple(found)


_NOBODY: Final = _catches(0, 0)
_SPY: Final = tuple(
    _catches(near | strip, view) for near, strip, view in zip(OPEN_NEXT_TO, WATCHES, OPEN_SEES, strict=True)
)
"""By node: whom a spy there catches."""
_HIDING_SPY: Final = tuple(_catches(near, 0) if near else _NOBODY for near in OPEN_NEXT_TO)
"""By node: whom he catches with his aerial up."""
_MAN: Final = tuple(_catches(strip, view) for strip, view in zip(CROSS_WATCHES, CROSS_SEES, strict=True))
"""By cross: whom a contact man there catches."""


def claimable(p: Position, by_man_only: bool) -> int:
    """Rivals that can be claimed from: those who are caught and can pay.

    A trapped spy claims nothing, nor does his contact man (S4). On a Prohibited Area a spy claims nothing;
    with his aerial up he cannot spot, but may stand alongside (S19, S20).
    """
    if p.trapped:
        return 0
    spy = p.spy
    at = p.at
    aerials = p.aerials
    by_man = _MAN[p.men[spy]]
    if by_man_only:
        by_spy = _NOBODY
    elif not aerials >> spy & 1:
        by_spy = _SPY[at[spy]]
    else:
        by_spy = _HIDING_SPY[at[spy]] if p.aerial_claims else _NOBODY
    mask = 0
    for other, node in enumerate(at):
        how = by_spy[node] | by_man[node]
        if how and (how & _NEAR or aerials >> other & 1) and can_pay(p, other):
            mask |= 1 << other
    return mask


def can_pay(p: Position, other: int) -> bool:
    """A rival, not a partner (S29), with a card, who has not paid this turn (S26)."""
    return bool((other - p.spy) % p.seats and p.hands[other] and not p.claimed >> other & 1)


def _crosses_by_node(places: Sequence[int]) -> tuple[int, ...]:
    """By node: the street crosses from which it is one of the places."""
    return tuple(
        sum(1 << cross for cross in range(INNER) if BIT[node] & places[cross]) for node in range(GONE + 1)
    )


_WATCHING: Final = _crosses_by_node(CROSS_WATCHES)
_SEEING: Final = _crosses_by_node(CROSS_SEES)


def catching_crosses(p: Position, spy: int) -> int:
    """Crosses, as a mask, from which a contact man catches that spy where he is."""
    node = p.at[spy]
    return _WATCHING[node] | _SEEING[node] if p.aerials >> spy & 1 else _WATCHING[node]


def _spy_watch(p: Position) -> tuple[int, int, int]:
    """Where a rival must stand to be claimed from: alongside, with his aerial up in view, on a strip."""
    node = p.at[p.spy]
    if p.aerials >> p.spy & 1:
        return OPEN_NEXT_TO[node] if p.aerial_claims else 0, 0, 0
    return OPEN_NEXT_TO[node], OPEN_SEES[node], WATCHES[node]


def reasons(p: Position, other: int, by_man_only: bool) -> list[str]:
    """Why that rival can be claimed from, best known reason first; empty if he cannot."""
    if not claimable(p, by_man_only) >> other & 1:
        return []
    near, view, strip = (0, 0, 0) if by_man_only else _spy_watch(p)
    cross = p.men[p.spy]
    there = BIT[p.at[other]]
    seen = there if p.aerials >> other & 1 else 0
    found = (
        (ALONGSIDE, there & near),
        (SIGHT, seen & view),
        (STRIP, there & strip),
        (MAN_SIGHT, seen & CROSS_SEES[cross]),
        (MAN_STRIP, there & CROSS_WATCHES[cross]),
    )
    return [reason for reason, holds in found if holds]


def owner(p: Position, card: int) -> int:
    """The spy that holds the card, -1 if none."""
    for spy in range(p.spies):
        if p.hands[spy] >> card & 1:
            return spy
    return -1
