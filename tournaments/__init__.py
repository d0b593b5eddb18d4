"""Tournaments: Swiss for tables of two to five, the director that runs them, and their pages.

`pairing` and `standings` are pure: they need nothing but the base installation, so that an arbiter can
pair and check a tournament by hand. The Django side (`models`, `director`, `views`, `api`) builds on
them; the pure side never imports it.
"""
