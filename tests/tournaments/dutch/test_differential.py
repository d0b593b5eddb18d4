"""Random events of every kind, round by round beside another program.

`python -m bench swiss_large` does the same for 5,000 events.
"""

from __future__ import annotations

from bench._swiss_events import compare_with_gacrux


def test_two_hundred_events_are_paired_as_gacrux_pairs_them() -> None:
    compared = compare_with_gacrux(range(100_000, 100_200), 24)
    assert compared.differing == []
    assert compared.rounds > 1000
    assert compared.impossible > 0
