"""Who asks, where only somebody signed in gets that far."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest
from rest_framework.request import Request

from correio.accounts.models import User


def member(request: HttpRequest | Request) -> User:
    """The user of a view that `login_required` or a permission guards: for the type checker only."""
    return cast(User, request.user)
