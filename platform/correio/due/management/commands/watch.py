"""`manage.py watch`: supervised, any number of copies."""

from __future__ import annotations

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from correio.due.watcher import watch


class Command(BaseCommand):
    help = "Runs the sweeps of every queue whose heartbeat is older than ten seconds. Stops on SIGTERM."

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        watch(stop)
