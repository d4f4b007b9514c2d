"""Text as it stands in the cells of a worksheet's XML."""

from __future__ import annotations

import html
import re
from typing import Final

ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold: all but what it can (XML 1.0, 2.2), which would take ten times as long to compile."""
_LIKE_AN_ESCAPE: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""In the text of a cell, `_x0041_` stands for A (Part 1, 22.9.2.19); if it is meant as it is, its `_` is escaped."""
_LONGEST_TEXT: Final = 32767 // 2
"""A cell holds 32,767 UTF-16 units, and a character is one of them, or two."""
_SPACE_MATTERS: Final = re.compile(r"^\s|\s$|[\t\n\r]|\s\s")


def escape(text: str) -> str:
    """Return a text of which nothing is taken for an escaped character."""
    return _LIKE_AN_ESCAPE.sub("_x005F_", text)


def to_writable(text: str) -> str:
    """Return a text as a cell can hold it: with � for what no workbook can hold, and cut off where it is too long.

    What looks like an escaped character is escaped itself.
    """
    return escape(ILLEGAL.sub("�", text[:_LONGEST_TEXT]))


def inline_string(text: str, prefix: str = "") -> str:
    """Return what follows in the tag of a cell that holds an `escape` text; ``prefix`` is that of the tags ("x:")."""
    x, space = prefix, ' xml:space="preserve"' if _SPACE_MATTERS.search(text) else ""
    # XML takes a carriage return for the end of a line, unless it is written as a reference.
    shown = html.escape(text, quote=False).replace("\r", "&#13;")
    return f' t="inlineStr"><{x}is><{x}t{space}>{shown}</{x}t></{x}is></{x}c>'
