"""Who plays and waits, who asked out, who is invited, who is kept apart, who directs, what was done."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.member import member
from correio.api import FAILURES
from tournaments import director
from tournaments.api.finding import choice_in, observed, tournament_of
from tournaments.models import Act, Entry, ForbiddenPair, Invitation, RequestedBye, Role


class EntryRow(serializers.ModelSerializer[Entry]):
    entry = serializers.IntegerField(source="pk", help_text="Its number in reasons.")
    player = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.shown_name")
    bot = serializers.BooleanField(source="user.is_bot")

    class Meta:
        model = Entry
        fields = [
            "entry", "player", "name", "bot", "place", "rank", "rating", "first_round", "joined_at",
            "checked_in_at", "withdrawn_at", "withdrawn_why",
        ]  # fmt: skip


class Entries(APIView):
    @extend_schema(
        summary="Entries: the field, then the waiting list in its order",
        responses={200: EntryRow(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = tournament_of(slug).entries.select_related("user")
        return Response(EntryRow(found.order_by("place", "rank", "joined_at", "pk"), many=True).data)


class AskedRow(serializers.ModelSerializer[RequestedBye]):
    player = serializers.CharField(source="entry.user.username")
    round = serializers.IntegerField(source="round_number")
    bye = serializers.ChoiceField(source="kind", choices=RequestedBye.Kind.choices)

    class Meta:
        model = RequestedBye
        fields = ["player", "round", "bye", "at"]


class Byes(APIView):
    """The desk sees all of them, everybody else their own."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Byes asked for", responses={200: AskedRow(many=True), **FAILURES})
    def get(self, request: Request, slug: str) -> Response:
        tournament = tournament_of(slug)
        found = RequestedBye.objects.filter(entry__tournament=tournament).select_related("entry__user")
        if not director.may_observe(request.user, tournament):
            found = found.filter(entry__user=member(request))
        return Response(AskedRow(found.order_by("round_number", "pk"), many=True).data)


class InvitationRow(serializers.ModelSerializer[Invitation]):
    player = serializers.CharField(source="user.username")
    by = serializers.CharField(source="by.username", default=None, allow_null=True)

    class Meta:
        model = Invitation
        fields = ["player", "by", "at"]


class Invitations(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Desk: invitations", responses={200: InvitationRow(many=True), **FAILURES})
    def get(self, request: Request, slug: str) -> Response:
        found = observed(slug, request).invitations.select_related("user", "by")
        return Response(InvitationRow(found, many=True).data)


class ForbiddenRow(serializers.ModelSerializer[ForbiddenPair]):
    players = serializers.SerializerMethodField()
    by = serializers.CharField(source="by.username", default=None, allow_null=True)

    class Meta:
        model = ForbiddenPair
        fields = ["players", "first_round", "last_round", "why", "by", "at"]

    def get_players(self, row: ForbiddenPair) -> list[str]:
        return [row.one.user.username, row.other.user.username]


class ForbiddenPairs(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Desk: pairs that are kept apart", responses={200: ForbiddenRow(many=True), **FAILURES}
    )
    def get(self, request: Request, slug: str) -> Response:
        found = observed(slug, request).forbidden_pairs.select_related("one__user", "other__user", "by")
        return Response(ForbiddenRow(found, many=True).data)


class RoleRow(serializers.ModelSerializer[Role]):
    player = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(source="kind", choices=Role.Kind.choices)
    by = serializers.CharField(source="by.username", default=None, allow_null=True)

    class Meta:
        model = Role
        fields = ["player", "role", "by", "at"]


class Roles(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Desk: directors and observers", responses={200: RoleRow(many=True), **FAILURES})
    def get(self, request: Request, slug: str) -> Response:
        found = observed(slug, request).roles.select_related("user", "by")
        return Response(RoleRow(found, many=True).data)


class TournamentActRow(serializers.ModelSerializer[Act]):
    by = serializers.CharField(
        source="by.username", default=None, allow_null=True, help_text="Null: the site."
    )
    detail = serializers.JSONField(help_text="What it was about; players by their number on the site.")

    class Meta:
        model = Act
        fields = ["kind", "by", "detail", "at"]


class Acts(generics.ListAPIView[Act]):
    """Newest first."""

    serializer_class = TournamentActRow
    permission_classes = [IsAuthenticated]
    queryset = Act.objects.none()

    def get_queryset(self) -> QuerySet[Act]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        found = observed(self.kwargs["slug"], self.request).acts.select_related("by")
        if kind := choice_in(self.request, "kind", Act.Kind.values):
            found = found.filter(kind=kind)
        if by := self.request.query_params.get("by"):
            found = found.filter(by__username__iexact=by)
        return found

    @extend_schema(
        summary="Desk: the audit log",
        parameters=[
            OpenApiParameter("kind", str, enum=Act.Kind.values),
            OpenApiParameter("by", str, description="User name."),
        ],
        responses={200: TournamentActRow(many=True), **FAILURES},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)
