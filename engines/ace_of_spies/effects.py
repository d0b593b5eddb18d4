"""The one place where effects are interpreted: whom they may hit, what they do, what they ask.

`STEPS` numbers every step effect of the component data; `Position.todo` holds such numbers. A step whose
target does not exist fizzles, the steps after it still run (A17).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from engines.ace_of_spies import board, dealing
from engines.ace_of_spies.cards import ALONE, face_up
from engines.ace_of_spies.components import ABILITY, AGENT, CITY, DATA, KIND, MISSION_TEXT, SYMBOL_KEYS
from engines.ace_of_spies.frames import (
    FINDING,
    KEEPING,
    MISSION_DECK,
    PICKING,
    RECOVERING,
    RUNNING,
    SACRIFICE,
    SEARCHING,
    STEALING,
)
from engines.ace_of_spies.moves import CARD_REF, CITY_REF, SEAT, SEAT_REF
from engines.ace_of_spies.position import Position
from engines.ace_of_spies.vocabulary import (
    AnyEffect,
    BonusDraw,
    DiscardHand,
    DrawCity,
    DrawMissions,
    Effect,
    RemoveMissionCard,
    SearchCity,
    SearchMissions,
    StealHand,
    StealTableAgent,
    SwapHand,
    TakeDiscard,
    TakeDisplay,
)
from engines.protocol import Told, only

# Whom a step may hit: None if it needs no target, else what may be chosen at the announcement.


def at_hands(p: Position, actor: int, effect: Any) -> list[int]:
    return [SEAT | seat for seat in range(p.seats) if seat != actor and p.hands[seat]]


def _agents(p: Position, actor: int, effect: StealTableAgent) -> list[int]:
    agents = board.played_agents(p, actor)
    if effect.missions:
        agents += board.mission_cards(p, actor, _JUST_AGENTS)
    return sorted(agents)


def _mission_cards(p: Position, actor: int, effect: RemoveMissionCard) -> list[int]:
    return sorted(board.mission_cards(p, actor, _symbols(effect.symbols)))


_JUST_AGENTS: Final = frozenset((AGENT,))


@cache
def _symbols(keys: tuple[str, ...]) -> frozenset[int]:
    return frozenset(SYMBOL_KEYS.index(key) for key in keys)


# What a step does. True: the actor, or somebody else, has to decide something first.


def _draw_city(p: Position, actor: int, effect: DrawCity, target: int, told: list[Told] | None) -> bool:
    p.frame = (RUNNING, actor, effect.count, 0)
    return any(p.decks)


def _search_city(p: Position, actor: int, effect: SearchCity, target: int, told: list[Told] | None) -> bool:
    p.frame = (SEARCHING, actor, 0, 0)
    return any(p.decks)


def _search_missions(
    p: Position, actor: int, effect: SearchMissions, target: int, told: list[Told] | None
) -> bool:
    """Looked through whole: what lay under the deck is shuffled in."""
    p.mission_deck = bytes(sorted(p.mission_deck + p.bottom))
    p.bottom = p.bottom_by = b""
    p.frame = (FINDING, actor, MISSION_DECK, 0)
    return bool(p.mission_deck)


def _take_discard(p: Position, actor: int, effect: TakeDiscard, target: int, told: list[Told] | None) -> bool:
    p.frame = (RECOVERING, actor, effect.count, 0)
    return bool(p.discards)


def _take_display(p: Position, actor: int, effect: TakeDisplay, target: int, told: list[Told] | None) -> bool:
    p.frame = (PICKING, actor, effect.count, 0)
    return bool(face_up(p.display))


def _draw_missions(
    p: Position, actor: int, effect: DrawMissions, target: int, told: list[Told] | None
) -> bool:
    p.frame = (KEEPING, actor, effect.keep, int(effect.rest == "bottom"))
    return dealing.offer_missions(p, actor, effect.count, told) > 0


def _steal_hand(p: Position, actor: int, effect: StealHand, target: int, told: list[Told] | None) -> bool:
    victim = target & 255
    if effect.look:
        look(p, actor, victim, told)
        p.frame = (STEALING, actor, victim, 0)
        return True
    hand = p.hands[victim]
    steal(p, actor, victim, hand[p.chance.below(len(hand))], told)
    return False


def _swap_hand(p: Position, actor: int, effect: SwapHand, target: int, told: list[Told] | None) -> bool:
    victim = target & 255
    look(p, actor, victim, told)
    p.frame = (STEALING, actor, victim, 1)
    return bool(p.hands[actor])


def _discard_hand(p: Position, actor: int, effect: DiscardHand, target: int, told: list[Told] | None) -> bool:
    p.frame = (SACRIFICE, target & 255, actor, 0)
    return True


def _steal_table_agent(
    p: Position, actor: int, effect: StealTableAgent, target: int, told: list[Told] | None
) -> bool:
    """It is worth its points in the actor's row and does nothing more (A20)."""
    owner = board.lift(p, target)
    board.add_to_row(p, actor, target)
    if told is not None:
        args = {"seat": SEAT_REF[actor], "card": CARD_REF[target], "owner": SEAT_REF[owner]}
        told.append(Told("turned", args))
    dealing.check_score(p, actor, told)
    return False


