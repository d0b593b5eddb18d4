"""A tournament in JSON, short and with everything about it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from correio.matches.models import Match
from tournaments import director
from tournaments.acts import jobs
from tournaments.api.finding import tournament_of
from tournaments.models import Entry, RequestedBye, Role, Tournament
from tournaments.ranking import order_of


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
            "slug", "name", "status", "system", "game", "title", "seats", "min_seats", "max_seats",
            "round_count", "window_days", "rule", "rated", "bots", "by_invitation", "capacity", "clock",
            "created_at", "opens_at", "starts_at", "started_at", "finished_at", "players", "url",
        ]  # fmt: skip

    @extend_schema_field(ClockField)
    def get_clock(self, row: Tournament) -> dict[str, Any]:
        return {
            "kind": row.clock_kind,
            "base_ms": row.clock_base_ms,
            "increment_ms": row.clock_increment_ms,
            "cap_ms": row.clock_cap_ms,
        }

    def get_url(self, row: Tournament) -> str:
        return str(self.context["request"].build_absolute_uri(row.get_absolute_url()))


class ByeWanted(serializers.ModelSerializer[RequestedBye]):
    round = serializers.IntegerField(source="round_number")
    bye = serializers.ChoiceField(source="kind", choices=RequestedBye.Kind.choices)

    class Meta:
        model = RequestedBye
        fields = ["round", "bye"]


class MyEntry(serializers.ModelSerializer[Entry]):
    byes = ByeWanted(source="requested_byes", many=True, help_text="Asked for.")

    class Meta:
        model = Entry
        fields = [
            "place", "rank", "rating", "first_round", "joined_at", "checked_in_at", "withdrawn_at",
            "withdrawn_why", "byes",
        ]  # fmt: skip


class WhyNot(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="What entering would be refused with.")
    message = serializers.CharField()
    status = serializers.IntegerField()


class Door(serializers.Serializer[Any]):
    """Whether the caller could enter now."""

    possible = serializers.BooleanField()
    would_wait = serializers.BooleanField(help_text="Onto the waiting list.")
    why_not = WhyNot(many=True, help_text="Everything that stands against it, the most final first.")


class Description(TournamentRow):
    """Everything about one tournament, and what the caller is in it."""

    tie_breaks = serializers.SerializerMethodField(help_text="In their order, after the points.")
    seed = serializers.SerializerMethodField(help_text="Of all lots; null before the start.")
    waiting = serializers.SerializerMethodField(help_text="On the waiting list.")
    repeats = serializers.CharField(source="repeats.slug", default=None, allow_null=True)
    directors = serializers.SerializerMethodField()
    rounds_paired = serializers.SerializerMethodField()
    pairing = serializers.SerializerMethodField(
        help_text="The round that is being paired: ask again in a moment. Null for none."
    )
    open_tables = serializers.SerializerMethodField(help_text="Still being played.")
    role = serializers.SerializerMethodField(help_text="The caller's; null for none.")
    me = serializers.SerializerMethodField(help_text="The caller's entry; null for none.")
    entering = serializers.SerializerMethodField(help_text="Null for who is entered or not signed in.")
    changeable = serializers.SerializerMethodField(
        help_text="For directors: names of the fields that may still change, null for all; else empty."
    )

    class Meta(TournamentRow.Meta):
        fields = [
            *TournamentRow.Meta.fields,
            "about", "prizes", "options", "on_time_out", "accelerated", "cycles", "third_place",
            "tie_breaks", "edition", "score_first", "auto_pair", "round_every_days", "rank_by",
            "min_rating", "max_rating", "min_matches", "min_reliability", "late_until", "half_byes",
            "check_in_minutes", "repeat_every_days", "repeats", "seed", "waiting", "directors",
            "rounds_paired", "pairing", "open_tables", "role", "me", "entering", "changeable",
        ]  # fmt: skip

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_tie_breaks(self, row: Tournament) -> list[str]:
        return list(order_of(row))

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_seed(self, row: Tournament) -> str | None:
        return row.seed if row.started_at is not None else None

    def get_waiting(self, row: Tournament) -> int:
        return row.entries.filter(place=Entry.Place.WAITING, withdrawn_at=None).count()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_directors(self, row: Tournament) -> list[str]:
        roles = row.roles.filter(kind=Role.Kind.DIRECTOR)
        return list(roles.order_by("pk").values_list("user__username", flat=True))

    def get_rounds_paired(self, row: Tournament) -> int:
        return row.rounds.count()

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_pairing(self, row: Tournament) -> int | None:
        job = jobs.pending(row)
        return None if job is None else job.number

    def get_open_tables(self, row: Tournament) -> int:
        return row.rounds.filter(tables__isnull=False, tables__over_at=None).count()

    @extend_schema_field(serializers.ChoiceField(choices=Role.Kind.choices, allow_null=True))
    def get_role(self, row: Tournament) -> str | None:
        role = self._of_caller(row.roles)
        return None if role is None else role.kind

    @extend_schema_field(MyEntry(allow_null=True))
    def get_me(self, row: Tournament) -> Any:
        entry = self._of_caller(row.entries.prefetch_related("requested_byes"))
        return None if entry is None else MyEntry(entry).data

    @extend_schema_field(Door(allow_null=True))
    def get_entering(self, row: Tournament) -> Any:
        user = self.context["request"].user
        if not user.is_authenticated or self._of_caller(row.entries) is not None:
            return None
        reasons = director.reasons_not_to_enter(row, user, timezone.now())
        return {
            "possible": not reasons,
            "would_wait": not reasons and director.would_wait(row),
            "why_not": [asdict(reason) for reason in reasons],
        }

    @extend_schema_field(serializers.ListField(child=serializers.CharField(), allow_null=True))
    def get_changeable(self, row: Tournament) -> list[str] | None:
        if not director.may_direct(self.context["request"].user, row):
            return []
        names = director.changeable(row)
        return None if names is None else sorted(names)

    def _of_caller(self, rows: Any) -> Any:
        user = self.context["request"].user
        return rows.filter(user=user).first() if user.is_authenticated else None


def described(slug: str, request: Request, http_status: int = status.HTTP_200_OK) -> Response:
    return Response(Description(tournament_of(slug), context={"request": request}).data, status=http_status)
