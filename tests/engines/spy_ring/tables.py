"""Laying out a quarter for a test: pieces by name, throws written down beforehand, moves by notation."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

from engines.chance import KeyedChance
from engines.protocol import OptionValue, Seat, Told
from engines.spy_ring import flow
from engines.spy_ring.board import CROSS_BY_NAME, EMBASSY_BY_CODE, INSIDE, OFF, SPACE_BY_NAME
from engines.spy_ring.components import CARDS, CODES, COLOUR_KEYS, DATA
from engines.spy_ring.moves import read, write
from engines.spy_ring.position import NO_CARD, NO_TOKEN, TOKENS, TURNING
from engines.spy_ring.rules import RULES
from engines.spy_ring.state import SpyRingState

CARD = {card.id: number for number, card in enumerate(DATA.cards)}
SPY = {key: number for number, key in enumerate(COLOUR_KEYS)}


class Rolls:
    """Throws written down beforehand; later throws are 2, everything else drawn is the first of its kind."""

    def __init__(self, *throws: int) -> None:
        self.throws = list(throws)

    def below(self, n: int) -> int:
        if n != 6:
            return 0
        return self.throws.pop(0) - 1 if self.throws else 1

    def shuffle(self, items: MutableSequence[Any]) -> None:
        pass

    def copy(self) -> Rolls:
        return Rolls(*self.throws)


def start(seats: int, seed: int = 0, **options: OptionValue) -> SpyRingState:
    state = RULES.start(seats, options, KeyedChance(seed.to_bytes(32, "big")))
    assert isinstance(state, SpyRingState)
    return state


def node(name: str) -> int:
    """A space by name, an embassy by code."""
    return SPACE_BY_NAME[name] if name in SPACE_BY_NAME else INSIDE + EMBASSY_BY_CODE[name]


def cards(*names: str) -> int:
    return sum(1 << CARD[name] for name in names)


def lay(
    *throws: int,
    seats: int = 4,
    turn: str = "red",
    at: Mapping[str, str] | None = None,
    men: Mapping[str, str] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    safes: Mapping[str, str | None] | None = None,
    owns: Mapping[str, int] | None = None,
    aerials: Sequence[str] = (),
    declared: Mapping[str, tuple[str, str]] | None = None,
    **options: OptionValue,
) -> SpyRingState:
    """The spy `turn` has just thrown the first of the throws. Unless said otherwise spies stand on their
    starts, contact men are nowhere, nobody holds a card, and tokens of the four colours lie in turn; a safe
    of None is empty, its token was taken by the spy of its colour."""
    state = start(seats, 0, **options)
    state.chance = Rolls(*throws)
    spies = state.spies
    state.colours = bytes(token % 4 for token in range(TOKENS))
    state.men = [OFF] * spies
    state.hands = [0] * spies
    for key, name in (at or {}).items():
        state.at[SPY[key]] = node(name)
    for key, name in (men or {}).items():
        state.men[SPY[key]] = CROSS_BY_NAME[name]
    for key, names in (hands or {}).items():
        state.hands[SPY[key]] = cards(*names)
    for key, count in (owns or {}).items():
        state.owns[SPY[key]] = count
    for key in aerials:
        state.aerials |= 1 << SPY[key]
    _fill(state, safes or {})
    rest = [card for card in range(CARDS) if not sum(state.hands) >> card & 1]
    state.top = rest[0] if rest else NO_CARD
    state.pile = sum(1 << card for card in rest[1:])
    state.spy = (SPY[turn] - 1) % spies
    state.round = -1 if turn == "red" else 0
    for key, words in (declared or {}).items():
        lay_out(state, key, *words)
    state.phase = TURNING
    flow.settle(state, None)
    return state


def _fill(state: SpyRingState, safes: Mapping[str, str | None]) -> None:
    colours = bytearray(state.colours)
    inside = bytearray(state.safes)
    takers = bytearray(state.takers)
    for code, colour in safes.items():
        embassy = EMBASSY_BY_CODE[code]
        if colour is None:
            inside[embassy] = NO_TOKEN
            takers[embassy] = colours[embassy] % state.spies
        else:
            colours[embassy] = SPY[colour]
    state.colours, state.safes, state.takers = bytes(colours), bytes(inside), bytes(takers)


def lay_out(state: SpyRingState, key: str, one: str, two: str) -> None:
    """Two words of that spy lie open."""
    spy = state.spy
    state.spy = SPY[key]
    flow.declare(state, (EMBASSY_BY_CODE[one], EMBASSY_BY_CODE[two]), None)
    state.spy = spy


def play(state: SpyRingState, *texts: str) -> list[Told]:
    """By whoever is asked."""
    told: list[Told] = []
    for text in texts:
        seat: Seat = state.actors()[0]
        move = read(text)
        assert move in state.moves(seat), f"{text}: legal are {can(state)}"
        state.play(seat, move, told)
    return told


def can(state: SpyRingState) -> list[str]:
    """What whoever is asked may do."""
    return [write(move) for move in state.moves(state.actors()[0])]


def keys(told: Sequence[Told]) -> list[str]:
    return [each.key for each in told]


def at(state: SpyRingState, key: str) -> str | None:
    """Name of the space or code of the embassy where that spy is."""
    shown = state.view(None).spies[SPY[key]].at
    return None if shown is None else shown.partition(":")[2]


def hand(state: SpyRingState, key: str) -> list[str]:
    return [DATA.cards[card].id for card in range(CARDS) if state.hands[SPY[key]] >> card & 1]


def turn(state: SpyRingState) -> str:
    return COLOUR_KEYS[state.spy]


def empty(*codes: str) -> dict[str, str | None]:
    """Safes of these embassies without a token."""
    return dict.fromkeys(codes)


def all_but(*codes: str) -> dict[str, str | None]:
    """All other safes empty."""
    return empty(*(code for code in CODES if code not in codes))
