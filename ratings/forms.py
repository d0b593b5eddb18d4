"""The rating calculator and the choice of two players: forms that ask, and change nothing."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from correio.accounts.models import User
from ratings import elo
from ratings.calculator import MOST_SEATS, Range, by_place
from ratings.figures import signed_points

SEATS = range(2, MOST_SEATS + 1)


class CalculatorForm(forms.Form):
    """Rating, rated matches and place of each seat."""

    def __init__(self, seats: int, data: Any = None) -> None:
        super().__init__(data)
        self.seats = seats
        for seat in range(1, seats + 1):
            self.fields[f"rating_{seat}"] = forms.IntegerField(
                label=_("Rating"), min_value=0, max_value=4000, initial=elo.shown(elo.START)
            )
            self.fields[f"games_{seat}"] = forms.IntegerField(
                label=_("Rated matches"), min_value=0, max_value=100_000, initial=elo.SETTLING_UNTIL
            )
            self.fields[f"place_{seat}"] = forms.IntegerField(
                label=_("Place"), min_value=1, max_value=seats, initial=seat
            )
        for name, field in self.fields.items():
            field.widget.attrs["inputmode"] = "numeric"
            if self.is_bound and self.has_error(name):
                field.widget.attrs["aria-invalid"] = "true"

    def rows(self) -> list[dict[str, Any]]:
        """One for each seat, with its three fields."""
        return [
            {"seat": seat, "cells": [self[f"{name}_{seat}"] for name in ("rating", "games", "place")]}
            for seat in range(1, self.seats + 1)
        ]

    def _column(self, name: str) -> list[int]:
        values = self.cleaned_data if self.is_bound else {key: f.initial for key, f in self.fields.items()}
        return [values[f"{name}_{seat}"] for seat in range(1, self.seats + 1)]

    @cached_property
    def outcome(self) -> list[dict[str, Any]]:
        """What the match as entered does to each seat, and what each place would; the form is valid, or
        not sent yet."""
        ratings = [1000 * rating for rating in self._column("rating")]
        games, places = self._column("games"), self._column("place")
        changes = elo.changes(ratings, games, places)
        ranges: list[list[Range]] = by_place(ratings, games)
        return [
            {
                "seat": seat + 1,
                "place": places[seat],
                "k": elo.k_factor(games[seat]),
                "change": signed_points(changes[seat]),
                "change_milli": changes[seat],
                "after": elo.shown(ratings[seat] + changes[seat]),
                "ranges": ranges[seat],
            }
            for seat in range(self.seats)
        ]


class VersusForm(forms.Form):
    """Two names, as they are in addresses."""

    one = forms.CharField(label=_("Player"), max_length=150)
    other = forms.CharField(label=_("And player"), max_length=150)

    def clean_one(self) -> User:
        return self._player("one")

    def clean_other(self) -> User:
        return self._player("other")

    def _player(self, field: str) -> User:
        name = self.cleaned_data[field].strip()
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            raise forms.ValidationError(
                _("There is no player %(name)s. Names stand in the address of a profile, after /u/."),
                params={"name": name},
            )
        return user

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("one") and cleaned.get("one") == cleaned.get("other"):
            raise forms.ValidationError(_("Choose two different players."))
        return cleaned
