"""Looks for words in everything that is written of an archive, however it is encoded or packed; reads its pages."""

from __future__ import annotations

import base64
import codecs
import io
import json
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from pathlib import Path
from urllib.parse import quote

from lxml import html

ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "latin-1", "cp1252", "cp1250", "iso8859-2", "cp437", "cp852", "utf-7")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]{40,}={0,2}")


def spell(word: str) -> Iterator[bytes]:
    """Yield all bytes that a word may be: every form and case, encoding, escape and entity."""
    for form in ("NFC", "NFD"):
        for text in {unicodedata.normalize(form, each) for each in (word, word.lower(), word.upper(), word.title())}:
            decimal = text.encode("ascii", "xmlcharrefreplace").decode()
            hexadecimal = "".join(each if each.isascii() else f"&#x{ord(each):x};" for each in text)
            in_xlsx = "".join(each if each.isascii() else f"_x{ord(each):04X}_" for each in text)
            for written in (
                *(text, decimal, hexadecimal, hexadecimal.upper(), in_xlsx, escape(text)),
                *(quote(text), quote(text).lower(), json.dumps(text)[1:-1], json.dumps(text)[1:-1].upper()),
            ):
                for encoding in ENCODINGS:
                    # What an encoding does not have, it cannot hold.
                    try:
                        yield codecs.encode(written, encoding)
                    except UnicodeEncodeError:
                        continue


def unpack(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield bytes, and all that is packed in them: members of packed files, streams, and base64."""
    yield name, data
    if data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for member in packed.infolist():
                yield (
                    f"{name}, the name of {member.filename!r}",
                    member.filename.encode() + member.comment + member.extra,
                )
                yield from unpack(f"{name}, {member.filename}", packed.read(member))
        return
    if data.startswith((b"\x78\x9c", b"\x78\xda", b"\x1f\x8b")):
        try:
            yield from unpack(f"{name}, inflated", zlib.decompress(data, 47))
        except zlib.error:
            return
    for number, found in enumerate(_BASE64.findall(data)):
        text = found[: len(found) // 4 * 4]
        try:
            decoded = base64.b64decode(text, validate=True)
        except ValueError:
            continue
        if len(decoded) > 30:
            yield from unpack(f"{name}, base64 {number}", decoded)


def find_traces(things: Iterable[tuple[str, bytes]], words: Iterable[str]) -> list[str]:
    """Return where any of some words stands, whatever stands around it."""
    sought = sorted({one for word in words for one in spell(word)})
    return [
        f"{where}: {found!r}"
        for name, data in things
        for where, part in unpack(name, data)
        if (found := next((each for each in sought if each in part), None)) is not None
    ]


def read_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield all files in a folder, and their names."""
    for path in sorted(folder.rglob("*")):
        yield f"the name of {path.name}", path.name.encode()
        if path.is_file():
            yield path.name, path.read_bytes()


def read_pages(folder: Path) -> dict[str, tuple[int, Fraction, int, Fraction]]:
    """Return rank, rating and events of everybody on the page of the list, and the sum on the page of each."""
    found = {}
    for row in html.fromstring((folder / "index.html").read_bytes()).xpath("//table[1]/tbody/tr"):
        rank, _, rating, events, *_ = (_text(cell) for cell in row)
        (link,) = row.xpath(".//a")
        (table, *_) = html.fromstring((folder / link.get("href")).read_bytes()).xpath("//table")
        sums = [_text(line[-1]) for line in table.xpath("./tbody/tr")]
        found[_text(link)] = int(rank), _number(rating), int(events), _number(next(filter(None, sums)))
    return found


def _text(cell: html.HtmlElement) -> str:
    return " ".join(cell.text_content().translate({0x2068: None, 0x2069: None}).split())


def _number(text: str) -> Fraction:
    return Fraction(text.replace("½", ".5").replace(",", ""))
