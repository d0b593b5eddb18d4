"""`/api/tournaments/`: the list, one with its standings and rounds, entering, and the director's acts."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.house import LEVELS
from correio.accounts.models import User
from correio.api import FAILURES
from correio.matches.clocks import Control
from correio.matches.models import Match
from tournaments import director, gather
from tournaments.models import Pairing, Table, Tournament
from tournaments.ranking import Line, lines


class ClockField(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Match.ClockKind.choices)
    base_ms = serializers.IntegerField()
    increment_ms = serializers.IntegerField(default=0)
    cap_ms = serializers.IntegerField(default=0)


class TournamentRow(serializers.ModelSerializer[Tournament]):
    players = serializers.IntegerField(source="entered", help_text="Entered and not withdrawn.")
    clock = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = [
            "slug", "name", "status", "game", "title", "seats", "min_seats", "max_seats", "round_count",
            "window_days", "rule", "rated", "capacity", "clock", "created_at", "starts_at", "started_at",
            "finished_at", "players", "url",
        ]  # fmt: skip

    @extend_schema(responses=ClockField)
    def get_clock(self, row: Tournament) -> dict[str, Any]:
        return {
            "kind": row.clock_kind,
            "base_ms": row.clock_base_ms,
            "increment_ms": row.clock_increment_ms,
            "cap_ms": row.clock_cap_ms,
        }

    def get_url(self, row: Tournament) -> str:
        return str(self.context["request"].build_absolute_uri(row.get_absolute_url()))


class MetRow(serializers.Serializer[Any]):
    player = serializers.CharField(source="entry.user.username")
    position = serializers.IntegerField()
    relation = serializers.CharField(help_text="ahead, level, behind or playing.")


class CellRow(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="number")
    table = serializers.IntegerField(source="table.number", allow_null=True, default=None)
    match = serializers.CharField(source="table.match.code", allow_null=True, default=None)
    bye = serializers.CharField(help_text="pairing, half or zero; empty at a table.")
    seat = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField()
    met = MetRow(many=True)


class StandingRow(serializers.Serializer[Any]):
    position = serializers.IntegerField(source="standing.position")
    player = serializers.CharField(source="entry.user.username")
    name = serializers.CharField(source="entry.user.shown_name")
    withdrawn = serializers.SerializerMethodField()
    points = serializers.FloatField()
    points_24 = serializers.IntegerField(source="standing.units", help_text="Exact: in 1/24 point.")
    opponents = serializers.FloatField(allow_null=True, help_text="Average final score of opponents.")
    head_to_head = serializers.IntegerField(source="standing.head_to_head")
    wins = serializers.IntegerField(source="standing.wins")
    seconds = serializers.IntegerField(source="standing.seconds")
    rank = serializers.IntegerField(source="standing.rank", help_text="Initial rank.")
    rounds = CellRow(source="cells", many=True)

    def get_withdrawn(self, line: Line) -> bool:
        return line.entry.withdrawn_at is not None


class SeatRow(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    player = serializers.CharField(source="entry.user.username")


class TableRow(serializers.ModelSerializer[Table]):
    match = serializers.CharField(source="match.code")
    seats = SeatRow(source="pairings", many=True)
    reason = serializers.JSONField(help_text="What the table is made of; entries by number.")

    class Meta:
        model = Table
        fields = ["number", "match", "seats", "places", "nobody", "over_at", "decided_why", "reason"]


class ByeRow(serializers.Serializer[Any]):
    player = serializers.CharField(source="entry.user.username")
    bye = serializers.CharField()


class RoundRow(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    paired_at = serializers.DateTimeField()
    window_end = serializers.DateTimeField(allow_null=True)
    criteria = serializers.JSONField(help_text="The pairing as measured; smaller is better.")
    tables = serializers.SerializerMethodField()
    byes = serializers.SerializerMethodField()

    @extend_schema(responses=TableRow(many=True))
    def get_tables(self, row: Any) -> Any:
        return TableRow(row.tables.all(), many=True).data

    @extend_schema(responses=ByeRow(many=True))
    def get_byes(self, row: Any) -> Any:
        return ByeRow([pairing for pairing in row.pairings.all() if pairing.bye], many=True).data


class NewTournament(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60)
    title = serializers.CharField(help_text="Key of a title, see /api/games/.")
    seats = serializers.IntegerField(help_text="Preferred number of seats at a table.")
    min_seats = serializers.IntegerField(required=False, allow_null=True)
    max_seats = serializers.IntegerField(required=False, allow_null=True)
    round_count = serializers.IntegerField()
    clock = ClockField()
    options = serializers.DictField(child=serializers.JSONField(), required=False)
    about = serializers.CharField(required=False, allow_blank=True, max_length=2000)
    on_time_out = serializers.ChoiceField(choices=Match.OnTimeOut.choices, required=False)
    rated = serializers.BooleanField(required=False)
    window_days = serializers.IntegerField(required=False, allow_null=True)
    rule = serializers.ChoiceField(choices=Tournament.Rule.choices, required=False)
    auto_pair = serializers.BooleanField(required=False)
    capacity = serializers.IntegerField(required=False, allow_null=True)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)


class Enter(serializers.Serializer[Any]):
    nonce = serializers.CharField(required=False, max_length=200, help_text="Your share in the chance.")


class EnterBots(serializers.Serializer[Any]):
    level = serializers.ChoiceField(choices=[(level, level) for level in LEVELS])
    count = serializers.IntegerField(min_value=1)


class PairRound(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1)


class Removal(serializers.Serializer[Any]):
    player = serializers.CharField()


class Verdict(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, allow_null=True,
        help_text="Per seat; without them the score so far decides.",
    )  # fmt: skip
    nobody = serializers.BooleanField(default=False, help_text="No points for anybody.")
    why = serializers.CharField(max_length=200)


def _found(slug: str) -> Tournament:
    return get_object_or_404(gather.listed(), slug=slug)


def _shown(slug: str, request: Request) -> Response:
    return Response(TournamentRow(_found(slug), context={"request": request}).data)


def _user(request: Request) -> User:
    return request.user  # type: ignore[return-value]


class TournamentList(generics.ListAPIView[Tournament]):
    """Newest first; POST opens registration for one of your own."""

    serializer_class = TournamentRow
    permission_classes = [IsAuthenticatedOrReadOnly]
    queryset = Tournament.objects.none()

    def get_queryset(self) -> QuerySet[Tournament]:
        wanted = self.request.query_params.get("status")
        if wanted and wanted not in Tournament.Status.values:
            raise serializers.ValidationError({"status": [", ".join(Tournament.Status.values)]})
        return gather.listed().filter(status=wanted) if wanted else gather.listed()

    @extend_schema(
        summary="Tournaments", parameters=[OpenApiParameter("status", str, enum=Tournament.Status.values)]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        summary="Start a tournament", request=NewTournament, responses={201: TournamentRow, **FAILURES}
    )
    def post(self, request: Request) -> Response:
        wanted = NewTournament(data=request.data)
        wanted.is_valid(raise_exception=True)
        user = _user(request)
        if user.is_guest:
            raise director.DirectorError(
                "guest", "Guests cannot direct a tournament. Keep your account first.", 403
            )
        data = dict(wanted.validated_data)
        plan = director.Plan(**{**data, "clock": Control(**data["clock"])})
        answer = _shown(director.create(plan=plan, by=user).slug, request)
        answer.status_code = status.HTTP_201_CREATED
        return answer


class TournamentDetail(APIView):
    @extend_schema(summary="One tournament", responses={200: TournamentRow, 404: FAILURES[404]})
    def get(self, request: Request, slug: str) -> Response:
        return _shown(slug, request)


class Standings(APIView):
    @extend_schema(
        summary="Standings with every round of every player",
        parameters=[OpenApiParameter("through", int, description="After that round instead of now.")],
        responses={200: StandingRow(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        through = request.query_params.get("through")
        if through is not None and not through.isdigit():
            raise serializers.ValidationError({"through": ["A number."]})
        board = lines(_found(slug), through=None if through is None else int(through))
        return Response(StandingRow(board, many=True).data)


class Rounds(APIView):
    @extend_schema(
        summary="Rounds with their tables, byes and reasons",
        responses={200: RoundRow(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        seated = Prefetch("pairings", Pairing.objects.select_related("entry__user").order_by("seat"))
        tables = Prefetch("tables", Table.objects.select_related("match").prefetch_related(seated))
        rounds = _found(slug).rounds.order_by("number").prefetch_related(tables, seated)
        return Response(RoundRow(rounds, many=True).data)


class EnterTournament(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Enter", request=Enter, responses={200: TournamentRow, **FAILURES})
    def post(self, request: Request, slug: str) -> Response:
        wanted = Enter(data=request.data)
        wanted.is_valid(raise_exception=True)
        director.register(
            tournament_id=_found(slug).pk, user=_user(request), nonce=wanted.validated_data.get("nonce")
        )
        return _shown(slug, request)


class WithdrawFromTournament(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Withdraw", request=None, responses={200: TournamentRow, **FAILURES})
    def post(self, request: Request, slug: str) -> Response:
        director.withdraw(tournament_id=_found(slug).pk, user=_user(request))
        return _shown(slug, request)


class StartTournament(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Director: start", request=None, responses={200: TournamentRow, **FAILURES})
    def post(self, request: Request, slug: str) -> Response:
        director.start(tournament_id=_found(slug).pk, by=_user(request))
        return _shown(slug, request)


class PairTournament(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Director: pair a round", request=PairRound, responses={200: TournamentRow, **FAILURES}
    )
    def post(self, request: Request, slug: str) -> Response:
        wanted = PairRound(data=request.data)
        wanted.is_valid(raise_exception=True)
        director.pair_next(tournament_id=_found(slug).pk, by=_user(request), **wanted.validated_data)
        return _shown(slug, request)


class FinishTournament(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Director: finish after a complete round",
        request=None,
        responses={200: TournamentRow, **FAILURES},
    )
    def post(self, request: Request, slug: str) -> Response:
        director.finish(tournament_id=_found(slug).pk, by=_user(request))
        return _shown(slug, request)


class CancelTournament(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Director: cancel before the start", request=None, responses={200: TournamentRow, **FAILURES}
    )
    def post(self, request: Request, slug: str) -> Response:
        director.cancel(tournament_id=_found(slug).pk, by=_user(request))
        return _shown(slug, request)


class TournamentBots(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Director: enter house bots", request=EnterBots, responses={200: TournamentRow, **FAILURES}
    )
    def post(self, request: Request, slug: str) -> Response:
        wanted = EnterBots(data=request.data)
        wanted.is_valid(raise_exception=True)
        director.enter_bots(tournament_id=_found(slug).pk, by=_user(request), **wanted.validated_data)
        return _shown(slug, request)


class RemoveFromTournament(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Director: remove a player", request=Removal, responses={200: TournamentRow, **FAILURES}
    )
    def post(self, request: Request, slug: str) -> Response:
        wanted = Removal(data=request.data)
        wanted.is_valid(raise_exception=True)
        player = get_object_or_404(User, username=wanted.validated_data["player"])
        director.remove(tournament_id=_found(slug).pk, user=player, by=_user(request))
        return _shown(slug, request)


class AdjudicateTable(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Director: decide a table", request=Verdict, responses={200: TournamentRow, **FAILURES}
    )
    def post(self, request: Request, slug: str) -> Response:
        wanted = Verdict(data=request.data)
        wanted.is_valid(raise_exception=True)
        data = wanted.validated_data
        director.adjudicate(
            tournament_id=_found(slug).pk,
            round_number=data["round"],
            table_number=data["table"],
            places=data.get("places"),
            nobody=data["nobody"],
            why=data["why"],
            by=_user(request),
        )
        return _shown(slug, request)
