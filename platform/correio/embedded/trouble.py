"""One shape for everything that can go wrong while servers start: what, why, what to do."""

from __future__ import annotations


class Trouble(Exception):
    """Shown to the person at the terminal as it is; never with a traceback."""

    def __init__(self, what: str, why: str, remedy: str) -> None:
        super().__init__(what, why, remedy)
        self.what, self.why, self.remedy = what, why, remedy

    def __str__(self) -> str:
        why = self.why.replace("\n", "\n              ")
        return f"correio: {self.what}\n  why:        {why}\n  what to do: {self.remedy}"
