"""Names that every computer can give to a workbook, which goes from one to another."""

from __future__ import annotations

import contextlib
import os
import re
import unicodedata
from typing import Final

from turnabout_sheets.core import windows_names

LONGEST: Final = 200
"""Bytes that a name may have: systems allow 255, and those of earlier versions and passing files are longer."""

_NO_LETTER: Final = re.compile("[\ud800-\udfff]")
"""What Python has for bytes that are no text, or half a letter."""


def is_impossible(name: str) -> bool:
    """Return whether a file cannot have this name on every computer."""
    is_text = name == as_text(name) and "/" not in name and "\\" not in name
    return not is_text or len(name.encode()) > LONGEST or windows_names.is_impossible_name(name)


LONGEST_LINE: Final = 500
"""Characters that a line may have which somebody says of something."""


def find_fault_of_line(text: str) -> str | None:
    """Return what speaks against a line that is kept, in half a sentence; None if nothing does."""
    text = text.strip()
    if len(text.splitlines()) > 1:
        return "it has more than one line"
    if text != as_text(text):
        return "it has a character that cannot be written"
    return f"it has {len(text)} characters; expected at most {LONGEST_LINE}" if len(text) > LONGEST_LINE else None


def as_text(name: str) -> str:
    """Return a name that can be written anywhere: marks stand for control characters and bytes that are no text."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _is_no_text(each) else each for each in name)


def as_utf8(text: str) -> bytes:
    """Return what is shown or told, in UTF-8: marks stand for the bytes of names in it that are no text."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _NO_LETTER.sub("\N{REPLACEMENT CHARACTER}", text).encode()


def read_name(name: str) -> str:
    """Return a name as it is in UTF-8, whatever encoding the system has here; as it is where it cannot be read so."""
    with contextlib.suppress(UnicodeError):
        return os.fsencode(name).decode()
    return name


def _is_no_text(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") or character in "\ufffe\uffff"
