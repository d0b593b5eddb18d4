"""The quarter: the data, and sight and reach of every space against slow computations of their own."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from engines.spy_ring.board import (
    BIT,
    CELLS,
    CROSS_BIT,
    CROSS_END,
    CROSS_SEES,
    CROSSES,
    GATE,
    GONE,
    INNER,
    INSIDE,
    MANHOLES,
    NEAR,
    NEXT_TO,
    NODE_REF,
    PLAIN_END,
    PROHIBITED,
    SEES,
    SPACE_NAME,
    SPACES,
    STARTS,
    STRIP,
    WATCHES,
    nodes,
)
from engines.spy_ring.catalog import CATALOG
from engines.spy_ring.components import DATA, EMBASSIES, BadComponents, check
from engines.spy_ring.paths import REACH

GRID = DATA.board.grid
SIZE = 20
PATH = {(row, column) for row in range(SIZE) for column in range(SIZE) if GRID[row][column] not in "#+$"}
TREES = {frozenset((tuple(one), tuple(other))) for one, other in DATA.board.trees}

Cell = tuple[int, int]


def neighbours(cell: Cell) -> list[Cell]:
    """One step in the street, from the picture alone."""
    row, column = cell
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [other for other in around if other in PATH and frozenset((cell, other)) not in TREES]


def in_view(one: Cell, other: Cell) -> bool:
    """On one line, and every two cells between them are a step apart."""
    if one == other or (one[0] != other[0] and one[1] != other[1]):
        return False
    down = (other[0] > one[0]) - (other[0] < one[0])
    right = (other[1] > one[1]) - (other[1] < one[1])
    cell = one
    while cell != other:
        following = (cell[0] + down, cell[1] + right)
        if following not in neighbours(cell):
            return False
        cell = following
    return True


def test_256_spaces_lie_on_the_400_cells() -> None:
    assert len(CELLS) == SPACES == 256
    assert set(CELLS) == PATH
    assert len(set(SPACE_NAME)) == 256
    assert (SPACE_NAME[0], SPACE_NAME[255]) == ("A1", "T20")


def test_steps_and_alongside_agree_with_the_picture() -> None:
    for space, cell in enumerate(CELLS):
        assert {CELLS[other] for other in NEAR[space]} == set(neighbours(cell))
        assert {CELLS[other] for other in nodes(NEXT_TO[space])} == set(neighbours(cell))


def test_sight_between_every_two_spaces() -> None:
    for space, cell in enumerate(CELLS):
        assert {CELLS[other] for other in nodes(SEES[space])} == {
            other for other in PATH if in_view(cell, other)
        }


def test_192_spaces_are_seen_along_one_line_and_64_crossing_spaces_along_two() -> None:
    lines = []
    for space, (row, column) in enumerate(CELLS):
        seen = [CELLS[other] for other in nodes(SEES[space])]
        lines.append(any(cell[0] == row for cell in seen) + any(cell[1] == column for cell in seen))
    assert (lines.count(1), lines.count(2)) == (192, 64)


State = tuple[Cell | int, frozenset[Cell | int], bool]
"""Where he stands (an embassy by number), where he has been, whether the tunnel is used up."""


def slow_ends(start: Cell | int, throw: int, tunnel: bool, spies: frozenset[Cell | int]) -> set[Cell | int]:
    """Breadth first over whole histories, step by step, by the words of the rules."""
    ends: set[Cell | int] = set()
    now: set[State] = {(start, frozenset([start]), not tunnel)}
    for _ in range(throw):
        following: set[State] = set()
        for where, been, used in now:
            for step, by_tunnel in slow_steps(where, used):
                if step in been or step in spies:
                    continue
                if isinstance(step, int):
                    ends.add(step)  # an embassy ends the move
                else:
                    following.add((step, been | {step}, used or by_tunnel))
        now = following
    return ends | {where for where, _, _ in now}


def slow_steps(where: Cell | int, used: bool) -> Iterator[tuple[Cell | int, bool]]:
    if isinstance(where, int):
        yield tuple(DATA.embassies[where].gate), False  # type: ignore[misc]
        return
    for other in neighbours(where):
        yield other, False
    for number, embassy in enumerate(DATA.embassies):
        if tuple(embassy.gate) == where:
            yield number, False
    if not used and GRID[where[0]][where[1]] == "M":
        for row, column in PATH:
            if GRID[row][column] == "M":
                yield (row, column), True


def named(node: int) -> Cell | int:
    return CELLS[node] if node < INSIDE else node - INSIDE


@pytest.mark.parametrize("tunnel", [True, False])
@pytest.mark.parametrize("throw", range(1, 7))
def test_reach_of_every_space_and_embassy(throw: int, tunnel: bool) -> None:
    for node in range(GONE):
        ends = {named(end) for end in REACH[node, throw, not tunnel].ends}
        assert ends == slow_ends(named(node), throw, tunnel, frozenset()), NODE_REF[node]
        assert ends, "every space has a way out on an empty board"


def test_reach_past_other_spies() -> None:
    source = random.Random(1965)
    blocked = together = 0
    for _ in range(600):
        start, *others = source.sample(range(GONE), 4)
        near = [source.choice(NEAR[start]) if start < INSIDE else GATE[start - INSIDE]]
        near += [source.choice([*NEAR[near[0]]])]
        near += source.sample(REACH[start, source.randint(2, 4), False].ends, 2)
        spies = {*(others if source.random() < 0.4 else near), others[0]} - {start}
        barred = source.sample(range(GONE), 3)
        throw, tunnel = source.randint(1, 6), source.random() < 0.7
        shut = sum(BIT[node] for node in barred)
        here = REACH[start, throw, not tunnel]
        slow = slow_ends(named(start), throw, tunnel, frozenset(named(spy) for spy in spies))
        slow -= {named(node) for node in barred}
        assert {named(end) for end in nodes(here.past([start, *spies]) & ~shut)} == slow
        blocked += len(slow) < len(here.ends)
        alone = here.mask & ~shut
        for spy in spies:
            alone &= here.past([spy])
        together += len(slow) < alone.bit_count()
    assert blocked > 200
    assert together > 20


def test_crosses_on_an_end_are_those_that_can_bar_it() -> None:
    for node in range(GONE):
        here = REACH[node, 4, False]
        assert here.crosses == {cross for cross in range(CROSSES) if CROSS_BIT[cross] & here.mask}


def test_every_strip_is_entered_by_its_two_blue_ends_only() -> None:
    for embassy in range(EMBASSIES):
        around = {other for space in nodes(STRIP[embassy]) for other in NEAR[space]}
        around -= set(nodes(STRIP[embassy]))
        assert around == {CROSS_END[embassy], PLAIN_END[embassy]}
        assert BIT[GATE[embassy]] & STRIP[embassy]


def test_no_space_serves_two_embassies() -> None:
    ends = [*CROSS_END, *PLAIN_END, *(space for strip in STRIP for space in nodes(strip))]
    assert len(set(ends)) == len(ends)
    assert not any(BIT[space] & PROHIBITED for space in (*MANHOLES, *STARTS))


def test_the_ends_of_a_strip_watch_it_and_nothing_else_does() -> None:
    for node in range(GONE):
        own = [embassy for embassy in range(EMBASSIES) if node in (CROSS_END[embassy], PLAIN_END[embassy])]
        assert WATCHES[node] == sum(STRIP[embassy] for embassy in own)


def test_contact_men_see_from_the_street_and_not_from_inside() -> None:
    for embassy in range(EMBASSIES):
        assert CROSS_SEES[embassy] == SEES[CROSS_END[embassy]]
        assert CROSS_SEES[INNER + embassy] == 0


def test_eight_manholes_two_of_them_six_apart_on_one_footpath() -> None:
    assert len(MANHOLES) == 8
    assert sorted(SPACE_NAME[space] for space in MANHOLES) == [
        "D15",
        "F10",
        "F4",
        "J15",
        "K6",
        "O11",
        "O17",
        "Q6",
    ]


def test_the_board_is_alike_from_all_four_starts() -> None:
    for start in STARTS:
        assert [len(REACH[start, throw, False].ends) for throw in range(1, 7)] == [
            len(REACH[STARTS[0], throw, False].ends) for throw in range(1, 7)
        ]


def test_no_list_of_ends_explodes() -> None:
    sizes = [len(REACH[node, 6, False].ends) for node in range(GONE)]
    assert max(sizes) <= 111
    assert sum(sizes) / len(sizes) < 55


def test_the_catalog_has_what_a_board_draws() -> None:
    spaces = CATALOG["spaces"]
    assert len(spaces) == 256
    assert len(CATALOG["board"]["trees"]) == 72
    assert len(CATALOG["crosses"]) == 32
    by_ref = {space["ref"]: space for space in spaces}
    for space in spaces:
        for other in space["sees"]:
            assert space["ref"] in by_ref[other]["sees"]
    gates = [space["gate"] for space in spaces if space["gate"]]
    assert sorted(gates) == sorted(embassy["ref"] for embassy in CATALOG["embassies"])
    kinds = [space["kind"] for space in spaces]
    assert [kinds.count(kind) for kind in ("prohibited", "cross end", "plain end", "manhole", "start")] == [
        32, 16, 16, 8, 4,
    ]  # fmt: skip


def broken(**changes: object) -> None:
    check(msgspec.structs.replace(DATA, **changes))  # type: ignore[arg-type]


def test_data_that_contradicts_itself_is_refused() -> None:
    first, *others = DATA.embassies
    for change in (
        {"safe": (0, 0)},
        {"cross_end": first.plain_end},
        {"gate": (4, 9)},
        {"glyphs": ("Q",)},
        {"source": ("hearsay",)},
        {"code": "FI"},
    ):
        with pytest.raises(BadComponents):
            broken(embassies=(msgspec.structs.replace(first, **change), *others))  # type: ignore[arg-type]
    with pytest.raises(BadComponents):
        broken(cards=DATA.cards[:-1])
    with pytest.raises(BadComponents):
        broken(board=msgspec.structs.replace(DATA.board, grid=DATA.board.grid[:-1]))
    with pytest.raises(BadComponents):
        broken(board=msgspec.structs.replace(DATA.board, trees=(((0, 0), (2, 2)),)))
