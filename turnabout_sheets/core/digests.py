"""Digests in hexadecimal digits, and JSON that is always the same."""

from __future__ import annotations

import hashlib
import json


def write_canonical(value: object) -> str:
    """Return JSON that is always the same for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest_of(data: bytes) -> str:
    """Return the SHA-256 digest of bytes."""
    return hashlib.sha256(data).hexdigest()


def shorten_digest(whole: str) -> str:
    """Return a digest as people read it to each other, its first twelve digits: "3f9a 77c2 01de"."""
    return f"{whole[:4]} {whole[4:8]} {whole[8:12]}"
