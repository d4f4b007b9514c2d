"""SHA-256 digests in hexadecimal digits: of bytes, of files, and of plain values as JSON that is always the same."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from turnabout_sheets.core.ordinary_files import open_file

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_canonical(value: object) -> str:
    """Return JSON that is always the same for the same value."""
    return _ENCODER.encode(value)


def digest(value: object) -> str:
    """Return the digest of what JSON can say."""
    return hashlib.sha256(write_canonical(value).encode()).hexdigest()


def digest_of(data: bytes) -> str:
    """Return the digest of bytes."""
    return hashlib.sha256(data).hexdigest()


def digest_file(path: Path) -> str:
    """Return the digest of a file. Waits, and raises, as `open_file` does."""
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def group_digits(digits: str) -> str:
    """Return the digits of a digest in groups of four."""
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def shorten_digest(whole: str) -> str:
    """Return a digest as people read it to each other, its first twelve digits: "3f9a 77c2 01de"."""
    return group_digits(whole[:12])
