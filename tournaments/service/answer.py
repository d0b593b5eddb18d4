"""The next round with its reasons, the standings, and what the rules would have paired otherwise.

One shape for two seats and for tables, of plain values; players by what the file calls them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec
from django.utils.translation import gettext as _

from correio.refusal import Refusal
from tournaments import standings as at_tables
from tournaments import tiebreaks
from tournaments.pairing import arbiter, dutch, tables
from tournaments.pairing.event import BadEvent, Event, NoLegalPairing
from tournaments.pairing.plan import table_sizes
from tournaments.pairing.points import POINT
from tournaments.trf import Tournament

Outcome = Literal["paired", "no_legal_pairing", "over"]
Edition = tiebreaks.Edition

MOST_TIE_BREAKS: Final = 10
REASONS_UP_TO: Final = 200
"""Players up to which the criterion of every downfloater is worked out."""
CHECKED_UP_TO: Final = 300
"""Players up to which earlier rounds are paired again."""
BYES: Final = {"U": "pairing", "F": "full", "H": "half", "Z": "zero"}


def answer(
    found: Tournament | Event,
    *,
    order: Sequence[str] = (),
    edition: Edition = tiebreaks.CURRENT,
    parts: bool = False,
    check: bool = True,
) -> dict[str, Any]:
    """`order` empty: as the file says, or as is usual. Raises Refusal."""
    if len(order) > MOST_TIE_BREAKS:
        message = _("At most %(most)d tie-breaks: leave some out.") % {"most": MOST_TIE_BREAKS}
        raise Refusal("bad_tie_break", message, 422)
    try:
        if isinstance(found, Event):
            return _of_event(found, order, parts)
        return _of_report(found, order, edition, parts, check)
    except (tiebreaks.UnknownTieBreak, at_tables.UnknownTieBreak) as error:
        message = _("%(fault)s: name the order yourself, like BH/C1,BH,SB; at tables AOS,DE,WIN,SEC.")
        fault = str(error).capitalize()
        raise Refusal("bad_tie_break", message % {"fault": fault}, 422, {"fault": str(error)}) from error


# Two seats


def _of_report(
    tournament: Tournament, order: Sequence[str], edition: Edition, parts: bool, check: bool
) -> dict[str, Any]:
    names = {player.number: player.name for player in tournament.players}
    codes, rows = arbiter.standings_of(tournament, order[:], edition)
    coming = tournament.rounds_played + 1
    return {
        "format": "trf",
        "name": tournament.name,
        "players": len(names),
        "round": coming,
        **_next_by_dutch(tournament, names, coming),
        "standings": {
            "through": tournament.rounds_played,
            "edition": edition,
            "tie_breaks": codes,
            "lines": [
                _line(
                    row.rank,
                    row.number,
                    names,
                    row.points / 10,
                    zip(codes, row.values, strict=True),
                    parts=parts,
                )
                for row in rows
            ],
        },
        "check": _checked(tournament) if check and len(names) <= CHECKED_UP_TO else None,
    }


def _next_by_dutch(tournament: Tournament, names: Mapping[int, str], coming: int) -> dict[str, Any]:
    if tournament.rounds_total is not None and coming > tournament.rounds_total:
        return _without("over", _("All rounds are played."))
    here = set(names) - set(tournament.bye_in(coming))
    if not here:
        return _without("no_legal_pairing", _("Nobody is there to be paired."))
    try:
        found = dutch.pair(tournament, coming)
    except dutch.NoLegalPairing as error:
        return _without("no_legal_pairing", str(error).capitalize() + ".", error.relaxed)
    down = dutch.why_down(tournament, coming) if len(names) <= REASONS_UP_TO else {}
    scores = {player.number: tournament.points(player, coming - 1) for player in tournament.players}
    boards = [
        {
            "number": board,
            "seats": [_seat(number, names, scores[number] / 10) for number in (pair.white, pair.black)],
            "reason": _why(found, pair, down),
        }
        for board, pair in enumerate(found.pairs, 1)
    ]
    byes = [] if found.bye is None else [_bye(found.bye, names, scores[found.bye] / 10, "pairing")]
    byes += [
        _bye(number, names, scores[number] / 10, BYES[code])
        for number, code in sorted(tournament.bye_in(coming).items())
    ]
    return {"outcome": "paired", "why": "", "relaxed": [], "tables": boards, "byes": byes, "criteria": None}


def _why(found: dutch.RoundPairing, pair: dutch.Pair, down: Mapping[int, Sequence[str]]) -> dict[str, Any]:
    bracket = found.brackets[pair.bracket]
    return {
        "bracket": bracket.score / 10,
        "how": pair.how.value,
        "colours_by": pair.colours_by,
        "missed": bracket.missed,
        "down": [
            {"player": str(number), "by": list(down[number])}
            for number in (pair.white, pair.black)
            if number in down
        ],
    }


def _checked(tournament: Tournament) -> dict[str, Any]:
    differ = arbiter.differences(tournament)
    return {
        "right": not differ,
        "rounds": [
            {"round": number, "in_the_file": _boards(stored), "by_the_rules": _boards(ours)}
            for number, stored, ours in differ
        ],
    }


def _boards(found: Iterable[tuple[int, int]]) -> list[list[str]]:
    """White and Black; alone is who has the bye."""
    return [[str(number) for number in board if number] for board in found]


# Tables


def _of_event(event: Event, order: Sequence[str], parts: bool) -> dict[str, Any]:
    names = {player.id: player.name or player.id for player in event.players}
    codes = [code.upper() for code in order] or list(at_tables.DEFAULT)
    rows = at_tables.standings(event, codes)
    scores = {row.player: row.units / POINT for row in rows}
    return {
        "format": event.format,
        "name": "",
        "players": len(names),
        "round": event.next_round,
        **_next_at_tables(event, names, scores),
        "standings": {
            "through": len(event.rounds),
            "edition": None,
            "tie_breaks": codes,
            "lines": [
                _line(
                    row.position,
                    row.player,
                    names,
                    row.units / POINT,
                    zip(codes, row.values, strict=True),
                    parts=parts,
                )
                for row in rows
            ],
        },
        "check": None,
    }


def _next_at_tables(event: Event, names: Mapping[str, str], scores: Mapping[str, float]) -> dict[str, Any]:
    here = len(event.players) - len({bye.player for bye in event.away})
    try:
        table_sizes(here, event.sizes)
    except NoLegalPairing as error:
        return _without("no_legal_pairing", str(error).capitalize() + ".")
    try:
        found = tables.pair(event)
    except BadEvent as error:
        raise Refusal("bad_file", _("Not an event: %(fault)s") % {"fault": error}, 422) from error
    except NoLegalPairing as error:
        return _without("no_legal_pairing", str(error).capitalize() + ".", (dutch.Relax.PROHIBITED,))
    return {
        "outcome": "paired",
        "why": "",
        "relaxed": [],
        "tables": [
            {
                "number": table.number,
                "seats": [_seat(player, names, scores[player]) for player in table.seats],
                "reason": msgspec.to_builtins(table.reason),
            }
            for table in found.tables
        ],
        "byes": [_bye(bye.player, names, scores[bye.player], bye.kind) for bye in found.byes],
        "criteria": msgspec.to_builtins(found.criteria),
    }


# Both


def _without(outcome: Outcome, why: str, relaxed: Sequence[dutch.Relax] = ()) -> dict[str, Any]:
    rules = [rule.value for rule in relaxed]
    return {"outcome": outcome, "why": why, "relaxed": rules, "tables": [], "byes": [], "criteria": None}


def _seat(player: Any, names: Mapping[Any, str], score: float) -> dict[str, Any]:
    return {"player": str(player), "name": names[player], "score": round(score, 4)}


def _bye(player: Any, names: Mapping[Any, str], score: float, kind: str) -> dict[str, Any]:
    return {**_seat(player, names, score), "bye": kind}


def _line(
    position: int,
    player: Any,
    names: Mapping[Any, str],
    points: float,
    values: Iterable[tuple[str, Any]],
    *,
    parts: bool,
) -> dict[str, Any]:
    return {
        "position": position,
        "player": str(player),
        "name": names[player],
        "points": round(points, 4),
        "values": [
            {
                "code": code,
                "value": decimal(value.value),
                "parts": [_part(part) for part in value.parts] if parts else [],
            }
            for code, value in values
        ],
    }


def _part(part: Any) -> dict[str, Any]:
    return {
        "round": part.round,
        "opponent": str(part.opponent) if part.opponent else None,
        "value": decimal(part.value),
        "how": getattr(part, "how", ""),
        "cut": part.cut,
    }


def decimal(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 4)
