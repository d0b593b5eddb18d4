"""What every endpoint under `/api/` has in common: one shape of failure, and pages of lists.

Each failure, from a missing page to a refused move, is `{"error": {"code", "message", "detail"}}`:
`code` is for programs and never changes, `message` is a sentence for people (what, why, what to do),
`detail` says which field or value, or is null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers, status
from rest_framework.pagination import CursorPagination, PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import set_rollback

from correio.numbers import whole
from correio.refusal import Refusal


def error_body(code: str, message: str, detail: Any = None) -> dict[str, Any]:
    return {"error": {"code": code, "message": str(message), "detail": detail}}


def error_json(code: str, message: str, http_status: int, detail: Any = None) -> JsonResponse:
    """For failures outside DRF: no such path, a fault of ours."""
    return JsonResponse(error_body(code, message, detail), status=http_status)


def wants_json(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def number_in(request: Request, name: str, digits: int) -> int | None:
    """A number of the query, None if it is not there; anything else is answered with what is expected."""
    text = request.query_params.get(name)
    if text is None:
        return None
    number = whole(text, digits)
    if number is None:
        raise serializers.ValidationError({name: [_("A number, 0 or greater.")]})
    return number


def error_response(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's exception handler. None hands the exception to Django: it is our fault and answers 500."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.APIException):
        answer = _answer_of_framework(error)
    elif isinstance(error, Refusal):
        answer = Response(error_body(error.code, error.message, error.detail), status=error.status)
    else:
        return None
    set_rollback()
    return answer


def _answer_of_framework(error: exceptions.APIException) -> Response:
    code, message, detail = _words(error)
    headers: dict[str, str] = {}
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait) + 1)
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    return Response(error_body(code, message, detail), status=error.status_code, headers=headers)


def _words(error: exceptions.APIException) -> tuple[str, str, Any]:
    match error:
        case exceptions.ValidationError():
            detail = error.detail
            fields = ", ".join(str(name) for name in detail) if isinstance(detail, dict) else ""
            if fields:
                return "invalid", _("Not understood: %(fields)s. See detail.") % {"fields": fields}, detail
            return "invalid", _("Not understood. See detail."), detail
        case exceptions.ParseError():
            return "malformed", _("The body is not the JSON that was expected: %s") % error.detail, None
        case exceptions.UnsupportedMediaType():
            return "media_type", _("Send the body as application/json."), None
        case exceptions.NotAuthenticated():
            return "not_signed_in", _("Sign in, or send an Authorization header with a token."), None
        case exceptions.AuthenticationFailed():
            words = _(
                "This token is not valid: it is mistyped, expired or revoked. Make a new one in the settings."
            )
            return "bad_token", words, None
        case exceptions.PermissionDenied():
            return "forbidden", str(error.detail), None
        case exceptions.NotFound():
            return "not_found", _("There is nothing here that you may see."), None
        case exceptions.MethodNotAllowed():
            return "method", str(error.detail), None
        case exceptions.Throttled():
            seconds = int(getattr(error, "wait", None) or 0) + 1
            message = _("Too many requests: wait %(seconds)d s and try again.") % {"seconds": seconds}
            return "throttled", message, {"wait_seconds": seconds}
        case _:
            return str(error.default_code), str(error.detail), None


class Pagination(CursorPagination):
    """Newest first, steady while rows arrive. `?limit=` up to 200."""

    ordering = "-pk"
    page_size_query_param = "limit"
    max_page_size = 200


class Pages(PageNumberPagination):
    """For lists with an order of their own, such as leaderboards. `?page=`, `?limit=` up to 200."""

    page_size_query_param = "limit"
    max_page_size = 200


class FailureReason(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="For programs; never changes.")
    message = serializers.CharField(help_text="For people: what, why, what to do.")
    detail = serializers.JSONField(allow_null=True, help_text="Which field or value; null if there is none.")


class Failure(serializers.Serializer[Any]):
    """The one shape of every failure."""

    error = FailureReason()


FAILURES: dict[int, type[Failure]] = {
    status.HTTP_400_BAD_REQUEST: Failure,
    status.HTTP_403_FORBIDDEN: Failure,
    status.HTTP_404_NOT_FOUND: Failure,
    status.HTTP_409_CONFLICT: Failure,
}
"""For `extend_schema(responses={200: ..., **FAILURES})`."""
