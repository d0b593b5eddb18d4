"""Names for those who come without one."""

from __future__ import annotations

import re
import secrets

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from correio.accounts.models import User

ADJECTIVES = (
    "Amber", "Blue", "Bold", "Bright", "Calm", "Clear", "Coastal", "Copper", "Deft", "Early",
    "Fair", "Glazed", "Golden", "Hidden", "Indigo", "Keen", "Lucky", "Merry", "Misty", "Noble",
    "Patient", "Polite", "Quick", "Quiet", "Rapid", "Silver", "Sly", "Steady", "Sunny", "Swift",
    "Tidal", "Wise",
)  # fmt: skip
NOUNS = (
    "Albatross", "Anchor", "Bishop", "Captain", "Compass", "Courier", "Cuttlefish", "Dolphin",
    "Envoy", "Falcon", "Fox", "Gull", "Hare", "Heron", "Ibis", "Jay", "Kestrel", "Lantern", "Lynx",
    "Magpie", "Mariner", "Otter", "Owl", "Pelican", "Pilot", "Rook", "Sardine", "Stork", "Swallow",
    "Tern", "Violin", "Wren",
)  # fmt: skip

USERNAME = RegexValidator(
    re.compile(r"^[^\W_](?:[\w.-]{0,28}[^\W_])?\Z"),
    _("Use 1 to 30 letters, digits, dots, dashes or underscores; begin and end with a letter or digit."),
)
USERNAME_VALIDATORS = [USERNAME]
"""For allauth's `ACCOUNT_USERNAME_VALIDATORS`: what stands in `/u/<name>/`."""

RESERVED = frozenset(
    {"admin", "correio", "referee", "arbiter", "director", "moderator", "system", "root", "gone"}
)


def is_reserved(username: str) -> bool:
    """Names that would pass for the site itself, and the prefixes the site gives out."""
    name = username.lower()
    return name in RESERVED or name.startswith(("gone-", "guest-"))


def fresh_guest_name() -> tuple[str, str]:
    """(username, name shown); tries until the username is free."""
    while True:
        name = f"{secrets.choice(ADJECTIVES)} {secrets.choice(NOUNS)}"
        username = f"guest-{name.lower().replace(' ', '-')}-{secrets.randbelow(9000) + 1000}"
        if not User.objects.filter(username=username).exists():
            return username, name
