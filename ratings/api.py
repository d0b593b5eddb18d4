"""`/api/ratings/`: pools, leaderboards, a player's ratings and curve, the changes of a match."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.models import User
from correio.api import FAILURES, Pages
from correio.matches.models import Match
from ratings import pools, queries
from ratings.models import Pool, Rating


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


class CurvePoint(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    rating = serializers.IntegerField()
    match = serializers.CharField()


class SeatRecord(serializers.Serializer[Any]):
    seats = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()


class PlayerPool(serializers.Serializer[Any]):
    pool = serializers.CharField(source="rating.pool.key")
    rating = RatingRow()
    records = SeatRecord(many=True)
    curve = CurvePoint(many=True)


class SeatChange(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    before_milli = serializers.IntegerField(source="before")
    change_milli = serializers.IntegerField(source="change")
    games_before = serializers.IntegerField()


class MatchChanges(serializers.Serializer[Any]):
    rated = serializers.BooleanField()
    reason = serializers.CharField(help_text="Why it is not rated; empty if it is.")
    half = serializers.BooleanField()
    void = serializers.BooleanField()
    changes = serializers.SerializerMethodField()

    @extend_schema(responses=SeatChange(many=True))
    def get_changes(self, found: queries.MatchRating) -> Any:
        return SeatChange([found.changes[seat] for seat in sorted(found.changes)], many=True).data


class PoolList(APIView):
    @extend_schema(summary="Rating pools", operation_id="ratings_pools", responses=PoolRow(many=True))
    def get(self, request: Request) -> Response:
        return Response(PoolRow(queries.pools(), many=True).data)


class Leaderboard(generics.ListAPIView[Rating]):
    serializer_class = RatingRow
    pagination_class = Pages
    queryset = Rating.objects.none()

    @extend_schema(
        summary="Leaderboard of a pool",
        parameters=[
            OpenApiParameter("kind", str, enum=["person", "bot"]),
            OpenApiParameter("settled", bool, description="Without provisional ratings."),
        ],
        responses={200: RatingRow(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Rating]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        pool = pools.find("{title}/{sets}/{speed}".format(**self.kwargs))
        if pool is None:
            raise NotFound
        query = self.request.query_params
        kind = query.get("kind", "")
        if kind not in ("", "person", "bot"):
            raise serializers.ValidationError({"kind": ["person or bot"]})
        return queries.leaderboard(pool, kind=kind, settled=query.get("settled") == "true")


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
        summary="What a match did to the ratings", responses={200: MatchChanges, 404: FAILURES[404]}
    )
    def get(self, request: Request, code: str) -> Response:
        found = queries.of_match(get_object_or_404(Match, code=code))
        if found is None:
            raise NotFound
        return Response(MatchChanges(found).data)
