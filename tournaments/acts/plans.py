"""What a tournament is to be, and whether that can work. Each refusal says what is offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from correio.matches import clocks
from correio.matches.models import Match
from engines import registry
from engines.protocol import BadOptions
from tournaments import standings, tiebreaks
from tournaments.acts import waiting
from tournaments.acts.errors import DirectorError
from tournaments.models import Tournament

MOST_ROUNDS = 30
MOST_TIE_BREAKS = 10
SWISS = (Tournament.System.TABLES, Tournament.System.DUTCH)
FIELD_DECIDES = (Tournament.System.ROUND_ROBIN, Tournament.System.KNOCKOUT)
"""Systems whose rounds follow from how many play."""


@dataclass(frozen=True)
class Plan:
    """What a tournament is to be; the fields are those of the model, where they are explained."""

    name: str
    title: str
    seats: int
    round_count: int | None
    """None where the field decides."""
    clock: clocks.Control
    min_seats: int | None = None
    """None: all tables have `seats` seats; the same for `max_seats`."""
    max_seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""
    prizes: str = ""
    on_time_out: str = Match.OnTimeOut.ABSENT
    rated: bool = True
    system: str = Tournament.System.TABLES
    accelerated: bool = False
    cycles: int = 1
    third_place: bool = False
    tie_breaks: Sequence[str] = ()
    """Empty: as is usual in the system."""
    edition: str = Tournament.Edition.MARCH_2026
    score_first: bool = False
    window_days: int | None = None
    rule: str = Tournament.Rule.POINTS
    auto_pair: bool = True
    round_every_days: int | None = None
    capacity: int | None = None
    rank_by: str = Tournament.RankBy.RATING
    by_invitation: bool = False
    bots: str = Tournament.Bots.ALLOWED
    min_rating: int | None = None
    max_rating: int | None = None
    min_matches: int | None = None
    min_reliability: int | None = None
    late_until: int = 0
    half_byes: int = 0
    check_in_minutes: int | None = None
    opens_at: datetime | None = None
    starts_at: datetime | None = None
    repeat_every_days: int | None = None
    seed: str | None = None
    """None: drawn by the site."""
    script: str = ""


def checked(plan: Plan, now: datetime | None) -> dict[str, Any]:
    """The plan as fields of the model. None: its times have been checked before, and may have passed."""
    smallest, largest = plan.min_seats or plan.seats, plan.max_seats or plan.seats
    game, options = _game(plan, smallest, largest)
    _check_choices(plan)
    _check_system(plan, smallest, largest)
    _check_frame(plan)
    _check_conditions(plan)
    if now is not None:
        _check_times(plan, now)
    return {
        "name": plan.name.strip(),
        "about": plan.about.strip(),
        "prizes": plan.prizes.strip(),
        "game": game,
        "title": plan.title,
        "options": options,
        "seats": plan.seats,
        "min_seats": smallest,
        "max_seats": largest,
        "clock_kind": plan.clock.kind,
        "clock_base_ms": plan.clock.base_ms,
        "clock_increment_ms": plan.clock.increment_ms,
        "clock_cap_ms": plan.clock.cap_ms,
        "tie_breaks": _tie_breaks(plan),
        **{name: getattr(plan, name) for name in _AS_THEY_ARE},
    }


_AS_THEY_ARE = (
    "on_time_out", "rated", "system", "round_count", "accelerated", "cycles", "third_place", "edition",
    "score_first", "window_days", "rule", "auto_pair", "round_every_days", "capacity", "rank_by",
    "by_invitation", "bots", "min_rating", "max_rating", "min_matches", "min_reliability", "late_until",
    "half_byes", "check_in_minutes", "opens_at", "starts_at", "repeat_every_days",
)  # fmt: skip


def _refuse(code: str, message: str) -> DirectorError:
    return DirectorError(code, message, 422)


def _game(plan: Plan, smallest: int, largest: int) -> tuple[str, dict[str, Any]]:
    """The game's key and its completed options."""
    try:
        rules, title = registry.title(plan.title)
    except registry.UnknownGame as error:
        raise _refuse("unknown_title", str(error)) from error
    sizes = range(smallest, largest + 1)
    if plan.seats not in sizes or any(size not in title.seats for size in sizes):
        offered = ", ".join(map(str, title.seats))
        message = _(
            "%(title)s has tables of %(offered)s: choose sizes among them, the preferred one included."
        )
        raise _refuse("wrong_seats", message % {"title": title.name, "offered": offered})
    try:
        plan.clock.check()
        options = {size: dict(rules.check(size, plan.options)) for size in sizes}
    except clocks.BadClock as error:
        raise _refuse("bad_clock", str(error)) from error
    except BadOptions as error:
        raise _refuse("bad_options", str(error)) from error
    return rules.info.key, options[plan.seats]


