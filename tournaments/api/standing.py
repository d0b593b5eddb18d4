"""Standings with what they are made of, rounds with their reasons, and what may still come."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.api import FAILURES
from tournaments import director
from tournaments.api.finding import flag_in, number_in, tournament_of
from tournaments.explain import why_bye, why_table
from tournaments.gather.boards import board_of
from tournaments.gather.forecast import field_of
from tournaments.gather.page import open_tables
from tournaments.models import Entry, Pairing, Round, Table, Tournament
from tournaments.outlook.field import Field
from tournaments.outlook.needs import need, prospects
from tournaments.outlook.ranks import final_ranks
from tournaments.outlook.scoring import Duels
from tournaments.pairing.points import POINT
from tournaments.ranking import Line


class MetRow(serializers.Serializer[Any]):
    player = serializers.CharField(source="entry.user.username")
    position = serializers.IntegerField()
    relation = serializers.CharField(help_text="ahead, level, behind or playing.")


class CellRow(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="number")
    table = serializers.IntegerField(source="table.number", allow_null=True, default=None)
    match = serializers.CharField(source="table.match.code", allow_null=True, default=None)
    bye = serializers.CharField(help_text="pairing, full, half or zero; empty at a table.")
    seat = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField()
    met = MetRow(many=True)


class PartRow(serializers.Serializer[Any]):
    """What one round, or one opponent in it, adds to a tie-break."""

    round = serializers.IntegerField()
    opponent = serializers.CharField(source="opponent.user.username", default=None, allow_null=True)
    value = serializers.FloatField()
    how = serializers.CharField(help_text="played, dummy or the article of C.07; empty at tables.")
    cut = serializers.BooleanField(help_text="Left out by a cut.")


class ValueRow(serializers.Serializer[Any]):
    code = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    parts = serializers.SerializerMethodField(help_text="Only with ?parts=true.")

    @extend_schema_field(PartRow(many=True))
    def get_parts(self, value: Any) -> Any:
        return PartRow(value.parts, many=True).data if self.context.get("parts") else []


class StandingRow(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="With somebody whom nothing separates.")
    player = serializers.CharField(source="entry.user.username")
    name = serializers.CharField(source="entry.user.shown_name")
    withdrawn = serializers.SerializerMethodField()
    points = serializers.FloatField()
    points_24 = serializers.IntegerField(source="standing.units", help_text="Exact: in 1/24 point.")
    tie_breaks = ValueRow(source="values", many=True, help_text="In the order of the tournament.")
    out_in = serializers.IntegerField(allow_null=True, help_text="Knockout: the round one went out in.")
    opponents = serializers.FloatField(allow_null=True, help_text="Average final score of opponents.")
    head_to_head = serializers.IntegerField(source="standing.head_to_head")
    wins = serializers.IntegerField(source="standing.wins")
    seconds = serializers.IntegerField(source="standing.seconds")
    rank = serializers.IntegerField(source="standing.rank", help_text="Initial rank.")
    rounds = CellRow(source="cells", many=True)

    def get_withdrawn(self, line: Line) -> bool:
        return line.entry.withdrawn_at is not None


class Standings(APIView):
    @extend_schema(
        summary="Standings with every round of every player",
        parameters=[
            OpenApiParameter("through", int, description="After that round instead of now."),
            OpenApiParameter("parts", bool, description="With what every tie-break is made of."),
        ],
        responses={200: StandingRow(many=True), 400: FAILURES[400], 404: FAILURES[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        parts = flag_in(request, "parts")
        board = board_of(tournament_of(slug), through=number_in(request, "through"))
        return Response(StandingRow(board, many=True, context={"parts": parts}).data)


class SeatRow(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    player = serializers.CharField(source="entry.user.username")
    entry = serializers.IntegerField(source="entry_id", help_text="Its number in reasons.")


class TableRow(serializers.ModelSerializer[Table]):
    match = serializers.CharField(source="match.code")
    seats = SeatRow(source="pairings", many=True)
    reason = serializers.JSONField(help_text="What the table is made of; entries by number.")

    class Meta:
        model = Table
        fields = [
            "number", "match", "seats", "places", "nobody", "unplayed", "over_at", "decided_why",
            "annulled_at", "reason",
        ]  # fmt: skip


class ByeRow(serializers.Serializer[Any]):
    player = serializers.CharField(source="entry.user.username")
    bye = serializers.CharField()


class RoundRow(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    paired_at = serializers.DateTimeField()
    window_end = serializers.DateTimeField(allow_null=True)
    changed_why = serializers.CharField(help_text="Why a director changed the pairing; empty if nobody did.")
    criteria = serializers.JSONField(help_text="The pairing as measured; smaller is better.")
    tables = serializers.SerializerMethodField()
    byes = serializers.SerializerMethodField()

    @extend_schema_field(TableRow(many=True))
    def get_tables(self, row: Any) -> Any:
        return TableRow(row.tables.all(), many=True).data

    @extend_schema_field(ByeRow(many=True))
    def get_byes(self, row: Any) -> Any:
        return ByeRow([pairing for pairing in row.pairings.all() if pairing.bye], many=True).data


class PairingReason(serializers.Serializer[Any]):
    heading = serializers.CharField()
    text = serializers.CharField()


class ToldTable(TableRow):
    why = serializers.SerializerMethodField(help_text="In sentences.")

    class Meta(TableRow.Meta):
        fields = [*TableRow.Meta.fields, "why"]

    @extend_schema_field(PairingReason(many=True))
    def get_why(self, row: Table) -> Any:
        told = why_table(row, self.context["round"], self.context["entries"], self.context["reader"])
        return PairingReason(told, many=True).data


class ToldBye(ByeRow):
    why = serializers.SerializerMethodField(help_text="In a sentence.")

    def get_why(self, row: Pairing) -> str:
        round_ = self.context["round"]
        return why_bye(row, round_, round_.tournament.system)


class ToldRound(RoundRow):
    @extend_schema_field(ToldTable(many=True))
    def get_tables(self, row: Any) -> Any:
        return ToldTable(row.tables.all(), many=True, context=self.context).data

    @extend_schema_field(ToldBye(many=True))
    def get_byes(self, row: Any) -> Any:
        byes = [pairing for pairing in row.pairings.all() if pairing.bye]
        return ToldBye(byes, many=True, context=self.context).data


def _rounds(tournament: Tournament) -> QuerySet[Round]:
    seated = Prefetch("pairings", Pairing.objects.select_related("entry__user").order_by("seat"))
    tables = Prefetch(
        "tables",
        Table.objects.select_related("match").defer("match__snapshot").prefetch_related(seated),
    )
    return tournament.rounds.order_by("number").prefetch_related(tables, seated)


class Rounds(APIView):
    @extend_schema(
        summary="Rounds with their tables, byes and reasons",
        responses={200: RoundRow(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(RoundRow(_rounds(tournament_of(slug)), many=True).data)


class RoundDetail(APIView):
    @extend_schema(
        summary="One round, with the reasons in sentences", responses={200: ToldRound, 404: FAILURES[404]}
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = tournament_of(slug)
        round_ = get_object_or_404(_rounds(tournament), number=number)
        round_.tournament = tournament
        entries = {entry.pk: entry for entry in tournament.entries.select_related("user")}
        reader = next((pk for pk, entry in entries.items() if entry.user_id == request.user.pk), None)
        context = {"round": round_, "entries": entries, "reader": reader}
        return Response(ToldRound(round_, context=context).data)


class SpanRow(serializers.Serializer[Any]):
    best = serializers.IntegerField()
    worst = serializers.IntegerField()


class OutlookLine(SpanRow):
    """No final rank outside can be reached; ties count in favour for the best, against for the worst."""

    player = serializers.CharField()
    position = serializers.IntegerField(help_text="Now.")


class NeedRow(serializers.Serializer[Any]):
    """What it takes to finish at that rank or better, in points still to be gained."""

    rank = serializers.IntegerField()
    status = serializers.ChoiceField(choices=["certain", "possible", "impossible"])
    enough = serializers.FloatField(
        allow_null=True, help_text="With so many it is certain; null: nothing is enough."
    )
    least = serializers.FloatField(
        allow_null=True, help_text="With fewer it is out of reach; null: it is anyway."
    )
    most = serializers.FloatField(help_text="What can still be gained.")


class ProspectRow(serializers.Serializer[Any]):
    """One way the player's match under way can end."""

    gain = serializers.FloatField()
    place = serializers.IntegerField(allow_null=True, help_text="Null: a draw of two.")
    after = SpanRow(help_text="Ranks when the round is over.")


