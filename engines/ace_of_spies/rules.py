"""Ace of Spies as `engines.protocol.Rules`; `RULES` is the instance to register."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.ace_of_spies import afterwards, codec, flow, moves, orders
from engines.ace_of_spies.cards import NO_CARD
from engines.ace_of_spies.catalog import CATALOG, noun
from engines.ace_of_spies.components import CARDS, CITIES, CITY, CONTENT_HASH, MISSIONS
from engines.ace_of_spies.frames import LAST_CALL, OVER, SETUP, THE_SETUP
from engines.ace_of_spies.judge import AceJudge
from engines.ace_of_spies.position import MODES, RUNNING_ON, SHOWN, Position
from engines.ace_of_spies.state import AceState
from engines.ace_of_spies.texts import TEXTS
from engines.chance import Chance
from engines.options import complete
from engines.protocol import (
    GameInfo,
    IllegalMove,
    Judge,
    Move,
    Option,
    Options,
    OrderedRules,
    Question,
    Ref,
    Seat,
    Shape,
    State,
    Title,
)

SEATS: Final = (2, 3, 4, 5)


class AceRules:
    info: GameInfo = GameInfo(
        key="ace-of-spies",
        titles=(Title("ace-of-spies", "Ace of Spies", ("base",), SEATS),),
        seats=SEATS,
        options=(
            Option(
                "reactions",
                "Reactions",
                "How the table waits for Not So Fast!: never, because everybody answers in advance (orders);"
                " for those who want to be asked (window); briefly (live).",
                default="window",
                choices=MODES,
            ),
            Option(
                "window_hours",
                "Hours for reactions",
                "How long a window stays open for those who want to be asked; a live table waits one hour.",
                default=12,
                choices=(6, 12, 24),
            ),
            Option(
                "stops",
                "Not So Fast! stops",
                "Abilities of agents only, or other interrupts, too.",
                default="agents",
                choices=("agents", "all"),
            ),
        ),
        rules_version=1,
        components=CONTENT_HASH,
        minutes=30,
        absent_turns=3,
        move_bound=2000,
        orders=orders.FORMS,
    )
    texts: Mapping[str, str] = TEXTS
    judge: Judge = AceJudge()

    def start(self, seats: int, options: Options, chance: Chance) -> State:
        options = self.check(seats, options)
        state = AceState(
            chance=chance,
            seats=seats,
            mode=MODES.index(str(options["reactions"])),
            stop_all=options["stops"] == "all",
            turn=0,
            turns=0,
            frame=THE_SETUP,
            under=(),
            todo=(),
            decks=[bytes(card for card in range(CARDS) if CITY[card] == city) for city in range(CITIES)],
            display=bytes((NO_CARD,)) * (CITIES * SHOWN),
            hands=[b""] * seats,
            held=[b""] * seats,
            offers=[b""] * seats,
            refused=[b""] * seats,
            mission_deck=bytes(range(MISSIONS)),
            bottom=b"",
            bottom_by=b"",
            done=[()] * seats,
            rows=[b""] * seats,
            discards=b"",
            removed=b"",
            known=bytearray(CARDS),
            answers=b"",
            plans=[],
            paid=b"",
            laid=b"",
            final=RUNNING_ON,
            trigger=0,
            ending=0,
            stops=bytes(seats),
            left=b"",
            score=[0] * seats,
        )
        flow.deal(state, None)
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

    def question(self, state: AceState) -> Question | None:
        return orders.question(state)

    def check_order(self, state: AceState, seat: Seat, form: str, lines: Sequence[str]) -> tuple[str, ...]:
        return orders.check(state, seat, form, lines)

    def by_order(self, state: AceState, seat: Seat, lines: Sequence[str], asking: bool = True) -> Move | None:
        if seat not in state.actors() or orders.question(state) is None:
            raise IllegalMove(f"seat {seat} is not asked anything that orders answer")
        return orders.answer(state, seat, lines, asking)

    def later(self, state: AceState, seat: Seat) -> Sequence[Move] | None:
        return afterwards.later(state, seat)

    def then(self, state: AceState, seat: Seat) -> State | None:
        return afterwards.then(state, seat)

    def turn(self, state: AceState) -> tuple[Seat, int] | None:
        return None if state.frame[0] in (SETUP, LAST_CALL, OVER) else (state.turn, state.turns)


RULES: Final[OrderedRules] = AceRules()
