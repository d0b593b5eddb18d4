"""Players enter, in time or late, one by one or as a list; they check in, withdraw, come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.house import LEVELS, house_bots
from correio.accounts.models import User
from correio.matches import fairness
from ratings import queries
from tournaments.acts import conditions, notices, waiting
from tournaments.acts.conditions import Door, Record
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import locked, must_act_for, must_be, must_direct, note
from tournaments.acts.schedule import demands_check_in
from tournaments.acts.waiting import MOST_ENTRIES
from tournaments.models import Act, Entry, Pairing, Tournament

STATUS = Tournament.Status


@transaction.atomic
def register(
    *,
    tournament_id: int,
    user: User,
    nonce: bytes | str | None = None,
    by: User | None = None,
    now: datetime | None = None,
) -> Entry:
    """Enters a player, onto the waiting list if all places are taken, late if it runs and still may be;
    entering twice is entering once. `by` is the director for somebody else."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_act_for(by, user, tournament)
    at = conditions.door(tournament, now)
    entry = tournament.entries.filter(user=user).first()
    if entry is not None and _is_entered(entry, at):
        return entry
    record = conditions.records(tournament, [user.pk])[user.pk]
    return _enter(at, user, record, by, by_director=by is not None and by.pk != user.pk, nonce=nonce)


def _is_entered(entry: Entry, at: Door) -> bool:
    """False for who still waited when it started, and may enter late. Raises DirectorError."""
    if entry.withdrawn_at is not None:
        message = _("This player has withdrawn: come back instead of entering again.")
        raise DirectorError("withdrawn", message)
    return entry.place == Entry.Place.FIELD or not at.late


def _enter(
    at: Door,
    user: User,
    record: Record,
    by: User | None,
    *,
    by_director: bool,
    nonce: bytes | str | None = None,
) -> Entry:
    """The caller holds the lock and knows that the player is not in. Raises DirectorError."""
    why_not = conditions.reasons(at, user, record, by_director=by_director)
    if why_not:
        raise why_not[0].error()
    entry = Entry(tournament=at.tournament, user=user, nonce=fairness.normal_nonce(nonce), joined_at=at.now)
    actor = by if by_director else user
    if at.late:
        return _enter_late(at, entry, actor)
    if not at.free:
        entry.place = Entry.Place.WAITING
    if not by_director and demands_check_in(at.tournament, at.now):
        entry.checked_in_at = at.now
    entry.save(force_insert=True)
    kind = Act.Kind.ENTERED if at.free else Act.Kind.WAITED
    note(at.tournament, kind, actor, at.now, user=user.pk)
    return entry


def _enter_late(at: Door, entry: Entry, actor: User | None) -> Entry:
    """Plays from the next round on, ranked behind everybody so that no number changes that others were
    paired by; the rounds before are zero-point byes, written now: one row per entry and round."""
    tournament, user = at.tournament, entry.user
    tournament.entries.filter(user=user, place=Entry.Place.WAITING).delete()
    rated = queries.for_clock(tournament.title, tournament.clock_base_ms, [user.pk]).get(user.pk)
    entry.first_round = at.paired + 1
    entry.rating = None if rated is None else rated.points
    entry.rank = (tournament.entries.aggregate(last=Max("rank"))["last"] or 0) + 1
    entry.save(force_insert=True)
    Pairing.objects.bulk_create(
        Pairing(round=round_, entry=entry, bye=Pairing.Bye.ZERO) for round_ in tournament.rounds.all()
    )
    note(tournament, Act.Kind.LATE, actor, at.now, user=user.pk, first_round=entry.first_round)
    return entry


@transaction.atomic
def enter_bots(
    *, tournament_id: int, level: str, count: int, by: User | None, now: datetime | None = None
) -> Sequence[Entry]:
    """The director enters that many more house bots of a level."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    if level not in LEVELS:
        message = _("There is no bot level “%(level)s”; there are %(levels)s.")
        raise DirectorError("unknown_level", message % {"level": level, "levels": ", ".join(LEVELS)}, 422)
    inside = set(tournament.entries.filter(user__bot_level=level).values_list("user_id", flat=True))
    if not 1 <= count <= waiting.free_places(tournament):
        raise DirectorError(
            "bad_count", _("How many bots? At least one, at most as many as there is room."), 422
        )
    fresh = [bot for bot in house_bots(level, len(inside) + count) if bot.pk not in inside][:count]
    at = conditions.door(tournament, now)
    entries = []
    for bot in fresh:
        entries.append(_enter(at, bot, Record(), by, by_director=True))
        at = replace(at, free=at.free - 1)
    return entries


@dataclass(frozen=True)
class Outcome:
    """What became of one line of a list."""

    line: int
    """1-based."""
    name: str
    result: str
    """`entered`, `waiting`, `late`, `already` or `refused`."""
    code: str = ""
    message: str = ""
    entry: Entry | None = None


@transaction.atomic
def enter_many(
    *,
    tournament_id: int,
    names: Sequence[str],
    by: User | None,
    all_or_nothing: bool = False,
    now: datetime | None = None,
) -> list[Outcome]:
    """The director enters a list of user names, in its order. Each line succeeds or says why not; with
    `all_or_nothing` one that is refused refuses the list (`detail` has all outcomes)."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, STATUS.REGISTRATION, STATUS.RUNNING)
    if not 1 <= len(names) <= MOST_ENTRIES:
        message = _("A list has between 1 and %(most)d names.") % {"most": MOST_ENTRIES}
        raise DirectorError("bad_list", message, 422)
    wanted = [name.strip().lower() for name in names]
    found = User.objects.annotate(lower=Lower("username")).filter(lower__in=wanted)
    users = {user.username.lower(): user for user in found}
    records = conditions.records(tournament, [user.pk for user in users.values()])
    entries = {entry.user_id: entry for entry in tournament.entries.select_related("user")}
    at = conditions.door(tournament, now)
    outcomes = []
    for line, (name, key) in enumerate(zip(names, wanted, strict=True), 1):
        outcome = _enter_line(at, line, name.strip(), users.get(key), records, entries, by)
        outcomes.append(outcome)
        if outcome.result in ("entered", "late"):
            at = replace(at, free=at.free - 1)
    refused = [each for each in outcomes if each.result == "refused"]
    if all_or_nothing and refused:
        message = _("Nobody was entered: %(count)d of %(all)d lines cannot be. Line %(line)d: %(why)s")
        words = {
            "count": len(refused), "all": len(names), "line": refused[0].line, "why": refused[0].message,
        }  # fmt: skip
        raise DirectorError("list_refused", message % words, 422, detail=outcomes)
    return outcomes


