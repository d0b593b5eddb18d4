"""Where a person is signed in. Sessions are opaque rows that name their user only inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User

AGENT = "agent"
"""Key in a session: what the browser called itself when it signed in."""
SINCE = "since"


@dataclass(frozen=True)
class Device:
    name: str
    """Names the session without giving its key away."""
    agent: str
    since: datetime
    current: bool


def remember_device(sender: Any, request: HttpRequest | None, **kwargs: Any) -> None:
    """Receiver of `user_logged_in`."""
    session = getattr(request, "session", None)
    if request is not None and session is not None:
        session[AGENT] = _short(request.headers.get("User-Agent", ""))
        session[SINCE] = timezone.now().isoformat()


def devices(user: User, current_key: str | None) -> list[Device]:
    found = []
    for row, data in _sessions_of(user):
        since = data.get(SINCE)
        begun = row.expire_date - timedelta(seconds=settings.SESSION_COOKIE_AGE)
        found.append(
            Device(
                name=row.session_key[:12],
                agent=data.get(AGENT) or _("A browser"),
                since=datetime.fromisoformat(since) if since else begun,
                current=row.session_key == current_key,
            )
        )
    return sorted(found, key=lambda device: (not device.current, device.since))


def end_sessions(user: User, *, name: str = "", keep: str | None = None) -> int:
    """Signs out the session of that name, or without a name all but `keep`; returns how many."""
    ended = 0
    for row, _data in _sessions_of(user):
        if row.session_key != keep and row.session_key.startswith(name):
            row.delete()
            ended += 1
    return ended


def expired(now: datetime) -> QuerySet[Session]:
    """Rows that may be forgotten."""
    return Session.objects.filter(expire_date__lt=now)


def _sessions_of(user: User) -> Iterator[tuple[Session, dict[str, str]]]:
    """Only decoding tells whose a session is. These pages are opened seldom enough."""
    for row in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        data = row.get_decoded()
        if data.get("_auth_user_id") == str(user.pk):
            yield row, data


def _short(agent: str) -> str:
    """`Firefox on Linux`: enough to know one's own devices again."""
    browsers = ("Edg", "OPR", "Firefox", "Chrome", "Safari", "curl")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    browser = next((each for each in browsers if each in agent), "")
    system = next((each for each in systems if each in agent), "")
    names = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS"}
    parts = [names.get(part, part) for part in (browser, system) if part]
    return " / ".join(parts)
