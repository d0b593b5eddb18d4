"""Who may direct or look on, and what was done."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Role(models.Model):
    class Kind(models.TextChoices):
        """An observer sees the desk and changes nothing."""

        DIRECTOR = "director", _("director")
        OBSERVER = "observer", _("observer")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_roles"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"


class Act(models.Model):
    """Audit: what was done to the tournament, by whom; None is the site itself."""

    class Kind(models.TextChoices):
        CREATED = "created", _("created")
        EDITED = "edited", _("changed the description")
        APPOINTED = "appointed", _("gave a role")
        DISMISSED = "dismissed", _("took a role away")
        INVITED = "invited", _("invited a player")
        UNINVITED = "uninvited", _("took an invitation back")
        ENTERED = "entered", _("entered")
        WAITED = "waited", _("joined the waiting list")
        MOVED_UP = "moved_up", _("moved up from the waiting list")
        CHECKED_IN = "checked_in", _("checked in")
        LATE = "late", _("entered late")
        WITHDREW = "withdrew", _("withdrew")
        RETURNED = "returned", _("came back")
        REMOVED = "removed", _("removed a player")
        ASKED_OUT = "asked_out", _("asked out of a round")
        ASKED_IN = "asked_in", _("took a bye request back")
        FORBADE = "forbade", _("forbade a pair")
        ALLOWED = "allowed", _("allowed a pair again")
        STARTED = "started", _("started")
        DRAFTED = "drafted", _("drew up a pairing")
        CHANGED = "changed", _("changed a pairing")
        DISCARDED = "discarded", _("threw a draft away")
        PAIRED = "paired", _("paired a round")
        UNDONE = "undone", _("took a round back")
        ADJUDICATED = "adjudicated", _("adjudicated a table")
        ANNULLED = "annulled", _("annulled a table")
        WINDOW = "window", _("the play window of a round ended")
        CLONED = "cloned", _("made a copy")
        REPEATED = "repeated", _("created the next of the series")
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
