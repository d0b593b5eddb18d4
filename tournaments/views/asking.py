"""What all views of tournaments need: refusals said on a page, numbers of an address, the right to look."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from correio.api import Refusal
from correio.numbers import whole
from tournaments import director
from tournaments.acts import jobs
from tournaments.models import Tournament

View = Callable[..., HttpResponse]


def refusals_return(to: str) -> Callable[[View], View]:
    """What the director or the referee refuses is said on that page of the tournament."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, slug: str, **more: Any) -> HttpResponse:
            try:
                return view(request, slug, **more)
            except Refusal as refusal:
                messages.error(request, refusal.message)
                return redirect(to, slug=slug)

        return wrapped

    return decorate


PAIRING = "Correio-Pairing"
"""Header in which an open page says which job it waits for."""


def answer_to_waiting(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """A page that says that a round is being paired asks again and again: nothing new, or that it shall load
    itself anew. None for any other request."""
    waits_for = whole(request.headers.get(PAIRING, ""), 18)
    if waits_for is None:
        return None
    job = jobs.pending(tournament)
    if job is not None and job.pk == waits_for and not jobs.has_failed(job):
        return HttpResponse(status=204)
    return HttpResponse(status=204, headers={"HX-Refresh": "true"})


def number_of(request: HttpRequest, name: str) -> int | None:
    return whole(request.GET.get(name, ""), 5)


def found(slug: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("created_by"), slug=slug)


def seen_by(request: HttpRequest, slug: str) -> Tournament:
    """Directors and observers."""
    tournament = found(slug)
    if not director.may_observe(request.user, tournament):
        raise PermissionDenied
    return tournament


def directed_by(request: HttpRequest, slug: str) -> Tournament:
    tournament = found(slug)
    if not director.may_direct(request.user, tournament):
        raise PermissionDenied
    return tournament
