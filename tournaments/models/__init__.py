"""Rows of a tournament. `tournaments.director` is the only writer of everything in this package.

Whether a round is complete is nowhere stored: it is a query over the tables. Every entry has one
`Pairing` in every round, a seat at a table or a bye.
"""

from tournaments.models.entry import Entry, ForbiddenPair, Invitation, RequestedBye
from tournaments.models.office import Act, Role
from tournaments.models.rounds import Draft, Pairing, PairingJob, Round, Table
from tournaments.models.tournament import Tournament

__all__ = [
    "Act",
    "Draft",
    "Entry",
    "ForbiddenPair",
    "Invitation",
    "Pairing",
    "PairingJob",
    "RequestedBye",
    "Role",
    "Round",
    "Table",
    "Tournament",
]
