"""A lock that says who holds it, and that a killed holder cannot leave behind."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from correio.embedded.children import alive
from correio.embedded.trouble import Trouble


@contextlib.contextmanager
def held(path: Path, refusal: Callable[[int], Trouble], patience: float = 20.0) -> Iterator[None]:
    """Hold `path` or raise `refusal(pid of the holder)`. A holder that is dead but whose children still have
    the lock open is waited for, `patience` seconds."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        until = time.monotonic() + patience
        while not _taken(handle):
            holder = int(os.pread(handle, 20, 0) or b"0")
            if alive(holder) or time.monotonic() > until:
                raise refusal(holder)
            time.sleep(0.1)
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(handle)


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
