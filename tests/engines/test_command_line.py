from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines import records
from engines.__main__ import main
from tests.engines.matches import bot_match, random_match


def test_list_names_what_players_are_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"key": "estoril", "titles": ["estoril-1942"], "seats": [2, 3, 4], "rules_version": 1} in rows
    assert "postcards" not in {row["key"] for row in rows}


def test_list_all_includes_the_template(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--all"]) == 0
    assert "Postcards (2-4 seats" in capsys.readouterr().out


def test_play_gives_figures_and_a_record_that_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    assert main(["play", "postcards", "--games", "3", "--seats", "2", "--record", str(path)]) == 0
    assert "postcards, 2 seats, 3 random games" in capsys.readouterr().out
    assert main(["verify", str(path)]) == 0
    assert "proved: commitment, shuffles and dice" in capsys.readouterr().out


def test_play_repeats_itself_under_one_seed(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for seed in ("7", "7", "8"):
        main(["play", "postcards", "--games", "5", "--seed", seed])
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != said[2]


def test_a_forged_record_is_not_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "forged.json"
    honest = records.encode(random_match().record())
    path.write_bytes(honest.replace(b'"secret": "00', b'"secret": "01'))
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr().out
    assert "- the secret does not fit the commitment" in said
    assert "not proved: " in said


def test_bots_are_searched_again_unless_told_not_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bots.json"
    table = bot_match(["novice", "novice"])
    path.write_bytes(records.encode(table.record()))
    assert main(["verify", str(path)]) == 0
    assert f"searched again: {len(table.acts)}" in capsys.readouterr().out
    assert main(["verify", "--no-bots", str(path)]) == 0
    assert "searched again: none" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["verify", "no/such/file"], "cannot read no/such/file: No such file"),
        (["play", "chess"], "there is no game 'chess'; there are ace-of-spies, estoril, postcards"),
        (["play", "postcards", "--seats", "9"], "played by 2, 3 or 4, not by 9"),
        (["play", "postcards", "--options", "{"], "--options is not JSON"),
        (["play", "postcards", "--options", "[]"], "has to be a JSON object"),
        (["play", "postcards", "--options", '{"turns": 9}'], "it may be 2, 3, 4"),
        (["play", "postcards", "--games", "0"], "1 or more"),
        (["play", "postcards", "--games", "1", "--record", "no/such/folder/x"], "cannot write"),
    ],
)
def test_what_cannot_be_done_is_explained(
    asked: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(asked) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_no_record_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir")
    assert main(["verify", str(path)]) == 2
    assert "this is not the record of a match" in capsys.readouterr().err


def test_bench_prints_a_line_per_game_and_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.01"]) == 0
    assert "postcards/4" in capsys.readouterr().out


def test_no_command_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "verify" in capsys.readouterr().out
