"""What is wrong with a file, said so that its author finds the place."""

from __future__ import annotations


class BadFile(ValueError):
    """`line` counts from 1; 0 means the file as a whole. `record` is the tag, with the player if one is
    meant, like `001 player 3`."""

    def __init__(self, line: int, record: str, fault: str) -> None:
        self.line = line
        self.record = record
        self.fault = fault
        place = f"line {line}, record {record}: " if line else ""
        super().__init__(f"{place}{fault}")
