"""Why the director does not do what was asked."""

from __future__ import annotations

from typing import Any

from correio.api import Refusal


class DirectorError(Refusal):
    """`code` is for programs, `message` says what, why and what to do, `status` is the HTTP status."""

    def __init__(self, code: str, message: str, status: int = 409, detail: Any = None) -> None:
        super().__init__(code, message, status, detail)
