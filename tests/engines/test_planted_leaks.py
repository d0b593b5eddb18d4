"""A test of the test: one fault of each kind, planted into Postcards, and the suite must find it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engines.chance import KeyedChance, StreamChance
from engines.conformance import Broken, Secret, check_game, check_guess_frequency, check_rules
from engines.conformance import statics as conformance_statics
from engines.protocol import IllegalMove, Move, Seat, Shape, Told, all_but
from engines.template.components import CARDS, REFS, number
from engines.template.rules import RULES, PostcardsRules
from engines.template.state import KEEPING, OVER, SENDING, STAMPS, SURFACE, PostcardsState
from tests.engines.template.secrets import SECRETS, knows, pieces, quiet, swap

Plant = Callable[[pytest.MonkeyPatch], None]

PLANTS: dict[str, Plant] = {}

REASONS = {
    "the_match_waits_only_for_light_cards": "observer .* can tell 'post",
    "who_left_can_still_win": "left in that order",
}
"""Where another check might find the fault by accident: what has to be said of it."""

view = PostcardsState.view
play = PostcardsState.play
moves = PostcardsState.moves
guess = PostcardsState.guess
fork = PostcardsState.fork
describe = PostcardsState.describe
explain = PostcardsState.explain
reveals = PostcardsState.reveals
points = PostcardsState.points
result = PostcardsState.result
keep = PostcardsState._keep
load = PostcardsRules.load


def plant(method: str, cls: type = PostcardsState) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The decorated function replaces that method; its name tells the fault."""

    def planting(faulty: Callable[..., Any]) -> Callable[..., Any]:
        PLANTS[faulty.__name__] = lambda patch: patch.setattr(cls, method, faulty)
        return faulty

    return planting


# Hidden things that can be seen


@plant("view")
def a_view_shows_the_top_of_the_deck(self: PostcardsState, observer: Seat | None) -> Any:
    seen = view(self, observer)
    seen.lost = [*seen.lost, REFS[self.deck[-1]]] if self.deck else seen.lost
    return seen


@plant("view")
def a_spectator_sees_the_hand_of_seat_0(self: PostcardsState, observer: Seat | None) -> Any:
    return view(self, 0 if observer is None else observer)


@plant("view")
def a_view_is_ordered_by_hidden_cards(self: PostcardsState, observer: Seat | None) -> Any:
    seen = view(self, observer)
    for seat, shown in enumerate(seen.seats):
        shown.album.sort(key=lambda each: each.air ^ (sum(self.hands[seat]) % 2))
    return seen


@plant("view")
def a_view_carries_a_bit_of_the_chance_key(self: PostcardsState, observer: Seat | None) -> Any:
    seen = view(self, observer)
    if isinstance(self.chance, KeyedChance):
        seen.deck += self.chance.key[0] & 1
    return seen


@plant("describe")
def a_description_names_a_card_in_another_hand(self: PostcardsState, observer: Seat | None) -> Any:
    said = list(describe(self, observer))
    return [*said, Told("now.hand", {"card": REFS[self.hands[0][0]]})] if self.hands[0] else said


@plant("moves")
def moves_skip_a_number_that_another_seat_kept(self: PostcardsState, seat: Seat) -> Sequence[Move]:
    listed = moves(self, seat)
    if self.phase != KEEPING or not listed:
        return listed
    kept = {number(card) for card in self.kept if card >= 0}
    return [move for move in listed if number(move - CARDS) not in kept] or listed


@plant("reveals")
def reveals_depends_on_the_next_card(self: PostcardsState, seat: Seat, move: Move) -> bool:
    return reveals(self, seat, move) and not (self.deck and number(self.deck[-1]) == 6)


@plant("explain")
def an_explanation_counts_what_others_hold(self: PostcardsState, seat: Seat, move: Move) -> Sequence[Told]:
    return [*explain(self, seat, move), Told("will.keep", {"points": max(map(max, self.hands))})]


@plant("points")
def public_points_count_hidden_cards(self: PostcardsState) -> Sequence[int]:
    if self.phase == OVER:
        return points(self)
    return [n + sum(map(number, cards)) for n, cards in zip(points(self), self.surface, strict=True)]


