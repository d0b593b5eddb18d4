"""Positions stay a permutation whatever happens, and the history alone gives the ladder back."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ladders.moves import BadHistory, Move, of_forfeit, of_result, rebuild, shifted, unshifted


def carried_out(ladder: list[int], moves: list[Move[int]]) -> list[int]:
    joins = [Move(who, None, place) for place, who in enumerate(ladder, 1)]
    return rebuild([*joins, *moves])


def after(ladder: str, places: dict[str, int], dropped: str = "") -> str:
    """Letters from the top; only those in `places` play."""
    positions = {who: ladder.index(who) + 1 for who in places}
    joins = [Move(who, None, place) for place, who in enumerate(ladder, 1)]
    return "".join(rebuild([*joins, *of_result(positions, places, dropped)]))


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({"d": 1, "b": 2}, "adbcef"),
        ({"d": 2, "b": 1}, "abcdef"),
        ({"d": 1, "b": 1}, "abcdef"),
        ({"e": 1, "b": 2, "c": 3}, "aebcdf"),
        ({"e": 1, "b": 3, "c": 2}, "aecbdf"),
        ({"f": 1, "e": 2, "a": 3}, "feabcd"),
        ({"f": 1, "e": 1, "a": 3}, "efabcd"),
        ({"f": 2, "e": 1, "d": 3, "a": 4}, "efdabc"),
        ({"c": 1, "a": 2, "f": 2}, "cabdef"),
    ],
)
def test_what_a_result_does(places: dict[str, int], expected: str) -> None:
    assert after("abcdef", places) == expected


def test_who_leaves_early_goes_below_everybody_at_the_table() -> None:
    assert after("abcdef", {"a": 2, "d": 1}, "a") == "dabcef"
    assert after("abcdef", {"a": 1, "d": 2}, "a") == "bcdaef"
    assert after("abcdef", {"a": 3, "d": 1, "e": 2}, "a") == "deabcf"
    assert after("abcdef", {"a": 4, "c": 3, "d": 1, "e": 2}, "ac") == "decabf"
    assert after("abcdef", {"b": 2, "f": 2, "d": 1}, "b") == "adcefb"


def test_a_forfeit_is_a_win_of_the_challenger() -> None:
    assert of_forfeit({"d": 4, "b": 2}, "d", "b") == [Move("d", 4, 2)]
    assert of_forfeit({"d": 1, "b": 2}, "d", "b") == []


ladders = st.integers(2, 12).flatmap(lambda size: st.permutations(range(size)))


@st.composite
def results(draw: st.DrawFn) -> tuple[list[int], dict[int, int], list[int]]:
    """A ladder, the places of those of it who played, and who of them left early."""
    ladder = draw(ladders)
    players = draw(st.lists(st.sampled_from(ladder), min_size=2, max_size=5, unique=True))
    scores = {who: draw(st.integers(0, 3)) for who in players}
    places = {who: 1 + sum(other > scores[who] for other in scores.values()) for who in players}
    early = draw(st.lists(st.sampled_from(players), max_size=2, unique=True))
    return list(ladder), places, early


@given(results())
def test_winners_stand_above_whom_they_beat_and_nobody_else_is_passed(
    case: tuple[list[int], dict[int, int], list[int]],
) -> None:
    ladder, places, _early = case
    positions = {who: ladder.index(who) + 1 for who in places}
    moves = of_result(positions, places)
    new = carried_out(ladder, moves)
    assert sorted(new) == sorted(ladder)
    for one in places:
        for other in places:
            if places[one] < places[other]:
                assert new.index(one) < new.index(other)
            if one != other and places[one] == places[other]:
                assert (new.index(one) < new.index(other)) == (ladder.index(one) < ladder.index(other))
    rest = [who for who in ladder if who not in places]
    assert [who for who in new if who not in places] == rest
    assert all(move.before > move.after for move in moves if move.before and move.after)
    assert min(positions.values()) == min(new.index(who) + 1 for who in places)


@given(results())
def test_who_left_early_ends_below_the_other_participants(
    case: tuple[list[int], dict[int, int], list[int]],
) -> None:
    ladder, places, early = case
    positions = {who: ladder.index(who) + 1 for who in places}
    new = carried_out(ladder, of_result(positions, places, early))
    stayed = [new.index(who) for who in places if who not in early]
    assert all(new.index(who) > max(stayed, default=-1) for who in early)


@given(ladders, st.data())
def test_shifting_is_what_rebuilding_does_and_can_be_undone(ladder: list[int], data: st.DataObject) -> None:
    who = data.draw(st.sampled_from(ladder))
    before = ladder.index(who) + 1
    after_ = data.draw(st.none() | st.integers(1, len(ladder)))
    move = Move(who, before, after_)
    new = carried_out(ladder, [move])
    for other in ladder:
        if other != who:
            assert shifted(ladder.index(other) + 1, move) == new.index(other) + 1
            assert unshifted(new.index(other) + 1, move) == ladder.index(other) + 1


def test_ten_thousand_random_events_keep_a_permutation_and_the_history_rebuilds_it() -> None:
    """The live ladder is kept by positions and shifts, as the database keeps it."""
    lot = random.Random(1942)
    live: dict[int, int] = {}
    history: list[Move[int]] = []
    newest = 0

    def carry_out(move: Move[int]) -> None:
        for who in live:
            if who != move.who:
                live[who] = shifted(live[who], move)
        if move.after is None:
            del live[move.who]
        else:
            live[move.who] = move.after
        history.append(move)

    for _event in range(10_000):
        what = lot.random()
        if len(live) < 4 or (what < 0.06 and len(live) < 60):
            newest += 1
            carry_out(Move(newest, None, lot.randint(1, len(live) + 1)))
        elif what < 0.1:
            who = lot.choice(list(live))
            carry_out(Move(who, live[who], None))
        elif what < 0.2:
            who = lot.choice(list(live))
            carry_out(Move(who, live[who], lot.randint(1, len(live))))
        elif what < 0.3:
            one, other = lot.sample(list(live), 2)
            for move in of_forfeit({one: live[one], other: live[other]}, one, other):
                carry_out(move)
        else:
            players = lot.sample(list(live), lot.randint(2, min(5, len(live))))
            scores = {who: lot.randint(0, 4) for who in players}
            places = {who: 1 + sum(s > scores[who] for s in scores.values()) for who in players}
            early = [who for who in players if lot.random() < 0.1]
            for move in of_result({who: live[who] for who in players}, places, early):
                carry_out(move)
        assert sorted(live.values()) == list(range(1, len(live) + 1))
    assert rebuild(history) == sorted(live, key=lambda who: live[who])


@pytest.mark.parametrize(
    "history",
    [
        [Move(1, None, 2)],
        [Move(1, None, 1), Move(1, None, 1)],
        [Move(1, None, 1), Move(2, 1, None)],
        [Move(1, None, 1), Move(1, 1, 2)],
        [Move(1, None, None)],
    ],
)
def test_a_history_that_does_not_fit_is_named(history: list[Move[int]]) -> None:
    with pytest.raises(BadHistory, match=f"move {len(history)}"):
        rebuild(history)
