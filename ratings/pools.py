"""Which pool a match belongs to."""

from __future__ import annotations

from correio.matches.clocks import DAY, HOUR
from correio.matches.models import Match
from engines import registry
from ratings.models import Pool


def speed(clock_base_ms: int) -> str:
    """By how long a player may let the others wait for one turn: the classes the lobby filters by."""
    if clock_base_ms >= DAY:
        return Pool.Speed.DAYS
    return Pool.Speed.HOURS if clock_base_ms > 2 * HOUR else Pool.Speed.LIVE


def sets(title: str) -> str:
    """Raises UnknownGame for a title that is not offered any more."""
    return "+".join(registry.title(title)[1].sets)


def pool_of(match: Match) -> Pool:
    """Created with its first match. Two who create it at once get the same row."""
    pool, _created = Pool.objects.get_or_create(
        title=match.title,
        sets=sets(match.title),
        speed=speed(match.clock_base_ms),
        defaults={"game": match.game},
    )
    return pool


def find(key: str) -> Pool | None:
    """By its public name."""
    parts = key.split("/")
    if len(parts) != 3:
        return None
    return Pool.objects.filter(title=parts[0], sets=parts[1], speed=parts[2]).first()
