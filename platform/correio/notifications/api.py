"""`/api/notices/`: what I was told and what is about to be told."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated

from correio.accounts.member import member
from correio.notifications.models import Notice


class NoticeRow(serializers.ModelSerializer[Notice]):
    match = serializers.CharField(source="match.code", default=None, allow_null=True)
    path = serializers.CharField(help_text="The page it is about; empty if it is about a match.")

    class Meta:
        model = Notice
        fields = [
            "id",
            "kind",
            "match",
            "path",
            "turn",
            "seat",
            "happened_at",
            "due_at",
            "sent_at",
            "dropped",
        ]


@extend_schema(summary="My notices, newest first")
class NoticeList(generics.ListAPIView[Notice]):
    serializer_class = NoticeRow
    permission_classes = [IsAuthenticated]
    queryset = Notice.objects.none()

    def get_queryset(self) -> QuerySet[Notice]:
        if getattr(self, "swagger_fake_view", False):
            return Notice.objects.none()
        return Notice.objects.filter(user=member(self.request)).select_related("match")
