"""`python -m ratings.verify`: one forged number anywhere in a dump is found and named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import compressed, verify
from ratings.dump import Line, decode, encode

EXAMPLE = b"".join(encode(line) for line in verify.example())
HEAD, POOL, FIRST, SECOND, THIRD, ANA = range(6)


@pytest.fixture
def right() -> list[dict[str, Any]]:
    """The lines of the example as plain objects."""
    return [msgspec.json.decode(line) for line in EXAMPLE.splitlines()]


def found(document: list[dict[str, Any]]) -> list[str]:
    lines = [decode(msgspec.json.encode(line)) for line in document]
    return [sentence for _check, sentence in verify.checked(lines) if sentence is not None]


def of_rows(document: list[dict[str, Any]]) -> list[str]:
    """Without what the digests say."""
    return [sentence for sentence in found(document) if "digest" not in sentence]


def test_the_example_is_right_and_survives_a_round_trip(right: list[dict[str, Any]]) -> None:
    assert found(right) == []
    assert b"".join(encode(decode(line)) for line in EXAMPLE.splitlines()) == EXAMPLE


@pytest.mark.parametrize("field", ["before", "change", "games_before", "deviation_before", "deviation"])
def test_it_names_the_row_whose_number_is_wrong(right: list[dict[str, Any]], field: str) -> None:
    right[SECOND]["seats"][0][field] += 1
    (sentence,) = of_rows(right)
    assert sentence.startswith("result 2 (m2), seat 0 (clara): " + field)


@pytest.mark.parametrize(
    ("field", "value"), [("match", "m9"), ("day", "2026-01-20"), ("half", True), ("seq", 3)]
)
def test_what_moves_no_rating_shows_in_the_digest_of_its_row(
    right: list[dict[str, Any]], field: str, value: object
) -> None:
    right[SECOND][field] = value
    sentences = [sentence for sentence in found(right) if "digest" in sentence]
    assert len(sentences) == 1
    assert sentences[0].startswith("result 2" if field != "seq" else "result 3")


def test_a_forged_place_shows_in_what_it_leads_to(right: list[dict[str, Any]]) -> None:
    right[THIRD]["seats"][0]["place"] = 4
    assert any("result 3 (m3), seat 0 (duarte): change" in sentence for sentence in found(right))


@pytest.mark.parametrize("field", ["rating", "games", "deviation", "peak"])
def test_a_forged_rating_is_noticed(right: list[dict[str, Any]], field: str) -> None:
    right[ANA][field] += 1
    assert any(sentence.startswith(f"rating of ana: {field}") for sentence in found(right))


def test_a_swapped_order_of_results_is_noticed(right: list[dict[str, Any]]) -> None:
    right[FIRST], right[SECOND] = right[SECOND], right[FIRST]
    assert any("seq must grow" in sentence for sentence in found(right))


def test_missing_and_invented_players_are_noticed(right: list[dict[str, Any]]) -> None:
    right[ANA]["player"] = "nobody"
    sentences = found(right)
    assert any("rating of ana: missing" in sentence for sentence in sentences)
    assert any("rating of nobody: no result" in sentence for sentence in sentences)


def test_a_row_that_was_taken_out_is_noticed(right: list[dict[str, Any]]) -> None:
    del right[THIRD]
    assert any("its end counts 3 results, there are 2" in sentence for sentence in found(right))


def test_a_void_result_moves_nobody(right: list[dict[str, Any]]) -> None:
    right[THIRD]["void"] = True
    assert any("void, yet it lists change" in sentence for sentence in found(right))
    for seat in right[THIRD]["seats"]:
        seat.update(dict.fromkeys(["before", "change", "games_before", "deviation_before", "deviation"]))
    assert not any(sentence.startswith("result") for sentence in of_rows(right))


def test_a_player_twice_at_one_table_is_noticed(right: list[dict[str, Any]]) -> None:
    right[SECOND]["seats"][0]["player"] = "ana"
    assert any("rated against himself" in sentence for sentence in found(right))


def test_a_formula_nobody_knows_is_noticed(right: list[dict[str, Any]]) -> None:
    right[SECOND]["formula"] = 2
    assert any("formula version 2 is not known" in sentence for sentence in found(right))


@pytest.mark.parametrize("cut", [HEAD, POOL, -1])
def test_a_file_that_was_cut_is_no_dump(right: list[dict[str, Any]], cut: int) -> None:
    del right[cut]
    with pytest.raises(verify.OutOfPlace):
        found(right)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ratings.verify", *arguments], capture_output=True, text=True, check=False
    )


def test_the_command_says_ok_differs_or_unreadable(tmp_path: Path, right: list[dict[str, Any]]) -> None:
    good, forged, broken = tmp_path / "good.json", tmp_path / "forged.json", tmp_path / "broken.json"
    good.write_text(run("--example").stdout)
    right[FIRST]["seats"][0]["change"] = 0
    forged.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in right))
    broken.write_text('{"is":"dump","format":"correio-ratings-2","pools":"three"}\n')
    assert (run(str(good)).returncode, run(str(forged)).returncode) == (0, 1)
    assert "line 3: result 1 (m1), seat 0 (ana): change is 0, recomputed 60000" in run(str(forged)).stdout
    unreadable = run(str(broken))
    assert unreadable.returncode == 2
    assert "line 1: not a dump of ratings: " in unreadable.stderr
    assert "$.pools" in unreadable.stderr
    assert run(str(tmp_path / "none.json")).returncode == 2
    assert run("--help").returncode == run().returncode == 0


def compressed_example(path: Path) -> bytes:
    with compressed.writing(path) as file:
        file.write(EXAMPLE)
    return path.read_bytes()


def test_a_compressed_dump_is_read_and_its_damage_noticed(tmp_path: Path) -> None:
    path = tmp_path / "dump.zst"
    whole = compressed_example(path)
    assert verify.verify(path) == verify.SAME
    path.write_bytes(whole[:-20])
    assert verify.verify(path) == verify.UNREADABLE


@given(st.data())
def test_whatever_byte_is_changed_it_is_told(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(EXAMPLE) - 1))
    other = data.draw(st.integers(1, 255))
    forged = bytearray(EXAMPLE)
    forged[at] ^= other
    path = tmp_path_factory.mktemp("forged") / "dump"
    path.write_bytes(forged)
    assert verify.verify(path) in (verify.DIFFERENT, verify.UNREADABLE)


@given(st.data())
def test_whatever_compressed_byte_is_changed_no_wrong_number_passes(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Some bits of the container mean nothing; where the verdict is ok, the content is unchanged."""
    path = tmp_path_factory.mktemp("forged") / "dump.zst"
    forged = bytearray(compressed_example(path))
    forged[data.draw(st.integers(0, len(forged) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(forged)
    if verify.verify(path) == verify.SAME:
        assert b"".join(compressed.lines(path)) == EXAMPLE


def test_lines_know_their_kind() -> None:
    kinds: list[type[Line]] = [type(decode(line)) for line in EXAMPLE.splitlines()]
    assert [kind.__name__ for kind in kinds] == [
        "Head", "PoolHead", *["ResultDump"] * 3, *["RatingDump"] * 4, "PoolEnd",
    ]  # fmt: skip
