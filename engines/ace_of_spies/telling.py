"""A position and its moves in words: prompts, explained moves, the whole table for text mode."""

from __future__ import annotations

from collections.abc import Callable

from engines.ace_of_spies import effects
from engines.ace_of_spies import moves as m
from engines.ace_of_spies.board import owner_on_table
from engines.ace_of_spies.cards import NO_CARD
from engines.ace_of_spies.components import (
    ABILITY,
    DATA,
    INTERRUPTS,
    KIND,
    MISSION_TEXT,
    POINTS,
    SYMBOL,
    SYMBOL_KEYS,
    VALUE,
)
from engines.ace_of_spies.decisions import COSTS, DECISIONS
from engines.ace_of_spies.frames import (
    ACTION,
    DISCARDING,
    FINDING,
    GIVING,
    KEEPING,
    LAST_CALL,
    LAYING,
    MISSION_DECK,
    NOBODY,
    OVER,
    PAYING,
    PHASES,
    QUESTION,
    RECOVERING,
    RUNNING,
    STEALING,
    TARGETING,
)
from engines.ace_of_spies.moves import CARD_REF, CITY_REF, MISSION_REF, SEAT_REF, SPECIAL_REF, target_ref
from engines.ace_of_spies.position import (
    HAND_LIMIT,
    RUNNING_ON,
    SPECTATORS,
    Position,
    by_city,
    mission_points,
)
from engines.ace_of_spies.tallies import ANY_CITY
from engines.ace_of_spies.viewing import announced, asked, known_cards, view
from engines.ace_of_spies.ways import SLOTS
from engines.protocol import Move, OptionValue, Seat, Told

Args = dict[str, OptionValue]


def prompt(p: Position, seat: Seat) -> Told:
    kind, _, a, b = p.frame
    if kind == OVER:
        return Told("ask.over")
    if seat not in asked(p):
        return Told("ask.wait")
    if kind == ACTION:
        idle = DECISIONS[ACTION].moves(p, seat) == [m.bare(m.IDLE)]
        return Told("ask.idle" if idle else "ask.action")
    if kind == KEEPING:
        return Told("ask.keeping" if a else "ask.keeping.any")
    if kind == PAYING:
        return Told("ask.paying", {"cost": COSTS[a], "paid": sum(POINTS[card] for card in p.paid)})
    if kind == TARGETING:
        return Told("ask.targeting.special") if a == NOBODY else Told("ask.targeting", {"card": CARD_REF[a]})
    if kind == QUESTION:
        return _announcement(p, "ask.question")
    if kind in (RECOVERING, RUNNING):
        return Told(f"ask.{PHASES[kind]}", {"count": a})
    if kind == FINDING:
        return (
            Told("ask.finding.mission") if a == MISSION_DECK else Told("ask.finding", {"city": CITY_REF[a]})
        )
    if kind == STEALING:
        return Told("ask.stealing", {"owner": SEAT_REF[a]})
    if kind == GIVING:
        return Told("ask.giving", {"owner": SEAT_REF[a], "card": CARD_REF[b]})
    if kind == LAYING:
        return _ask_for_slot(p)
    if kind == DISCARDING:
        return Told("ask.discarding", {"limit": HAND_LIMIT})
    return Told(f"ask.{PHASES[kind]}")


def _announcement(p: Position, key: str) -> Told:
    shown = announced(p)
    assert shown is not None
    args: Args = {"seat": SEAT_REF[shown.seat], "card": shown.card}
    if shown.target is None:
        return Told(key, args)
    return Told(f"{key}.target", {**args, "target": shown.target})


def _ask_for_slot(p: Position) -> Told:
    mission = p.frame[2]
    args: Args = {"mission": MISSION_REF[mission]}
    slots = SLOTS[mission]
    if len(p.laid) >= len(slots):
        return Told("ask.laying.extra", args)
    symbol, city = slots[len(p.laid)]
    args["symbol"] = f"symbol:{SYMBOL_KEYS[symbol]}"
    if city == ANY_CITY:
        return Told("ask.laying", args)
    return Told("ask.laying.city", {**args, "city": CITY_REF[city]})


def explain(p: Position, seat: Seat, move: Move) -> list[Told]:
    """The move as an imperative, then what follows from it as far as the seat can know."""
    return EXPLAINERS[move >> 24](p, move)


def _card_move(key: str) -> Callable[[Position, Move], list[Told]]:
    def told(p: Position, move: Move) -> list[Told]:
        return [Told(key, {"card": CARD_REF[move >> 16 & 255]})]

    return told


def _city_move(key: str) -> Callable[[Position, Move], list[Told]]:
    def told(p: Position, move: Move) -> list[Told]:
        return [Told(key, {"city": CITY_REF[move >> 16 & 255]})]

    return told


def _plain(key: str) -> Callable[[Position, Move], list[Told]]:
    def told(p: Position, move: Move) -> list[Told]:
        return [Told(key)]

    return told


