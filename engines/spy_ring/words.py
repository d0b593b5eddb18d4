"""Which code words a hand of cards spells: exact, for both readings of what one card may do (S39).

A card shows two characters. *Exclusive* (the rule): it gives one of them to one word. *Shared* (a table
option): it may give each of them to another word. Each word counts once per spy (S41), each character is used
once (S40). Hands are bit masks of cards, sets of words bit masks of embassies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engines.spy_ring.components import BONUS, CARDS, DATA, EMBASSIES, WORDS

GLYPHS: Final = tuple(sorted({char for card in DATA.cards for char in card.chars}))
_NUMBER: Final = {glyph: number for number, glyph in enumerate(GLYPHS)}
LETTERS: Final = tuple(tuple(_NUMBER[glyph] for glyph in word) for word in WORDS)
"""By embassy: the letters of its word as numbers of glyphs."""
WITH: Final = tuple(
    sum(1 << card for card in range(CARDS) if glyph in DATA.cards[card].chars) for glyph in GLYPHS
)
"""By glyph: the cards that show it."""
_OTHER: Final = tuple(
    {_NUMBER[one]: _NUMBER[two], _NUMBER[two]: _NUMBER[one]}
    for one, two in (card.chars for card in DATA.cards)
)
"""By card and glyph: what else it shows."""

Given = list[int]
"""By glyph: the cards that stand for it."""


class Best(NamedTuple):
    """The most valuable set of words."""

    bonus: int
    words: int


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _take(glyph: int, hand: int, given: Given, tried: int) -> bool:
    """One card more for that glyph, moving others where needed (an augmenting path); else nothing changes."""
    used = 0
    for cards in given:
        used |= cards
    free = WITH[glyph] & hand & ~used
    if free:
        given[glyph] |= free & -free
        return True
    tried |= 1 << glyph
    for card in bits(WITH[glyph] & hand & ~given[glyph]):
        other = _OTHER[card][glyph]
        if not tried >> other & 1 and _take(other, hand, given, tried):
            given[other] &= ~(1 << card)
            given[glyph] |= 1 << card
            return True
    return False


def _lay(word: int, hand: int, given: Given) -> Given | None:
    """The word laid beside what is laid already, None if the cards do not suffice."""
    laid = given[:]
    for glyph in LETTERS[word]:
        if not _take(glyph, hand, laid, 0):
            return None
    return laid


_NOTHING: Final[Given] = [0] * len(GLYPHS)


@lru_cache(maxsize=1 << 16)
def best(hand: int, shared: bool) -> Best:
    """Depth first over sets of words, dearest first; a branch ends where all the rest would not be enough."""
    alone = [word for word in BY_BONUS if _lay(word, hand, _NOTHING) is not None]
    if shared:
        return _best_shared(hand, alone)
    return _best_exclusive(hand, alone)


BY_BONUS: Final = tuple(sorted(range(EMBASSIES), key=lambda word: (-BONUS[word], word)))


def _rests(words: Sequence[int]) -> list[int]:
    """By index: what the words from there on bring together."""
    rests = [0] * (len(words) + 1)
    for index in range(len(words) - 1, -1, -1):
        rests[index] = rests[index + 1] + BONUS[words[index]]
    return rests


def _best_exclusive(hand: int, words: Sequence[int]) -> Best:
    rests = _rests(words)
    found = Best(0, 0)

    def search(index: int, given: Given, free: int, bonus: int, chosen: int) -> None:
        nonlocal found
        if bonus > found.bonus:
            found = Best(bonus, chosen)
        for at in range(index, len(words)):
            if bonus + rests[at] <= found.bonus:
                return
            word = words[at]
            if len(LETTERS[word]) <= free:
                laid = _lay(word, hand, given)
                if laid is not None:
                    left = free - len(LETTERS[word])
                    search(at + 1, laid, left, bonus + BONUS[word], chosen | 1 << word)

    search(0, _NOTHING, hand.bit_count(), 0, 0)
    return found


def _best_shared(hand: int, words: Sequence[int]) -> Best:
    rests = _rests(words)
    found = Best(0, 0)

    def search(index: int, chosen: tuple[int, ...], bonus: int) -> None:
        nonlocal found
        if bonus > found.bonus:
            found = Best(bonus, sum(1 << word for word in chosen))
        for at in range(index, len(words)):
            if bonus + rests[at] <= found.bonus:
                return
            more = (*chosen, words[at])
            if _share(hand, more) is not None:
                search(at + 1, more, bonus + BONUS[words[at]])

    search(0, (), 0)
    return found


def _share(hand: int, words: tuple[int, ...]) -> int | None:
    """Cards that spell all these words if a card may give both characters, each to another word."""
    needed = [0] * len(GLYPHS)
    wants = [(place, glyph) for place, word in enumerate(words) for glyph in LETTERS[word]]
    for _, glyph in wants:
        needed[glyph] += 1
    if any(needed[glyph] > (WITH[glyph] & hand).bit_count() for glyph in range(len(GLYPHS))):
        return None
    free = [WITH[glyph] & hand for glyph in range(len(GLYPHS))]
    return _deal(wants, free, [0] * len(words))


def _deal(wants: list[tuple[int, int]], free: list[int], used: list[int]) -> int | None:
    """Backtracking, the letter with fewest cards first; `free`: cards by glyph, `used`: cards by word."""
    if not wants:
        cards = 0
        for mask in used:
            cards |= mask
        return cards
    at = min(range(len(wants)), key=lambda index: _choices(wants[index], free, used).bit_count())
    place, glyph = wants[at]
    rest = wants[:at] + wants[at + 1 :]
    letters = {other for word, other in rest if word == place}
    choices = list(bits(_choices(wants[at], free, used)))
    # A card whose other character this word does not need costs it nothing: all such are alike to it.
    for card in sorted(choices, key=lambda card: _OTHER[card][glyph] in letters):
        bit = 1 << card
        free[glyph] &= ~bit
        used[place] |= bit
        dealt = _deal(rest, free, used)
        free[glyph] |= bit
        if dealt is not None:
            return dealt
        used[place] &= ~bit
    return None


def _choices(want: tuple[int, int], free: list[int], used: list[int]) -> int:
    return free[want[1]] & ~used[want[0]]


@lru_cache(maxsize=1 << 14)
def cards_for(hand: int, words: tuple[int, ...], shared: bool) -> int | None:
    """Cards that spell these words together, the same ones each time; None if they cannot be spelled."""
    if shared:
        return _share(hand, words)
    given = _NOTHING
    for word in words:
        laid = _lay(word, hand, given)
        if laid is None:
            return None
        given = laid
    return sum(given)


@lru_cache(maxsize=1 << 14)
def pairs(hand: int, shared: bool) -> tuple[tuple[int, int], ...]:
    """Every two words that can be laid out together (S37), by embassy."""
    alone = [word for word in range(EMBASSIES) if _lay(word, hand, _NOTHING) is not None]
    return tuple(
        (one, two)
        for index, one in enumerate(alone)
        for two in alone[index + 1 :]
        if cards_for(hand, (one, two), shared) is not None
    )


@lru_cache(maxsize=1 << 15)
def missing(hand: int, word: int) -> str:
    """Characters that no card of the hand can give to the word, as many as must still be found."""
    given = _NOTHING[:]
    return "".join(GLYPHS[glyph] for glyph in LETTERS[word] if not _take(glyph, hand, given, 0))
