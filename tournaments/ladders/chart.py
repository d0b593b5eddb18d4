"""The line of a member on a ladder as the points of an SVG: computed here, drawn by the template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.ladders.history import Step

WIDTH, HEIGHT = 640, 200
LEFT, BOTTOM, TOP, RIGHT = 40, 12, 12, 10
MOST_RULES = 5


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    step: Step


@dataclass(frozen=True)
class Chart:
    line: str
    """For the attribute `points`: level until a move, then straight up or down."""
    dots: list[Dot]
    """Own moves."""
    rules: list[tuple[float, int]]
    """(y, position) of the horizontal rules."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT


def chart(steps: Sequence[Step], until: datetime) -> Chart | None:
    """Time from left to right, the top of the ladder above. None below two steps on the ladder."""
    on = [step for step in steps if step.position is not None]
    if len(on) < 2:
        return None
    highest = min(step.position for step in on if step.position is not None)
    lowest = max(step.position for step in on if step.position is not None)
    lowest = max(lowest, highest + 1)
    span = max((until - on[0].at).total_seconds(), 1.0)

    def x(at: datetime) -> float:
        share = (at - on[0].at).total_seconds() / span
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(position: int) -> float:
        share = (position - highest) / (lowest - highest)
        return round(TOP + share * (HEIGHT - TOP - BOTTOM), 1)

    points: list[tuple[float, float]] = []
    for step in on:
        assert step.position is not None
        if points:
            points.append((x(step.at), points[-1][1]))
        points.append((x(step.at), y(step.position)))
    if steps[-1].position is not None:
        points.append((x(until), points[-1][1]))
    every = max(1, -(-(lowest - highest) // (MOST_RULES - 1)))
    return Chart(
        line=" ".join(f"{px},{py}" for px, py in points),
        dots=[Dot(x(s.at), y(s.position), s) for s in on if s.own is not None and s.position is not None],
        rules=[(y(position), position) for position in range(highest, lowest + 1, every)],
    )