def _check_choices(plan: Plan) -> None:
    if plan.rule not in Tournament.Rule.values or plan.on_time_out not in Match.OnTimeOut.values:
        raise _refuse("bad_rule", _("Choose one of the rules offered."))
    for value, offered in (
        (plan.system, Tournament.System.values),
        (plan.edition, Tournament.Edition.values),
        (plan.bots, Tournament.Bots.values),
        (plan.rank_by, Tournament.RankBy.values),
    ):
        if value not in offered:
            message = _("There is no “%(value)s”: choose one of %(offered)s.")
            raise _refuse("bad_choice", message % {"value": value, "offered": ", ".join(offered)})


def _check_system(plan: Plan, smallest: int, largest: int) -> None:
    """What only some systems know is refused in the others, rather than silently without effect."""
    system = plan.system
    if system == Tournament.System.DUTCH and (smallest, largest) != (2, 2):
        raise _refuse(
            "wrong_seats", _("The Dutch system pairs two: choose two seats, or the Swiss for tables.")
        )
    if system in FIELD_DECIDES:
        if plan.round_count is not None:
            message = _("In this system the field decides how many rounds there are: leave them out.")
            raise _refuse("bad_rounds", message)
    elif plan.round_count is None or not 1 <= plan.round_count <= MOST_ROUNDS:
        message = _("A tournament has between 1 and %(most)d rounds.") % {"most": MOST_ROUNDS}
        raise _refuse("bad_rounds", message)
    if plan.cycles not in (1, 2):
        raise _refuse("bad_cycles", _("In a round robin each pair meets once or twice."))
    only = (
        (plan.accelerated, Tournament.System.DUTCH, _("Acceleration is for the Dutch system.")),
        (plan.score_first, Tournament.System.TABLES, _("Scores first is for the Swiss for tables.")),
        (plan.cycles != 1, Tournament.System.ROUND_ROBIN, _("Meeting twice is for the round robin.")),
        (plan.third_place, Tournament.System.KNOCKOUT, _("A match for the third place is for the knockout.")),
    )
    for wanted, home, message in only:
        if wanted and system != home:
            raise _refuse("not_in_this_system", message)
    if (plan.late_until or plan.half_byes) and system not in SWISS:
        message = _("Late entries and half-point byes are for Swiss systems: leave them out here.")
        raise _refuse("not_in_this_system", message)


def _tie_breaks(plan: Plan) -> list[str]:
    """In capitals, each once."""
    codes = [code.strip().upper() for code in plan.tie_breaks]
    if len(codes) > MOST_TIE_BREAKS or len(set(codes)) < len(codes):
        message = _("Name each tie-break once, and at most %(most)d.") % {"most": MOST_TIE_BREAKS}
        raise _refuse("bad_tie_break", message)
    if plan.system == Tournament.System.KNOCKOUT and codes:
        raise _refuse("bad_tie_break", _("A knockout has no tie-breaks: leave them out."))
    for_tables = plan.system == Tournament.System.TABLES or (plan.max_seats or plan.seats) > 2
    for code in codes:
        if for_tables:
            if code not in standings.CODES:
                message = _("There is no tie-break “%(code)s” for tables: there are %(offered)s.")
                offered = ", ".join(standings.CODES)
                raise _refuse("bad_tie_break", message % {"code": code, "offered": offered})
            continue
        try:
            tiebreaks.parse(code)
        except tiebreaks.UnknownTieBreak as error:
            message = _("There is no tie-break “%(code)s”: write them as in BH/C1, BH, SB, DE, WIN.")
            raise _refuse("bad_tie_break", message % {"code": code}) from error
    return codes


