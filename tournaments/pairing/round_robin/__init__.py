"""Everybody meets everybody: Berger tables for two seats, designs with even meetings for three to five.

`schedule.schedule` is the entrance: players in the order of their numbers in, all rounds out, before the
first is played. `absent.present` takes those who withdrew out of a round when it comes up.
`docs/swiss.md` says which design is used where; the tests check every one of them.

Nothing here may import Django, read a clock or draw from a global random source.
"""
