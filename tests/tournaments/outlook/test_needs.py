"""What a player needs, held against every pairing and every result."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.outlook.enumeration import final_points, true_bounds
from tests.tournaments.outlook.fields import fields, round_robins
from tournaments.outlook.field import Bounds, Field, Line
from tournaments.outlook.needs import need, possible_gains, prospects
from tournaments.outlook.scoring import Duels, Tables
from tournaments.pairing.event import Sizes


def ranks_by_gain(field: Field, position: int) -> dict[int, Bounds]:
    """The extremes over all ends in which the player gains that much."""
    found: dict[int, Bounds] = {}
    now = field.lines[position].points
    for end in final_points(field):
        mine = end[position]
        best = 1 + sum(other > mine for other in end)
        worst = sum(other >= mine for other in end)
        known = found.get(mine - now, Bounds(best, worst))
        found[mine - now] = Bounds(min(best, known.best), max(worst, known.worst))
    return found


def assert_true_of_everybody(field: Field) -> None:
    for position, line in enumerate(field.lines):
        true = ranks_by_gain(field, position)
        assert set(true) <= set(possible_gains(field, line.player))
        for rank in (1, 2, 3):
            told = need(field, line.player, rank)
            assert told.most >= max(true)
            for gain, bounds in true.items():
                if told.enough is not None and gain >= told.enough:
                    assert bounds.worst <= rank, (line, rank, gain, told)
                if told.least is None or gain < told.least:
                    assert bounds.best > rank, (line, rank, gain, told)
            if told.status == "certain":
                assert all(bounds.worst <= rank for bounds in true.values())
            if told.status == "impossible":
                assert all(bounds.best > rank for bounds in true.values())


@settings(max_examples=40, deadline=None)
@given(fields(most=5, rounds=2, irregular=False))
def test_what_is_enough_is_enough_and_what_is_out_of_reach_is(field: Field) -> None:
    assert_true_of_everybody(field)


@settings(max_examples=30, deadline=None)
@given(fields(most=4, rounds=2, irregular=True))
def test_the_same_whatever_happens(field: Field) -> None:
    assert_true_of_everybody(field)


@settings(max_examples=30, deadline=None)
@given(st.booleans().flatmap(lambda irregular: round_robins(irregular)))
def test_the_same_in_a_round_robin(field: Field) -> None:
    assert_true_of_everybody(field)


@settings(max_examples=80, deadline=None)
@given(st.booleans().flatmap(lambda irregular: fields(most=6, rounds=1, irregular=irregular)))
def test_ranks_after_the_round_under_way_are_exact(field: Field) -> None:
    field = msgspec.structs.replace(field, open_rounds=0)
    for position, line in enumerate(field.lines):
        told = {(prospect.gain, prospect.place): prospect.after for prospect in prospects(field, line.player)}
        assert told == (ranks_by_result(field, position) if field.paired else {})


def ranks_by_result(field: Field, position: int) -> dict[tuple[int, int | None], Bounds]:
    """The player's match settled in every way but with a shared place, draws apart; then the others."""
    player = field.lines[position].player
    own = next((match for match in field.paired[0] if player in match), None)
    if own is None:
        return {}
    others = [match for match in field.paired[0] if match != own]
    found: dict[tuple[int, int | None], Bounds] = {}
    for values in SHARES[len(own)] if isinstance(field.scoring, Tables) else duel_shares(field.scoring):
        gain = values[own.index(player)]
        drawn = len(own) == 2 and len(set(values)) == 1
        if values.count(gain) > 1 and not drawn:
            continue
        gains = dict(zip(own, values, strict=True))
        lines = [Line(x.player, x.points + gains.get(x.player, 0), x.playing) for x in field.lines]
        after = true_bounds(Field(field.scoring, lines, [others], 0, field.irregular))[player]
        key = (gain, None if drawn else 1 + sum(value > gain for value in values))
        known = found.get(key, after)
        found[key] = Bounds(min(after.best, known.best), max(after.worst, known.worst))
    return found


SHARES = {
    3: {
        shares
        for ranked in ((24, 12, 0), (18, 18, 0), (24, 6, 6), (12, 12, 12))
        for shares in permutations(ranked)
    }
}


def duel_shares(scoring: Duels) -> list[tuple[int, ...]]:
    win, draw, loss = scoring.win, scoring.draw, scoring.loss
    return [(win, loss), (draw, draw), (loss, win)]


def test_a_win_in_the_last_round_is_enough_for_the_leader_and_a_draw_is_not() -> None:
    lines = [Line(1, 40), Line(2, 35), Line(3, 35), Line(4, 20)]
    field = Field(Duels(), lines, [[(1, 3), (2, 4)]])
    told = need(field, 1, 1)
    assert (told.status, told.enough, told.least, told.most) == ("possible", 10, 0, 10)
    assert need(field, 4, 1).status == "impossible"
    assert need(field, 4, 4).status == "certain"
    assert [(p.place, p.after) for p in prospects(field, 1)] == [
        (1, Bounds(1, 1)),
        (None, Bounds(1, 2)),
        (2, Bounds(2, 3)),
    ]


def test_points_the_player_takes_are_not_there_for_others() -> None:
    """Each counts ties against: alone in front is who wins, and nobody else can have won."""
    duel = Field(Duels(), [Line(1, 0), Line(2, 0)], open_rounds=1, irregular=False)
    assert need(duel, 1, 1).enough == 10
    table = Field(Tables(Sizes(3, 3, 3)), [Line(number, 0) for number in (1, 2, 3)], open_rounds=2)
    assert need(table, 1, 1).enough == 2 * 24 - 6


def test_places_at_a_table_are_told_from_the_first_down() -> None:
    field = Field(Tables(Sizes(4, 4, 4)), [Line(i, 0) for i in (1, 2, 3, 4)], [[(1, 2, 3, 4)]])
    assert [(p.place, p.gain, p.after.best) for p in prospects(field, 2)] == [
        (1, 24, 1),
        (2, 16, 2),
        (3, 8, 3),
        (4, 0, 4),
    ]
    assert prospects(msgspec.structs.replace(field, paired=[[]]), 2) == []


def test_whoever_has_left_keeps_the_points_there_are() -> None:
    field = Field(Duels(), [Line(1, 30, playing=False), Line(2, 10), Line(3, 5)], open_rounds=2)
    assert need(field, 1, 1) == need(field, 1, 1)
    told = need(field, 1, 2)
    assert (told.status, told.most) == ("certain", 0)
    assert need(field, 1, 1).status == "possible"


def test_a_player_who_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        need(Field(Duels(), [Line(1, 0)]), 2, 1)
