"""A tournament of bots, once in peace and once while everything it stands on is killed: the same records,
one result for each match, one rating change for each seat."""

from __future__ import annotations

import urllib.request
from dataclasses import dataclass

import pytest

from tests.fault.sabotage import FAULTS, Fault
from tests.fault.site import Site, eventually, running

TOURNAMENT = {"game": "estoril", "entrants": 7, "seats": 3, "rounds": 3, "level": "novice,steady", "seed": 7}
MATCHES = 6
"""Two tables in each of three rounds; the seventh player has a bye."""

LONGEST = 240.0
"""Seconds for one run; it takes a fraction of it."""


@dataclass(frozen=True)
class Outcome:
    records: dict[str, bytes]
    """By code of the match, as they are downloaded."""
    printed: str
    """Crosstable, standings and rating changes."""
    moves: int
    struck: list[str]
    doubled: dict[str, list[tuple[object, ...]]]
    """Answers to `ONCE`."""


ONCE = {
    "a match that is not finished, or has no result": """
        SELECT code FROM correio_matches_match WHERE status <> 'finished' OR result IS NULL""",
    "a match whose moves have a gap, or go on after its last version": """
        SELECT code FROM correio_matches_match matches
        JOIN correio_matches_move moves ON moves.match_id = matches.id
        GROUP BY code, version HAVING count(*) <> version OR max(seq) <> version""",
    "a match that ended twice": """
        SELECT match_id FROM correio_matches_event WHERE kind = 'match_finished'
        GROUP BY match_id HAVING count(*) <> 1""",
    "a match without its one rated result": """
        SELECT code FROM correio_matches_match matches
        LEFT JOIN correio_ratings_ratedresult results ON results.match_id = matches.id
        GROUP BY code HAVING count(seq) <> 1""",
    "a seat without its one rating change": """
        SELECT seats.match_id, seats.seat, count(changes.id) FROM correio_matches_seat seats
        LEFT JOIN correio_ratings_ratedresult results ON results.match_id = seats.match_id
        LEFT JOIN correio_ratings_ratingchange
            changes ON changes.result_id = results.id AND changes.seat = seats.seat
        GROUP BY 1, 2 HAVING count(changes.id) <> 1""",
    "work that failed and was parked": "SELECT work, traceback FROM correio_due_parked",
    "an event that a consumer has not got": "SELECT * FROM correio_matches_delivery WHERE done_at IS NULL",
}
"""What there must not be at the end, and the query that finds it."""


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    with running(tmp_path_factory.mktemp("undisturbed")) as site:
        return play(site, [])


@pytest.fixture(scope="module")
def disturbed(undisturbed: Outcome, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    with running(tmp_path_factory.mktemp("disturbed")) as site:
        return play(site, [(round(fault.share * undisturbed.moves), fault) for fault in FAULTS])


def test_every_fault_struck_in_the_middle_of_play(disturbed: Outcome) -> None:
    assert disturbed.struck == [fault.name for fault in FAULTS]


def test_records_are_byte_for_byte_those_of_the_undisturbed_run(
    undisturbed: Outcome, disturbed: Outcome
) -> None:
    assert len(undisturbed.records) == MATCHES
    assert disturbed.records.keys() == undisturbed.records.keys()
    for code, record in undisturbed.records.items():
        assert disturbed.records[code] == record, f"match {code} went another way"


def test_standings_and_ratings_are_those_of_the_undisturbed_run(
    undisturbed: Outcome, disturbed: Outcome
) -> None:
    assert undisturbed.printed.strip()
    assert disturbed.printed == undisturbed.printed


@pytest.mark.parametrize("what", ONCE)
def test_nothing_happened_twice_or_not_at_all(disturbed: Outcome, what: str) -> None:
    assert disturbed.doubled[what] == []


def play(site: Site, faults: list[tuple[int, Fault]]) -> Outcome:
    site.command("run_tournament", *(f"--{option}={value}" for option, value in TOURNAMENT.items()))
    struck = []
    for moves, fault in faults:
        wait_for_move(site, moves)
        assert site.said("run_tournament") is None, f"all is over before {fault.name}"
        fault.strike(site)
        struck.append(fault.name)
    printed = eventually(lambda: site.said("run_tournament"), "the end of the tournament", site.told, LONGEST)
    eventually(lambda: not open_deliveries(site), "the last consumer of the last event", site.told)
    assert site.fallen() == []
    site.manage("check_matches")
    doubled = {what: site.rows(query) for what, query in ONCE.items()}
    return Outcome(downloaded(site), printed, site.moves(), struck, doubled)


def wait_for_move(site: Site, number: int) -> None:
    eventually(lambda: site.moves() >= number, f"move {number}", site.told, LONGEST)


def open_deliveries(site: Site) -> list[tuple[object, ...]]:
    return site.rows("SELECT consumer FROM correio_matches_delivery WHERE done_at IS NULL")


def downloaded(site: Site) -> dict[str, bytes]:
    return {code: record(site, code) for (code,) in site.rows("SELECT code FROM correio_matches_match")}


def record(site: Site, code: str) -> bytes:
    with urllib.request.urlopen(f"{site.url}/api/matches/{code}/record", timeout=60) as answer:
        return bytes(answer.read())
