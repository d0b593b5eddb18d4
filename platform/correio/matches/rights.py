"""Closes sockets when the session, token or account behind them ends."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest
from knox.models import AuthToken

from correio.accounts.models import User
from correio.matches.broadcast import right_ended, right_group


def declare() -> None:
    user_logged_out.connect(_signed_out, dispatch_uid="sockets of a session")
    post_delete.connect(_session_ended, sender=Session, dispatch_uid="sockets of an ended session")
    post_delete.connect(_token_revoked, sender=AuthToken, dispatch_uid="sockets of a token")
    post_save.connect(_account_saved, sender=User, dispatch_uid="sockets of an account")


def _signed_out(sender: Any, request: HttpRequest | None, **kwargs: Any) -> None:
    key = getattr(getattr(request, "session", None), "session_key", None)
    if key:
        transaction.on_commit(lambda: right_ended(right_group("session", key)), robust=True)


def _session_ended(sender: Any, instance: Session, **kwargs: Any) -> None:
    """From another device, or with the account."""
    key = instance.session_key
    transaction.on_commit(lambda: right_ended(right_group("session", key)), robust=True)


def _token_revoked(sender: Any, instance: AuthToken, **kwargs: Any) -> None:
    digest = instance.digest
    transaction.on_commit(lambda: right_ended(right_group("token", digest)), robust=True)


def _account_saved(sender: Any, instance: User, created: bool, **kwargs: Any) -> None:
    if not created and (not instance.is_active or instance.anonymised_at is not None):
        account = f"account.{instance.pk}"
        transaction.on_commit(lambda: right_ended(account), robust=True)
