"""Standing orders: what a seat answers in advance, for every game that declares forms for it.

An order is no act: it raises no version, tells nobody, is in no record, and only its owner sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches import afterwards, receipts
from correio.matches.desk import Desk
from correio.matches.errors import RefereeError
from correio.matches.models import Match, Order
from correio.matches.permission import must_play, own_seat
from correio.matches.seating import seated
from correio.matches.wording import Wording
from engines import registry
from engines.protocol import BadOrder, Condition, OrderedRules, OrderForm, State, ordered

LONGEST_LINE = 200


@transaction.atomic
def set_order(
    *,
    match_id: int | str,
    user: User,
    form: str,
    lines: Sequence[str],
    key: str | None = None,
    now: datetime | None = None,
) -> Match:
    """Replaces the lines of one form; at any time while the match is played, whoever's turn it is. The form
    `then` takes moves: the rest of the seat's own turn, prepared while it waits for reactions."""
    desk = Desk.take(now or timezone.now(), match_id)
    key = receipts.check_key(key)
    print_ = receipts.fingerprint("order", desk.match.code, form, list(lines))
    if receipts.earlier_answer(user, key, print_) is not None:
        return desk.match
    must_play(desk)
    seat = own_seat(desk, user)
    rules = _ordered(desk)
    _check_lines(lines)
    if form == afterwards.FORM:
        kept = afterwards.checked(desk, seat.seat, lines)
    else:
        kept = _checked(desk, rules, seat.seat, form, lines)
    row = {"lines": kept, "dropped": [], "changed_at": desk.now}
    Order.objects.update_or_create(match=desk.match, seat=seat.seat, form=form, defaults=row)
    if key is not None:
        desk.receipts.append(receipts.receipt(user, key, print_, {}, desk.now))
    desk.write()
    return desk.match


def _checked(desk: Desk, rules: OrderedRules, seat: int, form: str, lines: Sequence[str]) -> list[str]:
    try:
        return list(rules.check_order(desk.state, seat, form, lines))
    except BadOrder as error:
        raise RefereeError("bad_order", str(error), 422) from error


def _ordered(desk: Desk) -> OrderedRules:
    if desk.ordered is None:
        raise RefereeError("no_orders", _("This game asks nothing that could be answered in advance."), 422)
    return desk.ordered


def _check_lines(lines: Sequence[str]) -> None:
    for line in lines:
        if not isinstance(line, str) or not 1 <= len(line) <= LONGEST_LINE or not line.isprintable():
            message = _("A line of an order has 1 to %d printable characters.") % LONGEST_LINE
            raise RefereeError("bad_order", message, 422)


def lines_of(match: Match, form: str) -> Mapping[int, tuple[str, ...]]:
    """The orders of that form by seat; none for a seat that gave none."""
    rows = Order.objects.filter(match=match, form=form).values_list("seat", "lines")
    return {seat: tuple(lines) for seat, lines in rows}


def recheck(desk: Desk) -> None:
    """After somebody left: lines that no longer apply are taken out, and their owner reads why until the
    order is written again."""
    if desk.ordered is None or desk.state.result() is not None:
        return
    given = Order.objects.filter(match=desk.match).exclude(form=afterwards.FORM)
    for order in given.order_by("seat", "form"):
        if desk.seats[order.seat].bot_level:
            continue
        kept, dropped = _sorted(desk.ordered, desk.state, order)
        if dropped:
            order.lines, order.dropped = kept, [*order.dropped, *dropped]
            order.save(update_fields=["lines", "dropped"])


def _sorted(rules: OrderedRules, state: State, order: Order) -> tuple[list[str], list[list[str]]]:
    """Lines that still apply, and those that do not with the reason."""
    kept: list[str] = []
    dropped: list[list[str]] = []
    for line in order.lines:
        try:
            kept += rules.check_order(state, order.seat, order.form, [line])
        except BadOrder as error:
            dropped.append([line, error.gone or str(error)])
    return kept, dropped


def of_seat(match: Match, seat: int | None) -> list[dict[str, Any]]:
    """For whoever sits there and plays; raises RefereeError for everybody else."""
    if seat is None:
        raise RefereeError("not_seated", _("You do not play in this match: you can only watch it."), 403)
    rules = registry.rules(match.game, match.rules_version)
    return orders_json(match, seat, Wording(rules, seated(match), seat))


def orders_json(match: Match, seat: int, wording: Wording) -> list[dict[str, Any]]:
    """The forms of the game with this seat's own lines, for its owner only."""
    rules = ordered(wording.rules)
    if rules is None:
        return []
    rows = {order.form: order for order in Order.objects.filter(match=match, seat=seat)}
    return [_form_json(form, rows.get(form.key), match, seat, wording) for form in rules.info.orders]


def _form_json(
    form: OrderForm, order: Order | None, match: Match, seat: int, wording: Wording
) -> dict[str, Any]:
    return {
        "form": form.key,
        "label": wording.text(form.label),
        "help": wording.text(form.help),
        "answers": [{"value": answer, "label": wording.text(answer)} for answer in form.answers],
        "conditions": [_condition_json(each, match, seat, wording) for each in form.conditions],
        "most": form.most,
        "lines": list(order.lines) if order is not None else [],
        "default": list(form.default),
        "dropped": _dropped_json(order, wording) if order is not None else [],
    }


def _dropped_json(order: Order, wording: Wording) -> list[dict[str, str]]:
    return [{"line": line, "reason": wording.text(reason)} for line, reason in order.dropped]


def _condition_json(condition: Condition, match: Match, seat: int, wording: Wording) -> dict[str, Any]:
    if condition.takes == "seat":
        others = (other for other in range(match.seat_count) if other != seat)
        choices = [{"value": str(other), "label": wording.names[other]} for other in others]
    else:
        refs = condition.choices
        choices = [{"value": ref.partition(":")[2], "label": wording.noun(ref)} for ref in refs]
    return {
        "key": condition.key,
        "label": wording.text(condition.label),
        "takes": condition.takes,
        "choices": choices,
    }
