"""Tells open pages that something is new; what it is they ask for themselves, through their own view."""

from __future__ import annotations

from collections.abc import Sequence


def match_changed(match_id: int, version: int, status: str) -> None:
    """Everybody who watches this match."""


def users_changed(user_ids: Sequence[int]) -> None:
    """The feeds of these users: what waits for them may have changed."""
