"""Writes the seats that changed, and of them only what changed, in one statement.

A claim of due work may write the lease of a seat at the same time: columns that were not changed here
are left alone.
"""

from __future__ import annotations

from typing import Any

from django.db import connection

from correio.matches.models import Seat

COLUMNS = (
    "seat", "user_id", "drawn_from", "nonce", "bot_level", "left_at", "left_reason", "missed", "turns",
    "acting", "sealed", "answered_at", "turn_started_at", "bank_ms", "deadline", "bot_due", "leased_until",
    "lease_token", "place", "points",
)  # fmt: skip

Rows = dict[int, dict[str, Any]]


def remember(seats: list[Seat]) -> Rows:
    """The columns as they were read, by primary key."""
    return {seat.pk: {name: seat.__dict__[name] for name in COLUMNS} for seat in seats}


def write(before: Rows, seats: list[Seat]) -> None:
    changed: dict[str, None] = {}
    rows: list[Seat] = []
    for seat in seats:
        differs = [name for name in COLUMNS if seat.__dict__[name] != before[seat.pk][name]]
        if differs:
            rows.append(seat)
            changed.update(dict.fromkeys(differs))
    if rows:
        _update(rows, list(changed))


def _update(rows: list[Seat], names: list[str]) -> None:
    """One UPDATE ... FROM (VALUES ...): the casts give the values the types of the columns."""
    types = {field.attname: field.db_type(connection) for field in Seat._meta.concrete_fields}
    quoted = {
        field.attname: connection.ops.quote_name(field.column or "") for field in Seat._meta.concrete_fields
    }
    # A foreign key's db_type is that of its target.
    casts = ", ".join(f"%s::{types[name]}" for name in names)
    values = ", ".join(f"(%s::bigint, {casts})" for _ in rows)
    sets = ", ".join(f"{quoted[name]} = v.c{index}" for index, name in enumerate(names))
    columns = ", ".join(f"c{index}" for index in range(len(names)))
    table = connection.ops.quote_name(Seat._meta.db_table)
    sql = f"UPDATE {table} AS s SET {sets} FROM (VALUES {values}) AS v (pk, {columns}) WHERE s.id = v.pk"
    parameters: list[Any] = []
    for row in rows:
        parameters += [row.pk, *(row.__dict__[name] for name in names)]
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
