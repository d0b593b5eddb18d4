"""A tournament in a few words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from correio.matches import clocks
from engines import registry
from tournaments.acts.tables import clock
from tournaments.models import Tournament


def title_name(tournament: Tournament) -> str:
    try:
        return registry.title(tournament.title)[1].name
    except registry.UnknownGame:
        return tournament.title


def clock_words(tournament: Tournament) -> str:
    return clocks.words(clock(tournament))


def system_words(tournament: Tournament) -> str:
    """The system, with what it was told."""
    words = tournament.get_system_display()
    if tournament.accelerated:
        return _("%(system)s, accelerated") % {"system": words}
    if tournament.cycles == 2:
        return _("%(system)s, twice") % {"system": words}
    if tournament.third_place:
        return _("%(system)s, with a match for the third place") % {"system": words}
    return words


def in_words(tournament: Tournament, players: int) -> str:
    """One line: game, system, field, rounds, window."""
    window = ""
    if tournament.window_days:
        window = ngettext(", %d day each", ", %d days each", tournament.window_days) % tournament.window_days
    return _("%(game)s, %(system)s. %(field)s%(sizes)s, %(rounds)s%(window)s.") % {
        "game": title_name(tournament),
        "system": system_words(tournament),
        "field": ngettext("%d player", "%d players", players) % players,
        "sizes": _sizes(tournament),
        "rounds": _rounds(tournament),
        "window": window,
    }


def _sizes(tournament: Tournament) -> str:
    if tournament.max_seats == 2:
        return ""
    if tournament.min_seats == tournament.max_seats:
        return _(" at tables of %(most)d") % {"most": tournament.max_seats}
    words = {"least": tournament.min_seats, "most": tournament.max_seats}
    return _(" at tables of %(least)d to %(most)d") % words


def _rounds(tournament: Tournament) -> str:
    if tournament.round_count is None:
        return _("as many rounds as the field needs")
    return ngettext("%d round", "%d rounds", tournament.round_count) % tournament.round_count
