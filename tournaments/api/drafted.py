"""The next round before anybody sees it, and whole rounds laid by a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.api import FAILURES
from tournaments import director, document
from tournaments.acts.draft_checks import what_changed
from tournaments.acts.office import locked, must_be, must_direct
from tournaments.api.commands import Call, Command
from tournaments.api.finding import observed
from tournaments.models import Draft, Entry, Pairing, Tournament


class DraftTable(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    seats = serializers.ListField(
        child=serializers.CharField(), help_text="Players in the order of play; of two White is the first."
    )
    fixed = serializers.BooleanField(help_text="Laid by hand.")
    reason = serializers.JSONField(help_text="What the table is made of; entries by number.")


class DraftBye(serializers.Serializer[Any]):
    player = serializers.CharField()
    bye = serializers.ChoiceField(choices=Pairing.Bye.choices)
    by_hand = serializers.BooleanField()


class DoubtRow(serializers.Serializer[Any]):
    """Something the rules would avoid or forbid."""

    kind = serializers.ChoiceField(choices=["met", "forbidden", "bye_again", "colour"])
    players = serializers.ListField(child=serializers.CharField())
    table = serializers.IntegerField(allow_null=True)


class DraftRow(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="The round.")
    tables = DraftTable(many=True)
    byes = DraftBye(many=True)
    criteria = serializers.JSONField(help_text="The pairing as measured.")
    changed_why = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField(help_text="Send it back as `seen` to be told of a change in between.")
    stale = serializers.ListField(
        child=serializers.CharField(), help_text="What has changed since, in words; then it is not published."
    )
    doubts = DoubtRow(many=True)


class RoundNumber(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1, help_text="The round.")


class ByeGiven(serializers.Serializer[Any]):
    player = serializers.CharField(max_length=150)
    bye = serializers.ChoiceField(choices=Pairing.Bye.choices)


class _Laid(RoundNumber):
    why = serializers.CharField(max_length=200, help_text="The players will read it.")
    tables = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(max_length=150), min_length=1, max_length=5),
        required=False,
        max_length=1024,
        help_text="Players in the order of play; of two White is the first.",
    )
    byes = ByeGiven(many=True, required=False)


class ChangeDraft(_Laid):
    """Tables and byes by hand; everybody else is paired around them."""

    free = serializers.ListField(
        child=serializers.CharField(max_length=150), required=False, max_length=1024,
        help_text="What was laid by hand for these players is taken back.",
    )  # fmt: skip
    swap = serializers.ListField(
        child=serializers.CharField(max_length=150), required=False, min_length=2, max_length=2,
        help_text="These two change places; all others stay.",
    )  # fmt: skip
    seen = serializers.DateTimeField(required=False, help_text="`at` of the draft that was looked at.")


class WholeRound(_Laid):
    """Everybody who is there at a table or with a bye; who asked out may be left out."""

    publish = serializers.BooleanField(default=False, help_text="At once; else it becomes the draft.")


class ImportedRound(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    tables = serializers.IntegerField(help_text="How many.")
    published = serializers.BooleanField()
    doubts = DoubtRow(many=True)


@dataclass(frozen=True)
class Field:
    """The players of a tournament by name, as a program calls them."""

    entries: Mapping[str, Entry]

    @classmethod
    def of(cls, tournament: Tournament) -> Field:
        return cls({entry.user.username.lower(): entry for entry in document.field(tournament)})

    def keys(self, names: Sequence[str]) -> list[int]:
        """Raises DirectorError for the first who is not entered."""
        for name in names:
            if name.strip().lower() not in self.entries:
                raise director.DirectorError("not_entered", _not_entered(name), 422, {"player": name.strip()})
        return [self.entries[name.strip().lower()].pk for name in names]


def _not_entered(name: str) -> str:
    return _("“%(name)s” is not entered in this tournament: check the spelling.") % {"name": name.strip()}


def in_json(draft: Draft) -> dict[str, Any]:
    """In a number of queries that does not grow with the field."""
    names = {entry.pk: entry.user.username for entry in document.field(draft.tournament)}
    return {
        "number": draft.number,
        "tables": [
            {
                "number": number,
                "seats": [names.get(entry, "") for entry in row["seats"]],
                "fixed": row["fixed"],
                "reason": row["reason"],
            }
            for number, row in enumerate(draft.tables, 1)
        ],
        "byes": [
            {
                "player": names.get(row["entry"], ""),
                "bye": row["kind"],
                "by_hand": row.get("by_hand", False),
            }
            for row in draft.byes
        ],
        "criteria": draft.criteria,
        "changed_why": draft.changed_why,
        "by": None if draft.by is None else draft.by.username,
        "at": draft.at,
        "stale": (stale := what_changed(draft.tournament, draft)),
        "doubts": [] if stale else doubts_of(draft, names),
    }


def doubts_of(draft: Draft, names: Mapping[int, str]) -> list[dict[str, Any]]:
    return [
        {"kind": each.kind, "players": [names[entry] for entry in each.entries], "table": each.table}
        for each in director.doubts_about(draft)
    ]


def _found(tournament: Tournament) -> Draft:
    draft = Draft.objects.filter(tournament=tournament).select_related("by", "tournament").first()
    if draft is None:
        message = _("There is no draft: draw one up, or it was published or thrown away meanwhile.")
        raise director.DirectorError("no_draft", message, 404)
    return draft


def _show_draft(tournament: Tournament, request: Request, left: Any) -> Response:
    return Response(DraftRow(in_json(_found(tournament))).data)


class DraftDetail(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Desk: the next round before it is published", responses={200: DraftRow, **FAILURES}
    )
    def get(self, request: Request, slug: str) -> Response:
        return _show_draft(observed(slug, request), request, None)


def _make(call: Call) -> None:
    director.draft(**call.directing, number=call.data["number"])


def _change(call: Call) -> None:
    data, field = call.data, Field.of(call.tournament)
    swap = field.keys(data["swap"]) if "swap" in data else None
    director.change_draft(
        **call.directing,
        number=data["number"],
        why=data["why"],
        tables=[field.keys(table) for table in data.get("tables", ())],
        byes=_byes(field, data),
        free=field.keys(data.get("free", ())),
        swap=None if swap is None else (swap[0], swap[1]),
        seen=data.get("seen"),
    )


def _byes(field: Field, data: Mapping[str, Any]) -> dict[int, str]:
    rows = data.get("byes", ())
    keys = field.keys([row["player"] for row in rows])
    return {key: row["bye"] for key, row in zip(keys, rows, strict=True)}


def _discard(call: Call) -> None:
    director.discard_draft(**call.directing)


def _pair_again(call: Call) -> None:
    director.pair_again(**call.directing, number=call.data["number"], why=call.data["why"])


@transaction.atomic
def _import(call: Call) -> dict[str, Any]:
    """All or nothing. What a draft before had by hand goes: the list is the whole round."""
    tournament = locked(call.tournament.pk)
    must_direct(call.by, tournament)
    must_be(tournament, Tournament.Status.RUNNING)
    data, field = call.data, Field.of(tournament)
    byes = _whole(tournament, field, data)
    draft = director.change_draft(
        **call.directing,
        number=data["number"],
        why=data["why"],
        tables=[field.keys(table) for table in data.get("tables", ())],
        byes=byes,
    )
    names = {entry.pk: entry.user.username for entry in field.entries.values()}
    doubts = doubts_of(draft, names)
    if data["publish"]:
        director.pair_next(**call.directing, number=data["number"])
    return {
        "number": data["number"],
        "tables": len(draft.tables),
        "published": data["publish"],
        "doubts": doubts,
    }


def _whole(tournament: Tournament, field: Field, data: Mapping[str, Any]) -> dict[int, str]:
    """The byes that have to be given; raises DirectorError with every line that is wrong, and with who is
    missing."""
    away = document.away(tournament, field.entries.values(), data["number"])
    lines = [(f"table {n}", name) for n, table in enumerate(data.get("tables", ()), 1) for name in table]
    given = {row["player"].strip().lower(): row["bye"] for row in data.get("byes", ())}
    lines += [("bye", row["player"]) for row in data.get("byes", ())]
    faults: list[dict[str, str]] = []
    seen: set[str] = set()
    for where, name in lines:
        key = name.strip().lower()
        entry = field.entries.get(key)
        if entry is None:
            faults.append(_fault(where, name, "not_entered", _not_entered(name)))
        elif key in seen:
            faults.append(_fault(where, name, "placed_twice", _("Named twice: take one of the two out.")))
        elif entry.pk in away and not (where == "bye" and given[key] == away[entry.pk]):
            message = _("Has left, or has asked for a bye in this round.")
            faults.append(_fault(where, name, "away", message))
        seen.add(key)
    for key, entry in field.entries.items():
        if key not in seen and entry.pk not in away:
            message = _("Is there, and has neither a table nor a bye.")
            faults.append(_fault("", entry.user.username, "missing", message))
    if faults:
        message = _("Nothing was laid: %(count)d players are not placed right. See detail.")
        raise director.DirectorError("list_refused", message % {"count": len(faults)}, 422, faults)
    entries = {key: field.entries[key].pk for key in given}
    return {entries[key]: bye for key, bye in given.items() if entries[key] not in away}


def _fault(where: str, name: str, code: str, message: str) -> dict[str, str]:
    return {"where": where, "player": name.strip(), "code": code, "message": message}


class Reconsidered(RoundNumber):
    why = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)


def _show_import(tournament: Tournament, request: Request, left: Any) -> Response:
    return Response(ImportedRound(left).data)


COMMANDS = (
    Command("draft/make/", "Director: draw the next round up", _make, RoundNumber, DraftRow, _show_draft),
    Command("draft/change/", "Director: change the draft", _change, ChangeDraft, DraftRow, _show_draft),
    Command("draft/discard/", "Director: throw the draft away", _discard),
    Command(
        "pair-again/",
        "Director: take the last round back and draw it up anew",
        _pair_again,
        Reconsidered,
        DraftRow,
        _show_draft,
    ),
    Command(
        "pairings/import/",
        "Director: lay a whole round, all or nothing",
        _import,
        WholeRound,
        ImportedRound,
        _show_import,
    ),
)