@plant("_post")
def the_match_waits_only_for_light_cards(self: PostcardsState, seat: Seat, card: Move, log: Any) -> None:
    self.hands[seat].remove(card)
    self.posted = card
    self.phase = SENDING
    log.append(Told("posted", {"seat": f"seat:{seat}"}))
    if number(card) > 4:
        self._send_by_surface(seat, log)


@plant("play")
def the_log_tells_everybody_what_was_chosen(
    self: PostcardsState, seat: Seat, move: Move, told: list[Told] | None = None
) -> None:
    play(self, seat, move, told)
    if told is not None and move < CARDS:
        told.append(Told("posted.own", {"card": REFS[move]}, all_but(seat)))


@plant("play")
def the_log_tells_the_next_seat_what_was_drawn(
    self: PostcardsState, seat: Seat, move: Move, told: list[Told] | None = None
) -> None:
    play(self, seat, move, told)
    for each in list(told or ()):
        if each.key == "drew.own" and told is not None:
            told.append(Told("drew.own", each.args, (seat + 1) % self.seats))


# Sealed decisions


@plant("_keep")
def a_sealed_answer_is_told_at_once(self: PostcardsState, seat: Seat, card: int, log: list[Told]) -> None:
    keep(self, seat, card, log)
    log.append(Told("kept", {"seat": f"seat:{seat}", "card": REFS[card], "points": 0}))


@plant("view")
def a_view_shows_who_has_answered(self: PostcardsState, observer: Seat | None) -> Any:
    seen = view(self, observer)
    seen.actors = list(self.actors())
    return seen


@plant("_keep")
def the_last_to_answer_gets_a_stamp(self: PostcardsState, seat: Seat, card: int, log: list[Told]) -> None:
    keep(self, seat, card, log)
    if self.phase == OVER:
        self.stamps[seat] += 1


# Guesses


@plant("guess")
def a_guess_is_the_truth(self: PostcardsState, seat: Seat, source: Any) -> PostcardsState:
    other = fork(self)
    other.chance = StreamChance(source)
    return other


@plant("guess")
def a_guess_depends_on_the_order_of_the_deck(self: PostcardsState, seat: Seat, source: Any) -> PostcardsState:
    other = guess(self, seat, source)
    if self.deck and self.deck[0] > self.deck[-1]:
        other.deck.reverse()
    return other


@plant("guess")
def a_guess_forgets_the_own_hand(self: PostcardsState, seat: Seat, source: Any) -> PostcardsState:
    other = guess(self, seat, source)
    if other.deck and other.hands[seat]:
        other.deck[0], other.hands[seat][0] = other.hands[seat][0], other.deck[0]
    return other


@plant("guess")
def a_guess_draws_from_the_match(self: PostcardsState, seat: Seat, source: Any) -> PostcardsState:
    self.chance.below(6)
    return guess(self, seat, source)


# States, moves, components, results


@plant("fork")
def forks_share_a_hand(self: PostcardsState) -> PostcardsState:
    other = fork(self)
    other.hands[0] = self.hands[0]
    return other


@plant("fork")
def forks_share_their_chance(self: PostcardsState) -> PostcardsState:
    other = fork(self)
    other.chance = self.chance
    return other


@plant("load", PostcardsRules)
def loading_forgets_the_stamps(self: PostcardsRules, data: bytes) -> PostcardsState:
    state = load(self, data)
    state.stamps = [STAMPS] * len(state.stamps)
    return state


@plant("play")
def illegal_moves_are_played(
    self: PostcardsState, seat: Seat, move: Move, told: list[Told] | None = None
) -> None:
    if seat in self.actors() and move not in self.moves(seat):
        move = self.moves(seat)[0]
    play(self, seat, move, told)


@plant("play")
def refused_moves_leave_a_trace(
    self: PostcardsState, seat: Seat, move: Move, told: list[Told] | None = None
) -> None:
    try:
        play(self, seat, move, told)
    except IllegalMove:
        self.stamps[0] += 1
        raise


@plant("write", PostcardsRules)
def two_moves_have_one_notation(self: PostcardsRules, move: Move) -> str:
    return "surface" if move >= SURFACE else f"{'post' if move < CARDS else 'keep'} {REFS[move % CARDS][5:]}"


