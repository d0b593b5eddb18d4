"""Small forms of the director's desk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from correio.accounts.house import LEVEL_WORDS, LEVELS
from correio.accounts.models import User
from correio.numbers import whole
from tournaments.models import Entry, Pairing, RequestedBye, Role, Table

FOR_PLAYERS = _("The players read it.")


class PlayerField(forms.CharField):
    """A user name, to the user."""

    def clean(self, value: Any) -> User | None:
        name = super().clean(value)
        if not name:
            return None
        found = User.objects.filter(username__iexact=name).first()
        if found is None:
            message = gettext("There is no player “%(name)s”: check the spelling.")
            raise forms.ValidationError(message % {"name": name}, code="no_player")
        return found


class NothingForm(forms.Form):
    """A button without anything to fill in."""


class PlayerForm(forms.Form):
    player = PlayerField(label=_("Player"), max_length=150)


class RoundForm(forms.Form):
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class BotsForm(forms.Form):
    level = forms.ChoiceField(label=_("Level"), choices=[(level, LEVEL_WORDS[level]) for level in LEVELS])
    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=64, initial=1)


class NamesForm(forms.Form):
    names = forms.CharField(
        label=_("Players"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("User names, one on a line."),
    )
    all_or_nothing = forms.BooleanField(label=_("All of them or nobody"), required=False)

    def listed(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["names"].splitlines() if line.strip()]


class InviteForm(forms.Form):
    player = PlayerField(label=_("Player"), max_length=150)


class RoleForm(forms.Form):
    player = PlayerField(label=_("Who"), max_length=150)
    kind = forms.ChoiceField(label=_("As"), choices=Role.Kind.choices, initial=Role.Kind.DIRECTOR)


class ByeForm(forms.Form):
    """A bye in a round to come, asked for by the director."""

    player = PlayerField(label=_("Player"), max_length=150, widget=forms.Select)
    round = forms.IntegerField(label=_("Round"), min_value=1, widget=forms.Select)
    kind = forms.ChoiceField(label=_("Bye"), choices=RequestedBye.Kind.choices)

    def offering(self, entries: Iterable[Entry], rounds: Iterable[int]) -> ByeForm:
        _offer(self, "player", entries)
        self.fields["round"].widget.choices = [(n, str(n)) for n in rounds]  # type: ignore[attr-defined]
        return self


class ByeBackForm(forms.Form):
    player = PlayerField(max_length=150)
    round = forms.IntegerField(min_value=1)


class ForbidForm(forms.Form):
    one = PlayerField(label=_("Player"), max_length=150, widget=forms.Select)
    other = PlayerField(label=_("and"), max_length=150, widget=forms.Select)
    first_round = forms.IntegerField(label=_("From round"), min_value=1, initial=1)
    last_round = forms.IntegerField(
        label=_("To round"), min_value=1, required=False, help_text=_("Empty: to the end.")
    )
    why = forms.CharField(label=_("Why"), max_length=200, help_text=_("Stays in the records."))

    def offering(self, entries: Iterable[Entry], rounds: Iterable[int]) -> ForbidForm:
        _offer(self, "one", entries)
        _offer(self, "other", entries)
        return self


class AllowForm(forms.Form):
    one = PlayerField(max_length=150)
    other = PlayerField(max_length=150)


def _offer(form: forms.Form, name: str, entries: Iterable[Entry]) -> None:
    options = [(entry.user.username, entry.user.shown_name) for entry in entries]
    form.fields[name].widget.choices = [("", "—"), *options]  # type: ignore[attr-defined]


class WhyForm(forms.Form):
    """Taking a round back."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    why = forms.CharField(label=_("Why"), max_length=200, required=False)


class FinishForm(forms.Form):
    open_tables = forms.ChoiceField(
        label=_("Tables that are still being played"),
        required=False,
        choices=[
            ("refuse", _("wait for them: do not finish")),
            ("points", _("decide them by the score so far")),
            ("nobody", _("no points for anybody there")),
        ],
    )


