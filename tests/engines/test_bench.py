from __future__ import annotations

import json
import sys

import pytest

import bench.engines
from bench import Row, Unavailable
from bench.__main__ import main, table
from engines import registry

ROWS = [
    Row("engines", "estoril/4", "moves_per_s", 200000.4, "1/s"),
    Row("x", "y", "p99", 0.1234, "s", "them 1"),
]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.engines, "rows", lambda: ROWS)


def test_rows_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engines", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [set(row) for row in rows] == [{"bench", "case", "metric", "value", "unit", "peer"}] * 2
    assert rows[0]["peer"] is None


def test_rows_as_a_table() -> None:
    assert table(ROWS) == [
        "bench    case       metric         value  unit  peer",
        "engines  estoril/4  moves_per_s  200,000  1/s",
        "x        y          p99            0.123  s     them 1",
    ]


def test_an_unknown_name_says_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess"]) == 2
    assert "there are bots, elo, engines" in capsys.readouterr().err


def test_what_cannot_run_here_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def rows() -> list[Row]:
        raise Unavailable("no server: start one")

    monkeypatch.setattr(bench.engines, "rows", rows)
    assert main(["engines", "--json"]) == 2
    shown = capsys.readouterr()
    assert shown.out == "[]\n"
    assert "bench engines: no server: start one" in shown.err


def test_engines_are_measured_beside_peers_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "catanatron", None)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    rows = bench.engines.rows(seconds=0.01)
    tables = [(rules.info.key, seats) for rules in registry.listed().values() for seats in rules.info.seats]
    assert {row.case for row in rows} == {f"{key}/{seats}" for key, seats in tables}
    assert all(row.value > 0 for row in rows)
