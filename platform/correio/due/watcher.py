"""Keeps the sweeps going when beat, broker or workers are not: clocks fall while Redis is down."""

from __future__ import annotations

import logging
import threading
from datetime import datetime

from django.db import close_old_connections, connection
from django.utils import timezone

from correio.due import heartbeat
from correio.due.registry import QUEUES
from correio.due.sweep import sweep

logger = logging.getLogger(__name__)

PAUSE = 2.0
"""Seconds between looks."""


def watch_once(queue: str, now: datetime | None = None) -> int:
    """Sweeps the queue if nobody else does; returns how many rows were handled."""
    if not heartbeat.is_stale(queue, now or timezone.now()):
        return 0
    return sweep(queue, limit=500)


def watch(stop: threading.Event) -> None:
    """One thread for each queue, so that a slow search or mail server holds up no clock."""
    threads = [
        threading.Thread(target=_watch_queue, args=(queue, stop), name=f"watch {queue}") for queue in QUEUES
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _watch_queue(queue: str, stop: threading.Event) -> None:
    while not stop.is_set():
        close_old_connections()
        try:
            watch_once(queue)
        except Exception:
            logger.exception("the watcher could not sweep %s; it goes on", queue)
        stop.wait(PAUSE)
    connection.close()
