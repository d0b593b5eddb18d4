"""The director's desk: what waits for the director, the players, the next round, what was done."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from correio.accounts.models import User
from correio.matches.models import Match
from tournaments import director
from tournaments.acts import schedule, waiting
from tournaments.acts.draft_checks import Doubt, what_changed
from tournaments.acts.drafts import FREE
from tournaments.acts.plans import SWISS
from tournaments.explain import Reason, why_bye, why_table
from tournaments.gather import changes, foresight
from tournaments.gather.boards import board_of
from tournaments.gather.page import head
from tournaments.gather.tables import tables_of
from tournaments.gather.wording import in_words
from tournaments.models import Act, Draft, Entry, Pairing, RequestedBye, Round, Table, Tournament

ACTS: Final = 50
OPEN_TABLES: Final = 40


@dataclass(frozen=True)
class Todo:
    """Something that waits for the director."""

    text: str
    href: str = ""
    label: str = ""
    urgent: bool = False


def frame(tournament: Tournament, reader: Any) -> dict[str, Any]:
    """What every page of the desk says at its top."""
    rounds = list(tournament.rounds.order_by("number"))
    inside = tournament.entries.filter(place=Entry.Place.FIELD).count()
    last = rounds[-1] if rounds else None
    return head(tournament, reader) | {
        "words": in_words(tournament, inside),
        "players": inside,
        "round": last,
        "rounds": rounds,
        "next_number": last.number + 1 if last else 1,
        "complete": last is not None and not last.tables.filter(over_at=None).exists(),
        "draft": Draft.objects.filter(tournament=tournament).select_related("by").first(),
        "swiss": tournament.system in SWISS,
    }


def overview(tournament: Tournament, reader: Any) -> dict[str, Any]:
    context = frame(tournament, reader)
    last: Round | None = context["round"]
    open_numbers: Collection[int] = ()
    if last is not None:
        # A match that has ended is a moment later a table that is over.
        playing = last.tables.filter(over_at=None, match__status=Match.Status.PLAYING)
        open_numbers = list(playing.order_by("number").values_list("number", flat=True))
    listed = list(open_numbers)[:OPEN_TABLES]
    registering = tournament.status == Tournament.Status.REGISTRATION
    ahead = foresight.of_tournament(tournament, context["players"]) if registering else None
    return context | {
        "todos": todos(tournament, context, len(open_numbers)),
        "open_tables": [] if last is None else tables_of(last, reader, [], listed),
        "open_count": len(open_numbers),
        "foresight": ahead,
        "roles": tournament.roles.select_related("user").order_by("kind", "pk"),
        "last_acts": [_line(act, _names([act])) for act in _acts(tournament)[:8]],
        "may_undo": last is not None and tournament.status == Tournament.Status.RUNNING,
    }


def todos(tournament: Tournament, context: Mapping[str, Any], open_tables: int) -> list[Todo]:
    status = Tournament.Status
    if tournament.status == status.REGISTRATION:
        return _before_the_start(tournament, context["players"])
    if tournament.status != status.RUNNING:
        return []
    slug = tournament.slug
    last: Round | None = context["round"]
    number = context["next_number"]
    found = []
    window_end = None if last is None else last.window_end
    if open_tables and window_end is not None and window_end <= timezone.now():
        told = ngettext(
            "The play window is over, and %d table is still being played.",
            "The play window is over, and %d tables are still being played.",
            open_tables,
        )
        found.append(Todo(told % open_tables, "#tables", _("Decide them"), urgent=True))
    stuck = stuck_at(tournament, number)
    href = reverse("desk_round", args=[slug])
    if context["job"] is not None:
        # The head of the page says so, and whether it failed.
        return found
    if stuck is not None:
        found.append(
            Todo(
                _("Round %(n)d has no legal pairing.") % {"n": number}, href, _("See what helps"), urgent=True
            )
        )
    elif context["draft"] is not None:
        found.append(
            Todo(
                _("The draft of round %(n)d is not published.") % {"n": number}, href, _("Look"), urgent=True
            )
        )
    elif context["complete"] and number <= (tournament.round_count or 0) and tournament.due_at is None:
        found.append(
            Todo(_("Round %(n)d can be paired.") % {"n": number}, href, _("Draw it up"), urgent=True)
        )
    elif last is None:
        found.append(Todo(_("Round 1 was taken back."), href, _("Draw it up"), urgent=True))
    elif context["complete"] and number > (tournament.round_count or 0):
        found.append(Todo(_("The last round is complete."), "#finish", _("Finish"), urgent=True))
    return found


def _before_the_start(tournament: Tournament, players: int) -> list[Todo]:
    found = []
    href = reverse("desk_players", args=[tournament.slug])
    queue = tournament.entries.filter(place=Entry.Place.WAITING).count()
    if queue:
        told = ngettext("%d player is on the waiting list.", "%d players are on the waiting list.", queue)
        found.append(Todo(told % queue, href, _("Look")))
    now = timezone.now()
    if schedule.demands_check_in(tournament, now):
        missing = sum(
            not waiting.is_ready(entry)
            for entry in tournament.entries.filter(place=Entry.Place.FIELD).select_related("user")
        )
        if missing:
            told = ngettext("%d player has not checked in.", "%d players have not checked in.", missing)
            found.append(Todo(told % missing, href, _("Look")))
    if players < tournament.min_seats:
        found.append(Todo(_("Nobody can play yet: players are missing."), href, _("Enter players")))
    return found


@dataclass(frozen=True)
class Stuck:
    """A round that the rules cannot pair."""

    why: str
    relax: Sequence[str]


def stuck_at(tournament: Tournament, number: int) -> Stuck | None:
    """As the site has found by itself, and nobody has drawn up anything since."""
    act = tournament.acts.filter(
        kind__in=[Act.Kind.DRAFTED, Act.Kind.CHANGED, Act.Kind.PAIRED, Act.Kind.UNDONE, Act.Kind.ALLOWED]
    ).last()
    if act is None or act.kind != Act.Kind.DRAFTED or act.detail.get("round") != number:
        return None
    return Stuck(act.detail["why"], act.detail.get("relax", [])) if "why" in act.detail else None


# Players


@dataclass(frozen=True)
class PlayerRow:
    entry: Entry
    byes: Sequence[RequestedBye]


def players(tournament: Tournament, reader: Any) -> dict[str, Any]:
    context = frame(tournament, reader)
    entries = list(tournament.entries.select_related("user").order_by("rank", "joined_at", "pk"))
    byes: dict[int, list[RequestedBye]] = {}
    coming = context["next_number"]
    asked = RequestedBye.objects.filter(entry__tournament=tournament, round_number__gte=coming)
    for row in asked:
        byes.setdefault(row.entry_id, []).append(row)
    inside = [entry for entry in entries if entry.place == Entry.Place.FIELD]
    there = [entry for entry in inside if entry.withdrawn_at is None]
    queue = sorted(
        (entry for entry in entries if entry.place == Entry.Place.WAITING),
        key=lambda entry: (entry.joined_at, entry.pk),
    )
    return context | {
        "rows": [PlayerRow(entry, byes.get(entry.pk, [])) for entry in inside],
        "waiting_list": queue,
        "there": there,
        "rounds_ahead": range(coming, (tournament.round_count or 0) + 1),
        "invitations": tournament.invitations.select_related("user"),
        "pairs": tournament.forbidden_pairs.select_related("one__user", "other__user"),
        "check_in": schedule.demands_check_in(tournament, timezone.now()),
        "may_enter": tournament.status == Tournament.Status.REGISTRATION
        or (tournament.status == Tournament.Status.RUNNING and tournament.late_until > 0),
        "alive": tournament.status in (Tournament.Status.REGISTRATION, Tournament.Status.RUNNING),
    }


# The next round


@dataclass(frozen=True)
class DraftSeat:
    entry: Entry
    points: str
    position: int


@dataclass(frozen=True)
class DraftTable:
    number: int
    seats: Sequence[DraftSeat]
    fixed: bool
    reasons: Sequence[Reason]
    doubts: Sequence[str]

    @property
    def keys(self) -> str:
        return ",".join(str(seat.entry.pk) for seat in self.seats)


@dataclass(frozen=True)
class DraftBye:
    entry: Entry
    name: str
    by_hand: bool
    why: str
    doubts: Sequence[str]


def next_round(tournament: Tournament, reader: Any) -> dict[str, Any]:
    context = frame(tournament, reader)
    draft: Draft | None = context["draft"]
    board = board_of(tournament) if tournament.started_at is not None else []
    entries = {line.entry.pk: line.entry for line in board}
    context |= {
        "free": tournament.system in FREE,
        "can_draw": tournament.status == Tournament.Status.RUNNING
        and (context["complete"] or context["round"] is None)
        and context["next_number"] <= (tournament.round_count or 0),
        "entries": sorted(
            (entry for entry in entries.values() if entry.withdrawn_at is None),
            key=lambda entry: entry.user.shown_name.lower(),
        ),
        "stuck": None if draft is not None else stuck_at(tournament, context["next_number"]),
    }
    if draft is None:
        return context
    places = {line.entry.pk: line for line in board}
    doubts = director.doubts_about(draft)
    names = {pk: entry.user.shown_name for pk, entry in entries.items()}
    round_ = Round(number=draft.number, criteria=draft.criteria, changed_why=draft.changed_why)
    # Somebody of the draft may not be there any more: `changed` says so.
    known = all(entry in entries for row in draft.tables for entry in row["seats"])
    tables = [
        DraftTable(
            number,
            [
                DraftSeat(entries[pk], f"{float(places[pk].points):.2f}", places[pk].position)
                for pk in row["seats"]
            ],
            row["fixed"],
            why_table(Table(reason=row["reason"]), round_, entries, None),
            [_doubt(each, names) for each in doubts if each.table == number],
        )
        for number, row in enumerate(draft.tables if known else [], 1)
    ]
    byes = [
        DraftBye(
            entries[row["entry"]],
            str(Pairing.Bye(row["kind"]).label),
            row.get("by_hand", False),
            why_bye(Pairing(bye=row["kind"]), round_, tournament.system),
            [_doubt(each, names) for each in doubts if each.table is None and row["entry"] in each.entries],
        )
        for row in draft.byes
        if row["entry"] in entries
    ]
    return context | {
        "draft_tables": tables,
        "draft_byes": byes,
        "doubts": len(doubts),
        "changed": what_changed(tournament, draft),
    }


def _doubt(doubt: Doubt, names: Mapping[int, str]) -> str:
    told = [names.get(entry, "") for entry in doubt.entries]
    match doubt.kind:
        case "met":
            return _("%(one)s and %(other)s have met before.") % {"one": told[0], "other": told[1]}
        case "forbidden":
            return _("%(one)s and %(other)s are to be kept apart.") % {"one": told[0], "other": told[1]}
        case "bye_again":
            return _("%(name)s was left over before.") % {"name": told[0]}
        case "colour":
            return _("%(name)s would have the same seat too often.") % {"name": told[0]}


# What was done


@dataclass(frozen=True)
class LogLine:
    act: Act
    about: str
    more: str


def log(tournament: Tournament, reader: Any, wanted: Mapping[str, str], number: Any) -> dict[str, Any]:
    acts = _acts(tournament)
    if "kind" in wanted:
        acts = acts.filter(kind=wanted["kind"])
    if wanted.get("by") == "site":
        acts = acts.filter(by=None)
    elif "by" in wanted:
        acts = acts.filter(by__username=wanted["by"])
    if "about" in wanted:
        name = wanted["about"]
        users = User.objects.filter(Q(username__icontains=name) | Q(name__icontains=name))
        keys = list(users.values_list("pk", flat=True)[:200])
        pairs = Q()
        for key in keys:
            pairs |= Q(detail__users__contains=key)
        acts = acts.filter(Q(detail__user__in=keys) | pairs)
    page = Paginator(acts, ACTS).get_page(number)
    names = _names(page.object_list)
    return frame(tournament, reader) | {"page": page, "acts": [_line(act, names) for act in page.object_list]}


def actors(tournament: Tournament) -> list[tuple[str, str]]:
    """Who has done something."""
    users = User.objects.filter(pk__in=tournament.acts.exclude(by=None).values("by")).order_by("username")
    return [(user.username, user.shown_name) for user in users[:200]]


def _acts(tournament: Tournament) -> Any:
    return tournament.acts.select_related("by").order_by("-pk")


def _names(acts: Any) -> dict[int, str]:
    keys = {act.detail["user"] for act in acts if isinstance(act.detail.get("user"), int)}
    for act in acts:
        keys.update(act.detail.get("users", []))
    return {user.pk: user.shown_name for user in User.objects.filter(pk__in=keys)}


def _line(act: Act, names: Mapping[int, str]) -> LogLine:
    detail = act.detail
    about = []
    if "user" in detail:
        about.append(names.get(detail["user"], _("somebody who is gone")))
    about += [names.get(user, _("somebody who is gone")) for user in detail.get("users", [])]
    if "round" in detail:
        about.append(_("round %(n)d") % {"n": detail["round"]})
    if "table" in detail:
        about.append(_("table %(n)d") % {"n": detail["table"]})
    return LogLine(act, ", ".join(about), _more(detail))


def _more(detail: Mapping[str, Any]) -> str:
    found = []
    if detail.get("changes"):
        found.append(changes.in_words(detail["changes"]))
    for key in ("role", "bye", "why", "refused", "slug", "copy_of", "repeats"):
        if isinstance(detail.get(key), str) and detail[key]:
            found.append(detail[key])
    return ". ".join(found)
