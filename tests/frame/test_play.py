"""`make play`: a site started, stopped, killed and started again; what is told when something is missing."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from correio import play
from correio.embedded.places import home_for
from correio.embedded.supervision import GIVE_UP_AFTER

ROOT = Path(__file__).resolve().parents[2]
CLOSED = "127.0.0.1:1"


def run_play(var: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "correio.play", *arguments],
        cwd=ROOT,
        env=os.environ | {"CORREIO_VAR": str(var), "PYTHONPATH": "platform"} | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_an_unreachable_database_is_told_with_what_why_and_what_to_do(tmp_path: Path) -> None:
    urls = {"DATABASE_URL": f"postgresql://someone@{CLOSED}/correio", "REDIS_URL": f"redis://{CLOSED}/0"}
    done = run_play(tmp_path, **urls)
    assert done.returncode == 1
    assert "the database cannot be reached" in done.stderr
    assert "refused" in done.stderr
    assert "Check DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_data_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run_play(tmp_path / "file" / "var")
    assert done.returncode == 1
    assert "cannot make the data folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_process_that_always_fails_is_given_up_with_its_code(tmp_path: Path) -> None:
    tally = tmp_path / "tally"
    script = f"open({str(tally)!r}, 'a').write('x'); raise SystemExit(9)"
    done = run_play(tmp_path, "keep", "failing", sys.executable, "-c", script)
    assert done.returncode == 9
    assert len(tally.read_text()) == GIVE_UP_AFTER
    assert "giving up" in done.stderr


def test_a_taken_port_is_told_or_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import socket

    monkeypatch.setenv("CORREIO_VAR", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(play, "PORTS", range(port, port + 50))
        assert play._web_port() in range(port + 1, port + 50)
        monkeypatch.setenv("CORREIO_PORT", str(port))
        with pytest.raises(play.Trouble, match=f"port {port} is in use"):
            play._web_port()


def test_every_part_of_the_site_is_started(tmp_path: Path) -> None:
    commands = play.processes("127.0.0.1", 8000, tmp_path)
    assert set(commands) == {"web", "worker", "bots", "beat", "watch"}
    bots = " ".join(commands["bots"])
    assert "--queues bots" in bots
    assert "--prefetch-multiplier 1" in bots
    assert "--queues default,mail" in " ".join(commands["worker"])


class Site:
    """`python -m correio.play` as a person at a terminal meets it."""

    def __init__(self, var: Path) -> None:
        self._var = var
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Its address, once printed."""
        output = self._var.with_suffix(f".{time.monotonic_ns()}.log")
        with open(output, "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "correio.play"],
                cwd=ROOT,
                env=self._environment(),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        until = time.monotonic() + 300
        while time.monotonic() < until and self.process.poll() is None:
            ready = re.search(r"ready: (\S+)", output.read_text())
            if ready:
                return ready[1]
            time.sleep(0.1)
        raise AssertionError(output.read_text())

    def control_c(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(120)

    def parts(self) -> list[psutil.Process]:
        """Every process of this site but the one at the terminal."""
        return [process for process in psutil.process_iter() if self._is_part(process)]

    def kill(self, *, everything: bool) -> None:
        assert self.process is not None
        victims = self.parts() if everything else []
        self.process.kill()
        for victim in victims:
            with contextlib.suppress(psutil.NoSuchProcess):
                victim.kill()
        self.process.wait()

    def _is_part(self, process: psutil.Process) -> bool:
        try:
            return process.environ().get(play.RUN_IN) == str(self._var)
        except (psutil.Error, OSError):
            return False

    def _environment(self) -> dict[str, str]:
        """No server given: the site has to bring its own."""
        kept = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
        return kept | {"CORREIO_VAR": str(self._var), "PYTHONPATH": "platform"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    var = tmp_path / "var"
    site = Site(var)
    yield site
    if site.process is not None and site.process.poll() is None:
        site.control_c()
    shutil.rmtree(home_for(var).folder)


def home_page(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_a_site_starts_stops_resumes_and_gets_over_kill_9(site: Site) -> None:
    first = site.start()
    assert home_page(first) == 200
    second = run_play(site._var)
    assert second.returncode == 1
    assert f"already running from this folder\n  why:        process {site.process.pid}" in second.stderr  # type: ignore[union-attr]
    assert home_page(first) == 200, "the refused one disturbed nothing"
    assert site.control_c() == 0
    assert site.parts() == []

    assert home_page(site.start()) == 200
    site.kill(everything=True)
    assert home_page(site.start()) == 200
    site.kill(everything=False)
    assert home_page(site.start()) == 200
    assert site.control_c() == 0
    assert site.parts() == []
