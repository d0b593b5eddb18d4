"""What a seat may prepare while it waits: interrupts for right after, and the rest of its turn (1.4)."""

from __future__ import annotations

from typing import Final

from engines.ace_of_spies import effects, interrupts
from engines.ace_of_spies import moves as m
from engines.ace_of_spies.frames import COMPLETING, COMPLETIONS, DISCARDING, LAST_CALL, OVER, QUESTION, SETUP
from engines.ace_of_spies.state import AceState
from engines.ace_of_spies.vocabulary import RemoveMissionCard, StealTableAgent
from engines.protocol import Move, Seat

QUIET: Final = (StealTableAgent, RemoveMissionCard)
"""Effects that move open cards only: whoever aimed them has seen all that comes of them."""


def later(p: AceState, seat: Seat) -> list[Move] | None:
    """Interrupts that have to wait until no card is resolved; None where they need not, or where none follow.
    A seat that is to decide something itself prepares nothing: it plays on first."""
    if interrupts.are_open(p) or p.frame[0] in (SETUP, LAST_CALL, OVER):
        return None
    return [] if p.frame[1] == seat else interrupts.playable(p, seat)


def then(p: AceState, seat: Seat) -> AceState | None:
    """As if nobody stopped the agent that this seat has played as its action: stopped or not, it goes on
    with the same hand and missions. None where the effect shows it something, or nothing is left to do."""
    kind, _, card, actor_and_target = p.frame
    if kind != QUESTION or actor_and_target >> 9 != seat or p.under != (COMPLETIONS[seat],):
        return None
    script = effects.ANNOUNCED[card]
    if script is None or not all(isinstance(effect, QUIET) for effect in script.effects):
        return None
    passed = p.fork()
    for other in passed.actors():
        passed.play(other, m.bare(m.PASS))
    return passed if passed.frame[:2] in ((COMPLETING, seat), (DISCARDING, seat)) else None
