"""Workbooks that are wrong in one way or some, as only somebody can make them who knows what a workbook is made of.

A `Draft` is a package in pieces: members whose entries in the zip file can say anything, and what stands around them.
A mutation changes it at a place that chance chooses; `MUTATIONS` has them by what they do.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Final

_LOCAL: Final = struct.Struct("<4s5H3L2H")
_CENTRAL: Final = struct.Struct("<4s6H3L5H2L")
_END: Final = struct.Struct("<4s4H2LH")
_DATE: Final = 1 << 5 | 1


@dataclass
class Member:
    """A member as it will be written; what is None is as it should be."""

    name: str
    content: bytes
    method: int = zipfile.ZIP_DEFLATED
    flags: int = 0
    version: int = 20
    date: int = _DATE
    crc: int | None = None
    size: int | None = None
    packed_size: int | None = None
    offset: int | None = None
    extra: bytes = b""
    comment: bytes = b""
    local_name: str | None = None
    payload: bytes | None = None


@dataclass
class Draft:
    """A package in pieces: its members, and what stands before them, behind them, and in the end record."""

    members: list[Member]
    prefix: bytes = b""
    suffix: bytes = b""
    comment: bytes = b""
    entries: int | None = None
    directory_at: int | None = None
    cut: int = 0

    def pick(self, random: Random, pattern: str = "") -> Member:
        """Return some member, or one whose name is like the pattern."""
        return random.choice([each for each in self.members if re.search(pattern, each.name)] or self.members)


def draft(data: bytes) -> Draft:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return Draft([Member(info.filename, archive.read(info)) for info in archive.infolist()])


def packed(draft: Draft) -> bytes:
    """Return the zip file, with everything as the draft says."""
    out, directory = bytearray(draft.prefix), bytearray()
    for each in draft.members:
        payload, at = each.payload if each.payload is not None else _pack(each), len(out) - len(draft.prefix)
        common = (
            each.version, each.flags, each.method, 0, each.date,
            zlib.crc32(each.content) if each.crc is None else each.crc,
            len(payload) if each.packed_size is None else each.packed_size,
            len(each.content) if each.size is None else each.size,
        )  # fmt: skip
        name, local = each.name.encode(), (each.name if each.local_name is None else each.local_name).encode()
        out += _LOCAL.pack(b"PK\3\4", *common, len(local), len(each.extra)) + local + each.extra + payload
        offset = at if each.offset is None else each.offset
        directory += _CENTRAL.pack(
            b"PK\1\2", 20, *common, len(name), len(each.extra), len(each.comment), 0, 0, 0, offset
        )
        directory += name + each.extra + each.comment
    start = len(out) - len(draft.prefix) if draft.directory_at is None else draft.directory_at
    count = len(draft.members) if draft.entries is None else draft.entries
    out += directory
    out += _END.pack(b"PK\5\6", 0, 0, count, count, len(directory), start, len(draft.comment)) + draft.comment
    out += draft.suffix
    return bytes(out[: len(out) - draft.cut])


def _pack(member: Member) -> bytes:
    if member.method != zipfile.ZIP_DEFLATED:
        return member.content
    deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(member.content) + deflate.flush()


Mutation = Callable[[Draft, Random], None]
Put = Callable[[re.Match[bytes], Random], bytes]
"""What makes of something that was found what is put in its place."""

SHEETS: Final = r"worksheets/.*\.xml$"
BOOK: Final = r"xl/workbook\.xml$"
RELATIONSHIPS: Final = r"\.rels$"
XML: Final = r"\.(xml|rels)$"
ADDRESSES: Final = ("", "A0", "XFE1", "ZZZZ9", "A1:B2", "1A", "a1", "$A$1", "A٣")
TYPES: Final = tuple(f' t="{kind}"' for kind in ("s", "b", "d", "e", "str", "x", "n"))
MERGED: Final = tuple(
    f'<mergeCells count="1"><mergeCell ref="{area}"/></mergeCells>' for area in ("A1:XFD9", "B9:A1", "", "A1")
)
SCOPES: Final = ('localSheetId="999" ', 'localSheetId="x" ')
NUMBERS: Final = (0, 1, -1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63, 10**30)
ODD: Final = ("", " ", "x", "\u202e", "é" * 40, "a" * 5000, "../../x", "/", "#REF!", "1e9", "NaN", "_x0015_", "&#10;")


def on_member(pattern: str = "", **changes: Callable[[Member, Random], object]) -> Mutation:
    """A mutation of how a member is described."""

    def mutate(draft: Draft, random: Random) -> None:
        member = draft.pick(random, pattern)
        for name, value in changes.items():
            setattr(member, name, value(member, random))

    return mutate


def on_text(
    pattern: str, found: str, new: str | Callable[[re.Match[bytes], Random], bytes], times: int = 1
) -> Mutation:
    """A mutation of what is found in a part, at places that chance chooses; `new` may have `\\1` in it."""

    def mutate(draft: Draft, random: Random) -> None:
        member = draft.pick(random, pattern)
        for _ in range(times):
            matches = list(re.finditer(found.encode(), member.content, re.DOTALL))
            if not matches:
                return
            match = random.choice(matches)
            put = match.expand(new.encode()) if isinstance(new, str) else new(match, random)
            member.content = member.content[: match.start()] + put + member.content[match.end() :]

    return mutate


def with_odd(values: tuple[object, ...]) -> Put:
    """Return what puts an odd value between what the first and the last group of a match have found."""
    return lambda match, random: match[1] + str(random.choice(values)).encode() + match[match.re.groups]


def whole(pattern: str, change: Callable[[bytes, Random], bytes]) -> Mutation:
    """A mutation of all of a part."""

    def mutate(draft: Draft, random: Random) -> None:
        member = draft.pick(random, pattern)
        member.content = change(member.content, random)

    return mutate


def doubled_in_other_case(draft: Draft, random: Random) -> None:
    member = random.choice(draft.members)
    draft.members.append(replace(member, name=member.name.swapcase()))


def swapped(draft: Draft, random: Random) -> None:
    one, other = random.sample(draft.members, 2)
    one.content, other.content = other.content, one.content


def around(**changes: Callable[[Random], object]) -> Mutation:
    """A mutation of what stands around the members."""

    def mutate(draft: Draft, random: Random) -> None:
        for name, value in changes.items():
            setattr(draft, name, value(random))

    return mutate


def flipped(member: Member, random: Random) -> bytes:
    """Packed bytes of which one is another."""
    packed = bytearray(_pack(member))
    if packed:
        packed[random.randrange(len(packed))] ^= 1 << random.randrange(8)
    return bytes(packed)


def any_number(_: Member, random: Random) -> int:
    return random.choice((0, 1, 2**16, 2**31, 2**32 - 1))


def renamed_prefix(content: bytes, random: Random) -> bytes:
    """The same part with a prefix for the namespace that has none."""
    tags = re.sub(rb"<(/?)([A-Za-z][\w.]*)(?=[\s/>])", rb"<\1y:\2", content)
    return re.sub(rb"\bxmlns=", b"xmlns:y=", tags)


def in_encoding(content: bytes, random: Random) -> bytes:
    name = random.choice(("utf-16", "utf-16-le", "iso-8859-1", "utf-7", "utf-32", "cp037", "ascii", "x-none"))
    text = re.sub(r"<\?xml.*?\?>", "", content.decode("utf-8", "replace"))
    declared = f'<?xml version="1.0" encoding="{name}"?>'
    try:
        return (declared + text).encode(name if random.random() < 0.7 else "utf-8", "replace")
    except LookupError:
        return (declared + text).encode()


def zip64(member: Member, random: Random) -> bytes:
    """An extra field with sizes of 64 bits, more or less whole."""
    sizes = struct.pack("<3Q", *(random.choice((0, 1, len(member.content), 2**40, 2**64 - 1)) for _ in range(3)))
    length = random.choice((0, 8, 16, 24))
    return struct.pack("<2H", 1, random.choice((length, 28, 2))) + sizes[:length]


def head(new: str) -> Mutation:
    """A mutation of what stands before a part's first element."""
    return whole(XML, lambda content, _: re.sub(rb"^(<\?xml.*?\?>)?", rb"\1" + new.encode(), content, count=1))


