"""Who plays, who waits, who is invited, who asked out of a round, who must not meet whom."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Entry(models.Model):
    class Place(models.TextChoices):
        FIELD = "field", _("in the field")
        WAITING = "waiting", _("on the waiting list")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    place = models.CharField(max_length=8, choices=Place.choices, default=Place.FIELD)
    """Who waits moves up in the order of joining when somebody leaves before the start."""
    first_round = models.PositiveSmallIntegerField(default=1)
    """Greater than 1 for who entered late; the rounds before are zero-point byes."""
    checked_in_at = models.DateTimeField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """Initial rank, 1 is the strongest; given at the start."""
    rating = models.IntegerField(null=True, blank=True)
    """Whole points at the start; None if the player had no rating in the pool."""
    nonce = models.BinaryField(null=True)
    """What the player adds to the chance of all matches of the tournament."""
    joined_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_why = models.CharField(max_length=12, blank=True)
    """`withdrew` or `removed` (by the director)."""

    class Meta:
        ordering = ["tournament_id", "rank", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_per_user"),
            models.UniqueConstraint(fields=["tournament", "rank"], name="one_entry_per_rank"),
            models.CheckConstraint(name="rounds_from_one", condition=Q(first_round__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}:{self.user_id}"


class Invitation(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_invitation_per_user")]

    def __str__(self) -> str:
        return f"{self.tournament_id}:{self.user_id}"


class RequestedBye(models.Model):
    """An entry that will not play in a round to come."""

    class Kind(models.TextChoices):
        HALF = "half", _("half-point bye")
        ZERO = "zero", _("zero-point bye")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="requested_byes")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["entry_id", "round_number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="one_bye_per_entry_and_round")
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}:{self.round_number}"


class ForbiddenPair(models.Model):
    """Two entries who are not paired from one round to another, both included."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    """None: to the end."""
    why = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "one", "other"], name="one_row_per_forbidden_pair"),
            models.CheckConstraint(name="forbidden_pair_in_order", condition=Q(one__lt=F("other"))),
            models.CheckConstraint(
                name="forbidden_rounds_in_order",
                condition=Q(first_round__gte=1) & (Q(last_round=None) | Q(last_round__gte=F("first_round"))),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id}-{self.other_id}"
