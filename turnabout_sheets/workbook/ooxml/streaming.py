"""Going through a long part, element by element, in little memory, whatever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, require_no_doctype

_AT_ONCE: Final = 1 << 13
"""Bytes that are unpacked and parsed at a time: who wants the first elements only need not wait for more."""


def stream_elements(package: Package, part: str, *tags: str) -> Iterator[etree._Element]:
    """Yield the elements of a part with these tags (as lxml writes them) one by one, and forget each after.

    Raises `UnusableWorkbookError` if the part is damaged or declares a document type.
    """
    parser = etree.XMLPullParser(("end",), tag=tags, resolve_entities=False, no_network=True, remove_comments=True)
    is_first = True
    try:
        for piece in package.pieces(part, _AT_ONCE):
            parser.feed(piece)
            for _, element in parser.read_events():
                if is_first:
                    require_no_doctype(element)
                    is_first = False
                yield element
                _forget(element)
        parser.close()
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnusableWorkbookError from error


def _forget(element: etree._Element) -> None:
    """Take out what is in an element, and what stands before it; the parser is still at work behind it."""
    element.clear()
    around = element.getparent()
    while around is not None and element.getprevious() is not None:
        del around[0]
