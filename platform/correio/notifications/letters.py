"""The words of a mail, in the reader's language and zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from correio.matches.models import Match, Seat
from correio.matches.shown import match_json
from correio.notifications.models import Kind, Notice
from correio.notifications.telling import teller


@dataclass(frozen=True)
class Letter:
    subject: str
    text: str
    html: str


def write(notice: Notice, now: datetime) -> Letter:
    user = notice.user
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        if notice.match is None:
            return _of_page(notice)
        context = _context(notice, notice.match, now)
        name = f"notifications/{notice.kind}"
        return Letter(
            subject=_subject(notice, context),
            text=render_to_string(f"{name}.txt", context).strip() + "\n",
            html=render_to_string("notifications/letter.html", {**context, "body": f"{name}.html"}),
        )


def _of_page(notice: Notice) -> Letter:
    story = teller(notice.kind).write(notice)
    context = {
        "reader": notice.user,
        "lines": story.lines,
        "button": story.button,
        "url": f"{settings.SITE_URL}{notice.path}",
        "settings_url": f"{settings.SITE_URL}/settings/mail/",
    }
    return Letter(
        subject=story.subject,
        text=render_to_string("notifications/page.txt", context).strip() + "\n",
        html=render_to_string("notifications/letter.html", {**context, "body": "notifications/page.html"}),
    )


def _context(notice: Notice, match: Match, now: datetime) -> dict[str, Any]:
    """Everything about the match comes from the view of the reader's own seat."""
    seats = list(Seat.objects.filter(match=match).select_related("user"))
    own = next(seat for seat in seats if seat.user_id == notice.user_id)
    shown = match_json(match, own.seat, language=notice.user.language)
    others = [seat["name"] for seat in shown["seats"] if seat["seat"] != own.seat]
    return {
        "reader": notice.user,
        "match": shown,
        "kind": notice.kind,
        "url": f"{settings.SITE_URL}/m/{match.code}/",
        "settings_url": f"{settings.SITE_URL}/settings/mail/",
        "others": ", ".join(others),
        "deadline": absolute(own.deadline) if own.deadline else "",
        "left": _in_words(own.deadline - now) if own.deadline else "",
        "leaver": next((s["name"] for s in shown["seats"] if s["seat"] == notice.seat), ""),
        "leaver_reason": next((s.left_reason for s in seats if s.seat == notice.seat), ""),
        "own": shown["seats"][own.seat],
        "news": [line for entry in shown["log"][-4:] for line in entry["lines"]],
        "standing": sorted(
            (seat for seat in shown["seats"] if seat.get("place")), key=lambda seat: seat["place"]
        ),
    }


def _subject(notice: Notice, context: dict[str, Any]) -> str:
    words = {"game": context["match"]["title_name"], "others": context["others"], "left": context["left"]}
    match Kind(notice.kind):
        case Kind.YOUR_TURN:
            return _("Your turn: %(game)s with %(others)s") % words
        case Kind.REMINDER:
            return _("%(left)s left: %(game)s with %(others)s") % words
        case Kind.SEAT_LEFT:
            return _("A player left: %(game)s with %(others)s") % words
        case Kind.FINISHED:
            return _("Finished: %(game)s with %(others)s") % words
        case Kind.CANCELLED:
            return _("Cancelled: %(game)s") % words
        case _:
            raise ValueError(f"{notice.kind} is not about a match")


def absolute(instant: datetime) -> str:
    """`Tue 1 Dec 2026, 21:52 Europe/Lisbon (UTC+00:00)`: readable whenever the mail is read."""
    local = timezone.localtime(instant)
    offset = local.strftime("%z")
    return f"{date_format(local, 'D j M Y, H:i')} {local.tzinfo} (UTC{offset[:3]}:{offset[3:]})"


def _in_words(left: Any) -> str:
    hours, minutes = divmod(max(int(left.total_seconds()) // 60, 0), 60)
    days, hours = divmod(hours, 24)
    if days:
        return _("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)d min") % {"minutes": minutes}
