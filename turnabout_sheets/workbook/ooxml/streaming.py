"""Going through a long part, element by element, in little memory, whatever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.package import SAVE_AS_XLSX, Package, UnusableWorkbookError, too_much

_AT_ONCE: Final = 1 << 13
"""Bytes that are unpacked and parsed at a time: who wants the first elements only need not wait for more."""


class TooMuchError(UnusableWorkbookError):
    """A part has more in it than there is room or time for."""


def stream_elements(package: Package, part: str, *tags: str) -> Iterator[etree._Element]:
    """Yield the elements of a part with these tags (as lxml writes them) one by one, and forget each after.

    Raises `UnusableWorkbookError` if the part is damaged, `TooMuchError` if it or one of its elements is too large.
    """
    parser = etree.XMLPullParser(("end",), tag=tags, encoding="utf-8", resolve_entities=False, no_network=True)
    nodes = unfinished = 0
    try:
        for piece in bounds.in_utf8(package.pieces(part, _AT_ONCE)):
            nodes += bounds.count_nodes(piece)
            unfinished += bounds.count_nodes(piece)
            # An element, or what stands around the elements, is in memory until it ends.
            if nodes > bounds.MOST_STREAMED or unfinished > bounds.MOST_NODES:
                raise TooMuchError(too_much(part).reason)
            parser.feed(piece)
            for _, element in parser.read_events():
                unfinished = 0
                yield element
                _forget(element)
        parser.close()
    except (etree.XMLSyntaxError, ValueError) as error:
        if getattr(error, "code", 0) == etree.ErrorTypes.ERR_RESOURCE_LIMIT:
            raise TooMuchError(too_much(part).reason) from error
        raise UnusableWorkbookError(f"is damaged ({part} is not readable); {SAVE_AS_XLSX}") from error


def _forget(element: etree._Element) -> None:
    """Take out what is in an element, and what stands before it; the parser is still at work behind it."""
    element.clear()
    around = element.getparent()
    while around is not None and element.getprevious() is not None:
        del around[0]
