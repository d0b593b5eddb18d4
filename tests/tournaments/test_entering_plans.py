"""What a tournament may be, what may still change when, copies."""

from __future__ import annotations

from typing import Any

import pytest

from correio.accounts.models import User
from correio.matches.clocks import DAY, FISCHER, Control
from tests.tournaments.running import NOW, days, end_round, opened, people, started
from tournaments import director
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"system": "dutch"}, "wrong_seats"),
        ({"system": "lottery"}, "bad_choice"),
        ({"edition": "1999"}, "bad_choice"),
        ({"bots": "perhaps"}, "bad_choice"),
        ({"rank_by": "age"}, "bad_choice"),
        ({"round_count": None}, "bad_rounds"),
        ({"round_count": 31}, "bad_rounds"),
        ({"system": "knockout"}, "bad_rounds"),
        ({"cycles": 3}, "bad_cycles"),
        ({"accelerated": True}, "not_in_this_system"),
        ({"cycles": 2}, "not_in_this_system"),
        ({"third_place": True}, "not_in_this_system"),
        ({"system": "dutch", "seats": 2, "score_first": True}, "not_in_this_system"),
        ({"system": "knockout", "round_count": None, "late_until": 1}, "not_in_this_system"),
        ({"system": "round_robin", "round_count": None, "half_byes": 1}, "not_in_this_system"),
        ({"tie_breaks": ["BH"]}, "bad_tie_break"),
        ({"tie_breaks": ["WIN", "win"]}, "bad_tie_break"),
        ({"system": "dutch", "seats": 2, "tie_breaks": ["BH/X"]}, "bad_tie_break"),
        ({"system": "knockout", "round_count": None, "tie_breaks": ["WIN"]}, "bad_tie_break"),
        ({"about": "x" * 8001}, "bad_text"),
        ({"capacity": 1025}, "bad_capacity"),
        ({"round_every_days": 0}, "bad_rhythm"),
        ({"round_every_days": 3, "window_days": 4}, "bad_rhythm"),
        ({"repeat_every_days": 0}, "bad_series"),
        ({"min_rating": -1}, "bad_condition"),
        ({"min_rating": 1600, "max_rating": 1500}, "bad_condition"),
        ({"min_matches": 1001}, "bad_condition"),
        ({"min_reliability": 101}, "bad_condition"),
        ({"script": "ab" * 32, "bots": "barred"}, "bad_condition"),
        ({"late_until": 4}, "bad_late"),
        ({"half_byes": 3}, "bad_byes"),
        ({"check_in_minutes": 30}, "bad_check_in"),
        ({"check_in_minutes": 1, "starts_at": NOW + days(1)}, "bad_check_in"),
        ({"opens_at": NOW + days(1), "starts_at": NOW + days(1)}, "bad_opening"),
    ],
)
def test_what_cannot_work_is_refused_with_what_is_offered(change: dict[str, Any], code: str) -> None:
    with pytest.raises(director.DirectorError) as refused:
        opened(**change)
    assert (refused.value.code, refused.value.status) == (code, 422)
    assert len(refused.value.message) > 20
    assert not Tournament.objects.exists()


