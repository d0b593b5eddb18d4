"""`/api/tokens/`: tokens of the one who asks."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from correio.accounts.member import member
from correio.accounts.tokens import create_token, revoke_token


class TokenRow(serializers.ModelSerializer[AuthToken]):
    key = serializers.CharField(source="token_key", help_text="How the token begins; names it when revoking.")

    class Meta:
        model = AuthToken
        fields = ["key", "created", "expiry"]


class NewToken(serializers.Serializer[Any]):
    days = serializers.IntegerField(
        min_value=0, max_value=3650, default=90, help_text="Days until it expires; 0 for never."
    )


class FreshToken(TokenRow):
    token = serializers.CharField(help_text="Shown this once.")

    class Meta(TokenRow.Meta):
        fields = [*TokenRow.Meta.fields, "token"]


class TokenList(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="tokens_list", responses=TokenRow(many=True), summary="My tokens")
    def get(self, request: Request) -> Response:
        rows = AuthToken.objects.filter(user=request.user).order_by("-created")
        return Response(TokenRow(rows, many=True).data)

    @extend_schema(
        operation_id="tokens_create", request=NewToken, responses={201: FreshToken}, summary="Make a token"
    )
    def post(self, request: Request) -> Response:
        wanted = NewToken(data=request.data)
        wanted.is_valid(raise_exception=True)
        row, token = create_token(member(request), days=wanted.validated_data["days"])
        body = {**TokenRow(row).data, "token": token}
        return Response(body, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class TokenDetail(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="tokens_revoke", responses={204: None}, summary="Revoke a token")
    def delete(self, request: Request, key: str) -> Response:
        if not revoke_token(member(request), key):
            raise NotFound
        return Response(status=status.HTTP_204_NO_CONTENT)
