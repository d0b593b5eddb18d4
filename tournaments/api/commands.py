"""One command of a tournament: a POST that does one thing. Two tables of them become views here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.member import member
from correio.accounts.models import User
from correio.api import FAILURES
from tournaments.api.described import Description, described
from tournaments.api.finding import player_of, tournament_of
from tournaments.api.once import KEY, once
from tournaments.models import Tournament


@dataclass(frozen=True)
class Call:
    """Who asks for what."""

    tournament: Tournament
    by: User
    data: dict[str, Any]

    @property
    def who(self) -> dict[str, Any]:
        """Arguments of acts that everybody does for themselves and directors for anybody."""
        name = self.data.get("player")
        if not name:
            return {"tournament_id": self.tournament.pk, "user": self.by}
        user = player_of(name)
        return {
            "tournament_id": self.tournament.pk,
            "user": user,
            "by": None if user.pk == self.by.pk else self.by,
        }

    @property
    def directing(self) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, "by": self.by}


Show = Callable[[Tournament, Request, Any], Response]


def _show_tournament(tournament: Tournament, request: Request, left: Any) -> Response:
    return described(tournament.slug, request)


@dataclass(frozen=True)
class Command:
    path: str
    summary: str
    does: Callable[[Call], Any]
    """Gives what the answer is made from later, fit for JSON; None where the tournament itself is shown."""
    wants: type[serializers.Serializer[Any]] | None = None
    gives: type[serializers.BaseSerializer[Any]] = Description
    show: Show = _show_tournament
    created: bool = False
    """Answers 201 in place of 200."""

    @property
    def name(self) -> str:
        return f"api_tournament_{self.path.rstrip('/').replace('/', '_').replace('-', '_')}"


def view_of(command: Command) -> Callable[..., Any]:
    code = status.HTTP_201_CREATED if command.created else status.HTTP_200_OK

    class View(APIView):
        permission_classes = [IsAuthenticated]

        @extend_schema(
            summary=command.summary,
            description="",
            request=command.wants,
            parameters=[KEY],
            responses={code: command.gives, **FAILURES, 422: FAILURES[409]},
        )
        def post(self, request: Request, slug: str) -> Response:
            tournament = tournament_of(slug)
            call = Call(tournament, member(request), _valid(command.wants, request))
            left = once(request, lambda: command.does(call))
            answer = command.show(tournament, request, left)
            answer.status_code = code
            return answer

    View.__name__ = View.__qualname__ = command.name
    return View.as_view()


def _valid(wants: type[serializers.Serializer[Any]] | None, request: Request) -> dict[str, Any]:
    if wants is None:
        return {}
    wanted = wants(data=request.data)
    wanted.is_valid(raise_exception=True)
    return dict(wanted.validated_data)
