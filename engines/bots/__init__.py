"""Bots of all games: one search over the protocol, in levels of strength.

A bot reads a position only through `guess` of its own seat and what follows from that guess, so that on
two positions it cannot tell apart it makes the same move. Budgets are iterations, never time: the same
seed gives the same move on every machine, and anybody can recompute it after the match.

Must import nothing but `engines`.
"""

from engines.bots.levels import BOT_VERSION, LEVELS, Level, UnknownLevel
from engines.bots.thinking import Thought, choose, explain

__all__ = ["BOT_VERSION", "LEVELS", "Level", "Thought", "UnknownLevel", "choose", "explain"]