class CloneForm(forms.Form):
    name = forms.CharField(label=_("Name of the copy"), max_length=60)
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In your time zone. Without it the copy has no dates."),
    )


class AnnulForm(forms.Form):
    round = forms.IntegerField(label=_("Round"), min_value=1)
    table = forms.IntegerField(label=_("Table"), min_value=1)
    why = forms.CharField(label=_("Why"), max_length=200, help_text=FOR_PLAYERS)


class ChangeForm(forms.Form):
    """What every change of a draft needs: the round, the draft that was looked at, a reason."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    why = forms.CharField(label=_("Why"), max_length=200, help_text=FOR_PLAYERS)


class SwapForm(ChangeForm):
    one = forms.TypedChoiceField(label=_("Player"), coerce=int)
    other = forms.TypedChoiceField(label=_("changes places with"), coerce=int)
    field_order = ("one", "other", "why")

    def offering(self, entries: Sequence[Entry]) -> SwapForm:
        for name in ("one", "other"):
            _choose(self, name, entries)
        return self


class LayForm(ChangeForm):
    """A table by hand, in the order of play; seats may be left empty down to the smallest table."""

    def offering(self, entries: Sequence[Entry], seats: int, least: int) -> LayForm:
        for seat in range(1, seats + 1):
            name = f"seat_{seat}"
            self.fields[name] = forms.TypedChoiceField(
                label=_("Seat %(n)d") % {"n": seat}, coerce=int, empty_value=None, required=seat <= least
            )
            _choose(self, name, entries)
        self.order_fields([*(f"seat_{seat}" for seat in range(1, seats + 1)), "why"])
        return self

    def seats(self) -> list[int]:
        seats = [value for name, value in self.cleaned_data.items() if name.startswith("seat_")]
        return [entry for entry in seats if entry is not None]


class GiveByeForm(ChangeForm):
    entry = forms.TypedChoiceField(label=_("Player"), coerce=int)
    kind = forms.ChoiceField(
        label=_("Bye"),
        choices=[
            (Pairing.Bye.FULL, _("full-point bye")),
            (Pairing.Bye.HALF, _("half-point bye")),
            (Pairing.Bye.ZERO, _("not there")),
        ],
    )
    field_order = ("entry", "kind", "why")

    def offering(self, entries: Sequence[Entry]) -> GiveByeForm:
        _choose(self, "entry", entries)
        return self


class ReleaseForm(ChangeForm):
    """Takes what was laid by hand for these entries back."""

    entries = forms.CharField(max_length=400, widget=forms.HiddenInput)

    def released(self) -> list[int]:
        return [
            key for text in self.cleaned_data["entries"].split(",") if (key := whole(text, 18)) is not None
        ]


def _choose(form: forms.Form, name: str, entries: Sequence[Entry]) -> None:
    field: forms.ChoiceField = form.fields[name]  # type: ignore[assignment]
    field.choices = [("", "—"), *((entry.pk, entry.user.shown_name) for entry in entries)]


class AdjudicateForm(forms.Form):
    """Places of one table: as the score stands, nobody, or given seat by seat."""

    how = forms.ChoiceField(
        label=_("Result"),
        choices=[
            ("points", _("as the score stands")),
            ("nobody", _("no points for anybody")),
            ("places", _("the places below")),
        ],
    )
    why = forms.CharField(label=_("Why"), max_length=200, help_text=FOR_PLAYERS)

    def __init__(self, data: Any = None, *, table: Table, names: list[str]) -> None:
        super().__init__(data, prefix=f"t{table.number}")
        self.table = table
        for seat, name in enumerate(names):
            self.fields[f"place_{seat}"] = forms.TypedChoiceField(
                label=name,
                coerce=int,
                initial=seat + 1,
                choices=[(n, str(n)) for n in range(1, len(names) + 1)],
                required=False,
            )
        self.seats = len(names)

    def places(self) -> list[int] | None:
        """None unless they were given one by one."""
        if self.cleaned_data["how"] != "places":
            return None
        return [self.cleaned_data[f"place_{seat}"] or self.seats for seat in range(self.seats)]
