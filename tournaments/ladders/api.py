"""`/api/ladders/`: the ladders, their rungs with the reason why not, challenges, and the staff's acts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Model, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import generics, serializers, status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.member import member
from correio.accounts.models import User
from correio.api import FAILURES, Pages
from tournaments.ladders import gather, steward, wording
from tournaments.ladders.gather import Row
from tournaments.ladders.models import (
    Answer,
    Challenge,
    Crown,
    Ladder,
    LadderAct,
    LadderMove,
    Member,
    Snapshot,
)
from tournaments.ladders.rules import Code, reach


class MyRung(serializers.ModelSerializer[Member]):
    reach = serializers.SerializerMethodField(help_text="Places up.")
    vacation = serializers.BooleanField(source="away", help_text="On vacation now.")

    class Meta:
        model = Member
        fields = [
            "position", "reach", "joined_at", "auto_accept", "active_at", "due_at", "vacation",
            "vacation_from", "vacation_until",
        ]  # fmt: skip

    def get_reach(self, row: Member) -> int | None:
        return None if row.position is None else reach(row.position)


class LadderRow(serializers.ModelSerializer[Ladder]):
    name = serializers.SerializerMethodField()
    members = serializers.IntegerField(source="size")
    top = serializers.CharField(source="top.user.username", default=None, allow_null=True)
    me = serializers.SerializerMethodField(help_text="My rung; null if I have none.")
    url = serializers.SerializerMethodField()

    class Meta:
        model = Ladder
        fields = [
            "slug", "name", "game", "title", "tables", "bots", "members", "top", "top_since", "crown_at",
            "me", "url",
        ]  # fmt: skip

    def get_name(self, row: Ladder) -> str:
        return wording.name(row)

    @extend_schema_field(MyRung(allow_null=True))
    def get_me(self, row: Ladder) -> Any:
        mine = self.context["mine"].get(row.pk)
        return None if mine is None else MyRung(mine).data

    def get_url(self, row: Ladder) -> str:
        return str(self.context["request"].build_absolute_uri(row.get_absolute_url()))


class ReasonRow(serializers.Serializer[Any]):
    """RungWhy I cannot challenge this member: what the challenge would be refused with."""

    code = serializers.ChoiceField(choices=[(each.value, each.value) for each in Code])
    message = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)


class RungRow(serializers.Serializer[Any]):
    position = serializers.IntegerField(source="member.position")
    player = serializers.CharField(source="member.user.username")
    name = serializers.CharField(source="member.user.shown_name")
    rating = serializers.IntegerField(source="rating.points", default=None, allow_null=True)
    vacation = serializers.BooleanField(source="member.away")
    can_challenge = serializers.BooleanField(source="can")
    why_not = serializers.SerializerMethodField()

    @extend_schema_field(ReasonRow(allow_null=True))
    def get_why_not(self, row: Row) -> Any:
        if row.reason is None:
            return None
        reason = row.reason
        return {"code": reason.code, "message": row.why, "number": reason.number, "until": reason.until}


class AnswerRow(serializers.ModelSerializer[Answer]):
    player = serializers.CharField(source="member.user.username")

    class Meta:
        model = Answer
        fields = ["player", "invited", "state", "at"]


class ChallengeRow(serializers.ModelSerializer[Challenge]):
    ladder = serializers.CharField(source="ladder.slug")
    challenger = serializers.CharField(source="challenger.user.username")
    answers = AnswerRow(many=True)
    match = serializers.CharField(source="match.code", default=None, allow_null=True)

    class Meta:
        model = Challenge
        fields = [
            "id", "ladder", "challenger", "answers", "open_seats", "status", "outcome", "newcomer",
            "created_at", "answer_by", "closed_at", "match",
        ]  # fmt: skip


class MoveRow(serializers.ModelSerializer[LadderMove]):
    player = serializers.CharField(source="member.user.username")
    match = serializers.CharField(source="match.code", default=None, allow_null=True)

    class Meta:
        model = LadderMove
        fields = ["seq", "player", "before", "after", "cause", "match", "at"]


class CrownRow(serializers.ModelSerializer[Crown]):
    player = serializers.CharField(source="member.user.username")

    class Meta:
        model = Crown
        fields = ["player", "since", "lost_at"]


class ActRow(serializers.ModelSerializer[LadderAct]):
    player = serializers.CharField(source="member.user.username")
    by = serializers.CharField(source="by.username", default=None, allow_null=True)

    class Meta:
        model = LadderAct
        fields = ["kind", "player", "by", "before", "after", "why", "at"]


class SnapshotRow(serializers.ModelSerializer[Snapshot]):
    players = serializers.SerializerMethodField(help_text="From the top.")

    class Meta:
        model = Snapshot
        fields = ["month", "seq", "players", "taken_at"]

    def get_players(self, row: Snapshot) -> list[str]:
        return [user.username for user in gather.snapshot(row.ladder, row.users)]


class LadderNonce(serializers.Serializer[Any]):
    nonce = serializers.CharField(required=False, max_length=200, help_text="Your share in the chance.")


class NewChallenge(LadderNonce):
    players = serializers.ListField(
        child=serializers.CharField(), allow_empty=False, max_length=8, help_text="One, or a table's invited."
    )
    open_seats = serializers.IntegerField(default=0, help_text="At a table: 0, 1 or 2.")


class RungSettings(LadderNonce):
    auto_accept = serializers.BooleanField()


class RungVacation(serializers.Serializer[Any]):
    begins = serializers.DateTimeField(required=False, help_text="Now if left out.")
    ends = serializers.DateTimeField()


class RungWhy(serializers.Serializer[Any]):
    player = serializers.CharField()
    why = serializers.CharField(max_length=200)


class RungMove(RungWhy):
    to = serializers.IntegerField(help_text="Place; 1 is the top.")


def _found(slug: str) -> Ladder:
    return get_object_or_404(Ladder.objects.select_related("top__user"), slug=slug)


def _mine(request: Request) -> dict[int, Member]:
    if not request.user.is_authenticated:
        return {}
    own = Member.objects.filter(user=request.user, position__isnull=False)
    return {rung.ladder_id: rung for rung in own}


def _shown(slug: str, request: Request, http_status: int = status.HTTP_200_OK) -> Response:
    context = {"request": request, "mine": _mine(request)}
    return Response(LadderRow(_found(slug), context=context).data, status=http_status)


def _challenges() -> QuerySet[Challenge]:
    return Challenge.objects.select_related("ladder", "challenger__user", "match").prefetch_related(
        "answers__member__user"
    )


def _challenge_shown(key: int, http_status: int = status.HTTP_200_OK) -> Response:
    return Response(ChallengeRow(_challenges().get(pk=key)).data, status=http_status)


def _valid(serializer: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    wanted = serializer(data=request.data)
    wanted.is_valid(raise_exception=True)
    return dict(wanted.validated_data)


class LadderList(generics.ListAPIView[Ladder]):
    serializer_class = LadderRow
    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = Pages
    queryset = Ladder.objects.select_related("top__user").order_by("bots", "title", "tables")

    def get_serializer_context(self) -> dict[str, Any]:
        mine = {} if getattr(self, "swagger_fake_view", False) else _mine(self.request)
        return {**super().get_serializer_context(), "mine": mine}

    @extend_schema(summary="Ladders")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class LadderDetail(APIView):
    @extend_schema(summary="One ladder and my rung", responses={200: LadderRow, 404: FAILURES[404]})
    def get(self, request: Request, slug: str) -> Response:
        return _shown(slug, request)


class _OfLadder(generics.ListAPIView[Any]):
    """Rows of one ladder, in pages."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = Pages
    model: type[Model]

    def get_queryset(self) -> QuerySet[Any]:
        if getattr(self, "swagger_fake_view", False):
            return self.model._default_manager.none()
        return self.rows(_found(self.kwargs["slug"]))

    def rows(self, ladder: Ladder) -> QuerySet[Any]:
        raise NotImplementedError


