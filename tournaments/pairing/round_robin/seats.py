"""Seats of a schedule that is known beforehand: colouring the edges of a graph makes them perfectly even.

Players and tables are the nodes, sitting down is an edge, a seat is its colour. With every player split
into one node per `size` tables in the order of play no node has more edges than there are seats, and
by König's theorem so many colours are enough: whoever sits at tables of k takes every seat once in
each k of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import TypeAlias

Node: TypeAlias = Hashable


def seated(tables: Sequence[Sequence[str]]) -> list[list[str]]:
    """The same tables, in the order they are played, each in seat order. Tables of different sizes are
    evened out apart from each other."""
    found: list[list[str]] = [[] for _ in tables]
    for size in sorted({len(table) for table in tables}):
        same = [index for index, table in enumerate(tables) if len(table) == size]
        colours = _coloured([tables[index] for index in same], size)
        for index, order in zip(same, colours, strict=True):
            found[index] = order
    return found


def _coloured(tables: Sequence[Sequence[str]], size: int) -> list[list[str]]:
    seat_of: dict[Node, dict[int, Node]] = defaultdict(dict)
    """Per node: which colour leads where. Tables are their index, players (name, which lot of tables)."""
    sat: Counter[str] = Counter()
    for index, table in enumerate(tables):
        # Another player first at every table, so that free choices do not always favour the same.
        for player in [*table[index % size :], *table[: index % size]]:
            person = (player, sat[player] // size)
            sat[player] += 1
            _colour(seat_of, person, index, size)
    return [[_name(seat_of[index][seat]) for seat in range(size)] for index in range(len(tables))]


def _name(node: Node) -> str:
    assert isinstance(node, tuple)
    return str(node[0])


def _colour(seat_of: dict[Node, dict[int, Node]], person: Node, table: Node, size: int) -> None:
    """Give the edge a colour, turning a path of two colours round if the ends have none in common."""
    free_here = [seat for seat in range(size) if seat not in seat_of[person]]
    free_there = [seat for seat in range(size) if seat not in seat_of[table]]
    common = [seat for seat in free_here if seat in free_there]
    seat = common[0] if common else free_here[0]
    if not common:
        _turn_path(seat_of, table, seat, free_there[0])
    seat_of[person][seat], seat_of[table][seat] = table, person


def _turn_path(seat_of: dict[Node, dict[int, Node]], start: Node, one: int, other: int) -> None:
    """Exchange the two colours along the path from `start`, which has `one` and not `other`."""
    path = [start]
    colour = one
    while colour in seat_of[path[-1]]:
        path.append(seat_of[path[-1]][colour])
        colour = other if colour == one else one
    edges = list(pairwise(path))
    for position, (a, b) in enumerate(edges):
        old = one if position % 2 == 0 else other
        del seat_of[a][old], seat_of[b][old]
    for position, (a, b) in enumerate(edges):
        new = other if position % 2 == 0 else one
        seat_of[a][new], seat_of[b][new] = b, a
