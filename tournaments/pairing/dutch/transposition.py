"""The first transposition of S2 that only makes allowed pairs (C.04.3, 4.2): the lexicographically smallest
perfect matching of a bipartite graph, by alternating paths over bit masks."""

from __future__ import annotations

from collections.abc import Sequence


def first_matching(rows: Sequence[int], columns: int) -> list[int] | None:
    """A column for each row, as small as possible for the first row, then for the second and so on. `rows`
    are masks of the columns each may have. None if there is none."""
    free = columns
    owner: dict[int, int] = {}
    column: list[int] = []
    for row, mask in enumerate(rows):
        column.append(-1)
        here = mask & free
        if here:
            low = here & -here
            j = low.bit_length() - 1
            owner[j] = row
            column[row] = j
            free ^= low
        else:
            end = _augment(rows, row, columns, free, owner, column)
            if end is None:
                return None
            free &= ~(1 << end)
    _improve(rows, columns, free, owner, column)
    return column


def _augment(
    rows: Sequence[int], start: int, columns: int, free: int, owner: dict[int, int], column: list[int]
) -> int | None:
    """Gives `start` a column by moving others along; the free column that is used up."""
    came_from: dict[int, int] = {}
    queue = [start]
    unseen = columns
    for row in queue:
        new = rows[row] & unseen
        end = new & free
        if end:
            j = (end & -end).bit_length() - 1
            came_from[j] = row
            last = j
            while True:
                row = came_from[j]
                before = column[row]
                column[row] = j
                owner[j] = row
                if row == start:
                    return last
                j = before
        unseen &= ~new
        while new:
            low = new & -new
            new ^= low
            j = low.bit_length() - 1
            came_from[j] = row
            queue.append(owner[j])
    return None


def _improve(rows: Sequence[int], columns: int, free: int, owner: dict[int, int], column: list[int]) -> None:
    """Row by row, the smallest column with which the later rows still find theirs."""
    for row, mask in enumerate(rows):
        mine = column[row]
        smaller = mask & columns & ((1 << mine) - 1)
        while smaller:
            low = smaller & -smaller
            smaller ^= low
            j = low.bit_length() - 1
            if low & free:
                free = free & ~low | 1 << mine
                del owner[mine]
                owner[j], column[row] = row, j
                break
            # The owner of j has to find another, in the end perhaps the one given up.
            other = owner[j]
            del owner[mine]
            end = _augment(rows, other, columns & ~low, free | 1 << mine, owner, column)
            if end is not None:
                free = (free | 1 << mine) & ~(1 << end)
                owner[j], column[row] = row, j
                break
            owner[mine] = row
        columns &= ~(1 << column[row])