def _remove_mission_card(
    p: Position, actor: int, effect: RemoveMissionCard, target: int, told: list[Told] | None
) -> bool:
    owner = board.lift(p, target)
    p.discards += ALONE[target]
    if told is not None:
        args = {"seat": SEAT_REF[actor], "card": CARD_REF[target], "owner": SEAT_REF[owner]}
        told.append(Told("stripped", args))
    return False


def _bonus_draw(p: Position, actor: int, effect: BonusDraw, target: int, told: list[Told] | None) -> bool:
    for _ in range(min(effect.count, len(p.decks[target]))):
        dealing.draw_city(p, actor, target, told)
    return False


def look(p: Position, actor: int, victim: int, told: list[Told] | None) -> None:
    """The whole hand, for the actor alone."""
    p.show_hand(victim, actor)
    if told is not None:
        told.append(Told("looked", {"seat": SEAT_REF[actor], "owner": SEAT_REF[victim]}))
        for card in p.hands[victim]:
            args = {"owner": SEAT_REF[victim], "card": CARD_REF[card]}
            told.append(Told("looked.you", args, only(actor)))


def steal(p: Position, actor: int, victim: int, card: int, told: list[Told] | None) -> None:
    """From hand to hand: others see its back, hence its city, and are no longer sure of the rest."""
    p.take_from(victim, card)
    p.forget_hand(victim, actor, victim)
    p.give(actor, card, 1 << victim)
    if told is not None:
        both = {"seat": SEAT_REF[actor], "owner": SEAT_REF[victim]}
        told.append(Told("stole", {**both, "city": CITY_REF[CITY[card]]}))
        told.append(Told("stole.you", {**both, "card": CARD_REF[card]}, only(actor)))
        told.append(Told("stole.victim", {**both, "card": CARD_REF[card]}, only(victim)))


def swap_back(p: Position, actor: int, victim: int, card: int, told: list[Told] | None) -> None:
    """A card of the actor for the one it took."""
    p.take_from(actor, card)
    p.forget_hand(actor, actor, victim)
    p.give(victim, card, 1 << actor)
    if told is not None:
        both = {"seat": SEAT_REF[actor], "owner": SEAT_REF[victim]}
        told.append(Told("gave", {**both, "city": CITY_REF[CITY[card]]}))
        told.append(Told("gave.you", {**both, "card": CARD_REF[card]}, only(actor)))
        told.append(Told("gave.victim", {**both, "card": CARD_REF[card]}, only(victim)))


Begin = Callable[[Position, int, Any, int, "list[Told] | None"], bool]
Targets = Callable[[Position, int, Any], "list[int]"]

