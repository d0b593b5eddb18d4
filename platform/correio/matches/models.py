"""Rows of a match. `matches.referee` is the only writer of everything in this module.

The secret, the options and the moves with what chance drew are the truth; the snapshot is a cache of
the position after the last public move.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Match(models.Model):
    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Origin(models.TextChoices):
        LOBBY = "lobby", _("lobby")
        HOUSE = "house", _("house")
        TOURNAMENT = "tournament", _("tournament")
        LADDER = "ladder", _("ladder")

    class ClockKind(models.TextChoices):
        PER_TURN = "per_turn", _("time per turn")
        FISCHER = "fischer", _("bank with increment")

    class OnTimeOut(models.TextChoices):
        ABSENT = "absent", _("absent turns, then the seat leaves")
        LOSES = "loses", _("loses at once")

    code = models.CharField(max_length=12, unique=True)
    """Public name in URLs and the API: letters and digits that cannot be mistaken for each other."""
    game = models.CharField(max_length=40)
    title = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    components = models.CharField(max_length=64)
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    origin = models.CharField(max_length=12, choices=Origin.choices, default=Origin.LOBBY)
    version = models.PositiveIntegerField(default=0)
    """Number of public moves so far: the seq of the last Move row."""
    snapshot: models.BinaryField[bytes | None, bytes | None] = models.BinaryField(null=True)
    secret: models.BinaryField[bytes, bytes] = models.BinaryField()
    commitment = models.CharField(max_length=64)

    clock_kind = models.CharField(max_length=10, choices=ClockKind.choices)
    clock_base_ms = models.BigIntegerField()
    """Per turn: the time of each turn. Fischer: the bank at the start."""
    clock_increment_ms = models.BigIntegerField(default=0)
    clock_cap_ms = models.BigIntegerField(default=0)
    on_time_out = models.CharField(max_length=8, choices=OnTimeOut.choices, default=OnTimeOut.ABSENT)
    absent_turns = models.PositiveSmallIntegerField(default=1)
    """How many turns a seat may miss before it leaves (`loses` counts as 0)."""
    window_end = models.DateTimeField(null=True, blank=True)
    """End of the play window of a tournament round: no deadline lies behind it."""
    deadline = models.DateTimeField(null=True, blank=True)
    """Minimum of the seats' deadlines."""

    rated = models.BooleanField(default=True)
    private = models.BooleanField(default=False)
    """Open seats reachable by the invitation link only."""
    invitation = models.CharField(max_length=24, unique=True)
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    open_until = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    """{"places": [...], "points": [...], "reason": str, "parts": [...]}; places as the referee decided."""
    cancel_reason = models.CharField(max_length=12, blank=True)
    """`expired` (seats stayed open), `withdrawn` (by who opened it), `aborted` (by a player) or `undone` (its
    pairing was taken back)."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="only_a_running_match_has_a_deadline",
                condition=Q(status="playing") | Q(deadline=None),
            ),
            models.CheckConstraint(
                name="a_finished_match_has_a_result",
                condition=~Q(status="finished") | (Q(result__isnull=False) & Q(finished_at__isnull=False)),
            ),
        ]
        indexes = [
            models.Index(fields=["status", "-created_at"], name="match_by_status"),
            models.Index(
                fields=["-finished_at", "id"], name="match_by_finish", condition=Q(status="finished")
            ),
            models.Index(fields=["open_until"], name="match_open_until", condition=Q(status="open")),
            models.Index(fields=["deadline"], name="match_deadline", condition=Q(deadline__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    """0 starts."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    """None while the seat is open."""
    drawn_from = models.PositiveSmallIntegerField(null=True, blank=True)
    """Seat taken before the seats were drawn, for the proof of the draw; None where seats were given."""
    nonce: models.BinaryField[bytes | None, bytes | None] = models.BinaryField(null=True)
    bot_level = models.CharField(max_length=16, blank=True)
    """Level of the bot that plays this seat now: a house bot, or the bot that took over from a leaver."""
    left_at = models.DateTimeField(null=True, blank=True)
    left_reason = models.CharField(max_length=12, blank=True)
    """`resigned`, `timed_out` or `removed`."""
    missed = models.PositiveSmallIntegerField(default=0)
    turns = models.PositiveIntegerField(default=0)
    """Turns begun."""
    acting = models.BooleanField(default=False)
    """The match waits for this seat and its answer is not in yet."""
    sealed = models.BooleanField(default=False)
    """Its answer to the open sealed decision is in; others still see it as acting."""
    answered_at = models.DateTimeField(null=True, blank=True)
    """When the sealed answer came in; until all are in, others are shown the clock as if it still ran."""
    turn_started_at = models.DateTimeField(null=True, blank=True)
    """Of a turn that was interrupted: so much earlier as it has taken before that."""
    held_ms = models.BigIntegerField(null=True, blank=True)
    """What its turn had taken when a question or a move out of turn interrupted it; None: no turn of the seat
    is interrupted."""
    bank_ms = models.BigIntegerField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    """When this seat's time runs out; only while it acts and a person holds it."""
    bot_due = models.BooleanField(default=False)
    """A bot has to move here: due work of queue `bots`."""
    leased_until = models.DateTimeField(null=True, blank=True)
    lease_token = models.UUIDField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["match_id", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat"], name="one_row_per_seat", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(fields=["match", "user"], name="a_user_sits_once"),
        ]
        indexes = [
            models.Index(fields=["deadline"], name="seat_deadline", condition=Q(deadline__isnull=False)),
            models.Index(fields=["leased_until", "id"], name="seat_bot_due", condition=Q(bot_due=True)),
            models.Index(fields=["user", "acting"], name="seat_by_user"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.seat}"


class Move(models.Model):
    """One public act: by a seat, by a bot, or by the referee (`absent`, `leave`)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    seq = models.PositiveIntegerField()
    actor = models.CharField(max_length=8)
    """`seat`, `bot` or `referee`."""
    seat = models.PositiveSmallIntegerField(null=True)
    notation = models.CharField(max_length=80)
    drawn = models.JSONField(default=list)
    told = models.JSONField(default=list)
    """`engines.protocol.Told` entries; whoever shows them filters by audience."""
    bot_level = models.CharField(max_length=16, blank=True)
    bot_version = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "seq"]
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="one_move_per_seq")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seq} {self.notation}"


class SealedMove(models.Model):
    """A secret answer kept aside until all answers are in; invisible to everybody but its seat."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sealed_moves")
    seat = models.PositiveSmallIntegerField()
    order = models.PositiveSmallIntegerField()
    actor = models.CharField(max_length=8, default="seat")
    """As in `Move`; the referee's is `absent`."""
    notation = models.CharField(max_length=80)
    bot_level = models.CharField(max_length=16, blank=True)
    bot_version = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "seat", "order"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "order"], name="one_sealed_move_per_order")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.seat} sealed"


