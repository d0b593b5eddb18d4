"""Scoring of hands against brute force that tries everything, and what is told about words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.spy_ring.components import BONUS, CARDS, DATA, EMBASSIES, WORDS
from engines.spy_ring.words import best, cards_for, missing, pairs
from tests.engines.spy_ring.tables import cards

CHARS = [card.chars for card in DATA.cards]
LETTERS = [Counter(word) for word in WORDS]


def mask(hand: list[int]) -> int:
    return sum(1 << card for card in hand)


def best_of(letters: Counter[str], words: range | list[int]) -> int:
    """The dearest set of words that these characters spell, by trying each with and without."""
    if not words:
        return 0
    word, rest = words[0], words[1:]
    without = best_of(letters, rest)
    if LETTERS[word] <= letters:
        return max(without, BONUS[word] + best_of(letters - LETTERS[word], rest))
    return without


def brute_exclusive(hand: list[int]) -> int:
    """Every choice of one character for each card."""
    chosen = {tuple(sorted(chars)) for chars in product(*(CHARS[card] for card in hand))}
    return max(best_of(Counter(chars), range(EMBASSIES)) for chars in chosen)


def brute_shared(hand: list[int], words: tuple[int, ...]) -> bool:
    """Letter by letter in the order of the words, every card that is possible."""
    wants = [(place, letter) for place, word in enumerate(words) for letter in WORDS[word]]

    def deal(at: int, given_away: frozenset[tuple[int, str]], used: frozenset[tuple[int, int]]) -> bool:
        if at == len(wants):
            return True
        place, letter = wants[at]
        return any(
            deal(at + 1, given_away | {(card, letter)}, used | {(place, card)})
            for card in hand
            if letter in CHARS[card] and (card, letter) not in given_away and (place, card) not in used
        )

    return deal(0, frozenset(), frozenset())


def sets_of_words(hand: list[int]) -> Iterator[tuple[int, ...]]:
    alone = [word for word in range(EMBASSIES) if brute_shared(hand, (word,))]
    for number in range(1 << len(alone)):
        yield tuple(word for index, word in enumerate(alone) if number >> index & 1)


def hands(most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, CARDS - 1), unique=True, max_size=most).map(sorted)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(hands(9))
def test_the_best_words_of_a_hand_exclusive(hand: list[int]) -> None:
    found = best(mask(hand), False)
    assert found.bonus == brute_exclusive(hand)
    words = [word for word in range(EMBASSIES) if found.words >> word & 1]
    assert sum(BONUS[word] for word in words) == found.bonus
    assert cards_for(mask(hand), tuple(words), False) is not None


@settings(max_examples=60, deadline=None, derandomize=True)
@given(hands(8))
def test_the_best_words_of_a_hand_shared(hand: list[int]) -> None:
    wanted = max(
        (sum(BONUS[word] for word in words) for words in sets_of_words(hand) if brute_shared(hand, words)),
        default=0,
    )
    found = best(mask(hand), True)
    assert found.bonus == wanted
    assert found.bonus >= best(mask(hand), False).bonus


@settings(max_examples=60, deadline=None, derandomize=True)
@given(hands(8), st.booleans())
def test_pairs_are_those_that_can_be_spelled_together(hand: list[int], shared: bool) -> None:
    found = pairs(mask(hand), shared)
    spelled = [Counter(chars) for chars in product(*(CHARS[card] for card in hand))]
    for one in range(EMBASSIES):
        for two in range(one + 1, EMBASSIES):
            both = LETTERS[one] + LETTERS[two]
            possible = brute_shared(hand, (one, two)) if shared else any(both <= chars for chars in spelled)
            assert ((one, two) in found) == possible
            named = cards_for(mask(hand), (one, two), shared)
            assert (named is not None) == possible
            if named is not None:
                assert named & ~mask(hand) == 0
                assert shared or named.bit_count() == both.total()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(hands(10), st.integers(0, EMBASSIES - 1))
def test_what_a_word_misses_is_as_little_as_possible(hand: list[int], word: int) -> None:
    given_ = max(
        (LETTERS[word] & Counter(chars)).total() for chars in product(*(CHARS[card] for card in hand))
    )
    rest = missing(mask(hand), word)
    assert len(rest) == LETTERS[word].total() - given_
    assert Counter(rest) <= LETTERS[word]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(hands(20), st.integers(0, CARDS - 1))
def test_another_card_never_makes_a_hand_worse(hand: list[int], card: int) -> None:
    for shared in (False, True):
        assert best(mask(hand) | 1 << card, shared).bonus >= best(mask(hand), shared).bonus


def test_all_cards_together_spell_every_word_exclusively_or_not() -> None:
    everything = (1 << CARDS) - 1
    assert all(missing(everything, word) == "" for word in range(EMBASSIES))
    assert best(everything, True).bonus == sum(BONUS)


def test_forty_cards_with_two_unlike_characters_and_no_character_without_use() -> None:
    assert len({frozenset(chars) for chars in CHARS}) == CARDS == 40
    assert all(one != two for one, two in CHARS)
    assert {char for chars in CHARS for char in chars} == {letter for word in WORDS for letter in word}


def test_empty_hands_spell_nothing() -> None:
    assert best(0, False) == (0, 0)
    assert missing(0, 15) == "VIS"
    assert missing(cards("S01"), 15) == "VS"
