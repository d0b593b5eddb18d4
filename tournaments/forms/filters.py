"""What lists are narrowed to, by GET."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engines import registry
from ratings.models import Pool
from tournaments.models import Act, Tournament

STATUS = Tournament.Status


def _games() -> list[tuple[str, Any]]:
    return [("", _("every game")), *((title.key, title.name) for title in registry.titles())]


class ListForm(forms.Form):
    status = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[
            ("", _("all")),
            (STATUS.REGISTRATION, _("open")),
            (STATUS.RUNNING, _("running")),
            ("over", _("over")),
        ],
    )
    game = forms.ChoiceField(label=_("Game"), required=False, choices=_games)
    system = forms.ChoiceField(
        label=_("System"), required=False, choices=[("", _("every system")), *Tournament.System.choices]
    )
    speed = forms.ChoiceField(
        label=_("Clock"), required=False, choices=[("", _("every clock")), *Pool.Speed.choices]
    )
    whose = forms.ChoiceField(
        label=_("For me"),
        required=False,
        choices=[("", _("all")), ("mine", _("mine")), ("open", _("open to me"))],
    )

    def wanted(self) -> dict[str, str]:
        """Values that are none of the choices narrow nothing."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class LogForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("What"), required=False, choices=[("", _("everything")), *Act.Kind.choices]
    )
    by = forms.ChoiceField(label=_("By"), required=False)
    about = forms.CharField(label=_("About"), required=False, max_length=60)
    """A player's name."""

    def __init__(self, data: Any, *, people: list[tuple[str, str]]) -> None:
        super().__init__(data)
        by: forms.ChoiceField = self.fields["by"]  # type: ignore[assignment]
        by.choices = [("", _("everybody")), ("site", "Correio"), *people]

    def wanted(self) -> dict[str, str]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}
