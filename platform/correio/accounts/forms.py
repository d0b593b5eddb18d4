"""Settings, and a guest's way to an account."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from correio.accounts.models import User
from correio.accounts.names import USERNAME


def _zones() -> list[tuple[str, str]]:
    """Places people look for (`Europe/Lisbon`), without the technical duplicates."""
    names = sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in names)]


class PreferencesForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ["name", "time_zone", "language", "theme"]
        help_texts = {
            "name": _("What others read at the table. Empty: your username."),
            "time_zone": _("Every date and deadline is shown in it, in pages and mails."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = forms.ChoiceField(
            label=self.fields["time_zone"].label,
            help_text=self.fields["time_zone"].help_text,
            choices=lazy(_zones, list)(),
        )
        self.fields["language"] = forms.ChoiceField(
            label=self.fields["language"].label,
            choices=[("en", "English"), ("pt", "Português")],
        )


class UpgradeForm(forms.Form):
    username = forms.CharField(label=_("Username"), max_length=30, validators=[USERNAME])
    email = forms.EmailField(
        label=_("E-mail"), help_text=_("Only for your turn, your results and a lost password. Never shown.")
    )
    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        strip=False,
        help_text=_("At least eight characters."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["username"].widget.attrs["autocomplete"] = "username"
        self.fields["email"].widget.attrs["autocomplete"] = "email"

    def clean_username(self) -> str:
        return str(get_adapter().clean_username(self.cleaned_data["username"]))

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).lower()
        if EmailAddress.objects.filter(email__iexact=email).exists():
            raise ValidationError(_("An account with this address exists. Sign in there, or use another."))
        return email

    def clean_password(self) -> str:
        candidate = User(
            username=self.cleaned_data.get("username", ""), email=self.cleaned_data.get("email", "")
        )
        validate_password(self.cleaned_data["password"], user=candidate)
        return str(self.cleaned_data["password"])


class TokenForm(forms.Form):
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        initial=90,
        choices=[(7, _("7 days")), (90, _("90 days")), (365, _("one year")), (0, _("until I revoke it"))],
    )


class DeleteForm(forms.Form):
    username = forms.CharField(label=_("Type your username to confirm"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        if self.cleaned_data["username"] != self.user.username:
            raise ValidationError(
                _("This is not your username (%(name)s)."), params={"name": self.user.username}
            )
        return self.user.username
