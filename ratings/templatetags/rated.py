"""`{% load rated %}`: the rating curve and the trend, for pages of this app and others."""

from __future__ import annotations

from typing import Any

from django import template

from ratings import charts, leaderboards, queries

register = template.Library()

register.filter("trend_shown", leaderboards.trend_shown)


@register.inclusion_tag("ratings/_curve.html")
def rating_curve(found: queries.PoolProfile) -> dict[str, Any]:
    """Of a pool of `queries.profile`; nothing below two rated matches."""
    return {
        "chart": charts.chart(found.curve),
        "player": found.rating.user,
        "pool": found.rating.pool,
        "points": found.rating.points,
    }
