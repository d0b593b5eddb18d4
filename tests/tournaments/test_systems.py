"""Every system through the database: rounds follow, the field decides how many, reasons can be told."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.running import NOW, check_rows, deliver, end_round, opened, people, started
from tournaments import director, explain, trf
from tournaments.document import event_of, initial_colour, trf_of
from tournaments.models import ForbiddenPair, Pairing, RequestedBye, Tournament
from tournaments.pairing import dutch
from tournaments.pairing.event import decode
from tournaments.pairing.points import POINT
from tournaments.ranking import check_order, default_order, lines, order_of
from tournaments.standings import standings as at_tables
from tournaments.tiebreaks import standings

pytestmark = pytest.mark.django_db

SYSTEM = Tournament.System


def duel(system: str, count: int, **more: Any) -> Tournament:
    plan: dict[str, Any] = {"system": system, "seats": 2, "round_count": None}
    return started(count, **(plan | more))


def boards(tournament: Tournament, number: int) -> list[tuple[int, ...]]:
    """By initial rank, White first; who is over comes last, alone."""
    round_ = tournament.rounds.get(number=number)
    tables = [
        tuple(row.entry.rank or 0 for row in table.pairings.select_related("entry").order_by("seat"))
        for table in round_.tables.order_by("number")
    ]
    over = round_.pairings.filter(bye="pairing").select_related("entry")
    return tables + [(row.entry.rank or 0, 0) for row in over]


def to_the_end(tournament: Tournament) -> None:
    while tournament.status == Tournament.Status.RUNNING:
        end_round(tournament)
        check_rows(tournament)


class TestDutch:
    def test_every_round_is_as_the_rules_pair_its_report(self) -> None:
        tournament = duel(SYSTEM.DUTCH, 9, round_count=5)
        to_the_end(tournament)
        assert tournament.rounds.count() == 5
        for number in range(1, 6):
            assert boards(tournament, number) == dutch.pair(trf_of(tournament, before=number)).boards()

    def test_what_is_written_reads_back_as_the_same_event_with_the_same_standings(self) -> None:
        tournament = duel(SYSTEM.DUTCH, 9, round_count=4, accelerated=True)
        to_the_end(tournament)
        report = trf_of(tournament)
        again = trf.read(trf.write(report))
        assert again.accelerations == report.accelerations != ()
        order = order_of(tournament)
        rows = standings(again, order)
        shown = lines(tournament)
        assert [(line.position, line.entry.rank, line.points * 10) for line in shown] == [
            (row.rank, row.number, row.points) for row in rows
        ]
        assert [[value.value for value in line.values] for line in shown] == [
            [value.value for value in row.values] for row in rows
        ]
        assert [dutch.pair(again, n).boards() for n in (2, 4)] == [boards(tournament, n) for n in (2, 4)]

    def test_the_file_of_a_round_pairs_it_again(self, client: Client) -> None:
        tournament = duel(SYSTEM.DUTCH, 9, round_count=3)
        end_round(tournament)
        where = f"{tournament.get_absolute_url()}event.json?round=2"
        assert dutch.pair(trf.read(client.get(where).content)).boards() == boards(tournament, 2)

    def test_values_open_down_to_entries(self) -> None:
        tournament = duel(SYSTEM.DUTCH, 8, round_count=3)
        end_round(tournament)
        end_round(tournament)
        line = lines(tournament)[0]
        buchholz = next(value for value in line.values if value.code == "BH")
        played = [cell for cell in line.cells if cell.table is not None]
        assert [part.opponent for part in buchholz.parts if part.opponent] == [c.met[0].entry for c in played]
        assert sum(part.value for part in buchholz.parts if not part.cut) == buchholz.value

    def test_a_game_not_over_has_no_points_so_far(self) -> None:
        tournament = duel(SYSTEM.DUTCH, 4, round_count=2)
        assert [line.points for line in lines(tournament)] == [0, 0, 0, 0]
        assert trf_of(tournament).rounds_played == 0
        end_round(tournament)
        assert trf_of(tournament).rounds_played == 1

    def test_a_draw_is_a_shared_place_and_a_forfeit_no_game(self) -> None:
        tournament = duel(SYSTEM.DUTCH, 4, round_count=2, rated=False)
        first, second = tournament.rounds.get().tables.order_by("number")
        for table, places in ((first, [1, 1]), (second, None)):
            if places is None:
                loser = table.pairings.get(seat=1).entry
                director.remove(tournament_id=tournament.pk, user=loser.user, by=None, now=NOW)
            else:
                director.adjudicate(
                    tournament_id=tournament.pk, round_number=1, table_number=table.number, places=places,
                    why="agreed", by=None, now=NOW,
                )  # fmt: skip
        deliver()
        assert not tournament.rounds.get(number=1).tables.filter(over_at=None).exists()
        second.refresh_from_db()
        codes = {player.number: player.games[0].code for player in trf_of(tournament).players}
        assert second.unplayed
        assert Counter(codes.values()) == {"=": 2, "+": 1, "-": 1}

    def test_byes_are_what_was_asked_for(self) -> None:
        tournament = opened(None, people(7), system=SYSTEM.DUTCH, seats=2, round_count=2, half_byes=1)
        one, other = tournament.entries.order_by("pk")[:2]
        for entry, kind in ((one, "half"), (other, "zero")):
            RequestedBye.objects.create(entry=entry, round_number=1, kind=kind, at=NOW)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        round_ = tournament.rounds.get()
        assert {row.entry_id: row.bye for row in round_.pairings.exclude(bye="")} | {} == {
            one.pk: "half",
            other.pk: "zero",
            round_.pairings.get(bye="pairing").entry_id: "pairing",
        }
        check_rows(tournament)
        points = {line.entry.pk: line.points for line in lines(tournament)}
        assert (points[one.pk], points[other.pk]) == (0.5, 0)

    def test_forbidden_pairs_are_records_that_bind(self) -> None:
        tournament = opened(None, people(4), system=SYSTEM.DUTCH, seats=2, round_count=3)
        entries = list(tournament.entries.order_by("pk"))
        for other in entries[1:3]:
            ForbiddenPair.objects.create(
                tournament=tournament, one=entries[0], other=other, why="family", at=NOW
            )
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        mine = Pairing.objects.get(round__tournament=tournament, entry=entries[0])
        assert mine.table is not None
        assert set(mine.table.pairings.values_list("entry_id", flat=True)) == {entries[0].pk, entries[3].pk}
        tournament.refresh_from_db()
        end_round(tournament)
        # Number one may meet nobody else: the site does not decide what is given up.
        tournament.refresh_from_db()
        assert (tournament.status, tournament.rounds.count()) == (Tournament.Status.RUNNING, 1)
        waiting = tournament.acts.get(kind="drafted")
        assert "prohibited" in waiting.detail["relax"]
        with pytest.raises(director.DirectorError, match="forbidden pairs") as refused:
            director.pair_next(tournament_id=tournament.pk, number=2, by=None, now=NOW)
        assert refused.value.code == "no_pairing"

    def test_the_lot_gives_the_first_colour(self) -> None:
        colours = {initial_colour(str(seed)) for seed in range(9)}
        assert colours == {"w", "b"}

    def test_reasons_are_told_in_words(self) -> None:
        tournament = duel(SYSTEM.DUTCH, 9, round_count=4)
        to_the_end(tournament)
        entries = {entry.pk: entry for entry in tournament.entries.select_related("user")}
        told = [
            reason.text
            for round_ in tournament.rounds.all()
            for table in round_.tables.all()
            for reason in explain.why_table(table, round_, entries, None)
        ]
        assert any("floats down" in text for text in told)
        assert any("5.2." in text for text in told)
        assert all("%(" not in text for text in told)


class TestRoundRobin:
    @pytest.mark.parametrize(("count", "rounds"), [(4, 3), (5, 5)])
    def test_everybody_meets_everybody_once(self, count: int, rounds: int) -> None:
        tournament = duel(SYSTEM.ROUND_ROBIN, count)
        assert tournament.round_count == rounds
        to_the_end(tournament)
        met = Counter(
            frozenset(pair) for n in range(1, rounds + 1) for pair in boards(tournament, n) if 0 not in pair
        )
        assert len(met) == count * (count - 1) // 2
        assert set(met.values()) == {1}
        # The bye that everybody has once is worth nothing.
        assert sum(line.points for line in lines(tournament)) == len(met)
        assert [line.entry.rank for line in lines(tournament)] == list(range(1, count + 1))

    def test_twice_with_the_colours_turned(self) -> None:
        tournament = duel(SYSTEM.ROUND_ROBIN, 4, cycles=2)
        to_the_end(tournament)
        games = [pair for n in range(1, 7) for pair in boards(tournament, n)]
        assert len(set(games)) == 12

    def test_who_would_meet_somebody_that_left_has_a_full_point(self) -> None:
        tournament = duel(SYSTEM.ROUND_ROBIN, 4)
        end_round(tournament)
        gone = tournament.entries.get(rank=2)
        director.withdraw(tournament_id=tournament.pk, user=gone.user, now=NOW)
        to_the_end(tournament)
        kinds = Counter(Pairing.objects.filter(round__number=3).values_list("bye", flat=True))
        assert kinds == {"": 2, "full": 1, "zero": 1}

    def test_at_tables_too(self) -> None:
        tournament = started(5, system=SYSTEM.ROUND_ROBIN, seats=4, min_seats=4, round_count=None)
        to_the_end(tournament)
        assert tournament.rounds.count() == tournament.round_count
        assert order_of(tournament)[0] == "AOS"


class TestKnockout:
    @pytest.mark.parametrize("count", [4, 5, 8])
    def test_the_strongest_wins_and_places_follow_the_rounds(self, count: int) -> None:
        tournament = duel(SYSTEM.KNOCKOUT, count, third_place=True)
        to_the_end(tournament)
        assert tournament.round_count == (count - 1).bit_length()
        board = lines(tournament)
        assert [line.entry.rank for line in board[:3]] == [1, 2, 3]
        assert board[0].out_in is None
        last = tournament.rounds.get(number=tournament.round_count)
        assert [table.slot for table in last.tables.order_by("slot")] == [0, 1]

    def test_who_withdrew_is_walked_over(self) -> None:
        tournament = duel(SYSTEM.KNOCKOUT, 4)
        for table in tournament.rounds.get().tables.all():
            assert table.reason["system"] == "knockout"
        end_round(tournament)
        winner = tournament.entries.get(rank=1)
        director.withdraw(tournament_id=tournament.pk, user=winner.user, now=NOW)
        to_the_end(tournament)
        assert lines(tournament)[0].entry.rank != 3
        assert tournament.status == Tournament.Status.FINISHED

    def test_nobody_left_for_the_final_does_not_stop_it(self) -> None:
        tournament = duel(SYSTEM.KNOCKOUT, 4)
        for rank in (1, 2):
            entry = tournament.entries.get(rank=rank)
            director.withdraw(tournament_id=tournament.pk, user=entry.user, now=NOW)
        end_round(tournament)
        director.act_when_due(tournament, NOW)
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.FINISHED

    def test_reasons_are_told_in_words(self) -> None:
        tournament = duel(SYSTEM.KNOCKOUT, 8, third_place=True)
        to_the_end(tournament)
        entries = {entry.pk: entry for entry in tournament.entries.select_related("user")}
        told = [
            explain.why_table(table, round_, entries, None)[0].text
            for round_ in tournament.rounds.all()
            for table in round_.tables.all()
        ]
        assert sum("third place" in text for text in told) == 1
        assert sum("strongest meet last" in text for text in told) == 4


PLANS: dict[str, dict[str, Any]] = {
    SYSTEM.TABLES: {"seats": 4, "round_count": 2},
    SYSTEM.DUTCH: {"seats": 2, "round_count": 2},
    SYSTEM.ROUND_ROBIN: {"seats": 2, "round_count": None},
    SYSTEM.KNOCKOUT: {"seats": 2, "round_count": None},
}


@pytest.mark.parametrize("system", PLANS)
def test_standings_take_the_same_number_of_queries_whatever_the_field(system: str) -> None:
    counts = []
    for count in (8, 12):
        tournament = opened(None, people(count, f"n{count}-"), system=system, **PLANS[system])
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        tournament.refresh_from_db()
        end_round(tournament)
        with CaptureQueriesContext(connection) as captured:
            lines(tournament)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 8


@pytest.mark.parametrize(
    ("system", "words"),
    [
        (SYSTEM.TABLES, {"pairing": "ranks lowest", "zero": "zero-point"}),
        (SYSTEM.DUTCH, {"pairing": "legal pairing", "zero": "zero-point"}),
        (SYSTEM.ROUND_ROBIN, {"pairing": "schedule", "zero": "zero-point", "full": "opponent left"}),
        (SYSTEM.KNOCKOUT, {"pairing": "top seeds", "zero": "is out", "full": "opponent left"}),
    ],
)
def test_a_bye_says_why(system: str, words: dict[str, str]) -> None:
    tournament = started(9, system=system, **PLANS[system])
    gone = tournament.entries.get(rank=2)
    director.withdraw(tournament_id=tournament.pk, user=gone.user, now=NOW)
    to_the_end(tournament)
    told = {
        row.bye: explain.why_bye(row, row.round, system)
        for row in Pairing.objects.exclude(bye="").select_related("round")
    }
    assert told.keys() == words.keys()
    assert all(words[bye] in text for bye, text in told.items())


@pytest.mark.parametrize("system", PLANS)
def test_every_system_has_its_page_and_its_answers(client: Client, system: str) -> None:
    tournament = started(8, system=system, **PLANS[system])
    end_round(tournament)
    for path in (
        tournament.get_absolute_url(),
        f"{tournament.get_absolute_url()}?round=1",
        f"/api/tournaments/{tournament.slug}/standings/",
        f"/api/tournaments/{tournament.slug}/rounds/",
    ):
        assert client.get(path).status_code == 200


def test_tables_by_their_event_file_have_the_same_standings() -> None:
    order = ["AOS/C1", "SHARE", "DE", "WIN"]
    tournament = started(9, tie_breaks=order)
    to_the_end(tournament)
    again = decode(msgspec.json.encode(event_of(tournament)))
    shown = lines(tournament)
    rows = at_tables(again, order)
    assert [(line.position, line.entry.user.username, line.points * POINT) for line in shown] == [
        (row.position, row.player, row.units) for row in rows
    ]
    assert [[value.value for value in line.values] for line in shown] == [
        [value.value for value in row.values] for row in rows
    ]


@pytest.mark.parametrize(
    ("system", "seats", "order"),
    [
        (SYSTEM.DUTCH, 2, ["BH", "AOS"]),
        (SYSTEM.TABLES, 4, ["BH"]),
        (SYSTEM.ROUND_ROBIN, 4, ["SB"]),
        (SYSTEM.KNOCKOUT, 2, ["WIN"]),
    ],
)
def test_tie_breaks_of_another_system_are_refused(system: str, seats: int, order: list[str]) -> None:
    with pytest.raises(ValueError, match="tie-break"):
        check_order(system, seats, order)
    check_order(system, seats, default_order(system, seats))


@pytest.mark.parametrize("system", PLANS)
@pytest.mark.parametrize("count", [0, 3])
def test_before_the_start_too(client: Client, system: str, count: int) -> None:
    tournament = opened(None, people(count), system=system, **PLANS[system])
    assert client.get(tournament.get_absolute_url()).status_code == 200
    assert len(client.get(f"/api/tournaments/{tournament.slug}/standings/").json()) == count
