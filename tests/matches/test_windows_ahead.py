"""What whoever waits may prepare: the rest of a turn, played when the window closes, and interrupts that the
page keeps for right after. Nothing of it shows to anybody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from correio.accounts.models import User
from correio.due.sweep import sweep_work
from correio.matches import playback, referee
from correio.matches.models import Event, Match, Move, Order
from correio.matches.shown import match_json
from engines.ace_of_spies.components import (
    CARD_NUMBER,
    CITY,
    MISSION_NUMBER,
    PROACTIVE,
    SYMBOL,
    SYMBOL_KEYS,
)
from tests.conftest import Said
from tests.matches.driving import FISCHER, NOON, acting, again, at, legal, move, seats
from tests.matches.reacting import ace, announce, dealt, give, open_window, state_of, store, window
from tests.matches.test_crashes import crash_everywhere

pytestmark = pytest.mark.django_db

WRECKER, SNITCH = "L05", "L39"
"""Strips a card of a completed mission: nothing new to its player. Takes a card of a hand."""


@pytest.fixture
def match(alice: User, bob: User, carol: User) -> Match:
    """Alice can complete a mission, Bob has one on the table, Carol holds the Snitch."""
    match = dealt(ace(alice, bob, carol, clock=FISCHER), 1, agents=(WRECKER,))
    state = state_of(match)
    for seat in range(state.seats):
        keep = bytes(card for card in state.hands[seat] if card not in PROACTIVE)
        state.decks = [
            bytes(
                sorted(
                    (*deck, *(each for each in state.hands[seat] if each not in keep and CITY[each] == city))
                )
            )
            for city, deck in enumerate(state.decks)
        ]
        state.hands[seat] = keep
    give(state, 2, CARD_NUMBER[SNITCH])
    dead_drop = bytes((MISSION_NUMBER["M01"], *(CARD_NUMBER[card] for card in ("L01", "L09", "L18"))))
    state.done[1] = (dead_drop,)
    state.score[1] = 6
    store(match, state)
    return match


def wreck(match: Match, alice: User) -> int:
    """The version after the announcement, and a window is open."""
    move(match, alice, f"agent {WRECKER}")
    answer = move(match, alice, "target L09")
    assert window(match) is not None
    return answer.version


def prepare(match: Match, user: User, *notations: str, **more: Any) -> Match:
    lines = list(notations)
    return referee.set_order(
        match_id=match.pk, user=user, form="then", lines=lines, **{"now": at(minutes=1), **more}
    )


def then(match: Match, seat: int) -> Any:
    return match_json(again(match), seat)["then"]


def close(match: Match) -> None:
    assert sweep_work("window", clock=lambda: open_window(match).due_at) == 1


def played(match: Match) -> list[tuple[int | None, str]]:
    return list(Move.objects.filter(match=match).order_by("seq").values_list("seat", "notation"))


def test_the_rest_of_the_turn_is_played_when_the_window_closes(match: Match, alice: User) -> None:
    version = wreck(match, alice)
    assert "end" in [each["notation"] for each in then(match, 0)["moves"]]
    prepare(match, alice, "end")
    assert then(match, 0)["kept"] == ["End your turn."]
    assert again(match).version == version
    close(match)
    assert played(match)[-1] == (0, "end")
    assert [seat.seat for seat in acting(match)] == [1]
    assert not Order.objects.filter(match=match, form="then").exists()


def test_missions_are_prepared_step_by_step_as_previews_lead(match: Match, alice: User) -> None:
    state = state_of(match)
    state.held[0] = bytes((MISSION_NUMBER["M02"], MISSION_NUMBER["M35"]))
    for symbol in ("intelligence", "tool", "location"):
        card = next(each for each in state.decks[1] if SYMBOL_KEYS[SYMBOL[each]] == symbol)
        state.decks[1] = bytes(each for each in state.decks[1] if each != card)
        state.give(0, card, 0)
    store(match, state)
    version = wreck(match, alice)
    prepared = ["complete M02"]
    assert prepared[0] in [each["notation"] for each in then(match, 0)["moves"]]
    while prepared[-1] != "end":
        seen = referee.preview(match_id=match.pk, user=alice, version=version, moves=prepared)
        notations = [each["notation"] for each in seen.moves]
        prepared.append(next(each for each in notations if each.startswith(("lay", "end"))))
    assert len(prepared) == 5
    prepare(match, alice, *prepared)
    assert len(then(match, 0)["kept"]) == 5
    close(match)
    assert [notation for seat, notation in played(match) if seat == 0][-5:] == prepared
    assert len(state_of(match).done[0]) == 1


def test_it_is_played_all_the_same_if_the_agent_was_stopped(match: Match, alice: User, bob: User) -> None:
    wreck(match, alice)
    prepare(match, alice, "end")
    move(match, bob, "stop", now=at(hours=1))
    assert played(match)[-3:] == [(1, "stop"), (2, "pass"), (0, "end")]
    assert [seat.seat for seat in acting(match)] == [1]


def test_the_turn_ends_when_it_was_interrupted_and_its_player_is_not_called(
    match: Match, alice: User
) -> None:
    wreck(match, alice)
    bank = seats(match)[0].bank_ms
    prepare(match, alice, "end", now=at(hours=3))
    close(match)
    mine = seats(match)[0]
    assert bank is not None
    assert (mine.held_ms, mine.bank_ms) == (None, bank + FISCHER.increment_ms)
    told = Event.objects.filter(match=match, kind=Event.Kind.TURN).latest("id")
    assert told.payload["seats"] == [1]


def test_it_is_written_over_and_taken_back(match: Match, alice: User) -> None:
    wreck(match, alice)
    prepare(match, alice, "end")
    prepare(match, alice)
    assert then(match, 0)["kept"] == []
    close(match)
    assert [seat.seat for seat in acting(match)] == [0]


def test_nobody_else_is_told(match: Match, alice: User, said: Said) -> None:
    wreck(match, alice)
    before = {observer: match_json(again(match), observer) for observer in (None, 1, 2)}
    events = Event.objects.count()
    said.clear()
    prepare(match, alice, "end")
    assert {observer: match_json(again(match), observer) for observer in (None, 1, 2)} == before
    assert (Event.objects.count(), said) == (events, [])
    assert [then(match, seat) for seat in (1, 2)] == [None, None]


def test_a_preview_goes_on_behind_the_window(match: Match, alice: User, bob: User) -> None:
    version = wreck(match, alice)
    command = {"match_id": match.pk, "version": version}
    seen = referee.preview(user=alice, moves=["end"], **command)
    assert seen.stopped
    with pytest.raises(referee.RefereeError) as refused:
        referee.preview(user=bob, moves=["end"], **command)
    assert refused.value.code == "illegal"


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (["draw london"], "illegal"),
        (["end", "end"], "past_no_return"),
        (["stop"], "illegal"),
        (["hop"], "not_a_move"),
        (["complete M35"], "illegal"),
        (["end"] * 51, "too_many_moves"),
    ],
)
def test_what_cannot_follow_is_refused_and_changes_nothing(
    match: Match, alice: User, moves: list[str], code: str
) -> None:
    wreck(match, alice)
    prepare(match, alice, "end")
    with pytest.raises(referee.RefereeError) as refused:
        prepare(match, alice, *moves)
    assert refused.value.code == code
    assert then(match, 0)["kept"] == ["End your turn."]


def test_an_effect_that_shows_something_is_waited_for(alice: User, bob: User, carol: User) -> None:
    """And so are the turns of others, and a turn without a window."""
    match = dealt(ace(alice, bob, carol), 1)
    for user in (alice, bob):
        with pytest.raises(referee.RefereeError) as refused:
            prepare(match, user, "end")
        assert refused.value.code == "nothing_to_prepare"
    announce(match, alice)
    assert then(match, 0) is None
    for user in (alice, bob, carol):
        with pytest.raises(referee.RefereeError) as refused:
            prepare(match, user, "end")
        assert refused.value.code == "nothing_to_prepare"


def test_whoever_leaves_leaves_what_was_prepared(match: Match, alice: User) -> None:
    wreck(match, alice)
    prepare(match, alice, "end")
    referee.resign(match_id=match.pk, user=alice, now=at(minutes=2))
    close(match)
    assert [(seat.seat, seat.bot_due) for seat in acting(match)] == [(0, True)]
    assert not Order.objects.filter(match=match, form="then").exists()


def test_a_leaver_elsewhere_does_not_touch_it(match: Match, alice: User, carol: User) -> None:
    wreck(match, alice)
    prepare(match, alice, "end")
    referee.resign(match_id=match.pk, user=carol, now=at(minutes=2))
    assert then(match, 0)["kept"] == ["End your turn."]


def test_a_power_cut_plays_all_of_it_or_nothing(match: Match, alice: User) -> None:
    wreck(match, alice)
    prepare(match, alice, "end")
    due = open_window(match).due_at
    assert crash_everywhere(lambda: sweep_work("window", clock=lambda: due)) >= 5
    close(match)
    assert [notation for _, notation in played(match)].count("end") == 1


def test_the_match_with_it_plays_again(alice: User, bob: User, carol: User) -> None:
    match = ace(alice, bob, carol)
    playback.check(again(match))


def test_the_api_takes_and_shows_it(match: Match, alice: User, bob: User, client: Client) -> None:
    wreck(match, alice)
    path = f"/api/matches/{match.code}"
    client.force_login(alice)
    body = {"form": "then", "lines": ["end"]}
    assert client.put(f"{path}/orders", body, content_type="application/json").status_code == 200
    assert client.get(path).json()["then"]["kept"] == ["End your turn."]
    assert [each["form"] for each in client.get(f"{path}/orders").json()["orders"]] == ["react", "sacrifice"]
    client.force_login(bob)
    assert client.get(path).json()["then"] is None
    refused = client.put(f"{path}/orders", body, content_type="application/json")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "nothing_to_prepare")


def later(match: Match, seat: int | None) -> list[str] | None:
    shown = match_json(again(match), seat)["later"]
    return None if shown is None else [each["notation"] for each in shown]


def test_interrupts_for_right_after_are_shown_to_their_holder_only(
    match: Match, alice: User, bob: User
) -> None:
    assert [later(match, seat) for seat in (None, 0, 1, 2)] == [None] * 4
    wreck(match, alice)
    assert [later(match, seat) for seat in (None, 0, 1)] == [None, [], []]
    assert later(match, 2) == [f"play {SNITCH} 0", f"play {SNITCH} 1"]
    assert legal(match, 2) == []
    close(match)
    assert later(match, 2) is None
    assert legal(match, 2) == [f"play {SNITCH} 0", f"play {SNITCH} 1"]


def test_an_answer_that_completes_all_shows_its_giver_nothing_early(alice: User, bob: User) -> None:
    """At a table of two nobody else is asked, and the window stays open all the same."""
    match = dealt(ace(alice, bob), 1)
    announce(match, alice)
    before = match_json(again(match), 1)["view"]
    move(match, bob, "stop", now=at(minutes=1))
    assert window(match) is not None
    after = match_json(again(match), 1)
    assert after["view"] == before
    assert (after["answered"], after["moves"], after["actors"]) == (
        ["Stop it with Not So Fast!, if you have one."],
        [],
        [],
    )
    assert match_json(again(match), 0)["answered"] == []


def test_an_answer_by_order_is_shown_to_its_giver(match: Match, alice: User, bob: User) -> None:
    referee.set_order(match_id=match.pk, user=bob, form="react", lines=["pass"], now=NOON)
    wreck(match, alice)
    assert len(match_json(again(match), 1)["answered"]) == 1


def test_showing_costs_no_more_with_more_prepared(
    match: Match, alice: User, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    wreck(match, alice)
    prepare(match, alice, "end")
    shown = again(match)
    with django_assert_max_num_queries(6):
        match_json(shown, 0)
