"""`/api/me`, players and games."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response, patch_response_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.models import User
from correio.api import FAILURES
from correio.matches.waiting import waiting_seats
from correio.pages import profiles
from correio.pages.games import game_json
from engines import registry


class Player(serializers.ModelSerializer[User]):
    slug = serializers.CharField(source="username", help_text="Names the player everywhere in the API.")
    name = serializers.CharField(source="shown_name")
    url = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["slug", "name", "kind", "bot_level", "date_joined", "url"]

    def get_url(self, user: User) -> str:
        return str(self.context["request"].build_absolute_uri(user.get_absolute_url()))


class Record(serializers.Serializer[Any]):
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    left = serializers.IntegerField()


class PlayerPage(Player):
    record = serializers.SerializerMethodField()

    class Meta(Player.Meta):
        fields = [*Player.Meta.fields, "record"]

    @extend_schema(responses=Record)
    def get_record(self, user: User) -> dict[str, int]:
        return profiles.record(user)


class Me(Player):
    waiting = serializers.SerializerMethodField(help_text="Number of matches that wait for me.")
    waiting_matches = serializers.SerializerMethodField(help_text="Their ids, most urgent first.")

    class Meta(Player.Meta):
        own = ["email", "time_zone", "language", "theme", "waiting", "waiting_matches"]
        fields = [*Player.Meta.fields, *own]

    def get_waiting(self, user: User) -> int:
        return waiting_seats(user.pk).count()

    def get_waiting_matches(self, user: User) -> list[str]:
        return list(waiting_seats(user.pk).values_list("match__code", flat=True)[:200])


class Title(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    sets = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.IntegerField())


class GameOption(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of a name that Field has too
    help = serializers.CharField()
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.JSONField())
    seats = serializers.ListField(child=serializers.IntegerField())


class Game(serializers.Serializer[Any]):
    key = serializers.CharField()
    rules_version = serializers.IntegerField()
    components = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField())
    minutes = serializers.IntegerField()
    absent_turns = serializers.IntegerField()
    titles = Title(many=True)
    options = GameOption(many=True)


class MeDetail(generics.RetrieveAPIView[User]):
    serializer_class = Me
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Who I am, and how many matches wait for me")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_object(self) -> User:
        user: User = self.request.user  # type: ignore[assignment]
        return user


class UserDetail(generics.RetrieveAPIView[User]):
    serializer_class = PlayerPage
    queryset = User.objects.all()

    @extend_schema(summary="A player", responses={200: PlayerPage, 404: FAILURES[404]})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_object(self) -> User:
        users: QuerySet[User] = self.get_queryset()
        return get_object_or_404(users, username__iexact=self.kwargs["name"])


class GameList(APIView):
    @extend_schema(
        summary="Games, their titles and options", operation_id="games_list", responses=Game(many=True)
    )
    def get(self, request: Request) -> Response:
        return Response([game_json(rules) for rules in registry.listed().values()])


class Catalog(APIView):
    """Never changes for one content hash, so that it may be kept for long: ask with `?v=<components>`."""

    @extend_schema(
        summary="Component data a board needs", responses={200: OpenApiTypes.OBJECT, 404: FAILURES[404]}
    )
    def get(self, request: Request, key: str) -> Response:
        try:
            rules = registry.rules(key)
        except registry.UnknownGame as error:
            raise NotFound from error
        answer = Response(rules.catalog())
        answer.headers["ETag"] = f'"{rules.info.components}"'
        return answer

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if answer.status_code != 200:
            return answer
        patch_response_headers(answer, 24 * 3600)
        return get_conditional_response(request._request, etag=answer.headers["ETag"], response=answer)
