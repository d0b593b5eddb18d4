"""One form to create a tournament, small ones for the director's desk."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from correio.accounts.house import LEVELS
from correio.matches.clocks import DAY, FISCHER, HOUR, MINUTE, PER_TURN, Control, words
from correio.matches.models import Match
from engines import registry
from tournaments.models import Table, Tournament
from tournaments.plans import MOST_ROUNDS, Plan
from tournaments.waiting import MOST_ENTRIES

CLOCKS: dict[str, Control] = {
    "1d": Control(PER_TURN, DAY),
    "2d": Control(PER_TURN, 2 * DAY),
    "3d": Control(PER_TURN, 3 * DAY),
    "1d+8h": Control(FISCHER, DAY, 8 * HOUR, 3 * DAY),
    "12h+2h": Control(FISCHER, 12 * HOUR, 2 * HOUR, DAY),
    "1h+10m": Control(FISCHER, HOUR, 10 * MINUTE, 2 * HOUR),
}

LEVEL_CHOICES = {"novice": _("novice"), "steady": _("steady"), "keen": _("keen")}


def _titles() -> list[tuple[str, str]]:
    return [(title.key, title.name) for rules in registry.listed().values() for title in rules.info.titles]


class TournamentForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)
    title = forms.ChoiceField(label=_("Game"), choices=_titles)
    seats = forms.TypedChoiceField(
        label=_("Seats at a table"),
        coerce=int,
        initial=4,
        choices=[(n, str(n)) for n in (2, 3, 4)],
        widget=forms.RadioSelect,
    )
    shorter = forms.BooleanField(
        label=_("Some tables may have a seat less"),
        required=False,
        help_text=_("So that as few players as possible are left over."),
    )
    round_count = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=4)
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=lambda: [(key, words(control)) for key, control in CLOCKS.items()],
        initial="1d+8h",
    )
    window_days = forms.TypedChoiceField(
        label=_("Play window of a round"),
        coerce=int,
        empty_value=None,
        required=False,
        initial=21,
        choices=[
            ("", _("until all matches are over")),
            (7, _("a week")),
            (14, _("two weeks")),
            (21, _("three weeks")),
            (30, _("30 days")),
            (60, _("60 days")),
        ],
    )
    rule = forms.ChoiceField(
        label=_("Matches that are not over then"),
        choices=Tournament.Rule.choices,
        initial=Tournament.Rule.POINTS,
        widget=forms.RadioSelect,
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
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In your time zone. Without it the tournament starts when you say so."),
    )
    capacity = forms.IntegerField(label=_("Places"), required=False, min_value=2, max_value=MOST_ENTRIES)
    auto_pair = forms.BooleanField(
        label=_("Pair the next round as soon as one is complete"), required=False, initial=True
    )
    about = forms.CharField(label=_("About"), required=False, max_length=2000, widget=forms.Textarea)

    def plan(self) -> Plan:
        data = self.cleaned_data
        return Plan(
            name=data["name"],
            title=data["title"],
            seats=data["seats"],
            min_seats=max(2, data["seats"] - 1) if data["shorter"] else None,
            round_count=data["round_count"],
            clock=CLOCKS[data["clock"]],
            window_days=data["window_days"],
            rule=data["rule"],
            on_time_out=data["on_time_out"],
            rated=data["rated"],
            starts_at=data["starts_at"],
            capacity=data["capacity"],
            auto_pair=data["auto_pair"],
            about=data["about"],
        )


class BotsForm(forms.Form):
    level = forms.ChoiceField(label=_("Level"), choices=[(level, LEVEL_CHOICES[level]) for level in LEVELS])
    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=64, initial=1)


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
    why = forms.CharField(label=_("Why"), max_length=200, help_text=_("The players read it."))

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