FULL: dict[str, Any] = {
    "system": "dutch", "seats": 2, "round_count": 7, "accelerated": True, "tie_breaks": ["bh/c1", "SB"],
    "edition": "2024", "prizes": "A cup.", "about": "Come.", "window_days": 5, "round_every_days": 7,
    "rule": "nobody", "capacity": 40, "by_invitation": True, "bots": "barred", "min_rating": 1400,
    "max_rating": 2000, "min_matches": 3, "min_reliability": 90, "late_until": 3, "half_byes": 2,
    "check_in_minutes": 60, "opens_at": NOW + days(1), "starts_at": NOW + days(9), "repeat_every_days": 30,
    "clock": Control(FISCHER, DAY, DAY // 4, 2 * DAY), "rated": False, "auto_pair": False, "rank_by": "lot",
}  # fmt: skip


def test_everything_a_plan_says_is_stored_and_read_back() -> None:
    tournament = opened(**FULL)
    plan = director.plan_of(tournament)
    for name, value in (FULL | {"tie_breaks": ["BH/C1", "SB"]}).items():
        assert getattr(plan, name) == value, name
    assert tournament.due_at == NOW + days(1)


class TestEditing:
    def edit(self, tournament: Tournament, by: User | None = None, **changes: Any) -> Tournament:
        director.edit(tournament_id=tournament.pk, changes=changes, by=by, now=NOW)
        tournament.refresh_from_db()
        return tournament

    def refused(self, tournament: Tournament, **changes: Any) -> director.DirectorError:
        with pytest.raises(director.DirectorError) as refused:
            self.edit(tournament, **changes)
        return refused.value

    def test_all_may_change_before_the_first_entry(self) -> None:
        tournament = self.edit(opened(), **FULL)
        assert director.changeable(tournament) is None
        assert (tournament.system, tournament.max_seats, tournament.due_at) == ("dutch", 2, NOW + days(1))
        assert director.plan_of(tournament) == director.plan_of(opened(**FULL))

    def test_before_the_start_description_conditions_and_schedule(self) -> None:
        tournament = opened(None, people(2))
        new = {"about": "New.", "min_rating": 1600, "bots": "barred", "starts_at": NOW + days(3)}
        self.edit(tournament, **new)
        assert {name: getattr(tournament, name) for name in new} == new
        assert tournament.due_at == NOW + days(3)
        error = self.refused(tournament, about="x", round_count=9, seats=3, min_seats=3, max_seats=3)
        assert error.code == "fixed"
        assert error.detail == ["max_seats", "min_seats", "round_count", "seats"]
        tournament.refresh_from_db()
        assert tournament.about == "New."
        assert tournament.entries.count() == 2

    def test_after_it_only_texts(self) -> None:
        tournament = self.edit(started(8), name="Lisbon Closed", prizes="Thanks!")
        assert (tournament.name, tournament.prizes) == ("Lisbon Closed", "Thanks!")
        for change in ({"capacity": 20}, {"min_rating": 1}, {"auto_pair": False}, {"late_until": 2}):
            assert self.refused(tournament, **change).code == "fixed"

    def test_nor_when_the_field_has_decided_the_rounds(self) -> None:
        tournament = opened(None, people(4), system="round_robin", seats=2, round_count=None)
        director.start(tournament_id=tournament.pk, by=None, now=NOW)
        tournament.refresh_from_db()
        assert self.edit(tournament, about="On!").round_count == 3
        for _ in range(3):
            end_round(tournament)
        assert self.edit(tournament, prizes="Given.").status == Tournament.Status.FINISHED

    def test_a_time_that_has_passed_stops_no_other_change(self) -> None:
        tournament = opened(None, people(4), starts_at=NOW + days(1))
        changes = {"about": "Soon!", "starts_at": NOW + days(1)}
        director.edit(tournament_id=tournament.pk, changes=changes, by=None, now=NOW + days(2))
        assert self.refused(tournament, starts_at=NOW - days(1)).code == "bad_start"

    def test_places_are_never_fewer_than_players(self) -> None:
        assert self.refused(opened(None, people(5)), capacity=4).code == "bad_capacity"

    def test_the_audit_line_says_what_was_and_what_is(self) -> None:
        tournament = opened(None, people(1))
        for _ in range(2):
            self.edit(tournament, min_rating=1600, about="x" * 200)
        act = tournament.acts.get(kind="edited")
        assert act.detail["changes"] == {"min_rating": [None, 1600], "about": ["", "x" * 99 + "…"]}

    def test_only_directors(self) -> None:
        with pytest.raises(director.DirectorError, match="Only the director"):
            self.edit(opened(), by=User.objects.create_user("other"), name="Mine")


class TestCopies:
    def test_everything_but_who_plays(self) -> None:
        boss, helper = User.objects.create_user("boss"), User.objects.create_user("helper")
        tournament = opened(boss, **FULL)
        director.appoint(tournament_id=tournament.pk, user=helper, kind="director", by=boss, now=NOW)
        director.invite(tournament_id=tournament.pk, user=helper, by=boss, now=NOW)
        director.register(tournament_id=tournament.pk, user=helper, by=boss, now=NOW)
        copy = director.clone(
            tournament_id=tournament.pk, by=helper, name="Again", starts_at=NOW + days(19), now=NOW
        )
        old, new = director.plan_of(tournament), director.plan_of(copy)
        moved = {"name": "Again", "starts_at": NOW + days(19), "opens_at": NOW + days(11)}
        assert vars(new) == vars(old) | moved
        assert not copy.entries.exists()
        assert copy.created_by == helper
        assert set(copy.roles.values_list("user", "kind")) == {
            (boss.pk, "director"),
            (helper.pk, "director"),
        }
        assert copy.invitations.count() == 1
        assert (copy.seed != tournament.seed, copy.repeats) == (True, None)
        assert tournament.acts.get(kind="cloned").detail == {"slug": copy.slug}

    def test_without_a_date_it_has_none(self) -> None:
        copy = director.clone(tournament_id=opened(**FULL).pk, by=None, now=NOW)
        assert (copy.starts_at, copy.opens_at, copy.check_in_minutes, copy.due_at) == (None,) * 4

    def test_of_one_that_is_over(self) -> None:
        tournament = started(4, round_count=1)
        end_round(tournament)
        copy = director.clone(tournament_id=tournament.pk, by=None, now=NOW)
        assert copy.status == Tournament.Status.REGISTRATION

    def test_only_directors(self) -> None:
        with pytest.raises(director.DirectorError, match="Only the director"):
            director.clone(tournament_id=opened().pk, by=User.objects.create_user("other"), now=NOW)
