"""One form with good defaults: a newcomer presses the button without changing anything."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from correio.accounts.house import LEVEL_WORDS, LEVELS
from correio.accounts.models import User
from correio.lobby.presets import DEFAULT, PRESETS
from correio.lobby.tables import Wish
from correio.matches.models import Match
from engines import registry


def titles() -> list[tuple[str, str]]:
    return [(title.key, title.name) for title in registry.titles()]


def seat_counts() -> list[int]:
    """Every number of seats that some listed game is played with."""
    return sorted({count for counts in registry.seats_by_title().values() for count in counts})


OPEN = "open"
LEVEL_NAMES = {"novice": _("novice bot"), "steady": _("steady bot"), "keen": _("keen bot")}


class NonceField(forms.CharField):
    """32 random bytes of the browser, in hex: its share in the key of every shuffle. Empty without a
    script; anything else than hex is treated the same, because fairness must never stop a player."""

    def __init__(self) -> None:
        super().__init__(
            required=False, widget=forms.HiddenInput(attrs={"data-nonce": "", "autocomplete": "off"})
        )

    def clean(self, value: Any) -> bytes | None:  # type: ignore[override]
        try:
            nonce = bytes.fromhex(super().clean(value))
        except ValueError:
            return None
        return nonce if len(nonce) == 32 else None


class NonceForm(forms.Form):
    nonce = NonceField()


class SeatField(forms.ChoiceField):
    """Who is to sit there: a level of bots, or whoever comes."""

    def __init__(self, *, label: Any) -> None:
        levels = [(level, LEVEL_NAMES[level]) for level in LEVELS]
        super().__init__(label=label, choices=[(OPEN, _("open")), *levels], initial=OPEN)

    def clean(self, value: Any) -> str:
        return str(super().clean(value or OPEN))


class TableForm(NonceForm):
    title = forms.ChoiceField(label=_("Game"), choices=titles, initial=lambda: titles()[0][0])
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        choices=lambda: [(n, str(n)) for n in seat_counts()],
        initial=4,
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=lambda: [(preset.key, preset.label) for preset in PRESETS.values()],
        initial=DEFAULT,
        help_text=_("Days are for a move now and then; with the last two everybody stays at the board."),
    )
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    private = forms.BooleanField(
        label=_("Only by invitation link"),
        required=False,
        help_text=_("You get a link to send to your friends; strangers do not see the table."),
    )
    on_time_out = forms.ChoiceField(
        label=_("When a player's time runs out"),
        choices=[
            (Match.OnTimeOut.ABSENT, _("the turn is missed; who misses too many leaves, and a bot plays on")),
            (Match.OnTimeOut.LOSES, _("the player leaves at once, and a bot plays on")),
        ],
        initial=Match.OnTimeOut.ABSENT,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["title"].widget.attrs["data-seats"] = json.dumps(registry.seats_by_title())
        self.order_fields(["title", "seats", *self._add_others(), "clock", "rated", "private", "on_time_out"])
        if user is not None and user.is_authenticated and user.is_guest:
            self.fields["rated"].disabled = True
            self.fields["rated"].initial = False
            self.fields["rated"].help_text = _("Guests play unrated; keep your account to get a rating.")

    def _add_others(self) -> list[str]:
        names = []
        for number in range(2, max(seat_counts(), default=2) + 1):
            name = f"seat_{number}"
            self.fields[name] = SeatField(label=format_lazy("{} {}", _("Seat"), number))
            names.append(name)
        return names

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seats = data.get("seats")
        if seats and data.get("title"):
            title = registry.title(data["title"])[1]
            if seats not in title.seats:
                offered = ", ".join(map(str, title.seats))
                words = _("%(game)s is played by %(seats)s.") % {"game": title.name, "seats": offered}
                self.add_error("seats", words)
        return data

    def wish(self) -> Wish:
        data = self.cleaned_data
        levels = [data.get(f"seat_{number}") for number in range(2, data["seats"] + 1)]
        return Wish(
            title=data["title"],
            seats=data["seats"],
            control=PRESETS[data["clock"]].control,
            on_time_out=data["on_time_out"],
            rated=data["rated"],
            private=data["private"],
            bots=[str(level) for level in levels if level != OPEN],
        )


class QuickForm(NonceForm):
    """Play bots now: everything has a default, a bare POST is a game. `game` is the title where it is not
    asked for."""

    title = forms.ChoiceField(label=_("Game"), choices=titles, required=False)
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=lambda: [(n, str(n)) for n in seat_counts()],
        initial=4,
    )
    level = forms.ChoiceField(
        label=_("Bots"),
        required=False,
        choices=[(level, LEVEL_WORDS[level]) for level in LEVELS],
        initial="steady",
    )

    def __init__(self, *args: Any, game: str | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": False, **kwargs})
        if game is None:
            self.fields["title"].widget.attrs["data-seats"] = json.dumps(registry.seats_by_title())
        else:
            offered = registry.title(game)[1].seats
            self.fields["title"].widget = forms.HiddenInput()
            self.fields["title"].initial = game
            self.fields["seats"].choices = [(n, str(n)) for n in offered]  # type: ignore[attr-defined]
            self.fields["seats"].initial = max(offered)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seats") and "title" in data:
            title = registry.title(data["title"] or titles()[0][0])[1]
            if data["seats"] not in title.seats:
                offered = ", ".join(map(str, title.seats))
                words = _("%(game)s is played by %(seats)s.") % {"game": title.name, "seats": offered}
                self.add_error("seats", words)
        return data

    def wish(self) -> Wish:
        title = registry.title(self.cleaned_data.get("title") or titles()[0][0])[1]
        seats = self.cleaned_data.get("seats") or max(title.seats)
        level = self.cleaned_data.get("level") or "steady"
        return Wish(
            title=title.key,
            seats=seats,
            control=PRESETS["3d"].control,
            rated=False,
            private=True,
            bots=[level] * (seats - 1),
        )


class FilterForm(forms.Form):
    title = forms.ChoiceField(
        label=_("Game"), required=False, choices=lambda: [("", _("any game")), *titles()]
    )
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=lambda: [("", _("any number")), *((n, str(n)) for n in seat_counts())],
    )
    pace = forms.ChoiceField(
        label=_("Clock"),
        required=False,
        choices=[("", _("any clock")), ("days", _("days")), ("hours", _("hours")), ("live", _("live"))],
    )
    rated = forms.ChoiceField(
        label=_("Rating"),
        required=False,
        choices=[("", _("rated or not")), ("yes", _("rated")), ("no", _("unrated"))],
    )

    def chosen(self) -> dict[str, Any]:
        """Keyword arguments of `open_tables`; a value that is not offered filters nothing."""
        self.is_valid()
        data = self.cleaned_data
        return {
            "title": data.get("title") or None,
            "seats": data.get("seats") or None,
            "pace": data.get("pace") or None,
            "rated": {"yes": True, "no": False}.get(data.get("rated", "")),
        }
