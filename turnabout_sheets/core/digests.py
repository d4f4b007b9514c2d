"""SHA-256 digests in hexadecimal digits: of bytes, and of plain values as JSON that is always the same."""

from __future__ import annotations

import hashlib
import json
from typing import Final

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_canonical(value: object) -> str:
    """Return JSON that is always the same for the same value."""
    return _ENCODER.encode(value)


def digest(value: object) -> str:
    """Return the digest of what JSON can say."""
    return digest_of(write_canonical(value).encode())


def digest_of(data: bytes) -> str:
    """Return the digest of bytes."""
    return hashlib.sha256(data).hexdigest()


def shorten_digest(whole: str) -> str:
    """Return a digest as people read it to each other, its first twelve digits: "3f9a 77c2 01de"."""
    return f"{whole[:4]} {whole[4:8]} {whole[8:12]}"
