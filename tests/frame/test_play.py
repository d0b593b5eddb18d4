"""`make play`'s own logic: what is told when something is missing, and that a crash loop ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from correio import play
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
