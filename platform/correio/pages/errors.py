"""When something goes wrong: a page for people, the one error shape for programs.

The 500 page must not need the database, nor a context processor that does.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext as _

from correio.api import error_json, wants_json


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if wants_json(request):
        return error_json("bad_request", _("The request could not be understood."), 400)
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if wants_json(request):
        return error_json("forbidden", _("You may not do this."), 403)
    return render(request, "403.html", {"reason": str(exception)}, status=403)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    if wants_json(request):
        return error_json("not_found", _("There is nothing here that you may see."), 404)
    return render(request, "404.html", status=404)


def fault(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return error_json("fault", _("Something broke on our side. Nothing was changed; try again."), 500)
    return HttpResponseServerError(loader.render_to_string("500.html"))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """`CSRF_FAILURE_VIEW`: the form was open for too long, or cookies are off."""
    if wants_json(request):
        return error_json("csrf", _("The CSRF token is missing or old. Load the page again."), 403)
    words = _(
        "This form was open for too long, or your browser keeps no cookies. Load the page and send it again."
    )
    return render(request, "403.html", {"reason": words}, status=403)
