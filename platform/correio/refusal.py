"""A command that is not carried out, with the reason for whoever gave it."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """Raised below the views, where nothing of HTTP is imported; the API and the pages turn it into words.

    `code` is for programs and never changes, `message` is a sentence for people (what, why, what to do),
    `status` is the HTTP status that fits, `detail` says which field or value.
    """

    def __init__(self, code: str, message: str, status: int = 409, detail: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.detail = detail
