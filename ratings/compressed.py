"""Zstandard, from the standard library where it has it (Python 3.14), else from its backport."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MAGIC = b"\x28\xb5\x2f\xfd"

Damaged = (zstd.ZstdError, EOFError)
"""What reading raises when the compressed bytes are not those that were written."""


def writing(path: Path) -> zstd.ZstdFile:
    """With a checksum inside: a changed byte is noticed when the file is read."""
    options: dict[int, int] = {
        zstd.CompressionParameter.compression_level: 9,
        zstd.CompressionParameter.checksum_flag: 1,
    }
    return zstd.open(path, "wb", options=options)


def lines(path: Path) -> Iterator[bytes]:
    """Of a file that may be compressed or not, newlines included. Raises OSError or one of `Damaged`."""
    with path.open("rb") as file:
        compressed = file.read(len(MAGIC)) == MAGIC
    with zstd.open(path, "rb") if compressed else path.open("rb") as file:
        yield from file
