"""Advice on a tournament that does not exist yet, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Avg, StdDev
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from correio.matches.clocks import DAY, Control, span
from correio.matches.models import Match
from tournaments.models import Tournament
from tournaments.outlook import advice as outlook
from tournaments.outlook.advice import Advice, Draft
from tournaments.outlook.duration import Clock, Turns, tournament_days
from tournaments.pairing.event import Sizes

ENOUGH_MATCHES: Final = 20
LATEST_MATCHES: Final = 200
USUAL: Final = Turns(40, 10)
"""Of a match, where too few have been played here to say."""


@dataclass(frozen=True)
class Plain:
    """What advice depends on."""

    system: str
    title: str
    players: int
    sizes: tuple[int, int, int]
    """Preferred, smallest, largest."""
    rounds: int | None
    cycles: int
    clock: Control | None
    window_days: int | None
    round_every_days: int | None = None


@dataclass(frozen=True)
class Told:
    severity: str
    text: str


@dataclass(frozen=True)
class Foresight:
    advice: Sequence[Told]
    duration: str
    """Empty where nothing can be said."""


def of_tournament(tournament: Tournament, players: int) -> Foresight:
    return foresee(
        Plain(
            system=tournament.system,
            title=tournament.title,
            players=players,
            sizes=(tournament.seats, tournament.min_seats, tournament.max_seats),
            rounds=tournament.round_count,
            cycles=tournament.cycles,
            clock=Control(
                tournament.clock_kind,
                tournament.clock_base_ms,
                tournament.clock_increment_ms,
                tournament.clock_cap_ms,
            ),
            window_days=tournament.window_days,
            round_every_days=tournament.round_every_days,
        )
    )


def foresee(plain: Plain) -> Foresight:
    draft = Draft(
        system=_system(plain.system),
        players=plain.players,
        sizes=Sizes(*plain.sizes),
        rounds=plain.rounds or 0,
        legs=plain.cycles,
        clock=None if plain.clock is None else _clock(plain.clock),
        turns=usual_turns(plain.title),
        window_ms=None if plain.window_days is None else plain.window_days * DAY,
    )
    return Foresight(
        [Told(each.severity, _words(each)) for each in outlook.advice(draft)], _days(draft, plain)
    )


def _system(system: str) -> outlook.System:
    match system:
        case Tournament.System.ROUND_ROBIN:
            return "round_robin"
        case Tournament.System.KNOCKOUT:
            return "knockout"
        case _:
            return "swiss"


def _clock(control: Control) -> Clock:
    return Clock(
        "fischer" if control.kind == Match.ClockKind.FISCHER else "per_turn",
        control.base_ms,
        control.increment_ms,
        control.cap_ms,
    )


def usual_turns(title: str) -> Turns:
    """Moves of the latest matches of the game on this site."""
    latest = Match.objects.filter(title=title, status=Match.Status.FINISHED, version__gt=0)
    keys = list(latest.order_by("-pk").values_list("pk", flat=True)[:LATEST_MATCHES])
    if len(keys) < ENOUGH_MATCHES:
        return USUAL
    found = Match.objects.filter(pk__in=keys).aggregate(mean=Avg("version"), spread=StdDev("version"))
    return Turns(max(1.0, found["mean"]), found["spread"] or 0.0)


def _days(draft: Draft, plain: Plain) -> str:
    plan = outlook.plan_of(draft)
    if plan is None or (draft.system != "swiss" and draft.sizes.max != 2):
        return ""
    found = tournament_days(plan)
    if plain.round_every_days is not None:
        # A round never begins earlier than its rhythm says.
        return _("A round every %(days)d days: about %(all)d days for %(rounds)d rounds.") % {
            "days": plain.round_every_days,
            "all": plain.round_every_days * plan.rounds,
            "rounds": plan.rounds,
        }
    words = {"low": _span(found.low), "high": _span(found.high), "rounds": plan.rounds}
    told = _("Probably between %(low)s and %(high)s for %(rounds)d rounds.") % words
    if found.latest is None:
        return told
    latest = _("With the play windows at most %(latest)s.") % {"latest": _span(found.latest)}
    return f"{told} {latest}"


def _span(days: float) -> str:
    if days < 2:
        hours = max(1, round(days * 24))
        return ngettext("%d hour", "%d hours", hours) % hours
    return ngettext("%d day", "%d days", round(days)) % round(days)


def _words(each: Advice) -> str:
    match each:
        case outlook.MissingPlayers(missing):
            told = ngettext("%d more player is needed.", "%d more players are needed.", missing)
            return told % missing
        case outlook.NoRounds():
            return _("Say how many rounds there are.")
        case outlook.LeftOver(players, more, _severity):
            told = ngettext(
                "In every round %d player is left over.", "In every round %d players are left over.", players
            )
            fewer = ngettext(
                "With %d more player nobody would be.", "With %d more players nobody would be.", more
            )
            return f"{told % players} {fewer % more}"
        case outlook.SecondBye(number):
            return _("From round %(n)d on somebody is left over for the second time.") % {"n": number}
        case outlook.OtherSizes(tables):
            listed = ", ".join(str(size) for size in tables[:12]) + ("…" if len(tables) > 12 else "")
            return _("Not all tables are of the preferred size: %(sizes)s.") % {"sizes": listed}
        case outlook.Repeats(number, exact):
            told = (
                _("From round %(n)d on some must meet again, wherever they are put.")
                if exact
                else _("From round %(n)d on at the latest some must meet again, wherever they are put.")
            )
            return told % {"n": number}
        case outlook.TooFewRounds(enough):
            return _("More than one player may win everything: %(n)d rounds leave only one.") % {"n": enough}
        case outlook.EverybodyMeets(number):
            return _("In %(n)d rounds everybody meets everybody: a round robin does that for certain.") % {
                "n": number
            }
        case outlook.MatchesEach(matches, total, number):
            return _("%(each)d matches for everybody in %(rounds)d rounds, %(total)d in all.") % {
                "each": matches, "rounds": number, "total": total
            }  # fmt: skip
        case outlook.KnockoutRounds(number):
            return ngettext("It takes %d round.", "It takes %d rounds.", number) % number
        case outlook.KnockoutByes(byes, full):
            told = ngettext(
                "%(byes)d goes to the second round without a match; with %(full)d players nobody does.",
                "%(byes)d go to the second round without a match; with %(full)d players nobody does.",
                byes,
            )
            return told % {"byes": byes, "full": full}
        case outlook.TurnFillsWindow(clock_ms, window_ms):
            return _(
                "One player who uses the clock (%(clock)s) can fill the play window of a round (%(window)s)."
            ) % {"clock": span(clock_ms), "window": span(window_ms)}
        case outlook.ShortWindow(percent, wanted_ms, _severity):
            return _(
                "About %(percent)d %% of the matches will not be over when the play window ends; with "
                "%(days)d days nine of ten would be."
            ) % {"percent": percent, "days": max(1, -(-wanted_ms // DAY))}
