"""Reasons as sentences, and the name of a ladder."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines import registry
from tournaments.ladders.errors import LadderError
from tournaments.ladders.models import Ladder
from tournaments.ladders.rules import Code, Reason


def title_name(ladder: Ladder) -> str:
    try:
        return registry.title(ladder.title)[1].name
    except registry.UnknownGame:
        return ladder.title


def name(ladder: Ladder) -> str:
    """`Estoril 1942, two seats`."""
    words = {"title": title_name(ladder)}
    match ladder.tables, ladder.bots:
        case False, False:
            return _("%(title)s, two seats") % words
        case True, False:
            return _("%(title)s, tables") % words
        case False, True:
            return _("%(title)s, two seats, bots") % words
        case _other:
            return _("%(title)s, tables, bots") % words


def why(reason: Reason) -> str:
    """One sentence: what stands in the way, and until when or what to do."""
    match reason.code:
        case Code.NOT_MEMBER:
            return _("You are not on this ladder: join it first.")
        case Code.SELF:
            return _("That is you.")
        case Code.OWN_VACATION:
            return _("You are on vacation: end it first.")
        case Code.GONE:
            return _("Not on this ladder any more.")
        case Code.VACATION:
            return _("On vacation.")
        case Code.LINKED:
            return _("One of you owns the other, or you belong to the same owner: it could not be rated.")
        case Code.BELOW:
            return _("Stands below you: only who stands above can be challenged.")
        case Code.WAITING:
            return _("There is a challenge between you already: it waits for its answer.")
        case Code.RUNNING:
            return _("You play a ladder match with each other already: finish it first.")
        case Code.COOLDOWN:
            assert reason.until is not None
            return _("You have met too recently: again from %(day)s.") % {"day": _day(reason)}
        case Code.RANGE:
            places = reason.number or 0
            text = ngettext(
                "Too far up: you reach %(places)d place.", "Too far up: you reach %(places)d places.", places
            )
            return text % {"places": places}
        case Code.HOST_RANGE:
            places = reason.number or 0
            text = ngettext(
                "This table is for those at most %(places)d place from its host.",
                "This table is for those at most %(places)d places from its host.",
                places,
            )
            return text % {"places": places}
        case Code.OUTGOING:
            return _("You have %(most)d challenges out already: wait for one to end.") % {
                "most": reason.number
            }
        case Code.INCOMING:
            return _("Has %(most)d challenges to answer or play already.") % {"most": reason.number}


def _day(reason: Reason) -> str:
    assert reason.until is not None
    return date_format(localtime(reason.until), "j M, H:i")


def refusal(reason: Reason) -> LadderError:
    status = 403 if reason.code in (Code.NOT_MEMBER, Code.LINKED) else 409
    until = None if reason.until is None else reason.until.isoformat()
    return LadderError(reason.code, why(reason), status, {"number": reason.number, "until": until})
