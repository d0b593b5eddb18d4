"""`{% load instants %}`: instants of the JSON contract as datetimes again."""

from __future__ import annotations

from datetime import datetime

from django import template

register = template.Library()


@register.filter
def instant(text: str | datetime | None) -> datetime | None:
    return datetime.fromisoformat(text) if isinstance(text, str) else text
