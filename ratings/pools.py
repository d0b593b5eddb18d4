"""Which pool a match belongs to."""

from __future__ import annotations

from correio.matches.clocks import DAY, HOUR
from correio.matches.models import Match
from engines import registry
from ratings.models import Pool


def speed(match: Match) -> str:
    """By how long a player may let the others wait for one turn: the classes the lobby filters by."""
    if match.clock_base_ms >= DAY:
        return Pool.Speed.DAYS
    return Pool.Speed.HOURS if match.clock_base_ms > 2 * HOUR else Pool.Speed.LIVE


def pool_of(match: Match) -> Pool:
    """Created with its first match. Two who create it at once get the same row."""
    _, title = registry.title(match.title)
    pool, _created = Pool.objects.get_or_create(
        title=match.title, sets="+".join(title.sets), speed=speed(match), defaults={"game": match.game}
    )
    return pool


def find(key: str) -> Pool | None:
    """By its public name."""
    parts = key.split("/")
    if len(parts) != 3:
        return None
    title, sets, speed_ = parts
    return Pool.objects.filter(title=title, sets=sets, speed=speed_).first()
