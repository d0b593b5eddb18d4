"""Counts packed into one number, against counting one by one; cards in and out of a hand."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.ace_of_spies.cards import put, without, worth
from engines.ace_of_spies.components import CITY, INTERRUPT, POINTS, SYMBOL
from engines.ace_of_spies.tallies import ANY_CITY, covers, covers_some, demand, meets, tally

HANDS = st.sets(st.integers(0, 119), max_size=12).map(lambda cards: bytes(sorted(cards)))
SLOTS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, ANY_CITY)), max_size=6)


def counts(hand: bytes) -> Counter[tuple[int, int]]:
    found: Counter[tuple[int, int]] = Counter()
    for card in hand:
        if SYMBOL[card] != INTERRUPT:
            found[SYMBOL[card], CITY[card]] += 1
            found[SYMBOL[card], ANY_CITY] += 1
    return found


def enough(hand: bytes, slots: list[tuple[int, int]]) -> bool:
    need = Counter(slot for slot in slots if slot[1] != ANY_CITY)
    need += Counter((symbol, ANY_CITY) for symbol, _ in slots)
    return need <= counts(hand)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(HANDS, SLOTS)
def test_one_subtraction_compares_all_counts(hand: bytes, slots: list[tuple[int, int]]) -> None:
    assert covers(tally(hand), demand(slots)) == enough(hand, slots)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(HANDS, st.lists(SLOTS, max_size=4))
def test_some_way_is_met_if_any_need_is_covered(hand: bytes, needs: list[list[tuple[int, int]]]) -> None:
    expected = any(enough(hand, slots) for slots in needs)
    demands = tuple(map(demand, needs))
    assert covers_some(tally(hand), demands) == expected
    assert meets(tally(hand), ((), demands[:2], demands[2:])) == expected


def test_every_card_of_the_game_at_once_does_not_overflow_a_count() -> None:
    everything = bytes(range(120))
    slots = [(SYMBOL[card], CITY[card]) for card in everything if SYMBOL[card] != INTERRUPT]
    assert covers(tally(everything), demand(slots))
    assert all(not covers(tally(everything), demand([*slots, slot])) for slot in set(slots))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(HANDS, st.integers(0, 119))
def test_a_hand_stays_sorted_when_a_card_comes_and_goes(hand: bytes, card: int) -> None:
    rest = without(hand, card)
    assert rest == bytes(other for other in hand if other != card)
    assert put(rest, card) == bytes(sorted({*hand, card}))
    assert worth(hand) == sum(POINTS[each] for each in hand)
