"""Deleting an account: the row stays, the person goes. Shared matches, results and ratings stay valid."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from knox.models import AuthToken

from correio.accounts.models import User
from correio.accounts.sessions import end_sessions


@transaction.atomic
def anonymise(user: User) -> None:
    """Takes name, address, password, tokens and sessions; nothing of them can be brought back.

    The caller has let the user leave running matches and tournaments first (`pages.leaving`).
    """
    gone = User.objects.select_for_update().get(pk=user.pk)
    gone.username = f"gone-{gone.pk}"
    gone.name = gone.first_name = gone.last_name = gone.email = ""
    gone.time_zone, gone.language, gone.theme = "UTC", "en", User.Theme.SYSTEM
    gone.is_active = gone.is_staff = gone.is_superuser = False
    gone.anonymised_at = timezone.now()
    gone.last_login = None
    gone.set_unusable_password()
    gone.save()
    EmailAddress.objects.filter(user=gone).delete()
    AuthToken.objects.filter(user=gone).delete()
    end_sessions(gone)
