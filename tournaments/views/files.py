"""Files of a tournament and pages for paper."""

from __future__ import annotations

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from tournaments import calendars, sheets, trf
from tournaments.document import by_fide, event_of, trf_of
from tournaments.gather import paper
from tournaments.models import Tournament
from tournaments.views.asking import found, number_of


def _started(slug: str) -> Tournament:
    """Nothing is handed out before the start: the seed would tell the lots."""
    tournament = found(slug)
    if tournament.started_at is None:
        raise Http404
    return tournament


def _file(body: str | bytes, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(body, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_GET
def event_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything the pairing of a round depended on, for `python -m tournaments.pairing`: a report file for
    two seats by FIDE's rules, else JSON."""
    tournament = _started(slug)
    if by_fide(tournament):
        return report_file(request, slug)
    event = event_of(tournament, before=number_of(request, "round"))
    body = msgspec.json.format(msgspec.json.encode(event), indent=1)
    return _file(body, "application/json", f"{slug}.json")


@require_GET
def report_file(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _started(slug)
    if not by_fide(tournament):
        raise Http404
    report = trf.write(trf_of(tournament, before=number_of(request, "round")))
    return _file(report, "text/plain; charset=utf-8", f"{slug}.trf")


@require_GET
def standings_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _started(slug)
    body = sheets.standings(tournament, through=number_of(request, "round"))
    return _file(body, "text/csv; charset=utf-8", f"{slug}-standings.csv")


@require_GET
def pairings_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    body = sheets.pairings(_started(slug))
    return _file(body, "text/csv; charset=utf-8", f"{slug}-pairings.csv")


@require_GET
def calendar_file(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = found(slug)
    address = request.build_absolute_uri(reverse("tournament", args=[slug]))
    body = calendars.calendar(tournament, address=address, host=request.get_host())
    return _file(body, "text/calendar; charset=utf-8", f"{slug}.ics")


@require_GET
def on_paper(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """`what` is standings, pairings or crosstable."""
    context = paper.sheet(_started(slug), what, number_of(request, "round"))
    if context is None:
        raise Http404
    return render(request, "tournaments/paper.html", context)
