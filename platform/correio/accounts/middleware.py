"""The reader's language, time zone and theme for each request, with or without an account."""

from __future__ import annotations

import functools
from collections.abc import Callable
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from correio.accounts.models import User

ZONE_COOKIE = "zone"
THEME_COOKIE = "theme"


def known_zone(name: str) -> bool:
    return name in _zones()


@functools.cache
def _zones() -> set[str]:
    """Reads a few hundred files: once for each process."""
    return available_timezones()


class PreferencesMiddleware:
    """An account's own settings win; a stranger's come from cookies and from the browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user if request.user.is_authenticated else None
        zone = _zone(request, user)
        language = user.language if user else translation.get_language_from_request(request)
        request.theme = _theme(request, user)  # type: ignore[attr-defined]
        request.LANGUAGE_CODE = language
        with timezone.override(ZoneInfo(zone)), translation.override(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


def _zone(request: HttpRequest, user: User | None) -> str:
    name = user.time_zone if user else request.COOKIES.get(ZONE_COOKIE, "UTC")
    return name if known_zone(name) else "UTC"


def _theme(request: HttpRequest, user: User | None) -> str:
    name = user.theme if user else request.COOKIES.get(THEME_COOKIE, "")
    return name if name in User.Theme.values else User.Theme.SYSTEM
