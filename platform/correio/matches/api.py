"""`/api/matches/`: lists, one match as the caller may see it, and the commands of a player."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.member import member
from correio.api import FAILURES, number_in
from correio.matches import clocks, orders, records, referee
from correio.matches.desk import control
from correio.matches.extras import with_extras
from correio.matches.models import Match, Seat
from correio.matches.shown import iso, log_json, match_json, seat_of, shown_deadline
from correio.matches.wording import name

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="A new one for each command; a repeated key gets the first answer again.",
)
DIGITS = 9
"""At most, of a number in a query."""

NUMBER = {"type": "integer", "minimum": 0}


class Moves(serializers.Serializer[Any]):
    version = serializers.IntegerField(
        min_value=0, help_text="Version of the match the moves were chosen for."
    )
    moves = serializers.ListField(
        child=serializers.CharField(max_length=80, trim_whitespace=False),
        help_text="One-line notations, in order: all are played or none.",
    )


class ListedSeat(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    slug = serializers.CharField(allow_null=True)
    bot = serializers.CharField(allow_null=True)
    status = serializers.CharField()
    acting = serializers.BooleanField()
    deadline = serializers.DateTimeField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)


class ListedMatch(serializers.Serializer[Any]):
    id = serializers.CharField()
    game = serializers.CharField()
    title = serializers.CharField()
    status = serializers.CharField()
    version = serializers.IntegerField()
    rated = serializers.BooleanField()
    clock_words = serializers.CharField()
    waiting_until = serializers.DateTimeField(
        allow_null=True, help_text="Reactions are waited for until then; nobody is told whose."
    )
    seats = ListedSeat(many=True)
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)

    def to_representation(self, match: Match) -> dict[str, Any]:
        reader = self.context["request"].user.pk
        return {
            "id": match.code,
            "game": match.game,
            "title": match.title,
            "status": match.status,
            "version": match.version,
            "rated": match.rated,
            "clock_words": clocks.words(control(match)),
            "waiting_until": iso(match.window.closes_at) if hasattr(match, "window") else None,
            "seats": [_listed_seat(match, seat, reader) for seat in match.seats.all()],
            "started_at": iso(match.started_at),
            "finished_at": iso(match.finished_at),
        }


def _listed_seat(match: Match, seat: Seat, reader: int | None) -> dict[str, Any]:
    own = reader is not None and seat.user_id == reader
    hidden = hasattr(match, "window") and not own
    return {
        "seat": seat.seat,
        "name": name(seat),
        "slug": seat.user.username if seat.user is not None else None,
        "bot": seat.bot_level or None,
        "status": "left" if seat.left_at is not None else "seated" if seat.user_id else "open",
        "acting": not hidden and (seat.acting or (seat.sealed and not own)),
        "deadline": None if hidden else iso(shown_deadline(match, seat, own=own)),
        "place": seat.place,
        "points": seat.points,
    }


class MatchList(generics.ListAPIView[Match]):
    """Newest first."""

    serializer_class = ListedMatch
    permission_classes = [IsAuthenticatedOrReadOnly]
    queryset = Match.objects.none()

    @extend_schema(
        summary="Matches",
        parameters=[
            OpenApiParameter("mine", bool, description="Only those I sit in."),
            OpenApiParameter("waiting", bool, description="Only those that wait for me."),
            OpenApiParameter("status", str, enum=Match.Status.values),
            OpenApiParameter("game", str),
            OpenApiParameter("player", str, description="User name of somebody who sits in it."),
        ],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Match]:
        seats = Seat.objects.select_related("user").order_by("seat")
        matches = Match.objects.select_related("window").defer("snapshot", "secret")
        found = matches.prefetch_related(Prefetch("seats", seats))
        return self._filtered(found)

    def _filtered(self, found: QuerySet[Match]) -> QuerySet[Match]:
        query, user = self.request.query_params, self.request.user
        mine = _seated(user.pk) if user.is_authenticated else Q(pk=None)
        found = found.filter(Q(private=False) | ~Q(status=Match.Status.OPEN) | mine)
        if _flag(query, "mine"):
            found = found.filter(mine)
        if _flag(query, "waiting"):
            found = found.filter(_seated(user.pk, acting=True, left_at=None), status=Match.Status.PLAYING)
        if status := query.get("status"):
            if status not in Match.Status.values:
                raise serializers.ValidationError(
                    {"status": [_("One of %s.") % ", ".join(Match.Status.values)]}
                )
            found = found.filter(status=status)
        if game := query.get("game"):
            found = found.filter(game=game)
        if player := query.get("player"):
            found = found.filter(pk__in=Seat.objects.filter(user__username__iexact=player).values("match_id"))
        return found


def _seated(user_id: int | None, **more: Any) -> Q:
    return Q(pk__in=Seat.objects.filter(user=user_id, **more).values("match_id"))


def _flag(query: Any, key: str) -> bool:
    value = query.get(key, "false").lower()
    if value not in ("true", "false", "1", "0"):
        raise serializers.ValidationError({key: [_("true or false.")]})
    return value in ("true", "1")


class MatchDetail(APIView):
    @extend_schema(
        operation_id="match_retrieve",
        summary="A match as I may see it",
        parameters=[OpenApiParameter("at", NUMBER, description="As it was after move n.")],
        responses={200: OpenApiTypes.OBJECT, 404: FAILURES[404]},
    )
    def get(self, request: Request, code: str) -> Response:
        match = get_object_or_404(Match, code=code)
        return Response(_shown(match, request, number_in(request, "at", DIGITS)))


class MatchMoves(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Play moves",
        request=Moves,
        parameters=[KEY],
        responses={200: OpenApiTypes.OBJECT, **FAILURES, 422: FAILURES[409]},
    )
    def post(self, request: Request, code: str) -> Response:
        body = Moves(data=request.data)
        body.is_valid(raise_exception=True)
        answer = referee.submit(
            match_id=code,
            user=member(request),
            version=body.validated_data["version"],
            moves=body.validated_data["moves"],
            key=request.headers.get("Idempotency-Key"),
        )
        observer = seat_of(answer.match, request.user) if answer.repeated else answer.seat
        shown = match_json(answer.match, observer)
        return Response(with_extras(shown, answer.match, request.user))


class Orders(serializers.Serializer[Any]):
    form = serializers.CharField(max_length=40, help_text="Key of one of the forms.")
    lines = serializers.ListField(
        child=serializers.CharField(max_length=orders.LONGEST_LINE, trim_whitespace=False),
        max_length=100,
        help_text="`answer condition condition ...`; the first line whose conditions all hold decides.",
    )


class MatchOrders(APIView):
    """Answers in advance, shown to their owner only. An order may be changed at any time, also out of turn;
    it raises no version and tells nobody."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="My standing orders, form by form",
        responses={200: OpenApiTypes.OBJECT, **FAILURES},
    )
    def get(self, request: Request, code: str) -> Response:
        return Response({"orders": self._orders(get_object_or_404(Match, code=code), request)})

    @extend_schema(
        summary="Replace the lines of one form",
        request=Orders,
        parameters=[KEY],
        responses={200: OpenApiTypes.OBJECT, **FAILURES, 422: FAILURES[409]},
    )
    def put(self, request: Request, code: str) -> Response:
        body = Orders(data=request.data)
        body.is_valid(raise_exception=True)
        match = referee.set_order(
            match_id=code,
            user=member(request),
            form=body.validated_data["form"],
            lines=body.validated_data["lines"],
            key=request.headers.get("Idempotency-Key"),
        )
        return Response({"orders": self._orders(match, request)})

    def _orders(self, match: Match, request: Request) -> list[dict[str, Any]]:
        return orders.of_seat(match, seat_of(match, request.user))


