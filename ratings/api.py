"""`/api/ratings/`: pools, leaderboards, distribution, gauge, a player's ratings and changes, two players,
what a match did and why, the calculator, the public dumps."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.models import User
from correio.api import FAILURES, Pages
from correio.matches.models import Match
from ratings import gauge, leaderboards, pools, queries, versus
from ratings.explained import explain
from ratings.forms import SEATS, CalculatorForm
from ratings.models import DumpFile, Pool, Rating, RatingChange


class PoolRow(serializers.ModelSerializer[Pool]):
    key = serializers.CharField(help_text="title/sets/speed, as in addresses.")
    results = serializers.IntegerField(source="last_seq", help_text="Rated results so far.")

    class Meta:
        model = Pool
        fields = ["key", "game", "title", "sets", "speed", "results"]


class RatingRow(serializers.ModelSerializer[Rating]):
    player = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.shown_name")
    kind = serializers.CharField(source="user.kind")
    rating_milli = serializers.IntegerField(source="rating", help_text="Thousandths of a point, exact.")
    rating = serializers.IntegerField(source="points", help_text="Whole points, as shown.")
    deviation = serializers.IntegerField(source="deviation_points")
    peak = serializers.IntegerField(source="peak_points")
    band = serializers.ListField(
        child=serializers.IntegerField(), help_text="Between these two 95 times in 100."
    )
    provisional = serializers.BooleanField()

    class Meta:
        model = Rating
        fields = [
            "player", "name", "kind", "rating", "rating_milli", "games", "deviation", "band", "peak",
            "provisional", "last_day",
        ]  # fmt: skip


class LeaderRow(RatingRow):
    rank = serializers.IntegerField(help_text="Equal ratings share it.")
    trend_milli = serializers.IntegerField(
        source="trend",
        allow_null=True,
        help_text="Won or lost in the last 30 days; null if nothing was played.",
    )

    class Meta(RatingRow.Meta):
        fields = ["rank", *RatingRow.Meta.fields, "trend_milli"]


class CurvePoint(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    rating = serializers.IntegerField()
    match = serializers.CharField()


class SeatRecord(serializers.Serializer[Any]):
    seats = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    last = serializers.IntegerField(help_text="How often in the last place.")
    change_milli = serializers.IntegerField(source="change", help_text="Won or lost at tables of this size.")
    peak_milli = serializers.IntegerField(source="best", help_text="Highest after a table of this size.")


class PlayerPool(serializers.Serializer[Any]):
    pool = serializers.CharField(source="rating.pool.key")
    rating = RatingRow()
    records = SeatRecord(many=True)
    curve = CurvePoint(many=True)


class DuelRow(serializers.Serializer[Any]):
    against = serializers.IntegerField(source="seat.seat")
    k = serializers.CharField(help_text="Mean of both players' K, halved if the match counts half.")
    expected = serializers.CharField(help_text="Expected score, six places.")
    score = serializers.CharField(help_text="1 ahead, ½ level, 0 behind.")
    exact = serializers.CharField(help_text="Points before the cut, six places.")
    moved_milli = serializers.IntegerField()


class SeatChange(serializers.Serializer[Any]):
    seat = serializers.IntegerField(source="seat.seat")
    player = serializers.CharField(source="seat.user.username")
    place = serializers.IntegerField(source="seat.place")
    before_milli = serializers.IntegerField(source="change.before")
    change_milli = serializers.IntegerField(source="change.change")
    games_before = serializers.IntegerField(source="change.games_before")
    deviation_before_milli = serializers.IntegerField(source="change.deviation_before")
    deviation_milli = serializers.IntegerField(source="change.deviation")
    k = serializers.IntegerField()
    duels = DuelRow(many=True)


class MatchChanges(serializers.Serializer[Any]):
    rated = serializers.BooleanField()
    reason = serializers.CharField(help_text="Why it is not rated; empty if it is.")
    half = serializers.BooleanField()
    void = serializers.BooleanField()
    pool = serializers.CharField(source="result.pool.key")
    seq = serializers.IntegerField(source="result.seq", allow_null=True)
    formula_version = serializers.IntegerField(source="result.formula_version")
    changes = SeatChange(many=True, source="explained")


class PlayerChange(serializers.ModelSerializer[RatingChange]):
    match = serializers.CharField(source="result.match.code")
    seats = serializers.IntegerField(source="result.match.seat_count")
    finished_at = serializers.DateTimeField(source="result.finished_at")
    before_milli = serializers.IntegerField(source="before")
    change_milli = serializers.IntegerField(source="change")
    deviation_milli = serializers.IntegerField(source="deviation")

    class Meta:
        model = RatingChange
        fields = [
            "match", "seats", "finished_at", "before_milli", "change_milli", "games_before",
            "deviation_milli",
        ]  # fmt: skip


class DistributionBar(serializers.Serializer[Any]):
    low = serializers.IntegerField(help_text="Lowest whole rating of the column.")
    high = serializers.IntegerField()
    players = serializers.IntegerField()


class GaugeMonth(serializers.Serializer[Any]):
    month = serializers.DateField(source="first", help_text="Its first day.")
    active = serializers.IntegerField(help_text="People who finished a rated match in it.")
    mean = serializers.IntegerField(allow_null=True, help_text="Of their ratings at its end.")
    bots = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Mean rating of the house bots at its end, by level.",
    )


class TallyRow(serializers.Serializer[Any]):
    title = serializers.CharField(help_text="Name of the game; empty for all together.")
    played = serializers.IntegerField()
    ahead = serializers.IntegerField(help_text="How often the first player finished ahead.")
    behind = serializers.IntegerField()
    level = serializers.IntegerField()


class MeetingRow(serializers.Serializer[Any]):
    match = serializers.CharField(source="code")
    title = serializers.CharField()
    seats = serializers.IntegerField(source="seat_count")
    finished_at = serializers.DateTimeField()
    places = serializers.SerializerMethodField()
    changes_milli = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_places(self, match: Any) -> Any:
        return [match.mine, match.theirs]

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField(allow_null=True)))
    def get_changes_milli(self, match: Any) -> Any:
        return [match.my_change, match.their_change]


class Versus(serializers.Serializer[Any]):
    tallies = TallyRow(many=True)
    matches = MeetingRow(many=True, help_text="The last fifty.")


class PlaceRange(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    least_milli = serializers.IntegerField(source="least")
    most_milli = serializers.IntegerField(source="most")


class Forecast(serializers.Serializer[Any]):
    seat = serializers.IntegerField(help_text="From 1, as asked.")
    place = serializers.IntegerField()
    k = serializers.IntegerField()
    change_milli = serializers.IntegerField()
    after = serializers.IntegerField(help_text="Whole points.")
    ranges = PlaceRange(many=True, help_text="What each place would bring, ties left out.")


class DumpRow(serializers.ModelSerializer[DumpFile]):
    url = serializers.SerializerMethodField()

    class Meta:
        model = DumpFile
        fields = ["name", "url", "made_at", "size", "sha256", "results", "players"]

    def get_url(self, dump: DumpFile) -> str:
        return reverse("export_file", args=[dump.name])


def _pool(kwargs: dict[str, Any]) -> Pool:
    pool = pools.find("{title}/{sets}/{speed}".format(**kwargs))
    if pool is None:
        raise NotFound
    return pool


class PoolList(APIView):
    @extend_schema(summary="Rating pools", operation_id="ratings_pools", responses=PoolRow(many=True))
    def get(self, request: Request) -> Response:
        return Response(PoolRow(queries.pools(), many=True).data)


class Leaderboard(generics.ListAPIView[Rating]):
    serializer_class = LeaderRow
    pagination_class = Pages
    queryset = Rating.objects.none()

    @extend_schema(
        summary="Leaderboard of a pool",
        parameters=[
            OpenApiParameter("kind", str, enum=["person", "bot"]),
            OpenApiParameter("provisional", bool, description="Provisional ratings too."),
            OpenApiParameter("inactive", bool, description="Also who was away for more than 90 days."),
        ],
        responses={200: LeaderRow(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Rating]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        pool, query, now = _pool(self.kwargs), self.request.query_params, timezone.now()
        kind = query.get("kind", "")
        if kind not in ("", "person", "bot"):
            raise serializers.ValidationError({"kind": ["person or bot"]})
        rows = leaderboards.standing(
            pool,
            now,
            kind=kind,
            provisional=query.get("provisional") == "true",
            inactive=query.get("inactive") == "true",
        )
        return leaderboards.ranked(rows, now)


class PoolDistribution(APIView):
    @extend_schema(
        summary="How many players have which rating",
        responses={200: DistributionBar(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, **kwargs: Any) -> Response:
        rows = leaderboards.standing(_pool(kwargs), timezone.now(), provisional=True, inactive=True)
        return Response(DistributionBar(leaderboards.distribution(rows).bars, many=True).data)


class PoolGauge(APIView):
    @extend_schema(
        summary="Is there inflation: house bots and active players month by month",
        responses={200: GaugeMonth(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response(GaugeMonth(gauge.months(_pool(kwargs), timezone.now()), many=True).data)


class PlayerChanges(generics.ListAPIView[RatingChange]):
    serializer_class = PlayerChange
    pagination_class = Pages
    queryset = RatingChange.objects.none()

    @extend_schema(
        summary="Every rated match of a player in a pool, newest first",
        operation_id="ratings_changes_of_player",
        responses={200: PlayerChange(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[RatingChange]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        user = get_object_or_404(User, username__iexact=self.kwargs["name"])
        return queries.changes_of(user, _pool(self.kwargs))


class TwoPlayers(APIView):
    @extend_schema(
        summary="Two players: who finished ahead of whom", responses={200: Versus, 404: FAILURES[404]}
    )
    def get(self, request: Request, one: str, other: str) -> Response:
        first = get_object_or_404(User, username__iexact=one)
        second = get_object_or_404(User, username__iexact=other)
        if first == second:
            raise NotFound
        matches = versus.together(first, second)
        return Response(Versus({"tallies": versus.tallies(matches), "matches": matches[:50]}).data)


class Calculator(APIView):
    @extend_schema(
        summary="What a match would do to ratings",
        parameters=[
            OpenApiParameter(
                "rating",
                int,
                many=True,
                required=True,
                description="Of each seat, whole points; 2 to 5 times.",
            ),
            OpenApiParameter(
                "games", int, many=True, description="Rated matches of each seat before; 30 if left out."
            ),
            OpenApiParameter(
                "place", int, many=True, description="Of each seat; in the order given if left out."
            ),
        ],
        responses={200: Forecast(many=True), 400: FAILURES[400]},
    )
    def get(self, request: Request) -> Response:
        asked = {name: request.query_params.getlist(name) for name in ("rating", "games", "place")}
        seats = len(asked["rating"])
        if seats not in SEATS:
            raise serializers.ValidationError({"rating": ["2 to 5 of them, one for each seat"]})
        data = {"seats": seats}
        for name, values in asked.items():
            if values and len(values) != seats:
                raise serializers.ValidationError({name: ["one for each rating, or none"]})
            for seat in range(seats):
                default = "30" if name == "games" else str(seat + 1)
                data[f"{name}_{seat + 1}"] = values[seat] if values else default  # type: ignore[assignment]
        form = CalculatorForm(seats, data)
        if not form.is_valid():
            wrong = {name: [str(error) for error in errors] for name, errors in form.errors.items()}
            raise serializers.ValidationError(wrong)
        return Response(Forecast(form.outcome, many=True).data)


class Dumps(APIView):
    @extend_schema(summary="Public dumps", operation_id="ratings_exports", responses=DumpRow(many=True))
    def get(self, request: Request) -> Response:
        return Response(DumpRow(DumpFile.objects.all(), many=True).data)


class PlayerRatings(APIView):
    @extend_schema(
        summary="A player's ratings, records and curves",
        responses={200: PlayerPool(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, name: str) -> Response:
        user = get_object_or_404(User, username__iexact=name)
        return Response(PlayerPool(queries.profile(user), many=True).data)


class MatchRatings(APIView):
    @extend_schema(
        summary="What a match did to the ratings, down to each duel",
        responses={200: MatchChanges, 404: FAILURES[404]},
    )
    def get(self, request: Request, code: str) -> Response:
        match = get_object_or_404(Match, code=code)
        found = queries.of_match(match)
        if found is None:
            raise NotFound
        seats = list(match.seats.select_related("user").order_by("seat"))
        explained = explain(found.result, found.changes, seats)
        return Response(MatchChanges({**vars(found), "explained": explained}).data)
