"""What the tournament pages show, gathered in a number of queries that does not grow with the field."""

from __future__ import annotations

from tournaments.gather.listing import Row, listed, rows
from tournaments.gather.wording import clock_words, in_words, system_words, title_name

__all__ = ["Row", "clock_words", "in_words", "listed", "rows", "system_words", "title_name"]
