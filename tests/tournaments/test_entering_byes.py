"""Players ask out of rounds; directors keep pairs apart. Whoever pairs reads the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError

from correio.accounts.models import User
from tests.tournaments.running import NOW, check_rows, end_round, opened, people, started
from tournaments import director
from tournaments.models import ForbiddenPair, RequestedBye, Tournament

pytestmark = pytest.mark.django_db


def ask(tournament: Tournament, user: User, number: int, kind: str = "half", by: User | None = None) -> Any:
    return director.request_bye(
        tournament_id=tournament.pk, user=user, round_number=number, kind=kind, by=by, now=NOW
    )


def unask(tournament: Tournament, user: User, number: int) -> None:
    director.take_back_bye(tournament_id=tournament.pk, user=user, round_number=number, now=NOW)


def code(call: Callable[..., Any], *args: Any) -> str:
    with pytest.raises(director.DirectorError) as refused:
        call(*args)
    return refused.value.code


class TestRequestedByes:
    def test_asked_for_is_given(self) -> None:
        tournament = started(9, half_byes=1)
        first, second = (entry for entry in tournament.entries.all()[:2])
        ask(tournament, first.user, 2)
        ask(tournament, second.user, 2, "zero")
        end_round(tournament)
        assert first.pairings.get(round__number=2).bye == "half"
        assert second.pairings.get(round__number=2).bye == "zero"
        check_rows(tournament)

    def test_half_byes_are_counted_and_zero_byes_are_not(self) -> None:
        (ana,) = people(1)
        tournament = opened(None, [ana], half_byes=2, round_count=6)
        ask(tournament, ana, 1)
        ask(tournament, ana, 2)
        assert code(ask, tournament, ana, 3) == "no_half_bye_left"
        for number in (3, 4, 5, 6):
            ask(tournament, ana, number, "zero")
        unask(tournament, ana, 1)
        ask(tournament, ana, 3)
        assert dict(RequestedBye.objects.values_list("round_number", "kind")) == {
            2: "half", 3: "half", 4: "zero", 5: "zero", 6: "zero",
        }  # fmt: skip

    def test_given_half_byes_count_for_ever(self) -> None:
        tournament = started(9, half_byes=1, round_count=5)
        user = tournament.entries.all()[0].user
        ask(tournament, user, 2)
        end_round(tournament)
        assert code(ask, tournament, user, 3) == "no_half_bye_left"

    def test_asking_twice_is_asking_once_and_the_kind_may_change(self) -> None:
        (ana,) = people(1)
        tournament = opened(None, [ana], half_byes=1)
        for kind in ("half", "half", "zero", "half"):
            ask(tournament, ana, 2, kind)
        assert RequestedBye.objects.get().kind == "half"
        for _ in range(2):
            unask(tournament, ana, 2)
        kinds = list(tournament.acts.values_list("kind", flat=True))
        assert kinds[2:] == ["asked_out", "asked_out", "asked_out", "asked_in"]

    def test_until_the_round_is_paired(self) -> None:
        tournament = started(8, half_byes=1)
        user = tournament.entries.all()[0].user
        assert code(ask, tournament, user, 1) == "paired"
        ask(tournament, user, 2)
        end_round(tournament)
        assert code(unask, tournament, user, 2) == "paired"

    @pytest.mark.parametrize(
        ("number", "kind", "expected"),
        [
            (3, "half", "last_round"),
            (0, "zero", "no_round"),
            (4, "zero", "no_round"),
            (1, "full", "bad_kind"),
        ],
    )
    def test_what_cannot_be(self, number: int, kind: str, expected: str) -> None:
        (ana,) = people(1)
        assert code(ask, opened(None, [ana], half_byes=1), ana, number, kind) == expected

    def test_for_one_self_or_by_a_director(self) -> None:
        ana, ivo = people(2)
        tournament = opened(ivo, [ana])
        ask(tournament, ana, 2, "zero", ivo)
        assert RequestedBye.objects.get().by == ivo
        assert code(ask, tournament, ivo, 2, "zero", ana) == "not_director"
        assert code(ask, tournament, ivo, 2, "zero") == "not_entered"

    def test_only_who_plays_and_only_in_swiss_systems(self) -> None:
        tournament = started(8)
        user = tournament.entries.all()[0].user
        director.withdraw(tournament_id=tournament.pk, user=user, now=NOW)
        assert code(ask, tournament, user, 2, "zero") == "withdrawn"
        other = opened(None, [user], name="Other", system="round_robin", seats=2, round_count=None)
        assert code(ask, other, user, 2, "zero") == "no_byes"


class TestForbiddenPairs:
    def forbid(self, tournament: Tournament, one: User, other: User, **more: Any) -> ForbiddenPair:
        plan = {"why": "one family", "by": None, "now": NOW} | more
        return director.forbid_pair(tournament_id=tournament.pk, one=one, other=other, **plan)

    def test_they_do_not_meet_in_those_rounds(self) -> None:
        users = people(4)
        tournament = opened(None, users, system="dutch", seats=2)
        for other in users[1:3]:
            self.forbid(tournament, users[0], other, last_round=1)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        table = tournament.rounds.get().pairings.get(entry__user=users[0]).table
        assert table is not None
        met = set(table.pairings.values_list("entry__user__username", flat=True))
        assert met == {"p00", "p03"}

    def test_a_pair_has_one_row_whoever_is_named_first(self) -> None:
        ana, ivo = people(2)
        tournament = opened(None, [ana, ivo])
        for one, other, last in ((ana, ivo, None), (ivo, ana, None), (ivo, ana, 2)):
            row = self.forbid(tournament, one, other, last_round=last)
        assert ForbiddenPair.objects.get() == row
        assert (row.one.user, row.other.user, row.last_round) == (ana, ivo, 2)
        for _ in range(2):
            director.allow_pair(tournament_id=tournament.pk, one=ana, other=ivo, by=None, now=NOW)
        assert not ForbiddenPair.objects.exists()
        kinds = list(tournament.acts.values_list("kind", flat=True))
        assert kinds[3:] == ["forbade", "forbade", "allowed"]

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            ({"why": "  "}, "no_reason"),
            ({"first_round": 0}, "no_round"),
            ({"first_round": 3, "last_round": 2}, "no_round"),
            ({"last_round": 4}, "no_round"),
            ({"by": "ana"}, "not_director"),
        ],
    )
    def test_what_cannot_be(self, change: dict[str, Any], expected: str) -> None:
        ana, ivo = people(2)
        tournament = opened(None, [ana, ivo])
        if "by" in change:
            change = {"by": ana}
        assert code(lambda: self.forbid(tournament, ana, ivo, **change)) == expected

    def test_nor_oneself_nor_strangers_nor_where_the_schedule_decides(self) -> None:
        ana, ivo = people(2)
        tournament = opened(None, [ana])
        assert code(lambda: self.forbid(tournament, ana, ana)) == "same_player"
        assert code(lambda: self.forbid(tournament, ana, ivo)) == "not_entered"
        cup = opened(None, [ana, ivo], name="Cup", system="knockout", seats=2, round_count=None)
        assert code(lambda: self.forbid(cup, ana, ivo)) == "no_forbidden_pairs"

    def test_the_database_keeps_the_order_of_a_pair(self) -> None:
        ana, ivo = people(2)
        tournament = opened(None, [ana, ivo])
        one, other = tournament.entries.order_by("pk")
        with pytest.raises(IntegrityError, match="forbidden_pair_in_order"):
            ForbiddenPair.objects.create(tournament=tournament, one=other, other=one, why="x", at=NOW)
