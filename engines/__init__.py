"""Rules of the games and the bots that play them.

Pure Python: no Django, no I/O, no clock, no global random source. Everything a game needs comes in
through its `State`; everything it has to say goes out through `view`, `Told` entries and `Result`.

Start with `engines.protocol` (what a game is), then `engines.registry` (which games there are).
This package must never import `correio`, `ratings`, `tournaments` or anything that talks to the world.
"""
