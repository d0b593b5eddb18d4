"""A proposal becomes a round: rows, and a started match at every table."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.acts.proposals import Proposal
from tournaments.acts.tables import start_tables
from tournaments.document import field
from tournaments.models import Pairing, Round, Table, Tournament


def lay(
    tournament: Tournament, number: int, proposal: Proposal, now: datetime, changed_why: str = ""
) -> Round:
    """The caller holds the tournament's lock and has checked everything. The same number of queries however
    many tables."""
    entries = {entry.pk: entry for entry in field(tournament)}
    round_ = Round.objects.create(
        tournament=tournament,
        number=number,
        paired_at=now,
        window_end=window_end(tournament, now),
        criteria=proposal.criteria,
        changed_why=changed_why,
    )
    seated = [[entries[pk] for pk in laid.seats] for laid in proposal.tables]
    matches = start_tables(tournament, round_, seated, now)
    tables = Table.objects.bulk_create(
        Table(round=round_, number=table_number, match=match, reason=laid.reason, slot=laid.slot)
        for table_number, (laid, match) in enumerate(zip(proposal.tables, matches, strict=True), 1)
    )
    rows = [
        Pairing(round=round_, entry_id=pk, table=table, seat=seat)
        for table, laid in zip(tables, proposal.tables, strict=True)
        for seat, pk in enumerate(laid.seats)
    ]
    rows += [Pairing(round=round_, entry_id=left.entry, bye=left.kind) for left in proposal.byes]
    Pairing.objects.bulk_create(rows)
    # Where nobody is left to play, the round is complete already.
    tournament.due_at = round_.window_end if proposal.tables else now
    tournament.save(update_fields=["due_at"])
    return round_


def window_end(tournament: Tournament, now: datetime) -> datetime | None:
    """The end of a round that begins now: its window, or the beat of the rhythm if that comes first."""
    ends = [beat(tournament, now)]
    if tournament.window_days is not None:
        ends.append(now + timedelta(days=tournament.window_days))
    return min((end for end in ends if end is not None), default=None)


def beat(tournament: Tournament, after: datetime) -> datetime | None:
    """When the next round of a fixed rhythm begins, counted from the start; None without a rhythm."""
    if tournament.round_every_days is None or tournament.started_at is None:
        return None
    period = timedelta(days=tournament.round_every_days)
    passed = max(0, (after - tournament.started_at) // period)
    return tournament.started_at + (passed + 1) * period
