"""Idempotency: the same command under the same key is carried out once and answered the same."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from correio.accounts.models import User
from correio.matches.errors import RefereeError
from correio.matches.models import Receipt

KEPT = timedelta(days=7)


def fingerprint(*command: Any) -> str:
    return hashlib.sha256(json.dumps(command, sort_keys=True).encode()).hexdigest()


def earlier_answer(user: User, key: str | None, print_: str) -> dict[str, Any] | None:
    """What was answered under that key; raises if the key belongs to another command."""
    if key is None:
        return None
    receipt = Receipt.objects.filter(user_id=user.pk, key=key).first()
    if receipt is None:
        return None
    if receipt.fingerprint != print_:
        raise _reused()
    return dict(receipt.body)


def receipt(user: User, key: str, print_: str, body: dict[str, Any], now: datetime) -> Receipt:
    """To be stored in the transaction of the command: both are stored or neither."""
    return Receipt(user_id=user.pk, key=key, fingerprint=print_, status=200, body=body, at=now)


def as_refusal(error: IntegrityError) -> Exception:
    """The key was used for another match at the same moment; any other error stays what it is."""
    return _reused() if "one_receipt_per_key" in str(error) else error


def _reused() -> RefereeError:
    return RefereeError("key_reused", _("This Idempotency-Key was used for another command: send a new one."))


def check_key(key: str | None) -> str | None:
    if key is None or key == "":
        return None
    if len(key) > 80 or not key.isprintable():
        raise RefereeError("bad_key", _("An Idempotency-Key has at most 80 printable characters."), 422)
    return key


def old(now: datetime) -> QuerySet[Receipt]:
    return Receipt.objects.filter(at__lt=now - KEPT)
