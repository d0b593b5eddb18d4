"""Rows of a tournament. `tournaments.director` is the only writer of everything in this module.

Whether a round is complete is nowhere stored: it is a query over the tables. Every entry has one
`Pairing` in every round, a seat at a table or a bye.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from correio.matches.models import Match


class Tournament(models.Model):
    class Status(models.TextChoices):
        REGISTRATION = "registration", _("registration")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Rule(models.TextChoices):
        """What happens to matches that are not over at the end of a round's play window."""

        POINTS = "points", _("the score so far decides, then the time left")
        DIRECTOR = "director", _("the director decides")
        NOBODY = "nobody", _("nobody gets points")

    class RankBy(models.TextChoices):
        RATING = "rating", _("rating")
        LOT = "lot", _("lot")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("about"), blank=True, max_length=2000)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.REGISTRATION)
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="directed"
    )

    game = models.CharField(max_length=40)
    title = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    seats = models.PositiveSmallIntegerField()
    """Preferred number of seats at a table."""
    min_seats = models.PositiveSmallIntegerField()
    max_seats = models.PositiveSmallIntegerField()
    clock_kind = models.CharField(max_length=10, choices=Match.ClockKind.choices)
    clock_base_ms = models.BigIntegerField()
    clock_increment_ms = models.BigIntegerField(default=0)
    clock_cap_ms = models.BigIntegerField(default=0)
    on_time_out = models.CharField(max_length=8, choices=Match.OnTimeOut.choices)
    rated = models.BooleanField(default=True)

    round_count = models.PositiveSmallIntegerField()
    window_days = models.PositiveSmallIntegerField(null=True, blank=True)
    """Play window of a round; None: until all matches are over."""
    rule = models.CharField(max_length=8, choices=Rule.choices, default=Rule.POINTS)
    auto_pair = models.BooleanField(default=True)
    """The next round is paired as soon as one is complete."""
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    rank_by = models.CharField(max_length=8, choices=RankBy.choices, default=RankBy.RATING)
    seed = models.CharField(max_length=64)
    """Of all lots of the pairing; not shown before the start."""
    script = models.CharField(max_length=64, blank=True)
    """Secret key that the secrets of all matches derive from, so that a run can be repeated exactly; only
    in tournaments of bots."""

    created_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True, blank=True)
    """Registration closes and round 1 is paired; None: when the director says so."""
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    """When the director has to act by itself: at the start, and at the end of a round's window."""

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="table_sizes_in_order",
                condition=Q(min_seats__gte=2, min_seats__lte=F("seats"), seats__lte=F("max_seats")),
            ),
            models.CheckConstraint(
                name="nothing_due_after_the_end",
                condition=Q(status__in=["registration", "running"]) | Q(due_at=None),
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="tournament_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["status", "-created_at"], name="tournament_by_status"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"/tournaments/{self.slug}/"


class Entry(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
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
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}:{self.user_id}"


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    paired_at = models.DateTimeField()
    window_end = models.DateTimeField(null=True, blank=True)
    criteria = models.JSONField(default=dict)
    """`pairing.report.Criteria` as measured."""

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number")]

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
    over_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_why = models.CharField(max_length=200, blank=True)
    """Why it was adjudicated; empty if it was played out."""

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
        PAIRING = "pairing", _("left over: half a point")
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


class Act(models.Model):
    """Audit: what was done to the tournament, by whom; None is the site itself."""

    class Kind(models.TextChoices):
        CREATED = "created", _("created")
        ENTERED = "entered", _("entered")
        WITHDREW = "withdrew", _("withdrew")
        REMOVED = "removed", _("removed a player")
        STARTED = "started", _("started")
        PAIRED = "paired", _("paired a round")
        ADJUDICATED = "adjudicated", _("adjudicated a table")
        WINDOW = "window", _("the play window of a round ended")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament_id", "pk"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.kind}"