class PlayerOutlook(serializers.Serializer[Any]):
    player = serializers.CharField()
    needs = NeedRow(many=True)
    prospects = ProspectRow(many=True)


class OutlookRow(serializers.Serializer[Any]):
    known = serializers.BooleanField(help_text="False before the start, after the end, and in a knockout.")
    lines = OutlookLine(many=True)
    player = PlayerOutlook(allow_null=True, help_text="Of the player asked for.")


class Outlook(APIView):
    @extend_schema(
        summary="Possible final ranks, and what a player needs",
        parameters=[
            OpenApiParameter("player", str, description="Whose needs and prospects are told."),
            OpenApiParameter("rank", int, description="That rank or better is wanted; else 1, 3 and 10."),
        ],
        responses={200: OutlookRow, 400: FAILURES[400], 404: FAILURES[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = tournament_of(slug)
        rank = number_in(request, "rank")
        board = board_of(tournament)
        entry = _entry(board, request.query_params.get("player"))
        last = tournament.rounds.order_by("-number").first()
        field = field_of(tournament, board, open_tables(last), last.number if last else 0)
        if field is None:
            return Response({"known": False, "lines": [], "player": None})
        ranks = final_ranks(field)
        told = [
            {
                "player": line.entry.user.username,
                "position": line.position,
                "best": ranks[line.entry.pk].best,
                "worst": ranks[line.entry.pk].worst,
            }
            for line in board
        ]
        wanted = [rank] if rank else [each for each in (1, 3, 10) if each == 1 or each < len(board)]
        player = None if entry is None else _outlook_of(field, entry, wanted)
        return Response({"known": True, "lines": told, "player": player})


def _entry(board: list[Line], name: str | None) -> Entry | None:
    if name is None:
        return None
    for line in board:
        if line.entry.user.username.lower() == name.lower():
            return line.entry
    message = _("“%(name)s” is not entered in this tournament: check the spelling.") % {"name": name}
    raise director.DirectorError("not_entered", message, 404)


def _outlook_of(field: Field, entry: Entry, ranks: list[int]) -> dict[str, Any]:
    unit = 10 if isinstance(field.scoring, Duels) else POINT

    def points(value: int | None) -> float | None:
        return None if value is None else round(value / unit, 4)

    needs = [need(field, entry.pk, rank) for rank in ranks]
    return {
        "player": entry.user.username,
        "needs": [
            {
                "rank": each.rank,
                "status": each.status,
                "enough": points(each.enough),
                "least": points(each.least),
                "most": points(each.most),
            }
            for each in needs
        ],
        "prospects": [
            {
                "gain": points(each.gain),
                "place": each.place,
                "after": {"best": each.after.best, "worst": each.after.worst},
            }
            for each in prospects(field, entry.pk)
        ],
    }