@plant("shape", PostcardsRules)
def a_shape_points_at_nothing_known(self: PostcardsRules, move: Move) -> Shape:
    return Shape("post", ("card:Z9",))


@plant("_end_turn")
def a_card_gets_lost(self: PostcardsState, seat: Seat, log: list[Told]) -> None:
    self.posted = -1
    if self.deck:
        self.deck.pop()
    self.turns_left -= 1
    self.seat = (seat + 1) % self.seats
    self.phase = KEEPING if not self.turns_left else 0


@plant("_end_turn")
def the_match_never_ends(self: PostcardsState, seat: Seat, log: list[Told]) -> None:
    self.hands[seat].append(self.posted)
    self.hands[seat].sort()
    for cards in (self.surface[seat], self.air[seat]):
        if self.posted in cards:
            cards.remove(self.posted)
    self.posted = -1
    self.stamps[seat] = STAMPS
    self.phase = 0


@plant("leave")
def who_left_can_still_win(self: PostcardsState, seat: Seat, told: list[Told] | None = None) -> None:
    if self.seats - len(self.leavers) <= 2:
        self.leavers.append(seat)
        self.phase = OVER


@plant("result")
def places_skip_nobody(self: PostcardsState) -> Any:
    found = result(self)
    return None if found is None else type(found)((1,) * self.seats, (0,) * self.seats, found.reason)


@plant("prompt")
def a_prompt_has_no_text(self: PostcardsState, seat: Seat) -> Told:
    return Told("ask.nothing")


@plant("absent")
def an_absent_turn_loses_chance(self: PostcardsState, seat: Seat, told: list[Told] | None = None) -> None:
    play(self, seat, random.choice(list(self.moves(seat))), told)


def test_the_sound_game_passes() -> None:
    check_game(RULES, 3, None, SECRETS, games=6, seed=5, pieces=pieces, quiet=quiet, deep=4)


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTS[name](monkeypatch)
    with pytest.raises(Broken, match=REASONS.get(name)):
        check_all_seats()


def check_all_seats() -> None:
    for seats in (3, 2, 4):
        check_game(RULES, seats, None, SECRETS, games=40, seed=5, pieces=pieces, quiet=quiet, deep=4)


def test_a_guess_that_is_always_the_same_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = random.Random(4)

    def same(self: PostcardsState, seat: Seat, source: Any) -> PostcardsState:
        fixed.seed(4)
        return guess(self, seat, fixed)

    monkeypatch.setattr(PostcardsState, "guess", same)
    with pytest.raises(Broken, match=r"biased|swaps cannot reach|only"):
        check_guess_frequency(RULES, small(), 0, PAIRS, 2000, random.Random(1))


def test_a_guess_that_prefers_high_cards_in_other_hands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(self: PostcardsState, seat: Seat, source: Any) -> PostcardsState:
        one, two = guess(self, seat, source), guess(self, seat, source)
        return max(one, two, key=lambda each: sum(map(number, each.hands[1])))

    monkeypatch.setattr(PostcardsState, "guess", greedy)
    with pytest.raises(Broken, match="biased"):
        check_guess_frequency(RULES, small(), 0, PAIRS, 4000, random.Random(1))


def test_fair_guesses_are_counted_over_every_arrangement() -> None:
    # Four hidden cards: two in the other hand, one face down, one in the deck: 4! / 2! arrangements.
    assert check_guess_frequency(RULES, small(), 0, PAIRS, 4000, random.Random(1)) == 12


PAIRS = [
    Secret(f"slots {one} and {two}", swap(one, two), knows(one, two))
    for two in range(6)
    for one in range(two)
]


def small() -> PostcardsState:
    """Two seats near the end: seat 0 sees its hand; four cards are hidden from it."""
    state = RULES.start(2, {}, KeyedChance(b"small"))
    state.deck = [3]
    state.hands = [[0, 1], [8, 14]]
    state.surface = [[], [20]]
    return state


def test_words_of_the_referee_and_odd_templates_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULES, "texts", {**RULES.texts, "odd": "{card"}, raising=False)
    with pytest.raises(Broken, match="template"):
        check_rules(RULES)
    monkeypatch.undo()
    monkeypatch.setattr(conformance_statics, "NONSENSE", ("post L4 ",))
    check_rules(RULES)
