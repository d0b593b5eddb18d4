"""Single elimination: brackets for two seats, tables of which some go on."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.event import BadEvent, NoLegalPairing, Sizes
from tournaments.pairing.knockout.bracket import Bracket, Match, Round
from tournaments.pairing.knockout.draw import draw, positions
from tournaments.pairing.knockout.rounds import KnockoutRound, Through, next_round
from tournaments.pairing.knockout.standings import standings

DUELS, FOURS, THREES = Sizes(2, 2, 2), Sizes(4, 4, 4), Sizes(3, 3, 3)


def people(count: int) -> list[str]:
    return [f"p{i:02}" for i in range(1, count + 1)]


def fresh(count: int, sizes: Sizes = DUELS, **more: object) -> Bracket:
    return Bracket("7", sizes, people(count), **more)


def recorded(bracket: Bracket, found: KnockoutRound, places: dict[str, int] | None = None) -> Bracket:
    """The round as played; without places the better seed is ahead everywhere."""
    matches = []
    for match in found.matches:
        form = [(places or {}).get(p, bracket.players.index(p)) for p in match.seats]
        matches.append(Match(match.slot, match.seats, [1 + sum(f < mine for f in form) for mine in form]))
    through = [each.player for each in found.through]
    return with_changes(bracket, rounds=[*bracket.rounds, Round(matches, through)])


def with_changes(bracket: Bracket, **changes: object) -> Bracket:
    whole = {name: getattr(bracket, name) for name in bracket.__struct_fields__}
    return Bracket(**(whole | changes))


def played_out(bracket: Bracket, source: Random | None = None) -> Bracket:
    """To its end, by seeding or by chance."""
    while (found := next_round(bracket)) is not None:
        luck = {p: source.randrange(5) for p in bracket.players} if source else None
        bracket = recorded(bracket, found, luck)
    return bracket


def test_seeds_stand_where_they_always_do() -> None:
    assert positions(2) == [1, 2]
    assert positions(4) == [1, 4, 2, 3]
    assert positions(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert positions(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]
    assert positions(5) == positions(8)


@given(st.integers(2, 70))
@settings(deadline=None)
def test_byes_go_to_the_top_seeds_in_the_first_round_only(count: int) -> None:
    bracket = fresh(count)
    size = len(positions(count))
    found = next_round(bracket)
    assert found is not None
    assert sorted(each.player for each in found.through) == people(count)[: size - count]
    assert {each.why for each in found.through} <= {"bye"}
    bracket = recorded(bracket, found)
    while (found := next_round(bracket)) is not None:
        assert found.through == []
        bracket = recorded(bracket, found)
    assert 2 ** len(bracket.rounds) == size


@given(st.integers(2, 70))
@settings(deadline=None)
def test_if_the_better_seed_always_wins_the_best_meet_as_late_as_possible(count: int) -> None:
    bracket = played_out(fresh(count))
    for number, done in enumerate(reversed(bracket.rounds)):
        left = 2 ** (number + 1)
        here = sorted([p for match in done.matches for p in match.seats] + done.through)
        assert here == people(min(left, count))
        for match in done.matches:
            seeds = [bracket.players.index(p) + 1 for p in match.seats]
            assert sum(seeds) == left + 1
    assert [row.player for row in standings(bracket)] == people(count)


@given(st.integers(2, 40), st.integers(0, 1000), st.booleans())
@settings(deadline=None)
def test_any_results_give_one_winner_and_everybody_one_rank(count: int, luck: int, third: bool) -> None:
    bracket = played_out(fresh(count, third_place=third), Random(luck))
    rows = standings(bracket)
    assert sorted(row.player for row in rows) == people(count)
    assert [row.rank for row in rows] == list(range(1, count + 1))
    assert [row.won for row in rows] == [True] + [False] * (count - 1)
    outs = [row.out_in for row in rows[1:]]
    assert outs == sorted(outs, reverse=True)
    matches = [match for done in bracket.rounds for match in done.matches]
    assert len(matches) == count - 1 + (third and count > 3)


@given(st.permutations(people(11)), st.integers(0, 1000))
@settings(deadline=None, max_examples=30)
def test_names_mean_nothing_but_for_who_starts(order: list[str], luck: int) -> None:
    """Renamed players take the renamed way through the bracket."""
    one, other = fresh(11), Bracket("7", DUELS, order)
    source = Random(luck)
    form = [source.randrange(4) for _ in order]
    for _ in range(4):
        first, second = next_round(one), next_round(other)
        assert first is not None
        assert second is not None
        rename = dict(zip(people(11), order, strict=True))
        assert [{rename[p] for p in m.seats} for m in first.matches] == [set(m.seats) for m in second.matches]
        one = recorded(one, first, dict(zip(people(11), form, strict=True)))
        other = recorded(other, second, dict(zip(order, form, strict=True)))
    assert [rename[row.player] for row in standings(one)] == [row.player for row in standings(other)]


def test_losers_of_the_semifinals_play_for_the_third_place() -> None:
    bracket = recorded(fresh(4, third_place=True), next_round(fresh(4)), {"p04": 0, "p01": 1})
    found = next_round(bracket)
    assert found is not None
    assert [(m.stage, sorted(m.seats), m.reason.drawn) for m in found.matches] == [
        ("final", ["p02", "p04"], "winners"),
        ("third_place", ["p01", "p03"], "losers"),
    ]
    assert {seat.source for seat in found.matches[1].reason.seats} == {(1, 0), (1, 1)}
    bracket = recorded(bracket, found, {"p02": 0, "p04": 1, "p03": 0, "p01": 1})
    assert next_round(bracket) is None
    rows = standings(bracket)
    assert [row.player for row in rows] == ["p02", "p04", "p03", "p01"]
    assert [row.third_place for row in rows] == [None, None, True, False]


def test_a_single_loser_is_third_without_a_match() -> None:
    bracket = fresh(3, third_place=True)
    bracket = recorded(bracket, next_round(bracket))
    found = next_round(bracket)
    assert found is not None
    assert found.through == [Through("p03", 1, "third_place", "bye")]
    rows = standings(recorded(bracket, found))
    assert [row.player for row in rows] == ["p01", "p02", "p03"]
    assert rows[2].third_place is True


def test_level_means_the_better_seed_goes_on() -> None:
    bracket = fresh(4)
    found = next_round(bracket)
    bracket = recorded(bracket, found, dict.fromkeys(people(4), 0))
    assert [match.places for match in bracket.rounds[0].matches] == [[1, 1], [1, 1]]
    final = next_round(bracket)
    assert final is not None
    assert sorted(final.matches[0].seats) == ["p01", "p02"]


def test_who_would_meet_somebody_withdrawn_goes_on() -> None:
    bracket = recorded(fresh(4), next_round(fresh(4)))
    bracket = with_changes(bracket, withdrawn=["p01"])
    found = next_round(bracket)
    assert found == KnockoutRound(2, [], [Through("p02", 0, "final", "walkover", "p01")])
    assert standings(bracket)[0].player == "p02"
    bracket = recorded(bracket, found)
    assert next_round(bracket) is None
    assert [(row.player, row.out_in, row.won) for row in standings(bracket)] == [
        ("p02", None, True),
        ("p01", 2, False),
        ("p03", 1, False),
        ("p04", 1, False),
    ]


def test_where_both_withdrew_nobody_goes_on_and_the_next_has_a_bye() -> None:
    bracket = fresh(4, withdrawn=["p02", "p03"])
    found = next_round(bracket)
    assert found is not None
    assert [m.slot for m in found.matches] == [0]
    assert found.through == []
    bracket = recorded(bracket, found)
    found = next_round(bracket)
    assert found is not None
    assert found.through == [Through("p01", 0, "final", "bye")]
    assert [row.player for row in standings(recorded(bracket, found))] == ["p01", "p04", "p02", "p03"]


def test_a_winner_who_withdraws_afterwards_has_won() -> None:
    bracket = with_changes(played_out(fresh(4)), withdrawn=["p01"])
    assert standings(bracket)[0].won
    assert standings(bracket)[0].player == "p01"


def test_who_started_less_often_starts() -> None:
    bracket = fresh(8)
    bracket = recorded(bracket, next_round(bracket))
    for number in (1, 2):
        starts = {m.seats[0] for done in bracket.rounds for m in done.matches}
        found = next_round(bracket)
        assert found is not None
        for match in found.matches:
            if number == 1 and len(starts & set(match.seats)) == 1:
                assert match.seats[1] in starts
        bracket = recorded(bracket, found)


def test_the_drawing_shows_rounds_to_come() -> None:
    bracket = fresh(6, third_place=True)
    rounds = draw(recorded(bracket, next_round(bracket)))
    assert [len(boxes) for boxes in rounds] == [4, 2, 2]
    assert [spot.player for spot in rounds[1][0].spots] == ["p01", "p04"]
    assert rounds[0][0].went_on == ("p01",)
    assert rounds[0][0].spots[1].vacant
    assert [(box.stage, box.went_on) for box in rounds[2]] == [("final", None), ("third_place", None)]
    assert [spot.source for spot in rounds[2][1].spots] == [(2, 0), (2, 1)]
    assert not any(spot.vacant or spot.player for box in rounds[2] for spot in box.spots)


def test_tables_are_dealt_to_and_fro_and_the_first_two_go_on() -> None:
    bracket = fresh(16, FOURS, advance=2)
    found = next_round(bracket)
    assert found is not None
    assert [sorted(m.seats) for m in found.matches] == [
        ["p01", "p08", "p09", "p16"],
        ["p02", "p07", "p10", "p15"],
        ["p03", "p06", "p11", "p14"],
        ["p04", "p05", "p12", "p13"],
    ]
    assert [seat.seed for seat in found.matches[0].reason.seats] == [
        int(p[1:]) for p in found.matches[0].seats
    ]
    bracket = recorded(bracket, found)
    assert [len(m.seats) for m in next_round(bracket).matches] == [4, 4]
    bracket = played_out(bracket)
    assert len(bracket.rounds) == 3
    assert [row.player for row in standings(bracket)] == people(16)
    assert [row.place for row in standings(bracket)][:4] == [1, 2, 3, 4]


@given(
    st.sampled_from(
        [(FOURS, 1), (FOURS, 2), (FOURS, 3), (Sizes(4, 3, 4), 2), (THREES, 1), (Sizes(4, 3, 5), 1)]
    ),
    st.integers(3, 60),
    st.integers(0, 1000),
)
@settings(deadline=None)
def test_tables_end_with_one_final_and_the_top_two_meet_only_there(
    form: tuple[Sizes, int], count: int, luck: int
) -> None:
    sizes, advance = form
    bracket = fresh(count, sizes, advance=advance)
    try:
        next_round(bracket)
    except BadEvent:
        return
    by_seed = played_out(bracket)
    for done in by_seed.rounds[:-1]:
        for match in done.matches:
            assert not {"p01", "p02"} <= set(match.seats)
    assert len(by_seed.rounds[-1].matches) == 1
    by_chance = played_out(bracket, Random(luck))
    assert len(by_chance.rounds) == len(by_seed.rounds)
    rows = standings(by_chance)
    assert sorted(row.player for row in rows) == people(count)
    assert [row.won for row in rows] == [True] + [False] * (count - 1)
    for done in by_chance.rounds:
        assert all(sizes.min <= len(match.seats) <= sizes.max for match in done.matches)


def test_at_tables_too_top_seeds_have_the_byes() -> None:
    found = next_round(fresh(10, FOURS, advance=2))
    assert found is not None
    assert [each.player for each in found.through] == ["p01", "p02"]
    assert [len(m.seats) for m in found.matches] == [4, 4]


def test_too_few_left_at_tables_is_said() -> None:
    bracket = fresh(16, FOURS, advance=2)
    bracket = recorded(bracket, next_round(bracket))
    bracket = with_changes(bracket, withdrawn=people(5))
    with pytest.raises(NoLegalPairing, match="round 2: 3 players are left and a table needs at least 4"):
        next_round(bracket)
    bracket = with_changes(bracket, withdrawn=people(7))
    assert next_round(bracket) is None
    assert [(row.player, row.won) for row in standings(bracket)][:2] == [("p08", True), ("p01", False)]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"sizes": Sizes(2, 3, 2)}, "sizes"),
        ({"advance": 2}, "advance: at least 1 and fewer than the 2"),
        ({"sizes": THREES, "third_place": True}, "third_place"),
        ({"players": ["a", "a"]}, r"players\[1\]: 'a' is listed twice"),
        ({"players": ["a"]}, "players: 1, and a table needs at least 2"),
        ({"withdrawn": ["zz"]}, r"withdrawn\[0\]"),
        ({"sizes": FOURS, "players": people(5)}, "advance: a round with 2 players would come"),
        ({"rounds": [Round([Match(0, ["p01", "p04"], [1])])]}, r"rounds\[0\].matches\[0\].places: 1 places"),
        ({"rounds": [Round([Match(0, ["p01", "p04"], [1, 3])])]}, "places go from 1 to 2"),
        ({"rounds": [Round([Match(0, ["p01", "p04"], [1, 2])] * 2)]}, "slot: 0 is there twice"),
        ({"rounds": [Round([Match(0, ["p01", "p04"], [1, 2])], ["p04"])]}, "'p04' is there twice"),
        ({"rounds": [Round([], ["zz"])]}, "'zz' is not among the players"),
        (
            {"rounds": [Round([Match(0, ["p01", "p02"], [1, 2])])]},
            "slot 0 is for p01 and p04, not for p01 and",
        ),
        ({"rounds": [Round([Match(7, ["p01", "p04"], [1, 2])])]}, "there is no slot 7"),
        ({"rounds": [Round([])] * 3}, r"rounds\[2\]: the final was the round before"),
    ],
)
def test_contradictions_are_named(change: dict[str, object], field: str) -> None:
    with pytest.raises(BadEvent, match=field):
        next_round(with_changes(fresh(4), **change))


def test_who_did_not_go_on_cannot_play_a_later_table() -> None:
    bracket = recorded(fresh(16, FOURS), next_round(fresh(16, FOURS)))
    late = Round([Match(0, ["p01", "p02", "p03", "p16"], [1, 2, 3, 4])])
    with pytest.raises(BadEvent, match=r"rounds\[1\]: p16 did not go on before"):
        next_round(with_changes(bracket, rounds=[*bracket.rounds, late]))
