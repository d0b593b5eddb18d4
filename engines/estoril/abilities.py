"""The abilities of characters: small objects found by the number of their key in the data.

An *active* ability is used by the controller when its tile's turn comes; a *passive* one adds
strength by itself. Symbols left to a tile are a code: first | second << 3, 0 for none.
Sources: rulebook, "Characters Abilities"; rulings A1-A4, S1-S7, D1-D2, P1-P3, N1-N3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engines.estoril.board import (
    AROUND,
    AROUND_ALL,
    HERE,
    NEAR,
    REWARD,
    places,
)
from engines.estoril.components import ABILITY_KEYS, ABILITY_NUMBER, DATA, FLAG, SYMBOLS, TILES
from engines.estoril.frames import CONSPIRING
from engines.estoril.locations import LOCATION_RULES
from engines.estoril.moves import ASSASSIN, CONSPIRACY, DIPLOMACY, PLACE_REF, SEDUCE, TILE_REF
from engines.protocol import Move, Seat, Told, all_but, only

if TYPE_CHECKING:
    from engines.estoril.position import Position


class Ability:
    """An active ability; `place` is always the cell of the acting tile."""

    key: str = ""
    verb: int = 0

    def count(self, p: Position, place: int) -> int:
        """How many moves it offers now."""
        return 0

    def nth(self, p: Position, place: int, index: int) -> Move:
        """The move at that index of `moves`."""
        return self.moves(p, place)[index]

    def moves(self, p: Position, place: int) -> list[Move]:
        return []

    def allows(self, p: Position, place: int, move: Move) -> bool:
        return move in self.moves(p, place)

    def use(self, p: Position, seat: int, place: int, move: Move, told: list[Told] | None) -> None:
        """Apply; may put a frame on top of the acting tile's."""

    def shows(self, p: Position, seat: Seat, place: int, move: Move) -> bool:
        """Whether that use lets the controller see something hidden."""
        return False


def target(p: Position, code: int) -> int:
    """The place of a code on this round's grid; -1 if it does not lie there."""
    return p.grid.where[code >> 3 & 31][code & 7]


def _used_on(p: Position, seat: int, place: int, key: str, move: Move) -> Told:
    """A use of an ability on the tile that the move names, as everybody sees it."""
    code = move & 255
    victim = target(p, code)
    args: dict[str, int | str | bool] = {
        "seat": f"seat:{seat}",
        "by": TILE_REF[p.at[place]],
        "space": PLACE_REF[code],
        "owner": f"seat:{p.controller(1 << victim)}",
    }
    if p.up >> victim & 1:
        args["tile"] = TILE_REF[p.at[victim]]
        return Told(key, args)
    return Told(f"{key}.down", args)


class Assassin(Ability):
    """Sends a placed tile of this location back to its owner's hand, itself included (A1, A2)."""

    key = "assassin"
    verb = ASSASSIN

    def targets(self, p: Position, place: int) -> int:
        return HERE[place >> 2] & p.taken & ~p.shield

    def count(self, p: Position, place: int) -> int:
        return self.targets(p, place).bit_count()

    def nth(self, p: Position, place: int, index: int) -> Move:
        return ASSASSIN << 16 | p.grid.names[places(self.targets(p, place))[index]]

    def moves(self, p: Position, place: int) -> list[Move]:
        names = p.grid.names
        return [ASSASSIN << 16 | names[cell] for cell in places(self.targets(p, place))]

    def allows(self, p: Position, place: int, move: Move) -> bool:
        victim = target(p, move & 255)
        return victim >= 0 and bool(self.targets(p, place) >> victim & 1)

    def use(self, p: Position, seat: int, place: int, move: Move, told: list[Told] | None) -> None:
        victim = target(p, move & 255)
        owner = p.controller(1 << victim)
        if told is not None:
            told.append(_used_on(p, seat, place, "assassin", move))
        p.give(owner, p.lift(victim))


