"""Dice of a match: what the published rule of fair chance gives, by the standard library's own HMAC."""

from __future__ import annotations

import hmac

from hypothesis import example, given
from hypothesis import strategies as st

from engines.chance import KeyedChance

KEYS = st.binary(max_size=150)
"""Longer ones than a block of SHA-256 too: HMAC hashes those first."""
COUNTERS = st.integers(0, (1 << 63) - 1)


def by_the_book(key: bytes, counter: int, n: int) -> tuple[int, int]:
    """The number and the counter after it: the first block below the greatest multiple of n."""
    while True:
        block = int.from_bytes(hmac.digest(key, counter.to_bytes(8, "big"), "sha256")[:8], "big")
        counter += 1
        if block < (1 << 64) // n * n:
            return block % n, counter


@given(KEYS, COUNTERS, st.integers(1, 1 << 64))
@example(b"", 0, 1)
@example(b"k" * 64, 1, 6)
@example(b"k" * 65, 2, 6)
@example(b"reject", 3, (1 << 63) + 1)
@example(b"reject", 4, (1 << 63) + 1)
def test_draws_are_blocks_of_hmac_sha_256(key: bytes, counter: int, n: int) -> None:
    chance = KeyedChance(key, counter)
    chance.drawn = []
    for _ in range(3):
        expected, counter = by_the_book(key, counter, n)
        assert chance.below(n) == expected
        assert chance.counter == counter
        assert chance.drawn.pop() == expected


def test_blocks_beyond_the_last_whole_multiple_are_passed_over() -> None:
    n = (1 << 63) + 1  # half of all blocks
    chance = KeyedChance(b"reject")
    for _ in range(40):
        chance.below(n)
    assert 60 < chance.counter < 100


@given(KEYS, st.lists(st.integers(1, 60), max_size=8), st.lists(st.integers(1, 60), max_size=8))
def test_a_copy_goes_on_from_the_same_place_and_on_its_own(
    key: bytes, before: list[int], after: list[int]
) -> None:
    chance = KeyedChance(key)
    for n in before:
        chance.below(n)
    chance.drawn = []
    copies = [chance.copy(), chance.copy()]
    assert [copy.drawn for copy in copies] == [None, None]
    draws = [[each.below(n) for n in after] for each in (*copies, chance)]
    assert draws[0] == draws[1] == draws[2] == chance.drawn
    assert {copy.counter for copy in copies} == {chance.counter}


@given(KEYS, st.integers(0, 30))
def test_a_shuffle_keeps_everything_and_draws_once_for_each_but_one(key: bytes, size: int) -> None:
    chance = KeyedChance(key)
    items = list(range(size))
    chance.shuffle(items)
    assert sorted(items) == list(range(size))
    assert chance.counter == max(size - 1, 0)
