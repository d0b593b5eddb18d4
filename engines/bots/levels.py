"""How strong a bot is: names, budgets, and nothing that depends on a game."""

from __future__ import annotations

from typing import Final

import msgspec

BOT_VERSION: Final = 2
"""Changes whenever any level could make another move from the same position and seed."""


class UnknownLevel(LookupError):
    """No level has that name; the text says which there are."""


class Level(msgspec.Struct, frozen=True):
    name: str
    iterations: int = 0
    """Guesses the search plays out; 0 = no search."""
    heuristic: bool = False
    """Playouts follow the game's rollout policy instead of picking blindly."""
    noise: float = 0.0
    """Without search: noise on the one-ply scores, in standard deviations of these scores."""
    explore: float = 0.7
    """Weight of curiosity against value in the search."""
    widen: float = 0.0
    """How many branches a node may have: `2 + widen * sqrt(visits)`; 0 = as many as there are moves."""


LEVELS: Final = {
    level.name: level
    for level in (
        Level("random"),
        Level("novice", noise=1.5),
        Level("steady", iterations=100, heuristic=True, widen=1.0),
        Level("keen", iterations=400, heuristic=True, widen=1.0),
    )
}
"""`random` is a yardstick for measurements, not offered to players."""


def level(name: str) -> Level:
    try:
        return LEVELS[name]
    except KeyError:
        raise UnknownLevel(f"there is no bot level {name!r}; there are {', '.join(LEVELS)}") from None
