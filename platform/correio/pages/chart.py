"""A rating curve as the points of an SVG line: computed here, drawn by the template with the tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ratings.queries import Point

WIDTH, HEIGHT = 640, 160
LEFT, BOTTOM, TOP = 40, 22, 8
STEPS = (25, 50, 100, 200, 500)


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    rating: int
    match: str
    at: datetime


@dataclass(frozen=True)
class Chart:
    line: str
    """For the attribute `points`."""
    dots: list[Dot]
    rules: list[tuple[float, int]]
    """(y, rating) of the horizontal rules."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT


def chart(points: Sequence[Point]) -> Chart | None:
    """One step for each match, not for each day: pauses say nothing about strength. None below two points."""
    if len(points) < 2:
        return None
    lowest, highest = min(point.rating for point in points), max(point.rating for point in points)
    step = next((step for step in STEPS if (highest - lowest) / step <= 4), STEPS[-1])
    low, high = lowest // step * step, -(-highest // step) * step
    if low == high:
        high += step

    def x(index: int) -> float:
        return round(LEFT + index * (WIDTH - LEFT - 10) / (len(points) - 1), 1)

    def y(rating: int) -> float:
        return round(TOP + (high - rating) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    dots = [Dot(x(i), y(p.rating), p.rating, p.match, p.at) for i, p in enumerate(points)]
    return Chart(
        line=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        dots=dots,
        rules=[(y(rating), rating) for rating in range(low, high + 1, step)],
    )
