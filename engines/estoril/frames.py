"""Decision frames: who decides what next, as plain tuples of four ints (kind, seat, a, b).

| kind | seat | a | b |
|---|---|---|---|
| PLACING | whose turn | | |
| LOOKING | who may look | place whose symbol is used | |
| ACTING | controller | place of the acting tile | symbols left (see `abilities`) |
| CONSPIRING | conspirator | place of the acting tile | |
| REMOVING | who must remove | slot | seat that gets the reward afterwards |
| DISCARDING | -1: several | | |
| OVER | -1 | | |

The frame on top is `Position.frame`; frames waiting below it are `Position.under`.
"""

from __future__ import annotations

from typing import Final

Frame = tuple[int, int, int, int]

PLACING: Final = 0
LOOKING: Final = 1
ACTING: Final = 2
CONSPIRING: Final = 3
REMOVING: Final = 4
DISCARDING: Final = 5
OVER: Final = 6

PHASES: Final = ("placing", "looking", "resolving", "conspiring", "removing", "discarding", "over")

TURNS: Final[tuple[Frame, ...]] = tuple((PLACING, seat, 0, 0) for seat in range(5))
"""By seat: its turn to place."""
ALL_DISCARD: Final[Frame] = (DISCARDING, -1, 0, 0)
THE_END: Final[Frame] = (OVER, -1, 0, 0)
