"""Small random fields."""

from __future__ import annotations

from hypothesis import strategies as st

from tournaments.outlook.field import Field, Line
from tournaments.outlook.scoring import Duels, Tables
from tournaments.pairing.event import Sizes

DUELS = st.sampled_from(
    [Duels(), Duels(bye=5), Duels(win=30, draw=10, bye=30, away=(0,)), Duels(win=20, draw=10, loss=5, bye=20)]
)
TABLES = st.sampled_from([Tables(Sizes(3, 3, 3)), Tables(Sizes(4, 3, 4)), Tables(Sizes(3, 2, 3))])


@st.composite
def fields(draw: st.DrawFn, most: int, rounds: int, irregular: bool) -> Field:
    """Up to so many players, and rounds to come of which the first may be under way."""
    scoring = draw(DUELS if draw(st.booleans()) else TABLES)
    unit = 5 if isinstance(scoring, Duels) else 2
    players = draw(st.integers(3, most))
    lines = [
        Line(number, unit * draw(st.integers(0, 9)), draw(st.integers(0, 7)) > 0)
        for number in range(1, players + 1)
    ]
    left = draw(st.integers(1, rounds))
    under_way = draw(st.integers(0, 1))
    paired = [draw(matches(players, 2 if isinstance(scoring, Duels) else 3))] if under_way else []
    return Field(scoring, lines, paired, left - under_way, irregular)


@st.composite
def matches(draw: st.DrawFn, players: int, seats: int) -> list[tuple[int, ...]]:
    """Some of the matches of a round; the others are over."""
    order = draw(st.permutations(range(1, players + 1)))
    count = draw(st.integers(0, players // seats))
    return [tuple(order[seats * i : seats * (i + 1)]) for i in range(count)]


@st.composite
def round_robins(draw: st.DrawFn, irregular: bool) -> Field:
    """The last one to three rounds of a round robin of four to six."""
    players = draw(st.sampled_from([4, 5, 6]))
    rounds = berger(players)[-draw(st.integers(1, 3)) :]
    lines = [Line(number, 5 * draw(st.integers(0, 7))) for number in range(1, players + 1)]
    return Field(Duels(), lines, rounds, irregular=irregular)


def berger(players: int) -> list[list[tuple[int, ...]]]:
    """Everybody against everybody, by turning all but one."""
    ring = [*range(1, players + 1)] + [0] * (players % 2)
    found = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        found.append([pair for pair in pairs if 0 not in pair])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found
