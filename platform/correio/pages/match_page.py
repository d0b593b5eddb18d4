"""The match page: the shell of the board with its first state, a waiting room before the start, and the
whole game as plain text and forms for readers without a script."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from correio.accounts.house import LEVELS
from correio.accounts.member import member
from correio.api import Refusal
from correio.lobby.forms import NonceForm
from correio.lobby.tables import control_of, title_of
from correio.matches import referee
from correio.matches.clocks import words
from correio.matches.extras import with_extras
from correio.matches.models import Match, Seat
from correio.matches.shown import match_json, seat_of
from correio.numbers import whole
from correio.pages.catalogs import localised_catalog
from correio.pages.rules_text import text_of
from engines import registry


@require_GET
def match(request: HttpRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Match.objects.select_related("created_by"), code=code)
    if found.snapshot is None:
        return _room_page(request, found)
    observer = seat_of(found, request.user)
    at = whole(request.GET.get("at", ""), 18)
    try:
        shown = match_json(found, observer, at=at)
        shown = with_extras(shown, found, request.user)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("match", code=code)
    rules = registry.rules(found.game, found.rules_version)
    context = {
        "match": found,
        "shown": shown,
        "catalog": localised_catalog(rules),
        "rules": text_of(rules),
        "own": None if observer is None else shown["seats"][observer],
        "key": secrets.token_hex(16),
    }
    return render(request, "pages/match.html", context)


@require_GET
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Asked by the waiting room every few seconds: nothing new, or read the page again."""
    found = get_object_or_404(Match, code=code)
    if request.GET.get("seen") == _seen(found, list(found.seats.order_by("seat"))):
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Refresh": "true"})


def _seen(found: Match, seats: list[Seat]) -> str:
    """What a reader of the room has seen, in short."""
    return "-".join([found.status, *(str(seat.user_id or 0) for seat in seats)])


def _room_page(request: HttpRequest, found: Match) -> HttpResponse:
    return render(request, "lobby/room.html", _room(request, found))


def _room(request: HttpRequest, found: Match) -> dict[str, Any]:
    seats = list(found.seats.select_related("user").order_by("seat"))
    user = request.user
    return {
        "match": found,
        "seats": seats,
        "seen": _seen(found, seats),
        "title_name": title_of(found),
        "clock_words": words(control_of(found)),
        "mine": user.is_authenticated and any(seat.user_id == user.pk for seat in seats),
        "creator": user.is_authenticated and found.created_by_id == user.pk,
        "invitation_url": request.build_absolute_uri(f"/invite/{found.invitation}/"),
        "levels": LEVELS,
        "nonce_form": NonceForm(),
    }


@require_POST
@login_required
def move(request: HttpRequest, code: str) -> HttpResponse:
    """One move from the plain form: the same command as the API's, with the version the form was made for."""
    found = get_object_or_404(Match, code=code)
    version = whole(request.POST.get("version", ""), 18)
    try:
        referee.submit(
            match_id=found.pk,
            user=member(request),
            version=-1 if version is None else version,
            moves=[request.POST.get("move", "")],
            key=request.POST.get("key", "")[:80] or secrets.token_hex(16),
            now=timezone.now(),
        )
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Your move is made."))
    return redirect("match", code=code)


@require_POST
@login_required
def orders(request: HttpRequest, code: str) -> HttpResponse:
    """The lines of one form of standing orders from the plain form, one to a line."""
    found = get_object_or_404(Match, code=code)
    lines = [" ".join(line.split()) for line in request.POST.get("lines", "").splitlines()]
    try:
        referee.set_order(
            match_id=found.pk,
            user=member(request),
            form=request.POST.get("form", ""),
            lines=[line for line in lines if line],
            key=request.POST.get("key", "")[:80] or None,
        )
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Your orders are saved."))
    return redirect("match", code=code)
