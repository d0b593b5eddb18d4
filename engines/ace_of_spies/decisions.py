"""The kinds of decision: what may be answered to each frame and what an answer does.

One object for each kind, found by the kind of the frame on top (`DECISIONS`). To add a kind, add a
number in `frames` and an object here. Where the table shows that only one answer is possible, `forced`
gives it and nobody is asked; where only the hand shows it, the seat is asked all the same, for not
waiting would tell the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.ace_of_spies import dealing, effects, flow, interrupts, laying
from engines.ace_of_spies import moves as m
from engines.ace_of_spies.cards import ALONE, NO_CARD, agents, face_up, second_cards, without, worth
from engines.ace_of_spies.components import (
    AGENT,
    CITIES,
    CITY,
    DATA,
    INTERRUPTS,
    MISSIONS,
    POINTS,
    SYMBOL,
    VALUE,
    WORDS,
)
from engines.ace_of_spies.frames import (
    COMPLETIONS,
    DRAWING,
    FINDING,
    GIVING,
    LAYING,
    MISSION_DECK,
    NOBODY,
    PAYING,
    PICKING,
    RECOVERING,
    RUNNING,
    TARGETING,
)
from engines.ace_of_spies.moves import CARD_REF, CITY_REF, MISSION_REF, SEAT_REF, SPECIAL_REF, write
from engines.ace_of_spies.position import (
    ASKED,
    BY_DECK,
    CHOSE,
    EVERYBODY,
    HAND_LIMIT,
    Position,
)
from engines.ace_of_spies.ways import SLOTS
from engines.chance import Source
from engines.protocol import IllegalMove, Move, Seat, Told, all_but, only

COSTS: Final = tuple(special.cost for special in DATA.specials)
ALL_CITIES: Final = tuple(range(CITIES))
BEGIN: Final = "begin your turn with one action: draw cards or missions, an agent, or a special"


def refuse(move: Move, why: str) -> IllegalMove:
    try:
        text = write(move)
    except (IndexError, ValueError):
        text = f"move {move}"
    return IllegalMove(f"{text}: {why}")


class Decision:
    """One kind of frame. The seat asked is always an actor when these are called."""

    sealed = False

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        raise NotImplementedError

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        raise NotImplementedError

    def default(self, p: Position, seat: Seat) -> Move:
        """The move of an absent seat."""
        return self.moves(p, seat)[0]

    def forced(self, p: Position) -> Move:
        """The only possible answer as far as the table shows, -1 if there is a choice."""
        return -1

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        """Whether the seat knows more after the move."""
        return False

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        moves = self.moves(p, seat)
        return moves[int(source.random() * len(moves))]


class OneOf(Decision):
    """One thing of several, named by one verb."""

    verb = 0

    def things(self, p: Position, seat: Seat) -> Sequence[int]:
        """Cards, cities or missions."""
        raise NotImplementedError

    def base(self, p: Position) -> Move:
        """The move without the thing."""
        return self.verb << 24

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        base = self.base(p)
        return [base | thing << 16 for thing in self.things(p, seat)]

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        things = self.things(p, seat)
        return self.base(p) | things[int(source.random() * len(things))] << 16


class OneOfOpen(OneOf):
    """The same where the table shows how many things there are: the only one needs nobody to choose it."""

    def forced(self, p: Position) -> Move:
        things = self.things(p, p.frame[1])
        return self.base(p) | things[0] << 16 if len(things) == 1 else -1


class Sealed(Decision):
    """Asked of several in secret; `Position.answers` says of whom."""

    sealed = True

    def actors(self, p: Position) -> list[Seat]:
        return [seat for seat in range(p.seats) if p.answers[seat] == ASKED]

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        return True


def answer(p: Position, seat: Seat, value: int) -> bool:
    """Notes it; True once nobody is awaited any more."""
    p.answers = p.answers[:seat] + bytes((value,)) + p.answers[seat + 1 :]
    return ASKED not in p.answers


SUBSETS: Final = tuple(
    tuple(
        tuple(index for index in range(3) if mask >> index & 1)
        for mask in (0, 1, 2, 4, 3, 5, 6, 7)
        if mask < 1 << offered
    )
    for offered in range(4)
)
"""By number of missions offered: which of them may be kept, few first."""


def choose_missions(offer: bytes, at_least: int) -> list[tuple[int, ...]]:
    """Ways to keep some of the offered missions, by their places in the offer."""
    return [chosen for chosen in SUBSETS[len(offer)] if len(chosen) >= at_least]


def keep(offer: bytes, chosen: tuple[int, ...]) -> Move:
    return m.keep([offer[index] for index in chosen])


def least_penalty(offer: bytes, at_least: int) -> Move:
    best = sorted(offer, key=lambda mission: (VALUE[mission], mission))
    return m.keep(sorted(best[:at_least]))


def check_kept(offer: bytes, at_least: int, move: Move) -> bytes:
    if move >> 24 != m.KEEP:
        raise refuse(move, "it is time to keep or refuse missions")
    chosen = m.kept(move)
    if len(chosen) < at_least or move != m.keep([each for each in offer if each in chosen]):
        raise refuse(move, f"keep at least {at_least} of the missions you were offered, and no others")
    return chosen


class Offer(Decision):
    """Which of the offered missions to keep."""

    def at_least(self, p: Position) -> int:
        raise NotImplementedError

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        offer = p.offers[seat]
        return [keep(offer, chosen) for chosen in choose_missions(offer, self.at_least(p))]

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        offer = p.offers[seat]
        ways = choose_missions(offer, self.at_least(p))
        return keep(offer, ways[int(source.random() * len(ways))])

    def default(self, p: Position, seat: Seat) -> Move:
        return least_penalty(p.offers[seat], self.at_least(p))


class Setup(Offer, Sealed):
    """The first missions: at least one, in secret, all at the same time."""

    def at_least(self, p: Position) -> int:
        return DATA.numbers.keep

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        offer = p.offers[seat]
        chosen = check_kept(offer, DATA.numbers.keep, move)
        mask = sum(1 << index for index, mission in enumerate(offer) if mission in chosen)
        if told is not None:
            told += [Told("kept.you", {"mission": MISSION_REF[each]}, only(seat)) for each in chosen]
        if answer(p, seat, CHOSE | mask):
            for other in range(p.seats):
                offered = p.offers[other]
                mask = p.answers[other]
                kept = bytes(each for index, each in enumerate(offered) if mask >> index & 1)
                _take_missions(p, other, kept, told)
            p.answers = bytes(p.seats)
            flow.begin_turn(p, 0, told)


def _take_missions(p: Position, seat: Seat, kept: bytes, told: list[Told] | None) -> None:
    """The others are out of the game, face down (A10)."""
    offer = p.offers[seat]
    p.offers[seat] = b""
    p.held[seat] = bytes(sorted(p.held[seat] + kept))
    p.refused[seat] = bytes(sorted((*p.refused[seat], *(each for each in offer if each not in kept))))
    if told is not None:
        refused = len(offer) - len(kept)
        told.append(Told("kept", {"seat": SEAT_REF[seat], "kept": len(kept), "refused": refused}))


class Action(Decision):
    """One of the four actions (A2)."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        hand = p.hands[seat]
        found = [m.TAKES[card] for card in face_up(p.display)]
        found += draws(p)
        if p.mission_deck or p.bottom:
            found.append(m.DRAW_MISSIONS)
        found += [m.AGENT << 24 | card << 16 for card in agents(hand)]
        found += [m.SPECIAL << 24 | index << 16 for index in effects.affordable(p, seat, worth(hand))]
        return found or [m.DO_NOTHING]

    def default(self, p: Position, seat: Seat) -> Move:
        """From the largest deck; without a deck, whatever there is."""
        if any(p.decks):
            return m.on(m.DRAW, largest(p))
        return self.moves(p, seat)[0]

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        verb = move >> 24
        thing = move >> 16 & 255
        if verb == m.TAKE:
            return bool(p.decks[CITY[thing]])
        if verb == m.AGENT:
            script = effects.ANNOUNCED[thing]
            possible = script.possible(p, seat) if script else None
            return possible is None or len(possible) == 1
        return verb in (m.DRAW, m.MISSIONS, m.IDLE)

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        verb = move >> 24
        thing = move >> 16 & 255
        if move & 0xFFFF:
            raise refuse(move, BEGIN)
        if verb == m.TAKE or verb == m.DRAW:
            draw_or_take(p, seat, move, told)
            if verb == m.TAKE and thing in INTERRUPTS:
                flow.after_action(p, seat, told)
            else:
                flow.enter(p, (DRAWING, seat, DATA.numbers.draw - 1, 0), told)
        elif verb == m.MISSIONS:
            _draw_missions(p, seat, move, told)
        elif verb == m.AGENT:
            _play_agent(p, seat, thing, move, told)
        elif verb == m.SPECIAL:
            _begin_special(p, seat, thing, move, told)
        elif verb == m.IDLE and move in self.moves(p, seat):
            if told is not None:
                told.append(Told("idle", {"seat": SEAT_REF[seat]}))
            flow.after_action(p, seat, told)
        else:
            raise refuse(move, BEGIN)


