"""Static files under ASGI: whole at once, because Django would gather a synchronous stream anyway and
warn about it for every file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import Redirect, StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Our files are small (fonts, styles, scripts); nothing here is worth streaming."""

    @staticmethod
    def serve(static_file: StaticFile | Redirect, request: HttpRequest) -> HttpResponseBase:
        streamed = WhiteNoiseMiddleware.serve(static_file, request)
        whole = HttpResponse(b"".join(streamed), status=streamed.status_code, headers=streamed.headers)
        if "Content-Type" not in streamed.headers:
            del whole["Content-Type"]
        streamed.close()
        return whole
