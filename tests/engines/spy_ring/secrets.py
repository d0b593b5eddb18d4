"""What is hidden in Spy Ring, written from its "who may see what" (section "What is hidden" of the rules).

| item | who may know |
|---|---|
| the colour of a token on the board | a seat one of whose spies has looked at it |
| the order of the pile below its top card | nobody: it is drawn by chance when a card is shown |
| the throws to come | nobody |

Where a token lies, who looked at it, and which colours it cannot have because somebody to whom they would
have served put it back, is public: only swaps that keep to it are secret. Calls neither `view` nor `guess`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.conformance import Secret
from engines.protocol import Move, Seat
from engines.spy_ring.position import NO_CARD, NOBODY, OVER, TOKENS
from engines.spy_ring.state import SpyRingState


def on_board(state: SpyRingState) -> list[int]:
    return [token for token in range(TOKENS) if state.takers[token] == NOBODY]


def exchange(state: SpyRingState, one: int, other: int) -> SpyRingState | None:
    """Two tokens trade colours, where nothing that is public speaks against it."""
    colours = bytearray(state.colours)
    colours[one], colours[other] = colours[other], colours[one]
    if any(state.barren[token] >> colours[token] & 1 for token in (one, other)):
        return None
    twin = state.fork()
    twin.colours = bytes(colours)
    return twin


def swap(step: int, start: int) -> Callable[[SpyRingState], SpyRingState | None]:
    def swapped(state: SpyRingState) -> SpyRingState | None:
        pair = _pair(state, step, start)
        if pair is None or state.phase == OVER:
            return None
        return exchange(state, *pair)

    return swapped


def _pair(state: SpyRingState, step: int, start: int) -> tuple[int, int] | None:
    """The pair of that number among tokens of different colours, `step` apart in their order."""
    tokens = on_board(state)
    found = [
        (one, other)
        for one, other in zip(tokens, tokens[step:], strict=False)
        if state.colours[one] != state.colours[other]
    ]
    return found[start] if start < len(found) else None


def knows(step: int, start: int) -> Callable[[SpyRingState, Seat | None], bool]:
    def may_know(state: SpyRingState, observer: Seat | None) -> bool:
        pair = _pair(state, step, start)
        assert pair is not None
        return observer is not None and any(state.seen[observer] >> token & 1 for token in pair)

    return may_know


def _secrets(steps: Iterable[int], starts: Iterable[int]) -> list[Secret]:
    return [
        Secret(f"colours of tokens {step} apart, pair {start}", swap(step, start), knows(step, start))
        for step in steps
        for start in starts
    ]


SECRETS = _secrets((1, 2, 5), (0, 1, 4))
EVERY_SECRET = _secrets(range(1, TOKENS), range(TOKENS))
"""Every two tokens."""


def pieces(state: SpyRingState) -> Iterable[object]:
    """Every card and every token is somewhere exactly once; every token has kept its colour."""
    for heap in (state.pile, 0 if state.top == NO_CARD else 1 << state.top, *state.hands):
        for card in range(40):
            if heap >> card & 1:
                yield "card", card
    for token in range(TOKENS):
        places = state.safes.count(token) + (state.takers[token] != NOBODY)
        for _ in range(places):
            yield "token", token, state.colours[token]


def quiet(state: SpyRingState, mover: Seat, move: Move, other: Move, observer: Seat | None) -> bool:
    """Every choice is made in the open."""
    return False