class Order(models.Model):
    """A seat's answers in advance to the questions of one form: no act of the match, and only its owner
    sees it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField()
    form = models.CharField(max_length=40)
    """`OrderForm.key`."""
    lines = models.JSONField(default=list)
    dropped = models.JSONField(default=list)
    """[[line, reason], ...] that ceased to apply since its owner wrote it; the reason is a message id."""
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "seat", "form"]
        constraints = [models.UniqueConstraint(fields=["match", "seat", "form"], name="one_order_per_form")]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.seat} {self.form}"


class Window(models.Model):
    """The match waits for answers to a question, and nobody is told whose."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="window")
    opened_at = models.DateTimeField()
    earliest_at = models.DateTimeField()
    """It does not close before, however fast the answers came. Known to nobody."""
    closes_at = models.DateTimeField()
    """Who has not answered by then is answered for. Known to everybody."""
    due_at = models.DateTimeField()
    """`closes_at`, or `earliest_at` once all answers are in."""

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="window_due")]

    def __str__(self) -> str:
        return f"{self.match_id} until {self.closes_at}"


class ClockEntry(models.Model):
    """Ledger of a seat's clock: the bank and the deadline follow from it."""

    class Kind(models.TextChoices):
        START = "start", _("start of play")
        TURN = "turn", _("turn begins")
        MOVE = "move", _("turn ends")
        MISSED = "missed", _("turn missed")
        HELD = "held", _("turn interrupted")
        RESUMED = "resumed", _("turn goes on")
        ARBITER = "arbiter", _("arbiter")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="clock_entries")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    at = models.DateTimeField()
    spent_ms = models.BigIntegerField(default=0)
    bank_ms = models.BigIntegerField(null=True)
    """After this entry."""
    deadline = models.DateTimeField(null=True)
    """After this entry."""

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["match", "seat", "id"], name="clock_by_seat")]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.seat} {self.kind}"


class Receipt(models.Model):
    """First answer to a command with an idempotency key; a repeated key gets it again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64)
    """SHA-256 of command and body: the same key with another body is an error."""
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_receipt_per_key")]
        indexes = [models.Index(fields=["at"], name="receipt_by_age")]

    def __str__(self) -> str:
        return self.key


class Event(models.Model):
    """Outbox of the referee, written in the transaction of what it tells."""

    class Kind(models.TextChoices):
        STARTED = "match_started"
        TURN = "turn_begins"
        FINISHED = "match_finished"
        CANCELLED = "match_cancelled"
        SEAT_LEFT = "seat_left"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    payload = models.JSONField(default=dict)
    """`turn_begins`: {"seats": [...], "version": n}, people only; `seat_left`: {"seat": n, "reason": str};
    `match_finished` and `match_cancelled`: {"reason": str}."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"


class Delivery(models.Model):
    """One consumer's share of an event: due until done, exactly once."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deliveries")
    consumer = models.CharField(max_length=40)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "consumer"], name="one_delivery_per_consumer")
        ]
        indexes = [
            models.Index(fields=["consumer", "id"], name="delivery_due", condition=Q(done_at=None)),
            models.Index(fields=["done_at"], name="delivery_by_age", condition=Q(done_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.consumer} {self.event_id}"


__all__ = [
    "ClockEntry",
    "Delivery",
    "Event",
    "Match",
    "Move",
    "Order",
    "Receipt",
    "SealedMove",
    "Seat",
    "Window",
]
