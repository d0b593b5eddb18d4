"""A state drawn from all that a seat cannot tell from the real one, each equally likely.

Each draw starts from a sorted pool, so that with the same source positions that look alike to the seat
give the same guess: a bot cannot act on what it cannot know.
Hidden from a seat: which tiles of another seat's network lie in which of its face-down spaces, which
of them are chosen for a pending secret discard, face-down rewards, the order of the pile.

Every pool is sorted before it is mixed: the outcome depends on what the seat knows and on the source,
never on the hidden truth, so that a bot makes the same move on positions it cannot tell apart.
"""

from __future__ import annotations

from engines.chance import Source
from engines.estoril.board import ALL_CELLS, ALL_REWARDS, places
from engines.estoril.position import Position


def shuffle_unknown(p: Position, seat: int, source: Source) -> None:
    """In place."""
    hidden = p.taken & ~(p.up | p.own[seat] | p.seen[seat])
    if hidden & ALL_CELLS:
        _mix_networks(p, seat, hidden, source)
    if p.frame[1] < 0:
        _mix_pending(p, seat, source)
    _mix_pile(p, seat, hidden & ALL_REWARDS, source)


def _mix_networks(p: Position, seat: int, hidden: int, source: Source) -> None:
    random = source.random
    at = p.at
    for other in range(p.seats):
        mine = p.own[other] & hidden
        if not mine:
            continue
        cells = places(mine)
        pool = [at[place] for place in cells]
        pool += p.hands[other]
        pool.sort()
        size = len(pool)
        for place in cells:
            at[place] = pool.pop(int(random() * size))
            size -= 1
        p.hands[other] = bytes(pool)


def _mix_pending(p: Position, seat: int, source: Source) -> None:
    random = source.random
    pending = list(p.pending)
    for other in range(p.seats):
        if other == seat or not pending[other]:
            continue
        pool = sorted(pending[other] + p.hands[other])
        size = len(pool)
        chosen = []
        for _ in pending[other]:
            chosen.append(pool.pop(int(random() * size)))
            size -= 1
        pending[other] = bytes(sorted(chosen))
        p.hands[other] = bytes(pool)
    p.pending = tuple(pending)


def _mix_pile(p: Position, seat: int, hidden: int, source: Source) -> None:
    """Face-down rewards and the pile form one pool; tiles whose position the seat knows stay."""
    rewards = places(hidden)
    at = p.at
    if p.known.count(0) == len(p.known):
        pool = list(p.pile)
        for place in rewards:
            pool.append(at[place])
        _shuffle(pool, source)
        for place in rewards:
            at[place] = pool.pop()
        p.pile = bytes(pool)
        return
    bit = 1 << seat
    pile = bytearray(p.pile)
    unknown = [index for index, knowers in enumerate(p.known) if not knowers & bit]
    pool = [pile[index] for index in unknown]
    for place in rewards:
        pool.append(at[place])
    _shuffle(pool, source)
    for place in rewards:
        at[place] = pool.pop()
    for index in unknown:
        pile[index] = pool.pop()
    p.pile = bytes(pile)


def _shuffle(pool: list[int], source: Source) -> None:
    """Sorted first: the outcome depends on the source and on what may be known, on nothing else."""
    size = len(pool)
    pool.sort()
    # One number gives all the draws: cheaper than one each, and 64 bits more than they need.
    bits = source.getrandbits(7 * size + 64)
    for i in range(size - 1, 0, -1):
        j = bits % (i + 1)
        bits //= i + 1
        pool[i], pool[j] = pool[j], pool[i]
