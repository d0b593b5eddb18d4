"""Random stories through the steward: whatever happens, the positions are a permutation that the history
rebuilds, every challenge that is over has one outcome, and nobody is over a cap."""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime, timedelta

import pytest

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Match
from tests.ladders.climbing import NOW, act, challenge, climbers, days, deliver, draw, end, ladder, order
from tournaments.ladders import steward
from tournaments.ladders.models import Answer, Challenge, Ladder, LadderMove, Member
from tournaments.ladders.steward import LadderError

EVENTS = 150


@pytest.mark.django_db
@pytest.mark.parametrize(("seed", "tables"), [(1, False), (2, True)])
def test_a_random_story(seed: int, tables: bool) -> None:
    lot = random.Random(seed)
    rungs = ladder(tables=tables)
    people = climbers(rungs, 12, now=NOW)
    now = NOW
    refused: Counter[str] = Counter()
    for _event in range(EVENTS):
        now += timedelta(hours=lot.randint(1, 20))
        try:
            happen(lot, rungs, lot.choice(people), people, now)
        except LadderError as error:
            refused[error.code] += 1
        act(now)
        if lot.random() < 0.7:
            deliver(now)
    deliver(now)
    names = order(rungs)
    assert steward.compare(rungs).same
    assert len(set(names)) == len(names)
    assert list(LadderMove.objects.order_by("seq").values_list("seq", flat=True)) == list(
        range(1, LadderMove.objects.count() + 1)
    )
    outcomes = set(Challenge.objects.filter(status="over").values_list("outcome", flat=True))
    assert "played" in outcomes
    assert len(outcomes) >= 3, outcomes
    assert refused
    live = Challenge.objects.exclude(status="over")
    assert max(Counter(live.values_list("challenger", flat=True)).values(), default=0) <= 2
    coming = Answer.objects.filter(challenge__in=live, invited=True, state__in=["pending", "accepted"])
    assert max(Counter(coming.values_list("member", flat=True)).values(), default=0) <= 3
    running = Match.objects.filter(origin="ladder", status="playing")
    assert set(running) == {each.match for each in live.filter(status="playing")}


def happen(lot: random.Random, rungs: Ladder, who: User, people: list[User], now: datetime) -> None:
    """Something a player, an arbiter or the staff does."""
    what = lot.random()
    waiting = list(rungs.challenges.filter(status="waiting").order_by("pk"))
    running = list(Match.objects.filter(origin="ladder", status="playing").order_by("pk"))
    if what < 0.4:
        standing = Member.objects.filter(ladder=rungs, position__isnull=False).order_by("position")
        above = standing.exclude(user=who)
        mine = standing.filter(user=who).first()
        if mine is not None:
            above = above.filter(position__lt=mine.position)
        whom = lot.sample([member.user for member in above], min(1 + rungs.tables, above.count()))
        challenge(rungs, who, *whom, now=now, open_seats=int(rungs.tables and lot.random() < 0.2))
    elif what < 0.65 and waiting:
        live = lot.choice(waiting)
        pending = [answer.member.user for answer in live.answers.filter(state="pending")]
        if lot.random() < 0.25:
            pending, act_ = pending[:1], steward.decline
        else:
            act_ = steward.accept
        for user in pending:
            act_(challenge_id=live.pk, user=user, now=now)
    elif what < 0.7 and waiting:
        live = lot.choice(waiting)
        steward.withdraw(challenge_id=live.pk, user=live.challenger.user, now=now)
    elif what < 0.73 and waiting:
        steward.sit(challenge_id=lot.choice(waiting).pk, user=who, now=now)
    elif what < 0.88 and running:
        match = lot.choice(running)
        players = [
            seat.user for seat in match.seats.order_by("user").select_related("user") if seat.user is not None
        ]
        lot.shuffle(players)
        if lot.random() < 0.2:
            draw(match, now)
        elif lot.random() < 0.2:
            referee.resign(match_id=match.pk, user=players[0], now=now)
        else:
            end(match, *players, now=now)
    elif what < 0.91:
        steward.leave(ladder_id=rungs.pk, user=who, now=now)
    elif what < 0.95:
        steward.join(ladder_id=rungs.pk, user=lot.choice(people), now=now)
    elif what < 0.97:
        steward.plan_vacation(ladder_id=rungs.pk, user=who, begins=now, ends=now + days(2), now=now)
    else:
        steward.move(ladder_id=rungs.pk, user=who, to=lot.randint(1, 6), by=None, why="story", now=now)
