"""A process that dies in the middle of its work, for tests that nothing is half done afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


class Killed(Exception):
    """The process dies here."""


@contextmanager
def killed_at(statement: int) -> Iterator[None]:
    """Raises at the n-th statement sent to the database."""
    count = 0

    def counting(execute: Any, *args: Any) -> Any:
        nonlocal count
        count += 1
        if count == statement:
            raise Killed
        return execute(*args)

    with connection.execute_wrapper(counting):
        yield
