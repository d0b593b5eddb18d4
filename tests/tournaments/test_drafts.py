"""A round before it is published: drawn up, changed for a reason, stale when the field changes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from correio.accounts.models import User
from tests.tournaments.running import NOW, check_rows, days, end_round, opened, people, started
from tournaments import director
from tournaments.models import Draft, Entry, ForbiddenPair, Pairing, Tournament

pytestmark = pytest.mark.django_db

Asked = Callable[[list[int]], dict[str, Any]]
"""From the field to what a director asks for."""


@pytest.fixture
def boss() -> User:
    return User.objects.create_user("boss")


@pytest.fixture
def waiting(boss: User) -> Tournament:
    """Nine players at tables of four, round 1 is over, round 2 waits for the director."""
    tournament = started(9, by=boss, auto_pair=False)
    end_round(tournament)
    return tournament


def placed(draft: Draft) -> list[int]:
    return sorted([e for row in draft.tables for e in row["seats"]] + [row["entry"] for row in draft.byes])


def everybody(tournament: Tournament) -> list[int]:
    return sorted(tournament.entries.values_list("pk", flat=True))


def over(draft: Draft) -> list[int]:
    return [row["entry"] for row in draft.byes if row["kind"] == "pairing"]


class TestADryRun:
    def test_shows_what_publishing_would_do_and_does_nothing(self, waiting: Tournament, boss: User) -> None:
        draft = director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        assert placed(draft) == everybody(waiting)
        assert waiting.rounds.count() == 1
        round_ = director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        laid = [
            list(table.pairings.order_by("seat").values_list("entry_id", flat=True))
            for table in round_.tables.order_by("number")
        ]
        assert laid == [row["seats"] for row in draft.tables]
        assert round_.changed_why == ""
        assert not Draft.objects.exists()
        check_rows(waiting)

    def test_again_gives_the_same(self, waiting: Tournament, boss: User) -> None:
        drafts = [
            director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW + timedelta(minutes=i))
            for i in range(2)
        ]
        assert drafts[0].tables == drafts[1].tables

    def test_is_for_the_next_round_when_the_last_is_over(self, boss: User) -> None:
        tournament = started(8, by=boss, auto_pair=False)
        with pytest.raises(director.DirectorError) as refused:
            director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        assert refused.value.code == "round_open"
        with pytest.raises(director.DirectorError) as refused:
            director.draft(tournament_id=tournament.pk, number=3, by=boss, now=NOW)
        assert refused.value.code == "wrong_round"
        stranger = User.objects.create_user("stranger")
        with pytest.raises(director.DirectorError) as refused:
            director.draft(tournament_id=tournament.pk, number=2, by=stranger, now=NOW)
        assert refused.value.code == "not_director"

    def test_can_be_thrown_away(self, waiting: Tournament, boss: User) -> None:
        director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        for _ in range(2):
            director.discard_draft(tournament_id=waiting.pk, by=boss, now=NOW)
        assert not Draft.objects.exists()
        assert waiting.acts.filter(kind="discarded").count() == 1


class TestByHand:
    def test_laid_tables_stay_and_the_rest_is_paired_around_them(
        self, waiting: Tournament, boss: User
    ) -> None:
        field = everybody(waiting)
        mine = [field[3], field[0], field[8], field[5]]
        change = {"tournament_id": waiting.pk, "number": 2, "by": boss, "now": NOW}
        draft = director.change_draft(**change, tables=[mine], why="they asked for it")
        assert placed(draft) == field
        again = director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        for each in (draft, again):
            assert [row["seats"] for row in each.tables if row["fixed"]] == [mine]
        round_ = director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        assert round_.changed_why == "they asked for it"
        check_rows(waiting)

    def test_released_again_it_is_the_draft_of_the_rules(self, waiting: Tournament, boss: User) -> None:
        change = {"tournament_id": waiting.pk, "number": 2, "by": boss, "why": "x", "now": NOW}
        first = director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW).tables
        field = everybody(waiting)
        director.change_draft(**change, tables=[field[:4]])
        assert director.change_draft(**change, free=field[:1]).tables == first

    @pytest.mark.parametrize("kind", ["full", "half", "zero"])
    def test_a_bye_by_hand(self, waiting: Tournament, boss: User, kind: str) -> None:
        entry = everybody(waiting)[2]
        change = {"tournament_id": waiting.pk, "number": 2, "by": boss, "now": NOW}
        director.change_draft(**change, byes={entry: kind}, why="is ill")
        director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        assert Pairing.objects.get(round__number=2, entry=entry).bye == kind
        assert not Pairing.objects.filter(round__number=2, bye="pairing").exists()
        check_rows(waiting)

    def test_two_change_places_and_nobody_else_moves(self, waiting: Tournament, boss: User) -> None:
        draft = director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        one, (other,) = draft.tables[0]["seats"][1], over(draft)
        change = {"tournament_id": waiting.pk, "number": 2, "by": boss, "now": NOW}
        changed = director.change_draft(**change, swap=(one, other), why="promised")
        assert over(changed) == [one]
        before = {frozenset(row["seats"]) for row in draft.tables}
        after = {frozenset(row["seats"]) for row in changed.tables}
        assert len(before & after) == len(before) - 1
        assert placed(changed) == everybody(waiting)

    def test_colours_are_turned_by_a_swap_at_one_table(self, boss: User) -> None:
        tournament = started(4, by=boss, auto_pair=False, system="dutch", seats=2)
        end_round(tournament)
        draft = director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW)
        white, black = draft.tables[0]["seats"]
        change = {"tournament_id": tournament.pk, "number": 2, "by": boss, "now": NOW}
        changed = director.change_draft(**change, swap=(white, black), why="agreed")
        assert changed.tables[0]["seats"] == [black, white]
        last = Pairing.objects.get(round__number=1, entry=white).table
        assert last is not None
        met = last.pairings.exclude(entry=white).get().entry_id
        # The two who would be left have met as well: nobody but the director can want that.
        with pytest.raises(director.DirectorError) as refused:
            director.change_draft(**change, tables=[[white, met]], why="agreed")
        assert refused.value.code == "no_pairing"
        assert refused.value.detail == {"relax": ["rematch"]}
        rest = [entry for entry in everybody(tournament) if entry not in (white, met)]
        mixed = director.change_draft(**change, tables=[[white, met], rest], why="agreed")
        assert placed(mixed) == everybody(tournament)

    @pytest.mark.parametrize(
        ("code", "asked"),
        [
            ("no_reason", lambda field: {"tables": [field[:4]], "why": "  "}),
            ("wrong_size", lambda field: {"tables": [field[:3]], "why": "x"}),
            ("placed_twice", lambda field: {"tables": [field[:4], field[3:7]], "why": "x"}),
            ("placed_twice", lambda field: {"tables": [field[:4]], "byes": {field[0]: "half"}, "why": "x"}),
            ("not_entered", lambda field: {"tables": [[*field[:3], 0]], "why": "x"}),
            ("bad_bye", lambda field: {"byes": {field[0]: "double"}, "why": "x"}),
            ("not_entered", lambda field: {"swap": (field[0], field[0]), "why": "x"}),
        ],
    )
    def test_what_is_no_round_is_refused(
        self, waiting: Tournament, boss: User, code: str, asked: Asked
    ) -> None:
        with pytest.raises(director.DirectorError) as refused:
            director.change_draft(
                tournament_id=waiting.pk, number=2, by=boss, now=NOW, **asked(everybody(waiting))
            )
        assert refused.value.code == code
        assert not Draft.objects.exists()

    def test_repeats_and_forbidden_pairs_are_allowed_and_told(self, waiting: Tournament, boss: User) -> None:
        table = waiting.rounds.get().tables.order_by("number")[0]
        again = list(table.pairings.order_by("seat").values_list("entry_id", flat=True))
        one, other = sorted(again[:2])
        ForbiddenPair.objects.create(tournament=waiting, one_id=one, other_id=other, why="family", at=NOW)
        change = {"tournament_id": waiting.pk, "number": 2, "by": boss, "now": NOW}
        draft = director.change_draft(**change, tables=[again], why="the sponsor wants it")
        doubts = director.doubts_about(draft)
        assert [d.entries for d in doubts if d.kind == "forbidden"] == [tuple(again[:2])]
        assert sum(d.kind == "met" for d in doubts) >= 6
        director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        check_rows(waiting)

    def test_a_colour_for_the_third_time_is_told(self, boss: User) -> None:
        tournament = started(8, by=boss, auto_pair=False, system="dutch", seats=2)
        always_white = Pairing.objects.filter(round__tournament=tournament, seat=0)[0].entry_id
        for number, told in ((2, False), (3, True)):
            end_round(tournament)
            draft = director.draft(tournament_id=tournament.pk, number=number, by=boss, now=NOW)
            assert not director.doubts_about(draft)
            white, black = next(row["seats"] for row in draft.tables if always_white in row["seats"])
            if black == always_white:
                draft = director.change_draft(
                    tournament_id=tournament.pk, number=number, by=boss, why="x", now=NOW, swap=(white, black)
                )
            doubts = [d.entries for d in director.doubts_about(draft) if d.kind == "colour"]
            assert ((always_white,) in doubts) is told
            director.pair_next(tournament_id=tournament.pk, number=number, by=boss, now=NOW)

    def test_systems_that_follow_a_schedule_are_not_changed(self, boss: User) -> None:
        tournament = started(4, by=boss, auto_pair=False, system="round_robin", seats=2, round_count=None)
        end_round(tournament)
        field = everybody(tournament)
        with pytest.raises(director.DirectorError) as refused:
            director.change_draft(
                tournament_id=tournament.pk, number=2, by=boss, swap=(field[0], field[1]), why="x", now=NOW
            )
        assert refused.value.code == "not_by_hand"
        assert placed(director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW)) == field


class TestStale:
    def test_somebody_left_meanwhile(self, waiting: Tournament, boss: User) -> None:
        draft = director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        gone = Entry.objects.get(pk=draft.tables[0]["seats"][0])
        director.withdraw(tournament_id=waiting.pk, user=gone.user, now=NOW)
        with pytest.raises(director.DirectorError, match=f"{gone.user.username} has left") as refused:
            director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        assert refused.value.code == "stale_draft"
        assert waiting.rounds.count() == 1
        director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        assert Pairing.objects.get(round__number=2, entry=gone).bye == "zero"
        check_rows(waiting)

    def test_somebody_came_back_meanwhile(self, waiting: Tournament, boss: User) -> None:
        entry = waiting.entries.get(rank=4)
        director.withdraw(tournament_id=waiting.pk, user=entry.user, now=NOW)
        director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        director.come_back(tournament_id=waiting.pk, user=entry.user, now=NOW)
        with pytest.raises(director.DirectorError, match="is there again"):
            director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW)

    def test_a_bye_asked_for_meanwhile(self, waiting: Tournament, boss: User) -> None:
        draft = director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        entry = Entry.objects.get(pk=draft.tables[0]["seats"][0])
        director.request_bye(tournament_id=waiting.pk, user=entry.user, round_number=2, kind="zero", now=NOW)
        with pytest.raises(director.DirectorError, match="asked for a bye"):
            director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW)

    def test_another_director_changed_it_meanwhile(self, waiting: Tournament, boss: User) -> None:
        other = User.objects.create_user("other", is_staff=True)
        field = everybody(waiting)
        seen = director.draft(tournament_id=waiting.pk, number=2, by=boss, now=NOW).at
        later = {"tournament_id": waiting.pk, "number": 2, "why": "x", "now": NOW + days(1)}
        director.change_draft(**later, by=other, tables=[field[:4]], seen=seen)
        with pytest.raises(director.DirectorError, match="other has changed the draft"):
            director.change_draft(**later, by=boss, tables=[field[4:8]], seen=seen)

    def test_the_site_does_not_wait_for_a_draft_that_fits_no_more(self, boss: User) -> None:
        tournament = started(9, by=boss, round_every_days=7)
        end_round(tournament)
        draft = director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW + days(1))
        gone = Entry.objects.get(pk=draft.tables[0]["seats"][0])
        director.withdraw(tournament_id=tournament.pk, user=gone.user, now=NOW + days(2))
        tournament.refresh_from_db()
        director.act_when_due(tournament, NOW + days(7))
        assert tournament.rounds.count() == 2
        assert "has left" in tournament.acts.get(kind="discarded").detail["why"]


class TestTwoDirectors:
    def test_one_effect_and_the_second_is_told(self, waiting: Tournament, boss: User) -> None:
        other = User.objects.create_user("other", is_staff=True)
        first = director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW)
        assert director.pair_next(tournament_id=waiting.pk, number=2, by=boss, now=NOW) == first
        with pytest.raises(director.DirectorError, match="boss did that before you") as refused:
            director.pair_next(tournament_id=waiting.pk, number=2, by=other, now=NOW)
        assert refused.value.code == "done_already"
        assert waiting.rounds.count() == 2

    def test_so_for_starting_and_finishing(self, boss: User) -> None:
        other = User.objects.create_user("other", is_staff=True)
        tournament = started(4, by=boss, auto_pair=False)
        with pytest.raises(director.DirectorError, match="The site did that"):
            director.start(tournament_id=tournament.pk, by=other, now=NOW)
        end_round(tournament)
        director.finish(tournament_id=tournament.pk, by=boss, now=NOW)
        with pytest.raises(director.DirectorError, match="boss did that"):
            director.finish(tournament_id=tournament.pk, by=other, now=NOW)


def test_the_number_of_queries_of_a_draft_does_not_grow_with_the_field(boss: User) -> None:
    counts = []
    for count in (8, 16):
        tournament = opened(boss, people(count, f"n{count}-"), name=f"Of {count}", auto_pair=False)
        director.start(tournament_id=tournament.pk, by=boss, now=NOW)
        tournament.refresh_from_db()
        end_round(tournament)
        with CaptureQueriesContext(connection) as captured:
            director.doubts_about(director.draft(tournament_id=tournament.pk, number=2, by=boss, now=NOW))
        counts.append(len(captured))
    assert counts[0] == counts[1]
