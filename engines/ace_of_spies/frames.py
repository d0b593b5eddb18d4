"""Decision frames: who decides what next, as plain tuples of four ints (kind, seat, a, b).

| kind | seat | a | b |
|---|---|---|---|
| SETUP | -1: all | | |
| ACTION | whose turn | | |
| DRAWING | who draws | city cards still to be drawn | |
| KEEPING | who drew missions | at least so many must be kept | 1: the rest goes under the deck |
| PAYING | who pays | number of the special action | |
| TARGETING | who acts | played agent, or NOBODY + number of the special action | |
| QUESTION | -1: who is asked | announced card | seat that announced it << 9, and target |
| SACRIFICE | the victim | seat that played the interrupt | |
| RECOVERING | who takes discards | still to be taken | so many of the discards are on offer |
| RUNNING | who draws blindly | still to be drawn | |
| SEARCHING | who chooses a deck | | |
| FINDING | who looks through a deck | city, or MISSION_DECK | |
| STEALING | who sees a hand | whose hand | 1: a card must be given for it |
| GIVING | who gives | to whom | card that was taken |
| PICKING | who takes face-up cards | still to be taken | |
| COMPLETING | whose turn | | |
| LAYING | whose turn | mission | |
| DISCARDING | whose turn | | |
| LAST_CALL | -1: who is asked | | |
| OVER | -1 | | |

The frame on top is `Position.frame`; frames that wait below it are `Position.under`, steps of the running
effect `Position.todo`.
"""

from __future__ import annotations

from typing import Final

Frame = tuple[int, int, int, int]

SETUP: Final = 0
ACTION: Final = 1
DRAWING: Final = 2
KEEPING: Final = 3
PAYING: Final = 4
TARGETING: Final = 5
QUESTION: Final = 6
SACRIFICE: Final = 7
RECOVERING: Final = 8
RUNNING: Final = 9
SEARCHING: Final = 10
FINDING: Final = 11
STEALING: Final = 12
GIVING: Final = 13
PICKING: Final = 14
COMPLETING: Final = 15
LAYING: Final = 16
DISCARDING: Final = 17
LAST_CALL: Final = 18
OVER: Final = 19

PHASES: Final = (
    "setup", "action", "drawing", "keeping", "paying", "targeting", "question", "sacrifice", "recovering",
    "running", "searching", "finding", "stealing", "giving", "picking", "completing", "laying", "discarding",
    "last_call", "over",
)  # fmt: skip

MISSION_DECK: Final = 3
"""As a deck beside the three cities."""
NOBODY: Final = 255

ACTIONS: Final[tuple[Frame, ...]] = tuple((ACTION, seat, 0, 0) for seat in range(5))
COMPLETIONS: Final[tuple[Frame, ...]] = tuple((COMPLETING, seat, 0, 0) for seat in range(5))
THE_SETUP: Final[Frame] = (SETUP, -1, 0, 0)
THE_LAST_CALL: Final[Frame] = (LAST_CALL, -1, 0, 0)
THE_END: Final[Frame] = (OVER, -1, 0, 0)
