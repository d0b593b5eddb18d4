"""A position and its moves in words: prompts, explained moves, the whole quarter for text mode."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from typing import Final

from engines.protocol import Move, OptionValue, Seat, Told
from engines.spy_ring import paths
from engines.spy_ring.board import (
    BIT,
    CARD_REF,
    COLOUR_REF,
    CROSS_REF,
    CROSS_SEES,
    EMBASSY_REF,
    GONE,
    INSIDE,
    IS_MANHOLE,
    MAN_REF,
    NEXT_TO,
    NODE_REF,
    OFF,
    PROHIBITED,
    SEES,
    SPACE_NAME,
    SPY_REF,
    TOKEN_REF,
    WORD_REF,
    nodes,
)
from engines.spy_ring.claims import claimable, owner, reasons
from engines.spy_ring.components import CODES, EMBASSIES
from engines.spy_ring.moves import (
    CALL,
    CLAIM,
    DECLARE,
    GO,
    LOOK,
    PASS,
    POST,
    PUT,
    SEND,
    SILENCE,
    WAIVE,
    verb_of,
    what_of,
    words_of,
)
from engines.spy_ring.position import (
    CLAIMING,
    COLOURS,
    MOVING,
    NO_CARD,
    NO_TOKEN,
    NOBODY,
    OVER,
    POSTING,
    PUTTING,
    SENDING,
    SPOTTING,
    TOKENS,
    Position,
)
from engines.spy_ring.prospects import STRIP_ENDS
from engines.spy_ring.scoring import score
from engines.spy_ring.viewing import knows
from engines.spy_ring.words import bits, missing

Args = dict[str, OptionValue]

NEARLY: Final = 2
"""A word is described as within reach if so many characters are missing."""


def prompt(p: Position, seat: Seat) -> Told:
    if p.phase == OVER:
        return Told("ask.over")
    if p.seat_of(p.spy) != seat:
        return Told("ask.wait")
    if p.phase == PUTTING:
        return Told("ask.put", {"token": TOKEN_REF[p.safes[p.held]]})
    if p.phase == SENDING:
        return Told("ask.send", {"man": MAN_REF[p.calling]})
    key = ("post", "hide" if p.signal else "move", "", "claim", "radio", "", "spot", "declare")[p.phase]
    args: Args = {"spy": SPY_REF[p.spy]}
    if key in ("hide", "move"):
        args["throw"] = p.throw
    return Told(f"ask.{key}", args)


# Moves


def explain(p: Position, move: Move) -> list[Told]:
    """The move as an imperative, then what follows from it as far as the mover can know."""
    return EXPLAINERS[verb_of(move)](p, move)


def _explain_post(p: Position, move: Move) -> list[Told]:
    return [Told("move.post", {"man": MAN_REF[p.spy], "cross": CROSS_REF[what_of(move)]})]


def _explain_go(p: Position, move: Move) -> list[Told]:
    node = what_of(move)
    spy = p.spy
    found = paths.find(p.at[spy], p.throw, not p.signal, p.others(spy), p.barred(spy))
    key = "move.go" if node < INSIDE else "move.enter"
    told = [Told(key, {"spy": SPY_REF[spy], "to": NODE_REF[node], "steps": len(found[node])})]
    if node >= INSIDE:
        told += _explain_inside(p, node - INSIDE)
    else:
        if BIT[node] & PROHIBITED:
            told.append(Told("will.prohibited"))
        if p.signal:
            told += _explain_seen(p, node)
    return told + _explain_claims(p, node)


def _explain_inside(p: Position, embassy: int) -> list[Told]:
    if p.finishes(embassy):
        return [Told("will.end")]
    if p.signal:
        return [Told("will.hide")]
    token = p.safes[embassy]
    if token == NO_TOKEN:
        return []
    if knows(p, token, p.seat_of(p.spy)):
        return [Told("will.look.known", {"colour": COLOUR_REF[p.colours[token]]})]
    return [Told("will.look")]


def _explain_seen(p: Position, node: int) -> list[Told]:
    """Rivals who need not even move to see it."""
    told = []
    for rival in p.rivals(p.spy):
        if SEES[p.at[rival]] & BIT[node]:
            told.append(Told("will.seen", {"rival": SPY_REF[rival]}))
        if CROSS_SEES[p.men[rival]] & BIT[node]:
            told.append(Told("will.seen_man", {"cross": CROSS_REF[p.men[rival]]}))
    return told


def _explain_claims(p: Position, node: int) -> list[Told]:
    start = p.at[p.spy]
    p.at[p.spy] = node
    told = [
        Told(f"will.{reasons(p, rival, False)[0]}", {"rival": SPY_REF[rival]})
        for rival in bits(claimable(p, False))
    ]
    p.at[p.spy] = start
    return told


def _explain_put(p: Position, move: Move) -> list[Told]:
    args: Args = {"token": TOKEN_REF[p.safes[p.held]], "embassy": EMBASSY_REF[what_of(move)]}
    return [Told("move.put", args)]


def _explain_claim(p: Position, move: Move) -> list[Told]:
    card = what_of(move)
    rival = owner(p, card)
    told = [Told("move.claim", {"card": CARD_REF[card], "rival": SPY_REF[rival]})]
    hand = p.hands[p.spy]
    for word in range(EMBASSIES):
        if missing(hand, word) and not missing(hand | 1 << card, word):
            told.append(Told("will.spell", {"spy": SPY_REF[p.spy], "word": WORD_REF[word]}))
    standing = p.declared[rival]
    if standing is not None and standing[2] >> card & 1:
        told.append(Told("will.undo", {"rival": SPY_REF[rival]}))
    return told


def _explain_look(p: Position, move: Move) -> list[Told]:
    embassy = p.guarded(p.spy)
    token = p.safes[embassy]
    told = [Told("move.look", {"embassy": EMBASSY_REF[embassy]})]
    if knows(p, token, p.seat_of(p.spy)):
        told.append(Told("will.look.known", {"colour": COLOUR_REF[p.colours[token]]}))
    return told


def _explain_send(p: Position, move: Move) -> list[Told]:
    cross = what_of(move)
    told = [Told("move.send", {"man": MAN_REF[p.calling], "cross": CROSS_REF[cross]})]
    if p.calling == p.spy:
        stood = p.men[p.spy]
        p.men[p.spy] = cross
        told += [
            Told(f"will.{reasons(p, rival, True)[0]}", {"rival": SPY_REF[rival]})
            for rival in bits(claimable(p, True))
        ]
        p.men[p.spy] = stood
    return told


def _explain_declare(p: Position, move: Move) -> list[Told]:
    one, two = words_of(move)
    return [
        Told("move.declare", {"one": WORD_REF[one], "two": WORD_REF[two]}),
        Told("will.finish", {"one": EMBASSY_REF[one], "two": EMBASSY_REF[two]}),
    ]


EXPLAINERS: Final[dict[int, Callable[[Position, Move], list[Told]]]] = {
    POST: _explain_post,
    GO: _explain_go,
    PUT: _explain_put,
    CLAIM: _explain_claim,
    WAIVE: lambda p, move: [Told("move.waive")],
    LOOK: _explain_look,
    CALL: lambda p, move: [Told("move.call", {"man": MAN_REF[what_of(move)]})],
    SEND: _explain_send,
    SILENCE: lambda p, move: [Told("move.silence")],
    DECLARE: _explain_declare,
    PASS: lambda p, move: [Told("move.pass")],
}


# The whole position


def describe(p: Position, observer: Seat | None) -> list[Told]:
    told = _describe_turn(p)
    for spy in range(p.spies):
        told += _describe_spy(p, spy)
    told += _describe_reach(p)
    told += _describe_views(p)
    told += _describe_dangers(p, observer)
    for embassy in range(EMBASSIES):
        told += _describe_safe(p, embassy, observer)
    told += _describe_taken(p)
    if p.top == NO_CARD:
        told.append(Told("state.pile.empty"))
    else:
        told.append(Told("state.pile", {"count": p.pile.bit_count() + 1, "card": CARD_REF[p.top]}))
    return told


def _describe_turn(p: Position) -> list[Told]:
    told = [Told("state.round", {"round": min(p.round + 1, p.limit), "rounds": p.limit})]
    who: Args = {"seat": f"seat:{p.seat_of(p.spy)}", "spy": SPY_REF[p.spy]}
    if p.phase == OVER:
        return [*told, Told("state.over")]
    if p.phase == POSTING:
        return [*told, Told("state.posting", who)]
    told.append(Told("state.hiding" if p.signal else "state.turn", {**who, "throw": p.throw}))
    if p.trapped:
        told.append(Told("state.trapped", {"spy": SPY_REF[p.spy]}))
    if p.phase in (CLAIMING, SPOTTING):
        told += [
            Told("state.claim", {"seat": who["seat"], "rival": SPY_REF[rival]})
            for rival in bits(claimable(p, p.phase == SPOTTING))
        ]
    return told


def _describe_spy(p: Position, spy: int) -> list[Told]:
    who: Args = {"seat": f"seat:{p.seat_of(spy)}", "spy": SPY_REF[spy]}
    scored = score(p, spy)
    told = [Told("state.seat", {**who, "own": p.owns[spy], "cards": scored.cards, "points": scored.total()})]
    node = p.at[spy]
    if node == GONE:
        told.append(Told("state.left", who))
    else:
        key = "state.at" if node < INSIDE else "state.inside"
        told.append(Told(key, {**who, "at": NODE_REF[node]}))
    if p.aerials >> spy & 1:
        told.append(Told("state.aerial", {"spy": SPY_REF[spy]}))
    if BIT[node] & PROHIBITED:
        told.append(Told("state.prohibited", {"spy": SPY_REF[spy]}))
    if p.men[spy] != OFF:
        told.append(
            Told("state.man", {"seat": who["seat"], "man": MAN_REF[spy], "cross": CROSS_REF[p.men[spy]]})
        )
    told += [Told("state.card", {**who, "card": CARD_REF[card]}) for card in bits(p.hands[spy])]
    for word in range(EMBASSIES):
        rest = missing(p.hands[spy], word)
        args: Args = {"spy": SPY_REF[spy], "word": WORD_REF[word]}
        if not rest:
            told.append(Told("state.spells", args))
        elif len(rest) <= NEARLY:
            told.append(Told("state.misses", {**args, "missing": " ".join(rest)}))
    words = p.declared[spy]
    if words is not None:
        told.append(Told("state.declared", {**who, "one": WORD_REF[words[0]], "two": WORD_REF[words[1]]}))
        told += [Told("state.named", {"card": CARD_REF[card]}) for card in bits(words[2])]
    return told


def _names(found: Iterable[int]) -> str:
    """Spaces by their coordinates, embassies by their codes: the same in every language."""
    return ", ".join((SPACE_NAME + CODES)[node] for node in found)


def _describe_reach(p: Position) -> list[Told]:
    if p.phase != MOVING:
        return []
    spy = p.spy
    found = paths.find(p.at[spy], p.throw, not p.signal, p.others(spy), p.barred(spy))
    below = [node for node in nodes(p.open) if _dives(p.at[spy], found[node])]
    above = [node for node in nodes(p.open) if node not in below]
    told = []
    if above:
        told.append(Told("state.reach", {"spy": SPY_REF[spy], "places": _names(above)}))
    if below:
        told.append(Told("state.reach.tunnel", {"spy": SPY_REF[spy], "places": _names(below)}))
    return told


def _dives(start: int, path: paths.Path) -> bool:
    """No two manholes are neighbours: one right after the other means a tunnel."""
    return any(BIT[one] & IS_MANHOLE and BIT[two] & IS_MANHOLE for one, two in pairwise((start, *path)))


def _describe_dangers(p: Position, observer: Seat | None) -> list[Told]:
    """Which throws let rivals claim from the observer's spies, as all others stand now."""
    if p.phase == OVER:
        return []
    told = []
    for spy in range(p.spies):
        if p.seat_of(spy) != observer or not p.hands[spy]:
            continue
        for rival in p.rivals(spy):
            throws = [str(throw) for throw in range(2, paths.FACES + 1) if _catches(p, rival, throw, spy)]
            if throws:
                args: Args = {"throws": ", ".join(throws), "rival": SPY_REF[rival], "spy": SPY_REF[spy]}
                told.append(Told("state.caught", args))
    return told


