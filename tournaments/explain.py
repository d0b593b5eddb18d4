"""Why this table, why this place: reasons stored as numbers, told in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Entry, Round, Table, Tournament
from tournaments.pairing.event import NoLegalPairing, Sizes
from tournaments.pairing.plan import table_sizes
from tournaments.pairing.points import POINT


@dataclass(frozen=True)
class Reason:
    heading: str
    text: str


def ordinal(number: int) -> str:
    """In words up to fifth, as a place or a seat."""
    words = [
        pgettext("place", "first"),
        pgettext("place", "second"),
        pgettext("place", "third"),
        pgettext("place", "fourth"),
        pgettext("place", "fifth"),
    ]
    return words[number - 1] if number <= len(words) else str(number)


def short_ordinal(number: int) -> str:
    """1st, 2nd, 3rd."""
    match number:
        case 1:
            return pgettext("place", "1st")
        case 2:
            return pgettext("place", "2nd")
        case 3:
            return pgettext("place", "3rd")
        case _:
            return pgettext("place", "%(n)dth") % {"n": number}


def why_table(table: Table, round_: Round, entries: Mapping[int, Entry], reader: int | None) -> list[Reason]:
    """`reader` is the entry that reads, for the words about the seat; None for everybody else."""
    reason = table.reason
    names = {pk: entry.user.shown_name for pk, entry in entries.items()}
    found = [_scores(reason, round_), _faces(reason, round_, names)]
    if reason["off_size"]:
        found.append(_size(len(reason["seats"])))
    found += _floats(reason, names)
    found.append(_seat(reason, names, reader))
    return found


def _scores(reason: Mapping[str, Any], round_: Round) -> Reason:
    scores = sorted((row["score"] / POINT for row in reason["seats"]), reverse=True)
    heading = _("Scores.")
    if round_.number == 1:
        return Reason(
            heading, _("Nobody has points yet: the tables of round 1 are drawn by lot from the seed.")
        )
    if reason["spread"] == 0:
        text = _("Everybody at the table has %(points).2f points.") % {"points": scores[0]}
        return Reason(heading, text)
    listed = ", ".join(f"{score:.2f}" for score in scores)
    text = _(
        "The table holds %(scores)s points. The pairing puts players with about as many points together, "
        "as far as repeats allow."
    )
    return Reason(heading, text % {"scores": listed})


def _faces(reason: Mapping[str, Any], round_: Round, names: Mapping[int, str]) -> Reason:
    heading = _("New faces.")
    all_tables = round_.criteria.get("repeats", 0)
    if not reason["repeats"]:
        here = _("Nobody here has met another before.")
    else:
        pairs = "; ".join(
            _("%(one)s and %(other)s") % {"one": names[row["entries"][0]], "other": names[row["entries"][1]]}
            for row in reason["repeats"]
        )
        here = _("Met before: %(pairs)s. No arrangement of this round does with fewer repeats.") % {
            "pairs": pairs
        }
    total = ngettext(
        "Across all tables %d pair meets again.", "Across all tables %d pairs meet again.", all_tables
    )
    everywhere = total % all_tables if all_tables else _("Across all tables there are no repeats.")
    return Reason(heading, f"{here} {everywhere}")


def _size(size: int) -> Reason:
    text = _(
        "This table has %(size)d seats so that nobody is left over. Those who have sat at such a table least "
        "often come first, then the lower end of the standings."
    )
    return Reason(_("Size."), text % {"size": size})


def _floats(reason: Mapping[str, Any], names: Mapping[int, str]) -> list[Reason]:
    again = [row for row in reason["floats"] if row["again"]]
    if not again:
        return []
    told = " ".join(
        (
            _("%(name)s plays down for the second time running.")
            if row["direction"] == "down"
            else _("%(name)s plays up for the second time running.")
        )
        % {"name": names[row["entry"]]}
        for row in again
    )
    return [Reason(_("Up and down."), told)]


def _seat(reason: Mapping[str, Any], names: Mapping[int, str], reader: int | None) -> Reason:
    heading = _("Seats.")
    for seat, row in enumerate(reason["seats"], 1):
        if row["entry"] != reader:
            continue
        if not row["earlier"]:
            text = _("You play %(seat)s. Seats of a first round are drawn by lot.") % {"seat": ordinal(seat)}
            return Reason(heading, text)
        earlier = ", ".join(ordinal(s + 1) for s, _size_ in row["earlier"])
        text = _("You play %(seat)s. So far you have played %(earlier)s: seats even out over the rounds.")
        return Reason(heading, text % {"seat": ordinal(seat), "earlier": earlier})
    first = names[reason["seats"][0]["entry"]]
    return Reason(heading, _("%(name)s starts. Seats even out over the rounds.") % {"name": first})


def warnings(tournament: Tournament, players: int) -> list[str]:
    """What is known before the start and better said now."""
    sizes = Sizes(tournament.seats, tournament.min_seats, tournament.max_seats)
    try:
        tables = table_sizes(players, sizes)
    except NoLegalPairing:
        missing = tournament.min_seats - players
        told = ngettext("%d more player is needed.", "%d more players are needed.", missing)
        return [told % missing]
    found = []
    over = players - sum(tables)
    if over:
        told = ngettext(
            "In every round %d player is left over, with half a point.",
            "In every round %d players are left over, with half a point each.",
            over,
        )
        found.append(told % over)
    fresh = rounds_without_repeats(players, tables)
    if tournament.round_count is not None and fresh < tournament.round_count:
        told = _(
            "%(players)d players at tables of %(seats)d: from round %(round)d on some must meet again, "
            "wherever they are put."
        )
        found.append(told % {"players": players, "seats": max(tables), "round": fresh + 1})
    return found


def rounds_without_repeats(players: int, tables: Sequence[int]) -> int:
    """At most so many rounds: everybody meets size - 1 others in each, and and where nobody is
    left over a table needs one player from each of as many earlier tables as it has seats."""
    if sum(tables) == players and len(tables) < max(tables):
        return 1
    return (players - 1) // (max(tables) - 1)
