"""Questions that may be answered in advance: orders answer at once, the rest within a window.

Whether a window opens, how long it stays and what is shown of it depends on public things, on orders that
every seat can give whatever it holds, and on when people answer; never on a hidden card.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from correio.matches import afterwards, answers, turns
from correio.matches.desk import Desk
from correio.matches.models import Match, Seat, Window
from correio.matches.orders import lines_of
from engines.protocol import Move, OptionValue, OrderedRules, Question, State, Told

LIVE: Final = "live"
HOURS: Final = 12
"""A window stays open so long, unless the table has an option `window_hours`."""
LIVE_HOURS: Final = 1
MASK_SECONDS: Final = (300, 900)
"""A window stays open at least so long, between these two: neither speed nor order of answers shows."""
LIVE_MASK_SECONDS: Final = (5, 15)


def go_through(desk: Desk) -> None:
    """Has the open question answered by orders, and the one that its answers lead to, until the match waits
    for a person or asks nothing that orders answer."""
    rules = desk.ordered
    while rules is not None and desk.state.result() is None:
        question = rules.question(desk.state)
        if question is None:
            if desk.window_closed:
                afterwards.follow(desk)
            return
        if desk.window is None and not _waits(desk, question):
            _answer_at_once(desk, rules)
            continue
        if desk.window is None:
            _open(desk)
            _by_orders(desk, rules)
        _by_bots(desk, rules)
        answers.open_if_all_are_in(desk)
        if desk.window is not None:
            return


def run_out(desk: Desk) -> None:
    """The window is over: who has said nothing is answered for, and all answers are opened."""
    window, rules = desk.window, desk.ordered
    if window is None or rules is None:
        return
    if desk.now >= window.closes_at:
        lines = lines_of(desk.match, _form(desk, rules))
        for seat in _unanswered(desk):
            _answer(desk, rules, seat, rules.by_order(desk.state, seat.seat, lines.get(seat.seat, ()), False))
    answers.open_if_all_are_in(desk)


def _waits(desk: Desk, question: Question) -> bool:
    """Bots answer at once, and everybody knows how: nobody is waited for where only bots are asked."""
    return question.waits and any(not desk.seats[seat].bot_level for seat in desk.state.actors())


def _answer_at_once(desk: Desk, rules: OrderedRules) -> None:
    """All from the same position; turns and clocks do not notice."""
    lines = _lines(desk, rules)
    found = [
        (seat, rules.by_order(desk.state, seat, lines.get(seat, ()), False)) for seat in desk.state.actors()
    ]
    for seat, move in found:
        assert move is not None
        _act(desk, seat, move)


def _act(desk: Desk, seat: int, move: Move) -> None:
    def do(state: State, told: list[Told]) -> None:
        state.play(seat, move, told)

    desk.act("seat", seat, desk.rules.write(move), do)


def _by_orders(desk: Desk, rules: OrderedRules) -> None:
    lines = lines_of(desk.match, _form(desk, rules))
    for seat in _unanswered(desk):
        if not seat.bot_level:
            move = rules.by_order(desk.state, seat.seat, lines.get(seat.seat, ()))
            _answer(desk, rules, seat, move)


def _by_bots(desk: Desk, rules: OrderedRules) -> None:
    """Also for a seat that a bot took over since the window opened."""
    lines = _bot_lines(rules, _form(desk, rules))
    for seat in _unanswered(desk):
        if seat.bot_level:
            _answer(desk, rules, seat, rules.by_order(desk.state, seat.seat, lines, False))


def _answer(desk: Desk, rules: OrderedRules, seat: Seat, move: Move | None) -> None:
    """The seat's own act in the record, whoever gave the order; None: it wants to be asked."""
    if move is not None:
        answers.keep(desk, seat, [rules.write(move)], actor="seat")


def _unanswered(desk: Desk) -> list[Seat]:
    actors = set(desk.state.actors())
    return [seat for seat in desk.seats if seat.seat in actors and not seat.sealed]


def _lines(desk: Desk, rules: OrderedRules) -> Mapping[int, tuple[str, ...]]:
    """In force for each seat: its own orders, a bot's are those of the form."""
    form = _form(desk, rules)
    lines = dict(lines_of(desk.match, form))
    for seat in desk.seats:
        if seat.bot_level:
            lines[seat.seat] = _bot_lines(rules, form)
    return lines


def _bot_lines(rules: OrderedRules, form: str) -> tuple[str, ...]:
    return next(each.bot for each in rules.info.orders if each.key == form)


def _form(desk: Desk, rules: OrderedRules) -> str:
    question = rules.question(desk.state)
    assert question is not None
    return question.form


def _open(desk: Desk) -> None:
    """Turns that run are interrupted; whoever is to be asked is asked when all is settled."""
    for seat in desk.seats:
        if seat.acting:
            turns.leave_off(desk, seat)
    match, now = desk.match, desk.now
    closes = now + timedelta(hours=hours(match.options))
    if match.window_end is not None and now < match.window_end:
        closes = min(closes, match.window_end)
    earliest = min(closes, now + timedelta(seconds=mask_seconds(match)))
    desk.window = Window(match=match, opened_at=now, earliest_at=earliest, closes_at=closes, due_at=closes)


def hours(options: Mapping[str, OptionValue]) -> int:
    if options.get("reactions") == LIVE:
        return LIVE_HOURS
    return int(options.get("window_hours", HOURS))


def mask_seconds(match: Match) -> int:
    """From the secret of the match and the number of public moves, so that it is the same for every hand,
    and nothing of the dice's stream is used up."""
    least, most = LIVE_MASK_SECONDS if match.options.get("reactions") == LIVE else MASK_SECONDS
    drawn = hmac.digest(bytes(match.secret), f"window {match.version}".encode(), "sha256")
    return least + int.from_bytes(drawn, "big") % (most - least + 1)


def standing(match: Match) -> Window | None:
    """The window that is open now, for whoever shows the match."""
    return Window.objects.filter(match=match).first()
