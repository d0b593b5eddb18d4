"""Eligibility shown is eligibility enforced, reason included (scenario 30)."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from correio.accounts.models import User
from tests.ladders.climbing import NOW, challenge, climbers, code, days, deliver, end, ladder, order, playing
from tests.ratings.played import people as some_people
from tournaments.ladders import facts, steward, wording
from tournaments.ladders.models import Challenge, Ladder, Member
from tournaments.ladders.rules import Code
from tournaments.ladders.steward import LadderError

pytestmark = pytest.mark.django_db


class TakenBack(Exception):
    """Whatever the attempt did is undone."""


def enforced(rungs: Ladder, me: User, other: User, now: Any) -> tuple[str, str] | None:
    """What the steward says to an attempt, which is then undone."""
    try:
        with transaction.atomic():
            challenge(rungs, me, other, now=now, open_seats=1 if rungs.tables else 0)
            raise TakenBack
    except TakenBack:
        return None
    except LadderError as error:
        return error.code, error.message


def shown(rungs: Ladder, me: User, now: Any) -> dict[int, tuple[str, str] | None]:
    """What the page says, by user."""
    mine = rungs.members.select_related("user").filter(user=me).first()
    others = list(rungs.members.filter(position__isnull=False).select_related("user"))
    known = facts.gather(rungs, mine, others, now)
    found = {}
    for other in others:
        reason = known.why_not(other)
        found[other.user_id] = None if reason is None else (str(reason.code), wording.why(reason))
    return found


def asked_already(rungs: Ladder, me: User, other: User) -> bool:
    mine = rungs.challenges.filter(challenger__user=me, status=Challenge.Status.WAITING)
    return any({answer.member.user_id for answer in live.answers.all()} == {other.pk} for live in mine)


@pytest.mark.parametrize("tables", [False, True])
def test_every_pair_of_a_busy_ladder(tables: bool) -> None:
    rungs = ladder(tables=tables)
    climbers(rungs, 22)
    climbers(rungs, 2, now=NOW - days(1), prefix="new")
    everybody = [member.user for member in rungs.members.select_related("user").order_by("position")]
    lot = random.Random(30)
    now = NOW
    for _attempt in range(60):
        me, other = lot.sample(everybody, 2)
        now += timedelta(hours=3)
        try:
            live = challenge(rungs, me, other, now=now, open_seats=1 if tables else 0)
            if lot.random() < 0.6 and live.status == Challenge.Status.WAITING:
                lot.choice([steward.accept, steward.decline])(challenge_id=live.pk, user=other, now=now)
        except LadderError:
            continue
        live.refresh_from_db()
        if live.match is not None and lot.random() < 0.5:
            end(live.match, me, other, now=now)
            deliver(now)
    steward.plan_vacation(ladder_id=rungs.pk, user=everybody[5], begins=now, ends=now + days(5), now=now)
    steward.leave(ladder_id=rungs.pk, user=everybody[9], now=now)
    seen = set()
    for me in everybody:
        for user, said in shown(rungs, me, now).items():
            other = next(each for each in everybody if each.pk == user)
            if asked_already(rungs, me, other):
                continue  # asking again gives the challenge there is
            assert enforced(rungs, me, other, now) == said, (me, other)
            seen.add(None if said is None else said[0])
    wanted = {None, Code.SELF, Code.BELOW, Code.RANGE, Code.VACATION, Code.OWN_VACATION, Code.NOT_MEMBER}
    wanted |= {Code.OUTGOING} if tables else {Code.COOLDOWN, Code.OUTGOING}
    assert wanted <= seen


def test_caps_are_counted_from_live_challenges() -> None:
    rungs = ladder()
    people = climbers(rungs, 20)
    first = challenge(rungs, people[15], people[13])
    challenge(rungs, people[15], people[12])
    with pytest.raises(LadderError) as refused:
        challenge(rungs, people[15], people[14])
    assert code(refused) == "outgoing_cap"
    assert refused.value.detail == {"number": 2, "until": None}
    steward.decline(challenge_id=first.pk, user=people[13], now=NOW)
    challenge(rungs, people[15], people[14])
    challenge(rungs, people[14], people[12])
    with pytest.raises(LadderError) as refused:
        challenge(rungs, people[13], people[12])
    assert code(refused) == "incoming_cap"
    for challenger in people[10:13]:
        challenge(rungs, challenger, people[9])
    with pytest.raises(LadderError) as refused:
        challenge(rungs, people[13], people[9], now=NOW)
    assert code(refused) in ("range", "incoming_cap")


def test_the_same_two_wait_fourteen_days_after_their_match() -> None:
    rungs = ladder()
    people = climbers(rungs, 3)
    end(playing(rungs, people[2], people[1]), people[1], people[2], now=NOW + days(2))
    deliver()
    for hours, fits in ((1, False), (14 * 24 - 1, False), (14 * 24, True)):
        now = NOW + days(2) + timedelta(hours=hours)
        if fits:
            challenge(rungs, people[2], people[1], now=now)
        else:
            with pytest.raises(LadderError) as refused:
                challenge(rungs, people[2], people[1], now=now)
            assert code(refused) == "cooldown"
            assert refused.value.detail["until"] == (NOW + days(16)).isoformat()


def test_a_newcomer_may_reach_for_the_top_once() -> None:
    rungs = ladder()
    people = climbers(rungs, 12, now=NOW)
    live = challenge(rungs, people[11], people[0])
    assert live.newcomer
    with pytest.raises(LadderError) as refused:
        challenge(rungs, people[11], people[1])
    assert code(refused) == "range"
    near = challenge(rungs, people[11], people[10])
    assert not near.newcomer
    assert Member.objects.filter(newcomer_used=True).count() == 1


def test_rejoining_makes_nobody_a_newcomer_again() -> None:
    rungs = ladder()
    people = climbers(rungs, 12)
    steward.leave(ladder_id=rungs.pk, user=people[3], now=NOW)
    steward.join(ladder_id=rungs.pk, user=people[3], now=NOW)
    assert order(rungs)[-1] == "p04"
    with pytest.raises(LadderError) as refused:
        challenge(rungs, people[3], people[0])
    assert code(refused) == "range"


class TestJoining:
    def refused(self, rungs: Ladder, user: User) -> str:
        reason = steward.reason_not_to_join(rungs, user)
        assert reason is not None
        with pytest.raises(LadderError) as refused:
            steward.join(ladder_id=rungs.pk, user=user, now=NOW)
        assert refused.value.message == reason.message
        return refused.value.code

    def test_who_may_not(self) -> None:
        people, bots = ladder(), ladder(bots=True)
        (guest,) = some_people("guest-1", kind=User.Kind.GUEST)
        (robot,) = some_people("robot", kind=User.Kind.BOT, bot_level="novice")
        (ana,) = some_people("ana")
        (banned,) = some_people("banned", is_active=False)
        assert self.refused(people, guest) == "guest"
        assert self.refused(people, robot) == "people_only"
        assert self.refused(bots, ana) == "bots_only"
        assert self.refused(people, banned) == "inactive"
        assert steward.join(ladder_id=bots.pk, user=robot, now=NOW).position == 1

    def test_provisional_at_the_bottom_settled_below_the_last_rated_as_high(self) -> None:
        from ratings.models import Pool, Rating

        rungs = ladder()
        people = climbers(rungs, 6)
        pool = Pool.objects.create(game="postcards", title="postcards", sets="base", speed="days")

        def rate(user: User, points: int, games: int = 40) -> None:
            Rating.objects.create(
                pool=pool, user=user, rating=points * 1000, games=games, deviation=60_000,
                peak=points * 1000, last_day=NOW.date(),
            )  # fmt: skip

        for user, points in zip(people, (1800, 1500, 1700, 1600, 1400, 1300), strict=True):
            rate(user, points)
        for name, points, games, position in (
            ("equal", 1600, 40, 5),
            ("weak", 1000, 40, 8),
            ("strong", 1900, 40, 1),
            ("green", 2500, 3, 10),
        ):
            (user,) = some_people(name)
            rate(user, points, games)
            assert steward.join(ladder_id=rungs.pk, user=user, now=NOW).position == position
        assert order(rungs)[0] == "strong"

    def test_joining_and_leaving_twice_is_once(self) -> None:
        rungs = ladder()
        people = climbers(rungs, 3)
        steward.join(ladder_id=rungs.pk, user=people[1], now=NOW)
        steward.leave(ladder_id=rungs.pk, user=people[1], now=NOW)
        steward.leave(ladder_id=rungs.pk, user=people[1], now=NOW)
        assert order(rungs) == ["p01", "p03"]
        assert rungs.moves.count() == 4


def test_the_facts_take_as_many_queries_for_three_as_for_thirty() -> None:
    rungs = ladder()
    people = climbers(rungs, 31)
    for i in range(10, 30):
        challenge(rungs, people[i], people[i - 1])
    me = rungs.members.select_related("user").get(user=people[30])
    counts = []
    for size in (3, 30):
        others = list(rungs.members.select_related("user").order_by("-position")[:size])
        with CaptureQueriesContext(connection) as captured:
            known = facts.gather(rungs, me, others, NOW)
            assert len([known.why_not(other) for other in others]) == size
        counts.append(len(captured))
    assert counts == [3, 3]
