"""One position of Postcards: ints and short lists, changed in place.

Moves are ints: 0..23 choose that card, 24..47 keep that card, then SURFACE and AIRMAIL.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.chance import Chance, Source, StreamChance
from engines.protocol import IllegalMove, Move, Points, Result, Seat, Told, all_but, only
from engines.template import telling
from engines.template.components import CARDS, REFS, number, town
from engines.template.view import AlbumCard, PostcardsView, SeatView

SURFACE: Final = 2 * CARDS
AIRMAIL: Final = 2 * CARDS + 1
HAND: Final = 3
STAMPS: Final = 2
STRIKE: Final = 2
"""So many lost cards end the match."""

CHOOSING: Final = 0
SENDING: Final = 1
KEEPING: Final = 2
OVER: Final = 3
PHASES: Final = ("choosing", "sending", "keeping", "over")


class PostcardsState:
    __slots__ = (
        "air", "chance", "deck", "hands", "kept", "leavers", "lost", "phase", "posted", "seat",
        "stamps", "surface", "turns_left",
    )  # fmt: skip

    chance: Chance
    phase: int
    seat: Seat
    """Whose turn it is."""
    turns_left: int
    deck: list[int]
    """The last card is drawn next."""
    hands: list[list[int]]
    """Sorted, so that equal hands are equal bytes."""
    surface: list[list[int]]
    """Sorted too: nobody is told which card came when."""
    air: list[list[int]]
    stamps: list[int]
    lost: list[int]
    posted: int
    """Chosen this turn and not yet sent, or -1."""
    kept: list[int]
    """-1 while not chosen."""
    leavers: list[Seat]
    """In the order of leaving."""

    @property
    def seats(self) -> int:
        return len(self.hands)

    # Who and what

    def actors(self) -> Sequence[Seat]:
        if self.phase == OVER:
            return ()
        if self.phase == KEEPING:
            return [seat for seat, card in enumerate(self.kept) if card < 0]
        return (self.seat,)

    def moves(self, seat: Seat) -> Sequence[Move]:
        if self.phase == KEEPING:
            return [CARDS + card for card in self.hands[seat]] if self.kept[seat] < 0 else ()
        if self.phase == OVER or seat != self.seat:
            return ()
        if self.phase == CHOOSING:
            return list(self.hands[seat])
        return (SURFACE, AIRMAIL) if self.stamps[seat] else (SURFACE,)

    def pick(self, seat: Seat, source: Source) -> Move:
        moves = self.moves(seat)
        return moves[int(source.random() * len(moves))]

    def reveals(self, seat: Seat, move: Move) -> bool:
        if move == AIRMAIL:
            return True
        if move == SURFACE:
            return bool(self.deck)
        # Choosing with no stamp left and an empty deck plays the forced move too: nothing to see.
        return self.phase == KEEPING

    def sealed(self) -> bool:
        return self.phase == KEEPING

    # Changing

    def play(self, seat: Seat, move: Move, told: list[Told] | None = None) -> None:
        if not 0 <= seat < self.seats or move not in self.moves(seat):
            raise IllegalMove(self._why_not(seat))
        log: list[Told] = [] if told is None else told
        if move == SURFACE:
            self._send_by_surface(seat, log)
        elif move == AIRMAIL:
            self._send_by_air(seat, log)
        elif move < CARDS:
            self._post(seat, move, log)
        else:
            self._keep(seat, move - CARDS, log)

    def absent(self, seat: Seat, told: list[Told] | None = None) -> None:
        """The lowest card, by surface mail; kept at the end, the lowest card too."""
        if seat not in self.actors():
            raise IllegalMove(self._why_not(seat))
        log: list[Told] = [] if told is None else told
        log.append(Told("absent", {"seat": f"seat:{seat}"}))
        if self.phase == CHOOSING:
            self.play(seat, min(self.hands[seat], key=_worth), log)
        if self.phase == SENDING and self.seat == seat:
            self.play(seat, SURFACE, log)
        elif self.phase == KEEPING and self.kept[seat] < 0:
            self.play(seat, CARDS + min(self.hands[seat], key=_worth), log)

    def leave(self, seat: Seat, told: list[Told] | None = None) -> None:
        if self.phase == OVER or not 0 <= seat < self.seats or seat in self.leavers:
            raise IllegalMove(f"seat {seat} cannot leave: it is not playing")
        log: list[Told] = [] if told is None else told
        self.leavers.append(seat)
        log.append(Told("left", {"seat": f"seat:{seat}"}))
        if self.seats - len(self.leavers) < 2:
            self.phase = OVER
            log.append(Told("over"))

    def _post(self, seat: Seat, card: int, log: list[Told]) -> None:
        self.hands[seat].remove(card)
        self.posted = card
        self.phase = SENDING
        log.append(Told("posted.own", {"card": REFS[card]}, only(seat)))
        log.append(Told("posted", {"seat": f"seat:{seat}"}, all_but(seat)))
        # Forced, and nothing is revealed: stamps and deck are public, so everybody could foresee it.
        if not self.stamps[seat] and not self.deck:
            self._send_by_surface(seat, log)

    def _send_by_surface(self, seat: Seat, log: list[Told]) -> None:
        self.surface[seat].append(self.posted)
        self.surface[seat].sort()
        log.append(Told("surface.own", {"card": REFS[self.posted]}, only(seat)))
        log.append(Told("surface", {"seat": f"seat:{seat}"}, all_but(seat)))
        self._end_turn(seat, log)

    def _send_by_air(self, seat: Seat, log: list[Told]) -> None:
        self.stamps[seat] -= 1
        die = self.chance.below(6) + 1
        said: dict[str, int | str] = {"seat": f"seat:{seat}", "die": die, "card": REFS[self.posted]}
        if die > 1:
            self.air[seat].append(self.posted)
            log.append(Told("airmail", said))
        else:
            self.lost.append(self.posted)
            log.append(Told("lost", said))
            if len(self.lost) == STRIKE:
                self.posted = -1
                self.phase = OVER
                log.append(Told("strike"))
                log.append(Told("over"))
                return
        self._end_turn(seat, log)

    def _end_turn(self, seat: Seat, log: list[Told]) -> None:
        self.posted = -1
        if self.deck:
            card = self.deck.pop()
            self.hands[seat].append(card)
            self.hands[seat].sort()
            log.append(Told("drew.own", {"card": REFS[card]}, only(seat)))
            log.append(Told("drew", {"seat": f"seat:{seat}"}, all_but(seat)))
        self.turns_left -= 1
        self.seat = (seat + 1) % self.seats
        self.phase = CHOOSING
        if not self.turns_left:
            self.phase = KEEPING
            log.append(Told("last"))

    def _keep(self, seat: Seat, card: int, log: list[Told]) -> None:
        self.hands[seat].remove(card)
        self.kept[seat] = card
        log.append(Told("kept.own", {"card": REFS[card]}, only(seat)))
        if min(self.kept) < 0:
            return
        self.phase = OVER
        for each, shown in enumerate(self.kept):
            points = self._keepsake(each)
            log.append(Told("kept", {"seat": f"seat:{each}", "card": REFS[shown], "points": points}))
        log.append(Told("over"))

    def _why_not(self, seat: Seat) -> str:
        if self.phase == OVER:
            return "the match is over"
        if not 0 <= seat < self.seats:
            return f"there is no seat {seat}"
        if not self.moves(seat):
            return "it is not your turn"
        return {
            CHOOSING: "choose a postcard of your hand",
            SENDING: "send the chosen postcard: surface, or airmail while you have a stamp",
            KEEPING: "keep a postcard of your hand",
        }[self.phase]

    # Scores

    def points(self) -> Sequence[Points]:
        if self.phase == OVER:
            return [sum(parts.values()) for parts in self._parts()]
        return [2 * sum(map(number, cards)) for cards in self.air]

    def result(self) -> Result | None:
        if self.phase != OVER:
            return None
        parts = self._parts()
        points = [sum(part.values()) for part in parts]
        # Whoever stays is above whoever left; the first to leave is last.
        rank = [(seat in self.leavers and self.seats - self.leavers.index(seat), -points[seat])
                for seat in range(self.seats)]  # fmt: skip
        places = tuple(1 + sum(other < own for other in rank) for own in rank)
        reason = "left" if self.seats - len(self.leavers) < 2 else "finished"
        return Result(places, tuple(points), reason, tuple(parts))

    def _parts(self) -> list[dict[str, int]]:
        arrived = len(self.lost) < STRIKE
        return [
            {
                "part.surface": sum(map(number, self.surface[seat])) if arrived else 0,
                "part.airmail": 2 * sum(map(number, self.air[seat])),
                "part.keepsake": self._keepsake(seat) if min(self.kept) >= 0 else 0,
            }
            for seat in range(self.seats)
        ]

    def _keepsake(self, seat: Seat) -> Points:
        card = self.kept[seat]
        same = [other for other in self.kept if number(other) == number(card)]
        return self.keepsake(seat, card) if len(same) == 1 else 0

    def keepsake(self, seat: Seat, card: int) -> Points:
        """Worth of keeping that card, if nobody else keeps its number."""
        album = self.surface[seat] + self.air[seat]
        return number(card) + 2 * sum(town(other) == town(card) for other in album)

    # Who may know what

    def view(self, observer: Seat | None) -> PostcardsView:
        over = self.phase == OVER
        public = self.points()
        seats = []
        for seat, hand in enumerate(self.hands):
            own = seat == observer
            down = [AlbumCard(REFS[card] if own or over else None, False) for card in self.surface[seat]]
            up = [AlbumCard(REFS[card], True) for card in self.air[seat]]
            kept = self.kept[seat]
            shown = kept >= 0 and (own or over)
            seats.append(SeatView(
                seat=seat,
                cards=len(hand) + (kept >= 0 and not over),
                hand=[REFS[card] for card in hand] if own or over else None,
                album=down + up,
                stamps=self.stamps[seat],
                points=public[seat],
                left=seat in self.leavers,
                keepsake=REFS[kept] if shown else None,
            ))  # fmt: skip
        return PostcardsView(
            seats=seats,
            phase=PHASES[self.phase],
            actors=list(range(self.seats)) if self.phase == KEEPING else list(self.actors()),
            turns_left=self.turns_left,
            deck=len(self.deck),
            lost=[REFS[card] for card in self.lost],
            posted=REFS[self.posted] if self.posted >= 0 and observer == self.seat else None,
            strike=len(self.lost) == STRIKE,
            observer=observer,
        )

    def guess(self, seat: Seat, source: Source) -> PostcardsState:
        """All cards the seat does not see are exchangeable: gather, sort, shuffle, hand out again.

        Sorting makes the outcome depend on nothing but the seat's view and the source.
        """
        other = self.fork()
        other.chance = chance = StreamChance(source)
        if self.phase == OVER:
            return other
        posted = self.posted >= 0 and self.seat != seat
        hidden = list(other.deck)
        for each in range(self.seats):
            if each != seat:
                hidden += other.hands[each] + other.surface[each]
                if other.kept[each] >= 0:
                    hidden.append(other.kept[each])
        if posted:
            hidden.append(self.posted)
        hidden.sort()
        chance.shuffle(hidden)
        for each in range(self.seats):
            if each != seat:
                other.hands[each] = sorted(hidden.pop() for _ in self.hands[each])
                other.surface[each] = sorted(hidden.pop() for _ in self.surface[each])
                if other.kept[each] >= 0:
                    other.kept[each] = hidden.pop()
        if posted:
            other.posted = hidden.pop()
        other.deck = hidden
        return other

    def fork(self) -> PostcardsState:
        other = PostcardsState()
        other.chance = self.chance.copy()
        other.phase = self.phase
        other.seat = self.seat
        other.turns_left = self.turns_left
        other.deck = self.deck[:]
        other.hands = [cards[:] for cards in self.hands]
        other.surface = [cards[:] for cards in self.surface]
        other.air = [cards[:] for cards in self.air]
        other.stamps = self.stamps[:]
        other.lost = self.lost[:]
        other.posted = self.posted
        other.kept = self.kept[:]
        other.leavers = self.leavers[:]
        return other

    # In words

    def prompt(self, seat: Seat) -> Told:
        return telling.prompt(self, seat)

    def explain(self, seat: Seat, move: Move) -> Sequence[Told]:
        return telling.explain(self, seat, move)

    def describe(self, observer: Seat | None) -> Sequence[Told]:
        return telling.describe(self, observer)


def _worth(card: int) -> tuple[int, int]:
    return number(card), card
