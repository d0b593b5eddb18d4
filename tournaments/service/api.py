"""`POST /api/pairing/`: a file in, its next round and standings out."""

from __future__ import annotations

from typing import IO, Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.api import Failure
from correio.numbers import whole
from correio.refusal import Refusal
from tournaments.models import Pairing
from tournaments.service.answer import Edition, answer
from tournaments.service.throttle import PairingThrottle
from tournaments.service.upload import MOST_BYTES, read, too_large


class ServiceSeat(serializers.Serializer[Any]):
    player = serializers.CharField(help_text="As in the file: starting rank, or id.")
    name = serializers.CharField()
    score = serializers.FloatField(help_text="Before the round.")


class ServiceTable(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    seats = ServiceSeat(many=True, help_text="In the order of play: with two seats White is the first.")
    reason = serializers.JSONField(help_text="What speaks for the table, by criteria.")


class ServiceBye(ServiceSeat):
    bye = serializers.ChoiceField(choices=Pairing.Bye.choices)


class ServicePart(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    opponent = serializers.CharField(allow_null=True)
    value = serializers.FloatField()
    how = serializers.CharField(help_text="played, dummy, or the article of C.07; empty at tables.")
    cut = serializers.BooleanField()


class ServiceValue(serializers.Serializer[Any]):
    code = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    parts = ServicePart(many=True, help_text="Only with ?parts=1.")


class ServiceLine(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    points = serializers.FloatField()
    values = ServiceValue(many=True)


class ServiceStandings(serializers.Serializer[Any]):
    through = serializers.IntegerField(help_text="After that round.")
    edition = serializers.IntegerField(allow_null=True, help_text="Of C.07; null at tables.")
    tie_breaks = serializers.ListField(child=serializers.CharField())
    lines = ServiceLine(many=True)


class ServiceDifference(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    in_the_file = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    by_the_rules = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class ServiceCheck(serializers.Serializer[Any]):
    right = serializers.BooleanField(help_text="Every round is paired by the rules.")
    rounds = ServiceDifference(many=True, help_text="Those that are not.")


class ServiceAnswer(serializers.Serializer[Any]):
    format = serializers.CharField(help_text="trf or correio-tables-1.")
    name = serializers.CharField()
    players = serializers.IntegerField()
    round = serializers.IntegerField(help_text="The next one.")
    outcome = serializers.ChoiceField(choices=["paired", "no_legal_pairing", "over"])
    why = serializers.CharField(help_text="Why nothing was paired; else empty.")
    relaxed = serializers.ListField(
        child=serializers.ChoiceField(choices=["prohibited", "bye", "colours", "rematch"]),
        help_text="Rules each of which alone, when lifted, would allow a pairing.",
    )
    tables = ServiceTable(many=True)
    byes = ServiceBye(many=True)
    criteria = serializers.JSONField(allow_null=True, help_text="Tables: the round as measured.")
    standings = ServiceStandings()
    check = ServiceCheck(allow_null=True, help_text="Two seats, up to 300 players, unless ?check=0.")


class RawParser(BaseParser):
    """The body as it came, whatever its type."""

    media_type = "*/*"

    def parse(self, stream: IO[bytes], *context: Any, **more: Any) -> Any:
        return stream.read(MOST_BYTES + 1)


class UploadParser(MultiPartParser):
    """A form with one file."""


class PairingService(APIView):
    """Send a tournament report file (TRF26, TRF16 or the JaVaFo dialect) as the body or as the file of a
    form, or the JSON of an event of tables as application/json. Nothing is stored."""

    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]
    throttle_classes = [PairingThrottle]
    parser_classes = [UploadParser, RawParser]

    @extend_schema(
        summary="Pair the next round of a file",
        auth=[],
        request={
            "text/plain": OpenApiTypes.STR,
            "application/json": OpenApiTypes.OBJECT,
            "multipart/form-data": {
                "type": "object",
                "properties": {"file": {"type": "string", "format": "binary"}},
                "required": ["file"],
            },
        },
        parameters=[
            OpenApiParameter("order", str, description="Tie-breaks like BH/C1,SB,DE instead of the file's."),
            OpenApiParameter("edition", int, enum=[2024, 2026], description="Of FIDE's C.07."),
            OpenApiParameter("parts", bool, description="With what every value is made of."),
            OpenApiParameter("check", bool, description="Pair earlier rounds again; true if left out."),
        ],
        responses={200: ServiceAnswer, 400: Failure, 413: Failure, 422: Failure, 429: Failure},
    )
    def post(self, request: Request) -> Response:
        query = request.query_params
        wanted: dict[str, Any] = {
            "order": [code.strip() for code in query.get("order", "").split(",") if code.strip()],
            "edition": _edition(query.get("edition")),
            "parts": _flag(query.get("parts"), "parts", default=False),
            "check": _flag(query.get("check"), "check", default=True),
        }
        return Response(answer(read(*_sent(request)), **wanted))


def _sent(request: Request) -> tuple[bytes, str]:
    """What was sent, and its type. Raises Refusal."""
    length = whole(request.META.get("CONTENT_LENGTH") or "0", 18)
    if length is None or length > MOST_BYTES + 10_000:
        raise too_large()
    if length == 0:
        return b"", ""
    if isinstance(request.data, bytes):
        return request.data, request.content_type
    file = request.FILES.get("file") if request.FILES else None
    if file is None:
        raise Refusal("no_file", _("Send the tournament as the body, or as “file” of a form."), 422)
    return file.read(MOST_BYTES + 1), file.content_type or ""


def _edition(text: str | None) -> Edition:
    match text:
        case None | "2026":
            return 2026
        case "2024":
            return 2024
    raise serializers.ValidationError({"edition": [_("2024 or 2026.")]})


def _flag(text: str | None, name: str, *, default: bool) -> bool:
    if text is None:
        return default
    if text.lower() not in ("true", "false", "1", "0"):
        raise serializers.ValidationError({name: [_("true or false.")]})
    return text.lower() in ("true", "1")
