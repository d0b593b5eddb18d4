"""`/exports/`: the public dumps, listed and sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from ratings import exports
from ratings.models import DumpFile, Pool

PIECE = 1 << 18
"""Bytes read and sent at once."""


class DumpThrottle(SimpleRateThrottle):
    """How many dumps one address may take: they change once a day."""

    scope = "dump"
    rate = "60/hour"

    def get_cache_key(self, request: Request, view: object) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    exports.want(timezone.now())
    context = {
        "dumps": DumpFile.objects.all(),
        "anything": Pool.objects.filter(last_seq__gt=0).exists(),
    }
    return render(request, "ratings/exports.html", context)


@require_GET
def dump(request: HttpRequest, name: str) -> HttpResponseBase:
    """Piece by piece, so that no file is ever held in memory."""
    found = get_object_or_404(DumpFile, name=name)
    path = exports.folder() / found.name
    if not path.is_file():
        raise Http404
    if not DumpThrottle().allow_request(Request(request), view=None):  # type: ignore[arg-type]
        words = _("You took many files within an hour. They change once a day: try again later.")
        return render(request, "403.html", {"reason": words}, status=429)
    answer = StreamingHttpResponse(_pieces(path), content_type="application/zstd")
    answer.headers["Content-Length"] = str(found.size)
    answer.headers["Content-Disposition"] = f'attachment; filename="{found.name}"'
    answer.headers["ETag"] = f'"{found.sha256}"'
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer


async def _pieces(path: Path) -> AsyncIterator[bytes]:
    file = await sync_to_async(_opened)(path)
    try:
        while piece := await sync_to_async(file.read)(PIECE):
            yield piece
    finally:
        await sync_to_async(file.close)()


def _opened(path: Path) -> BinaryIO:
    return path.open("rb")
