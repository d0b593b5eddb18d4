"""City of Spies: Estoril 1942 as `engines.protocol.Rules`; `RULES` is the instance to register."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.chance import Chance
from engines.estoril import codec, flow, moves
from engines.estoril.board import Grid, arrange, arrangements
from engines.estoril.catalog import CATALOG, noun
from engines.estoril.components import BOXES, CONTENT_HASH
from engines.estoril.frames import TURNS
from engines.estoril.judge import EstorilJudge
from engines.estoril.position import Position
from engines.estoril.state import EstorilState
from engines.estoril.texts import TEXTS
from engines.options import complete
from engines.protocol import GameInfo, Judge, Move, Options, Ref, Rules, Shape, State, Title

ROUNDS: Final = 4
MISSIONS: Final = 4
SEATS: Final = (2, 3, 4)


class EstorilRules:
    info: GameInfo = GameInfo(
        key="estoril",
        titles=(Title("estoril-1942", "City of Spies: Estoril 1942", ("base",), SEATS),),
        seats=SEATS,
        options=(),
        rules_version=1,
        components=CONTENT_HASH,
        minutes=60,
        absent_turns=3,
        move_bound=320,
    )
    texts: Mapping[str, str] = TEXTS
    judge: Judge = EstorilJudge()

    def start(self, seats: int, options: Options, chance: Chance) -> State:
        self.check(seats, options)
        box = BOXES[0]
        missions = arrange(box.missions, MISSIONS, chance.below(arrangements(box.missions, MISSIONS)))
        pile = list(box.pile)
        chance.shuffle(pile)
        state = EstorilState(
            chance=chance,
            box=box,
            seats=seats,
            rounds=ROUNDS,
            missions=bytes(sorted(missions)),
            round_=0,
            first=0,
            frame=TURNS[0],
            under=(),
            step=0,
            cursor=0,
            grid=Grid(range(1, 7), (0,) * 6),
            at=bytearray(),
            taken=0,
            up=0,
            shield=0,
            mute=0,
            own=[],
            reach=[],
            seen=[],
            hands=list(box.starters[:seats]),
            pile=bytes(pile),
            known=bytes(len(pile)),
            discards=(b"",) * seats,
            pending=(b"",) * seats,
            removed=b"",
            dice=(),
            left=b"",
        )
        state.clear_grid()
        flow.begin_round(state, None)
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


RULES: Final[Rules] = EstorilRules()
