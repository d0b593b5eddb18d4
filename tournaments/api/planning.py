"""The list, one of them, and what a tournament is to be: created, changed, copied."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.member import member
from correio.api import FAILURES
from correio.matches.clocks import Control
from correio.matches.models import Match
from ratings.models import Pool
from tournaments import director
from tournaments.api.described import ClockField, Description, TournamentRow, described
from tournaments.api.finding import choice_in, flag_in, tournament_of
from tournaments.api.once import KEY, once
from tournaments.gather import listing
from tournaments.models import Tournament


class NewTournament(serializers.Serializer[Any]):
    """What is left out is as usual; all of it is checked together, and refused with what is offered."""

    name = serializers.CharField(max_length=60)
    title = serializers.CharField(max_length=40, help_text="Key of a title, see /api/games/.")
    options = serializers.DictField(child=serializers.JSONField(), required=False)
    seats = serializers.IntegerField(help_text="Preferred number of seats at a table.")
    min_seats = serializers.IntegerField(required=False, allow_null=True)
    max_seats = serializers.IntegerField(required=False, allow_null=True)
    clock = ClockField()
    on_time_out = serializers.ChoiceField(choices=Match.OnTimeOut.choices, required=False)
    rated = serializers.BooleanField(required=False)
    about = serializers.CharField(required=False, allow_blank=True, max_length=8000, help_text="Markdown.")
    prizes = serializers.CharField(required=False, allow_blank=True, max_length=8000, help_text="Markdown.")

    system = serializers.ChoiceField(choices=Tournament.System.choices, required=False)
    round_count = serializers.IntegerField(
        required=False, allow_null=True, help_text="Null where the field decides: round robin, knockout."
    )
    accelerated = serializers.BooleanField(required=False, help_text="Dutch: Baku acceleration.")
    cycles = serializers.IntegerField(required=False, help_text="Round robin: 1 or 2.")
    third_place = serializers.BooleanField(required=False, help_text="Knockout: a match for it.")
    score_first = serializers.BooleanField(required=False, help_text="Tables: in the last round.")
    tie_breaks = serializers.ListField(
        child=serializers.CharField(max_length=20), required=False, max_length=20, help_text="In order."
    )
    edition = serializers.ChoiceField(
        choices=Tournament.Edition.choices, required=False, help_text="Of FIDE's C.07."
    )
    rank_by = serializers.ChoiceField(choices=Tournament.RankBy.choices, required=False)
    window_days = serializers.IntegerField(required=False, allow_null=True)
    rule = serializers.ChoiceField(choices=Tournament.Rule.choices, required=False)
    auto_pair = serializers.BooleanField(required=False)
    round_every_days = serializers.IntegerField(required=False, allow_null=True)
    half_byes = serializers.IntegerField(required=False, help_text="Half-point byes each may ask for.")

    capacity = serializers.IntegerField(required=False, allow_null=True)
    by_invitation = serializers.BooleanField(required=False)
    bots = serializers.ChoiceField(choices=Tournament.Bots.choices, required=False)
    min_rating = serializers.IntegerField(required=False, allow_null=True)
    max_rating = serializers.IntegerField(required=False, allow_null=True)
    min_matches = serializers.IntegerField(required=False, allow_null=True)
    min_reliability = serializers.IntegerField(required=False, allow_null=True, help_text="Per cent.")
    late_until = serializers.IntegerField(required=False, help_text="Until that round is paired.")
    check_in_minutes = serializers.IntegerField(required=False, allow_null=True)
    opens_at = serializers.DateTimeField(required=False, allow_null=True)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    repeat_every_days = serializers.IntegerField(required=False, allow_null=True)


class Changes(NewTournament):
    """Only what is to change; the clock as a whole or in part."""

    class Meta:
        ref_name = "TournamentChanges"


class Copy(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60, required=False)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)


STATUS = Tournament.Status
OVER = "over"
STATUSES = [*STATUS.values, OVER]


class TournamentList(generics.ListAPIView[Tournament]):
    """Newest first; POST opens registration for one of your own."""

    serializer_class = TournamentRow
    permission_classes = [IsAuthenticatedOrReadOnly]
    queryset = Tournament.objects.none()

    def get_queryset(self) -> QuerySet[Tournament]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        request = self.request
        found = listing.listed()
        wanted = choice_in(request, "status", STATUSES)
        if wanted:
            over = [STATUS.FINISHED, STATUS.CANCELLED]
            found = found.filter(status__in=over if wanted == OVER else [wanted])
        narrowing = {
            "game": request.query_params.get("title"),
            "system": choice_in(request, "system", Tournament.System.values),
            "speed": choice_in(request, "speed", Pool.Speed.values),
        }
        mine, open_to_me = flag_in(request, "mine"), flag_in(request, "open")
        if (mine or open_to_me) and not request.user.is_authenticated:
            raise serializers.ValidationError({"mine": [_("Sign in to ask for your own.")]})
        found = listing.narrowed(found, {**narrowing, "whose": "mine" if mine else ""}, request.user)
        if open_to_me:
            return found.filter(pk__in=[each.pk for each in listing.open_to(found, request.user)])
        return found

    @extend_schema(
        summary="Tournaments",
        parameters=[
            OpenApiParameter("status", str, enum=STATUSES),
            OpenApiParameter("title", str, description="Key of a title."),
            OpenApiParameter("system", str, enum=Tournament.System.values),
            OpenApiParameter("speed", str, enum=Pool.Speed.values, description="Kind of clock."),
            OpenApiParameter("mine", bool, description="I am entered, or have a role."),
            OpenApiParameter("open", bool, description="I could enter now."),
        ],
        responses={200: TournamentRow(many=True), 400: FAILURES[400]},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        summary="Start a tournament",
        request=NewTournament,
        parameters=[KEY],
        responses={201: Description, **FAILURES, 422: FAILURES[409]},
    )
    def post(self, request: Request) -> Response:
        wanted = NewTournament(data=request.data)
        wanted.is_valid(raise_exception=True)
        user = member(request)
        if user.is_guest:
            message = _("Guests cannot direct a tournament. Keep your account first.")
            raise director.DirectorError("guest", message, 403)
        data = {"round_count": None, **wanted.validated_data}
        plan = director.Plan(**{**data, "clock": Control(**data["clock"])})
        slug = once(request, lambda: director.create(plan=plan, by=user).slug)
        return described(slug, request, status.HTTP_201_CREATED)


class TournamentDetail(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        summary="One tournament, its conditions, and what I am in it",
        responses={200: Description, 404: FAILURES[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        return described(slug, request)

    @extend_schema(
        summary="Director: change what may still change",
        request=Changes(partial=True),
        parameters=[KEY],
        responses={200: Description, **FAILURES, 422: FAILURES[409]},
    )
    def patch(self, request: Request, slug: str) -> Response:
        found = tournament_of(slug)
        wanted = Changes(data=request.data, partial=True)
        wanted.is_valid(raise_exception=True)
        changes = dict(wanted.validated_data)
        if "clock" in changes:
            changes["clock"] = replace(director.plan_of(found).clock, **changes["clock"])
        once(
            request,
            lambda: director.edit(tournament_id=found.pk, changes=changes, by=member(request)).slug,
        )
        return described(slug, request)
