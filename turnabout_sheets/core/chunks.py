"""The bytes of a file in pieces: what is copied from another file is a view of its bytes, and in memory only once."""

from __future__ import annotations

import hashlib
import io
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final

from turnabout_sheets.core.ordinary_files import open_file


class Chunks:
    """Bytes that are put together only by `bytes(…)`, which nobody asks for where they are many."""

    def __init__(self, pieces: Sequence[bytes | memoryview]) -> None:
        self.pieces: Final = [piece for piece in pieces if piece]

    def __bytes__(self) -> bytes:
        return b"".join(self.pieces)


Data = bytes | Chunks
"""The bytes of a file, in one piece or in several."""


def chunks_of(data: Data) -> Sequence[bytes | memoryview]:
    """Return the pieces, one after the other."""
    return data.pieces if isinstance(data, Chunks) else [data]


def digest_of(data: Data) -> str:
    """Return the SHA-256 digest, in hexadecimal digits."""
    digest = hashlib.sha256()
    for piece in chunks_of(data):
        digest.update(piece)
    return digest.hexdigest()


def digest_file(path: Path) -> str:
    """Return the same of a file. Waits, and raises, as `open_file` does."""
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def open_data(data: Data) -> io.BufferedIOBase:
    """Return the bytes as a file to read from."""
    return io.BufferedReader(_Reader(data.pieces)) if isinstance(data, Chunks) else io.BytesIO(data)


class _Reader(io.RawIOBase):
    """Reads from pieces as from a file."""

    def __init__(self, pieces: Sequence[bytes | memoryview]) -> None:
        self._pieces: Final = pieces
        self._starts: Final = [0, *accumulate(map(len, pieces))]
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._starts[-1]}[whence]
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill the beginning of the buffer from the piece that is read now."""
        if self._at >= self._starts[-1]:
            return 0
        number = bisect_right(self._starts, self._at) - 1
        inside = self._at - self._starts[number]
        found = memoryview(self._pieces[number])[inside : inside + len(buffer)]
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)
