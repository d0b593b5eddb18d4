"""A tournament as files: what is needed to pair it again elsewhere, and tables for a spreadsheet."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from correio.api import FAILURES
from tournaments import director, sheets, trf
from tournaments.api.finding import number_in, tournament_of
from tournaments.document import by_fide, event_of, trf_of
from tournaments.models import Tournament

BEFORE = OpenApiParameter("before", int, description="Only rounds before that one, as it was paired from.")
THROUGH = OpenApiParameter("through", int, description="After that round instead of now.")


class _AnyRenderer(BaseRenderer):
    """Lets a caller ask for the kind of the file; the answer is made by the view itself."""

    media_type = "*/*"
    format = ""

    def render(self, data: Any, *context: Any, **more: Any) -> bytes:
        return JSONRenderer().render(data)


class _FileView(APIView):
    renderer_classes = [JSONRenderer, _AnyRenderer]


def _started(slug: str) -> Tournament:
    """The seed would tell the lots before the start. Raises DirectorError."""
    tournament = tournament_of(slug)
    if tournament.started_at is None:
        message = _("There is no file before the start: it would tell the lots.")
        raise director.DirectorError("not_started", message)
    return tournament


def _file(body: str | bytes, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(body, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


class ReportFile(_FileView):
    @extend_schema(
        summary="Tournament report file (TRF26)",
        parameters=[BEFORE],
        responses={(200, "text/plain"): OpenApiTypes.STR, 404: FAILURES[404], 409: FAILURES[409]},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        tournament = _started(slug)
        if not by_fide(tournament):
            message = _("A report file is for two seats by FIDE's rules: take the event in JSON.")
            raise director.DirectorError("no_report", message)
        report = trf.write(trf_of(tournament, before=number_in(request, "before")))
        return _file(report, "text/plain; charset=utf-8", f"{slug}.trf")


class EventFile(_FileView):
    @extend_schema(
        summary="Everything the pairing of tables depends on",
        parameters=[BEFORE],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, 404: FAILURES[404], 409: FAILURES[409]},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        event = event_of(_started(slug), before=number_in(request, "before"))
        body = msgspec.json.format(msgspec.json.encode(event), indent=1)
        return _file(body, "application/json", f"{slug}.json")


class StandingsSheet(_FileView):
    @extend_schema(
        summary="Standings as CSV",
        parameters=[THROUGH],
        responses={(200, "text/csv"): OpenApiTypes.STR, 404: FAILURES[404], 409: FAILURES[409]},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        body = sheets.standings(_started(slug), through=number_in(request, "through"))
        return _file(body, "text/csv; charset=utf-8", f"{slug}-standings.csv")


class PairingsSheet(_FileView):
    @extend_schema(
        summary="Pairings of all rounds as CSV",
        responses={(200, "text/csv"): OpenApiTypes.STR, 404: FAILURES[404], 409: FAILURES[409]},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        body = sheets.pairings(_started(slug))
        return _file(body, "text/csv; charset=utf-8", f"{slug}-pairings.csv")
