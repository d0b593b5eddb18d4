"""Keeping one process up: started again when it dies, stopped when we are told to or our manager is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from correio.embedded import children

MANAGER = "CORREIO_MANAGER_PID"
"""Environment variable: the process whose end ends us, even if it was killed and could not say goodbye."""

QUICK = 30.0
"""Seconds: a process that ends sooner than that after its start is failing, not unlucky."""
GIVE_UP_AFTER = 5
LOOK_EVERY = 0.5
"""Seconds between two looks at our manager."""


class Kept(Protocol):
    @property
    def name(self) -> str: ...
    def start(self) -> subprocess.Popen[bytes]:
        """Return when it is ready for use."""
        ...

    def stop(self, process: subprocess.Popen[bytes]) -> None: ...


class Command:
    """A plain command that counts as ready at once and stops on SIGTERM."""

    def __init__(
        self, name: str, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        self._command = command
        self._environment = environment

    def start(self) -> subprocess.Popen[bytes]:
        return children.start(self._command, folder=Path.cwd(), environment=self._environment)

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        children.stop(process, (signal.SIGTERM, 10))


def keep(kept: Kept, on_ready: Callable[[], None] = lambda: None) -> int:
    """Run until SIGTERM, SIGINT or the manager's end: 0. In a crash loop give up: its exit code."""
    told_to_stop = _StopSignals()
    failures = 0
    while not told_to_stop:
        began = time.monotonic()
        process = kept.start()
        on_ready()
        if told_to_stop.wait_for(process):
            break
        failures = failures + 1 if time.monotonic() - began < QUICK else 1
        if failures >= GIVE_UP_AFTER:
            _say(
                f"{kept.name} ended {failures} times in a row, last with code {process.returncode}; giving up"
            )
            return process.returncode or 1
        _say(f"{kept.name} ended with code {process.returncode}; starting it again")
        told_to_stop.pause(min(5.0, 0.1 * 2**failures))
    else:
        return 0
    kept.stop(process)
    return 0


class _StopSignals:
    def __init__(self) -> None:
        self._told = False
        manager = os.environ.get(MANAGER)
        self._manager = int(manager) if manager else None
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._remember)

    def __bool__(self) -> bool:
        return self._told or (self._manager is not None and not children.alive(self._manager))

    def wait_for(self, process: subprocess.Popen[bytes]) -> bool:
        """True when we shall stop; False when the process ended by itself."""
        while not self:
            try:
                process.wait(LOOK_EVERY)
            except subprocess.TimeoutExpired:
                continue
            return bool(self)
        return True

    def pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self and time.monotonic() < until:
            time.sleep(0.05)

    def _remember(self, *_: object) -> None:
        self._told = True


def _say(text: str) -> None:
    print(f"correio: {text}", file=sys.stderr, flush=True)
