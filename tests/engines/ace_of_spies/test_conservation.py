"""120 city cards and 35 missions, each somewhere exactly once, after every single act of a match."""

from __future__ import annotations

import random

import pytest

from engines.ace_of_spies.cards import NO_CARD
from engines.ace_of_spies.components import ABILITY, CARD_NUMBER, CITY, DATA, KIND
from engines.ace_of_spies.moves import write
from engines.ace_of_spies.position import public_points
from engines.ace_of_spies.state import AceState
from tests.engines.ace_of_spies.secrets import pieces
from tests.engines.ace_of_spies.tables import start

EVERYTHING = sorted([*(f"card {card}" for card in range(120)), *(f"mission {each}" for each in range(35))])
EVERY_TEXT = {
    *(each.key for each in DATA.abilities),
    *(each.key for each in DATA.interrupts if not each.reaction),
    *(each.key for each in DATA.specials),
    "stop", "keep", "lay", "skip", "back", "discard", "lose", "plan", "absent", "left",
}  # fmt: skip


def check(state: AceState) -> None:
    assert sorted(pieces(state)) == EVERYTHING
    assert state.score == [public_points(state, seat) for seat in range(state.seats)]
    for place, card in enumerate(state.display):
        assert card == NO_CARD or CITY[card] == place // 2, (
            "a card of the display is replaced from its own deck"
        )
    for city, deck in enumerate(state.decks):
        assert all(CITY[card] == city for card in deck)


def text_of(notation: str) -> str:
    """What the move sets off: the ability, the kind of interrupt, the special action, else its verb."""
    verb, _, rest = notation.partition(" ")
    if verb == "special":
        return rest
    if verb in ("agent", "play"):
        card = CARD_NUMBER[rest.partition(" ")[0]]
        found = ABILITY[card] or KIND[card]
        assert found is not None
        return found.key
    return verb


@pytest.mark.parametrize("stops", ["agents", "all"])
def test_no_card_and_no_mission_is_lost_by_any_act(stops: str) -> None:
    """Moves at random on two to five seats, with interrupts out of turn, missed turns and departures."""
    met: set[str] = set()
    for seed in range(60):
        source = random.Random(f"conserved:{stops}:{seed}")
        seats = 2 + seed % 4
        state = start(seats, seed, stops=stops, reactions=source.choice(["orders", "window", "live"]))
        check(state)
        while state.actors():
            seat = source.choice(list(state.actors()))
            if not state.sealed() and source.random() < 0.3:
                seat = source.randrange(seats)
            chance = source.random()
            if chance < 0.02 and seat in state.actors():
                state.absent(seat)
                met.add("absent")
            elif chance < 0.022 and seats > 2 and not state.left:
                state.leave(seat)
                met.add("left")
            elif state.moves(seat):
                move = state.pick(seat, source)
                met.add(text_of(write(move)))
                state.play(seat, move)
            check(state)
        assert state.result() is not None
    assert met >= EVERY_TEXT, EVERY_TEXT - met
