"""`{% load when %}`: instants and durations as a reader wants them, in words, before any script runs."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()

NO_BREAK = "\N{NO-BREAK SPACE}"


@register.simple_tag
def when(instant: datetime | str | None, show: str = "both") -> SafeString | str:
    """`show` is `both` (absolute and relative), `absolute`, `relative` or `day`. The JSON of a match gives
    its instants as ISO text.

    Written in the active zone; the page's script rewrites it in the reader's own and keeps it current.
    """
    if not instant:
        return ""
    if isinstance(instant, str):
        instant = datetime.fromisoformat(instant)
    local = timezone.localtime(instant)
    return format_html(
        '<time datetime="{}" data-when="{}" title="{}">{}</time>',
        instant.isoformat(),
        show,
        date_format(local, "DATETIME_FORMAT"),
        _in_words(local, show, timezone.now()),
    )


def _in_words(local: datetime, show: str, now: datetime) -> str:
    day = date_format(local, "D j M") if local.year == now.year else date_format(local, "j M Y")
    if show == "day":
        return day
    absolute = f"{day}, {local:%H:%M}".replace(" ", NO_BREAK)
    distance = duration(abs(local - now))
    relative = (
        _("in %(time)s") % {"time": distance} if local >= now else _("%(time)s ago") % {"time": distance}
    )
    if show == "relative":
        return relative
    return absolute if show == "absolute" else f"{absolute} ({relative})"


@register.filter
def duration(span: timedelta | float | None) -> str:
    """Two figures at most, never broken: `1 d 02 h`, `14 h 20 min`, `8 min`, `45 s`. Numbers are ms."""
    if span is None:
        return ""
    seconds = int(span.total_seconds() if isinstance(span, timedelta) else span / 1000)
    days, rest = divmod(max(0, seconds), 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, seconds = divmod(rest, 60)
    if days:
        text = f"{days} d {hours:02} h" if hours else f"{days} d"
    elif hours:
        text = f"{hours} h {minutes:02} min"
    elif minutes:
        text = f"{minutes} min"
    else:
        text = f"{seconds} s"
    return text.replace(" ", NO_BREAK)
