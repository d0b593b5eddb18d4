"""Starting and stopping child processes so that none outlives us, not even after kill -9."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from correio.embedded.account import Account

PR_SET_PDEATHSIG = 1


def start(
    command: Sequence[str | Path],
    *,
    account: Account | None = None,
    folder: Path | str = "/",
    output: IO[bytes] | None = None,
    stdin: int = subprocess.DEVNULL,
    dies_by: signal.Signals = signal.SIGTERM,
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """`dies_by` is what Linux sends the child should this process vanish.

    In a session of its own a child does not get the terminal's Ctrl-C: whoever started it stops it in good
    order, and with one signal only (to Celery a second one means "at once")."""
    return subprocess.Popen(
        [str(part) for part in command],
        cwd=folder,
        stdin=stdin,
        stdout=output,
        stderr=subprocess.STDOUT if output else None,
        env=environment,
        start_new_session=True,
        preexec_fn=_die_with_parent(dies_by),
        **(account.popen_arguments() if account else {}),
    )


def stop(process: subprocess.Popen[bytes], *steps: tuple[signal.Signals, float]) -> int:
    """Ask with each signal in turn, waiting so many seconds; then kill."""
    for number, patience in steps:
        if process.poll() is None:
            process.send_signal(number)
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                continue
    if process.poll() is None:
        process.kill()
    return process.wait()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _die_with_parent(number: signal.Signals) -> Callable[[], None] | None:
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    value = int(number)

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, value, 0, 0, 0)

    return ask
