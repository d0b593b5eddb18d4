"""What a tournament is: its game, its system, its schedule, its conditions."""

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

    class System(models.TextChoices):
        """Who meets whom."""

        TABLES = "tables", _("Swiss for tables")
        DUTCH = "dutch", _("Swiss for two (FIDE Dutch)")
        ROUND_ROBIN = "round_robin", _("round robin")
        KNOCKOUT = "knockout", _("knockout")

    class Edition(models.TextChoices):
        """Of FIDE's tie-break regulations, C.07."""

        MARCH_2026 = "2026", _("March 2026")
        AUGUST_2024 = "2024", _("August 2024")

    class Bots(models.TextChoices):
        ALLOWED = "allowed", _("bots and people")
        BARRED = "barred", _("people only")
        ONLY = "only", _("bots only")

    class RankBy(models.TextChoices):
        RATING = "rating", _("rating")
        LOT = "lot", _("lot")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("about"), blank=True, max_length=8000)
    """Markdown."""
    prizes = models.TextField(_("prizes and notes"), blank=True, max_length=8000)
    """Markdown."""
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.REGISTRATION)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="tournaments_created"
    )
    """No right follows from it: those who direct have a `Role`."""

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

    system = models.CharField(max_length=12, choices=System.choices, default=System.TABLES)
    round_count = models.PositiveSmallIntegerField(null=True, blank=True)
    """None before the start of a round robin or a knockout: the field decides."""
    accelerated = models.BooleanField(default=False)
    """Dutch: Baku acceleration (C.04.5.1)."""
    cycles = models.PositiveSmallIntegerField(default=1)
    """Round robin: how often each pair meets."""
    third_place = models.BooleanField(default=False)
    """Knockout: the losers of the semi-finals play for the third place."""
    tie_breaks = models.JSONField(default=list)
    """Codes in order, without the points; what each system offers is said in `tournaments.ranking`."""
    edition = models.CharField(max_length=4, choices=Edition.choices, default=Edition.MARCH_2026)
    score_first = models.BooleanField(default=False)
    """Tables: the last round prefers equal scores to new opponents."""
    window_days = models.PositiveSmallIntegerField(null=True, blank=True)
    """Play window of a round; None: until all matches are over."""
    rule = models.CharField(max_length=8, choices=Rule.choices, default=Rule.POINTS)
    auto_pair = models.BooleanField(default=True)
    """The next round is paired as soon as one is complete."""
    round_every_days = models.PositiveSmallIntegerField(null=True, blank=True)
    """Rounds begin on a fixed rhythm, counted from the start; None: as soon as one is complete."""
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    rank_by = models.CharField(max_length=8, choices=RankBy.choices, default=RankBy.RATING)
    by_invitation = models.BooleanField(default=False)
    bots = models.CharField(max_length=8, choices=Bots.choices, default=Bots.ALLOWED)
    min_rating = models.IntegerField(null=True, blank=True)
    """Whole points in the tournament's pool; who has no rating there counts as 1500."""
    max_rating = models.IntegerField(null=True, blank=True)
    min_matches = models.PositiveSmallIntegerField(null=True, blank=True)
    """Rated matches in the pool."""
    min_reliability = models.PositiveSmallIntegerField(null=True, blank=True)
    """Per cent of matches not lost by absence."""
    late_until = models.PositiveSmallIntegerField(default=0)
    """Who comes late may enter until this round is paired; 0: nobody."""
    half_byes = models.PositiveSmallIntegerField(default=0)
    """How many half-point byes each entry may ask for."""
    check_in_minutes = models.PositiveIntegerField(null=True, blank=True)
    """Before the start everybody confirms to be there, from so many minutes on; None: nobody has to."""
    seed = models.CharField(max_length=64)
    """Of all lots of the pairing; not shown before the start."""
    script = models.CharField(max_length=64, blank=True)
    """Secret key that the secrets of all matches derive from, so that a run can be repeated exactly; only
    in tournaments of bots."""

    created_at = models.DateTimeField()
    opens_at = models.DateTimeField(null=True, blank=True)
    """Registration opens; None: it is open from the beginning."""
    starts_at = models.DateTimeField(null=True, blank=True)
    """Registration closes and round 1 is paired; None: when the director says so."""
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    """When the director has to act by itself: at the start, at the end of a round's window, when a round
    of a fixed rhythm begins."""
    repeat_every_days = models.PositiveSmallIntegerField(null=True, blank=True)
    """When it starts the next one of the series is created, so many days later."""
    repeats = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="repeated_as"
    )
    """The one before in the series."""

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="table_sizes_in_order",
                condition=Q(min_seats__gte=2, min_seats__lte=F("seats"), seats__lte=F("max_seats")),
            ),
            models.CheckConstraint(
                name="dutch_is_for_two",
                condition=~Q(system="dutch") | Q(min_seats=2, max_seats=2),
            ),
            models.CheckConstraint(
                name="round_count_unless_the_field_decides",
                condition=Q(round_count__isnull=False)
                | Q(system__in=["round_robin", "knockout"], started_at=None),
            ),
            models.CheckConstraint(name="one_cycle_or_two", condition=Q(cycles__in=[1, 2])),
            models.CheckConstraint(
                name="ratings_in_order",
                condition=Q(min_rating=None) | Q(max_rating=None) | Q(min_rating__lte=F("max_rating")),
            ),
            models.CheckConstraint(
                name="reliability_in_per_cent",
                condition=Q(min_reliability=None) | Q(min_reliability__lte=100),
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
