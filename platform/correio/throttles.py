"""Limits on how often one caller may ask. They live in Redis and never matter more than the request:
without Redis everybody is let through, and for some seconds nobody waits for Redis again.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from django.http import HttpRequest
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import (
    AnonRateThrottle,
    ScopedRateThrottle,
    SimpleRateThrottle,
    UserRateThrottle,
)

log = logging.getLogger(__name__)

REST_SECONDS = 5.0


class _Rest:
    """When this process may ask Redis again."""

    until = 0.0


class Forgiving(SimpleRateThrottle):
    """Mixin: a cache that cannot be reached limits nobody."""

    def allow_request(self, request: Request, view: Any) -> bool:
        if time.monotonic() < _Rest.until:
            return True
        try:
            return bool(super().allow_request(request, view))
        except (RedisError, OSError) as error:
            _Rest.until = time.monotonic() + REST_SECONDS
            log.warning("throttles rest for %s s: %s", REST_SECONDS, error)
            return True


class AnonymousThrottle(Forgiving, AnonRateThrottle):
    pass


class UserThrottle(Forgiving, UserRateThrottle):
    pass


class ScopedThrottle(Forgiving, ScopedRateThrottle):
    pass


class GuestThrottle(Forgiving, AnonRateThrottle):
    """How many guests one address may make: for pages, which have no DRF view."""

    scope = "guest"


def may_make_guest(request: HttpRequest) -> bool:
    return GuestThrottle().allow_request(Request(request), view=None)
