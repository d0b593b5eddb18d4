"""What is told to whom, and what a person does not want to be told.

A notice is due work until it is settled: sent, or dropped with a reason. Nothing is sent that was true
only when the row was written: the sender looks again.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    YOUR_TURN = "your_turn", _("It is my turn")
    REMINDER = "reminder", _("My time runs out soon")
    SEAT_LEFT = "seat_left", _("A player left one of my matches")
    FINISHED = "match_finished", _("A match of mine is over")
    CANCELLED = "match_cancelled", _("A match of mine did not take place")
    INVITED = "tour_invited", _("I am invited to a tournament")
    MOVED_UP = "tour_moved_up", _("I move up from a waiting list")
    CHECK_IN = "tour_check_in", _("A tournament of mine wants me to check in")
    ROUND_PAIRED = "tour_paired", _("A round of my tournament is paired")
    REMOVED = "tour_removed", _("I am taken out of a tournament")
    LADDER_CHALLENGE = "ladder_challenge", _("I am challenged on a ladder")
    LADDER_SOON = "ladder_soon", _("A challenge waits for my answer, and the time runs out soon")
    LADDER_ACCEPTED = "ladder_accepted", _("My challenge is accepted")
    LADDER_DECLINED = "ladder_declined", _("My challenge is declined")
    LADDER_OFF = "ladder_off", _("A challenge that I was asked to comes to nothing")
    LADDER_FORFEITED = "ladder_forfeited", _("A place on a ladder is forfeited to me, or by me")
    LADDER_MOVED = "ladder_moved", _("I have moved on a ladder")


class Notice(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    subject = models.CharField(max_length=40)
    """What it is about, `match:CODE` or as the app above names it."""
    turn = models.PositiveIntegerField(default=0)
    """Version of the match when the turn began, or of the event; a turn is told once."""
    match = models.ForeignKey("correio_matches.Match", null=True, on_delete=models.CASCADE, related_name="+")
    """None: it is about another page of the site, `path`."""
    path = models.CharField(max_length=200, blank=True)
    about = models.JSONField(default=dict)
    """Names and numbers of its words, for the `Teller` of its kind."""
    seat = models.PositiveSmallIntegerField(null=True)
    """The seat the notice speaks of: the reader's own, or the one that left."""
    happened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    dropped = models.CharField(max_length=20, blank=True)
    """Why it was not sent: `moved`, `over`, `unwanted`, `no_address`."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "subject", "kind", "turn"], name="told_once"),
            models.CheckConstraint(name="of_a_match_or_a_page", condition=Q(match=None) ^ Q(path="")),
            models.CheckConstraint(name="sent_or_dropped", condition=Q(sent_at=None) | Q(dropped="")),
        ]
        indexes = [
            models.Index(fields=["due_at", "id"], name="notice_due", condition=Q(sent_at=None, dropped="")),
            models.Index(fields=["user", "-id"], name="notice_by_user"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}:{self.turn} -> {self.user_id}"


class Unwanted(models.Model):
    """A kind of mail that this person switched off; everything else is on."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="unwanted")
    kind = models.CharField(max_length=20, choices=Kind.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="unwanted_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"


class Letter(models.Model):
    """A mail kept instead of sent: the mail page of a development site."""

    sender = models.CharField(max_length=200)
    recipients = models.CharField(max_length=500)
    subject = models.CharField(max_length=500)
    text = models.TextField()
    html = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.subject
