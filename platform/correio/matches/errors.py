"""Why the referee does not do what was asked."""

from __future__ import annotations

from typing import Any


class RefereeError(Exception):
    """`code` is for programs, `message` says what, why and what to do, `status` is the HTTP status that
    fits; `correio.api` turns any exception of this shape into the one answer for failures."""

    def __init__(self, code: str, message: str, status: int = 409, detail: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.detail = detail
