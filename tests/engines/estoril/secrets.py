"""What is hidden in Estoril, written from its "who may see what" (section "What is hidden" of the rules).

| item | who may know |
|---|---|
| which tile lies in a face-down space | its owner; who looked at it |
| a face-down reward | who looked at it; who knew its place in the pile |
| the order of the pile | nobody; a conspirator for the tile it saw; everybody for an exchanged reward |
| a pending secret discard | its seat |

Networks (the set of a seat's tiles) are public. Calls neither `view` nor `guess`. Where several things
could be swapped, secrets count through them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from engines.conformance import Secret
from engines.estoril.board import CELLS, REWARD
from engines.estoril.moves import PLACE
from engines.estoril.position import EVERYBODY, SPECTATORS
from engines.estoril.state import EstorilState
from engines.protocol import Move, Seat

Knows = Callable[[EstorilState, Seat | None], bool]
Apply = Callable[[EstorilState], None]
Exchange = tuple[Apply, Knows]
"""How to swap two hidden things, in place, and who may tell."""


def face_down(state: EstorilState, seat: Seat) -> list[int]:
    return [cell for cell in range(CELLS) if (state.own[seat] & ~state.up) >> cell & 1]


def hidden_rewards(state: EstorilState) -> list[int]:
    return [place for place in range(REWARD, REWARD + 6) if (state.taken & ~state.up) >> place & 1]


def looked(state: EstorilState, observer: Seat | None, place: int) -> bool:
    return bool(state.seen[state.seats if observer is None else observer] >> place & 1)


def in_pile(state: EstorilState, observer: Seat | None, index: int) -> bool:
    knowers = state.known[index]
    return knowers == EVERYBODY or bool(knowers >> (SPECTATORS if observer is None else observer) & 1)


def two_face_down(state: EstorilState) -> list[Exchange]:
    return [
        _cells(seat, one, other)
        for seat in range(state.seats)
        for one, other in pairwise(face_down(state, seat))
    ]


def _cells(seat: Seat, one: int, other: int) -> Exchange:
    def apply(state: EstorilState) -> None:
        state.at[one], state.at[other] = state.at[other], state.at[one]

    def knows(state: EstorilState, observer: Seat | None) -> bool:
        return observer == seat or looked(state, observer, one) or looked(state, observer, other)

    return apply, knows


def hand_and_face_down(state: EstorilState) -> list[Exchange]:
    return [
        _hand(seat, tile, cell)
        for seat in range(state.seats)
        for cell in face_down(state, seat)
        for tile in state.hands[seat]
    ]


def _hand(seat: Seat, tile: int, cell: int) -> Exchange:
    def apply(state: EstorilState) -> None:
        rest = [other for other in state.hands[seat] if other != tile]
        state.hands[seat] = bytes(sorted([*rest, state.at[cell]]))
        state.at[cell] = tile

    def knows(state: EstorilState, observer: Seat | None) -> bool:
        return observer == seat or looked(state, observer, cell)

    return apply, knows


def order_of_pile(state: EstorilState) -> list[Exchange]:
    size = len(state.pile)
    return [_pile(one, one + step) for step in range(1, size) for one in range(size - step)]


def _pile(one: int, other: int) -> Exchange:
    def apply(state: EstorilState) -> None:
        pile = list(state.pile)
        pile[one], pile[other] = pile[other], pile[one]
        state.pile = bytes(pile)

    def knows(state: EstorilState, observer: Seat | None) -> bool:
        return in_pile(state, observer, one) or in_pile(state, observer, other)

    return apply, knows


def reward_and_pile(state: EstorilState) -> list[Exchange]:
    return [
        _reward(place, index) for place in hidden_rewards(state) for index in range(min(4, len(state.pile)))
    ]


def _reward(place: int, index: int) -> Exchange:
    def apply(state: EstorilState) -> None:
        pile = list(state.pile)
        pile[index], state.at[place] = state.at[place], pile[index]
        state.pile = bytes(pile)

    def knows(state: EstorilState, observer: Seat | None) -> bool:
        return looked(state, observer, place) or in_pile(state, observer, index)

    return apply, knows


def pending_discard(state: EstorilState) -> list[Exchange]:
    return [
        _discard(seat, chosen, kept)
        for seat in range(state.seats)
        for chosen in state.pending[seat]
        for kept in state.hands[seat]
    ]


def _discard(seat: Seat, chosen: int, kept: int) -> Exchange:
    def apply(state: EstorilState) -> None:
        hand = {*state.hands[seat], chosen} - {kept}
        pending = {*state.pending[seat], kept} - {chosen}
        state.hands[seat] = bytes(sorted(hand))
        state.pending = tuple(
            bytes(sorted(pending)) if other == seat else tiles for other, tiles in enumerate(state.pending)
        )

    def knows(state: EstorilState, observer: Seat | None) -> bool:
        return observer == seat

    return apply, knows


def _secret(name: str, find: Callable[[EstorilState], list[Exchange]], number: int) -> Secret:
    def swap(state: EstorilState) -> EstorilState | None:
        found = find(state)
        if number >= len(found):
            return None
        twin = state.fork()
        found[number][0](twin)
        return twin

    def may_know(state: EstorilState, observer: Seat | None) -> bool:
        return find(state)[number][1](state, observer)

    return Secret(f"{name} {number}", swap, may_know)


KINDS = (
    ("two face-down tiles", two_face_down, 2),
    ("hand and face-down tile", hand_and_face_down, 4),
    ("order of the pile", order_of_pile, 2),
    ("face-down reward and pile", reward_and_pile, 3),
    ("pending discard", pending_discard, 4),
)
SECRETS = [_secret(name, find, number) for name, find, how_many in KINDS for number in range(how_many)]
EVERY_SECRET = [_secret(name, find, number) for name, find, _ in KINDS for number in range(24)]
"""Enough to reach every arrangement of a small table."""


def pieces(state: EstorilState) -> Iterable[int]:
    """Every tile is somewhere exactly once."""
    lying = [tile for place, tile in enumerate(state.at) if state.taken >> place & 1]
    heaps = [*state.hands, *state.discards, *state.pending, state.pile, state.removed]
    return [*lying, *(tile for heap in heaps for tile in heap)]


def quiet(state: EstorilState, mover: Seat, move: Move, other: Move, observer: Seat | None) -> bool:
    """Which tile was placed face down, as long as it lies so."""
    same_space = move >> 16 == other >> 16 == PLACE and move & 255 == other & 255
    if not same_space or observer == mover:
        return False
    code = move & 255
    after = state.fork()
    after.play(mover, move)
    place = state.grid.where[code >> 3][code & 7]
    return after.is_placing() and not after.up >> place & 1
