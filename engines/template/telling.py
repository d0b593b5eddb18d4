"""Postcards in words: what is asked, what a move does, how things stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.protocol import Move, Seat, Told
from engines.template import state as game
from engines.template.components import CARDS, REFS, number

if TYPE_CHECKING:
    from engines.template.state import PostcardsState


def prompt(state: PostcardsState, seat: Seat) -> Told:
    if state.phase == game.CHOOSING:
        return Told("ask.post")
    if state.phase == game.SENDING:
        return Told("ask.send", {"card": REFS[state.posted]})
    return Told("ask.keep")


def explain(state: PostcardsState, seat: Seat, move: Move) -> Sequence[Told]:
    draw = [Told("will.draw")] if state.deck else []
    if move == game.SURFACE:
        return [Told("move.surface"), Told("will.surface", {"points": number(state.posted)}), *draw]
    if move == game.AIRMAIL:
        return [Told("move.airmail"), Told("will.airmail", {"points": 2 * number(state.posted)}), *draw]
    if move < CARDS:
        return [Told("move.post", {"card": REFS[move]})]
    card = move - CARDS
    points = state.keepsake(seat, card)
    return [Told("move.keep", {"card": REFS[card]}), Told("will.keep", {"points": points})]


def describe(state: PostcardsState, observer: Seat | None) -> Sequence[Told]:
    said = []
    if state.phase == game.OVER:
        said.append(Told("over"))
    elif state.phase == game.KEEPING:
        said.append(Told("now.keeping"))
    else:
        said.append(Told("now.turn", {"seat": f"seat:{state.seat}", "turns": state.turns_left}))
    counts = {"deck": len(state.deck), "lost": len(state.lost), "strike": game.STRIKE}
    said.append(Told("now.deck", counts))
    said += [Told("now.lost", {"card": REFS[card]}) for card in state.lost]
    for seat, shown in enumerate(state.view(observer).seats):
        said.append(Told("now.seat", {
            "seat": f"seat:{seat}",
            "cards": shown.cards,
            "hidden": len(state.surface[seat]),
            "stamps": shown.stamps,
            "points": shown.points,
        }))  # fmt: skip
        said += [Told("now.air", {"seat": f"seat:{seat}", "card": REFS[card]}) for card in state.air[seat]]
    if observer is not None:
        said += _own(state, observer)
    return said


def _own(state: PostcardsState, seat: Seat) -> list[Told]:
    said = [Told("now.surface", {"card": REFS[card]}) for card in state.surface[seat]]
    said += [Told("now.hand", {"card": REFS[card]}) for card in state.hands[seat]]
    if state.posted >= 0 and state.seat == seat:
        said.append(Told("now.posted", {"card": REFS[state.posted]}))
    if state.kept[seat] >= 0:
        said.append(Told("now.keepsake", {"card": REFS[state.kept[seat]]}))
    return said
