"""A tournament's dates as iCalendar (RFC 5545): the same event has the same UID whenever it is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext as _

from tournaments.models import Tournament

OCTETS = 73
"""Of a line, without its end and the space that continues it."""


@dataclass(frozen=True)
class Date:
    key: str
    title: str
    begins: datetime
    ends: datetime
    stamp: datetime
    """When it was decided: not when it is fetched, so that nothing changes that has not."""


def calendar(tournament: Tournament, *, address: str, host: str) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Correio//Tournaments//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_escaped(tournament.name)}",
    ]
    for date in dates(tournament):
        lines += [
            "BEGIN:VEVENT",
            f"UID:{tournament.slug}-{date.key}@{host}",
            f"DTSTAMP:{_moment(date.stamp)}",
            f"DTSTART:{_moment(date.begins)}",
            f"DTEND:{_moment(date.ends)}",
            f"SUMMARY:{_escaped(date.title)}",
            f"URL:{address}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def dates(tournament: Tournament) -> Iterator[Date]:
    """Opening, check-in and start while they are to come; every round with its window; on a rhythm the rounds
    to come too."""
    name, stamp = tournament.name, tournament.created_at
    if tournament.status == Tournament.Status.REGISTRATION:
        moments = (
            ("opens", _("%(name)s: registration opens"), tournament.opens_at),
            ("start", _("%(name)s starts"), tournament.starts_at),
        )
        for key, title, at in moments:
            if at is not None:
                yield Date(key, title % {"name": name}, at, at + timedelta(minutes=30), stamp)
    title = _("%(name)s, round %(n)d")
    last = 0
    for round_ in tournament.rounds.order_by("number"):
        last = round_.number
        ends = round_.window_end or round_.paired_at + timedelta(hours=1)
        words = title % {"name": name, "n": last}
        yield Date(f"round-{last}", words, round_.paired_at, ends, round_.paired_at)
    yield from _to_come(tournament, last, title)


def _to_come(tournament: Tournament, last: int, title: str) -> Iterator[Date]:
    begin = tournament.started_at or tournament.starts_at
    status = Tournament.Status
    if begin is None or tournament.status not in (status.REGISTRATION, status.RUNNING):
        return
    if tournament.round_every_days is None:
        return
    for number in range(last + 1, (tournament.round_count or 0) + 1):
        begins = begin + (number - 1) * timedelta(days=tournament.round_every_days)
        ends = begins + timedelta(days=tournament.window_days or tournament.round_every_days)
        words = title % {"name": tournament.name, "n": number}
        yield Date(f"round-{number}", words, begins, ends, tournament.created_at)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return text.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Not within a character of several octets."""
    parts, now, size = [], "", 0
    for character in line:
        octets = len(character.encode())
        if size + octets > OCTETS:
            parts.append(now)
            now, size = "", 0
        now, size = now + character, size + octets
    return "\r\n ".join([*parts, now])
