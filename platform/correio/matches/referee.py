"""The only writer of a match: everything that changes one is a function of this module.

Each takes the lock of the match, reads again, checks everything inside the lock, writes, and registers
its nudges for after the commit. All arguments are named; all refusals are `RefereeError`.
"""

from __future__ import annotations

from correio.matches.absence import time_out
from correio.matches.bots import bot_turn
from correio.matches.clocks import Control
from correio.matches.ending import abort, adjudicate, call_off, remove, resign
from correio.matches.errors import RefereeError
from correio.matches.opening import Player, cancel_open, open_match, sit, stand
from correio.matches.orders import set_order
from correio.matches.playing import Answer, submit
from correio.matches.previewing import Preview, preview
from correio.matches.starting import Seating, start_match, start_matches

__all__ = [
    "Answer",
    "Control",
    "Player",
    "Preview",
    "RefereeError",
    "Seating",
    "abort",
    "adjudicate",
    "bot_turn",
    "call_off",
    "cancel_open",
    "open_match",
    "preview",
    "remove",
    "resign",
    "set_order",
    "sit",
    "stand",
    "start_match",
    "start_matches",
    "submit",
    "time_out",
]
