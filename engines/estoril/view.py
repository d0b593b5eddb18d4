"""What an observer of an Estoril match is shown. Encodes to JSON; boards and bots read this.

Refs: `tile:C31` (a character by its number in the component data), `space:3.II` (board number and
numeral), `reward:3`, `location:3`, `seat:2`.
"""

from __future__ import annotations

import msgspec


class TileView(msgspec.Struct):
    """A tile lying on the grid."""

    tile: str | None
    """Ref of the character, None while this observer may not know it."""
    up: bool
    """Face up for everybody."""
    owner: int | None
    """Seat whose tile it is; None for a reward."""
    controller: int | None
    """Seat whose marker lies on it; None for a reward."""
    shielded: bool = False
    muted: bool = False
    """Seduced this round: counts with its strength, its abilities are ignored."""
    strength: int | None = None
    """Strength now, bonuses included, if the face is up and the tile stands on a space."""


class SpaceView(msgspec.Struct):
    ref: str
    numeral: str
    row: int
    """Row of the cell in the grid of cells, 0 at the top (two cells per location)."""
    column: int
    secret: bool
    """Top Secret: tiles go here face down."""
    look: str | None
    """None, `here`, `here_or_adjacent` or `any`."""
    outer: bool
    tile: TileView | None = None


class RewardView(msgspec.Struct):
    ref: str
    row: int
    column: int
    """Cell of the reward; for the Museum the top left cell of the location, with `centre` set."""
    centre: bool
    secret: bool
    tile: TileView | None = None


class LocationView(msgspec.Struct):
    ref: str
    number: int
    key: str
    """Component id: `church`, `palacio` ..."""
    row: int
    column: int
    """Place of the location in the grid of locations (2 rows, 3 columns)."""
    turn: int
    """Quarter turns clockwise against the component data."""
    spaces: list[SpaceView]
    rewards: list[RewardView]
    resolved: bool = False
    resolving: bool = False
    dice: list[tuple[str, int, int]] = []
    """Casino: (space ref, die, die) as rolled this round."""


class SeatView(msgspec.Struct):
    seat: int
    colour: str
    markers: int
    """Markers still to be placed this round."""
    network: list[str]
    """Refs of every tile this seat owns (in hand or on the grid), sorted: public knowledge."""
    hidden: int
    """How many of these lie face down on the grid: which, only their owner knows."""
    hand: list[str] | None
    """Refs in hand; None for the seats of others."""
    discards: list[str]
    left: bool = False
    to_discard: int = 0
    """Open discards of this phase (what it must still choose); public number."""


class MissionView(msgspec.Struct):
    key: str
    counts: list[int]
    """Per seat, over the whole network as public knowledge."""
    points: list[int]
    """Per seat, what it would score if the match ended now."""


class EstorilView(msgspec.Struct):
    seats: list[SeatView]
    round: int
    rounds: int
    phase: str
    """`placing`, `looking`, `resolving`, `conspiring`, `removing`, `discarding` or `over`."""
    first: int
    actors: list[int]
    locations: list[LocationView]
    missions: list[MissionView]
    pile: int
    removed: list[str]
    observer: int | None
    resolving: str | None = None
    """Ref of the space whose tile acts now."""
    abilities: list[str] = []
    """Abilities the acting tile may still use."""
    offered: str | None = None
    """Conspiracy: ref of the pile's top tile, for the conspirator only."""
    seen: list[tuple[str, str]] = []
    """(ref of space or reward, tile ref) this observer knows from looks, conspiracies and own placing."""
    bottom: list[str] = []
    """Tile refs this observer knows to lie at the bottom of the pile."""
    parts: list[dict[str, int]] = []
    """At the end: per seat where its points come from."""
