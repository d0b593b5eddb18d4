"""What is better known before a tournament starts: each piece of advice is data with a severity.

`error`: it cannot start like this. `warning`: it can, but hardly as it was meant. `note`: a consequence
worth knowing. Whoever shows them finds the words, by type.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from tournaments.outlook.duration import Clock, Plan, Turns, match_lengths, share_over
from tournaments.outlook.repeats import fresh_rounds
from tournaments.pairing.event import Sizes
from tournaments.pairing.plan import table_sizes

Severity: TypeAlias = Literal["error", "warning", "note"]
System: TypeAlias = Literal["swiss", "round_robin", "knockout"]

MANY_OVER: Final = 0.5
FEW_OVER: Final = 0.1
"""Shares of matches not over at the end of a window: most, and enough to mention."""


class Draft(msgspec.Struct, frozen=True):
    system: System
    players: int
    sizes: Sizes
    """Of tables; 2, 2, 2 for matches of two."""
    rounds: int = 0
    """Of a Swiss; the other systems know their own."""
    legs: int = 1
    """How often everybody meets everybody in a round robin."""
    clock: Clock | None = None
    turns: Turns | None = None
    """Of a match, as is usual in the game; without clock and turns nothing is said about time."""
    window_ms: int | None = None
    """Play window of a round."""


class MissingPlayers(msgspec.Struct, frozen=True, tag=True):
    """There is not a single table."""

    missing: int
    severity: Severity = "error"


class NoRounds(msgspec.Struct, frozen=True, tag=True):
    severity: Severity = "error"


class LeftOver(msgspec.Struct, frozen=True, tag=True):
    """In every round somebody has no table."""

    players: int
    more: int
    """With so many more players nobody would."""
    severity: Severity


class SecondBye(msgspec.Struct, frozen=True, tag=True):
    """From this round on somebody is left over for the second time."""

    round: int
    severity: Severity = "warning"


class OtherSizes(msgspec.Struct, frozen=True, tag=True):
    """Some tables have another size than the preferred one."""

    tables: list[int]
    """All sizes of a round, largest first."""
    severity: Severity = "note"


class Repeats(msgspec.Struct, frozen=True, tag=True):
    """From this round on somebody must meet somebody again, wherever players are put."""

    round: int
    exact: bool
    """The rounds before can be played without; otherwise it may happen earlier."""
    severity: Severity = "warning"


class TooFewRounds(msgspec.Struct, frozen=True, tag=True):
    """More than one player may win everything."""

    enough: int
    """Rounds after which only one can have."""
    severity: Severity = "warning"


class EverybodyMeets(msgspec.Struct, frozen=True, tag=True):
    """So many rounds of two are a round robin, which pairs everybody with everybody for certain."""

    rounds: int
    severity: Severity = "note"


class MatchesEach(msgspec.Struct, frozen=True, tag=True):
    """What a round robin asks of its players."""

    each: int
    total: int
    rounds: int
    severity: Severity = "note"


class KnockoutRounds(msgspec.Struct, frozen=True, tag=True):
    rounds: int
    severity: Severity = "note"


class KnockoutByes(msgspec.Struct, frozen=True, tag=True):
    """So many go to the second round without a match."""

    byes: int
    full: int
    """The next number of players without."""
    severity: Severity = "note"


class TurnFillsWindow(msgspec.Struct, frozen=True, tag=True):
    """One player who uses the clock of one turn, or the bank at the start, leaves no time for the others."""

    clock_ms: int
    window_ms: int
    severity: Severity = "warning"


class ShortWindow(msgspec.Struct, frozen=True, tag=True):
    """Many matches would not be over when the window of their round ends."""

    percent: int
    """Of matches, expected."""
    wanted_ms: int
    """A window in which nine of ten would be."""
    severity: Severity


Advice: TypeAlias = (
    MissingPlayers
    | NoRounds
    | LeftOver
    | SecondBye
    | OtherSizes
    | Repeats
    | TooFewRounds
    | EverybodyMeets
    | MatchesEach
    | KnockoutRounds
    | KnockoutByes
    | TurnFillsWindow
    | ShortWindow
)


def advice(draft: Draft) -> list[Advice]:
    """Gravest first, else in the order of this module."""
    found = [*_of_system(draft), *_of_window(draft)]
    return sorted(found, key=lambda each: ("error", "warning", "note").index(each.severity))


def _of_system(draft: Draft) -> Iterator[Advice]:
    if draft.players < draft.sizes.min:
        yield MissingPlayers(draft.sizes.min - draft.players)
        return
    match draft.system:
        case "swiss":
            yield from _of_swiss(draft)
        case "round_robin":
            yield from _of_round_robin(draft)
        case "knockout":
            yield from _of_knockout(draft)


def _of_swiss(draft: Draft) -> Iterator[Advice]:
    if draft.rounds < 1:
        yield NoRounds()
        return
    tables = table_sizes(draft.players, draft.sizes)
    over = draft.players - sum(tables)
    if over:
        yield LeftOver(over, _more_for_all(draft), "note" if over == 1 else "warning")
        if over * draft.rounds > draft.players:
            yield SecondBye(draft.players // over + 1)
    if any(size != draft.sizes.preferred for size in tables):
        yield OtherSizes(tables)
    fresh = fresh_rounds(draft.players, tables)
    if fresh.rounds < draft.rounds:
        yield Repeats(fresh.rounds + 1, fresh.exact)
    enough = rounds_for_one_winner(draft.players, max(tables))
    if draft.rounds < enough:
        yield TooFewRounds(enough)
    if draft.sizes.max == 2 and draft.rounds == fresh.rounds and fresh.exact and draft.players > 2:
        yield EverybodyMeets(draft.rounds)


def _of_round_robin(draft: Draft) -> Iterator[Advice]:
    """Of matches of two; of tables nothing is known but what the schedule says."""
    if draft.sizes.max != 2:
        return
    players, legs = draft.players, draft.legs
    if players % 2:
        yield LeftOver(1, 1, "note")
    yield MatchesEach(legs * (players - 1), legs * players * (players - 1) // 2, rounds_of(draft))


def _of_knockout(draft: Draft) -> Iterator[Advice]:
    """Of matches of two."""
    if draft.sizes.max != 2:
        return
    rounds = rounds_of(draft)
    yield KnockoutRounds(rounds)
    if 2**rounds != draft.players:
        yield KnockoutByes(2**rounds - draft.players, 2**rounds)


def _of_window(draft: Draft) -> Iterator[Advice]:
    plan = plan_of(draft)
    if plan is None or plan.window_ms is None:
        return
    if plan.clock.base_ms >= plan.window_ms:
        yield TurnFillsWindow(plan.clock.base_ms, plan.window_ms)
    lengths = match_lengths(plan)
    over = share_over(lengths, plan.window_ms)
    if over > FEW_OVER:
        wanted = int(lengths[int(0.9 * len(lengths))])
        yield ShortWindow(round(100 * over), wanted, "warning" if over > MANY_OVER else "note")


def plan_of(draft: Draft) -> Plan | None:
    """For `tournament_days`; None without a clock, or if there is nothing to play."""
    rounds = rounds_of(draft)
    if draft.clock is None or draft.turns is None or rounds < 1:
        return None
    return Plan(
        draft.clock,
        draft.turns,
        draft.players,
        draft.sizes.preferred,
        rounds,
        draft.window_ms,
        knockout=draft.system == "knockout",
    )


def rounds_of(draft: Draft) -> int:
    """0 if there are too few players. Round robin and knockout: of matches of two."""
    if draft.players < draft.sizes.min:
        return 0
    match draft.system:
        case "swiss":
            return draft.rounds
        case "round_robin":
            return draft.legs * (draft.players - 1 + draft.players % 2)
        case "knockout":
            return (draft.players - 1).bit_length()


def rounds_for_one_winner(players: int, seats: int) -> int:
    """The fewest after which only one can have won everything, if those who have meet each other: each table
    they fill has a winner."""
    rounds = 0
    while players > 1:
        players = -(-players // seats)
        rounds += 1
    return rounds


def _more_for_all(draft: Draft) -> int:
    """The next multiple of a table at the latest."""
    more = 1
    while sum(table_sizes(draft.players + more, draft.sizes)) != draft.players + more:
        more += 1
    return more
