"""From a challenge to a new rung (scenario 29): one outcome each, once, whatever comes in between."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import referee
from correio.matches.clocks import DAY
from correio.matches.models import Match
from correio.notifications.models import Kind, Notice
from correio.notifications.telling import teller
from tests.ladders.climbing import (
    NOW,
    act,
    challenge,
    climbers,
    code,
    days,
    deliver,
    draw,
    end,
    ladder,
    order,
    playing,
)
from tests.matches.driving import move
from tournaments.ladders import steward
from tournaments.ladders.models import Answer, Challenge, LadderMove, Member
from tournaments.ladders.steward import LadderError

pytestmark = pytest.mark.django_db

Outcome = Challenge.Outcome


def outcome(live: Challenge) -> str:
    live.refresh_from_db()
    return live.outcome


class TestTwoSeats:
    def test_from_the_challenge_to_the_new_rung(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 5)
        live = challenge(rungs, people[4], people[2])
        assert live.status == Challenge.Status.WAITING
        steward.accept(challenge_id=live.pk, user=people[2], now=NOW)
        live.refresh_from_db()
        match = live.match
        assert match is not None
        assert (match.origin, match.rated, match.seat_count) == (Match.Origin.LADDER, True, 2)
        assert (match.clock_base_ms, match.clock_increment_ms) == (7 * DAY, 2 * DAY)
        assert {seat.user for seat in match.seats.all()} == {people[4], people[2]}
        end(match, people[4], people[2], now=NOW + days(3))
        assert deliver(NOW + days(3)) == 1
        assert order(rungs) == ["p01", "p02", "p05", "p03", "p04"]
        assert outcome(live) == Outcome.PLAYED
        move = LadderMove.objects.get(match=match)
        assert (move.before, move.after, move.cause) == (5, 3, "result")

    def test_who_stands_above_and_wins_stays(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4)
        end(playing(rungs, people[3], people[1]), people[1], people[3], now=NOW)
        deliver()
        assert order(rungs) == ["p01", "p02", "p03", "p04"]

    def test_a_draw_moves_nobody(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        draw(playing(rungs, people[2], people[1]), NOW)
        deliver()
        assert order(rungs) == ["p01", "p02", "p03"]

    def test_the_positions_are_those_when_the_match_ends(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 6)
        match = playing(rungs, people[4], people[3])
        steward.move(ladder_id=rungs.pk, user=people[3], to=1, by=None, why="test", now=NOW)
        end(match, people[4], people[3], now=NOW + days(1))
        deliver()
        assert order(rungs) == ["p05", "p04", "p01", "p02", "p03", "p06"]

    def test_results_follow_the_order_of_finish_whatever_order_deliveries_come_in(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4)
        early = playing(rungs, people[3], people[2])
        late = playing(rungs, people[2], people[1])
        end(late, people[2], people[1], now=NOW + days(2))
        end(early, people[3], people[2], now=NOW + days(1))
        deliver()
        # p04 passes p03 first, then p03 passes p02: the other way round p04 would stand on 2.
        assert order(rungs) == ["p01", "p03", "p02", "p04"]
        assert list(LadderMove.objects.filter(cause="result").values_list("match", flat=True)) == [
            early.pk,
            late.pk,
        ]
        assert deliver() == 0

    def test_accepting_at_once_is_a_setting(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        steward.set_auto_accept(ladder_id=rungs.pk, user=people[0], on=True, nonce="mine")
        live = challenge(rungs, people[2], people[0])
        assert live.status == Challenge.Status.PLAYING
        assert live.match is not None
        assert live.match.seats.get(user=people[0]).nonce is not None


class TestNoMatch:
    def test_one_decline_in_two_weeks_is_free_and_the_next_forfeits_the_place(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4)
        first = challenge(rungs, people[2], people[0])
        second = challenge(rungs, people[3], people[0])
        steward.decline(challenge_id=first.pk, user=people[0], now=NOW)
        assert order(rungs) == ["p01", "p02", "p03", "p04"]
        for _twice in range(2):
            steward.decline(challenge_id=second.pk, user=people[0], now=NOW + days(1))
        assert order(rungs) == ["p04", "p01", "p02", "p03"]
        assert (outcome(first), outcome(second)) == (Outcome.DECLINED, Outcome.FORFEITED)
        assert LadderMove.objects.filter(cause="forfeit", match=None).count() == 1
        assert not Match.objects.exists()

    def test_after_two_weeks_declining_is_free_again(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4, now=NOW)
        for day, challenger in ((0, people[2]), (14, people[3])):
            now = NOW + days(day)
            live = challenge(rungs, challenger, people[1], now=now)
            steward.decline(challenge_id=live.pk, user=people[1], now=now)
        assert order(rungs) == ["p01", "p02", "p03", "p04"]

    def test_silence_forfeits_the_place_after_72_hours(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        live = challenge(rungs, people[2], people[1])
        act(NOW + timedelta(hours=72))
        assert order(rungs) == ["p01", "p02", "p03"]
        late = NOW + timedelta(hours=72, seconds=1)
        with pytest.raises(LadderError) as refused:
            steward.accept(challenge_id=live.pk, user=people[1], now=late)
        assert code(refused) == "too_late"
        assert act(late) == 1
        assert act(late) == 0
        assert order(rungs) == ["p01", "p03", "p02"]
        assert outcome(live) == Outcome.FORFEITED
        with pytest.raises(LadderError) as refused:
            steward.accept(challenge_id=live.pk, user=people[1], now=late)
        assert code(refused) == "over"

    def test_who_challenged_may_withdraw(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        live = challenge(rungs, people[2], people[1])
        with pytest.raises(LadderError) as refused:
            steward.withdraw(challenge_id=live.pk, user=people[1], now=NOW)
        assert code(refused) == "not_yours"
        steward.withdraw(challenge_id=live.pk, user=people[2], now=NOW)
        assert outcome(live) == Outcome.WITHDRAWN
        with pytest.raises(LadderError) as refused:
            challenge(rungs, people[2], people[1], now=NOW + days(1))
        assert code(refused) == "cooldown"

    def test_withdrawing_too_late_gives_no_place_away(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        live = challenge(rungs, people[2], people[1])
        steward.withdraw(challenge_id=live.pk, user=people[2], now=NOW + days(4))
        assert outcome(live) == Outcome.FORFEITED
        assert order(rungs) == ["p01", "p03", "p02"]

    def test_only_who_is_asked_answers(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        live = challenge(rungs, people[2], people[1])
        with pytest.raises(LadderError) as refused:
            steward.accept(challenge_id=live.pk, user=people[0], now=NOW)
        assert code(refused) == "not_asked"

    def test_a_match_that_both_call_off_moves_nobody_and_may_be_played_again(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        match = playing(rungs, people[2], people[1])
        with pytest.raises(referee.RefereeError):
            referee.abort(match_id=match.pk, user=people[1], now=NOW)
        live = Challenge.objects.get(match=match)
        with pytest.raises(LadderError) as refused:
            steward.call_off(challenge_id=live.pk, user=people[0], now=NOW)
        assert code(refused) == "not_playing"
        for _twice in range(2):
            steward.call_off(challenge_id=live.pk, user=people[2], now=NOW)
        assert deliver() == 0
        steward.call_off(challenge_id=live.pk, user=people[1], now=NOW)
        assert deliver() == 1
        live.refresh_from_db()
        assert live.outcome == Outcome.CALLED_OFF
        assert order(rungs) == ["p01", "p02", "p03"]
        with pytest.raises(LadderError) as refused:
            steward.call_off(challenge_id=live.pk, user=people[1], now=NOW)
        assert code(refused) == "not_running"
        assert challenge(rungs, people[2], people[1], now=NOW + days(1)).pk != live.pk


class TestLeavingAMatch:
    def test_resigning_before_the_second_turn_goes_below_the_other(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 5)
        match = playing(rungs, people[4], people[2])
        referee.resign(match_id=match.pk, user=people[2], now=NOW)
        deliver()
        assert order(rungs) == ["p01", "p02", "p05", "p03", "p04"]

    def test_it_does_so_even_where_the_places_are_shared(self) -> None:
        rungs = ladder(tables=True)
        people = climbers(rungs, 6)
        match = playing(rungs, people[4], people[2], people[3])
        referee.resign(match_id=match.pk, user=people[2], now=NOW)
        draw(match, NOW)
        deliver()
        assert order(rungs) == ["p01", "p02", "p04", "p05", "p03", "p06"]
        assert LadderMove.objects.filter(cause="dropped").count() == 1

    def test_the_second_time_out_in_thirty_days_removes(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 5)
        for day, other in ((0, people[3]), (15, people[2])):
            now = NOW + days(day)
            match = playing(rungs, people[4], other, now=now)
            while not match.seats.get(user=people[4]).acting:
                move(match, other, now=now)
            referee.time_out(seat_id=match.seats.get(user=people[4]).pk, now=now + days(10))
            deliver(now + days(10))
        assert order(rungs) == ["p01", "p02", "p03", "p04"]
        assert LadderMove.objects.get(cause="time_outs").after is None

    def test_who_left_the_ladder_meanwhile_is_left_out(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        match = playing(rungs, people[2], people[0])
        steward.leave(ladder_id=rungs.pk, user=people[0], now=NOW)
        end(match, people[2], people[0], now=NOW + days(1))
        deliver()
        assert order(rungs) == ["p02", "p03"]
        assert Challenge.objects.get().outcome == Outcome.PLAYED


class TestTables:
    def test_those_who_came_play_when_all_have_answered(self) -> None:
        rungs = ladder(tables=True)
        people = climbers(rungs, 6)
        live = challenge(rungs, people[5], people[3], people[4], open_seats=1)
        steward.accept(challenge_id=live.pk, user=people[3], now=NOW)
        steward.sit(challenge_id=live.pk, user=people[2], now=NOW)
        steward.decline(challenge_id=live.pk, user=people[4], now=NOW)
        live.refresh_from_db()
        assert live.status == Challenge.Status.PLAYING
        assert live.match is not None
        assert live.match.seat_count == 3
        end(live.match, people[5], people[2], people[3], now=NOW + days(1))
        deliver()
        assert order(rungs) == ["p01", "p02", "p06", "p03", "p04", "p05"]

    def test_open_seats_wait_for_72_hours_and_then_enough_play(self) -> None:
        rungs = ladder(tables=True)
        people = climbers(rungs, 6)
        live = challenge(rungs, people[5], people[3], people[4], open_seats=1)
        for user in (people[3], people[4]):
            steward.accept(challenge_id=live.pk, user=user, now=NOW)
        live.refresh_from_db()
        assert live.status == Challenge.Status.WAITING
        act(NOW + days(4))
        live.refresh_from_db()
        assert live.status == Challenge.Status.PLAYING

    def test_too_few_come(self) -> None:
        rungs = ladder(tables=True)
        people = climbers(rungs, 6)
        live = challenge(rungs, people[5], people[3], open_seats=1)
        steward.accept(challenge_id=live.pk, user=people[3], now=NOW)
        act(NOW + days(4))
        assert outcome(live) == Outcome.SHORT

    def test_silence_at_a_table_costs_the_place_and_the_others_play(self) -> None:
        rungs = ladder(tables=True)
        people = climbers(rungs, 6)
        live = challenge(rungs, people[5], people[2], people[3], people[4])
        for user in (people[3], people[4]):
            steward.accept(challenge_id=live.pk, user=user, now=NOW)
        act(NOW + days(4))
        live.refresh_from_db()
        assert live.status == Challenge.Status.PLAYING
        assert order(rungs) == ["p01", "p02", "p06", "p03", "p04", "p05"]
        assert Answer.objects.get(member__user=people[2]).state == Answer.State.FORFEITED

    def test_an_open_seat_is_for_those_in_reach_of_the_host(self) -> None:
        rungs = ladder(tables=True)
        people = climbers(rungs, 9)
        live = challenge(rungs, people[4], people[3], open_seats=1)
        with pytest.raises(LadderError) as refused:
            steward.sit(challenge_id=live.pk, user=people[8], now=NOW)
        assert code(refused) == "host_range"
        with pytest.raises(LadderError) as refused:
            steward.sit(challenge_id=live.pk, user=people[3], now=NOW)
        assert code(refused) == "invited"
        for _twice in range(2):
            steward.sit(challenge_id=live.pk, user=people[7], now=NOW)
        with pytest.raises(LadderError) as refused:
            steward.sit(challenge_id=live.pk, user=people[5], now=NOW)
        assert code(refused) == "full"
        steward.stand(challenge_id=live.pk, user=people[7], now=NOW)
        steward.sit(challenge_id=live.pk, user=people[5], now=NOW)
        assert live.answers.count() == 2

    def test_a_table_of_wrong_size_is_refused(self) -> None:
        rungs = ladder(tables=True)
        people = climbers(rungs, 9)
        for whom, open_seats, wanted in (
            ([people[5]], 0, "wrong_seats"),
            ([people[5]], 3, "wrong_open_seats"),
            (people[4:8], 1, "wrong_seats"),
            ([], 2, "no_opponent"),
        ):
            with pytest.raises(LadderError) as refused:
                challenge(rungs, people[8], *whom, open_seats=open_seats)
            assert code(refused) == wanted
        assert not Challenge.objects.exists()

    def test_a_set_that_shrinks_to_one_that_met_just_now_does_not_meet_again(self) -> None:
        rungs = ladder(tables=True)
        people = climbers(rungs, 6)
        end(playing(rungs, people[5], people[3], people[4]), people[3], people[4], people[5], now=NOW)
        deliver()
        live = challenge(rungs, people[5], people[2], people[3], people[4], now=NOW + days(1))
        for user in (people[3], people[4]):
            steward.accept(challenge_id=live.pk, user=user, now=NOW + days(1))
        steward.decline(challenge_id=live.pk, user=people[2], now=NOW + days(1))
        assert outcome(live) == Outcome.AGAIN


class TestGoing:
    """Leaving, vacation, removal, deletion: nobody waits for who is gone."""

    def test_leaving_ends_what_waits(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 5)
        incoming = challenge(rungs, people[3], people[2])
        outgoing = challenge(rungs, people[2], people[0])
        steward.leave_all(people[2], now=NOW)
        assert (outcome(incoming), outcome(outgoing)) == (Outcome.LEFT, Outcome.LEFT)
        assert order(rungs) == ["p01", "p02", "p04", "p05"]
        steward.leave_all(people[2], now=NOW)
        challenge(rungs, people[3], people[1])
        challenge(rungs, people[3], people[0])

    def test_a_vacation_frees_those_who_wait_and_stops_idleness(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4, now=NOW)
        incoming = challenge(rungs, people[3], people[1])
        steward.plan_vacation(
            ladder_id=rungs.pk, user=people[1], begins=NOW + days(1), ends=NOW + days(11), now=NOW
        )
        act(NOW + days(1))
        assert outcome(incoming) == Outcome.FREED
        assert order(rungs) == ["p01", "p02", "p03", "p04"]
        with pytest.raises(LadderError) as refused:
            challenge(rungs, people[2], people[1], now=NOW + days(2))
        assert code(refused) == "vacation"
        with pytest.raises(LadderError) as refused:
            challenge(rungs, people[1], people[0], now=NOW + days(2))
        assert code(refused) == "own_vacation"
        act(NOW + days(11))
        member = Member.objects.get(ladder=rungs, user=people[1])
        assert not member.away
        assert member.due_at == NOW + days(21 + 10)
        assert challenge(rungs, people[2], people[1], now=NOW + days(12))

    def test_a_year_has_thirty_days_of_vacation(self) -> None:
        rungs = ladder()
        (ana,) = climbers(rungs, 1)

        def plan(begins: float, ends: float) -> Member:
            return steward.plan_vacation(
                ladder_id=rungs.pk, user=ana, begins=NOW + days(begins), ends=NOW + days(ends), now=NOW
            )

        plan(5, 25)
        assert plan(5, 30).vacation_days == 25
        for begins, ends, wanted in ((5, 36, "too_long"), (5, 5.5, "bad_vacation")):
            with pytest.raises(LadderError) as refused:
                plan(begins, ends)
            assert code(refused) == wanted
        act(NOW + days(5))
        with pytest.raises(LadderError) as refused:
            plan(40, 42)
        assert code(refused) == "on_vacation"
        member = steward.end_vacation(ladder_id=rungs.pk, user=ana, now=NOW + days(15))
        assert (member.vacation_days, member.vacation_from, member.away) == (10, None, False)

    def test_the_staff_removes_and_moves_with_an_audit_line(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4)
        staff = User.objects.create_user("staff", is_staff=True)
        for act_ in (
            lambda: steward.remove(ladder_id=rungs.pk, user=people[0], by=people[1], why="x", now=NOW),
            lambda: steward.move(ladder_id=rungs.pk, user=people[0], to=2, by=people[1], why="x", now=NOW),
        ):
            with pytest.raises(LadderError) as refused:
                act_()
            assert code(refused) == "not_director"
        with pytest.raises(LadderError) as refused:
            steward.move(ladder_id=rungs.pk, user=people[0], to=2, by=staff, why=" ", now=NOW)
        assert code(refused) == "no_reason"
        with pytest.raises(LadderError) as refused:
            steward.move(ladder_id=rungs.pk, user=people[0], to=9, by=staff, why="x", now=NOW)
        assert code(refused) == "wrong_place"
        steward.move(ladder_id=rungs.pk, user=people[3], to=2, by=staff, why="a wrong result", now=NOW)
        steward.remove(ladder_id=rungs.pk, user=people[0], by=staff, why="a second account", now=NOW)
        assert order(rungs) == ["p04", "p02", "p03"]
        assert [(a.kind, a.before, a.after, a.by) for a in rungs.acts.order_by("pk")] == [
            ("moved", 4, 2, staff),
            ("removed", 1, None, staff),
        ]
        assert steward.compare(rungs).same


class TestNotices:
    def told(self, user: User) -> list[str]:
        return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))

    def test_each_step_is_told_once(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4)
        live = challenge(rungs, people[3], people[1])
        challenge(rungs, people[3], people[1])
        assert self.told(people[1]) == [Kind.LADDER_CHALLENGE, Kind.LADDER_SOON]
        steward.accept(challenge_id=live.pk, user=people[1], now=NOW)
        steward.accept(challenge_id=live.pk, user=people[1], now=NOW)
        assert self.told(people[3]) == [Kind.LADDER_ACCEPTED]
        live.refresh_from_db()
        assert live.match is not None
        end(live.match, people[3], people[1], now=NOW)
        deliver()
        assert self.told(people[3])[-1] == self.told(people[1])[-1] == Kind.LADDER_MOVED
        assert self.told(people[2]) == []

    def test_the_reminder_is_sent_only_while_an_answer_is_awaited(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4)
        for user in people:
            address = f"{user.username}@example.org"
            EmailAddress.objects.create(user=user, email=address, primary=True, verified=True)
        challenge(rungs, people[3], people[1])
        answered = challenge(rungs, people[2], people[0])
        steward.decline(challenge_id=answered.pk, user=people[0], now=NOW)
        sweep_work("mail", clock=lambda: NOW + days(3))
        subjects = sorted(letter.subject for letter in mail.outbox)
        assert subjects == [
            "Answer soon: p04 challenges you, Postcards, two seats",
            "p01 declines: Postcards, two seats",
            "p04 challenges you: Postcards, two seats",
        ]

    def test_a_challenge_that_comes_to_nothing_is_told_to_who_waits(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4)
        EmailAddress.objects.create(user=people[3], email="p04@example.org", primary=True, verified=True)
        challenge(rungs, people[3], people[1])
        steward.leave(ladder_id=rungs.pk, user=people[1], now=NOW)
        sweep_work("mail", clock=lambda: NOW)
        (letter,) = mail.outbox
        assert letter.subject == "Your challenge comes to nothing: Postcards, two seats"
        assert "somebody left the ladder" in letter.body

    def test_a_place_forfeited_is_told_to_both(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 4)
        challenge(rungs, people[3], people[1])
        act(NOW + days(4))
        assert Kind.LADDER_FORFEITED in self.told(people[3])
        assert Kind.LADDER_FORFEITED in self.told(people[1])


class TestWhatTheInvitedHear:
    def test_a_challenge_taken_back_is_told_to_the_invited_and_asks_for_nothing_more(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        live = challenge(rungs, people[2], people[1])
        for _twice in range(2):
            steward.withdraw(challenge_id=live.pk, user=people[2], now=NOW)
        told = Notice.objects.get(kind=Kind.LADDER_OFF)
        assert (told.user, told.about["who"], told.about["outcome"]) == (people[1], "p03", "withdrawn")
        assert live.answers.get().state == Answer.State.FREED
        soon = Notice.objects.get(kind=Kind.LADDER_SOON)
        assert not teller(soon.kind).still_true(soon)
        story = teller(told.kind).write(told)
        assert story.subject == "The challenge of p03 comes to nothing: Postcards, two seats"
        assert "withdrawn" in story.lines[0]

    def test_a_challenger_who_leaves_or_goes_away_is_told_as_well(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 5)
        challenge(rungs, people[2], people[1])
        challenge(rungs, people[4], people[3])
        steward.leave(ladder_id=rungs.pk, user=people[2], now=NOW)
        steward.plan_vacation(ladder_id=rungs.pk, user=people[4], begins=NOW, ends=NOW + days(2), now=NOW)
        told = Notice.objects.filter(kind=Kind.LADDER_OFF).order_by("pk")
        assert [(each.user, each.about["outcome"]) for each in told] == [
            (people[1], Outcome.LEFT),
            (people[3], Outcome.FREED),
        ]

    def test_a_table_that_falls_short_is_told_to_who_came_and_not_to_who_declined(self) -> None:
        rungs = ladder(tables=True)
        people = climbers(rungs, 5)
        live = challenge(rungs, people[4], people[3], people[2])
        steward.accept(challenge_id=live.pk, user=people[3], now=NOW)
        steward.decline(challenge_id=live.pk, user=people[2], now=NOW)
        assert outcome(live) == Outcome.DECLINED
        assert [each.user for each in Notice.objects.filter(kind=Kind.LADDER_OFF)] == [people[3]]
