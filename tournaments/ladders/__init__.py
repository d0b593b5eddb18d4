"""Ladders: standing rankings in which one climbs by beating who stands above.

`rules` and `moves` are pure; `steward` is the only writer of everything in `models`.
"""
