"""Mails of a development site: kept in a table and shown at `/dev/mail/`, never sent."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from correio.notifications.models import Letter

KEPT = 1000
"""Older letters are thrown away."""


class MailboxBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        letters = Letter.objects.bulk_create([_letter(message) for message in email_messages])
        if letters:
            Letter.objects.filter(pk__lte=letters[-1].pk - KEPT).delete()
        return len(letters)


def _letter(message: EmailMessage) -> Letter:
    return Letter(
        sender=message.from_email,
        recipients=", ".join(message.recipients())[:500],
        subject=str(message.subject)[:500],
        text=str(message.body),
        html=_html(message),
    )


def _html(message: EmailMessage) -> str:
    if isinstance(message, EmailMultiAlternatives):
        for content, mimetype in message.alternatives:
            if mimetype == "text/html":
                return str(content)
    return ""
