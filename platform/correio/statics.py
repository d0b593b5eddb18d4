"""Static files under ASGI: whole at once, because Django would gather a synchronous stream anyway and
warn about it for every file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import Redirect, StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Our files are small (fonts, styles, scripts); nothing here is worth streaming."""

    @staticmethod
    def serve(static_file: StaticFile | Redirect, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        whole = HttpResponse(status=int(found.status))
        del whole["Content-Type"]
        for name, value in found.headers:
            whole[name] = value
        if found.file is not None:
            with found.file as file:
                whole.content = file.read()
        return whole
