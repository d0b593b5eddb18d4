"""From a pairing to matches: each table of a round becomes one started match."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from correio.matches import referee
from correio.matches.clocks import Control
from correio.matches.models import Match
from correio.matches.opening import ALPHABET
from tournaments.models import Act, Entry, Round, Tournament


def start_table(
    tournament: Tournament, round_: Round, number: int, seated: Sequence[Entry], now: datetime
) -> Match:
    """The caller holds the tournament's lock; table and match are written in one transaction."""
    return referee.start_match(
        players=[
            referee.Player(entry.user, bytes(entry.nonce) if entry.nonce is not None else None)
            for entry in seated
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
        **_scripted(tournament, round_.number, number),
    )


def clock(tournament: Tournament) -> Control:
    return Control(
        tournament.clock_kind,
        tournament.clock_base_ms,
        tournament.clock_increment_ms,
        tournament.clock_cap_ms,
    )


def _scripted(tournament: Tournament, round_: int, table: int) -> dict[str, Any]:
    """Secret and code of a match of a scripted tournament; all others are random."""
    if not tournament.script:
        return {}
    key = bytes.fromhex(tournament.script)
    # A round that was taken back has used its codes.
    undone = tournament.acts.filter(kind=Act.Kind.UNDONE, detail__round=round_).count()
    again = f":{undone}" if undone else ""

    def derived(what: str) -> bytes:
        return hmac.digest(key, f"{what}:{round_}:{table}{again}".encode(), hashlib.sha256)

    code = "".join(ALPHABET[byte % len(ALPHABET)] for byte in derived("code")[:8])
    return {"secret": derived("secret"), "code": code}


def script_key(seed: str, earlier: int) -> str:
    """Key of a scripted tournament: the same for the same seed, but for how many there were before on
    this site, because a code names one match only."""
    return hashlib.sha256(f"tournament:{seed}:{earlier}".encode()).hexdigest()