_RUN: Final[dict[type[Effect], tuple[Begin, Targets | None]]] = {
    DrawCity: (_draw_city, None),
    SearchCity: (_search_city, None),
    SearchMissions: (_search_missions, None),
    TakeDiscard: (_take_discard, None),
    TakeDisplay: (_take_display, None),
    DrawMissions: (_draw_missions, None),
    StealHand: (_steal_hand, at_hands),
    SwapHand: (_swap_hand, at_hands),
    DiscardHand: (_discard_hand, at_hands),
    StealTableAgent: (_steal_table_agent, _agents),
    RemoveMissionCard: (_remove_mission_card, _mission_cards),
    BonusDraw: (_bonus_draw, None),
}


def _rivals_laid_cards(p: Position, actor: int) -> bool:
    for seat, done in enumerate(p.done):
        if seat != actor:
            for mission in done:
                if len(mission) > 1:
                    return True
    return False


_FEASIBLE: Final[dict[type[Effect], Callable[[Position, int, Any], bool]]] = {
    TakeDiscard: lambda p, actor, effect: len(p.discards) >= effect.count,
    SearchCity: lambda p, actor, effect: any(p.decks),
    SearchMissions: lambda p, actor, effect: dealing.missions_left(p) > 0,
    RemoveMissionCard: lambda p, actor, effect: _rivals_laid_cards(p, actor),
}
"""What special actions need; agents may be played for nothing (A17)."""


class Script:
    """The step effects of one text, by their numbers."""

    __slots__ = ("effects", "needs", "steps", "targets")

    def __init__(self, effects: tuple[AnyEffect, ...]) -> None:
        self.effects = effects
        self.needs = tuple((_FEASIBLE[type(each)], each) for each in effects if type(each) in _FEASIBLE)
        self.steps: list[int] = []
        self.targets: tuple[Targets, AnyEffect] | None = None
        for effect in effects:
            run = _RUN.get(type(effect))
            if run is None:
                continue
            self.steps.append(len(STEPS))
            STEPS.append((run[0], effect))
            if run[1] is not None:
                self.targets = (run[1], effect)

    def can_happen(self, p: Position, actor: int) -> bool:
        """Whether a special action has anything to act on: nobody pays for nothing (A14)."""
        for feasible, effect in self.needs:  # noqa: SIM110 (a generator costs twice as much)
            if not feasible(p, actor, effect):
                return False
        return True

    def possible(self, p: Position, actor: int) -> list[int] | None:
        """What the text may be aimed at now; None if it is aimed at nothing."""
        if self.targets is None:
            return None
        return self.targets[0](p, actor, self.targets[1])


STEPS: Final[list[tuple[Begin, AnyEffect]]] = []
_ABILITIES: Final = {each.key: Script(each.effects) for each in DATA.abilities}
_KINDS: Final = {each.key: Script(each.effects) for each in DATA.interrupts}
_MISSION_TEXTS: Final = {each.key: Script(each.effects) for each in DATA.mission_texts}
SPECIALS: Final = tuple(Script(each.effects) for each in DATA.specials)
DRAW_ACTION: Final = Script(
    (DrawMissions(count=DATA.numbers.offer, keep=DATA.numbers.keep, rest="out_of_game"),)
)
"""What drawing missions as the action of a turn does."""
_SPECIALS: Final = tuple(
    (index, special.cost, *need)
    for index, special in enumerate(DATA.specials)
    for need in SPECIALS[index].needs
)
ANNOUNCED: Final = tuple(
    _ABILITIES[ability.key] if ability else _KINDS[kind.key] if kind else None
    for ability, kind in zip(ABILITY, KIND, strict=True)
)
"""By card: what happens when it is played from the hand by itself; None for other cards."""
ON_MISSION: Final = tuple(_MISSION_TEXTS[text.key] if text else None for text in MISSION_TEXT)
"""By card: what happens when a mission is completed with it."""


def affordable(p: Position, actor: int, purse: int) -> list[int]:
    """Special actions that so many points pay for and that have anything to act on."""
    return [
        index for index, cost, feasible, effect in _SPECIALS if purse >= cost and feasible(p, actor, effect)
    ]


def begin(p: Position, step: tuple[int, int, int], told: list[Told] | None) -> bool:
    """Runs one step; True if somebody has to decide before it is over."""
    number, actor, target = step
    run, effect = STEPS[number]
    return run(p, actor, effect, target, told)
