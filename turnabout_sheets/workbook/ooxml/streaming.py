"""Going through a long part, element by element, in little memory, whatever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.package import SAVE_AS_XLSX, Package, UnusableWorkbookError, doctype_in, too_much

_AT_ONCE: Final = 1 << 13
"""Bytes that are unpacked and parsed at a time: who wants the first elements only need not wait for more."""


class TooMuchError(UnusableWorkbookError):
    """A part has more in it than there is room or time for."""


def stream_elements(
    package: Package, part: str, *tags: str, most: int = 0, longest: int = bounds.MOST_KEPT
) -> Iterator[etree._Element]:
    """Yield the elements of a part with these tags (as lxml writes them) one by one, and forget each after.

    The part may have so many elements and attributes at ``most``, and one of its elements be so long in bytes. Raises
    `UnusableWorkbookError` if the part is damaged or declares a document type, `TooMuchError` if it or one of its
    elements is too large.
    """
    parser = etree.XMLPullParser(
        ("end",), tag=tags, encoding="utf-8", resolve_entities=False, no_network=True, remove_comments=True
    )
    nodes = unfinished = length = 0
    is_first = True
    try:
        for piece in bounds.in_utf8(package.pieces(part, _AT_ONCE)):
            found = bounds.count_nodes(piece)
            nodes, unfinished, length = nodes + found, unfinished + found, length + len(piece)
            # An element, or what stands around the elements, is in memory until it ends.
            if (
                nodes > (most or bounds.MOST_STREAMED)
                or unfinished > bounds.MOST_NODES
                or length > longest + len(piece)
            ):
                raise TooMuchError(too_much(part).reason)
            parser.feed(piece)
            for _, element in parser.read_events():
                if is_first and element.getroottree().docinfo.internalDTD is not None:
                    raise doctype_in(part)
                is_first, unfinished, length = False, 0, 0
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
