"""Guests: a seat without a name or an address, that can become an account and keep its matches."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from correio.accounts.member import member
from correio.accounts.middleware import ZONE_COOKIE, known_zone
from correio.accounts.models import User
from correio.accounts.names import fresh_guest_name
from correio.api import Refusal
from correio.throttles import may_make_guest

BACKEND = "django.contrib.auth.backends.ModelBackend"


def create_guest(*, language: str = "en", zone: str = "UTC") -> User:
    username, name = fresh_guest_name()
    guest = User(
        username=username,
        name=name,
        kind=User.Kind.GUEST,
        language=language,
        time_zone=zone if known_zone(zone) else "UTC",
    )
    guest.set_unusable_password()
    guest.save()
    return guest


def sign_in_guest(request: HttpRequest) -> User:
    """The user of this request; a stranger becomes a guest and is signed in. Raises Refusal."""
    if request.user.is_authenticated:
        return request.user
    if not may_make_guest(request):
        raise Refusal("throttled", _("Too many guests came from your address. Sign in, or try later."), 429)
    zone = request.POST.get("zone") or request.COOKIES.get(ZONE_COOKIE, "UTC")
    guest = create_guest(language=translation.get_language() or "en", zone=zone)
    login(request, guest, backend=BACKEND)
    return guest


def upgrade(request: HttpRequest, *, username: str, email: str, password: str) -> User:
    """The guest of this request becomes a person: the same row, so every match stays theirs.

    The session stays signed in; a mail asks to confirm the address. The caller has validated the
    three values (`forms.UpgradeForm`).
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=member(request).pk)
        if user.kind != User.Kind.GUEST:
            raise ValueError("only a guest can be upgraded")
        user.username, user.name, user.email, user.kind = username, "", email, User.Kind.PERSON
        user.set_password(password)
        user.save()
        address = EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
        transaction.on_commit(lambda: address.send_confirmation(request, signup=True))
    login(request, user, backend=BACKEND)
    return user