def _check_frame(plan: Plan) -> None:
    if not plan.name.strip() or len(plan.name.strip()) > 60:
        raise _refuse("bad_name", _("Give the tournament a name of at most 60 characters."))
    if len(plan.about) > 8000 or len(plan.prizes) > 8000:
        raise _refuse("bad_text", _("Each text has at most 8000 characters: shorten it."))
    most = waiting.most(plan.system)
    if plan.capacity is not None and not plan.seats <= plan.capacity <= most:
        message = _("There is room for between %(least)d and %(most)d players.")
        raise _refuse("bad_capacity", message % {"least": plan.seats, "most": most})
    if plan.window_days is not None and not 1 <= plan.window_days <= 365:
        raise _refuse("bad_window", _("The play window of a round is between 1 and 365 days."))
    if plan.round_every_days is not None:
        if not 1 <= plan.round_every_days <= 365:
            raise _refuse("bad_rhythm", _("A round begins every 1 to 365 days."))
        if plan.window_days is not None and plan.window_days > plan.round_every_days:
            message = _("The play window is longer than the time to the next round: shorten one of the two.")
            raise _refuse("bad_rhythm", message)
    if plan.repeat_every_days is not None and not 1 <= plan.repeat_every_days <= 366:
        raise _refuse("bad_series", _("The next one of a series starts 1 to 366 days later."))


def _check_conditions(plan: Plan) -> None:
    low, high = plan.min_rating, plan.max_rating
    if any(value is not None and not 0 <= value <= 4000 for value in (low, high)):
        raise _refuse("bad_condition", _("Ratings are between 0 and 4000."))
    if low is not None and high is not None and low > high:
        raise _refuse("bad_condition", _("The lowest rating is above the highest: exchange them."))
    if plan.min_matches is not None and not 0 <= plan.min_matches <= 1000:
        raise _refuse("bad_condition", _("Between 0 and 1000 rated matches may be asked for."))
    if plan.min_reliability is not None and not 0 <= plan.min_reliability <= 100:
        raise _refuse("bad_condition", _("Reliability is in per cent, between 0 and 100."))
    if plan.script and plan.bots == Tournament.Bots.BARRED:
        raise _refuse("bad_condition", _("A run that can be repeated is for bots only."))
    rounds = plan.round_count or 0
    if not 0 <= plan.late_until <= rounds:
        raise _refuse("bad_late", _("Late entry ends with one of the rounds of the tournament: name one."))
    if not 0 <= plan.half_byes <= max(0, rounds - 1):
        raise _refuse("bad_byes", _("There may be as many half-point byes as rounds but the last."))


def _check_times(plan: Plan, now: datetime) -> None:
    if plan.starts_at is not None and plan.starts_at <= now:
        raise _refuse("bad_start", _("The start lies in the past: choose a later time."))
    closes = plan.starts_at
    if plan.check_in_minutes is not None:
        if plan.starts_at is None:
            raise _refuse("bad_check_in", _("For check-in a time of start is needed: set one."))
        if not 5 <= plan.check_in_minutes <= 7 * 24 * 60:
            raise _refuse("bad_check_in", _("Check-in opens between 5 minutes and 7 days before the start."))
        closes = plan.starts_at - timedelta(minutes=plan.check_in_minutes)
    if plan.opens_at is not None and closes is not None and plan.opens_at >= closes:
        message = _("Registration has to open before check-in and start: choose an earlier time.")
        raise _refuse("bad_opening", message)
