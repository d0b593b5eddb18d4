"""Says hurry after a commit. May fail at any time without anybody noticing but the gauge.

Publishing happens on a thread of its own, which merges what is waiting: a commit never waits for Redis,
and a burst of moves becomes a few messages.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading

from django.db import connection, transaction

from correio.due import heartbeat
from correio.due.registry import work

logger = logging.getLogger(__name__)

PATIENCE = 0.5
"""Seconds that `flush`, and with it the end of a process, may wait for Redis."""

EXPIRES = 20
"""Seconds after which a hurry is worthless: the sweep has seen the row since."""


class Publisher:
    """One thread of one process; `send` never blocks and keeps each name at most once."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._waiting: dict[str, None] = {}
        self._busy = False
        self._pid = 0
        self.failures = 0

    def send(self, names: tuple[str, ...]) -> None:
        with self._lock:
            self._waiting.update(dict.fromkeys(names))
            if self._pid != os.getpid():
                self._pid, self._busy = os.getpid(), False
                threading.Thread(target=self._run, name="nudge", daemon=True).start()
            self._lock.notify_all()

    def flush(self, seconds: float = PATIENCE) -> bool:
        """Whether everything was published in time."""
        with self._lock:
            if self._pid != os.getpid():
                return not self._waiting
            return self._lock.wait_for(lambda: not self._waiting and not self._busy, seconds)

    def _run(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: bool(self._waiting))
                names, self._waiting, self._busy = list(self._waiting), {}, True
            failed = sum(not self._publish(name) for name in names)
            if failed:
                self._count(failed)
            with self._lock:
                self._busy = False
                self._lock.notify_all()

    def _publish(self, name: str) -> bool:
        from correio.due.tasks import hurry

        try:
            hurry.apply_async(
                (name,), queue=work(name).queue, expires=EXPIRES, ignore_result=True, retry=False
            )
        except Exception as error:
            logger.warning("nobody was told to hurry with %s: %s", name, error)
            return False
        return True

    def _count(self, failed: int) -> None:
        self.failures += failed
        try:
            heartbeat.add_to_count("nudges_failed", failed)
        except Exception as error:
            logger.warning("failed nudges were not counted: %s", error)
        finally:
            connection.close()


publisher = Publisher()
atexit.register(publisher.flush)


def nudge(*names: str) -> None:
    """Hurry with these kinds of work once the running transaction has committed."""
    transaction.on_commit(lambda: publisher.send(names), robust=True)
