"""Writes of a whole command in one statement.

A move touches six tables; one statement with them all costs one round trip and a fraction of the time
that as many separate ones would. PostgreSQL runs the parts of a WITH as one: all or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


class Statement:
    """Parts are added in any order and must not depend on each other; `run` does them together."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._values: list[Any] = []

    def update(self, rows: Sequence[Model], names: Sequence[str]) -> None:
        """These columns of these rows, found by primary key; other columns are left alone."""
        if not rows or not names:
            return
        fields = _fields(type(rows[0]))
        sets = ", ".join(f'"{fields[name].column}" = v.c{index}' for index, name in enumerate(names))
        casts = "%s::bigint" + "".join(f", %s::{_type(fields[name])}" for name in names)
        columns = "pk" + "".join(f", c{index}" for index in range(len(names)))
        for row in rows:
            self._values.append(row.pk)
            self._values += [_prepared(fields[name], row) for name in names]
        tuples = ", ".join([f"({casts})"] * len(rows))
        self._part(
            f'UPDATE "{type(rows[0])._meta.db_table}" AS t SET {sets} '
            f"FROM (VALUES {tuples}) AS v ({columns}) WHERE t.id = v.pk"
        )

    def insert(self, rows: Sequence[Model], returning: str = "") -> str:
        """New rows, in order; returns the name of the part, to select from what it returns."""
        fields = [field for name, field in _fields(type(rows[0])).items() if name != "id"]
        columns = ", ".join(f'"{field.column}"' for field in fields)
        casts = ", ".join(f"%s::{_type(field)}" for field in fields)
        for row in rows:
            self._values += [_prepared(field, row) for field in fields]
        tuples = ", ".join([f"({casts})"] * len(rows))
        sql = f'INSERT INTO "{type(rows[0])._meta.db_table}" ({columns}) VALUES {tuples}'
        return self._part(sql + (f" RETURNING {returning}" if returning else ""))

    def add(self, sql: str, values: Iterable[Any]) -> None:
        self._values += values
        self._part(sql)

    def run(self) -> None:
        """Raises django.db.IntegrityError like any other write."""
        if self._parts:
            with connection.cursor() as cursor:
                cursor.execute(f"WITH {', '.join(self._parts)} SELECT 1", self._values)

    def _part(self, sql: str) -> str:
        name = f"part{len(self._parts)}"
        self._parts.append(f"{name} AS ({sql})")
        return name


def differing(before: dict[str, Any], row: Model) -> list[str]:
    """Names of columns that are not as they were."""
    return [name for name, value in before.items() if row.__dict__[name] != value]


@cache
def _fields(model: type[Model]) -> dict[str, Field[Any, Any]]:
    return {field.attname: field for field in model._meta.concrete_fields}


@cache
def _type(field: Field[Any, Any]) -> str:
    """The type of the column, for a cast; that of a foreign key is its target's."""
    kind = field.db_type(connection)
    assert kind is not None
    return kind


def _prepared(field: Field[Any, Any], row: Model) -> Any:
    return field.get_db_prep_save(getattr(row, field.attname), connection)
