"""Lines over time as points of an SVG: computed here, drawn by templates with the tokens of the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ratings.queries import Point

WIDTH, HEIGHT = 640, 180
LEFT, BOTTOM, TOP, RIGHT = 44, 24, 10, 10
STEPS = (5, 10, 25, 50, 100, 200, 500, 1000)
MOST_DOTS = 400
"""Of one line: more could not be told apart."""


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    rating: int
    match: str
    at: datetime
    number: int
    """Of the match among all, from 1."""


@dataclass(frozen=True)
class Scale:
    """Ratings up the picture."""

    low: int
    high: int
    step: int

    @classmethod
    def over(cls, ratings: Sequence[int]) -> Scale:
        lowest, highest = min(ratings), max(ratings)
        step = next((step for step in STEPS if (highest - lowest) / step <= 4), STEPS[-1])
        low, high = lowest // step * step, -(-highest // step) * step
        return cls(low, high if high > low else low + step, step)

    def y(self, rating: float) -> float:
        return round(TOP + (self.high - rating) * (HEIGHT - TOP - BOTTOM) / (self.high - self.low), 1)

    @property
    def rules(self) -> list[tuple[float, int]]:
        """(y, rating) of the horizontal rules."""
        return [(self.y(rating), rating) for rating in range(self.low, self.high + 1, self.step)]


def x_of(index: int, count: int) -> float:
    return round(LEFT + index * (WIDTH - LEFT - RIGHT) / max(1, count - 1), 1)


@dataclass(frozen=True)
class Chart:
    line: str
    """For the attribute `points`."""
    dots: list[Dot]
    rules: list[tuple[float, int]]
    played: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    bottom: int = HEIGHT - BOTTOM

    @property
    def latest(self) -> list[Dot]:
        """For the table under the curve: all that is drawn, the present first."""
        return self.dots[::-1]


def chart(points: Sequence[Point]) -> Chart | None:
    """One step for each match, not for each day: pauses say nothing about strength. None below two points."""
    if len(points) < 2:
        return None
    chosen = _thinned(list(enumerate(points)))
    scale = Scale.over([point.rating for _number, point in chosen])
    dots = [
        Dot(
            x_of(number, len(points)),
            scale.y(point.rating),
            point.rating,
            point.match,
            point.at,
            number + 1,
        )
        for number, point in chosen
    ]
    return Chart(" ".join(f"{dot.x},{dot.y}" for dot in dots), dots, scale.rules, len(points))


def _thinned(points: list[tuple[int, Point]]) -> list[tuple[int, Point]]:
    """Every so many-th from the last one backwards, so that the present is always there."""
    every = -(-len(points) // MOST_DOTS)
    return points[::-1][::every][::-1]


@dataclass(frozen=True)
class Line:
    """One series among several; None is a gap."""

    name: str
    values: list[int | None]
    kind: str = ""
    """Class of the line in the style sheet."""


@dataclass(frozen=True)
class Drawn:
    name: str
    kind: str
    parts: list[str]
    """Attribute `points` of each stretch without a gap."""
    dots: list[tuple[float, float]]


@dataclass(frozen=True)
class Lines:
    """Several series over the same steps."""

    series: list[Drawn]
    rules: list[tuple[float, int]]
    labels: list[tuple[float, str]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    bottom: int = HEIGHT - BOTTOM


def lines(series: Sequence[Line], labels: Sequence[str]) -> Lines | None:
    """None if there is nothing to draw."""
    known = [value for line in series for value in line.values if value is not None]
    if not known:
        return None
    scale = Scale.over(known)
    count = len(labels)
    every = max(1, -(-count // 6))
    return Lines(
        [
            Drawn(
                line.name,
                line.kind,
                [" ".join(f"{x},{y}" for x, y in part) for part in _stretches(line, scale, count)],
                [dot for part in _stretches(line, scale, count) for dot in part],
            )
            for line in series
        ],
        scale.rules,
        [(x_of(i, count), label) for i, label in enumerate(labels) if i % every == 0],
    )


def _stretches(line: Line, scale: Scale, count: int) -> list[list[tuple[float, float]]]:
    found: list[list[tuple[float, float]]] = [[]]
    for i, value in enumerate(line.values):
        if value is None:
            found.append([])
        else:
            found[-1].append((x_of(i, count), scale.y(value)))
    return [part for part in found if part]
