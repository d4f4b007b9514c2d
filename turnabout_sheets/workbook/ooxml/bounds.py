"""How much of a workbook is unpacked and parsed: so much as events need, and so much as memory and time allow.

A part that is only copied is never unpacked whole, however large it is. Of a part that is read, its bytes count, and of
one that becomes a tree its elements and attributes: each takes more than a hundred bytes there, of which the part may
have spent four. They are counted before anything is parsed, in UTF-8, whatever encoding the part is in.
"""

from __future__ import annotations

import codecs
import contextlib
import re
from collections.abc import Iterable, Iterator
from typing import Final
from xml.parsers import expat

MOST_BYTES: Final = 64 << 20
"""Bytes that a sheet which is read may unpack to."""
MOST_KEPT: Final = 192 << 20
"""Bytes that a part may unpack to which is kept in memory whole; Matches of 20,000 players is the longest."""
MOST_NODES: Final = 400_000
"""Elements and attributes of a part that becomes a tree: at most 100 MB. Real style parts have some thousands."""
MOST_CHANGED: Final = 750_000
"""The same of a sheet in which cells are changed for the organizer: 8 rounds of 2,000 players on one have 700,000."""
MOST_STREAMED: Final = 8_000_000
"""The same of a part that is gone through element by element: they are forgotten, but it takes seconds."""
MOST_CHECKED: Final = 256 << 20
"""Bytes of all parts whose checksums are looked at, the smallest parts first: so much is unpacked in a second."""

PIECE: Final = 1 << 18
"""Bytes that are unpacked at a time."""
MOST_PARTS: Final = 20_000
"""Parts that a workbook may have."""

_DECLARATION: Final = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)[^>]*\?>""")
_UTF_16: Final = {
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
    b"<\0": "utf-16-le",
    b"\0<": "utf-16-be",
}
"""How a document begins that is in UTF-16: with a byte order mark, or at once."""
_ASCII_OR_MORE: Final = ("utf-8", "us-ascii", "ascii")
_KNOWN: Final = re.compile(r"utf-?8|utf-16-[bl]e|iso-?8859-1?[0-9]|windows-125[0-8]")


def in_utf8(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield an XML document in UTF-8, in pieces, of the pieces in which it comes.

    Raises `ValueError` where it is in an encoding that no spreadsheet program writes (Part 2, 6.1.4 knows UTF-8 and
    UTF-16), or not in the one that it declares.
    """
    stream = iter(pieces)
    first = next(stream, b"")
    encoding = _encoding(first)
    if encoding in _ASCII_OR_MORE:
        yield first
        yield from stream
        return
    if not _KNOWN.fullmatch(encoding):
        raise ValueError(f"unknown encoding {encoding}")
    decoder = codecs.getincrementaldecoder(encoding)()
    # What the declaration says of the encoding is no longer true.
    yield _DECLARATION.sub(b"", decoder.decode(first).encode(), count=1)
    for piece in stream:
        yield decoder.decode(piece).encode()
    yield decoder.decode(b"", True).encode()


def is_utf8(beginning: bytes) -> bool:
    """Tell from its first bytes whether an XML document is in UTF-8."""
    return _encoding(beginning) in _ASCII_OR_MORE


def to_utf8(document: bytes) -> bytes:
    """Return an XML document in UTF-8; the very bytes if it is so already. Raises like `in_utf8`."""
    return document if is_utf8(document) else b"".join(in_utf8([document]))


def _encoding(beginning: bytes) -> str:
    """Return the encoding of an XML document, from its first bytes, in small letters."""
    if beginning[:2] in _UTF_16:
        return _UTF_16[beginning[:2]]
    declared = _DECLARATION.match(beginning)
    encoding = declared[1].decode().lower() if declared else "utf-8"
    # A declaration that can be read byte for byte is not in UTF-16, whatever it says.
    return "utf-8" if encoding.startswith("utf-16") else encoding


def count_nodes(piece: bytes) -> int:
    """Return no less than the number of elements and attributes in a piece of a document in UTF-8."""
    return piece.count(b"<") + piece.count(b"=")


class _StopError(Exception):
    """Ends the look at a document's beginning."""


def declares_doctype(xml: bytes) -> bool:
    """Tell whether an XML document has a document type declaration, without reading further than its first element."""
    found = False

    def doctype(*_: object) -> None:
        nonlocal found
        found = True
        raise _StopError

    def first_element(*_: object) -> None:
        raise _StopError

    parser = expat.ParserCreate("UTF-8")
    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = first_element
    # A document that is not well-formed is found out by whoever parses it whole.
    with contextlib.suppress(_StopError, expat.ExpatError, ValueError):
        for piece in in_utf8(xml[start : start + 1024] for start in range(0, len(xml), 1024)):
            parser.Parse(piece)
        parser.Parse(b"", True)  # newer versions of expat put off what they have read until they must
    return found
