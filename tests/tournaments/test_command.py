"""`python -m tournaments.pairing`."""

import json
import subprocess
import sys
from pathlib import Path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tournaments.pairing", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_example_is_paired(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(run("example").stdout)
    outcome = run("tables", str(path))
    assert outcome.returncode == 0
    assert "Ivo: pairing bye" in outcome.stdout
    answer = json.loads(run("tables", str(path), "--json").stdout)
    assert [len(table["seats"]) for table in answer["tables"]] == [4, 4]


def test_a_bad_file_is_said_with_its_field(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    event = json.loads(run("example").stdout)
    event["players"][3]["rank"] = "fourth"
    path.write_text(json.dumps(event))
    outcome = run("tables", str(path))
    assert outcome.returncode == 2
    assert "$.players[3].rank" in outcome.stderr
    assert run("tables", str(tmp_path / "none.json")).returncode == 2


def test_an_impossible_round_is_said(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    event = json.loads(run("example").stdout)
    event["players"] = event["players"][:3]
    path.write_text(json.dumps(event))
    outcome = run("tables", str(path))
    assert outcome.returncode == 1
    assert "a table needs at least 4" in outcome.stderr


def test_help_needs_nothing() -> None:
    assert run().returncode == run("--help").returncode == 0
