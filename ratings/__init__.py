"""Ratings: Elo for any number of seats, the ledger that applies it once, and what is shown of it.

Pure, with nothing but the base installation, so that anybody can recompute a public dump: `elo`,
`expectation`, `formulas`, `figures`, `calculator`, `replay`, `waves`, `dump`, `compressed`, `verify`.
The Django side builds on them (`models`; `ledger`, the only writer, with `eligibility`, `rebuilding`
and `checkpoints`; what is read: `queries`, `leaderboards`, `explained`, `versus`, `gauge`, `charts`;
`export` and `exports`, the public dumps); the pure side never imports it.
"""
