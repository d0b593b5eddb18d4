"""The Dutch system against the rules themselves: by brute force, by properties, in all ways to a pairing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import msgspec
import pytest

from tests.tournaments.dutch import brute
from tournaments.pairing.dutch import NoLegalPairing, exact, outlook, pair, why_down
from tournaments.pairing.dutch.completion import Completion
from tournaments.pairing.dutch.contestants import Field, field_of
from tournaments.pairing.dutch.exact import Incomplete, Scope, _Bracket
from tournaments.pairing.dutch.transposition import first_matching
from tournaments.pairing.simulation import Plan, rounds_of
from tournaments.trf import Game, Player, Prohibited, Scoring, Tournament


def boards(tournament: Tournament) -> list[tuple[int, int]] | None:
    try:
        return pair(tournament).boards()
    except NoLegalPairing:
        return None


def plans(seeds: range, most: int) -> Iterator[Plan]:
    for seed in seeds:
        random = Random(seed)
        players = random.randint(2, most)
        yield Plan(
            players,
            random.randint(2, max(2, min(7, players))),
            seed,
            forfeits=random.choice([0, 60]),
            half_byes=random.choice([0, 60]),
            zero_byes=random.choice([0, 60]),
            full_byes=random.choice([0, 0, 60]),
            withdrawals=random.choice([0, 30]),
            late=random.choice([0, 150]),
            prohibited=random.choice([0, 0, 2]),
            scoring=random.choice([Scoring(), Scoring(), Scoring(30, 10), Scoring(allocated=5)]),
            accelerated=random.random() < 0.2,
            black_first=random.random() < 0.5,
        )


def to_pair(seeds: range, most: int) -> Iterator[Tournament]:
    for plan in plans(seeds, most):
        for number, tournament in enumerate(rounds_of(plan, boards), 1):
            if number <= plan.rounds:
                yield tournament


@pytest.mark.parametrize("start", range(0, 240, 40))
def test_brute_force_agrees_up_to_eight_players(start: int) -> None:
    impossible = 0
    for tournament in to_pair(range(start, start + 40), 8):
        number = tournament.rounds_played + 1
        field = field_of(tournament, number)
        initial = -1 if tournament.initial_colour == "b" else 1
        wanted = brute.pairings(field, initial) if field.players else (frozenset(), None)
        found = boards(tournament)
        if wanted is None or found is None:
            assert (wanted is None) == (found is None)
            impossible += 1
            continue
        numbers = [p.number for p in field.players]
        pairs = {frozenset((numbers[i], numbers[j])) for i, j in wanted[0]}
        if wanted[1] is not None:
            pairs.add(frozenset((numbers[wanted[1]], 0)))
        assert {frozenset(board) for board in found} == pairs, tournament.name


def test_weighing_agrees_with_counting_in_every_scope(monkeypatch: pytest.MonkeyPatch) -> None:
    tournaments = list(to_pair(range(500, 540), 30))
    wanted = [boards(tournament) for tournament in tournaments]
    monkeypatch.setattr(outlook, "pair_naturally", lambda task, floaters: None)
    assert [boards(tournament) for tournament in tournaments] == wanted
    original = _Bracket._check_scope
    for scope in (Scope.NEXT, Scope.ALL):

        def check(self: _Bracket, scope: Scope = scope) -> None:
            if self.scope is not Scope.ALL and self.scope is not scope:
                raise Incomplete
            original(self)

        with monkeypatch.context() as patch:
            patch.setattr(_Bracket, "_check_scope", check)
            assert [boards(tournament) for tournament in tournaments] == wanted, scope


@pytest.mark.parametrize("room", [2, 12, 30])
def test_weighing_in_parts_agrees(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    tournaments = list(to_pair(range(540, 570), 24))
    wanted = [boards(tournament) for tournament in tournaments]
    monkeypatch.setattr(outlook, "pair_naturally", lambda task, floaters: None)
    monkeypatch.setattr(exact, "PART_BITS", room)
    assert [boards(tournament) for tournament in tournaments] == wanted


def test_every_round_keeps_the_absolute_rules() -> None:
    for plan in plans(range(900, 940), 40):
        for number, tournament in enumerate(rounds_of(plan, boards), 1):
            if number > plan.rounds:
                break
            met = {frozenset((p.number, g.opponent)) for p in tournament.players for g in p.games if g.played}
            found = boards(tournament)
            field = field_of(tournament, number)
            players = {p.number: p for p in field.players}
            if found is None:
                continue
            seated = [n for board in found for n in board if n]
            assert sorted(seated) == sorted(players)
            assert sum(black == 0 for _, black in found) == len(players) % 2
            for white, black in found:
                if not black:
                    assert players[white].pab
                    continue
                both = frozenset((white, black))
                assert both not in met
                for record in tournament.prohibited:
                    if record.first_round <= number <= record.last_round:
                        assert not both <= set(record.players)
                for n, colour in ((white, 1), (black, -1)):
                    p = players[n]
                    top = p.topscorer or players[white if n == black else black].topscorer
                    assert top or abs(p.difference + colour) <= 2
                    assert top or p.colours[-2:] != [colour, colour]


def test_the_order_of_the_file_does_not_matter() -> None:
    for tournament in to_pair(range(60, 75), 30):
        shuffled = list(tournament.players)
        Random(1).shuffle(shuffled)
        again = msgspec.structs.replace(
            tournament,
            players=tuple(sorted(shuffled, key=lambda p: p.number)),
            prohibited=tuple(
                msgspec.structs.replace(record, players=record.players[::-1])
                for record in reversed(tournament.prohibited)
            ),
        )
        assert boards(again) == boards(tournament)


def test_a_completion_by_short_cut_is_one() -> None:
    random = Random(5)
    for _ in range(300):
        count = random.randint(2, 10)
        density = random.random()
        may_meet = [0] * count
        for i in range(count):
            for j in range(i):
                if random.random() < density:
                    may_meet[i] |= 1 << j
                    may_meet[j] |= 1 << i
        everybody = (1 << count) - 1

        def perfect(left: int, may_meet: list[int] = may_meet) -> bool:
            if not left:
                return True
            low = left & -left
            partners = may_meet[low.bit_length() - 1] & left
            return any(partners >> j & 1 and perfect(left & ~low & ~(1 << j)) for j in range(len(may_meet)))

        completion = Completion(Field([], may_meet, 1), everybody)
        assert completion.perfect(everybody) == (count % 2 == 0 and perfect(everybody))


def test_the_first_transposition_is_the_smallest() -> None:
    random = Random(1)
    for _ in range(2000):
        rows_, columns = random.randint(1, 5), random.randint(5, 6)
        rows = [sum((random.random() < 0.5) << j for j in range(columns)) for _ in range(rows_)]
        wanted = next(
            (
                list(order)
                for order in permutations(range(columns), rows_)
                if all(rows[i] >> j & 1 for i, j in enumerate(order))
            ),
            None,
        )
        assert first_matching(rows, (1 << columns) - 1) == wanted


def test_who_floats_down_is_told_why() -> None:
    # Of the three with one point 1 and 2 want Black and 3 White: if 3 were left over, two would want Black.
    games = [(4, "w", "1"), (5, "w", "1"), (6, "b", "1"), (1, "b", "0"), (2, "b", "0"), (3, "w", "0")]
    players = tuple(
        Player(number, games=(Game(opponent, "w" if colour == "w" else "b", code),))
        for number, (opponent, colour, code) in enumerate(games, 1)
    )
    tournament = Tournament(players, rounds_total=4)
    assert pair(tournament).brackets[0].downfloaters == (2,)
    assert why_down(tournament) == {2: ["4.2"]}
    apart = msgspec.structs.replace(tournament, prohibited=(Prohibited(1, 4, (1, 3)),))
    assert pair(apart).brackets[0].downfloaters == (1,)
    assert why_down(apart) == {1: ["C12"]}


def test_the_reasons_of_a_pairing_are_of_its_round() -> None:
    for tournament in to_pair(range(40, 60), 20):
        try:
            found = pair(tournament)
        except NoLegalPairing:
            continue
        reasons = why_down(tournament)
        floated = [n for bracket in found.brackets[:-1] for n in bracket.downfloaters]
        assert sorted(n for n, each in reasons.items() for _ in each) == sorted(floated)
        for white, black in found.boards():
            text = found.why(white)
            assert ("has the bye" in text) == (not black)
            if black:
                assert text == found.why(black)
