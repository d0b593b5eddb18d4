"""`/api/lobby/`: tables with open seats."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import generics, serializers, status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.house import LEVELS
from correio.accounts.member import member
from correio.api import FAILURES, Refusal
from correio.lobby import tables
from correio.lobby.open_seats import PACES, open_tables
from correio.matches.clocks import FISCHER, PER_TURN, Control, words
from correio.matches.models import Match
from correio.numbers import whole
from engines import registry


class Nonce(serializers.Serializer[Any]):
    nonce = serializers.RegexField(
        r"^[0-9a-f]{64}$",
        required=False,
        help_text="32 random bytes in hex: your share in the key of every shuffle and die.",
    )

    def chosen(self) -> bytes | None:
        text = self.validated_data.get("nonce")
        return bytes.fromhex(text) if text else None


class Clock(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=[PER_TURN, FISCHER], default=PER_TURN)
    base_ms = serializers.IntegerField(help_text="Time of each turn, or the bank at the start.")
    increment_ms = serializers.IntegerField(default=0, help_text="Fischer: added after each turn.")
    cap_ms = serializers.IntegerField(default=0, help_text="Fischer: the bank never holds more.")


class NewTable(Nonce):
    title = serializers.CharField(help_text="Key of a title of `/api/games/`.")
    seats = serializers.IntegerField()
    clock = Clock()
    options = serializers.DictField(default=dict, help_text="Of the game; missing ones are defaults.")
    on_time_out = serializers.ChoiceField(choices=Match.OnTimeOut.choices, default=Match.OnTimeOut.ABSENT)
    rated = serializers.BooleanField(default=True)
    private = serializers.BooleanField(default=False, help_text="Reachable by the invitation only.")
    bots = serializers.ListField(
        child=serializers.ChoiceField(choices=LEVELS),
        default=list,
        help_text="Levels of bots to seat at once.",
    )


class WhichBot(serializers.Serializer[Any]):
    level = serializers.ChoiceField(choices=LEVELS, default="steady")


class JoinTable(Nonce):
    invitation = serializers.CharField(required=False, help_text="Needed for a private table.")


class TableSeat(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField(source="user.shown_name", default=None, allow_null=True)
    slug = serializers.CharField(source="user.username", default=None, allow_null=True)
    bot = serializers.CharField(source="bot_level", help_text="Level; empty for people and open seats.")


class Table(serializers.ModelSerializer[Match]):
    id = serializers.CharField(source="code")
    seats = TableSeat(many=True)
    clock = serializers.SerializerMethodField()
    clock_words = serializers.SerializerMethodField()
    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)
    invitation = serializers.SerializerMethodField(help_text="For those who sit at the table; else null.")
    url = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = [
            "id", "game", "title", "status", "seats", "clock", "clock_words", "options", "on_time_out",
            "rated", "private", "created_by", "created_at", "open_until", "commitment", "invitation", "url",
        ]  # fmt: skip

    @extend_schema_field(Clock)
    def get_clock(self, match: Match) -> dict[str, Any]:
        return {
            "kind": match.clock_kind,
            "base_ms": match.clock_base_ms,
            "increment_ms": match.clock_increment_ms,
            "cap_ms": match.clock_cap_ms,
        }

    @extend_schema_field(OpenApiTypes.STR)
    def get_clock_words(self, match: Match) -> str:
        return words(
            Control(match.clock_kind, match.clock_base_ms, match.clock_increment_ms, match.clock_cap_ms)
        )

    @extend_schema_field({"type": "string", "nullable": True})
    def get_invitation(self, match: Match) -> str | None:
        reader = self.context["request"].user.pk
        sits = any(seat.user_id is not None and seat.user_id == reader for seat in match.seats.all())
        return match.invitation if sits else None

    @extend_schema_field(OpenApiTypes.URI)
    def get_url(self, match: Match) -> str:
        return str(self.context["request"].build_absolute_uri(f"/m/{match.code}/"))


class TableList(generics.ListAPIView[Match]):
    """Public tables with open seats, newest first; POST opens one."""

    serializer_class = Table
    permission_classes = [IsAuthenticatedOrReadOnly]
    queryset = Match.objects.none()

    def get_queryset(self) -> QuerySet[Match]:
        query = self.request.query_params
        seats, pace, rated = query.get("seats"), query.get("pace"), query.get("rated")
        count = None if seats is None else whole(seats, 4)
        if seats is not None and count is None:
            raise serializers.ValidationError({"seats": [_("A number.")]})
        if pace is not None and pace not in PACES:
            raise serializers.ValidationError({"pace": [_("One of days, hours, live.")]})
        if rated is not None and rated not in ("true", "false"):
            raise serializers.ValidationError({"rated": [_("true or false.")]})
        return open_tables(
            timezone.now(),
            title=query.get("title"),
            seats=count,
            pace=pace,  # type: ignore[arg-type]
            rated=None if rated is None else rated == "true",
        )

    @extend_schema(
        summary="Tables with open seats",
        parameters=[
            OpenApiParameter("title", str, description="Only of this game."),
            OpenApiParameter("seats", int, description="Only with this number of seats."),
            OpenApiParameter("pace", str, enum=list(PACES)),
            OpenApiParameter("rated", bool),
        ],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(summary="Open a table", request=NewTable, responses={201: Table, **FAILURES})
    def post(self, request: Request) -> Response:
        wanted = NewTable(data=request.data)
        wanted.is_valid(raise_exception=True)
        match = tables.open_table(member(request), _wish(wanted.validated_data), wanted.chosen())
        return Response(_shown(match, request), status=status.HTTP_201_CREATED)


def _wish(data: dict[str, Any]) -> tables.Wish:
    """The referee checks seats, options and clock; here only the title is looked up."""
    try:
        title = registry.title(data["title"])[1]
    except registry.UnknownGame as error:
        raise Refusal("unknown_title", str(error.args[0]), 422) from error
    return tables.Wish(
        title=title.key,
        seats=data["seats"],
        control=Control(**data["clock"]),
        options=data["options"],
        on_time_out=data["on_time_out"],
        rated=data["rated"],
        private=data["private"],
        bots=data["bots"],
    )


def _shown(match: Match, request: Request) -> Any:
    fresh = Match.objects.select_related("created_by").prefetch_related("seats__user").get(pk=match.pk)
    return Table(fresh, context={"request": request}).data


def _findable(code: str, request: Request, invitation: str = "") -> Match:
    """A private table exists only for those who sit there or hold its invitation."""
    match = get_object_or_404(Match.objects.prefetch_related("seats"), code=code)
    if match.private and invitation != match.invitation:
        get_object_or_404(match.seats, user_id=request.user.pk or 0)
    return match


class TableDetail(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(summary="One table", responses={200: Table, 404: FAILURES[404]})
    def get(self, request: Request, code: str) -> Response:
        return Response(_shown(_findable(code, request, request.query_params.get("invitation", "")), request))

    @extend_schema(summary="Cancel my table", responses={200: Table, **FAILURES})
    def delete(self, request: Request, code: str) -> Response:
        match = _findable(code, request)
        if match.created_by_id != request.user.pk:
            raise Refusal("not_yours", _("Only whoever opened the table may cancel it."), 403)
        tables.leave(member(request), match)
        return Response(_shown(match, request))


class TableJoin(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Sit down", request=JoinTable, responses={200: Table, **FAILURES})
    def post(self, request: Request, code: str) -> Response:
        wanted = JoinTable(data=request.data)
        wanted.is_valid(raise_exception=True)
        match = _findable(code, request, wanted.validated_data.get("invitation", ""))
        tables.join(member(request), match, wanted.chosen())
        return Response(_shown(match, request))


class TableLeave(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Give my seat back", request=None, responses={200: Table, **FAILURES})
    def post(self, request: Request, code: str) -> Response:
        match = _findable(code, request)
        tables.leave(member(request), match)
        return Response(_shown(match, request))


class TableBot(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Seat a bot at my table", request=WhichBot, responses={200: Table, **FAILURES})
    def post(self, request: Request, code: str) -> Response:
        wanted = WhichBot(data=request.data)
        wanted.is_valid(raise_exception=True)
        match = _findable(code, request)
        tables.add_bot(member(request), match, wanted.validated_data["level"])
        return Response(_shown(match, request))


class Rematch(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Ask for a rematch, or sit down at the one that was asked for",
        request=Nonce,
        responses={200: Table, **FAILURES},
    )
    def post(self, request: Request, code: str) -> Response:
        wanted = Nonce(data=request.data)
        wanted.is_valid(raise_exception=True)
        match = get_object_or_404(Match, code=code)
        return Response(_shown(tables.rematch(member(request), match, wanted.chosen()), request))
