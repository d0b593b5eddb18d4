"""Random events of every kind, round by round beside another program. Runs where that is installed (extra
`bench`); `python -m bench swiss_large` does the same for 5,000 events."""

from __future__ import annotations

import pytest


def test_two_hundred_events_are_paired_as_gacrux_pairs_them() -> None:
    pytest.importorskip("gacrux")
    from bench._swiss_events import compare_with_gacrux

    compared = compare_with_gacrux(range(100_000, 100_200), 24)
    assert compared.differing == []
    assert compared.rounds > 1000
    assert compared.impossible > 0
