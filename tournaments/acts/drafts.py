"""The next round before anybody sees it: drawn up, changed by hand for a reason, published or discarded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from correio.accounts.models import User
from tournaments import document
from tournaments.acts import jobs
from tournaments.acts.arrangement import by_hand, in_order
from tournaments.acts.draft_checks import what_changed
from tournaments.acts.errors import DirectorError
from tournaments.acts.office import locked, must_be, must_direct, note
from tournaments.acts.proposals import CannotPair, Kept, Laid, Left, Proposal
from tournaments.acts.systems import propose
from tournaments.models import Act, Draft, Entry, Pairing, Tournament

FREE: tuple[str, ...] = (Tournament.System.TABLES, Tournament.System.DUTCH)
"""Systems whose rounds may be changed by hand; the others follow from a schedule or a bracket."""


@transaction.atomic
def draft(*, tournament_id: int, number: int, by: User | None, now: datetime | None = None) -> Draft:
    """A dry run: the round as it would be paired. Drawn up again, tables and byes laid by hand stay."""
    now = now or timezone.now()
    tournament = _open(tournament_id, number, by)
    jobs.must_not_be_pending(tournament)
    kept = kept_of(tournament, number)
    return draw_up(tournament, number, _proposed(tournament, number, kept), kept, by, now)


@transaction.atomic
def draft_soon(
    *, tournament_id: int, number: int, by: User | None, now: datetime | None = None
) -> Draft | None:
    """The same, but that a large field is left to due work: None."""
    now = now or timezone.now()
    tournament = _open(tournament_id, number, by)
    jobs.must_not_be_pending(tournament, but_for=by, publish=False)
    if not jobs.is_large(tournament):
        return draft(tournament_id=tournament_id, number=number, by=by, now=now)
    jobs.ask(tournament, number, by, now, publish=False)
    return None


def kept_of(tournament: Tournament, number: int) -> Kept:
    """What was laid by hand in the draft there is."""
    before = Draft.objects.filter(tournament=tournament, number=number).first()
    return Kept() if before is None else _kept(tournament, before, number)


def draw_up(
    tournament: Tournament, number: int, proposal: Proposal, kept: Kept, by: User | None, now: datetime
) -> Draft:
    """The draft, in place of the one there was. The caller holds the lock and has checked everything."""
    before = Draft.objects.filter(tournament=tournament, number=number).first()
    why = "" if before is None or not kept.entries else before.changed_why
    made = _store(tournament, number, proposal, by, now, why)
    note(tournament, Act.Kind.DRAFTED, by, now, round=number, fixed=len(kept.tables))
    return made


@transaction.atomic
def change_draft(
    *,
    tournament_id: int,
    number: int,
    by: User | None,
    why: str,
    tables: Sequence[Sequence[int]] = (),
    byes: Mapping[int, str] | None = None,
    free: Collection[int] = (),
    swap: tuple[int, int] | None = None,
    seen: datetime | None = None,
    now: datetime | None = None,
) -> Draft:
    """Lays tables (entries in the order of play; with two seats the first is White) and gives byes by hand;
    everybody else is paired around them. `free` takes what was laid by hand for these entries back. `swap`
    lets two entries change places and leaves all others where they are.

    Repeats and forbidden pairs are a matter of `doubts_about` and of the reason, which the players read.
    `seen`: `Draft.at` of the draft that was looked at; refused if somebody has changed it since.
    """
    now = now or timezone.now()
    tournament = _open(tournament_id, number, by)
    jobs.must_not_be_pending(tournament)
    if tournament.system not in FREE:
        message = _("The rounds of this system follow from its schedule: nothing in them is changed by hand.")
        raise DirectorError("not_by_hand", message, 422)
    why = why.strip()[:200]
    if not why:
        raise DirectorError("no_reason", _("Say why the pairing is changed: the players will read it."), 422)
    before = Draft.objects.filter(tournament=tournament, number=number).select_related("by").first()
    _unchanged_since(before, seen)
    if swap is not None:
        proposal = _swapped(tournament, number, before, swap)
    else:
        given = dict(byes or {})
        _check_by_hand(tournament, number, tables, given)
        moved = {entry for table in tables for entry in table} | set(given) | set(free)
        kept = Kept() if before is None else _kept(tournament, before, number, without=moved)
        together = Kept([*kept.tables, *map(tuple, tables)], {**kept.byes, **given})
        proposal = _proposed(tournament, number, together)
    made = _store(tournament, number, proposal, by, now, why)
    note(
        tournament,
        Act.Kind.CHANGED,
        by,
        now,
        round=number,
        why=why,
        tables=[list(table) for table in tables],
        byes={str(entry): kind for entry, kind in (byes or {}).items()},
        swap=list(swap or ()),
        free=sorted(free),
    )
    return made


@transaction.atomic
def discard_draft(*, tournament_id: int, by: User | None, now: datetime | None = None) -> Tournament:
    """Throws the draft away; without one there is nothing to do."""
    now = now or timezone.now()
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    drop(tournament, by, now)
    return tournament


def drop(tournament: Tournament, by: User | None, now: datetime, why: str = "") -> None:
    """With an audit line, if there was one. The caller holds the lock."""
    found = Draft.objects.filter(tournament=tournament).first()
    if found is not None:
        found.delete()
        note(tournament, Act.Kind.DISCARDED, by, now, round=found.number, why=why)


def forget(tournament: Tournament) -> None:
    """It became a round, or is of no use any more."""
    Draft.objects.filter(tournament=tournament).delete()


def stands(tournament: Tournament, number: int) -> bool:
    """There is a draft of that round, whether or not it still fits."""
    return Draft.objects.filter(tournament=tournament, number=number).exists()


def drop_if_stale(tournament: Tournament, number: int, now: datetime) -> None:
    found = Draft.objects.filter(tournament=tournament).first()
    if found is None:
        return
    changed = what_changed(tournament, found) if found.number == number else [_("the round is another one")]
    if changed:
        drop(tournament, None, now, why="; ".join(changed))


def usable(tournament: Tournament, number: int) -> tuple[Proposal, str] | None:
    """The draft of that round and why it was changed; None without one. Raises DirectorError if its field
    is not the same any more."""
    found = Draft.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        return None
    changed = what_changed(tournament, found)
    if changed:
        message = _("The draft does not fit any more: %(changes)s. Draw it up again, or discard it.")
        raise DirectorError(
            "stale_draft", message % {"changes": "; ".join(changed)}, detail={"changes": changed}
        )
    return proposal_of(found), found.changed_why


def proposal_of(found: Draft) -> Proposal:
    return Proposal(
        [Laid(tuple(row["seats"]), row["reason"], row["fixed"], row.get("slot")) for row in found.tables],
        [Left(row["entry"], row["kind"], row.get("by_hand", False)) for row in found.byes],
        found.criteria,
    )


def _open(tournament_id: int, number: int, by: User | None) -> Tournament:
    """Locked; that round is the next one, and the one before is complete."""
    tournament = locked(tournament_id)
    must_direct(by, tournament)
    must_be(tournament, Tournament.Status.RUNNING)
    last = tournament.rounds.order_by("-number").first()
    coming = 1 if last is None else last.number + 1
    if number != coming or number > (tournament.round_count or 0):
        message = _("Round %(number)d is not the next one.") % {"number": number}
        raise DirectorError("wrong_round", message, 422)
    if last is not None and last.tables.filter(over_at=None).exists():
        message = _("Round %(number)d is not complete: wait for its matches, or adjudicate them.")
        raise DirectorError("round_open", message % {"number": last.number})
    return tournament


def _unchanged_since(before: Draft | None, seen: datetime | None) -> None:
    if seen is None or (before is not None and before.at == seen):
        return
    if before is None:
        message = _("The draft has been published or thrown away meanwhile: draw up a new one.")
        raise DirectorError("draft_gone", message)
    who = before.by.shown_name if before.by is not None else _("the site")
    message = _("%(who)s has changed the draft meanwhile: look at it again.") % {"who": who}
    raise DirectorError("draft_changed", message)


def _proposed(tournament: Tournament, number: int, kept: Kept) -> Proposal:
    try:
        return propose(tournament, number, kept)
    except CannotPair as error:
        raise cannot_pair(number, error) from error


def cannot_pair(number: int, error: CannotPair) -> DirectorError:
    """For a director: what stands in the way, and what to do."""
    if error.over:
        message = _("Round %(number)d cannot be paired: %(why)s. Finish the tournament.")
    else:
        message = _(
            "Round %(number)d cannot be paired: %(why)s. Lay tables by hand, or finish the tournament."
        )
    detail = {"relax": list(error.relax)}
    return DirectorError("no_pairing", message % {"number": number, "why": error.why}, detail=detail)


def _kept(tournament: Tournament, before: Draft, number: int, without: Collection[int] = ()) -> Kept:
    """What was laid by hand and still can be: nobody there has left meanwhile."""
    entries = document.field(tournament)
    away = document.away(tournament, entries, number)
    there = {entry.pk for entry in entries} - set(away) - set(without)
    return Kept(
        [tuple(row["seats"]) for row in before.tables if row["fixed"] and there.issuperset(row["seats"])],
        {row["entry"]: row["kind"] for row in before.byes if row.get("by_hand") and row["entry"] in there},
    )


def _check_by_hand(
    tournament: Tournament, number: int, tables: Sequence[Sequence[int]], byes: Mapping[int, str]
) -> None:
    entries = {entry.pk: entry for entry in document.field(tournament)}
    away = document.away(tournament, entries.values(), number)
    placed = [entry for table in tables for entry in table] + list(byes)
    for table in tables:
        if not tournament.min_seats <= len(table) <= tournament.max_seats:
            message = _("A table has between %(least)d and %(most)d seats.")
            words = {"least": tournament.min_seats, "most": tournament.max_seats}
            raise DirectorError("wrong_size", message % words, 422)
    if any(kind not in Pairing.Bye.values for kind in byes.values()):
        raise DirectorError("bad_bye", _("A bye is worth a full point, a half, or nothing."), 422)
    for entry in placed:
        if entry not in entries:
            raise DirectorError("not_entered", _("Only who is entered can be paired."), 422)
        if placed.count(entry) > 1:
            message = _("%(name)s would be placed twice.") % {"name": entries[entry].user.shown_name}
            raise DirectorError("placed_twice", message, 422)
        if entry in away:
            raise _is_away(entries[entry])


def _is_away(entry: Entry) -> DirectorError:
    name = {"name": entry.user.shown_name}
    if entry.withdrawn_at is not None:
        return DirectorError("left", _("%(name)s has left the tournament.") % name, 422)
    message = _("%(name)s has asked for a bye in this round: take the request back first.")
    return DirectorError("asked_out", message % name, 422)


def _swapped(tournament: Tournament, number: int, before: Draft | None, swap: tuple[int, int]) -> Proposal:
    proposal = _proposed(tournament, number, Kept()) if before is None else proposal_of(before)
    one, other = swap
    if before is not None and (changed := what_changed(tournament, before)):
        message = _("The draft does not fit any more: %(changes)s. Draw it up again, or discard it.")
        raise DirectorError("stale_draft", message % {"changes": "; ".join(changed)})
    entries = {entry.pk: entry for entry in document.field(tournament)}
    away = document.away(tournament, entries.values(), number)
    for entry in swap:
        if entry not in entries or one == other:
            raise DirectorError("not_entered", _("Choose two different players of the field."), 422)
        if entry in away:
            raise _is_away(entries[entry])
    turned = {one: other, other: one}
    untouched = [table for table in proposal.tables if not turned.keys() & set(table.seats)]
    moved = [
        tuple(turned.get(entry, entry) for entry in table.seats)
        for table in proposal.tables
        if turned.keys() & set(table.seats)
    ]
    byes = [
        Left(turned.get(row.entry, row.entry), row.kind, row.by_hand or row.entry in turned)
        for row in proposal.byes
    ]
    laid = [*untouched, *by_hand(tournament, number, moved)]
    return Proposal(in_order(tournament, number, laid), byes, proposal.criteria)


def _store(
    tournament: Tournament, number: int, proposal: Proposal, by: User | None, now: datetime, why: str
) -> Draft:
    _everybody_once(tournament, proposal)
    stored, _created = Draft.objects.update_or_create(
        tournament=tournament,
        defaults={
            "number": number,
            "tables": [_row(laid) for laid in proposal.tables],
            "byes": [
                {"entry": left.entry, "kind": left.kind, "by_hand": left.by_hand} for left in proposal.byes
            ],
            "criteria": proposal.criteria,
            "changed_why": why,
            "by": by,
            "at": now,
        },
    )
    return stored


def _row(laid: Laid) -> dict[str, Any]:
    row = {"seats": list(laid.seats), "fixed": laid.fixed, "reason": laid.reason}
    return row if laid.slot is None else {**row, "slot": laid.slot}


def _everybody_once(tournament: Tournament, proposal: Proposal) -> None:
    placed = sorted(_placed(proposal))
    if placed != sorted(entry.pk for entry in document.field(tournament)):
        raise AssertionError(f"round of {tournament}: somebody is missing or there twice")


def _placed(proposal: Proposal) -> Iterable[int]:
    for laid in proposal.tables:
        yield from laid.seats
    for left in proposal.byes:
        yield left.entry
