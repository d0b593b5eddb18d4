"""Rounds that are paired, the draft of the next one, and that it is being paired."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from correio.matches.models import Match
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    paired_at = models.DateTimeField()
    window_end = models.DateTimeField(null=True, blank=True)
    criteria = models.JSONField(default=dict)
    """`pairing.report.Criteria` as measured."""

    changed_why = models.CharField(max_length=200, blank=True)
    """Why a director changed what the rules gave; empty if nobody did."""

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.tournament_id}:{self.number}"


class Draft(models.Model):
    """The next round as it would be paired: only those who direct see it, until it is published."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="draft")
    number = models.PositiveSmallIntegerField()
    tables = models.JSONField(default=list)
    """In order of numbers: `{"seats": [entry, ...], "fixed": bool, "reason": {...}}`; a fixed table was laid
    by hand and stays when the rest is paired again."""
    byes = models.JSONField(default=list)
    """`{"entry": entry, "kind": Pairing.Bye}`."""
    criteria = models.JSONField(default=dict)
    changed_why = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id}:{self.number}"


class PairingJob(models.Model):
    """The next round of a large field is being paired, away from whoever asked for it: due work with a
    lease. The row goes when the round, the draft, or the reason why there is none has been written."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="pairing_job")
    number = models.PositiveSmallIntegerField()
    publish = models.BooleanField(default=True)
    """False: a draft is wanted."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """None: the site, because the round before is complete."""
    asked_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often it was paired for nothing, because somebody came or left meanwhile."""
    leased_until = models.DateTimeField(null=True, blank=True)
    lease_token = models.UUIDField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.tournament_id}:{self.number}"


class Table(models.Model):
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="tournament_table")
    reason = models.JSONField(default=dict)
    """`pairing.report.TableReason`."""
    places = models.JSONField(null=True, blank=True)
    """Per seat, once the match is over."""
    nobody = models.BooleanField(default=False)
    """Adjudicated against everybody: no points."""
    unplayed = models.BooleanField(default=False)
    """Somebody left before the first move of theirs: a forfeit, not a game (C.07, 15)."""
    slot = models.PositiveSmallIntegerField(null=True, blank=True)
    """Knockout: where in the bracket, 0 at the top; the match for the third place is slot 1 of the final."""
    over_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_why = models.CharField(max_length=200, blank=True)
    """Why it was adjudicated; empty if it was played out."""

    annulled_at = models.DateTimeField(null=True, blank=True)
    """The result was taken away later: no points for anybody, the match is not rated."""

    class Meta:
        ordering = ["round_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number"),
            models.CheckConstraint(
                name="over_with_places",
                condition=(Q(places__isnull=True) & Q(over_at__isnull=True))
                | (Q(places__isnull=False) & Q(over_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}:{self.number}"


class Pairing(models.Model):
    """What an entry does in a round."""

    class Bye(models.TextChoices):
        PAIRING = "pairing", _("left over")
        FULL = "full", _("full-point bye")
        HALF = "half", _("half-point bye")
        ZERO = "zero", _("not there")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="pairings")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="pairings")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    bye = models.CharField(max_length=8, choices=Bye.choices, blank=True)

    class Meta:
        ordering = ["round_id", "table_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_pairing_per_round_and_entry"),
            models.UniqueConstraint(fields=["table", "seat"], name="one_pairing_per_seat"),
            models.CheckConstraint(
                name="a_seat_or_a_bye",
                condition=(Q(bye="") & Q(table__isnull=False) & Q(seat__isnull=False))
                | (~Q(bye="") & Q(table=None) & Q(seat=None)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}:{self.entry_id}"