class MatchPreview(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "preview"

    @extend_schema(
        summary="What moves would look like, up to a point of no return",
        request=Moves,
        responses={200: OpenApiTypes.OBJECT, **FAILURES, 422: FAILURES[409]},
    )
    def post(self, request: Request, code: str) -> Response:
        body = Moves(data=request.data)
        body.is_valid(raise_exception=True)
        seen = referee.preview(
            match_id=code,
            user=member(request),
            version=body.validated_data["version"],
            moves=body.validated_data["moves"],
        )
        return Response(asdict(seen))


class MatchResign(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Leave the match for good",
        request=None,
        parameters=[KEY],
        responses={200: OpenApiTypes.OBJECT, **FAILURES},
    )
    def post(self, request: Request, code: str) -> Response:
        referee.resign(match_id=code, user=member(request), key=request.headers.get("Idempotency-Key"))
        return Response(_shown(get_object_or_404(Match, code=code), request))


class MatchAbort(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Call the match off before anybody's second turn",
        request=None,
        parameters=[KEY],
        responses={200: OpenApiTypes.OBJECT, **FAILURES},
    )
    def post(self, request: Request, code: str) -> Response:
        referee.abort(match_id=code, user=member(request), key=request.headers.get("Idempotency-Key"))
        return Response(_shown(get_object_or_404(Match, code=code), request))


class MatchRecord(APIView):
    @extend_schema(
        summary="The record with its secret, once the match is over",
        responses={200: OpenApiTypes.OBJECT, **FAILURES},
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        match = get_object_or_404(Match, code=code)
        answer = HttpResponse(records.encoded(match), content_type="application/json")
        answer.headers["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.json"'
        return answer


class MatchLog(APIView):
    """At most 200 lines at once."""

    @extend_schema(
        summary="The log, as far as I may know it",
        parameters=[OpenApiParameter("after", NUMBER, description="Only moves after number n.")],
        responses={200: OpenApiTypes.OBJECT, 404: FAILURES[404]},
    )
    def get(self, request: Request, code: str) -> Response:
        match = get_object_or_404(Match, code=code)
        after = number_in(request, "after", DIGITS) or 0
        moves = list(match.moves.filter(seq__gt=after).order_by("seq")[:200])
        return Response(
            {"version": match.version, "log": log_json(match, seat_of(match, request.user), moves)}
        )


def _shown(match: Match, request: Request, at: int | None = None) -> dict[str, Any]:
    return with_extras(match_json(match, seat_of(match, request.user), at), match, request.user)
