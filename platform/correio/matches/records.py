"""The downloadable record of a finished match, with its secret; nothing of it before the end."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from correio.matches import fairness
from correio.matches.desk import NOT_PLAYED
from correio.matches.errors import RefereeError
from correio.matches.models import Match, Move
from engines import records, registry
from engines.chance import KeyedChance
from engines.protocol import Result


def record(match: Match) -> records.Record:
    """Raises RefereeError while the match is not finished: its secret must stay one."""
    if match.status != Match.Status.FINISHED:
        raise RefereeError(
            "not_finished", _("The record with its secret is published when the match is over.")
        )
    seats = list(match.seats.order_by("seat"))
    moves = match.moves.order_by("seq")
    return records.Record(
        match=match.code,
        game=match.game,
        title=match.title,
        rules_version=match.rules_version,
        components=match.components,
        seats=match.seat_count,
        options=match.options,
        commitment=match.commitment,
        secret=bytes(match.secret).hex(),
        nonces=tuple(n.hex() for n in fairness.nonces(match.code, [seat.nonce for seat in seats])),
        dealt=_dealt(match, [seat.nonce for seat in seats]),
        acts=tuple(_act(move) for move in moves if move.notation not in NOT_PLAYED),
        result=msgspec.convert(_result(match), Result),
    )


def _dealt(match: Match, given: list[bytes | None]) -> tuple[int, ...]:
    drawn: list[int] = []
    chance = KeyedChance(fairness.key(match.secret, match.code, given))
    chance.drawn = drawn
    registry.rules(match.game, match.rules_version).start(match.seat_count, match.options, chance)
    return tuple(drawn)


def _act(move: Move) -> records.Act:
    assert move.seat is not None
    return records.Act(
        seq=move.seq,
        actor=move.actor,  # type: ignore[arg-type]
        seat=move.seat,
        notation=move.notation,
        drawn=tuple(move.drawn),
        level=move.bot_level,
        bot_version=move.bot_version,
    )


def _result(match: Match) -> dict[str, object]:
    stored = match.result or {}
    return {key: stored[key] for key in ("places", "points", "reason", "parts") if key in stored}


def encoded(match: Match) -> bytes:
    return records.encode(record(match))
