"""The home page's one row."""

from __future__ import annotations

from django.db import models


class Showcase(models.Model):
    """Whether somebody looks at the live match of the home page."""

    looked_at = models.DateTimeField()
    next_at = models.DateTimeField()
    """When to see again whether a new match is needed."""

    def __str__(self) -> str:
        return f"looked at {self.looked_at:%Y-%m-%d %H:%M:%S}"
