"""A PostgreSQL and a Valkey for the length of a test run."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from correio.embedded.postgres import Postgres
    from correio.embedded.valkey import Valkey


class Running:
    """One server that a test may kill, stop and start again; its address stays."""

    def __init__(self, server: Postgres | Valkey) -> None:
        self._server = server
        self._process: subprocess.Popen[bytes] | None = server.start()
        self.url = server.url

    def start(self) -> None:
        if self._process is None:
            self._process = self._server.start()

    def stop(self) -> None:
        if self._process is not None:
            self._server.stop(self._process)
            self._process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def kill(self) -> None:
        """As by kill -9 or a power cut: no goodbye."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Servers:
    def __init__(self, postgres: Running, valkey: Running) -> None:
        self.postgres, self.valkey = postgres, valkey
        self.database_url, self.redis_url = postgres.url, valkey.url

    def environment(self) -> dict[str, str]:
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


@contextlib.contextmanager
def temporary(*, durable: bool = False) -> Iterator[Servers]:
    """Start both in a temporary folder; stop them and throw the folder away at the end.

    `durable` makes commits wait for the disk as in earnest, for measurements."""
    from correio.embedded.account import unprivileged
    from correio.embedded.places import PASSAGE, Home
    from correio.embedded.postgres import Postgres
    from correio.embedded.valkey import Valkey

    folder = Path(tempfile.mkdtemp(prefix="correio-test-", dir="/tmp"))
    account = unprivileged()
    if account:
        folder.chmod(PASSAGE)
    home = Home(folder, account)
    try:
        with contextlib.ExitStack() as running:
            valkey = Running(Valkey(home))
            running.callback(valkey.stop)
            postgres = Running(Postgres(home, durable=durable))
            running.callback(postgres.stop)
            yield Servers(postgres, valkey)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
