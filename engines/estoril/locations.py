"""What is special about each location: small objects found by the `rule` key of the component data.

Sources: rulebook, "Location Boards"; rulings A4, G2, H1-H5, R1 of the project's rules page.
"""

from __future__ import annotations

from typing import Final

from engines.estoril.board import ALL_OUTER, HERE, places
from engines.estoril.components import DATA, FLAG, FLAGS, TILES
from engines.estoril.frames import REMOVING
from engines.estoril.moves import LOCATION_REF, TILE_REF
from engines.estoril.position import ONE, Position
from engines.protocol import Told


class LocationRule:
    """A location without anything special; the others override what they change."""

    blocked: str = ""
    """Ability that cannot be used by tiles standing here."""
    rolls: bool = False
    """Dice are thrown for each controlled character once the abilities are done."""

    def __init__(self, flag: str = "") -> None:
        self.flag = flag
        """Flag whose characters are stronger by 1 here."""
        code = FLAGS.index(flag) if flag else -1
        self.bonus: tuple[int, ...] = tuple(int(FLAG[tile] == code) for tile in range(TILES))
        """By tile: strength added while it stands here."""

    def roll(self, position: Position, place: int, told: list[Told] | None) -> int:
        """Strength added by dice to the character there."""
        return 0

    def settled(self, position: Position, slot: int, ranking: list[int], told: list[Told] | None) -> bool:
        """After the strengths are fixed, before the reward; True if a seat must decide something.

        `ranking`: seats present, strongest first. The one that decides gives the reward afterwards.
        """
        return False


class NoAssassin(LocationRule):
    blocked = "assassin"


class Dice(LocationRule):
    """Casino: two dice for each character, their difference is added (R1)."""

    rolls = True

    def roll(self, position: Position, place: int, told: list[Told] | None) -> int:
        first, second = divmod(position.chance.below(36), 6)
        position.dice += ((place, first + 1, second + 1),)
        return abs(first - second)


class WeakestRemoves(LocationRule):
    """Hell's Mouth: the last of the ranking removes one of its characters for good (H1, H2)."""

    def settled(self, position: Position, slot: int, ranking: list[int], told: list[Told] | None) -> bool:
        if len(ranking) < 2:
            return False
        loser = ranking[-1]
        own = position.own[loser] & HERE[slot]
        if own & own - 1:
            position.frame = (REMOVING, loser, slot, ranking[0])
            return True
        remove_for_good(position, loser, places(own)[0], told)
        return False


def remove_for_good(position: Position, seat: int, place: int, told: list[Told] | None) -> None:
    """Out of the game, seen by all, no discard (H3)."""
    tile = position.lift(place)
    position.removed += ONE[tile]
    if told is not None:
        location = LOCATION_REF[position.grid.boards[place >> 2]]
        told.append(Told("removed", {"seat": f"seat:{seat}", "tile": TILE_REF[tile], "location": location}))


LOCATION_RULES: Final[dict[str, LocationRule]] = {
    "no_assassin": NoAssassin(),
    "flag_GB_plus_1": LocationRule("GB"),
    "none_all_face_up": LocationRule(),
    "flag_DE_plus_1": LocationRule("DE"),
    "all_spaces_outer": LocationRule(),  # a matter of geometry: `board.ALL_OUTER`
    "dice_difference_per_character": Dice(),
    "weakest_removes_one": WeakestRemoves(),
    "four_spaces_IV_looks_any": LocationRule(),
}
"""By the key in the component data. Expansion locations are absent until their rules are written."""

RULE_OF: Final = tuple(LOCATION_RULES.get(entry.rule) or LocationRule() for entry in DATA.locations)
"""By location number."""

assert set(LOCATION_RULES) >= ALL_OUTER
