"""Pairing as a service: a file comes in, the next round, the standings and the differences go out.

Nobody needs an account, nothing is stored, no tournament of the site is touched.
"""