def _catches(p: Position, rival: int, throw: int, spy: int) -> bool:
    if p.at[rival] == GONE:
        return False
    node = p.at[spy]
    places = NEXT_TO[node] | (SEES[node] if p.aerials >> spy & 1 else 0)
    places = places & ~PROHIBITED | STRIP_ENDS.get(node, 0)
    open_ends = paths.REACH[p.at[rival], throw, False].past(p.at) & ~p.barred(rival)
    return bool(open_ends & places)


def _describe_views(p: Position) -> list[Told]:
    """Who has whom in view now, and where he would have anybody in view: pieces never stand in the way."""
    told = [
        Told("state.in_view", {"spy": SPY_REF[spy], "places": _names(nodes(SEES[p.at[spy]]))})
        for spy in range(p.spies)
        if SEES[p.at[spy]]
    ]
    told += [
        Told("state.in_view.man", {"man": MAN_REF[man], "places": _names(nodes(CROSS_SEES[p.men[man]]))})
        for man in range(p.spies)
        if CROSS_SEES[p.men[man]]
    ]
    told += [
        Told("state.sees", {"spy": SPY_REF[one], "other": SPY_REF[other]})
        for one, other in combinations(range(p.spies), 2)
        if SEES[p.at[one]] & BIT[p.at[other]]
    ]
    for man in range(p.spies):
        told += [
            Told("state.man_sees", {"man": MAN_REF[man], "spy": SPY_REF[spy]})
            for spy in range(p.spies)
            if spy != man and CROSS_SEES[p.men[man]] & BIT[p.at[spy]]
        ]
    return told


def _describe_safe(p: Position, embassy: int, observer: Seat | None) -> list[Told]:
    token = p.safes[embassy]
    where: Args = {"embassy": EMBASSY_REF[embassy]}
    if token == NO_TOKEN:
        return [Told("state.safe.empty", where)]
    if knows(p, token, observer):
        key = "state.safe.shown" if p.over() else "state.safe.known"
        return [Told(key, {**where, "colour": COLOUR_REF[p.colours[token]]})]
    told = [Told("state.safe", where)]
    for colour in range(COLOURS):
        if p.barren[token] >> colour & 1:
            told.append(Told("state.safe.not", {**where, "colour": COLOUR_REF[colour]}))
    return told


def _describe_taken(p: Position) -> list[Told]:
    told = [
        Told(
            "state.taken",
            {
                "seat": f"seat:{p.seat_of(p.takers[token])}",
                "spy": SPY_REF[p.takers[token]],
                "colour": COLOUR_REF[p.colours[token]],
            },
        )
        for token in range(TOKENS)
        if p.takers[token] != NOBODY
    ]
    return told + [Told("state.free", {"colour": COLOUR_REF[colour]}) for colour in bits(p.free)]
