"""Text as the organizer means it: names, headers and choices compared without regard to how they were typed.

Names are compared after Unicode NFC, trimmed, inner spaces collapsed, without regard to case (workbook.md, Reading).
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

# Invisible when shown, so two names that differ only in these look the same and are the same. The zero-width joiner
# is not among them: it holds emoji and some scripts together.
_INVISIBLE = dict.fromkeys(
    map(ord, "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
)


@lru_cache(maxsize=1 << 16)
def tidy(text: str) -> str:
    """Return ``text`` in NFC, trimmed, with every run of white space (non-breaking, too) as one space."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_INVISIBLE).split())


@lru_cache(maxsize=1 << 16)
def key(text: str) -> str:
    """Return what a name or a choice is compared by."""
    return unicodedata.normalize("NFC", tidy(text).casefold())


def header_key(text: str) -> str:
    """Return what a header is compared by: letters and digits only, without regard to case."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())


def nearest(text: str, known: Collection[str], cutoff: float = 0.6) -> str | None:
    """Return the known name that ``text`` was probably meant to be, or None; ``cutoff`` from 0 to 1 is how alike."""
    by_key = {key(name): name for name in known}
    close = difflib.get_close_matches(key(text), by_key, n=1, cutoff=cutoff)
    return by_key[close[0]] if close else None


def listing(words: Collection[str], last: str = "or") -> str:
    """Return ``words`` as they stand in a sentence: "A, B or Draw"."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end
