from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from correio.notifications.models import Kind


class MailForm(forms.Form):
    kinds = forms.MultipleChoiceField(
        label=_("Send me a mail when"),
        choices=Kind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