def _aimed(key: str) -> Callable[[Position, Move], list[Told]]:
    def told(p: Position, move: Move) -> list[Told]:
        card = move >> 16 & 255
        args: Args = {"card": CARD_REF[card], "target": target_ref(move & 0xFFFF)}
        return [Told(key, args), *face(card)]

    return told


def _explain_keep(p: Position, move: Move) -> list[Told]:
    kept = m.kept(move)
    if not kept:
        return [Told("move.keep.none")]
    names = ("one", "two", "three")
    args: Args = {name: MISSION_REF[each] for name, each in zip(names, kept, strict=False)}
    told = [Told(f"move.keep.{len(kept)}", args)]
    for mission in kept:
        told += _slots(mission)
    return told


def _explain_take(p: Position, move: Move) -> list[Told]:
    card = move >> 16 & 255
    told = [Told("move.take", {"card": CARD_REF[card]})]
    if card in INTERRUPTS and p.frame[0] == ACTION:
        told.append(Told("move.take.interrupt"))
    return told + face(card)


def _explain_missions(p: Position, move: Move) -> list[Told]:
    return [Told("move.missions", {"count": DATA.numbers.offer})]


def _explain_agent(p: Position, move: Move) -> list[Told]:
    card = move >> 16 & 255
    ability, script = ABILITY[card], effects.ANNOUNCED[card]
    assert ability is not None
    assert script is not None
    told = [Told("move.agent", {"card": CARD_REF[card], "ability": f"ability:{ability.key}"})]
    told.append(face(card)[0])
    if script.possible(p, p.frame[1]) == []:
        told.append(Told("move.agent.fizzle"))
    return told


def _explain_target(p: Position, move: Move) -> list[Told]:
    target = move & 0xFFFF
    if p.frame[2] != NOBODY:
        return [Told("move.target", {"target": target_ref(target)})]
    owner = SEAT_REF[owner_on_table(p, target)]
    return [Told("move.strip", {"target": target_ref(target), "owner": owner})]


def _explain_special(p: Position, move: Move) -> list[Told]:
    index = move >> 16 & 255
    return [Told("move.special", {"cost": COSTS[index], "special": SPECIAL_REF[index]})]


def _explain_pay(p: Position, move: Move) -> list[Told]:
    card = move >> 16 & 255
    return [Told("move.pay", {"card": CARD_REF[card], "points": POINTS[card]})]


def _explain_done(p: Position, move: Move) -> list[Told]:
    return [
        Told({PAYING: "move.done.paying", LAYING: "move.done.laying"}.get(p.frame[0], "move.done.planning"))
    ]


def _explain_find(p: Position, move: Move) -> list[Told]:
    thing = move >> 16 & 255
    if move & m.FIND_MISSION:
        return [Told("move.find.mission", {"mission": MISSION_REF[thing]}), *_slots(thing)]
    return [Told("move.find", {"card": CARD_REF[thing]}), *face(thing)]


def _explain_complete(p: Position, move: Move) -> list[Told]:
    mission = move >> 16 & 255
    return [Told("move.complete", {"mission": MISSION_REF[mission]}), *_slots(mission)]


def _explain_end(p: Position, move: Move) -> list[Told]:
    over = len(p.hands[p.frame[1]]) - HAND_LIMIT
    more = [Told("move.end.over", {"count": over})] if over > 0 else []
    return [Told("move.end"), *more]


def _explain_lose(p: Position, move: Move) -> list[Told]:
    card = move >> 16 & 255
    return [Told("move.lose.any") if card == m.NONE else Told("move.lose", {"card": CARD_REF[card]})]


EXPLAINERS: dict[int, Callable[[Position, Move], list[Told]]] = {
    m.KEEP: _explain_keep,
    m.TAKE: _explain_take,
    m.DRAW: _city_move("move.draw"),
    m.MISSIONS: _explain_missions,
    m.AGENT: _explain_agent,
    m.TARGET: _explain_target,
    m.SPECIAL: _explain_special,
    m.PAY: _explain_pay,
    m.DONE: _explain_done,
    m.RECOVER: _card_move("move.recover"),
    m.SEARCH: _city_move("move.search"),
    m.FIND: _explain_find,
    m.STEAL: _card_move("move.steal"),
    m.GIVE: _card_move("move.give"),
    m.COMPLETE: _explain_complete,
    m.LAY: _card_move("move.lay"),
    m.SKIP: _plain("move.skip"),
    m.BACK: _plain("move.back"),
    m.END: _explain_end,
    m.DISCARD: _card_move("move.discard"),
    m.IDLE: _plain("move.idle"),
    m.PLAY: _aimed("move.play"),
    m.STOP: _plain("move.stop"),
    m.PASS: _plain("move.pass"),
    m.LOSE: _explain_lose,
    m.PLAN: _aimed("move.plan"),
}


def face(card: int) -> list[Told]:
    """The texts printed on a card."""
    args: Args = {"card": CARD_REF[card]}
    ability, text, kind = ABILITY[card], MISSION_TEXT[card], KIND[card]
    told = []
    if ability:
        told.append(Told(f"face.ability.{ability.key}", {**args, "ability": f"ability:{ability.key}"}))
    if text:
        told.append(Told(f"face.mission.{text.key}", args))
    if kind:
        told.append(Told(f"face.interrupt.{kind.key}", args))
    return told


