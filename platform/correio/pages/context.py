"""What every page needs: how many matches wait for the reader, and where the next one is."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from correio.matches.waiting import waiting_seats


def site(request: HttpRequest) -> dict[str, Any]:
    """`waiting` asks the database only if a template looks at it, and once."""
    user = getattr(request, "user", None)
    waiting = waiting_seats(user.pk).count if user is not None and user.is_authenticated else None
    return {
        "waiting": SimpleLazyObject(waiting) if waiting else 0,
        "next_match_url": reverse("next_match"),
        "theme": getattr(request, "theme", "system"),
        "languages": settings.LANGUAGES,
        "development": settings.DEVELOPMENT,
    }
