"""The command line for report files."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.tournaments.corpus import case, rows
from tournaments.pairing.__main__ import main

PAIRED = rows("pairing")[4]
IMPOSSIBLE = next(row for row in rows("pairing") if row["pairs"] is None)


@pytest.fixture
def stored(tmp_path: Path):  # type: ignore[no-untyped-def]
    def keep(name: str) -> str:
        path = tmp_path / Path(name).name
        path.write_bytes(case(name))
        return str(path)

    return keep


def test_next_prints_boards_as_json(stored, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    assert main(["next", stored(f"pairing/{PAIRED['id']}.trf"), "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out) == {"pairs": PAIRED["pairs"]}


def test_next_without_a_legal_pairing(stored, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    path = stored(f"pairing/{IMPOSSIBLE['id']}.trf")
    assert main(["next", path, "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out) == {"pairs": None, "error": "no_legal_pairing"}
    assert main(["next", path]) == 0
    assert "no legal pairing" in capsys.readouterr().out


def test_next_for_people_tells_reasons(stored, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    assert main(["next", stored(f"pairing/{PAIRED['id']}.trf")]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Round 3\n")
    assert "5.2.1" in out
    assert "not kept: C12 1" in out
    assert "[1.5] down: 3 (no opponent); not kept: C14 1" in out


@pytest.mark.parametrize("command", ["next", "standings", "check"])
def test_a_broken_file_exits_2_with_its_fault(
    command: str,
    stored,  # type: ignore[no-untyped-def]
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([command, stored("trf/BAD_bad_260.trf")]) == 2
    assert "line 15, record 260: names 1 player" in capsys.readouterr().err
    assert main([command, "/nowhere/at.trf"]) == 2


def test_standings_by_the_order_asked_for(stored, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    row = rows("tiebreak")[0]
    path = stored(f"tiebreak/{row['id']}.trf")
    assert main(["standings", path, "--json", "--tie-breaks", "DE,BH/C1,BH,SB,WIN"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out)
    assert [each["player"] for each in found["standings"]] == [
        i for tier in row["rank_seq1"]["tiers"] for i in tier
    ]
    first = found["standings"][0]
    assert first["values"][2] == row["players"]["1"]["BH"]
    assert sum(part["value"] for part in first["parts"][2]) == first["values"][2]
    assert main(["standings", path, "--tie-breaks", "NOPE"]) == 2
    assert "there is no tie-break 'NOPE'" in capsys.readouterr().err
    assert main(["standings", path]) == 0
    assert "BH/C1" in capsys.readouterr().out


def test_check_finds_a_round_paired_otherwise(
    stored,  # type: ignore[no-untyped-def]
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = Path(stored(f"pairing/{PAIRED['id']}.trf"))
    assert main(["check", str(path)]) == 0
    assert "round 1: as by the rules" in capsys.readouterr().out
    swapped = path.read_bytes().replace(b"152 W", b"152 B")
    path.write_bytes(swapped)
    assert main(["check", str(path)]) == 1
    assert "round 1: differs" in capsys.readouterr().out
