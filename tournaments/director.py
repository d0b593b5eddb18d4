"""The only writer of tournaments: everything that changes one is a function of this module.

Each takes the lock of the tournament, reads again, checks everything inside the lock, writes, and leaves
an audit line. All arguments are named; all refusals are `DirectorError`. Asking twice for the same thing
is asking once. The lock of a tournament is taken before that of a match, never after.
"""

from __future__ import annotations

from tournaments.acts.byes import request_bye, take_back_bye
from tournaments.acts.conditions import Reason, reason_not_to_enter, reasons_not_to_enter, would_wait
from tournaments.acts.creating import changeable, clone, create, edit, plan_of
from tournaments.acts.desk import adjudicate, bye_match, remove
from tournaments.acts.draft_checks import doubts_about
from tournaments.acts.drafts import change_draft, discard_draft, draft, draft_soon
from tournaments.acts.entering import (
    Outcome,
    check_in,
    come_back,
    enter_bots,
    enter_many,
    register,
    withdraw,
)
from tournaments.acts.errors import DirectorError
from tournaments.acts.forbidding import allow_pair, forbid_pair
from tournaments.acts.inviting import invite, uninvite
from tournaments.acts.office import may_direct, may_observe
from tournaments.acts.plans import Plan
from tournaments.acts.progress import is_complete
from tournaments.acts.recording import record_event
from tournaments.acts.roles import appoint, dismiss
from tournaments.acts.rounds import (
    CONSUMER,
    WORK,
    act_when_due,
    cancel,
    due,
    finish,
    pair_next,
    pair_next_soon,
    start,
    start_soon,
)
from tournaments.acts.undoing import annul, pair_again, undo

__all__ = [
    "CONSUMER",
    "WORK",
    "DirectorError",
    "Outcome",
    "Plan",
    "Reason",
    "act_when_due",
    "adjudicate",
    "allow_pair",
    "annul",
    "appoint",
    "bye_match",
    "cancel",
    "change_draft",
    "changeable",
    "check_in",
    "clone",
    "come_back",
    "create",
    "discard_draft",
    "dismiss",
    "doubts_about",
    "draft",
    "draft_soon",
    "due",
    "edit",
    "enter_bots",
    "enter_many",
    "finish",
    "forbid_pair",
    "invite",
    "is_complete",
    "may_direct",
    "may_observe",
    "pair_again",
    "pair_next",
    "pair_next_soon",
    "plan_of",
    "reason_not_to_enter",
    "reasons_not_to_enter",
    "record_event",
    "register",
    "remove",
    "request_bye",
    "start",
    "start_soon",
    "take_back_bye",
    "undo",
    "uninvite",
    "withdraw",
    "would_wait",
]
