"""Small forms of a ladder."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from correio.api import Refusal


class RefusedForm(forms.Form):
    """What the steward refuses is said beside the field that it is about."""

    refused: ClassVar[dict[str, str]] = {}
    """Fields by codes of refusals."""

    def refuse(self, refusal: Refusal) -> bool:
        """False if it is about no field of this form."""
        field = self.refused.get(refusal.code)
        if field is not None:
            self.add_error(field, refusal.message)
        return field is not None


class VacationForm(RefusedForm):
    """Whole days in the reader's zone."""

    refused = {"bad_vacation": "last", "too_long": "last"}
    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first and first < timezone.localdate():
            self.add_error("first", _("That day is over: begin today or later."))
        if first and last and last < first:
            self.add_error("last", _("The last day lies before the first."))
        return data

    def begins(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.cleaned_data["first"], time()))

    def ends(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.cleaned_data["last"] + timedelta(days=1), time()))


class MoveForm(RefusedForm):
    refused = {"wrong_place": "to", "no_reason": "why"}
    to = forms.IntegerField(label=_("To place"), min_value=1)
    why = forms.CharField(label=_("Why"), max_length=200, help_text=_("Everybody can read it."))


class RemoveForm(RefusedForm):
    refused = {"no_reason": "why"}
    why = forms.CharField(label=_("Why"), max_length=200, help_text=_("Everybody can read it."))
