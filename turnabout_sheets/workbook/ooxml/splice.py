"""Changing places in the text of an XML part: all else in it stays as it was written, byte for byte.

A parser that builds a tree forgets how the tree was written: quotes, spaces, the order of attributes, declarations of
namespaces. expat tells where in the text it is, and so a part can be read as a tree and changed as text.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from typing import Final, NamedTuple
from xml.parsers import expat

from lxml import etree

from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.package import SAVE_AS_XLSX, UnusableWorkbookError, parse_xml

_TAG: Final = re.compile(rb"""<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>""")
_ATTRIBUTE: Final = re.compile(rb"""(\s+([^\s=]+)\s*=\s*)("[^"]*"|'[^']*')""")
_ENCODING: Final = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)""")
_UTF_16: Final = {
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
    b"<\0": "utf-16-le",
    b"\0<": "utf-16-be",
}
"""How a document begins that is in UTF-16: with a byte order mark, or at once."""


class Span(NamedTuple):
    """Where an element stands in a text: its tags and what is between them, as positions in bytes.

    An element of one tag (`<c/>`) has nothing between: `inside`, `inside_end` and `end` are the same.
    """

    start: int
    inside: int
    inside_end: int
    end: int

    @property
    def is_one_tag(self) -> bool:
        """Whether the element is a single tag."""
        return self.inside == self.end


class PartText:
    """An XML part to be read as a tree, `root`, and changed in its text.

    `part` serves the message. Raises `UnusableWorkbookError` like `parse_xml`.
    """

    def __init__(self, xml: bytes, part: str) -> None:
        self.root: Final = parse_xml(xml, part, bounds.MOST_CHANGED)
        self._part: Final = part
        declared = _ENCODING.match(xml)
        self._encoding: Final = _UTF_16.get(xml[:2]) or (declared[1].decode() if declared else "utf-8")
        self._edits: list[tuple[int, int, bytes]] = []
        try:
            self._text: Final = xml.decode(self._encoding).encode()
        except (UnicodeError, LookupError) as error:
            raise self._unreadable() from error

    def places(self, *paths: str) -> Mapping[str, list[tuple[etree._Element, Span]]]:
        """Return for each path all its elements in their order, and where they stand.

        A path begins at the root and names each element on the way as lxml does: `./{namespace}sheetData`; the root
        itself is `.`.
        """
        try:
            spans = _spans(self._text, paths)
        except expat.ExpatError as error:
            raise self._unreadable() from error
        return {path: list(zip(self.root.iterfind(path), spans[path], strict=True)) for path in paths}

    def tag(self, span: Span) -> bytes:
        """Return the first tag of an element, or its only one, in UTF-8."""
        return self._text[span.start : span.inside]

    def replace(self, start: int, end: int, new: bytes) -> None:
        """Put `new`, in UTF-8, where the text now is from `start` to `end`; at one place in the order of the calls."""
        self._edits.append((start, end, new))

    def set_attributes(self, span: Span, changes: Mapping[str, str | None]) -> None:
        """Change attributes in the first tag of an element, as `change_attributes` does."""
        self.replace(span.start, span.inside, change_attributes(self.tag(span), changes))

    def written(self) -> bytes:
        """Return the part with the changes, in the encoding in which it was."""
        pieces, at = [], 0
        for start, end, new in sorted(self._edits, key=lambda edit: edit[:2]):
            pieces += [self._text[at:start], new]
            at = end
        pieces.append(self._text[at:])
        return b"".join(pieces).decode().encode(self._encoding, "xmlcharrefreplace")

    def _unreadable(self) -> UnusableWorkbookError:
        return UnusableWorkbookError(f"is damaged ({self._part} is not readable); {SAVE_AS_XLSX}, or take a backup")


def name(tag: bytes) -> bytes:
    """Return the name of a first or only tag with its namespace prefix, if it has one: `x:c` of `<x:c r="A1">`."""
    return strip_closing(tag)[1:].split(maxsplit=1)[0]


def prefix(tag: bytes) -> bytes:
    """Return the namespace prefix of a first or only tag with its colon; empty if it has none."""
    return name(tag)[: name(tag).rfind(b":") + 1]


def strip_closing(tag: bytes) -> bytes:
    """Return a first or only tag without what closes it: `<c r="A1"` of `<c r="A1" />`."""
    return tag.removesuffix(b">").removesuffix(b"/").rstrip()


def change_attributes(tag: bytes, changes: Mapping[str, str | None]) -> bytes:
    """Return a tag with those of its attributes changed that are in `changes`, and taken out where that says None.

    What the tag does not have is not added. The new values need no escaping.
    """

    def changed(match: re.Match[bytes]) -> bytes:
        name = match[2].decode()
        if name not in changes:
            return match[0]
        value = changes[name]
        return b"" if value is None else match[1] + b'"' + value.encode() + b'"'

    return _ATTRIBUTE.sub(changed, tag)


def _spans(text: bytes, paths: tuple[str, ...]) -> Mapping[str, list[Span]]:
    """Return where the elements of these paths stand in a document in UTF-8, whatever encoding it declares."""
    found: dict[str, list[Span]] = {path: [] for path in paths}
    around: list[tuple[str, int]] = []
    parser = expat.ParserCreate("UTF-8", "}")

    def started(name: str, _: object) -> None:
        tag = f"{{{name}" if "}" in name else name
        around.append((f"{around[-1][0]}/{tag}" if around else ".", parser.CurrentByteIndex))

    def ended(_: str) -> None:
        path, start = around.pop()
        if path in found:
            inside = next(_TAG.finditer(text, start)).end()
            if text.endswith(b"/>", start, inside):
                found[path].append(Span(start, inside, inside, inside))
            else:
                inside_end = parser.CurrentByteIndex
                found[path].append(Span(start, inside, inside_end, text.index(b">", inside_end) + 1))

    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.Parse(text, True)
    return found
