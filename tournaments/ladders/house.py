"""Ladders that live by themselves: house bots join and challenge each other now and then.

Which one challenges whom follows from the ladder's history, so that a run can be repeated.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from correio.accounts.house import house_bots
from engines import registry
from tournaments.ladders import challenges, facts, founding, members, rungs
from tournaments.ladders.models import Challenge, Ladder, Member
from tournaments.ladders.office import locked

EVERY = timedelta(hours=6)
MOST_AT_ONCE = 2
"""Running matches of one ladder; with so many the next waits its turn."""
LEVELS = {"novice": 4, "steady": 4, "keen": 2}


@transaction.atomic
def enliven(ladder: Ladder, now: datetime | None = None) -> None:
    """House bots take their rungs, and from now on they play."""
    now = now or timezone.now()
    for level, count in LEVELS.items():
        for bot in house_bots(level, count):
            members.join(ladder_id=ladder.pk, user=bot, now=now)
    ladder = locked(ladder.pk)
    if ladder.play_at is None:
        ladder.play_at = now
        ladder.save(update_fields=["play_at"])
        rungs.set_due(ladder, now)


def play(ladder: Ladder, now: datetime) -> None:
    """Some bot challenges one that it may challenge. The caller holds the lock."""
    ladder.play_at = now + EVERY
    ladder.save(update_fields=["play_at"])
    running = ladder.challenges.filter(status=Challenge.Status.PLAYING).count()
    if running >= MOST_AT_ONCE:
        return
    bots = list(
        ladder.members.filter(position__isnull=False, user__kind="bot", user__owner=None)
        .select_related("user")
        .order_by("position")
    )
    lot = random.Random(f"{ladder.slug}:{ladder.last_seq}:{ladder.challenges.count()}")
    lot.shuffle(bots)
    for bot in bots:
        if (chosen := _opponents(ladder, bot, bots, lot, now)) is not None:
            challenges.challenge(
                ladder_id=ladder.pk, user=bot.user, opponents=[each.user_id for each in chosen], now=now
            )
            return


def _opponents(
    ladder: Ladder, bot: Member, bots: list[Member], lot: random.Random, now: datetime
) -> list[Member] | None:
    known = facts.gather(ladder, bot, bots, now)
    possible = [each for each in bots if known.why_not(each) is None]
    sizes = founding.sizes(registry.title(ladder.title)[1], tables=ladder.tables)
    wanted = min(lot.choice(sizes) - 1, len(possible))
    if wanted + 1 not in sizes:
        return None
    chosen = possible[:wanted]
    return chosen if known.why_not_set([bot.pk, *(each.pk for each in chosen)]) is None else None
