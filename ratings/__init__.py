"""Ratings: Elo for any number of seats, the ledger that applies it once, and what is shown of it.

`elo`, `expectation`, `replay`, `dump` and `verify` are pure: they need nothing but the base
installation, so that anybody can recompute a public dump. The Django side (`models`, `ledger`,
`queries`, `views`, `api`) builds on them; the pure side never imports it.
"""
