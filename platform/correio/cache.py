"""The cache holds limits and nothing that matters: without Redis it is empty, keeps nothing (like Django's
dummy cache), and nobody waits for it.

After a failure this process leaves Redis alone for some seconds, so that a page pays for a dead server once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

REST_SECONDS = 5.0


class ForgivingRedisCache(RedisCache):
    _rests_until = 0.0
    """Of the whole process: every thread has a cache object of its own."""

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().add, True, args, kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._try(super().get, default, (key, default, version), {})

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._try(super().set, None, args, kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().touch, False, args, kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().delete, False, args, kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().get_many, {}, args, kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().set_many, [], args, kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._try(super().delete_many, None, args, kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().has_key, False, args, kwargs)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> Any:
        value = self._try(super().incr, None, (key, delta, version), {})
        if value is None:
            raise ValueError(f"Key {key!r} not found")
        return value

    def clear(self) -> Any:
        return self._try(super().clear, False, (), {})

    def _try(self, ask: Callable[..., Any], empty: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if time.monotonic() < ForgivingRedisCache._rests_until:
            return empty
        try:
            return ask(*args, **kwargs)
        except (RedisError, OSError) as error:
            ForgivingRedisCache._rests_until = time.monotonic() + REST_SECONDS
            log.warning("the cache rests for %s s: %s", REST_SECONDS, error)
            return empty
