"""What is hidden in Postcards, written from its rules: hands, deck, surface mail, the chosen card, the kept
card. Calls neither `view` nor `guess`.

Every hidden card lies in a slot; each secret swaps two neighbouring slots of a fixed order, so that
together they reach every arrangement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from engines.conformance import Secret
from engines.protocol import Move, Seat
from engines.template.components import CARDS
from engines.template.state import OVER, PostcardsState

Slot = tuple[Seat | None, Callable[[PostcardsState], int], Callable[[PostcardsState, int], None]]
"""Whose eyes it is for (None: nobody's), how to read and how to write the card."""


def slots(state: PostcardsState) -> list[Slot]:
    found: list[Slot] = [_item(None, "deck", None, at) for at in range(len(state.deck))]
    for seat in range(len(state.hands)):
        found += [_item(seat, "hands", seat, at) for at in range(len(state.hands[seat]))]
        found += [_item(seat, "surface", seat, at) for at in range(len(state.surface[seat]))]
        if state.kept[seat] >= 0:
            found.append(_item(seat, "kept", None, seat))
    if state.posted >= 0:
        found.append((state.seat, lambda s: s.posted, lambda s, card: setattr(s, "posted", card)))
    return found


def _item(owner: Seat | None, field: str, seat: Seat | None, at: int) -> Slot:
    def cards(state: PostcardsState) -> list[int]:
        whole: list[list[int]] = getattr(state, field)
        return whole[seat] if seat is not None else cast(list[int], whole)

    return owner, lambda s: cards(s)[at], lambda s, card: cards(s).__setitem__(at, card)


def swap(first: int, second: int) -> Callable[[PostcardsState], PostcardsState | None]:
    def swapped(state: PostcardsState) -> PostcardsState | None:
        every = slots(state)
        if state.phase == OVER or second >= len(every):
            return None
        other = state.fork()
        _, read_first, write_first = every[first]
        _, read_second, write_second = every[second]
        write_first(other, read_second(state))
        write_second(other, read_first(state))
        for cards in [*other.hands, *other.surface]:
            cards.sort()
        return other

    return swapped


def knows(first: int, second: int) -> Callable[[PostcardsState, Seat | None], bool]:
    def may_know(state: PostcardsState, observer: Seat | None) -> bool:
        every = slots(state)
        return observer is not None and observer in (every[first][0], every[second][0])

    return may_know


SECRETS = [
    Secret(f"slots {first} and {second}", swap(first, second), knows(first, second))
    for first, second in [(at, at + step) for step in (1, 4) for at in range(20)]
]


def pieces(state: PostcardsState) -> Iterable[int]:
    """Every card is somewhere exactly once."""
    places = [state.deck, state.lost, *state.hands, *state.surface, *state.air]
    cards = [card for place in places for card in place]
    cards += [card for card in state.kept if card >= 0]
    if state.posted >= 0:
        cards.append(state.posted)
    return cards


def quiet(state: PostcardsState, mover: Seat, move: Move, other: Move, observer: Seat | None) -> bool:
    """Which card was chosen to be sent is nobody else's business."""
    return move < CARDS and other < CARDS