def _slots(mission: int) -> list[Told]:
    told = []
    for slot in DATA.missions[mission].slots:
        args: Args = {"mission": MISSION_REF[mission], "symbol": f"symbol:{slot.symbol}"}
        if slot.city is None:
            told.append(Told("state.slot.any", args))
        else:
            told.append(Told("state.slot", {**args, "city": f"city:{slot.city}"}))
    return told


def describe(p: Position, observer: Seat | None) -> list[Told]:
    """Everything the observer may know, enough to play without a picture."""
    told = _now(p, observer)
    for card in p.display:
        if card != NO_CARD:
            told += [Told("state.display", {"card": CARD_REF[card]}), *face(card)]
    for city, deck in enumerate(p.decks):
        told.append(Told("state.deck", {"city": CITY_REF[city], "count": len(deck)}))
    told.append(Told("state.missions", {"count": len(p.mission_deck) + len(p.bottom)}))
    for seat in range(p.seats):
        told += _describe_seat(p, seat, observer)
    if observer is not None:
        told += _own(p, observer)
    told += [Told("state.discard", {"card": CARD_REF[card]}) for card in p.discards]
    told += [Told("state.removed", {"card": CARD_REF[card]}) for card in p.removed]
    return told


def _now(p: Position, observer: Seat | None) -> list[Told]:
    kind, seat, a, _ = p.frame
    if kind == OVER:
        return [Told("state.over")]
    told = [Told("state.turn", {"seat": SEAT_REF[p.turn]})]
    if p.final != RUNNING_ON:
        told.append(Told("state.final", {"turns": p.final, "seat": SEAT_REF[p.trigger]}))
    if seat < 0:
        told.append(Told("state.secret"))
    else:
        told += [Told("state.asked", {"seat": SEAT_REF[each]}) for each in asked(p)]
    if announced(p) is not None:
        told.append(_announcement(p, "state.announced"))
    told += [Told("state.paid", {"card": CARD_REF[card]}) for card in p.paid]
    if kind == LAYING:
        told.append(Told("state.laying", {"seat": SEAT_REF[seat], "mission": MISSION_REF[a]}))
        told += [Told("state.laid", {"card": CARD_REF[card]}) for card in p.laid if card != NO_CARD]
    return told


def _describe_seat(p: Position, seat: Seat, observer: Seat | None) -> list[Told]:
    who: Args = {"seat": SEAT_REF[seat]}
    args: Args = {
        **who,
        "cards": len(p.hands[seat]),
        "missions": len(p.held[seat]),
        "done": len(p.done[seat]),
        "points": p.score[seat],
    }
    told = [Told("state.seat", args)]
    if seat in p.left:
        told.append(Told("state.left", who))
    if seat != observer:
        for city, count in enumerate(by_city(p.hands[seat])):
            if count:
                told.append(Told("state.backs", {**who, "city": CITY_REF[city], "count": count}))
        for card in known_cards(p, seat, observer):
            public = bool(p.known[card] & 1 << SPECTATORS)
            told.append(Told("state.known.all" if public else "state.known", {**who, "card": CARD_REF[card]}))
    for card in p.rows[seat]:
        told.append(Told("state.row", {**who, "card": CARD_REF[card]}))
    for done in p.done[seat]:
        mission = MISSION_REF[done[0]]
        told.append(Told("state.done", {**who, "mission": mission, "points": mission_points(done)}))
        told += [Told("state.done.card", {"mission": mission, "card": CARD_REF[card]}) for card in done[1:]]
    return told


def _own(p: Position, seat: Seat) -> list[Told]:
    told = []
    for card in p.hands[seat]:
        symbol = f"symbol:{SYMBOL_KEYS[SYMBOL[card]]}"
        told.append(Told("state.hand", {"card": CARD_REF[card], "symbol": symbol, "points": POINTS[card]}))
        told += face(card)
    for key, missions in (("state.mission", p.held[seat]), ("state.offer", p.offers[seat])):
        for mission in missions:
            told.append(Told(key, {"mission": MISSION_REF[mission], "points": VALUE[mission]}))
            told += _slots(mission)
    shown = view(p, seat)
    told += [Told("state.chosen", {"mission": ref}) for ref in shown.chosen or ()]
    told += [Told("state.refused", {"mission": MISSION_REF[mission]}) for mission in p.refused[seat]]
    told += [Told("state.under", {"mission": ref}) for ref in shown.under]
    for ref in shown.looking:
        mission_deck = ref.startswith("mission:")
        told.append(
            Told("state.looking.mission", {"mission": ref})
            if mission_deck
            else Told("state.looking", {"card": ref})
        )
    if p.frame[0] == LAST_CALL:
        told += [Told("state.plan", {"card": card, "target": target}) for card, target in shown.plans]
    if shown.answer:
        told.append(Told(f"state.answer.{shown.answer}"))
    if seat in asked(p):
        told.append(prompt(p, seat))
    return told
