"""Tokens for programs. The token itself is known only to whoever created it, at that moment."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from knox.models import AuthToken

from correio.accounts.models import User
from correio.api import Refusal

MOST = 20


def create_token(user: User, *, days: int) -> tuple[AuthToken, str]:
    """(row, token as text); `days=0` never expires."""
    if AuthToken.objects.filter(user=user).count() >= MOST:
        message = _("You have %(count)d tokens. Revoke one that you no longer use.") % {"count": MOST}
        raise Refusal("too_many_tokens", message)
    return AuthToken.objects.create(user=user, expiry=timedelta(days=days) if days else None)


def revoke_token(user: User, key: str) -> bool:
    """`key` is the visible beginning of the token. False if the user has no such token."""
    deleted, _rows = AuthToken.objects.filter(user=user, token_key=key).delete()
    return deleted > 0
