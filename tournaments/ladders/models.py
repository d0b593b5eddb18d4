"""Rows of a ladder. `tournaments.ladders.steward` is the only writer of everything in this module.

The lock is the ladder's row. Caps, cooldowns and what is running are queries over live challenges, never
counters. `LadderMove` is the history and rebuilds the positions.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from correio.matches.models import Match


class Ladder(models.Model):
    """One for each title and number of seats (two, or more), for people and for bots."""

    slug = models.SlugField(max_length=60, unique=True)
    game = models.CharField(max_length=40)
    title = models.CharField(max_length=40)
    tables = models.BooleanField()
    """Matches of more than two seats."""
    bots = models.BooleanField()
    size = models.PositiveIntegerField(default=0)
    last_seq = models.PositiveBigIntegerField(default=0)
    """Of its moves."""
    revision = models.PositiveBigIntegerField(default=0)
    """Grows with whatever else its page shows: challenges and answers, vacations."""
    top = models.ForeignKey("Member", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    top_since = models.DateTimeField(null=True, blank=True)
    crown_at = models.DateTimeField(null=True, blank=True)
    """When who stands at the top is crowned; None once that has happened."""
    snapshot_at = models.DateTimeField(null=True, blank=True)
    play_at = models.DateTimeField(null=True, blank=True)
    """When the house bots of a living ladder play next."""
    due_at = models.DateTimeField(null=True, blank=True)
    """The first of these instants."""

    class Meta:
        ordering = ["bots", "title", "tables"]
        constraints = [models.UniqueConstraint(fields=["title", "tables", "bots"], name="one_ladder")]
        indexes = [models.Index(fields=["due_at"], name="ladder_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return f"/ladders/{self.slug}/"


class Member(models.Model):
    """A rung and who stands on it; without a position, who stood there once."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rungs")
    position = models.PositiveIntegerField(null=True, blank=True)
    """1 is the top."""
    first_joined_at = models.DateTimeField()
    joined_at = models.DateTimeField()
    newcomer_used = models.BooleanField(default=False)
    """The one challenge of any range."""
    auto_accept = models.BooleanField(default=False)
    nonce: models.BinaryField[bytes | None, bytes | None] = models.BinaryField(null=True)
    """What this member adds to the chance of matches accepted without being asked."""
    free_decline_at = models.DateTimeField(null=True, blank=True)
    active_at = models.DateTimeField()
    """Joined, or finished a ladder match; moved on by the length of a vacation."""
    idle_drops = models.PositiveSmallIntegerField(default=0)
    vacation_from = models.DateTimeField(null=True, blank=True)
    vacation_until = models.DateTimeField(null=True, blank=True)
    vacation_begun = models.BooleanField(default=False)
    vacation_year = models.PositiveSmallIntegerField(default=0)
    vacation_days = models.PositiveSmallIntegerField(default=0)
    """Taken in that year."""
    due_at = models.DateTimeField(null=True, blank=True)
    """When idleness or a vacation comes to something; None while a ladder match is running."""

    class Meta:
        ordering = ["ladder_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "user"], name="one_rung_per_user"),
            models.UniqueConstraint(
                fields=["ladder", "position"],
                name="one_member_per_position",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(
                name="vacation_has_two_ends",
                condition=Q(vacation_from__isnull=True, vacation_until__isnull=True)
                | Q(vacation_from__isnull=False, vacation_until__isnull=False),
            ),
            models.CheckConstraint(
                name="nothing_due_off_the_ladder", condition=Q(position__isnull=False) | Q(due_at=None)
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="rung_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}:{self.user_id}"

    @property
    def away(self) -> bool:
        return self.vacation_begun


class Challenge(models.Model):
    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for answers")
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")

    class Outcome(models.TextChoices):
        """What it came to; every challenge comes to one of these, once."""

        PLAYED = "played", _("played")
        DECLINED = "declined", _("declined")
        FORFEITED = "forfeited", _("the place was forfeited")
        WITHDRAWN = "withdrawn", _("withdrawn")
        FREED = "freed", _("ended by a vacation")
        LEFT = "left", _("somebody left the ladder")
        SHORT = "short", _("too few came to the table")
        AGAIN = "again", _("the same players have met too recently")
        CALLED_OFF = "called_off", _("the match was called off")

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="challenges")
    open_seats = models.PositiveSmallIntegerField(default=0)
    """At the beginning, beside the invited."""
    roster = models.CharField(max_length=120)
    """The set of players: sorted keys of members joined by `-`, with `+n` for seats still open."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    newcomer = models.BooleanField(default=False)
    """Out of the usual range."""
    nonce: models.BinaryField[bytes | None, bytes | None] = models.BinaryField(null=True)
    created_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    """`answer_by` while it waits."""
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="ladder_challenge"
    )
    call_off = models.JSONField(default=list)
    """Keys of the users who would call the running match off."""
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["ladder_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "roster"],
                name="one_live_challenge_per_set",
                condition=Q(status__in=["waiting", "playing"]),
            ),
            models.CheckConstraint(
                name="over_with_an_outcome",
                condition=(Q(status="over") & ~Q(outcome="") & Q(closed_at__isnull=False))
                | (~Q(status="over") & Q(outcome="") & Q(closed_at=None)),
            ),
            models.CheckConstraint(
                name="due_while_waiting",
                condition=Q(status="waiting", due_at__isnull=False) | (~Q(status="waiting") & Q(due_at=None)),
            ),
            models.CheckConstraint(
                name="playing_a_match", condition=~Q(status="playing") | Q(match__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="challenge_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["ladder", "status", "-id"], name="challenge_by_status"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}:{self.pk}"


class Answer(models.Model):
    """What somebody else says to a challenge: invited, or come to an open seat."""

    class State(models.TextChoices):
        PENDING = "pending", _("not answered yet")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        FORFEITED = "forfeited", _("forfeited the place")
        FREED = "freed", _("not asked any more")

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="answers")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="answers")
    invited = models.BooleanField(default=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    nonce: models.BinaryField[bytes | None, bytes | None] = models.BinaryField(null=True)
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["challenge_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["challenge", "member"], name="one_answer_each")]

    def __str__(self) -> str:
        return f"{self.challenge_id}:{self.member_id} {self.state}"


class LadderMove(models.Model):
    """One member went from one position to another; who stood between shifted by one."""

    class Cause(models.TextChoices):
        JOINED = "joined", _("joined")
        LEFT = "left", _("left the ladder")
        RESULT = "result", _("result of a match")
        DROPPED = "dropped", _("left a match before the second turn")
        FORFEIT = "forfeit", _("place forfeited to a challenger")
        IDLE = "idle", _("three weeks without a ladder match")
        GONE = "gone", _("removed after 60 days without a ladder match")
        TIME_OUTS = "time_outs", _("removed after two time-outs in 30 days")
        DIRECTOR = "director", _("decided by the staff")

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="moves")
    seq = models.PositiveBigIntegerField()
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="moves")
    before = models.PositiveIntegerField(null=True, blank=True)
    """None: joined."""
    after = models.PositiveIntegerField(null=True, blank=True)
    """None: is on the ladder no more."""
    cause = models.CharField(max_length=10, choices=Cause.choices)
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="ladder_moves"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["ladder_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "seq"], name="one_ladder_move_per_seq"),
            models.CheckConstraint(
                name="from_somewhere_or_to_somewhere",
                condition=Q(before__isnull=False) | Q(after__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["member", "-seq"], name="ladder_move_by_member")]

    def __str__(self) -> str:
        return f"{self.ladder_id}/{self.seq} {self.before}->{self.after}"


class Crown(models.Model):
    """Thirty days at the top without a break."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="crowns")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="crowns")
    since = models.DateTimeField()
    """At the top since; the crown came 30 days later."""
    lost_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["ladder_id", "-since"]
        constraints = [
            models.UniqueConstraint(
                fields=["ladder"], name="one_crown_at_a_time", condition=Q(lost_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}:{self.member_id}"


class Snapshot(models.Model):
    """The ladder at the beginning of a month."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="snapshots")
    month = models.DateField()
    seq = models.PositiveBigIntegerField()
    """Of the last move before."""
    users = models.JSONField(default=list)
    """Keys of the users from the top."""
    taken_at = models.DateTimeField()

    class Meta:
        ordering = ["ladder_id", "-month"]
        constraints = [models.UniqueConstraint(fields=["ladder", "month"], name="one_snapshot_a_month")]

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.month}"


class LadderAct(models.Model):
    """Audit: what the staff did to a ladder, and why."""

    class Kind(models.TextChoices):
        REMOVED = "removed", _("removed a member")
        MOVED = "moved", _("moved a member")

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="acts")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    why = models.CharField(max_length=200)
    before = models.PositiveIntegerField()
    after = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["ladder_id", "-pk"]

    def __str__(self) -> str:
        return f"{self.ladder_id} {self.kind} {self.member_id}"
