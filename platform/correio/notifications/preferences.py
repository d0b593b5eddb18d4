"""Which mails a person wants."""

from __future__ import annotations

from django.db import transaction

from correio.accounts.models import User
from correio.notifications.models import Kind, Unwanted


def wanted(user: User) -> set[str]:
    off = set(Unwanted.objects.filter(user=user).values_list("kind", flat=True))
    return {kind for kind in Kind.values if kind not in off}


@transaction.atomic
def choose(user: User, kinds: set[str]) -> None:
    """Exactly these kinds are on from now."""
    Unwanted.objects.filter(user=user).exclude(kind__in=set(Kind.values) - kinds).delete()
    off = [Unwanted(user=user, kind=kind) for kind in Kind.values if kind not in kinds]
    Unwanted.objects.bulk_create(off, ignore_conflicts=True)
