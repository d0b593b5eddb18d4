"""One form to create a tournament, to change one and to look over a copy."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from correio.matches.clocks import DAY, FISCHER, HOUR, MINUTE, PER_TURN, Control, words
from correio.matches.models import Match
from engines import registry
from tournaments.acts.plans import FIELD_DECIDES, MOST_ROUNDS, Plan
from tournaments.acts.waiting import MOST_ENTRIES
from tournaments.gather.foresight import Plain
from tournaments.models import Tournament

CLOCKS: dict[str, Control] = {
    "1d": Control(PER_TURN, DAY),
    "2d": Control(PER_TURN, 2 * DAY),
    "3d": Control(PER_TURN, 3 * DAY),
    "1d+8h": Control(FISCHER, DAY, 8 * HOUR, 3 * DAY),
    "12h+2h": Control(FISCHER, 12 * HOUR, 2 * HOUR, DAY),
    "1h+10m": Control(FISCHER, HOUR, 10 * MINUTE, 2 * HOUR),
}
AS_IT_IS: Final = "kept"
"""Key of a clock that is none of these."""

PLACES: Final = {
    "unknown_title": "title",
    "wrong_seats": "seats",
    "bad_clock": "clock",
    "bad_rounds": "round_count",
    "bad_cycles": "cycles",
    "bad_tie_break": "tie_breaks",
    "bad_name": "name",
    "bad_text": "about",
    "bad_capacity": "capacity",
    "bad_window": "window_days",
    "bad_rhythm": "round_every_days",
    "bad_series": "repeat_every_days",
    "bad_late": "late_until",
    "bad_byes": "half_byes",
    "bad_start": "starts_at",
    "bad_check_in": "check_in_minutes",
    "bad_opening": "opens_at",
    "bad_rule": "rule",
}
"""Beside which field a refusal stands; the others stand above the form."""

ONLY_IN: Final = {
    "accelerated": (Tournament.System.DUTCH,),
    "score_first": (Tournament.System.TABLES,),
    "cycles": (Tournament.System.ROUND_ROBIN,),
    "third_place": (Tournament.System.KNOCKOUT,),
    "round_count": (Tournament.System.TABLES, Tournament.System.DUTCH),
    "late_until": (Tournament.System.TABLES, Tournament.System.DUTCH),
    "half_byes": (Tournament.System.TABLES, Tournament.System.DUTCH),
    "tie_breaks": (Tournament.System.TABLES, Tournament.System.DUTCH, Tournament.System.ROUND_ROBIN),
    "edition": (Tournament.System.DUTCH, Tournament.System.ROUND_ROBIN),
}
"""Fields that only some systems know: the script shows them only there, and elsewhere they are not looked at,
so that a change of system loses nothing that was typed."""


TABLES_TOO: Final = (Tournament.System.TABLES, *FIELD_DECIDES)


def _titles() -> list[tuple[str, str]]:
    return [(title.key, title.name) for title in registry.titles()]


def _first_title() -> str:
    return _titles()[0][0]


def _moment() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


def _days(empty: Any, numbers: Iterable[int]) -> list[tuple[Any, Any]]:
    return [("", empty), *((n, _DAYS.get(n, n)) for n in numbers)]


_DAYS = {
    1: _("one day"),
    2: _("two days"),
    3: _("three days"),
    7: _("a week"),
    14: _("two weeks"),
    21: _("three weeks"),
    28: _("four weeks"),
    30: _("30 days"),
    60: _("60 days"),
    365: _("a year"),
}


class PlanForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)
    title = forms.ChoiceField(label=_("Game"), choices=_titles, initial=_first_title)
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    expected = forms.IntegerField(
        label=_("How many will come?"),
        required=False,
        min_value=2,
        max_value=MOST_ENTRIES,
        initial=16,
        help_text=_("Your guess: the advice goes by it, nothing else."),
    )

    system = forms.ChoiceField(
        label=_("System"),
        choices=Tournament.System.choices,
        initial=Tournament.System.TABLES,
        widget=forms.RadioSelect,
    )
    seats = forms.TypedChoiceField(
        label=_("Seats at a table"),
        coerce=int,
        initial=4,
        choices=[(n, str(n)) for n in (2, 3, 4, 5)],
        widget=forms.RadioSelect,
    )
    shorter = forms.BooleanField(
        label=_("Some tables may have a seat less"),
        required=False,
        help_text=_("So that as few players as possible are left over."),
    )
    round_count = forms.IntegerField(
        label=_("Rounds"), required=False, min_value=1, max_value=MOST_ROUNDS, initial=4
    )
    cycles = forms.TypedChoiceField(
        label=_("Each pair meets"),
        coerce=int,
        initial=1,
        required=False,
        empty_value=None,
        choices=[(1, _("once")), (2, _("twice"))],
    )
    accelerated = forms.BooleanField(
        label=_("Accelerated"),
        required=False,
        help_text=_("The first rounds pair the upper half as if it had more points (Baku acceleration)."),
    )
    score_first = forms.BooleanField(
        label=_("The last round puts equal scores before new opponents"), required=False
    )
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    rank_by = forms.ChoiceField(
        label=_("Initial ranks by"),
        choices=Tournament.RankBy.choices,
        initial=Tournament.RankBy.RATING,
        required=False,
    )
    tie_breaks = forms.CharField(
        label=_("Tie-breaks, in order"),
        required=False,
        max_length=120,
        help_text=_(
            "Leave it empty for what is usual in the system. Tables: AOS, AOS/C1, DE, WIN, SEC, SHARE. "
            "Two seats: BH, BH/C1, SB, DE, WIN, PS, KS, ARO and others of C.07."
        ),
    )
    edition = forms.ChoiceField(
        label=_("Edition of FIDE’s tie-breaks"),
        choices=Tournament.Edition.choices,
        initial=Tournament.Edition.MARCH_2026,
        required=False,
    )

    clock = forms.ChoiceField(label=_("Clock"), initial="1d+8h")
    on_time_out = forms.ChoiceField(
        label=_("When a player's time runs out"),
        choices=[
            (Match.OnTimeOut.ABSENT, _("the turn is missed; who misses too many leaves, and a bot plays on")),
            (Match.OnTimeOut.LOSES, _("the player leaves at once, and a bot plays on")),
        ],
        initial=Match.OnTimeOut.ABSENT,
        widget=forms.RadioSelect,
    )
    window_days = forms.TypedChoiceField(
        label=_("Play window of a round"),
        coerce=int,
        empty_value=None,
        required=False,
        initial=21,
        choices=_days(_("until all matches are over"), (1, 2, 3, 7, 14, 21, 28, 30, 60)),
    )
    rule = forms.ChoiceField(
        label=_("Matches that are not over then"),
        choices=Tournament.Rule.choices,
        initial=Tournament.Rule.POINTS,
        widget=forms.RadioSelect,
    )
    auto_pair = forms.BooleanField(
        label=_("Pair the next round as soon as one is complete"), required=False, initial=True
    )
    round_every_days = forms.TypedChoiceField(
        label=_("Rounds begin"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[
            ("", _("as soon as the one before is complete")),
            (1, _("every day")),
            (2, _("every two days")),
            (3, _("every three days")),
            (7, _("every week")),
            (14, _("every two weeks")),
            (21, _("every three weeks")),
            (28, _("every four weeks")),
        ],
    )

    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        widget=_moment(),
        help_text=_("In your time zone. Without it the tournament starts when you say so."),
    )
    opens_at = forms.DateTimeField(
        label=_("Registration opens"),
        required=False,
        widget=_moment(),
        help_text=_("Without it: at once."),
    )
    check_in_minutes = forms.TypedChoiceField(
        label=_("Check-in"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[
            ("", _("nobody has to check in")),
            (15, _("from 15 minutes before the start")),
            (30, _("from 30 minutes before the start")),
            (60, _("from one hour before the start")),
            (360, _("from six hours before the start")),
            (1440, _("from one day before the start")),
            (4320, _("from three days before the start")),
        ],
    )
    repeat_every_days = forms.TypedChoiceField(
        label=_("Again"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=_days(_("never"), (1, 7, 14, 28, 30, 60, 365)),
        help_text=_("When it starts, the next one is created, so much later."),
    )

    capacity = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=2,
        max_value=MOST_ENTRIES,
        help_text=_("Who comes when all are taken is on the waiting list."),
    )
    by_invitation = forms.BooleanField(label=_("By invitation only"), required=False)
    bots = forms.ChoiceField(
        label=_("Who may enter"), choices=Tournament.Bots.choices, initial=Tournament.Bots.ALLOWED
    )
    min_rating = forms.IntegerField(label=_("Rating at least"), required=False, min_value=0, max_value=4000)
    max_rating = forms.IntegerField(label=_("Rating at most"), required=False, min_value=0, max_value=4000)
    min_matches = forms.IntegerField(
        label=_("Rated matches at least"), required=False, min_value=0, max_value=1000
    )
    min_reliability = forms.IntegerField(
        label=_("Reliability at least, per cent"),
        required=False,
        min_value=0,
        max_value=100,
        help_text=_("Of finished matches, those not left by running out of time."),
    )
    late_until = forms.IntegerField(
        label=_("Late entry until round"),
        required=False,
        min_value=0,
        max_value=MOST_ROUNDS,
        help_text=_("Until that round is paired; empty: nobody comes late."),
    )
    half_byes = forms.IntegerField(
        label=_("Half-point byes for each"),
        required=False,
        min_value=0,
        max_value=MOST_ROUNDS,
        help_text=_("How many one may ask for; never in the last round."),
    )

    about = forms.CharField(
        label=_("About"),
        required=False,
        max_length=8000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Markdown: **bold**, *slanted*, lists, links."),
    )
    prizes = forms.CharField(
        label=_("Prizes and notes"), required=False, max_length=8000, widget=forms.Textarea(attrs={"rows": 3})
    )
    token = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    """Drawn with the form: sent twice, it creates one tournament."""

    def __init__(
        self, data: Any = None, *, plan: Plan | None = None, changeable: frozenset[str] | None = None
    ) -> None:
        """`plan`: of the tournament that is changed; `changeable`: what still may be, None: everything."""
        self.before = plan
        super().__init__(
            data, initial=_initial(plan) if plan is not None else {"token": secrets.token_hex(16)}
        )
        self.fields["title"].widget.attrs["data-seats"] = json.dumps(registry.seats_by_title())
        clock: forms.ChoiceField = self.fields["clock"]  # type: ignore[assignment]
        clock.choices = [(key, words(control)) for key, control in self._clocks().items()]
        if changeable is not None:
            for name, field in self.fields.items():
                field.disabled = name not in changeable | {"expected"}
        for name, systems in {**ONLY_IN, "seats": TABLES_TOO, "shorter": TABLES_TOO}.items():
            self.fields[name].widget.attrs["data-systems"] = " ".join(systems)
        if plan is not None:
            self._keep_odd_choices()

    def _clocks(self) -> dict[str, Control]:
        if self.before is None or self.before.clock in CLOCKS.values():
            return CLOCKS
        return {**CLOCKS, AS_IT_IS: self.before.clock}

    def _keep_odd_choices(self) -> None:
        """What a program has set and this form does not offer stays on offer."""
        assert self.before is not None
        title: forms.ChoiceField = self.fields["title"]  # type: ignore[assignment]
        if all(self.before.title != key for key, _label in _titles()):
            title.choices = [*_titles(), (self.before.title, self.before.title)]
        for name in ("window_days", "round_every_days", "check_in_minutes", "repeat_every_days"):
            value = getattr(self.before, name)
            field: forms.TypedChoiceField = self.fields[name]  # type: ignore[assignment]
            choices: list[Any] = list(field.choices)  # type: ignore[arg-type]
            if value is not None and all(value != key for key, _label in choices):
                field.choices = [*choices, (value, str(value))]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        system = data.get("system")
        missing = data.get("round_count") is None and "round_count" not in self.errors
        if system and system not in FIELD_DECIDES and missing:
            self.add_error("round_count", gettext("Say how many rounds there are."))
        if system == Tournament.System.DUTCH:
            data["seats"] = 2
        return data

    def plan(self) -> Plan:
        """Fields the system does not know are as if they had not been filled in."""
        data = self.cleaned_data
        known = {name: data[name] for name, systems in ONLY_IN.items() if data["system"] in systems}
        least, most = self._sizes(data["seats"], data["shorter"], data["system"])
        return Plan(
            name=data["name"],
            title=data["title"],
            seats=data["seats"],
            min_seats=least,
            max_seats=most,
            round_count=known.get("round_count"),
            clock=self._clocks()[data["clock"]],
            options={} if self.before is None or self.before.title != data["title"] else self.before.options,
            about=data["about"],
            prizes=data["prizes"],
            on_time_out=data["on_time_out"],
            rated=data["rated"],
            system=data["system"],
            accelerated=known.get("accelerated", False),
            cycles=known.get("cycles") or 1,
            third_place=known.get("third_place", False),
            tie_breaks=codes(known.get("tie_breaks", "")),
            edition=known.get("edition") or Tournament.Edition.MARCH_2026,
            score_first=known.get("score_first", False),
            late_until=known.get("late_until") or 0,
            half_byes=known.get("half_byes") or 0,
            rank_by=data["rank_by"] or Tournament.RankBy.RATING,
            **{name: data[name] for name in _AS_TYPED},
        )

    def _sizes(self, seats: int, shorter: bool, system: str) -> tuple[int | None, int | None]:
        before = self.before
        if before is not None and before.seats == seats and shorter == _is_shorter(before):
            return before.min_seats, before.max_seats
        if system == Tournament.System.DUTCH or not shorter:
            return None, None
        return max(2, seats - 1), None

    def changes(self) -> dict[str, Any]:
        """As `director.edit` takes them."""
        plan = self.plan()
        return {
            field.name: getattr(plan, field.name)
            for field in fields(Plan)
            if field.name not in {"seed", "script", "options"}
        }

    def plain(self) -> Plain | None:
        """What advice goes by, also while the rest of the form is wrong; None if that is wrong itself."""
        self.is_valid()
        data = self.cleaned_data
        if any(not data.get(name) for name in ("system", "seats", "title", "clock")):
            return None
        least, most = self._sizes(data["seats"], data.get("shorter", False), data["system"])
        return Plain(
            system=data["system"],
            title=data["title"],
            players=data.get("expected") or 16,
            sizes=(data["seats"], least or data["seats"], most or data["seats"]),
            rounds=None if data["system"] in FIELD_DECIDES else data.get("round_count"),
            cycles=data.get("cycles") or 1,
            clock=self._clocks()[data["clock"]],
            window_days=data.get("window_days"),
            round_every_days=data.get("round_every_days"),
        )

    def refuse(self, code: str, message: str) -> None:
        """A refusal of the director, beside the field it is about."""
        self.add_error(PLACES.get(code), message)


_AS_TYPED = (
    "window_days", "rule", "auto_pair", "round_every_days", "capacity", "by_invitation", "bots", "min_rating",
    "max_rating", "min_matches", "min_reliability", "check_in_minutes", "opens_at", "starts_at",
    "repeat_every_days",
)  # fmt: skip

SECTIONS: Final = (
    ("what", _("What is played"), ("name", "title", "rated", "expected")),
    (
        "system",
        _("System"),
        (
            "system", "seats", "shorter", "round_count", "cycles", "accelerated", "score_first",
            "third_place", "rank_by", "tie_breaks", "edition",
        ),
    ),
    (
        "time",
        _("Time"),
        ("clock", "on_time_out", "window_days", "rule", "round_every_days", "auto_pair"),
    ),
    ("schedule", _("Schedule"), ("starts_at", "opens_at", "check_in_minutes", "repeat_every_days")),
    (
        "who",
        _("Who plays"),
        (
            "capacity", "bots", "by_invitation", "min_rating", "max_rating", "min_matches", "min_reliability",
            "late_until", "half_byes",
        ),
    ),
    ("texts", _("Texts"), ("about", "prizes")),
)  # fmt: skip


def sections(form: PlanForm) -> list[tuple[str, Any, list[forms.BoundField]]]:
    return [(key, name, [form[field] for field in names]) for key, name, names in SECTIONS]


def codes(text: str) -> list[str]:
    return [code for code in text.replace(";", ",").replace(" ", ",").split(",") if code]


def _is_shorter(plan: Plan) -> bool:
    return plan.min_seats is not None and plan.min_seats < plan.seats


def _initial(plan: Plan) -> dict[str, Any]:
    plain = {field.name: getattr(plan, field.name) for field in fields(Plan)}
    clock = next((key for key, control in CLOCKS.items() if control == plan.clock), AS_IT_IS)
    times = {
        name: None if plain[name] is None else timezone.localtime(plain[name])
        for name in ("opens_at", "starts_at")
    }
    return {
        **plain,
        **times,
        "clock": clock,
        "shorter": _is_shorter(plan),
        "tie_breaks": ", ".join(plan.tie_breaks),
        "late_until": plan.late_until or None,
        "half_byes": plan.half_byes or None,
    }
