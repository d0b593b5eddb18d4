"""A limit for pages; the limits of the API are DRF's own. All of them live in the cache."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle


class GuestThrottle(AnonRateThrottle):
    """How many guests one address may make."""

    scope = "guest"


def may_make_guest(request: HttpRequest) -> bool:
    return bool(GuestThrottle().allow_request(Request(request), view=None))  # type: ignore[arg-type]
