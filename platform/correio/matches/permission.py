"""Whether a match takes acts now, and whose seat a user may act for."""

from __future__ import annotations

from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches.desk import Desk
from correio.matches.errors import RefereeError
from correio.matches.models import Match, Seat


def must_play(desk: Desk) -> None:
    match desk.match.status:
        case Match.Status.PLAYING:
            return
        case Match.Status.OPEN:
            raise RefereeError("not_started", _("The match has not started: seats are still open."))
        case Match.Status.FINISHED:
            raise RefereeError("finished", _("The match is over; its result stands."))
        case _:
            raise RefereeError("cancelled", _("The match was called off."))


def own_seat(desk: Desk, user: User) -> Seat:
    """The seat this user plays; raises for others, for leavers and for seats a bot plays."""
    seat = desk.seat_of(user.pk)
    if seat is None:
        raise RefereeError("not_seated", _("You do not play in this match: you can only watch it."), 403)
    if seat.left_at is not None:
        raise RefereeError("left", _("You have left this match: a bot plays on for you."), 403)
    if seat.bot_level:
        raise RefereeError("bot_seat", _("The site's bot plays this seat."), 403)
    return seat
