"""Postcards as the registry knows it: metadata, set-up, notation, storage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engines.chance import Chance, KeyedChance, key_and_counter
from engines.options import complete
from engines.protocol import (
    GameInfo,
    Judge,
    Move,
    Option,
    Options,
    Ref,
    Shape,
    Title,
    UnknownNotation,
)
from engines.template.components import BY_CODE, CARDS, CODES, COMPONENTS, HASH, REFS, number, town
from engines.template.judge import PostcardsJudge
from engines.template.state import AIRMAIL, CHOOSING, HAND, STAMPS, SURFACE, PostcardsState
from engines.template.texts import TEXTS


class Stored(msgspec.Struct, array_like=True, frozen=True):
    """A state as bytes: arrays in a fixed order, nothing that depends on the Python that wrote it."""

    key: bytes
    counter: int
    phase: int
    seat: int
    turns_left: int
    deck: list[int]
    hands: list[list[int]]
    surface: list[list[int]]
    air: list[list[int]]
    stamps: list[int]
    lost: list[int]
    posted: int
    kept: list[int]
    leavers: list[int]


class PostcardsRules:
    info = GameInfo(
        key="postcards",
        titles=(Title("postcards", "Postcards", ("base",), (2, 3, 4)),),
        seats=(2, 3, 4),
        options=(
            Option("turns", "Turns", "How many turns each player has.", default=3, choices=(2, 3, 4)),
        ),
        rules_version=1,
        components=HASH,
        minutes=3,
        absent_turns=2,
        move_bound=4 * 4 * 2 + 4,
        listed=False,
    )  # fmt: skip
    texts: Mapping[str, str] = TEXTS
    judge: Judge = PostcardsJudge()

    def check(self, seats: int, options: Options) -> Options:
        return complete(self.info, seats, options)

    def start(self, seats: int, options: Options, chance: Chance) -> PostcardsState:
        options = self.check(seats, options)
        deck = list(range(CARDS))
        chance.shuffle(deck)
        state = PostcardsState()
        state.chance = chance
        state.phase = CHOOSING
        state.seat = 0
        state.turns_left = seats * int(options["turns"])
        state.hands = [sorted(deck.pop() for _ in range(HAND)) for _ in range(seats)]
        state.deck = deck
        state.surface = [[] for _ in range(seats)]
        state.air = [[] for _ in range(seats)]
        state.stamps = [STAMPS] * seats
        state.lost = []
        state.posted = -1
        state.kept = [-1] * seats
        state.leavers = []
        return state

    def write(self, move: Move) -> str:
        if move == SURFACE:
            return "surface"
        if move == AIRMAIL:
            return "airmail"
        if not 0 <= move < SURFACE:
            raise ValueError(f"{move} is not a move of Postcards")
        verb, card = ("post", move) if move < CARDS else ("keep", move - CARDS)
        return f"{verb} {CODES[card]}"

    def read(self, text: str) -> Move:
        if text in ("surface", "airmail"):
            return SURFACE if text == "surface" else AIRMAIL
        verb, _, code = text.partition(" ")
        if verb not in ("post", "keep"):
            raise UnknownNotation(f"{text!r}: a move begins with post, keep, surface or airmail")
        if code not in BY_CODE:
            raise UnknownNotation(f"{text!r}: a postcard is written like L4; there is none called {code!r}")
        return BY_CODE[code] + (CARDS if verb == "keep" else 0)

    def shape(self, move: Move) -> Shape:
        if move in (SURFACE, AIRMAIL):
            return Shape(self.write(move))
        verb = "post" if move < CARDS else "keep"
        return Shape(verb, (REFS[move % CARDS],))

    def catalog(self) -> Mapping[str, Any]:
        cards = [
            {"ref": REFS[card], "name": self.noun(REFS[card]), "town": town(card), "number": number(card)}
            for card in range(CARDS)
        ]
        towns = [{"letter": each.letter, "name": each.name} for each in COMPONENTS.towns]
        return {"cards": cards, "towns": towns, "version": COMPONENTS.version}

    def noun(self, ref: Ref) -> str:
        kind, _, code = ref.partition(":")
        if kind != "card" or code not in BY_CODE:
            raise ValueError(f"{ref!r} is not a thing of Postcards")
        card = BY_CODE[code]
        return f"{COMPONENTS.towns[town(card)].name} {number(card)}"

    def save(self, state: Any) -> bytes:
        key, counter = key_and_counter(state.chance)
        fields = (getattr(state, name) for name in Stored.__struct_fields__[2:])
        return msgspec.msgpack.encode(Stored(key, counter, *fields))

    def load(self, data: bytes) -> PostcardsState:
        stored = msgspec.msgpack.decode(data, type=Stored)
        state = PostcardsState()
        state.chance = KeyedChance(stored.key, stored.counter)
        for name in Stored.__struct_fields__[2:]:
            setattr(state, name, getattr(stored, name))
        return state


RULES = PostcardsRules()
