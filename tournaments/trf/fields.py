"""Lines and their columns. Columns count from 1 and both ends are included, as in the format's tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from tournaments.trf.errors import BadFile
from tournaments.trf.model import Colour

Empty = TypeVar("Empty", int, None)


class Line:
    def __init__(self, number: int, raw: str, who: str = "") -> None:
        self.number = number
        self.raw = raw
        self.tag = raw[:3]
        self.who = who

    def of(self, who: str) -> Line:
        """The same line, whose faults name somebody."""
        return Line(self.number, self.raw, who)

    @property
    def rest(self) -> str:
        return self.raw[4:].strip()

    def fault(self, text: str) -> BadFile:
        return BadFile(self.number, f"{self.tag} {self.who}".strip(), text)

    def text(self, first: int, last: int) -> str:
        return self.raw[first - 1 : last].strip()

    def integer(self, first: int, last: int, what: str, least: int, *, empty: int | None = None) -> int:
        written = self.text(first, last)
        if not written and empty is not None:
            return empty
        return self.number_in(written, f"{what} (columns {first}-{last})", least)

    def number_in(self, written: str, what: str, least: int) -> int:
        if not (written.isascii() and written.isdigit()):
            raise self.fault(f"{what} is {written!r}, not a number" if written else f"{what} is missing")
        if int(written) < least:
            raise self.fault(f"{what} is {int(written)}, less than {least}")
        return int(written)

    def points(self, first: int, last: int, what: str, *, empty: Empty) -> int | Empty:
        """Tenths."""
        written = self.text(first, last)
        if not written:
            return empty
        return self.points_in(written, f"{what} (columns {first}-{last})")

    def points_in(self, written: str, what: str) -> int:
        sign, digits = (-1, written[1:]) if written.startswith("-") else (1, written)
        whole, _, decimals = digits.replace(",", ".").partition(".")
        fine = digits.isascii() and (whole.isdigit() or not whole) and (decimals.isdigit() or not decimals)
        if not fine or not whole + decimals or len(decimals.rstrip("0")) > 1:
            raise self.fault(f"{what}: {written!r} is not a number with one decimal")
        return sign * (int(whole or "0") * 10 + int(decimals[:1] or "0"))

    def colour(self, written: str) -> Colour:
        if written == "w":
            return "w"
        if written == "b":
            return "b"
        raise self.fault(f"{written!r} is no colour; there are w and b")


def lines(data: bytes) -> Iterator[Line]:
    """Lines that say something. Any line end; UTF-8, or Latin-1 when it is not that."""
    try:
        text = data.decode("utf-8-sig")
        wide = True
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        wide = False
    for number, raw in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if "\x00" in raw:
            raise BadFile(number, raw[:3].strip("\x00"), "the file is not text")
        if not raw.strip() or raw.startswith("###"):
            continue
        yield Line(number, _by_bytes(raw) if wide else raw)


def _by_bytes(raw: str) -> str:
    """Some programs count columns of UTF-8 in bytes. Where that, and only that, puts the blanks between the
    fields of a player where they belong, the name is narrowed to its characters."""
    if raw.isascii() or not raw.startswith("001"):
        return raw
    encoded = raw.encode()
    if _blank_between(raw) or not _blank_between(encoded.decode("latin-1")):
        return raw
    name = encoded[14:47].decode(errors="replace")
    return encoded[:14].decode(errors="replace") + name.ljust(33) + encoded[47:].decode(errors="replace")


def _blank_between(raw: str) -> bool:
    padded = raw.ljust(91)
    return all(padded[column - 1] == " " for column in (48, 53, 57, 69, 80, 85, 90, 91))
