"""A whole site of real processes, the commands of `make play`, that a test may kill part by part.

Each part runs in a session of its own, so that a kill takes its children along as a power cut would,
and dies with the tests.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg

from correio import play
from correio.embedded import children
from correio.embedded.addresses import SOURCE_ROOT
from correio.embedded.throwaway import Servers, temporary
from correio.embedded.valkey import free_port

ROOT = SOURCE_ROOT
HOST = "127.0.0.1"
PATIENCE = 90.0
"""Seconds for anything that must come; a test that fails is slow, one that passes is not."""

UNLIMITED = dict.fromkeys(
    ("THROTTLE_ANON", "THROTTLE_USER", "THROTTLE_PREVIEW", "THROTTLE_GUEST"), "100000/min"
)
"""Dozens of guests come from the one address of this machine."""


class Site:
    """Web, workers, beat and watcher on servers of their own; nothing of it outlives `running`."""

    def __init__(self, servers: Servers, var: Path) -> None:
        self.servers = servers
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._var = var
        self._environment = {
            **os.environ,
            **servers.environment(),
            **UNLIMITED,
            "CORREIO_VAR": str(var),
            "CORREIO_DEVELOPMENT": "1",
            "SITE_URL": self.url,
            "PYTHONPATH": str(ROOT / "platform"),
            "PYTHONWARNINGS": f"ignore:{play.ROOT_WARNING}",
            "DJANGO_SETTINGS_MODULE": "correio.settings",
        }
        self._commands = play.processes(HOST, self.port, var)
        self._served = tuple(self._commands)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, *names: str) -> None:
        """All parts and commands, or those named; one that runs is left alone."""
        for name in names or self._commands:
            if not self.runs(name):
                self._processes[name] = self._launch(name, self._commands[name])

    def kill(self, *names: str) -> None:
        """kill -9 for the part and all its children; all parts and commands, or those named."""
        for name in names or list(self._processes):
            process = self._processes.pop(name, None)
            if process is None:
                continue
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def runs(self, name: str) -> bool:
        process = self._processes.get(name)
        return process is not None and process.poll() is None

    def fallen(self) -> list[str]:
        """Parts that ended although nobody killed them."""
        return [name for name in self._served if name in self._processes and not self.runs(name)]

    def manage(self, *arguments: str) -> str:
        """Output of a command that must succeed."""
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self._environment, capture_output=True, text=True)
        assert done.returncode == 0, f"manage.py {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}"
        return done.stdout

    def command(self, name: str, *arguments: str) -> None:
        """A management command beside the site; killed and started again like a part of it."""
        command = [sys.executable, str(ROOT / "manage.py"), name, *arguments]
        self._commands[name] = ["sh", "-c", 'exec "$@" > "$0"', str(self._output(name)), *command]
        self.start(name)

    def said(self, name: str) -> str | None:
        """What the command has printed, once it has succeeded."""
        process = self._processes.get(name)
        if process is None or process.poll() is None:
            return None
        assert process.returncode == 0, f"{name} ended with code {process.returncode}:\n{self.told()}"
        return self._output(name).read_text()

    def script(self, text: str) -> str:
        """Output of a few lines of Python inside the site."""
        return self.manage("shell", "--no-imports", "--verbosity", "0", "--command", text)

    def rows(self, query: str, *arguments: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.servers.database_url) as connection:
            return connection.execute(query, arguments or None).fetchall()

    def write(self, statement: str) -> None:
        with psycopg.connect(self.servers.database_url) as connection:
            connection.execute(statement)

    def moves(self) -> int:
        """How far play has come, in rows; a database that is just away is asked again."""
        try:
            return int(self.rows("SELECT count(*) FROM correio_matches_move")[0][0])
        except psycopg.OperationalError:
            return 0

    def wait_until_up(self) -> None:
        eventually(self._answers, "an answer of the site", self.told)

    def told(self, name: str | None = None) -> str:
        """The last lines of the logs, for whoever reads why a test failed."""
        logs = sorted(self._var.glob(f"{name or '*'}.log"))
        return "\n".join(f"--- {path.stem}\n" + "\n".join(_last_lines(path)) for path in logs)

    def _answers(self) -> bool:
        assert not self.fallen(), f"{self.fallen()} ended by themselves:\n{self.told()}"
        try:
            urllib.request.urlopen(f"{self.url}/status/", timeout=10).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def _output(self, name: str) -> Path:
        return self._var / f"{name}.out"

    def _launch(self, name: str, command: list[str]) -> subprocess.Popen[bytes]:
        with open(self._var / f"{name}.log", "ab") as log:
            return children.start(command, folder=ROOT, output=log, environment=self._environment)


@contextlib.contextmanager
def running(var: Path) -> Iterator[Site]:
    """A site with an empty database, up and answering."""
    var.mkdir(parents=True, exist_ok=True)
    with temporary() as servers:
        site = Site(servers, var)
        try:
            site.manage("migrate", "--noinput", "--verbosity", "0")
            site.start()
            site.wait_until_up()
            yield site
        finally:
            site.kill()


def eventually(
    question: Callable[[], Any], what: str, told: Callable[[], str] = str, within: float = PATIENCE
) -> Any:
    """The first true answer; fails after `within` seconds, saying what did not come."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        answer = question()
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come within {within:.0f} s\n{told()}")


def _last_lines(path: Path, count: int = 40) -> list[str]:
    return path.read_text(errors="replace").splitlines()[-count:]
