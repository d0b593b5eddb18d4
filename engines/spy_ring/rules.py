"""Spy Ring as `engines.protocol.Rules`; `RULES` is the instance to register."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.chance import Chance
from engines.options import complete
from engines.protocol import (
    GameInfo,
    Judge,
    Move,
    Option,
    Options,
    Ref,
    Rules,
    Shape,
    State,
    Title,
)
from engines.spy_ring import codec, flow, moves
from engines.spy_ring.board import OFF, STARTS
from engines.spy_ring.catalog import CATALOG, noun
from engines.spy_ring.components import CARDS, CONTENT_HASH
from engines.spy_ring.judge import SpyRingJudge
from engines.spy_ring.position import COLOURS, NO_CARD, NOBODY, POSTING, TOKENS, Position
from engines.spy_ring.state import SpyRingState
from engines.spy_ring.texts import TEXTS

SEATS: Final = (2, 3, 4)
SPIES: Final = {2: 4, 3: 3, 4: 4}
"""By seats: with two, each leads two spies."""
DEALT: Final = 2
"""Cards for each spy at the start."""
LONGEST: Final = 100
"""Rounds: some match has to be the longest possible; nobody who tries to win comes near it."""
TURN_BOUND: Final = 10
"""Decisions of one turn at most: move, put, claims and waives, radio, cross, declaration."""


class SpyRingRules:
    info: GameInfo = GameInfo(
        key="spy-ring",
        titles=(Title("spy-ring", "Spy Ring", ("base",), SEATS),),
        seats=SEATS,
        options=(
            Option(
                "card_use",
                "Use of a card",
                "exclusive: a card gives one of its characters to one word. "
                "shared: it may give each of them, to different words.",
                default="exclusive",
                choices=("exclusive", "shared"),
            ),
            Option(
                "aerial_claims",
                "Aerial and alongside",
                "Whether a spy with his aerial up may claim a card from a spy he moves alongside.",
                default=True,
                choices=(True, False),
            ),
            Option(
                "rounds",
                "Rounds",
                "After so many rounds the match ends as it stands.",
                default=LONGEST,
                choices=(30, 40, 60, LONGEST),
            ),
        ),
        rules_version=1,
        components=CONTENT_HASH,
        minutes=45,
        absent_turns=3,
        move_bound=COLOURS + LONGEST * COLOURS * TURN_BOUND,
    )
    texts: Mapping[str, str] = TEXTS
    judge: Judge = SpyRingJudge()

    def start(self, seats: int, options: Options, chance: Chance) -> State:
        options = self.check(seats, options)
        spies = SPIES[seats]
        colours = [token % COLOURS for token in range(TOKENS)]
        chance.shuffle(colours)
        state = SpyRingState(
            chance=chance,
            seats=seats,
            spies=spies,
            shared=options["card_use"] == "shared",
            aerial_claims=options["aerial_claims"] is True,
            limit=int(options["rounds"]),
            phase=POSTING,
            spy=spies - 1,
            round_=0,
            throw=0,
            signal=False,
            trapped=False,
            claimed=0,
            calling=-1,
            held=-1,
            at=list(STARTS[:spies]),
            men=[OFF] * spies,
            aerials=0,
            hands=[0] * spies,
            owns=[0] * spies,
            pile=(1 << CARDS) - 1,
            top=NO_CARD,
            safes=bytes(range(TOKENS)),
            colours=bytes(colours),
            barren=bytes(TOKENS),
            takers=bytes([NOBODY]) * TOKENS,
            seen=(0,) * seats,
            declared=(None,) * spies,
            free=sum(1 << colour for colour in range(spies, COLOURS)),
            left=b"",
            open_=0,
        )
        for _ in range(DEALT):
            for spy in range(spies):
                flow.turn_up(state)
                state.hands[spy] |= 1 << state.top
        flow.turn_up(state)
        return state

    def check(self, seats: int, options: Options) -> Options:
        return complete(self.info, seats, options)

    def write(self, move: Move) -> str:
        return moves.write(move)

    def read(self, text: str) -> Move:
        return moves.read(text)

    def shape(self, move: Move) -> Shape:
        return moves.shape(move)

    def catalog(self) -> Mapping[str, Any]:
        return CATALOG

    def noun(self, ref: Ref) -> str:
        return noun(ref)

    def save(self, state: State) -> bytes:
        assert isinstance(state, Position)
        return codec.save(state)

    def load(self, data: bytes) -> State:
        return codec.load(data)


RULES: Final[Rules] = SpyRingRules()
