"""The texts that cells share (ECMA-376 Part 1, 18.4): of a long list, only those that somebody asks for.

A sheet of the organizer's may have millions of texts. They stand in one list with those of the sheets that are read,
so the list is gone through text by text, and nothing of it is kept but what is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.package import Package, q
from turnabout_sheets.workbook.ooxml.streaming import stream_elements

_TEXT: Final = q("t")
_PRONOUNCED: Final = q("rPh")
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_BLANK: Final = " \t\r\n"
_ESCAPED: Final = re.compile("_x((?![Dd][89A-Fa-f])[0-9A-Fa-f]{4})_")
"""A character that XML cannot hold, by its number (22.9.2.19); halves of one are none."""


def item_text(item: etree._Element) -> str:
    """Return a text, plain or in runs of different looks, without how it is pronounced (Part 1, 18.4.8)."""
    if len(item) == 1 and item[0].tag == _TEXT:
        return _text(item[0])
    pronounced = {text for reading in item.iter(_PRONOUNCED) for text in reading.iter(_TEXT)}
    return "".join(_text(text) for text in item.iter(_TEXT) if text not in pronounced)


def _text(element: etree._Element) -> str:
    text = element.text or ""
    if (text[:1].isspace() or text[-1:].isspace()) and element.get(_SPACE) != "preserve":
        text = text.strip(_BLANK)
    return unescape(text)


def unescape(text: str) -> str:
    """Return a text with the characters that are escaped in it."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def shared_texts(
    package: Package, wanted: Collection[int], read: Callable[[etree._Element], str] = item_text
) -> Mapping[int, str]:
    """Return the shared texts that have these numbers, as far as there are such.

    Raises `UnusableWorkbookError` if the list is damaged.
    """
    part = package.linked(package.workbook_part, "sharedStrings")
    if not part or not wanted:
        return {}
    found: dict[int, str] = {}
    for number, item in enumerate(stream_elements(package, part, q("si"))):
        if number in wanted:
            found[number] = read(item)
    return found
