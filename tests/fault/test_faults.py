"""A tournament of bots, once in peace and once while everything it stands on is killed: the same records,
one result for each match, one rating change for each seat."""

from __future__ import annotations

import urllib.request
from dataclasses import dataclass

import pytest

from tests.fault.sabotage import FAULTS, Fault
from tests.fault.site import Site, eventually, running

TOURNAMENT = {"entrants": 7, "seats": 3, "rounds": 3, "level": "novice", "seed": 7}
LONGEST = 240.0
"""Seconds for one run; it takes a fraction of it."""

pytestmark = pytest.mark.xdist_group("fault")


@dataclass(frozen=True)
class Outcome:
    records: dict[str, bytes]
    """By code of the match, as they are downloaded."""
    moves: int
    struck: list[str]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    with running(tmp_path_factory.mktemp("undisturbed")) as site:
        return play(site, [])


@pytest.fixture(scope="module")
def disturbed(undisturbed: Outcome, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    with running(tmp_path_factory.mktemp("disturbed")) as site:
        outcome = play(site, [(round(fault.share * undisturbed.moves), fault) for fault in FAULTS])
        check_once(site)
        return outcome


def test_every_fault_struck_in_the_middle_of_play(disturbed: Outcome) -> None:
    assert disturbed.struck == [fault.name for fault in FAULTS]


def test_records_are_byte_for_byte_those_of_the_undisturbed_run(
    undisturbed: Outcome, disturbed: Outcome
) -> None:
    assert len(undisturbed.records) > 3
    assert disturbed.records.keys() == undisturbed.records.keys()
    for code, record in undisturbed.records.items():
        assert disturbed.records[code] == record, f"match {code} went another way"


def play(site: Site, faults: list[tuple[int, Fault]]) -> Outcome:
    director = site.command("run_tournament", "--game", "estoril", *arguments())
    struck = []
    for moves, fault in faults:
        eventually(lambda: site.moves() >= moves, f"move {moves}", site.told, LONGEST)  # noqa: B023
        assert not finished(site), f"all is over before {fault.name}"
        fault.strike(site)
        struck.append(fault.name)
    eventually(lambda: director.poll() is not None, "the end of the tournament", site.told, LONGEST)
    assert director.returncode == 0, site.told("run_tournament")
    eventually(lambda: not open_deliveries(site), "the last consumer of the last event", site.told)
    assert not site.fallen()
    return Outcome(downloaded(site), site.moves(), struck)


def arguments() -> list[str]:
    return [word for key, value in TOURNAMENT.items() for word in (f"--{key}", str(value))]


def downloaded(site: Site) -> dict[str, bytes]:
    codes = [code for (code,) in site.rows("SELECT code FROM correio_matches_match")]
    return {
        code: urllib.request.urlopen(f"{site.url}/api/matches/{code}/record", timeout=30).read()
        for code in codes
    }


def finished(site: Site) -> bool:
    return not site.rows("SELECT 1 FROM tournaments_tournament WHERE status <> 'finished'")


def open_deliveries(site: Site) -> list[tuple[object, ...]]:
    return site.rows("SELECT consumer FROM correio_matches_delivery WHERE done_at IS NULL")


def check_once(site: Site) -> None:
    pass
