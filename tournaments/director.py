"""The only writer of tournaments: everything that changes one is a function of this module.

Each takes the lock of the tournament, reads again, checks everything inside the lock, writes, and leaves
an audit line. All arguments are named; all refusals are `DirectorError`. Asking twice for the same thing
is asking once. The lock of a tournament is taken before that of a match, never after.
"""

from __future__ import annotations

from tournaments.desk import adjudicate, remove
from tournaments.entering import Plan, create, enter_bots, reason_not_to_enter, register, withdraw
from tournaments.errors import DirectorError
from tournaments.office import may_direct
from tournaments.rounds import (
    CONSUMER,
    WORK,
    act_when_due,
    cancel,
    due,
    finish,
    is_complete,
    pair_next,
    record_event,
    start,
)

__all__ = [
    "CONSUMER",
    "WORK",
    "DirectorError",
    "Plan",
    "act_when_due",
    "adjudicate",
    "cancel",
    "create",
    "due",
    "enter_bots",
    "finish",
    "is_complete",
    "may_direct",
    "pair_next",
    "reason_not_to_enter",
    "record_event",
    "register",
    "remove",
    "start",
    "withdraw",
]