class Rungs(APIView):
    @extend_schema(
        summary="The ladder from the top, with whom I may challenge and why not the others",
        parameters=[
            OpenApiParameter("page", int),
            OpenApiParameter("limit", int, description="Rungs on a page, at most 200."),
        ],
        responses={200: RungRow(many=True), 404: FAILURES[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        ladder = _found(slug)
        pages = Pages()
        members = pages.paginate_queryset(gather.standing(ladder), request, self) or []
        me = gather.own_rung(ladder, request.user)
        rows, _known = gather.rows_of(ladder, me, members, timezone.now())
        return pages.get_paginated_response(RungRow(rows, many=True).data)


class Challenges(_OfLadder):
    """Newest first; POST challenges somebody."""

    serializer_class = ChallengeRow
    model = Challenge

    def rows(self, ladder: Ladder) -> QuerySet[Challenge]:
        wanted = self.request.query_params.get("status")
        if wanted and wanted not in Challenge.Status.values:
            raise serializers.ValidationError({"status": [", ".join(Challenge.Status.values)]})
        found = _challenges().filter(ladder=ladder).order_by("-pk")
        return found.filter(status=wanted) if wanted else found

    @extend_schema(
        summary="Challenges, newest first",
        parameters=[OpenApiParameter("status", str, enum=Challenge.Status.values)],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        summary="Challenge; asking again while it waits gives the same",
        request=NewChallenge,
        responses={201: ChallengeRow, **FAILURES},
    )
    def post(self, request: Request, slug: str) -> Response:
        wanted = _valid(NewChallenge, request)
        live = steward.challenge(
            ladder_id=_found(slug).pk,
            user=member(request),
            opponents=_keys(wanted["players"]),
            open_seats=wanted["open_seats"],
            nonce=wanted.get("nonce"),
        )
        return _challenge_shown(live.pk, status.HTTP_201_CREATED)


def _keys(names: list[str]) -> list[int]:
    found = dict(User.objects.filter(username__in=names).values_list("username", "pk"))
    unknown = [name for name in names if name not in found]
    if unknown:
        message = _("There is no player %(names)s.") % {"names": ", ".join(unknown)}
        raise steward.LadderError("no_player", message, 404)
    return list(found.values())


class Moves(_OfLadder):
    serializer_class = MoveRow
    model = LadderMove

    def rows(self, ladder: Ladder) -> QuerySet[LadderMove]:
        player = self.request.query_params.get("player")
        found = ladder.moves.select_related("member__user", "match").order_by("-seq")
        return found.filter(member__user__username=player) if player else found

    @extend_schema(
        summary="History: every move, newest first; together they rebuild the ladder",
        parameters=[OpenApiParameter("player", str, description="Only of that player.")],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class Crowns(_OfLadder):
    serializer_class = CrownRow
    model = Crown

    def rows(self, ladder: Ladder) -> QuerySet[Crown]:
        return ladder.crowns.select_related("member__user")

    @extend_schema(summary="Crowns: thirty days at the top")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class Acts(_OfLadder):
    serializer_class = ActRow
    model = LadderAct

    def rows(self, ladder: Ladder) -> QuerySet[LadderAct]:
        return ladder.acts.select_related("member__user", "by")

    @extend_schema(summary="What the staff decided, and why")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class SnapshotDetail(APIView):
    @extend_schema(
        summary="The ladder at the beginning of a month", responses={200: SnapshotRow, 404: FAILURES[404]}
    )
    def get(self, request: Request, slug: str, year: int, month: int) -> Response:
        found = _found(slug).snapshots.filter(month__year=year, month__month=month)
        return Response(SnapshotRow(get_object_or_404(found)).data)


class JoinLadder(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Join", request=None, responses={200: LadderRow, **FAILURES})
    def post(self, request: Request, slug: str) -> Response:
        steward.join(ladder_id=_found(slug).pk, user=member(request))
        return _shown(slug, request)


class LeaveLadder(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Leave", request=None, responses={200: LadderRow, **FAILURES})
    def post(self, request: Request, slug: str) -> Response:
        steward.leave(ladder_id=_found(slug).pk, user=member(request))
        return _shown(slug, request)


class LadderSettings(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Accept challenges at once, or by hand",
        request=RungSettings,
        responses={200: LadderRow, **FAILURES},
    )
    def post(self, request: Request, slug: str) -> Response:
        wanted = _valid(RungSettings, request)
        steward.set_auto_accept(
            ladder_id=_found(slug).pk,
            user=member(request),
            on=wanted["auto_accept"],
            nonce=wanted.get("nonce"),
        )
        return _shown(slug, request)


class LadderVacation(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Plan a vacation", request=RungVacation, responses={200: LadderRow, **FAILURES})
    def post(self, request: Request, slug: str) -> Response:
        wanted = _valid(RungVacation, request)
        begins: datetime = wanted.get("begins") or timezone.now()
        steward.plan_vacation(
            ladder_id=_found(slug).pk, user=member(request), begins=begins, ends=wanted["ends"]
        )
        return _shown(slug, request)

    @extend_schema(summary="End or drop my vacation", responses={200: LadderRow, **FAILURES})
    def delete(self, request: Request, slug: str) -> Response:
        steward.end_vacation(ladder_id=_found(slug).pk, user=member(request))
        return _shown(slug, request)


class ChallengeDetail(APIView):
    @extend_schema(summary="One challenge", responses={200: ChallengeRow, 404: FAILURES[404]})
    def get(self, request: Request, key: int) -> Response:
        return Response(ChallengeRow(get_object_or_404(_challenges(), pk=key)).data)


class AcceptChallenge(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Accept", request=LadderNonce, responses={200: ChallengeRow, **FAILURES})
    def post(self, request: Request, key: int) -> Response:
        wanted = _valid(LadderNonce, request)
        steward.accept(challenge_id=key, user=member(request), nonce=wanted.get("nonce"))
        return _challenge_shown(key)


class DeclineChallenge(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Decline: free once in 14 days, else the place is forfeited",
        request=None,
        responses={200: ChallengeRow, **FAILURES},
    )
    def post(self, request: Request, key: int) -> Response:
        steward.decline(challenge_id=key, user=member(request))
        return _challenge_shown(key)


class WithdrawChallenge(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Withdraw my challenge", request=None, responses={200: ChallengeRow, **FAILURES})
    def post(self, request: Request, key: int) -> Response:
        steward.withdraw(challenge_id=key, user=member(request))
        return _challenge_shown(key)


class SitAtChallenge(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Take an open seat", request=LadderNonce, responses={200: ChallengeRow, **FAILURES}
    )
    def post(self, request: Request, key: int) -> Response:
        wanted = _valid(LadderNonce, request)
        steward.sit(challenge_id=key, user=member(request), nonce=wanted.get("nonce"))
        return _challenge_shown(key)


class StandFromChallenge(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Give an open seat back", request=None, responses={200: ChallengeRow, **FAILURES})
    def post(self, request: Request, key: int) -> Response:
        steward.stand(challenge_id=key, user=member(request))
        return _challenge_shown(key)


class CallOffChallenge(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="End the running match without a result, if all who play agree",
        request=None,
        responses={200: ChallengeRow, **FAILURES},
    )
    def post(self, request: Request, key: int) -> Response:
        steward.call_off(challenge_id=key, user=member(request))
        return _challenge_shown(key)


class RemoveFromLadder(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Staff: remove a member", request=RungWhy, responses={200: LadderRow, **FAILURES})
    def post(self, request: Request, slug: str) -> Response:
        wanted = _valid(RungWhy, request)
        player = get_object_or_404(User, username=wanted["player"])
        steward.remove(ladder_id=_found(slug).pk, user=player, by=member(request), why=wanted["why"])
        return _shown(slug, request)


class MoveOnLadder(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Staff: move a member", request=RungMove, responses={200: LadderRow, **FAILURES})
    def post(self, request: Request, slug: str) -> Response:
        wanted = _valid(RungMove, request)
        player = get_object_or_404(User, username=wanted["player"])
        steward.move(
            ladder_id=_found(slug).pk,
            user=player,
            to=wanted["to"],
            by=member(request),
            why=wanted["why"],
        )
        return _shown(slug, request)
