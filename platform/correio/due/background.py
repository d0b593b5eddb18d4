"""What may be said after a commit without anybody waiting for it.

One thread of one process takes what has gathered since it last looked, so that a burst becomes a few
messages, a commit never waits for Redis, and what Redis refuses is counted and forgotten.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection

from correio.due import heartbeat

logger = logging.getLogger(__name__)

PATIENCE = 0.5
"""Seconds that `flush`, and with it the end of a process, may wait."""


class Background:
    def __init__(self, name: str, say: Callable[[Mapping[Any, Any]], int], pause: float = 0.0) -> None:
        """`say` gets what has gathered and returns how much of it failed; failures are counted as
        `<name>_failed`. `pause`: seconds after it in which more may gather."""
        self.name = name
        self.failures = 0
        self._say = say
        self._pause = pause
        self._lock = threading.Condition()
        self._waiting: dict[Any, Any] = {}
        self._busy = False
        self._pid = 0

    def send(self, what: Mapping[Any, Any]) -> None:
        """Never blocks; a later value under the same key replaces one that is still waiting."""
        with self._lock:
            self._waiting.update(what)
            if self._pid != os.getpid():
                self._pid, self._busy = os.getpid(), False
                threading.Thread(target=self._run, name=self.name, daemon=True).start()
            self._lock.notify_all()

    def flush(self, seconds: float = PATIENCE) -> bool:
        """Whether everything was said in time."""
        with self._lock:
            if self._pid != os.getpid():
                return not self._waiting
            return self._lock.wait_for(lambda: not self._waiting and not self._busy, seconds)

    def _run(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: bool(self._waiting))
                what, self._waiting, self._busy = self._waiting, {}, True
            try:
                failed = self._say(what)
            except Exception as error:
                logger.warning("%s: %s", self.name, error)
                failed = len(what)
            if failed:
                self._count(failed)
            with self._lock:
                self._busy = False
                self._lock.notify_all()
            if self._pause:
                time.sleep(self._pause)

    def _count(self, failed: int) -> None:
        self.failures += failed
        try:
            heartbeat.add_to_count(f"{self.name}_failed", failed)
        except Exception as error:
            logger.warning("%s: failures were not counted: %s", self.name, error)
        finally:
            connection.close()
