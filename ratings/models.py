"""Rows of the rating ledger. `ratings.ledger` is the only writer of everything in this module.

Numbers are thousandths of a point. A finished match has exactly one `RatedResult`, rated or not; its
`seq` under the pool's lock is the order of the pool, and nothing else is.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from correio.matches.models import Match
from ratings.elo import FORMULA_VERSION, band, is_provisional, shown
from ratings.figures import signed_points


class Pool(models.Model):
    """Matches that are rated together: one title, one set of components, one speed."""

    class Speed(models.TextChoices):
        DAYS = "days", _("days")
        HOURS = "hours", _("hours")
        LIVE = "live", _("live")

    game = models.CharField(max_length=40)
    title = models.CharField(max_length=40)
    sets = models.CharField(max_length=80)
    """Keys of the component sets, joined by `+`."""
    speed = models.CharField(max_length=8, choices=Speed.choices)
    last_seq = models.PositiveBigIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    """How often results that were rated before have been rated anew."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["title", "sets", "speed"], name="one_pool")]

    def __str__(self) -> str:
        return self.key

    @property
    def key(self) -> str:
        """Public name: in addresses, the API and dumps."""
        return f"{self.title}/{self.sets}/{self.speed}"


class Rating(models.Model):
    """Where a player stands in a pool now: a cache that the changes lead to."""

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="ratings")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings")
    rating = models.IntegerField()
    games = models.PositiveIntegerField()
    deviation = models.PositiveIntegerField()
    peak = models.IntegerField()
    last_day = models.DateField()
    """Day of the last rated finish, UTC."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "user"], name="one_rating_per_pool")]
        indexes = [models.Index(fields=["pool", "-rating", "user"], name="rating_leaders")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.points}"

    @property
    def points(self) -> int:
        """Whole points, as shown."""
        return shown(self.rating)

    @property
    def provisional(self) -> bool:
        return is_provisional(self.games, self.deviation)

    @property
    def band(self) -> tuple[int, int]:
        """Whole points between which the true rating lies 95 times in 100."""
        low, high = band(self.rating, self.deviation)
        return shown(low), shown(high)

    @property
    def deviation_points(self) -> int:
        return shown(self.deviation)

    @property
    def peak_points(self) -> int:
        return shown(self.peak)


class RatedResult(models.Model):
    """What a match was for the ratings of its pool."""

    class Reason(models.TextChoices):
        """Why a match is not rated."""

        NOT_RATED = "not_rated", _("agreed before the start")
        ABORTED = "aborted", _("called off at its beginning")
        GUEST = "guest", _("a guest sat at the table")
        OWN_BOT = "own_bot", _("a bot and its owner sat at the table")
        TOO_SHORT = "too_short", _("over before everybody began a second turn")
        SAME_AGAIN = "same_again", _("the same players more than ten times in 30 days")
        LINKED = "linked", _("two accounts of one person or household sat at the table")
        ANNULLED = "annulled", _("the results of an account at the table are annulled")

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="results")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="rated_result")
    seq = models.PositiveBigIntegerField(null=True)
    """Order in the pool; None for what is not rated."""
    reason = models.CharField(max_length=12, choices=Reason.choices, blank=True)
    half = models.BooleanField(default=False)
    """K halved: the same players more than five times in 30 days."""
    void = models.BooleanField(default=False)
    void_why = models.TextField(blank=True)
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    voided_at = models.DateTimeField(null=True, blank=True)
    annulment = models.ForeignKey(
        "Annulment", null=True, blank=True, on_delete=models.PROTECT, related_name="results"
    )
    """Void because of an account, not of the match."""
    players = models.JSONField(default=list)
    """Primary keys of the users in seat order."""
    places = models.JSONField(default=list)
    roster = models.CharField(max_length=120)
    """The players whatever their seats: sorted keys joined by `-`."""
    finished_at = models.DateTimeField()
    formula_version = models.PositiveSmallIntegerField(default=FORMULA_VERSION)

    class Meta:
        ordering = ["pool_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "seq"], name="one_result_per_seq"),
            models.CheckConstraint(
                name="rated_or_why_not",
                condition=(Q(seq__isnull=False) & Q(reason="")) | (Q(seq=None) & ~Q(reason="")),
            ),
        ]
        indexes = [
            models.Index(fields=["pool", "roster", "-finished_at"], name="result_by_roster"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}:{self.seq} {self.reason}"


class RatingChange(models.Model):
    """One seat of a rated result."""

    result = models.ForeignKey(RatedResult, on_delete=models.CASCADE, related_name="changes")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    before = models.IntegerField()
    change = models.IntegerField()
    games_before = models.PositiveIntegerField()
    deviation_before = models.PositiveIntegerField()
    """RD, grown by idle days up to this match."""
    deviation = models.PositiveIntegerField()
    """RD after it."""

    class Meta:
        ordering = ["result_id", "seat"]
        constraints = [models.UniqueConstraint(fields=["result", "seat"], name="one_change_per_seat")]
        indexes = [models.Index(fields=["user", "result"], name="change_by_user")]

    def __str__(self) -> str:
        return f"{self.result_id}:{self.seat} {self.change:+}"

    @property
    def after(self) -> int:
        return self.before + self.change

    @property
    def shown(self) -> int:
        """Whole points won or lost, as the difference of the shown ratings."""
        return self.after_points - self.before_points

    @property
    def before_points(self) -> int:
        return shown(self.before)

    @property
    def after_points(self) -> int:
        return shown(self.after)

    @property
    def deviation_points(self) -> int:
        return shown(self.deviation)

    @property
    def exact(self) -> str:
        """With its sign and three places, as the ledger has it."""
        return signed_points(self.change)

    @property
    def shown_signed(self) -> str:
        """With its sign, a true minus sign included."""
        change = self.shown
        return f"+{change}" if change >= 0 else f"\N{MINUS SIGN}{-change}"


class Checkpoint(models.Model):
    """Where everybody in a pool stood after the result with that seq, so that a rebuild need not begin
    at the beginning. See `ratings.checkpoints`."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="checkpoints")
    seq = models.PositiveBigIntegerField()
    state: models.BinaryField[bytes, bytes] = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "seq"], name="one_checkpoint_per_seq")]

    def __str__(self) -> str:
        return f"{self.pool_id}:{self.seq}"


