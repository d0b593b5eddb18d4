"""Answers given in advance: to stop what is announced, and which agent an Assassin may have (1.4, A30).

Lines for reactions: `stop`, `pass` or `ask`, then conditions that must all hold, such as
`stop target ability:wrecker score:40`. Lines for the sacrifice: `lose L03`, `lose any`; the first agent in
hand goes. Whether the seat has the card that an answer needs is never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.ace_of_spies import moves as m
from engines.ace_of_spies.board import owner_on_table
from engines.ace_of_spies.components import ABILITY, AGENTS, CARD_NUMBER, DATA, KIND
from engines.ace_of_spies.frames import QUESTION, SACRIFICE
from engines.ace_of_spies.position import ORDERS, Position
from engines.protocol import BadOrder, Condition, Move, OrderForm, Question, Seat

MOST_POINTS: Final = 200
ABILITIES: Final = tuple(each.key for each in DATA.abilities)
INTERRUPTS: Final = tuple(each.key for each in DATA.interrupts if not each.reaction)
LEFT: Final = "That seat has left the match."

REACT: Final = OrderForm(
    key="react",
    label="Reactions",
    help="When something is announced: stop it, let it pass, or ask me. The first line that fits counts."
    " You may order a stop without holding Not So Fast!: then it does nothing.",
    answers=("stop", "pass", "ask"),
    conditions=(
        Condition("target", "I am the target"),
        Condition("by", "announced by", "seat"),
        Condition(
            "ability",
            "the effect is",
            "choice",
            tuple(f"ability:{key}" for key in ABILITIES) + tuple(f"interrupt:{key}" for key in INTERRUPTS),
        ),
        Condition("score", "its player has at least so many points", "number"),
        Condition("lead", "its player is at most so many points behind the lead", "number"),
        Condition("spent", "I have stopped fewer than so many times", "number"),
    ),
    most=12,
    default=("ask target", "pass"),
    bot=("stop target", "pass"),
    gone=(LEFT,),
)
SACRIFICE_FORM: Final = OrderForm(
    key="sacrifice",
    label="The Assassin",
    help="Which agent of your hand goes first when an Assassin comes; one at random if none is named.",
    answers=("lose",),
    conditions=(
        Condition("", "agent", "choice", (*(m.CARD_REF[card] for card in sorted(AGENTS)), "card:any")),
    ),
    most=24,
    default=("lose any",),
    bot=("lose any",),
)
FORMS: Final = (REACT, SACRIFICE_FORM)
_NUMBERS: Final = tuple(each.key for each in REACT.conditions if each.takes == "number")


def question(p: Position) -> Question | None:
    kind = p.frame[0]
    if kind == QUESTION:
        return Question(REACT.key, waits=p.mode != ORDERS)
    if kind == SACRIFICE:
        return Question(SACRIFICE_FORM.key, waits=False)
    return None


def check(p: Position, seat: Seat, form: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines in their one spelling. Raises BadOrder."""
    forms = {each.key: each for each in FORMS}
    if form not in forms:
        raise BadOrder(f"there is no order {form!r}; there are {', '.join(forms)}")
    if len(lines) > forms[form].most:
        raise BadOrder(f"an order has at most {forms[form].most} lines, not {len(lines)}")
    if form == SACRIFICE_FORM.key:
        return tuple(_check_sacrifice(line) for line in lines)
    return tuple(_check_reaction(p, seat, line) for line in lines)


def _check_sacrifice(line: str) -> str:
    word, _, name = line.partition(" ")
    if word != "lose" or not (name == "any" or CARD_NUMBER.get(name, -1) in AGENTS):
        raise BadOrder(f"{line!r}: write lose and an agent, such as lose L03, or lose any")
    return line


def _check_reaction(p: Position, seat: Seat, line: str) -> str:
    answer, *conditions = line.split(" ")
    if answer not in REACT.answers:
        raise BadOrder(f"{line!r}: a line begins with {', '.join(REACT.answers)}")
    keys = [condition.partition(":")[0] for condition in conditions]
    if len(set(keys)) != len(keys):
        raise BadOrder(f"{line!r}: name each condition once")
    for condition in conditions:
        _check_condition(p, seat, line, condition)
    return line


def _check_condition(p: Position, seat: Seat, line: str, condition: str) -> None:
    key, _, value = condition.partition(":")
    if condition == "target":
        return
    if key == "by":
        if value not in map(str, range(p.seats)) or int(value) == seat:
            raise BadOrder(f"{line!r}: by names another seat, 0 to {p.seats - 1}")
        if int(value) in p.left:
            raise BadOrder(f"{line!r}: that seat has left the match: name another, or no seat", LEFT)
    elif key == "ability":
        if value not in (*ABILITIES, *INTERRUPTS):
            raise BadOrder(f"{line!r}: ability is one of {', '.join((*ABILITIES, *INTERRUPTS))}")
    elif key in _NUMBERS:
        if not value.isascii() or not value.isdigit() or str(int(value)) != value or int(value) > MOST_POINTS:
            raise BadOrder(f"{line!r}: {key} takes a number from 0 to {MOST_POINTS}, such as {key}:40")
    else:
        known = ", ".join(each.key for each in REACT.conditions)
        raise BadOrder(f"{line!r}: {condition!r} is no condition; there are {known}")


def answer(p: Position, seat: Seat, lines: Sequence[str], asking: bool) -> Move | None:
    """By the first line that fits, else by the default; None: the seat wants to be asked."""
    if p.frame[0] == SACRIFICE:
        return _sacrifice(p, seat, lines)
    waits = asking and p.mode != ORDERS
    for line in (*lines, *REACT.default):
        word, *conditions = line.split(" ")
        if all(_holds(p, seat, condition) for condition in conditions):
            if word == "ask" and waits:
                return None
            return m.bare(m.STOP if word == "stop" else m.PASS)
    return m.bare(m.PASS)


def _sacrifice(p: Position, seat: Seat, lines: Sequence[str]) -> Move:
    for line in lines:
        name = line.partition(" ")[2]
        if name == "any":
            break
        if CARD_NUMBER[name] in p.hands[seat]:
            return m.on(m.LOSE, CARD_NUMBER[name])
    return m.LOSE_ANY


def _holds(p: Position, seat: Seat, condition: str) -> bool:
    """Of the announcement, from what is public and whose seat it is."""
    _, _, card, b = p.frame
    actor, target = b >> 9, b & 0x1FF
    key, _, value = condition.partition(":")
    if key == "target":
        return is_target(p, seat, target)
    if key == "ability":
        ability, kind = ABILITY[card], KIND[card]
        return value == (ability.key if ability else kind.key if kind else "")
    number = int(value)
    if key == "by":
        return number == actor
    if key == "score":
        return p.score[actor] >= number
    if key == "lead":
        return max(p.score) - p.score[actor] <= number
    return p.stops[seat] < number


def is_target(p: Position, seat: Seat, target: int) -> bool:
    """Whether the seat, or something of it on the table, is aimed at."""
    if target & m.SEAT:
        return target & 255 == seat
    return target != m.NO_TARGET and owner_on_table(p, target) == seat
