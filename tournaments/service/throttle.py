"""How much one caller may have paired."""

from __future__ import annotations

from rest_framework.throttling import UserRateThrottle


class PairingThrottle(UserRateThrottle):
    """By account, or by address for everybody else."""

    scope = "pairing"
