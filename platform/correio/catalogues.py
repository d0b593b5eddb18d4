"""`python -m correio.catalogues FILE.po`: compiles a catalogue of translations beside itself.

For machines without GNU gettext: nothing but Python is needed to read Correio in another language.
"""

from __future__ import annotations

import ast
import re
import struct
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

_KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d)\])?)\s+(".*")$')
MAGIC = 0x950412DE


class BadCatalogue(ValueError):
    """A line that is no line of a catalogue; the text names file and line."""


@dataclass
class Entry:
    context: str | None = None
    id: str = ""
    plural: str | None = None
    strings: dict[int, str] = field(default_factory=dict)
    fuzzy: bool = False

    @property
    def translated(self) -> bool:
        return not self.fuzzy and bool(self.strings) and all(self.strings.values())


def read(path: Path) -> list[Entry]:
    return list(_entries(path.read_text("utf-8"), path.name))


def _entries(text: str, name: str) -> Iterator[Entry]:
    entry, add = Entry(), None
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        line = line.strip()
        if not line:
            if entry.strings:
                yield entry
            entry, add = Entry(), None
        elif line.startswith("#"):
            entry.fuzzy |= line.startswith("#,") and "fuzzy" in line
        elif found := _KEYWORD.match(line):
            add = _place(entry, found[1], int(found[2] or 0))
            add(ast.literal_eval(found[3]))
        elif line.startswith('"') and add is not None:
            add(ast.literal_eval(line))
        else:
            raise BadCatalogue(f"{name}, line {number}: not understood: {line[:60]}")


def _place(entry: Entry, keyword: str, index: int) -> Callable[[str], None]:
    """Where strings after that keyword go, piece by piece."""

    def add(piece: str) -> None:
        match keyword:
            case "msgctxt":
                entry.context = (entry.context or "") + piece
            case "msgid":
                entry.id += piece
            case "msgid_plural":
                entry.plural = (entry.plural or "") + piece
            case _:
                entry.strings[index] = entry.strings.get(index, "") + piece

    return add


def compiled(entries: list[Entry]) -> bytes:
    """The binary form that the standard library's `gettext` reads."""
    pairs = sorted((_key(entry), _value(entry)) for entry in entries if entry.translated)
    start = 28 + 16 * len(pairs)
    keys = b"".join(key + b"\0" for key, _ in pairs)
    values = b"".join(value + b"\0" for _, value in pairs)
    tables: list[int] = []
    offset = start
    for text in [*(key for key, _ in pairs), *(value for _, value in pairs)]:
        tables += [len(text), offset]
        offset += len(text) + 1
    head = struct.pack("<7I", MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start)
    return head + struct.pack(f"<{len(tables)}I", *tables) + keys + values


def _key(entry: Entry) -> bytes:
    key = entry.id if entry.plural is None else f"{entry.id}\0{entry.plural}"
    return (key if entry.context is None else f"{entry.context}\x04{key}").encode()


def _value(entry: Entry) -> bytes:
    return "\0".join(entry.strings[index] for index in sorted(entry.strings)).encode()


def main(arguments: list[str]) -> int:
    for name in arguments:
        path = Path(name)
        try:
            path.with_suffix(".mo").write_bytes(compiled(read(path)))
        except (OSError, BadCatalogue) as error:
            print(f"{path} was not compiled: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
