"""The form to sign in, in the words of this site."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy as _


class SignInForm(LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Username or mail address")
        login.widget.attrs |= {"autocomplete": "username", "autofocus": True}
        for name in ("login", "password"):
            # The label says it, and stays when something is typed.
            self.fields[name].widget.attrs.pop("placeholder", None)
