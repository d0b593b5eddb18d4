"""Spy Ring (John Waddington Ltd, 1965) for two to four seats: an implementation of `engines.protocol`.

The rules in our own words stand in `rules.md`; board, cards and words are data in `components.json`. Rulings
are named S1 to S47 where code follows one; what each says stands beside that code and in `rules.md`.
"""
