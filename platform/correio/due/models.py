"""What the sweeps remember: rows that failed, and that the sweeps are alive."""

from __future__ import annotations

from django.db import models


class Parked(models.Model):
    """A due row whose handling failed: out of the sweeps until an operator retries it."""

    work = models.CharField(max_length=40)
    """Name of the due work."""
    row = models.CharField(max_length=40)
    """Primary key of the row, as text."""
    traceback = models.TextField()
    attempts = models.PositiveIntegerField(default=1)
    parked_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)
    """When an operator asked for another try; the row is due again since then."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["work", "row"], name="parked_once")]

    def __str__(self) -> str:
        return f"{self.work} {self.row}"


class Heartbeat(models.Model):
    """Last time a sweep of this queue ran, and how late its oldest row was."""

    queue = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    swept = models.BigIntegerField(default=0)
    lateness_ms = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return self.queue


class Count(models.Model):
    """Something that must not fail aloud but must be seen: failed nudges, by name."""

    name = models.CharField(max_length=40, primary_key=True)
    value = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} {self.value}"