def draws(p: Position) -> Sequence[Move]:
    london, paris, berlin = p.decks
    if london and paris and berlin:
        return m.DRAWS
    return [m.DRAWS[city] for city in open_decks(p)]


def open_decks(p: Position) -> tuple[int, ...]:
    """Cities whose decks are not empty."""
    return tuple(city for city in ALL_CITIES if p.decks[city])


def largest(p: Position) -> int:
    """The deck with most cards, the first of equals."""
    return max(range(len(p.decks)), key=lambda city: len(p.decks[city]))


def draw_or_take(p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
    thing = move >> 16 & 255
    if move >> 24 == m.TAKE:
        if thing == NO_CARD or thing not in p.display:
            raise refuse(move, "that card does not lie face up on the table")
        dealing.take_face_up(p, seat, thing, told)
        return
    if thing >= len(p.decks) or not p.decks[thing]:
        raise refuse(move, "that deck is empty")
    dealing.draw_city(p, seat, thing, told)


def _draw_missions(p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
    if move != m.DRAW_MISSIONS or not dealing.missions_left(p):
        raise refuse(move, "the mission deck is empty")
    p.under = (COMPLETIONS[seat],)
    step = effects.DRAW_ACTION.steps[0]
    effects.begin(p, (step, seat, m.NO_TARGET), told)
    dealing.check_mission_deck(p, told)


def _play_agent(p: Position, seat: Seat, card: int, move: Move, told: list[Told] | None) -> None:
    if card not in p.hands[seat] or SYMBOL[card] != AGENT:
        raise refuse(move, "that is not an agent of your hand: play one that is")
    p.take_from(seat, card)
    interrupts.put_down(p, seat, card, told)
    p.under = (COMPLETIONS[seat],)
    script = effects.ANNOUNCED[card]
    assert script is not None
    possible = script.possible(p, seat)
    if possible is None:
        flow.announce(p, seat, card, m.NO_TARGET, told)
    elif possible:
        p.frame = (TARGETING, seat, card, 0)
    else:
        if told is not None:
            told.append(Told("fizzled", {"card": CARD_REF[card]}))
        flow.go_back(p, told)


def _begin_special(p: Position, seat: Seat, index: int, move: Move, told: list[Told] | None) -> None:
    if index >= len(COSTS):
        raise refuse(move, "there is no such special action")
    if worth(p.hands[seat]) < COSTS[index]:
        raise refuse(move, f"it costs {COSTS[index]} points, more than your hand is worth")
    if not effects.SPECIALS[index].can_happen(p, seat):
        raise refuse(move, "there is nothing on the table that it could act on")
    p.frame = (PAYING, seat, index, 0)
    if told is not None:
        who, what = SEAT_REF[seat], SPECIAL_REF[index]
        told.append(Told("special", {"seat": who, "special": what, "cost": COSTS[index]}))


class Drawing(Decision):
    """The second card: no face-up interrupt (A5)."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        return [*(m.TAKES[card] for card in second_cards(p.display)), *draws(p)]

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        cards = second_cards(p.display)
        blind = draws(p)
        at = int(source.random() * (len(cards) + len(blind)))
        return m.TAKES[cards[at]] if at < len(cards) else blind[at - len(cards)]

    def default(self, p: Position, seat: Seat) -> Move:
        return m.on(m.DRAW, largest(p)) if any(p.decks) else self.moves(p, seat)[0]

    def forced(self, p: Position) -> Move:
        """A card drawn, or shown in place of the one taken, is news: it waits to be asked for."""
        if any(p.decks):
            return -1
        cards = second_cards(p.display)
        return m.TAKES[cards[0]] if len(cards) == 1 else -1

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        return move >> 24 == m.DRAW or bool(p.decks[CITY[move >> 16 & 255]])

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        verb = move >> 24
        if move & 0xFFFF or verb not in (m.TAKE, m.DRAW):
            raise refuse(move, "draw a second city card")
        if verb == m.TAKE and move >> 16 & 255 in INTERRUPTS:
            raise refuse(move, "a face-up interrupt may only be taken alone, in place of two cards")
        draw_or_take(p, seat, move, told)
        left = p.frame[2] - 1
        if left:
            flow.enter(p, (DRAWING, seat, left, 0), told)
        else:
            flow.after_action(p, seat, told)


class Keeping(Offer):
    """Drawn missions (A9)."""

    def at_least(self, p: Position) -> int:
        return p.frame[2]

    def forced(self, p: Position) -> Move:
        seat = p.frame[1]
        return least_penalty(p.offers[seat], 1) if len(p.offers[seat]) == 1 and p.frame[2] else -1

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        kept = check_kept(p.offers[seat], p.frame[2], move)
        if told is not None:
            told += [Told("kept.you", {"mission": MISSION_REF[each]}, only(seat)) for each in kept]
        if p.frame[3]:
            self._put_under(p, seat, kept, told)
        else:
            _take_missions(p, seat, kept, told)
        flow.go_back(p, told)

    def _put_under(self, p: Position, seat: Seat, kept: bytes, told: list[Told] | None) -> None:
        rest = bytes(each for each in p.offers[seat] if each not in kept)
        p.offers[seat] = b""
        p.held[seat] = bytes(sorted(p.held[seat] + kept))
        p.bottom += rest
        p.bottom_by += bytes((seat,)) * len(rest)
        if told is not None:
            told.append(Told("under", {"seat": SEAT_REF[seat], "kept": len(kept), "under": len(rest)}))
        dealing.check_mission_deck(p, told)


class Paying(Decision):
    """Card by card until the cost is met; more may be paid, nothing is given back (A14)."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        found = [m.on(m.PAY, card) for card in p.hands[seat]]
        if self._is_enough(p):
            found.append(m.FINISH)
        return found

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        hand = p.hands[seat]
        at = int(source.random() * (len(hand) + self._is_enough(p)))
        return m.PAY << 24 | hand[at] << 16 if at < len(hand) else m.DONE << 24

    def _is_enough(self, p: Position) -> bool:
        """A hand that a rival merely guesses may not reach: then all of it does."""
        return worth(p.paid) >= COSTS[p.frame[2]] or not p.hands[p.frame[1]]

    def default(self, p: Position, seat: Seat) -> Move:
        if self._is_enough(p):
            return m.FINISH
        return m.on(m.PAY, min(p.hands[seat], key=lambda card: (SYMBOL[card] == AGENT, -POINTS[card], card)))

    def forced(self, p: Position) -> Move:
        hand = p.hands[p.frame[1]]
        if not hand:
            return m.FINISH
        return m.on(m.PAY, hand[0]) if len(hand) == 1 and not self._is_enough(p) else -1

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        return move == m.FINISH

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        card = move >> 16 & 255
        if move == m.FINISH:
            if not self._is_enough(p):
                raise refuse(move, f"the special action costs {COSTS[p.frame[2]]} points: pay more cards")
            self._act(p, seat, told)
        elif move >> 24 == m.PAY and not move & 0xFFFF and card in p.hands[seat]:
            p.take_from(seat, card)
            p.paid += ALONE[card]
            if told is not None:
                told.append(Told("paid", {"seat": SEAT_REF[seat], "card": CARD_REF[card]}))
        else:
            raise refuse(move, "pay with a card of your hand, or finish once the cost is met")

    def _act(self, p: Position, seat: Seat, told: list[Told] | None) -> None:
        """What was paid joins the discards after the action, so that it cannot be taken back (A12)."""
        index = p.frame[2]
        script = effects.SPECIALS[index]
        p.under = (COMPLETIONS[seat],)
        if script.targets is not None:
            p.frame = (TARGETING, seat, NOBODY, index)
            return
        p.todo = tuple((step, seat, m.NO_TARGET) for step in script.steps)
        flow.go_back(p, told)


class Targeting(Decision):
    """At whom, or at what, before anybody may react."""

    def _script(self, p: Position) -> effects.Script:
        _, _, card, index = p.frame
        script = effects.SPECIALS[index] if card == NOBODY else effects.ANNOUNCED[card]
        assert script is not None
        return script

    def _possible(self, p: Position) -> list[int]:
        return self._script(p).possible(p, p.frame[1]) or []

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        return [m.at(m.TARGET, 0, target) for target in self._possible(p)]

    def forced(self, p: Position) -> Move:
        possible = self._possible(p)
        return m.at(m.TARGET, 0, possible[0]) if len(possible) == 1 else -1

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        return p.frame[2] != NOBODY

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        target = move & 0xFFFF
        if move >> 16 != m.TARGET << 8 or target not in self._possible(p):
            raise refuse(move, "choose one of the targets on the table")
        card = p.frame[2]
        if told is not None:
            key = "aimed" if card != NOBODY else "aimed.special"
            told.append(Told(key, {"seat": SEAT_REF[seat], "target": m.target_ref(target)}))
        if card == NOBODY:
            p.todo = tuple((step, seat, target) for step in self._script(p).steps)
            flow.go_back(p, told)
        else:
            flow.announce(p, seat, card, target, told)


class Question(Sealed):
    """Stop what was announced, or let it pass. Everybody who could hold the card is asked alike."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        return [m.TO_PASS, m.TO_STOP]

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        if move not in (m.TO_PASS, m.TO_STOP):
            raise refuse(move, "answer stop or pass to what was announced")
        interrupts.note_answer(p, seat, move == m.TO_STOP, told)
        if ASKED not in p.answers:
            flow.answered(p, told)


class Sacrifice(Decision):
    """Which agent an Assassin takes from the hand (A30); asked alike whether or not there is one."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        return [m.LOSE_ANY, *(m.on(m.LOSE, card) for card in agents(p.hands[seat]))]

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        """Chance may choose; and a hand without an agent must not answer for itself."""
        return True

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        if move not in self.moves(p, seat):
            raise refuse(move, "name an agent of your hand, or any")
        interrupts.sacrifice(p, seat, p.frame[2], NO_CARD if move == m.LOSE_ANY else move >> 16 & 255, told)
        flow.go_back(p, told)


class Recovering(OneOfOpen):
    """City cards from the discards, one by one; what was just paid is not among them (A12)."""

    verb = m.RECOVER

    def things(self, p: Position, seat: Seat) -> Sequence[int]:
        return sorted(p.discards)

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        card = move >> 16 & 255
        if move >> 24 != m.RECOVER or move & 0xFFFF or card not in p.discards:
            raise refuse(move, "choose a card of the discards that was not paid for this very action")
        dealing.from_discards(p, seat, card)
        if told is not None:
            told.append(Told("recovered", {"seat": SEAT_REF[seat], "card": CARD_REF[card]}))
        left = p.frame[2] - 1
        if left and p.discards:
            p.frame = (RECOVERING, seat, left, 0)
        else:
            flow.go_back(p, told)


class Running(OneOf):
    """Blind city cards, the deck chosen card by card."""

    verb = m.DRAW

    def things(self, p: Position, seat: Seat) -> Sequence[int]:
        return open_decks(p)

    def default(self, p: Position, seat: Seat) -> Move:
        return m.on(m.DRAW, largest(p))

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        return True

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        if move >> 24 != m.DRAW or move & 0xFFFF:
            raise refuse(move, "draw from one of the city decks")
        draw_or_take(p, seat, move, told)
        left = p.frame[2] - 1
        if left and any(p.decks):
            p.frame = (RUNNING, seat, left, 0)
        else:
            flow.go_back(p, told)


class Searching(OneOfOpen):
    """Which city deck to look through."""

    verb = m.SEARCH

    def things(self, p: Position, seat: Seat) -> Sequence[int]:
        return open_decks(p)

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        return True

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        city = move >> 16 & 255
        if move >> 24 != m.SEARCH or move & 0xFFFF or city >= len(p.decks) or not p.decks[city]:
            raise refuse(move, "choose a city deck that is not empty")
        if told is not None:
            told.append(Told("searched", {"seat": SEAT_REF[seat], "city": CITY_REF[city]}))
        p.frame = (FINDING, seat, city, 0)


class Finding(OneOfOpen):
    """Which card of the deck that is looked through; only its taker sees it (A11)."""

    def things(self, p: Position, seat: Seat) -> Sequence[int]:
        city = p.frame[2]
        return p.mission_deck if city == MISSION_DECK else p.decks[city]

    def base(self, p: Position) -> Move:
        return m.FIND << 24 | (m.FIND_MISSION if p.frame[2] == MISSION_DECK else 0)

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        city = p.frame[2]
        thing = move >> 16 & 255
        if thing not in self.things(p, seat) or move != self.base(p) | thing << 16:
            raise refuse(move, "choose a card of the deck that you are looking through")
        if city == MISSION_DECK:
            p.mission_deck = without(p.mission_deck, thing)
            p.held[seat] = bytes(sorted((*p.held[seat], thing)))
            if told is not None:
                told.append(Told("found.mission.you", {"mission": MISSION_REF[thing]}, only(seat)))
                told.append(Told("found.mission", {"seat": SEAT_REF[seat]}, all_but(seat)))
            dealing.check_mission_deck(p, told)
        else:
            p.decks[city] = without(p.decks[city], thing)
            p.give(seat, thing, 0)
            if told is not None:
                told.append(Told("found.you", {"card": CARD_REF[thing]}, only(seat)))
                told.append(Told("found", {"seat": SEAT_REF[seat], "city": CITY_REF[city]}, all_but(seat)))
            if not p.decks[city]:
                dealing.latch(p, BY_DECK, told)
        flow.go_back(p, told)


class Stealing(OneOfOpen):
    """Which card of the hand that is shown."""

    verb = m.STEAL

    def things(self, p: Position, seat: Seat) -> Sequence[int]:
        return p.hands[p.frame[2]]

    def default(self, p: Position, seat: Seat) -> Move:
        return m.on(m.STEAL, min(p.hands[p.frame[2]], key=lambda card: (POINTS[card], card)))

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        _, _, victim, gives = p.frame
        card = move >> 16 & 255
        if move >> 24 != m.STEAL or move & 0xFFFF or card not in p.hands[victim]:
            raise refuse(move, "choose a card of the hand that you see")
        effects.steal(p, seat, victim, card, told)
        if gives:
            p.frame = (GIVING, seat, victim, card)
        else:
            flow.go_back(p, told)


class Giving(OneOfOpen):
    """A card of one's own for the one that was taken."""

    verb = m.GIVE

    def things(self, p: Position, seat: Seat) -> Sequence[int]:
        return without(p.hands[seat], p.frame[3])

    def default(self, p: Position, seat: Seat) -> Move:
        return max(self.moves(p, seat), key=lambda move: (POINTS[move >> 16 & 255], -move))

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        if move not in self.moves(p, seat):
            raise refuse(move, "give a card of your hand, not the one you have just taken")
        effects.swap_back(p, seat, p.frame[2], move >> 16 & 255, told)
        flow.go_back(p, told)


class Picking(OneOfOpen):
    """A face-up card, an interrupt as well as any other."""

    verb = m.TAKE

    def things(self, p: Position, seat: Seat) -> Sequence[int]:
        return face_up(p.display)

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        return bool(p.decks[CITY[move >> 16 & 255]])

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        if move >> 24 != m.TAKE or move & 0xFFFF:
            raise refuse(move, "take a face-up card")
        draw_or_take(p, seat, move, told)
        left = p.frame[2] - 1
        if left and face_up(p.display):
            p.frame = (PICKING, seat, left, 0)
        else:
            flow.go_back(p, told)


class Completing(Decision):
    """Any number of missions, then the end of the turn."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        found = [m.on(m.COMPLETE, each) for each in laying.completable(p.hands[seat], p.held[seat])]
        found.append(m.END_TURN)
        return found

    def pick(self, p: Position, seat: Seat, source: Source) -> Move:
        missions = laying.completable(p.hands[seat], p.held[seat])
        at = int(source.random() * (len(missions) + 1))
        return m.COMPLETE << 24 | missions[at] << 16 if at < len(missions) else m.END_TURN

    def default(self, p: Position, seat: Seat) -> Move:
        return m.END_TURN

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        """Ending the turn is final and asked for by itself, even where nothing else is possible."""
        return move == m.END_TURN

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        mission = move >> 16 & 255
        if move == m.END_TURN:
            if told is not None:
                told.append(Told("ended", {"seat": SEAT_REF[seat]}))
            flow.end_turn(p, told)
            return
        if move >> 24 != m.COMPLETE or move & 0xFFFF or mission >= MISSIONS or mission not in p.held[seat]:
            raise refuse(move, "complete a mission that you hold, or end your turn")
        if not laying.can_complete(p.hands[seat], mission):
            raise refuse(move, "your hand does not have the cards that it asks for: choose another, or end")
        p.frame = (LAYING, seat, mission, 0)
        if told is not None:
            told.append(Told("showed", {"seat": SEAT_REF[seat], "mission": MISSION_REF[mission]}))


class Laying(Decision):
    """Slot by slot, agents first. Until it is complete the mission may be taken back, which ends the turn."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        found = [
            m.LEAVE_EMPTY if card == NO_CARD else m.on(m.LAY, card)
            for card in laying.choices(p.hands[seat], p.frame[2], p.laid)
        ]
        if self._is_over(p):
            found.append(m.FINISH)
        found.append(m.TAKE_BACK)
        return found

    def _is_over(self, p: Position) -> bool:
        """Only extra cards may follow."""
        return len(p.laid) >= len(SLOTS[p.frame[2]])

    def default(self, p: Position, seat: Seat) -> Move:
        return m.TAKE_BACK

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        """Whether it completes the mission and cards are drawn for that."""
        if move == m.TAKE_BACK:
            return False
        laid = p.laid
        if move != m.FINISH:
            laid += ALONE[NO_CARD if move == m.LEAVE_EMPTY else move >> 16 & 255]
            if not laying.is_complete(p.frame[2], laid):
                return False
        for card in laid:
            words = WORDS[card] if card != NO_CARD else None
            if words and (words.draw or words.take):
                return True
        return False

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        mission = p.frame[2]
        if move == m.TAKE_BACK:
            self._take_back(p, seat, told)
            return
        if move == m.FINISH:
            if not self._is_over(p):
                raise refuse(move, "the mission asks for more cards: lay them, or take it back")
            flow.complete(p, seat, mission, p.laid, told)
            return
        card = NO_CARD if move == m.LEAVE_EMPTY else move >> 16 & 255
        if move >> 24 not in (m.LAY, m.SKIP) or move & 0xFFFF:
            raise refuse(move, "lay a card on the mission, or take it back")
        if card not in laying.choices(p.hands[seat], mission, p.laid):
            raise refuse(move, "that does not fit this part of the mission: lay what does, or take it back")
        p.laid += ALONE[card]
        if card != NO_CARD:
            p.take_from(seat, card)
            if told is not None:
                told.append(Told("laid", {"seat": SEAT_REF[seat], "card": CARD_REF[card]}))
        elif told is not None:
            told.append(Told("skipped", {"seat": SEAT_REF[seat]}))
        if laying.is_complete(mission, p.laid):
            flow.complete(p, seat, mission, p.laid, told)

    def _take_back(self, p: Position, seat: Seat, told: list[Told] | None) -> None:
        """Everybody has seen the cards. It ends the turn, so that nobody tries for ever."""
        for card in p.laid:
            if card != NO_CARD:
                p.give(seat, card, EVERYBODY)
        p.laid = b""
        if told is not None:
            told.append(Told("back", {"seat": SEAT_REF[seat], "mission": MISSION_REF[p.frame[2]]}))
        flow.end_turn(p, told)


class Discarding(OneOf):
    """Down to the hand limit at the end of one's own turn (A23)."""

    verb = m.DISCARD

    def things(self, p: Position, seat: Seat) -> Sequence[int]:
        return p.hands[seat]

    def default(self, p: Position, seat: Seat) -> Move:
        return m.on(m.DISCARD, min(p.hands[seat], key=lambda card: (POINTS[card], -card)))

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        card = move >> 16 & 255
        if move >> 24 != m.DISCARD or move & 0xFFFF or card not in p.hands[seat]:
            raise refuse(move, f"discard a card of your hand until {HAND_LIMIT} are left")
        dealing.to_discards(p, seat, card)
        if told is not None:
            told.append(Told("discarded", {"seat": SEAT_REF[seat], "card": CARD_REF[card]}))
        flow.enter(p, p.frame, told)


class LastCall(Sealed):
    """An ordered list of interrupts, in secret."""

    def moves(self, p: Position, seat: Seat) -> list[Move]:
        return [*interrupts.plannable(p, seat), m.FINISH]

    def default(self, p: Position, seat: Seat) -> Move:
        return m.FINISH

    def shows(self, p: Position, seat: Seat, move: Move) -> bool:
        """The list may be written and changed before any of it is sent; finishing it is final."""
        return move == m.FINISH

    def play(self, p: Position, seat: Seat, move: Move, told: list[Told] | None) -> None:
        if move == m.FINISH:
            if told is not None:
                told.append(Told("planned.done", {}, only(seat)))
            if answer(p, seat, CHOSE):
                flow.resolve_last_call(p, told)
            return
        if move not in interrupts.plannable(p, seat):
            raise refuse(move, "plan an interrupt of your hand against a card on the table, or finish")
        card, target = move >> 16 & 255, move & 0xFF
        p.plans[seat] += bytes((card, target))
        if told is not None:
            args = {"card": CARD_REF[card], "target": CARD_REF[target]}
            told.append(Told("planned.you", args, only(seat)))


class Over(Decision):
    def moves(self, p: Position, seat: Seat) -> list[Move]:
        return []


DECISIONS: Final[Sequence[Decision]] = (
    Setup(), Action(), Drawing(), Keeping(), Paying(), Targeting(), Question(), Sacrifice(), Recovering(),
    Running(), Searching(), Finding(), Stealing(), Giving(), Picking(), Completing(), Laying(), Discarding(),
    LastCall(), Over(),
)  # fmt: skip
"""By kind of frame."""