class Seduction(Ability):
    """Brings a placed tile from an adjacent location, turned up and without its abilities (S1-S7)."""

    key = "seduction"
    verb = SEDUCE

    def sources(self, p: Position, place: int) -> int:
        return NEAR[place >> 2] & p.taken & ~p.shield

    def free(self, p: Position, place: int) -> int:
        return HERE[place >> 2] & p.grid.spaces & ~p.taken

    def count(self, p: Position, place: int) -> int:
        free = self.free(p, place)
        return self.sources(p, place).bit_count() * free.bit_count() if free else 0

    def nth(self, p: Position, place: int, index: int) -> Move:
        free = places(self.free(p, place))
        source, space = divmod(index, len(free))
        names = p.grid.names
        return SEDUCE << 16 | names[places(self.sources(p, place))[source]] << 8 | names[free[space]]

    def moves(self, p: Position, place: int) -> list[Move]:
        names = p.grid.names
        free = [names[cell] for cell in places(self.free(p, place))]
        return [
            SEDUCE << 16 | names[cell] << 8 | space
            for cell in places(self.sources(p, place))
            for space in free
        ]

    def allows(self, p: Position, place: int, move: Move) -> bool:
        source = target(p, move >> 8 & 255)
        space = target(p, move & 255)
        if source < 0 or space < 0:
            return False
        return bool(self.sources(p, place) >> source & 1 and self.free(p, place) >> space & 1)

    def shows(self, p: Position, seat: Seat, place: int, move: Move) -> bool:
        return not p.knows(seat, target(p, move >> 8 & 255))

    def use(self, p: Position, seat: int, place: int, move: Move, told: list[Told] | None) -> None:
        source = target(p, move >> 8 & 255)
        space = target(p, move & 255)
        owner = p.controller(1 << source)
        was_up = bool(p.up >> source & 1)
        tile = p.lift(source)
        bit = 1 << space
        p.at[space] = tile
        p.taken |= bit
        p.up |= bit
        p.mute |= bit
        p.own[owner] |= bit
        if told is not None:
            told.append(
                Told(
                    "seduction.up" if was_up else "seduction.down",
                    {
                        "seat": f"seat:{seat}",
                        "by": TILE_REF[p.at[place]],
                        "tile": TILE_REF[tile],
                        "owner": f"seat:{owner}",
                        "from": PLACE_REF[move >> 8 & 255],
                        "space": PLACE_REF[move & 255],
                    },
                )
            )


class Diplomacy(Ability):
    """Shields a placed tile here or on an adjacent location, face down or up, itself too (D1, D2)."""

    key = "diplomacy"
    verb = DIPLOMACY

    def targets(self, p: Position, place: int) -> int:
        return AROUND[place >> 2] & p.taken

    def count(self, p: Position, place: int) -> int:
        return self.targets(p, place).bit_count()

    def nth(self, p: Position, place: int, index: int) -> Move:
        return DIPLOMACY << 16 | p.grid.names[places(self.targets(p, place))[index]]

    def moves(self, p: Position, place: int) -> list[Move]:
        names = p.grid.names
        return [DIPLOMACY << 16 | names[cell] for cell in places(self.targets(p, place))]

    def allows(self, p: Position, place: int, move: Move) -> bool:
        cell = target(p, move & 255)
        return cell >= 0 and bool(self.targets(p, place) >> cell & 1)

    def use(self, p: Position, seat: int, place: int, move: Move, told: list[Told] | None) -> None:
        if told is not None:
            told.append(_used_on(p, seat, place, "diplomacy", move))
        p.shield |= 1 << target(p, move & 255)


