"""Idempotency: the same command under the same key is carried out once.

What a command leaves behind for its answer is stored in the transaction of the command; a repeated key is
answered from that and from what the tournament is now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from correio.accounts.member import member
from correio.matches import receipts

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="A new one for each command; a repeated key carries out nothing and is answered alike.",
)


def once(request: Request, act: Callable[[], Any]) -> Any:
    """What `act` returned, now or under the same key before; it has to be fit for JSON."""
    key = receipts.check_key(request.headers.get("Idempotency-Key"))
    if key is None:
        return act()
    user = member(request)
    print_ = receipts.fingerprint(request.method, request.path, request.data)
    earlier = receipts.earlier_answer(user, key, print_)
    if earlier is not None:
        return earlier["left"]
    try:
        with transaction.atomic():
            left = act()
            receipts.receipt(user, key, print_, {"left": left}, timezone.now()).save(force_insert=True)
    except IntegrityError as error:
        # The same key at the same moment: the other one was faster.
        earlier = receipts.earlier_answer(user, key, print_)
        if earlier is None:
            raise receipts.as_refusal(error) from error
        return earlier["left"]
    return left
