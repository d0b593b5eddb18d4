"""What players do for themselves, and directors for anybody."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from correio.accounts.house import LEVELS
from tournaments import director
from tournaments.api.commands import Call, Command
from tournaments.models import RequestedBye, Tournament


class Whom(serializers.Serializer[Any]):
    player = serializers.CharField(
        required=False, max_length=150, help_text="For directors: whom it is done for; oneself if left out."
    )


class Enter(Whom):
    nonce = serializers.CharField(required=False, max_length=200, help_text="Your share in the chance.")


class AskBye(Whom):
    round = serializers.IntegerField()
    bye = serializers.ChoiceField(choices=RequestedBye.Kind.choices)


class OneRound(Whom):
    round = serializers.IntegerField()


class ByeMatch(serializers.Serializer[Any]):
    level = serializers.ChoiceField(choices=[(level, level) for level in LEVELS], default="steady")


class MatchRow(serializers.Serializer[Any]):
    match = serializers.CharField(help_text="Its code.")


def _enter(call: Call) -> None:
    director.register(**call.who, nonce=call.data.get("nonce"))


def _withdraw(call: Call) -> None:
    director.withdraw(**call.who)


def _come_back(call: Call) -> None:
    director.come_back(**call.who)


def _check_in(call: Call) -> None:
    director.check_in(**call.who)


def _ask(call: Call) -> None:
    director.request_bye(**call.who, round_number=call.data["round"], kind=call.data["bye"])


def _take_back(call: Call) -> None:
    director.take_back_bye(**call.who, round_number=call.data["round"])


def _bye_match(call: Call) -> str:
    return director.bye_match(tournament_id=call.tournament.pk, user=call.by, level=call.data["level"]).code


def _show_match(tournament: Tournament, request: Request, left: Any) -> Response:
    return Response({"match": left})


COMMANDS = (
    Command("enter/", "Enter, or join the waiting list", _enter, Enter),
    Command("withdraw/", "Withdraw", _withdraw, Whom),
    Command("return/", "Come back after a withdrawal", _come_back, Whom),
    Command("check-in/", "Say that one will be there", _check_in, Whom),
    Command("ask-bye/", "Ask out of a round", _ask, AskBye),
    Command("take-back-bye/", "Play in that round after all", _take_back, OneRound),
    Command(
        "bye-match/",
        "With a bye: an unrated match against bots meanwhile",
        _bye_match,
        ByeMatch,
        MatchRow,
        _show_match,
    ),
)
