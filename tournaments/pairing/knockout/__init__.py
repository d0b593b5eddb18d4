"""Single elimination: a bracket for two seats, tables of three to five of which some go on.

`rounds.next_round` is the entrance: a `bracket.Bracket` in, the next round with its reasons out. `draw.draw`
has every box of the drawing, those to come included; `standings.standings` who came where. The same
bracket gives the same answers always.

Nothing here may import Django, read a clock or draw from a global random source.
"""
