"""Why this table, why this place: reasons stored as numbers, told in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tournaments.models import Entry, Pairing, Round, Table, Tournament
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
    """1st, 2nd, 3rd, 11th, 21st."""
    match number % 10 if number % 100 not in (11, 12, 13) else 0:
        case 1:
            return pgettext("place", "%(n)dst") % {"n": number}
        case 2:
            return pgettext("place", "%(n)dnd") % {"n": number}
        case 3:
            return pgettext("place", "%(n)drd") % {"n": number}
        case _:
            return pgettext("place", "%(n)dth") % {"n": number}


def why_table(table: Table, round_: Round, entries: Mapping[int, Entry], reader: int | None) -> list[Reason]:
    """`reader` is the entry that reads, for the words about the seat; None for everybody else."""
    reason = table.reason
    names = {pk: entry.user.shown_name for pk, entry in entries.items()}
    if reason.get("hand"):
        return _by_hand(reason, round_, names)
    if reason.get("system") == Tournament.System.DUTCH:
        return _by_dutch(reason, names)
    if reason.get("system") == Tournament.System.ROUND_ROBIN:
        return _by_schedule(reason, round_, names)
    if reason.get("system") == Tournament.System.KNOCKOUT:
        return _by_bracket(reason, names)
    found = [_scores(reason, round_), _faces(reason, round_, names)]
    if reason["off_size"]:
        found.append(_size(len(reason["seats"])))
    found += _floats(reason, names)
    found.append(_seat(reason, names, reader))
    return found


def why_bye(row: Pairing, round_: Round, system: str) -> str:
    """Why an entry has no table in a round."""
    match row.bye:
        case Pairing.Bye.HALF:
            return _("Asked for a half-point bye, or was given one.")
        case Pairing.Bye.ZERO:
            return _("Was not there, asked for a zero-point bye, or is out.")
        case Pairing.Bye.FULL if system == Tournament.System.KNOCKOUT:
            return _("Goes on without a match: the opponent left.")
        case Pairing.Bye.FULL:
            why = round_.changed_why or _("the opponent left")
            return _("Has a full point: %(why)s.") % {"why": why}
    match system:
        case Tournament.System.KNOCKOUT:
            return _("Goes on without a match: the top seeds do when the bracket is not full.")
        case Tournament.System.ROUND_ROBIN:
            return _("The schedule leaves everybody over equally often, and this is the round.")
        case Tournament.System.DUTCH:
            return _(
                "Somebody is left over: of those who never were, who has fewest points and leaves a legal "
                "pairing."
            )
        case _:
            return _(
                "Somebody is left over: of those who never were, who has fewest points, then who has played "
                "most, then who ranks lowest."
            )


def _by_hand(reason: Mapping[str, Any], round_: Round, names: Mapping[int, str]) -> list[Reason]:
    why = round_.changed_why or _("no reason was given")
    found = [Reason(_("By hand."), _("The director laid this table: %(why)s.") % {"why": why})]
    if reason["repeats"]:
        text = _("Met before: %(pairs)s.") % {"pairs": _pairs(reason["repeats"], names)}
        found.append(Reason(_("New faces."), text))
    return found


DUTCH = {
    "C4": gettext_lazy("the rest could not be paired otherwise"),
    "C5": gettext_lazy("the bye goes to the lowest score"),
    "C6": gettext_lazy("as many pairs as possible"),
    "C7": gettext_lazy("those who float down have the lowest scores"),
    "C8": gettext_lazy("the next bracket can be paired as well as possible"),
    "C9": gettext_lazy("who gets the bye has played most"),
    "C10": gettext_lazy("topscorers and their opponents stay within two of a colour"),
    "C11": gettext_lazy("topscorers and their opponents have no colour three times running"),
    "C12": gettext_lazy("preferred colours"),
    "C13": gettext_lazy("strongly preferred colours"),
    "C14": gettext_lazy("nobody floats down who floated down in the last round"),
    "C15": gettext_lazy("nobody meets a player from above who floated up in the last round"),
    "C16": gettext_lazy("nobody floats down who floated down two rounds ago"),
    "C17": gettext_lazy("nobody meets a player from above who floated up two rounds ago"),
    "C18": gettext_lazy("smallest score difference for who floated down in the last round"),
    "C19": gettext_lazy("smallest score difference for who floated up in the last round"),
    "C20": gettext_lazy("smallest score difference for who floated down two rounds ago"),
    "C21": gettext_lazy("smallest score difference for who floated up two rounds ago"),
    "4.2": gettext_lazy("the order of candidates"),
    "no opponent": gettext_lazy("nobody of the group may be met"),
}
"""Criteria of FIDE's Dutch system in a few words (C.04.3, articles 2 and 4)."""