class Conspiracy(Ability):
    """Shows the top of the pile to the conspirator, who then chooses the reward here (P1-P3)."""

    key = "conspiracy"
    verb = CONSPIRACY

    def count(self, p: Position, place: int) -> int:
        return 1 if p.pile and p.taken >> REWARD + (place >> 2) & 1 else 0

    def moves(self, p: Position, place: int) -> list[Move]:
        return [CONSPIRACY << 16] * self.count(p, place)

    def shows(self, p: Position, seat: Seat, place: int, move: Move) -> bool:
        return True

    def use(self, p: Position, seat: int, place: int, move: Move, told: list[Told] | None) -> None:
        p.known = bytes((p.known[0] | 1 << seat,)) + p.known[1:]
        p.under += (p.frame,)
        p.frame = (CONSPIRING, seat, place, 0)
        if told is not None:
            who = f"seat:{seat}"
            by = TILE_REF[p.at[place]]
            reward = PLACE_REF[p.grid.code(REWARD + (place >> 2))]
            told.append(Told("conspiracy", {"seat": who, "by": by, "reward": reward}, all_but(seat)))
            top = TILE_REF[p.pile[0]]
            told.append(Told("conspiracy.you", {"tile": top, "by": by, "reward": reward}, only(seat)))


class Passive:
    """An ability that adds strength without being used."""

    key: str = ""

    def strength(self, p: Position, place: int) -> int:
        """Strength that one symbol adds to the tile there."""
        return 0


class Nationalism(Passive):
    """+1 for each other visible tile with the same flag here and on adjacent locations (N1, N2)."""

    key = "nationalism"

    def strength(self, p: Position, place: int) -> int:
        at = p.at
        flag = FLAG[at[place]]
        count = 0
        for other in places(AROUND_ALL[place >> 2] & p.taken & p.up & ~(1 << place)):
            if FLAG[at[other]] == flag:
                count += 1
        return count


ACTIVE_ABILITIES: Final[tuple[Ability, ...]] = (Assassin(), Seduction(), Conspiracy(), Diplomacy())
PASSIVE_ABILITIES: Final[tuple[Passive, ...]] = (Nationalism(),)

_BY_NUMBER: Final = {ABILITY_NUMBER[ability.key]: ability for ability in ACTIVE_ABILITIES}
_PASSIVE_BY_NUMBER: Final = {ABILITY_NUMBER[ability.key]: ability for ability in PASSIVE_ABILITIES}


def _code(symbols: tuple[int, ...]) -> int:
    return symbols[0] | (symbols[1] << 3 if len(symbols) > 1 else 0) if symbols else 0


def _usable(location: int) -> tuple[int, ...]:
    entry = DATA.locations[location]
    blocked = LOCATION_RULES[entry.rule].blocked if entry.rule in LOCATION_RULES else ""
    numbers = [n for n in _BY_NUMBER if ABILITY_KEYS[n] != blocked]
    return tuple(_code(tuple(n for n in SYMBOLS[tile] if n in numbers)) for tile in range(TILES))


ACTIVE: Final = tuple(_usable(location) for location in range(len(DATA.locations)))
"""By location, by tile: code of the symbols that tile may use there."""
LEFT: Final[tuple[tuple[Ability, ...], ...]] = tuple(
    tuple(_BY_NUMBER[n] for n in dict.fromkeys((code & 7, code >> 3)) if n in _BY_NUMBER)
    for code in range(64)
)
"""By code: the different abilities left."""
PASSIVE: Final[tuple[tuple[Passive, ...], ...]] = tuple(
    tuple(_PASSIVE_BY_NUMBER[n] for n in SYMBOLS[tile] if n in _PASSIVE_BY_NUMBER) for tile in range(TILES)
)
"""By tile: its passive symbols, one entry for each."""


def without(code: int, ability: Ability) -> int:
    """The code after one symbol of that ability was used."""
    number = ABILITY_NUMBER[ability.key]
    if code & 7 == number:
        return code >> 3
    return code & 7


def options(p: Position, place: int, code: int) -> int:
    """How many moves the symbols left offer, declining apart."""
    total = 0
    for ability in LEFT[code]:
        total += ability.count(p, place)
    return total
