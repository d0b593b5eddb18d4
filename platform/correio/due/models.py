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
