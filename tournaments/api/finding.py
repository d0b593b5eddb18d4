"""From what a request names to rows."""

from __future__ import annotations

from typing import Any

from django.db.models.functions import Lower
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from correio import api as query
from correio.accounts.models import User
from tournaments import director
from tournaments.gather import listing
from tournaments.models import Tournament


def tournament_of(slug: str) -> Tournament:
    return get_object_or_404(listing.listed(), slug=slug)


def observed(slug: str, request: Request) -> Tournament:
    """For what only directors and observers see. Raises DirectorError."""
    found = tournament_of(slug)
    if not director.may_observe(request.user, found):
        message = _("Only directors and observers of the tournament may see that.")
        raise director.DirectorError("not_observer", message, 403)
    return found


def player_of(name: str) -> User:
    """Raises DirectorError."""
    found = User.objects.annotate(lower=Lower("username")).filter(lower=name.strip().lower()).first()
    if found is None:
        message = _("There is no player “%(name)s”: check the spelling.") % {"name": name}
        raise director.DirectorError("no_player", message, 404, {"player": name})
    return found


def number_in(request: Request, name: str) -> int | None:
    """A round, a place: never as long as the numbers of other queries."""
    return query.number_in(request, name, 5)


def flag_in(request: Request, name: str) -> bool:
    value = request.query_params.get(name, "false").lower()
    if value not in ("true", "false", "1", "0"):
        raise serializers.ValidationError({name: [_("true or false.")]})
    return value in ("true", "1")


def choice_in(request: Request, name: str, choices: Any) -> str:
    """Empty if it was not asked for."""
    value: str = request.query_params.get(name, "")
    if value and value not in choices:
        raise serializers.ValidationError({name: [_("One of %s.") % ", ".join(choices)]})
    return value
