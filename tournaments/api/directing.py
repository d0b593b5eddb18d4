"""What directors do, but for drafts."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from correio.accounts.house import LEVELS
from tournaments import director
from tournaments.api.commands import Call, Command
from tournaments.api.described import Description, described
from tournaments.api.drafted import Reconsidered, RoundNumber
from tournaments.api.finding import player_of
from tournaments.api.planning import Copy
from tournaments.models import Role, Tournament


class EnterBots(serializers.Serializer[Any]):
    level = serializers.ChoiceField(choices=[(level, level) for level in LEVELS])
    count = serializers.IntegerField(min_value=1)


class Player(serializers.Serializer[Any]):
    player = serializers.CharField(max_length=150)


class NewRole(Player):
    role = serializers.ChoiceField(choices=Role.Kind.choices)


class Pair(serializers.Serializer[Any]):
    players = serializers.ListField(child=serializers.CharField(max_length=150), min_length=2, max_length=2)


class Forbid(Pair):
    why = serializers.CharField(max_length=200)
    first_round = serializers.IntegerField(default=1)
    last_round = serializers.IntegerField(required=False, allow_null=True, help_text="Null: to the end.")


class Verdict(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, allow_null=True, max_length=5,
        help_text="Per seat; without them the score so far decides.",
    )  # fmt: skip
    nobody = serializers.BooleanField(default=False, help_text="No points for anybody.")
    why = serializers.CharField(max_length=200)


class Annulment(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    why = serializers.CharField(max_length=200)


class Finish(serializers.Serializer[Any]):
    open_tables = serializers.ChoiceField(
        choices=["refuse", "points", "nobody"], default="refuse",
        help_text="What becomes of tables still being played: by the score so far, or no points for anybody.",
    )  # fmt: skip


class EntryList(serializers.Serializer[Any]):
    players = serializers.ListField(
        child=serializers.CharField(max_length=150), min_length=1, max_length=1024
    )
    all_or_nothing = serializers.BooleanField(default=False)


class OutcomeRow(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="From 1.")
    player = serializers.CharField()
    result = serializers.ChoiceField(choices=["entered", "waiting", "late", "already", "refused"])
    code = serializers.CharField(allow_blank=True, help_text="Why it was refused; else empty.")
    message = serializers.CharField(allow_blank=True)


class Outcomes(serializers.Serializer[Any]):
    outcomes = OutcomeRow(many=True)


def _start(call: Call) -> None:
    director.start_soon(**call.directing)


def _pair(call: Call) -> None:
    director.pair_next_soon(**call.directing, number=call.data["number"])


def _undo(call: Call) -> None:
    director.undo(**call.directing, number=call.data["number"], why=call.data["why"])


def _finish(call: Call) -> None:
    director.finish(**call.directing, open_tables=call.data["open_tables"])


def _cancel(call: Call) -> None:
    director.cancel(**call.directing)


def _bots(call: Call) -> None:
    director.enter_bots(**call.directing, **call.data)


def _remove(call: Call) -> None:
    director.remove(**call.directing, user=player_of(call.data["player"]))


def _adjudicate(call: Call) -> None:
    data = call.data
    director.adjudicate(
        **call.directing,
        round_number=data["round"],
        table_number=data["table"],
        places=data.get("places"),
        nobody=data["nobody"],
        why=data["why"],
    )


def _annul(call: Call) -> None:
    data = call.data
    director.annul(**call.directing, round_number=data["round"], table_number=data["table"], why=data["why"])


def _appoint(call: Call) -> None:
    director.appoint(**call.directing, user=player_of(call.data["player"]), kind=call.data["role"])


def _dismiss(call: Call) -> None:
    director.dismiss(**call.directing, user=player_of(call.data["player"]))


def _invite(call: Call) -> None:
    director.invite(**call.directing, user=player_of(call.data["player"]))


def _uninvite(call: Call) -> None:
    director.uninvite(**call.directing, user=player_of(call.data["player"]))


def _forbid(call: Call) -> None:
    one, other = map(player_of, call.data["players"])
    director.forbid_pair(
        **call.directing,
        one=one,
        other=other,
        why=call.data["why"],
        first_round=call.data["first_round"],
        last_round=call.data.get("last_round"),
    )


def _allow(call: Call) -> None:
    one, other = map(player_of, call.data["players"])
    director.allow_pair(**call.directing, one=one, other=other)


def _clone(call: Call) -> str:
    return director.clone(
        **call.directing, name=call.data.get("name"), starts_at=call.data.get("starts_at")
    ).slug


def _show_clone(tournament: Tournament, request: Request, left: Any) -> Response:
    return described(left, request, status.HTTP_201_CREATED)


def _import(call: Call) -> list[dict[str, Any]]:
    try:
        found = director.enter_many(
            **call.directing, names=call.data["players"], all_or_nothing=call.data["all_or_nothing"]
        )
    except director.DirectorError as error:
        if error.code == "list_refused":
            error.detail = [_outcome(each) for each in error.detail]
        raise
    return [_outcome(each) for each in found]


def _outcome(each: director.Outcome) -> dict[str, Any]:
    return {
        "line": each.line,
        "player": each.name,
        "result": each.result,
        "code": each.code,
        "message": each.message,
    }


def _show_outcomes(tournament: Tournament, request: Request, left: Any) -> Response:
    return Response(Outcomes({"outcomes": left}).data)


COMMANDS = (
    Command("start/", "Director: start", _start),
    Command("pair/", "Director: publish a round, from its draft if there is one", _pair, RoundNumber),
    Command("undo/", "Director: take the last round back", _undo, Reconsidered),
    Command("adjudicate/", "Director: decide a table", _adjudicate, Verdict),
    Command("annul/", "Director: take a result away", _annul, Annulment),
    Command("finish/", "Director: finish after the last round paired", _finish, Finish),
    Command("cancel/", "Director: cancel before the start", _cancel),
    Command("bots/", "Director: enter house bots", _bots, EnterBots),
    Command(
        "entries/import/", "Director: enter a list of players", _import, EntryList, Outcomes, _show_outcomes
    ),
    Command("remove/", "Director: remove a player", _remove, Player),
    Command("invite/", "Director: invite a player", _invite, Player),
    Command("uninvite/", "Director: take an invitation back", _uninvite, Player),
    Command("forbid/", "Director: keep two players apart", _forbid, Forbid),
    Command("allow/", "Director: let two players meet again", _allow, Pair),
    Command("appoint/", "Director: make a director or an observer", _appoint, NewRole),
    Command("dismiss/", "Take a role away, or lay down one's own", _dismiss, Player),
    Command("clone/", "Director: make a copy", _clone, Copy, Description, _show_clone, created=True),
)