_DTD: Final = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
_REL: Final = r"<Relationship\b[^>]*?/>"
_ATTRIBUTE: Final = r'(?<=[\w"])\s[\w:]+="[^"]*"'

MUTATIONS: Final[Mapping[str, Mutation]] = {
    "a member twice": lambda draft, random: draft.members.append(deepcopy(random.choice(draft.members))),
    "a member twice, in other letters": doubled_in_other_case,
    "a member is missing": lambda draft, random: draft.members.remove(random.choice(draft.members)),
    "members in another order": lambda draft, random: random.shuffle(draft.members),
    "two members swapped": swapped,
    "a wrong size": on_member(size=any_number),
    "a wrong packed size": on_member(packed_size=any_number),
    "a wrong checksum": on_member(crc=any_number),
    "a wrong offset": on_member(offset=any_number),
    "another method": on_member(method=lambda _, random: random.choice((0, 1, 8, 9, 12, 14, 93, 99, 65535))),
    "odd flags": on_member(flags=lambda _, random: 1 << random.randrange(16)),
    "an odd version": on_member(version=lambda _, random: random.choice((0, 45, 63, 255, 65535))),
    "an odd date": on_member(date=lambda _, random: random.randrange(1 << 16)),
    "a name that is odd": on_member(name=lambda each, random: random.choice(("", "/", "\\", "a//b", "../x", "é\0x"))),
    "two names": on_member(local_name=lambda each, random: random.choice((each.name[::-1], "", "x" * 300))),
    "an extra field": on_member(extra=lambda _, random: random.randbytes(random.randrange(40))),
    "sizes of 64 bits": on_member(extra=zip64, size=lambda *_: 2**32 - 1),
    "offset of 64 bits": on_member(extra=zip64, offset=lambda *_: 2**32 - 1),
    "a comment of a member": on_member(comment=lambda _, random: random.randbytes(30)),
    "a bit in the packed bytes": on_member(payload=flipped),
    "something before": around(prefix=lambda random: random.choice((b"PK", b"MZ" * 500, b"PK\3\4" * 9, b"\0" * 7))),
    "something behind": around(suffix=lambda random: random.choice((b"\0", b"PK\5\6" + bytes(18), b"x" * 70_000))),
    "a comment": around(comment=lambda random: random.choice((b"x" * 65_535, b"PK\5\6" * 9, b"\xff"))),
    "a wrong number of entries": around(entries=lambda random: random.choice((0, 1, 65_535))),
    "a wrong place of the directory": around(directory_at=lambda random: random.choice((0, 1, 2**32 - 1))),
    "the end is missing": around(cut=lambda random: random.choice((1, 22, 30, 500, 5000))),
    "no relationship": on_text(RELATIONSHIPS, _REL, ""),
    "a relationship twice": on_text(RELATIONSHIPS, f"({_REL})", r"\1\1"),
    "a relationship to anywhere": on_text(RELATIONSHIPS, '(Target=")([^"]*)(")', with_odd((*ODD, "", ".", "%41"))),
    "a relationship to itself": on_text(RELATIONSHIPS, 'Target="[^"]*"', 'Target="/xl/workbook.xml"'),
    "a relationship from the root": on_text(RELATIONSHIPS, 'Target="(?!/)', 'Target="/xl/'),
    "a relationship to outside": on_text(RELATIONSHIPS, "<Relationship ", '<Relationship TargetMode="External" '),
    "a relationship of another type": on_text(RELATIONSHIPS, '(Type="[^"]*/)([^"]*)(")', with_odd(("styles", "x", ""))),
    "one id twice": on_text(RELATIONSHIPS, '(Id=")([^"]*)(")', r"\1rId1\3"),
    "no content type": on_text("Content_Types", r"<(Override|Default)\b[^>]*?/>", ""),
    "another content type": on_text("Content_Types", '(ContentType=")([^"]*)(")', with_odd(ODD)),
    "a content type of no part": on_text("Content_Types", '(PartName=")([^"]*)(")', with_odd(ODD)),
    "no attribute": on_text(XML, _ATTRIBUTE, ""),
    "an attribute twice": on_text(XML, f"({_ATTRIBUTE})", r"\1\1"),
    "a value that is odd": on_text(XML, r'(\s[\w:]+=")([^"]*)(")', with_odd(ODD)),
    "a number that is odd": on_text(XML, r'(\s[\w:]+=")(\d+)(")', with_odd(NUMBERS)),
    "no element": on_text(XML, r"<(\w[\w:]*)\b[^>]*>[^<]*</\1>", ""),
    "an element twice": on_text(XML, r"(<(\w[\w:]*)\b[^>]*>[^<]*</\2>)", r"\1\1"),
    "an element of another name": on_text(XML, r"<(\w[\w:]*)\b([^>]*)>([^<]*)</\1>", r"<x\2>\3</x>"),
    "a tag is open": on_text(XML, r"</[\w:]+>", ""),
    "a row twice": on_text(SHEETS, r"(<row\b.*?</row>)", r"\1\1"),
    "a row without number": on_text(SHEETS, r'(<row\b[^>]*?) r="\d+"', r"\1", times=3),
    "a row of another number": on_text(SHEETS, r'(<row\b[^>]*? r=")(\d+)(")', with_odd(NUMBERS)),
    "cells in another order": on_text(SHEETS, r"(<c\b[^>]*?>.{0,300}?</c>)(<c\b[^>]*?>.{0,300}?</c>)", r"\2\1"),
    "cells without address": on_text(SHEETS, r'(<c\b[^>]*?) r="[A-Z]+\d+"', r"\1", times=9),
    "a cell elsewhere": on_text(SHEETS, r'(<c\b[^>]*? r=")([A-Z]+\d+)(")', with_odd(ADDRESSES)),
    "a cell twice": on_text(SHEETS, r"(<c\b[^>]*?>.{0,300}?</c>)", r"\1\1"),
    "a cell of another type": on_text(SHEETS, r'(<c\b[^>]*?)( t="\w+")?(>)', with_odd(TYPES)),
    "a text out of range": on_text(SHEETS, r"(<v>)([^<]*)(</v>)", with_odd((*NUMBERS, *ODD))),
    "a format out of range": on_text(SHEETS, r'(<c\b[^>]*? s=")(\d+)(")', with_odd((*NUMBERS, "x"))),
    "a shared formula without its first": on_text(SHEETS, r"(<c\b[^>]*>)", r'\1<f t="shared" si="77"/>'),
    "a formula of many cells": on_text(SHEETS, r"(<c\b[^>]*>)", r'\1<f t="array" ref="A1:XFD1048576">1</f>'),
    "merged cells": on_text(SHEETS, r"(</sheetData>)()", with_odd(MERGED)),
    "a name that leads nowhere": on_text(BOOK, r"(<definedName\b[^>]*>)([^<]*)(<)", with_odd((*ODD, "Gone!$A$1", "'"))),
    "a name of a sheet out of range": on_text(BOOK, "(<definedName )()", with_odd(SCOPES)),
    "a name twice": on_text(BOOK, "(<definedName.*?</definedName>)", r"\1\1"),
    "a sheet twice": on_text(BOOK, r"(<sheet\b[^>]*?/>)", r"\1\1"),
    "sheets of one name": on_text(BOOK, r'(<sheet\b[^>]*? name=")([^"]*)(")', r"\1Players\3"),
    "a sheet with an odd name": on_text(BOOK, r'(<sheet\b[^>]*? name=")([^"]*)(")', with_odd(ODD)),
    "a part in another encoding": whole(XML, in_encoding),
    "a part with another prefix": whole(XML, renamed_prefix),
    "a part of another namespace": whole(XML, lambda xml, _: xml.replace(b"/2006/main", b"/2099/main", 1)),
    "an empty part": whole(XML, lambda xml, _: b""),
    "half a part": whole(XML, lambda xml, random: xml[: random.randrange(len(xml) + 1)]),
    "a part twice in itself": whole(XML, lambda xml, _: xml + xml),
    "spaces before a part": whole(XML, lambda xml, _: b"\n  " + xml),
    "a mark of the byte order": whole(XML, lambda xml, _: b"\xef\xbb\xbf" + xml),
    "a declaration of the document's type": head(_DTD),
    "an instruction": head('<?xml-stylesheet href="file:///x"?><!-- -- -->'),
    "an entity": on_text(XML, r"(>)([^<>]*)(<)", with_odd(("&a;", "&#0;", "&#x110000;", "&lt", "]]>"))),
    "a deep part": whole(XML, lambda xml, _: xml.replace(b"><", b">" + b"<x>" * 300 + b"</x>" * 300 + b"<", 1)),
    "a byte that is none": on_text(XML, r"(>)([^<>]*)(<)", lambda match, _: match[1] + b"\xff\xfe\0" + match[3]),
}  # fmt: skip


def mutate(data: bytes, random: Random, names: list[str]) -> bytes:
    """Return a workbook with these mutations, one after the other."""
    made = draft(data)
    for name in names:
        MUTATIONS[name](made, random)
    return packed(made)
