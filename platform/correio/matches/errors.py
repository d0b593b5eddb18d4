"""Why the referee does not do what was asked."""

from __future__ import annotations

from correio.refusal import Refusal


class RefereeError(Refusal):
    """Nothing was changed. The message says what, why and what to do."""
