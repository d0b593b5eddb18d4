"""Who plays: people, guests on their way to an account, and house bots."""

from __future__ import annotations

from urllib.parse import quote

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Every seat is held by a user, so that ratings, tournaments and pages know only one kind of player."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        GUEST = "guest", _("guest")
        BOT = "bot", _("bot")

    class Theme(models.TextChoices):
        SYSTEM = "system", _("as the system")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PERSON)
    name = models.CharField(_("name shown"), max_length=40, blank=True)
    bot_level = models.CharField(max_length=16, blank=True)
    """Level of `engines.bots` for house bots; empty for everybody else."""
    owner = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="bots")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    theme = models.CharField(_("theme"), max_length=8, choices=Theme.choices, default=Theme.SYSTEM)
    anonymised_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="username_unique_whatever_the_case"),
            models.CheckConstraint(
                name="only_bots_have_a_level",
                condition=Q(kind="bot", bot_level__gt="") | (~Q(kind="bot") & Q(bot_level="")),
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        return self.name or self.username

    def get_absolute_url(self) -> str:
        return f"/u/{quote(self.username)}/"

    @property
    def is_bot(self) -> bool:
        return self.kind == self.Kind.BOT

    @property
    def is_guest(self) -> bool:
        return self.kind == self.Kind.GUEST
