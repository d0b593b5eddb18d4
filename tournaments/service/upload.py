"""What was sent becomes a tournament, or a refusal that says where the fault is."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from correio.refusal import Refusal
from tournaments import trf
from tournaments.pairing.event import BadEvent, Event, decode

MOST_BYTES: Final = 2_000_000
MOST_PLAYERS: Final = 2_000
"""Two seats; one round of so many takes a fraction of a second."""
MOST_AT_TABLES: Final = 1_000
"""Tables are searched for: about six seconds a round at that size."""
MOST_ROUNDS: Final = 60


def read(data: bytes, content_type: str = "") -> trf.Tournament | Event:
    """JSON, by its type or its first letter, is an event of tables, all else a tournament report file.
    Raises Refusal."""
    if len(data) > MOST_BYTES:
        raise too_large()
    if not data.strip():
        raise Refusal("empty", _("The file is empty: send a TRF, or the JSON of an event of tables."), 422)
    if "json" in content_type.lower() or data.lstrip().startswith(b"{"):
        return _event(data)
    return _report(data)


def too_large() -> Refusal:
    message = _("The file is too large: at most %(most)d bytes are read.") % {"most": MOST_BYTES}
    return Refusal("too_large", message, 413, {"most": MOST_BYTES})


def _report(data: bytes) -> trf.Tournament:
    try:
        tournament = trf.read(data)
    except trf.BadFile as error:
        detail = {"line": error.line, "record": error.record, "fault": error.fault}
        raise Refusal("bad_file", str(error), 422, detail) from error
    _check_size(len(tournament.players), MOST_PLAYERS, max(len(p.games) for p in tournament.players))
    return tournament


def _event(data: bytes) -> Event:
    try:
        event = decode(data)
    except BadEvent as error:
        detail = {"line": None, "record": None, "fault": str(error)}
        raise Refusal("bad_file", _("Not an event: %(fault)s") % {"fault": error}, 422, detail) from error
    if not event.players:
        raise Refusal("bad_file", _("The event has no players: list them."), 422)
    _check_size(len(event.players), MOST_AT_TABLES, len(event.rounds))
    return event


def _check_size(players: int, most: int, rounds: int) -> None:
    if players > most or rounds > MOST_ROUNDS:
        message = _("At most %(players)d players and %(rounds)d rounds are worked on here.")
        words = {"players": most, "rounds": MOST_ROUNDS}
        raise Refusal("too_many", message % words, 422, words)
