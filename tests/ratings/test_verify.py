"""`python -m ratings.verify`: one forged number anywhere in a dump is found and named."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from ratings import verify
from ratings.dump import Dump, decode, encode


@pytest.fixture
def right() -> dict:
    return msgspec.to_builtins(verify.example())


def found(document: dict) -> list[str]:
    dump = msgspec.convert(document, Dump)
    return [sentence for pool in dump.pools for sentence in verify.differences(pool)]


def test_the_example_is_right_and_survives_a_round_trip(right: dict) -> None:
    assert found(right) == []
    assert encode(decode(encode(verify.example()))) == encode(verify.example())


@pytest.mark.parametrize("field", ["before", "change", "games_before"])
def test_it_names_the_row_whose_number_is_wrong(right: dict, field: str) -> None:
    right["pools"][0]["results"][1]["seats"][0][field] += 1
    (sentence,) = found(right)
    assert sentence.startswith("result 2 (m2), seat 0 (clara): " + field)


def test_a_forged_place_shows_in_what_it_leads_to(right: dict) -> None:
    right["pools"][0]["results"][2]["seats"][0]["place"] = 4
    assert any("result 3 (m3), seat 0 (duarte): change" in sentence for sentence in found(right))


@pytest.mark.parametrize("field", ["rating", "games", "deviation", "peak"])
def test_it_names_the_rating_that_is_wrong(right: dict, field: str) -> None:
    right["pools"][0]["ratings"][0][field] += 1
    assert any(sentence.startswith(f"rating of ana: {field}") for sentence in found(right))


def test_a_swapped_order_of_results_is_noticed(right: dict) -> None:
    results = right["pools"][0]["results"]
    results[0], results[1] = results[1], results[0]
    assert any("seq must grow" in sentence for sentence in found(right))


def test_missing_and_invented_players_are_noticed(right: dict) -> None:
    right["pools"][0]["ratings"][0]["player"] = "nobody"
    sentences = found(right)
    assert any("rating of ana: missing" in sentence for sentence in sentences)
    assert any("rating of nobody: no result" in sentence for sentence in sentences)


def test_a_void_result_moves_nobody(right: dict) -> None:
    last = right["pools"][0]["results"][2]
    last["void"] = True
    assert any("void, yet it lists a change" in sentence for sentence in found(right))
    for seat in last["seats"]:
        seat["before"] = seat["change"] = seat["games_before"] = None
    assert not any(sentence.startswith("result") for sentence in found(right))


def test_a_player_twice_at_one_table_is_noticed(right: dict) -> None:
    right["pools"][0]["results"][1]["seats"][0]["player"] = "ana"
    assert any("rated against himself" in sentence for sentence in found(right))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ratings.verify", *arguments], capture_output=True, text=True, check=False
    )


def test_the_command_says_ok_differs_or_unreadable(tmp_path: Path, right: dict) -> None:
    good, forged, broken = tmp_path / "good.json", tmp_path / "forged.json", tmp_path / "broken.json"
    good.write_text(run("--example").stdout)
    right["pools"][0]["results"][0]["seats"][0]["change"] = 0
    forged.write_bytes(msgspec.json.encode(right))
    broken.write_text('{"format": "correio-ratings-1", "pools": [{"pool": 3}]}')
    assert (run(str(good)).returncode, run(str(forged)).returncode) == (0, 1)
    unreadable = run(str(broken))
    assert unreadable.returncode == 2
    assert "$.pools[0].pool" in unreadable.stderr
    assert run(str(tmp_path / "none.json")).returncode == 2
    assert run("--help").returncode == run().returncode == 0
