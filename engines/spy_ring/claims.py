"""From whom the spy whose turn it is may claim a card now, and why.

Checked from his end space and from his contact man's cross, on his own turn only (S24).
"""

from __future__ import annotations

from typing import Final

from engines.spy_ring.board import BIT, CROSS_SEES, CROSS_WATCHES, OPEN_NEXT_TO, OPEN_SEES, WATCHES
from engines.spy_ring.position import Position

ALONGSIDE: Final = "alongside"
SIGHT: Final = "sight"
STRIP: Final = "strip"
MAN_SIGHT: Final = "man_sight"
MAN_STRIP: Final = "man_strip"


def claimable(p: Position, by_man_only: bool) -> int:
    """Rivals that can be claimed from: those who hold a card and have not paid this turn (S26).

    A trapped spy claims nothing, nor does his contact man (S4). On a Prohibited Area a spy claims nothing;
    with his aerial up he cannot spot, but may stand alongside (S19, S20).
    """
    if p.trapped:
        return 0
    spy = p.spy
    at = p.at
    cross = p.men[spy]
    near = CROSS_WATCHES[cross]
    view = CROSS_SEES[cross]
    if not by_man_only:
        node = at[spy]
        if not p.aerials >> spy & 1:
            near |= OPEN_NEXT_TO[node] | WATCHES[node]
            view |= OPEN_SEES[node]
        elif p.aerial_claims:
            near |= OPEN_NEXT_TO[node]
    within = near | view
    mask = 0
    for other in range(p.spies):
        there = BIT[at[other]] & within
        if there and (there & near or p.aerials >> other & 1):
            mask |= 1 << other
    return _who_can_pay(p, mask) if mask else 0


def _who_can_pay(p: Position, mask: int) -> int:
    """Of these: rivals, not partners (S29), with a card, who have not paid yet."""
    spy = p.spy
    for other in range(p.spies):
        if mask >> other & 1 and (
            not (other - spy) % p.seats or not p.hands[other] or p.claimed >> other & 1
        ):
            mask ^= 1 << other
    return mask


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