COLOURS = {
    "5.2.1": gettext_lazy("both have the colour they prefer"),
    "5.2.2": gettext_lazy("the stronger preference of the two decided"),
    "5.2.3": gettext_lazy("they alternate from the last round in which their colours differed"),
    "5.2.4": gettext_lazy("the preference of the higher ranked decided"),
    "5.2.5": gettext_lazy("neither prefers one: the pairing number and the lot of round 1 decided"),
}
"""C.04.3, article 5."""


def _by_dutch(reason: Mapping[str, Any], names: Mapping[int, str]) -> list[Reason]:
    """Two seats by FIDE's rules, by what `systems` has stored."""
    scores = {row["entry"]: row["score"] / 10 for row in reason["seats"]}
    white, black = scores
    words = {"group": f"{reason['bracket'] / 10:g}"}
    text = _("Both are in the group of %(group)s points.") % words
    if reason["how"] == "moved down":
        text = _("One of the two plays down into the group of %(group)s points.") % words
    found = [Reason(_("Scores."), text)]
    for row in reason["down"]:
        criteria = "; ".join(_criterion(code) for code in row["by"])
        words = {"name": names[row["entry"]], "why": criteria}
        found.append(Reason(_("Down."), _("%(name)s floats down: %(why)s.") % words))
    if reason["missed"]:
        missed = "; ".join(
            f"{DUTCH.get(code, code)} ({code}: {count})" for code, count in reason["missed"].items()
        )
        text = _("In this group not everything could be kept: %(missed)s.") % {"missed": missed}
        found.append(Reason(_("As far as possible."), text))
    rule = reason["colours_by"]
    text = _("%(white)s starts against %(black)s: %(why)s (%(rule)s).") % {
        "white": names[white],
        "black": names[black],
        "why": COLOURS.get(rule, rule),
        "rule": rule,
    }
    found.append(Reason(_("Seats."), text))
    return found


def _criterion(code: str) -> str:
    words = str(DUTCH.get(code, code))
    return words if code == "no opponent" else f"{words} ({code})"


def _by_schedule(reason: Mapping[str, Any], round_: Round, names: Mapping[int, str]) -> list[Reason]:
    text = _(
        "Everybody meets everybody: the numbers were drawn by lot at the start, and round %(round)d of the "
        "schedule puts these together."
    )
    first = names[reason["seats"][0]["entry"]]
    return [
        Reason(_("Schedule."), text % {"round": round_.number}),
        Reason(_("Seats."), _("%(name)s starts, as the schedule says.") % {"name": first}),
    ]


def _by_bracket(reason: Mapping[str, Any], names: Mapping[int, str]) -> list[Reason]:
    players = ", ".join(
        _("%(name)s (seed %(seed)d)") % {"name": names[row["entry"]], "seed": row["seed"]}
        for row in sorted(reason["seats"], key=lambda row: row["seed"])
    )
    match reason["drawn"]:
        case "seeding":
            text = _("The bracket sets the seeds so that the strongest meet last: %(players)s.")
        case "losers":
            text = _("Who lost before the final plays for the third place: %(players)s.")
        case "dealt":
            text = _("Those left are dealt to the tables by seed: %(players)s.")
        case _:
            text = _("The winners of two neighbouring boxes of the bracket meet: %(players)s.")
    return [Reason(_("Bracket."), text % {"players": players})]


def _pairs(repeats: Sequence[Mapping[str, Any]], names: Mapping[int, str]) -> str:
    return "; ".join(
        _("%(one)s and %(other)s") % {"one": names[row["entries"][0]], "other": names[row["entries"][1]]}
        for row in repeats
    )


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
        pairs = _pairs(reason["repeats"], names)
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
