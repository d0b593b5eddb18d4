"""What our accounts ask of allauth beyond its settings."""

from __future__ import annotations

import unicodedata
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from correio.accounts.middleware import ZONE_COOKIE, known_zone
from correio.accounts.models import User
from correio.accounts.names import is_reserved


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = super().clean_username(unicodedata.normalize("NFKC", username), shallow=shallow)
        if is_reserved(username):
            raise ValidationError(_("This name is kept for the site. Please choose another."))
        return username

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A new account starts with the language and zone its browser showed."""
        user.language = (translation.get_language() or "en").split("-")[0]
        zone = request.POST.get("zone") or request.COOKIES.get(ZONE_COOKIE, "UTC")
        user.time_zone = zone if known_zone(zone) else "UTC"
        return super().save_user(request, user, form, commit=commit)
