"""Ace of Spies at a table of the site: hands laid out by the test, an agent announced, reactions awaited."""

from __future__ import annotations

from typing import Any

from correio.accounts.models import User
from correio.matches import referee
from correio.matches.models import Match, Window
from engines import registry
from engines.ace_of_spies.components import AGENTS, CARD_ID, CARD_NUMBER, CITY, INTERRUPTS, STOPS
from engines.ace_of_spies.state import AceState
from tests.matches.driving import NOON, again, legal, move, run_bots, seats, start

CUTPURSE = "L03"
"""One card at random from the hand of a rival."""
STOPPER = min(STOPS)


def ace(*players: User, **more: Any) -> Match:
    """A match whose first turn has just begun."""
    options = {"reactions": more.pop("reactions", "window"), **more.pop("options", {})}
    more.setdefault("code", "reacting")
    match = start(*players, game="ace-of-spies", title="ace-of-spies", options=options, **more)
    for seat in seats(match):
        if not seat.bot_level:
            move(match, seat.user, legal(match, seat.seat)[0])
    run_bots()
    return match


def dealt(match: Match, *holders: int, agents: tuple[str, ...] = (CUTPURSE,)) -> Match:
    """Gives agents to seat 0, Not So Fast! to the holders, and takes it from everybody else's hand."""
    match = again(match)
    state = state_of(match)
    for seat in range(state.seats):
        for card in [card for card in state.hands[seat] if card in STOPS]:
            _swap(state, seat, card, _plain(state, CITY[card]))
    for agent in agents:
        give(state, 0, CARD_NUMBER[agent])
    for holder, stopper in zip(holders, sorted(STOPS), strict=False):
        give(state, holder, stopper)
    store(match, state)
    return match


def give(state: AceState, seat: int, card: int) -> None:
    """For another card of the same city, so that nothing public changes."""
    if card in state.hands[seat]:
        return
    spare = next(each for each in state.hands[seat] if CITY[each] == CITY[card] and each not in STOPS)
    for other in range(state.seats):
        if card in state.hands[other]:
            _swap(state, other, card, _plain(state, CITY[card]))
    if card in state.display:
        plain = _plain(state, CITY[card])
        state.display = state.display.replace(bytes((card,)), bytes((plain,)))
        state.decks[CITY[card]] = state.decks[CITY[card]].replace(bytes((plain,)), bytes((card,)))
    _swap(state, seat, spare, card)


def _plain(state: AceState, city: int) -> int:
    """A card of that city's deck that is neither an interrupt nor an agent."""
    return next(card for card in state.decks[city] if card not in INTERRUPTS and card not in AGENTS)


def _swap(state: AceState, seat: int, out: int, into: int) -> None:
    """A card of a hand for one of its city's deck."""
    deck = state.decks[CITY[out]]
    at = deck.index(into)
    state.take_from(seat, out)
    state.decks[CITY[out]] = deck[:at] + bytes((out,)) + deck[at + 1 :]
    state.give(seat, into, 0)


def state_of(match: Match) -> AceState:
    state = registry.rules("ace-of-spies").load(bytes(again(match).snapshot or b""))
    assert isinstance(state, AceState)
    return state


def store(match: Match, state: AceState) -> None:
    Match.objects.filter(pk=match.pk).update(snapshot=registry.rules("ace-of-spies").save(state))


def announce(match: Match, user: User, target: int = 1, now: Any = NOON) -> referee.Answer:
    """Seat 0 plays the Cutpurse against the hand of `target`."""
    agent = next(each for each in legal(match, 0) if each.startswith("agent") and CUTPURSE in each)
    answer = move(match, user, agent, now=now)
    if len(state_of(match).rivals(0)) > 1:
        aim = next(each for each in legal(match, 0) if each.endswith(str(target)))
        answer = move(match, user, aim, now=now)
    return answer


def window(match: Match) -> Window | None:
    return Window.objects.filter(match=match).first()


def open_window(match: Match) -> Window:
    found = window(match)
    assert found is not None
    return found


def hand(match: Match, seat: int) -> list[str]:
    return [CARD_ID[card] for card in state_of(match).hands[seat]]
