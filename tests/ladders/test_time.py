"""What time does to a ladder: idleness, crowns, snapshots, the bots' ladder that lives by itself."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from correio.matches import referee
from correio.matches.models import Match
from tests.ladders.climbing import NOW, act, challenge, climbers, days, deliver, end, ladder, order, playing
from tournaments.ladders import founding, history, steward
from tournaments.ladders.models import Challenge, Crown, Ladder, LadderMove, Member, Snapshot

pytestmark = pytest.mark.django_db


def test_after_three_weeks_one_place_down_a_week_and_after_sixty_days_off() -> None:
    rungs = ladder()
    people = climbers(rungs, 2, now=NOW)
    climbers(rungs, 8, now=NOW + days(55), prefix="q")
    found = []
    for day in (20, 21, 27, 28, 35, 42, 49, 56):
        act(NOW + days(day))
        found.append(Member.objects.get(user=people[1]).position)
    # p01 falls with it, one place above or below; what counts is that somebody passes each time.
    assert found[0] == 2
    assert LadderMove.objects.filter(member__user=people[1], cause="idle").count() == 6
    act(NOW + days(60))
    assert set(order(rungs)) == {f"q0{i}" for i in range(1, 9)}
    assert LadderMove.objects.filter(cause="gone").count() == 2
    assert steward.compare(rungs).same


def test_who_plays_is_not_idle_and_begins_anew_when_the_match_is_over() -> None:
    rungs = ladder()
    people = climbers(rungs, 4, now=NOW)
    match = playing(rungs, people[1], people[0], now=NOW + days(10))
    act(NOW + days(40))
    assert order(rungs)[:2] == ["p01", "p02"]
    assert set(Member.objects.filter(due_at=None).values_list("user", flat=True)) == {
        people[0].pk,
        people[1].pk,
    }
    end(match, people[0], people[1], now=NOW + days(41))
    deliver(NOW + days(41))
    assert set(Member.objects.filter(user__in=people[:2]).values_list("due_at", flat=True)) == {
        NOW + days(41 + 21)
    }


def test_a_match_that_is_called_off_was_running_until_then() -> None:
    rungs = ladder()
    people = climbers(rungs, 4, now=NOW)
    match = playing(rungs, people[1], people[0], now=NOW)
    referee.call_off(match_id=match.pk, reason="aborted", now=NOW + days(50))
    deliver(NOW + days(50))
    act(NOW + days(51))
    assert order(rungs)[:2] == ["p01", "p02"]


def test_a_crown_after_thirty_days_at_the_top_and_lost_with_the_place() -> None:
    rungs = ladder()
    people = climbers(rungs, 3, now=NOW)
    steward.set_auto_accept(ladder_id=rungs.pk, user=people[0], on=True, now=NOW)
    live = challenge(rungs, people[1], people[0], now=NOW + days(20))
    act(NOW + days(29))
    assert not Crown.objects.exists()
    act(NOW + days(30))
    act(NOW + days(31))
    crown = Crown.objects.get()
    assert (crown.member.user, crown.since, crown.lost_at) == (people[0], NOW, None)
    assert live.match is not None
    end(live.match, people[1], people[0], now=NOW + days(32))
    deliver(NOW + days(32))
    crown.refresh_from_db()
    assert crown.lost_at == NOW + days(32)
    rungs.refresh_from_db()
    assert rungs.top is not None
    assert (rungs.top.user, rungs.top_since) == (people[1], NOW + days(32))
    assert rungs.crown_at == NOW + days(62)


def test_whoever_comes_back_to_the_top_begins_anew() -> None:
    rungs = ladder()
    people = climbers(rungs, 3, now=NOW)
    for day, user in ((10, people[1]), (11, people[0])):
        steward.move(ladder_id=rungs.pk, user=user, to=1, by=None, why="test", now=NOW + days(day))
    act(NOW + days(35))
    assert not Crown.objects.exists()
    rungs.refresh_from_db()
    assert rungs.crown_at is None or rungs.crown_at > NOW + days(35)


def test_a_snapshot_at_the_beginning_of_each_month() -> None:
    rungs = ladder()
    people = climbers(rungs, 3, now=NOW)
    for month in (4, 5, 6):
        act(datetime(2026, month, 1, tzinfo=UTC))
        act(datetime(2026, month, 1, 3, tzinfo=UTC))
    months = list(Snapshot.objects.order_by("month").values_list("month__month", "users"))
    assert [month for month, _users in months] == [4, 5, 6]
    assert set(months[0][1]) == {user.pk for user in people}
    assert months[2][1] == []


def test_an_empty_ladder_has_nothing_due() -> None:
    assert ladder().due_at is None
    assert not Ladder.objects.exclude(due_at=None).exists()


def test_ladders_come_into_being_by_themselves_and_once() -> None:
    there = Ladder.objects.count()
    assert there >= 4
    assert founding.found() == 0
    Ladder.objects.filter(tables=True).delete()
    assert founding.found() == there // 2
    assert Ladder.objects.count() == there
    assert {ladder.slug for ladder in Ladder.objects.filter(title="estoril-1942")} == {
        "estoril-1942",
        "estoril-1942-tables",
        "estoril-1942-bots",
        "estoril-1942-tables-bots",
    }


@pytest.mark.parametrize("tables", [False, True])
def test_a_ladder_of_bots_lives_by_itself(tables: bool) -> None:
    rungs = ladder(tables=tables, bots=True)
    steward.enliven(rungs, NOW)
    steward.enliven(rungs, NOW)
    assert len(order(rungs)) == 10
    for quarter in range(12):
        now = NOW + days(quarter / 4)
        act(now)
        running = Challenge.objects.filter(status=Challenge.Status.PLAYING)
        assert 1 <= running.count() <= 2
        if quarter % 2:
            match = Match.objects.filter(origin="ladder", status="playing").order_by("pk")[0]
            end(match, *[seat.user for seat in match.seats.order_by("pk") if seat.user], now=now)
            deliver(now)
    assert Challenge.objects.filter(outcome="played").count() == 6
    assert steward.compare(rungs).same


def test_the_line_of_a_member_shows_every_place_it_stood_on() -> None:
    rungs = ladder()
    people = climbers(rungs, 4, now=NOW)
    for to, user in ((1, people[3]), (1, people[2]), (4, people[3]), (2, people[1])):
        steward.move(ladder_id=rungs.pk, user=user, to=to, by=None, why="test", now=NOW)
    line = history.line(Member.objects.get(user=people[3]))
    assert [step.position for step in line] == [4, 1, 2, 4]
    assert [step.own is not None for step in line] == [True, True, False, True]
    steward.leave(ladder_id=rungs.pk, user=people[3], now=NOW)
    assert [step.position for step in history.line(Member.objects.get(user=people[3]))][-1] is None


def test_a_tampered_ladder_is_found_and_mended() -> None:
    rungs = ladder()
    people = climbers(rungs, 5)
    assert steward.compare(rungs).same
    two = Member.objects.filter(user__in=people[:2])
    for member, position in zip(two, (2, 1), strict=True):
        Member.objects.filter(pk=member.pk).update(position=position)
    found = steward.compare(rungs)
    assert len(found.differing) == 2
    assert not steward.compare(rungs, replace=True).same
    assert steward.compare(rungs).same
    assert order(rungs) == ["p01", "p02", "p03", "p04", "p05"]


class TestCommand:
    def said(self, *words: str) -> str:
        out = StringIO()
        call_command("ladders", *words, stdout=out)
        return out.getvalue()

    def test_it_verifies_and_mends(self) -> None:
        rungs = ladder()
        climbers(rungs, 3)
        assert "postcards: 3 members, 3 moves" in self.said("list", "--ladder", "postcards")
        assert "same" in self.said("verify", "--ladder", "postcards")
        Ladder.objects.filter(pk=rungs.pk).update(size=7)
        with pytest.raises(CommandError, match="differ"):
            self.said("verify")
        assert "mended" in self.said("rebuild")
        assert "same" in self.said("verify", "--ladder", "postcards")

    def test_it_enlivens_ladders_of_bots(self) -> None:
        ladder()
        robots = ladder(bots=True)
        with pytest.raises(CommandError, match="for people"):
            self.said("enliven", "--ladder", "postcards")
        with pytest.raises(CommandError, match="there is no ladder"):
            self.said("list", "--ladder", "snakes")
        assert "postcards-bots" in self.said("enliven", "--ladder", "postcards-bots")
        assert len(order(robots)) == 10
