"""The only writer of ladders: everything that changes one is a function of this module.

Each takes the lock of the ladder, reads again, checks everything inside the lock and writes. All arguments
are named; all refusals are `LadderError`. Asking twice for the same thing is asking once. The lock of a
ladder is taken before that of a match, never after. Due work holds a row of its own first and only then
asks for the ladder, without waiting.
"""

from __future__ import annotations

from tournaments.ladders import challenges, members, rungs, yearbook
from tournaments.ladders.challenges import (
    accept,
    call_off,
    challenge,
    decline,
    reason_not_to_sit,
    sit,
    stand,
    withdraw,
)
from tournaments.ladders.desk import move, remove
from tournaments.ladders.errors import LadderError
from tournaments.ladders.history import compare
from tournaments.ladders.house import enliven
from tournaments.ladders.members import (
    end_vacation,
    join,
    leave,
    leave_all,
    plan_vacation,
    reason_not_to_join,
    set_auto_accept,
)
from tournaments.ladders.office import may_direct
from tournaments.ladders.results import CONSUMER, record_event

WORKS = (
    (challenges.CHALLENGE_WORK, challenges.due, challenges.act_when_due),
    (members.MEMBER_WORK, members.due, members.act_when_due),
    (rungs.LADDER_WORK, yearbook.due, yearbook.act_when_due),
)
"""Name, what is due, what is done then."""

__all__ = [
    "CONSUMER",
    "WORKS",
    "LadderError",
    "accept",
    "call_off",
    "challenge",
    "compare",
    "decline",
    "end_vacation",
    "enliven",
    "join",
    "leave",
    "leave_all",
    "may_direct",
    "move",
    "plan_vacation",
    "reason_not_to_join",
    "reason_not_to_sit",
    "record_event",
    "remove",
    "set_auto_accept",
    "sit",
    "stand",
    "withdraw",
]
