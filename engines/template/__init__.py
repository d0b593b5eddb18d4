"""Postcards: a game of a few minutes, whole in every part of the protocol; copy it to start another.

Everybody holds three postcards. On a turn you choose one face down, then send it by surface mail (face
down into your own album, worth its number) or by airmail (one of two stamps; a die is thrown: on a 1
the card is lost for ever, else it lies face up and counts double) and draw a card. When all turns are
over, everybody secretly keeps one card of the hand: it scores its number and two more for each card of
its town in the own album, unless somebody else kept the same number. The second lost card calls a
strike: the match ends at once, and what went by surface mail never arrives.

It must never import anything but `engines.protocol` and `engines.chance`.
"""