def _enter_line(
    at: Door,
    line: int,
    name: str,
    user: User | None,
    records: dict[int, Record],
    entries: dict[int, Entry],
    by: User | None,
) -> Outcome:
    if user is None:
        message = _("There is no player “%(name)s”: check the spelling.") % {"name": name}
        return Outcome(line, name, "refused", "no_player", message)
    known = entries.get(user.pk)
    try:
        if known is not None and _is_entered(known, at):
            return Outcome(line, name, "already", entry=known)
        entry = _enter(at, user, records[user.pk], by, by_director=True)
    except DirectorError as error:
        return Outcome(line, name, "refused", error.code, error.message)
    entries[user.pk] = entry
    if entry.place == Entry.Place.WAITING:
        return Outcome(line, name, "waiting", entry=entry)
    return Outcome(line, name, "late" if entry.first_round > 1 else "entered", entry=entry)


@transaction.atomic
def check_in(*, tournament_id: int, user: User, by: User | None = None, now: datetime | None = None) -> Entry:
    """Says that one will be there; once is enough."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_act_for(by, user, tournament)
    must_be(tournament, STATUS.REGISTRATION)
    entry = entry_of(tournament, user)
    if tournament.check_in_minutes is None:
        raise DirectorError("no_check_in", _("Nobody has to check in to this tournament."))
    if not demands_check_in(tournament, now):
        raise DirectorError("check_in_ahead", _("Check-in is not open yet: come back before the start."))
    if entry.checked_in_at is None:
        entry.checked_in_at = now
        entry.save(update_fields=["checked_in_at"])
        note(tournament, Act.Kind.CHECKED_IN, by or user, now, user=user.pk)
    return entry


@transaction.atomic
def withdraw(
    *, tournament_id: int, user: User, by: User | None = None, now: datetime | None = None
) -> Tournament:
    """Before the start the entry goes, and who waits moves up. After it the player is not paired any more; a
    match under way goes on, and is the player's to finish or to resign."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_act_for(by, user, tournament)
    must_be(tournament, STATUS.REGISTRATION, STATUS.RUNNING)
    entry = entry_of(tournament, user)
    if entry.withdrawn_at is not None:
        return tournament
    note(tournament, Act.Kind.WITHDREW, by or user, now, user=user.pk)
    if tournament.status == STATUS.REGISTRATION:
        entry.delete()
        waiting.move_up(tournament, now)
    elif entry.place == Entry.Place.WAITING:
        entry.delete()
    else:
        entry.withdrawn_at, entry.withdrawn_why = now, "withdrew"
        entry.save(update_fields=["withdrawn_at", "withdrawn_why"])
    return tournament


def take_out(tournament: Tournament, entry: Entry, by: User | None, now: datetime) -> None:
    """A director removes an entry before the start; who waits moves up. The caller holds the lock and writes
    the audit line."""
    notices.tell_removed(entry, notices.BY_DIRECTOR, now)
    entry.delete()
    waiting.move_up(tournament, now, by=by)


@transaction.atomic
def come_back(
    *, tournament_id: int, user: User, by: User | None = None, now: datetime | None = None
) -> Entry:
    """Undoes a withdrawal: paired again from the next round on, the rounds missed stay zero-point byes.
    Whom a director removed only a director brings back."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_act_for(by, user, tournament)
    must_be(tournament, STATUS.RUNNING)
    entry = entry_of(tournament, user)
    if entry.withdrawn_at is None:
        return entry
    if entry.withdrawn_why == "removed":
        must_direct(by or user, tournament)
    if tournament.system == Tournament.System.KNOCKOUT:
        message = _("Who leaves a knockout is out of it: nobody comes back.")
        raise DirectorError("knocked_out", message)
    at = conditions.door(tournament, now)
    if tournament.round_count is not None and at.paired >= tournament.round_count:
        raise DirectorError("no_round_left", _("The last round is paired: there is none to come back for."))
    if not at.free:
        message = _("All places are taken: somebody else entered in the meantime.")
        raise DirectorError("full", message)
    entry.withdrawn_at, entry.withdrawn_why = None, ""
    entry.save(update_fields=["withdrawn_at", "withdrawn_why"])
    note(tournament, Act.Kind.RETURNED, by or user, now, user=user.pk)
    return entry


def entry_of(tournament: Tournament, user: User) -> Entry:
    """Raises DirectorError if there is none."""
    entry = tournament.entries.filter(user=user).select_related("user").first()
    if entry is None:
        raise DirectorError(
            "not_entered", _("%(name)s is not entered in this tournament.") % {"name": user.shown_name}, 404
        )
    return entry
