"""From a pairing to matches: each table of a round becomes one started match."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from correio.matches import referee
from correio.matches.clocks import Control
from correio.matches.models import Match
from correio.matches.opening import ALPHABET
from tournaments.models import Act, Entry, Round, Tournament


def start_tables(
    tournament: Tournament, round_: Round, seated: Sequence[Sequence[Entry]], now: datetime
) -> list[Match]:
    """Tables in the order of their numbers, from 1. The caller holds the tournament's lock; tables and
    matches are written in one transaction."""
    scripted = _script_of(tournament, round_.number)
    return referee.start_matches(
        seatings=[
            referee.Seating([_player(entry) for entry in entries], **scripted(number))
            for number, entries in enumerate(seated, 1)
        ],
        game=tournament.game,
        title=tournament.title,
        options=tournament.options,
        clock=clock(tournament),
        on_time_out=tournament.on_time_out,
        rated=tournament.rated,
        origin=Match.Origin.TOURNAMENT,
        window_end=round_.window_end,
        now=now,
    )


def _player(entry: Entry) -> referee.Player:
    return referee.Player(entry.user, bytes(entry.nonce) if entry.nonce is not None else None)


def clock(tournament: Tournament) -> Control:
    return Control(
        tournament.clock_kind,
        tournament.clock_base_ms,
        tournament.clock_increment_ms,
        tournament.clock_cap_ms,
    )


def _script_of(tournament: Tournament, round_: int) -> Callable[[int], dict[str, Any]]:
    """Gives secret and code of the match of a table in a scripted tournament; all others are random."""
    if not tournament.script:
        return lambda table: {}
    key = bytes.fromhex(tournament.script)
    # A round that was taken back has used its codes.
    undone = tournament.acts.filter(kind=Act.Kind.UNDONE, detail__round=round_).count()
    again = f":{undone}" if undone else ""

    def derived(what: str, table: int) -> bytes:
        return hmac.digest(key, f"{what}:{round_}:{table}{again}".encode(), hashlib.sha256)

    def scripted(table: int) -> dict[str, Any]:
        code = "".join(ALPHABET[byte % len(ALPHABET)] for byte in derived("code", table)[:8])
        return {"secret": derived("secret", table), "code": code}

    return scripted


def script_key(seed: str, earlier: int) -> str:
    """Key of a scripted tournament: the same for the same seed, but for how many there were before on
    this site, because a code names one match only."""
    return hashlib.sha256(f"tournament:{seed}:{earlier}".encode()).hexdigest()
