"""Who sits with whom, and where: the Swiss system for tables of two to five seats.

`tables.pair` is the whole of it: an `event.Event` in, a `report.Pairing` with its reasons out, always
the same one for the same event and seed. `python -m tournaments.pairing tables event.json` does it
from a file. `docs/swiss.md` numbers the criteria T1 to T11; the code cites these numbers.

Nothing here may import Django, read a clock or draw from a global random source.
"""