class Annulment(models.Model):
    """All results of an account are void, in every pool, until it is lifted."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_annulments"
    )
    why = models.TextField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account"], condition=Q(lifted_at=None), name="annulled_once_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return str(self.account)


class Act(models.Model):
    """What somebody did to the ledger by hand, one line each; nothing here is ever changed or deleted."""

    class Kind(models.TextChoices):
        VOID = "void", _("match annulled")
        RESTORE = "restore", _("match restored")
        ANNUL = "annul", _("account annulled")
        LIFT = "lift", _("annulment of the account lifted")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    result = models.ForeignKey(
        RatedResult, null=True, blank=True, on_delete=models.PROTECT, related_name="acts"
    )
    annulment = models.ForeignKey(
        Annulment, null=True, blank=True, on_delete=models.PROTECT, related_name="acts"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    why = models.TextField(blank=True)
    at = models.DateTimeField()
    results = models.PositiveIntegerField()
    """How many results it made void, or rated again."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="an_act_is_about_one_thing",
                condition=(Q(kind__in=["void", "restore"]) & Q(result__isnull=False) & Q(annulment=None))
                | (Q(kind__in=["annul", "lift"]) & Q(annulment__isnull=False) & Q(result=None)),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d}"


class LinkedAccounts(models.Model):
    """Two accounts that an operator knows to be of one person or household: they are never rated
    against each other, nor are their bots."""

    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """The one with the higher key."""
    why = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "linked accounts"
        constraints = [
            models.CheckConstraint(name="linked_in_order", condition=Q(one__lt=F("other"))),
            models.UniqueConstraint(fields=["one", "other"], name="linked_once"),
        ]

    def __str__(self) -> str:
        return f"{self.one} {self.other}"


class DumpSchedule(models.Model):
    """The one row that says when the next public dump is due."""

    next_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)
    lease_token = models.UUIDField(null=True, blank=True)

    def __str__(self) -> str:
        return f"next at {self.next_at:%Y-%m-%d %H:%M}"


class DumpFile(models.Model):
    """A public dump in the folder of exports."""

    name = models.CharField(max_length=60, unique=True)
    made_at = models.DateTimeField()
    size = models.PositiveBigIntegerField()
    """Bytes, compressed."""
    sha256 = models.CharField(max_length=64)
    results = models.PositiveBigIntegerField()
    players = models.PositiveBigIntegerField()
    """Ratings, counted once per pool."""

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.name
