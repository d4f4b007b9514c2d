"""Hostile files: refused in one sentence, in bounded steps and memory, and nothing is written."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
import zlib
from codecs import BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import pytest

from tests.support.books import SAMPLES

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to see how much memory they take"),
]

MOST_MEMORY = 300 << 20
MOST_STEPS = 10_000_000
"""Calls, of which the sample event makes 40,000, and the bomb that takes most of them five million."""

ROOT = Path(__file__).parents[2]
PLAYERS = "xl/worksheets/sheet2.xml"


Chunks = Sequence[bytes]
"""What a part holds, one after the other; the very same piece may come often, and is packed once."""
Change = Callable[[bytes], Chunks]


@lru_cache(maxsize=1)
def packed(piece: bytes) -> bytes:
    """Return a piece packed so that any other may follow."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)


class Packer:
    """Packs what is written into a part, in place of the packer of `zipfile`."""

    compress = staticmethod(packed)

    def flush(self) -> bytes:
        """Return what ends a part."""
        return zlib.compressobj(wbits=-zlib.MAX_WBITS).flush()


def sample_with(
    change: Change | None = None,
    extra: Mapping[str, Chunks] | None = None,
    part: str = PLAYERS,
    sample: bytes = b"",
) -> bytes:
    """The sample event, a part of it (its Players sheet) changed, or with more parts."""
    bomb = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(sample or (SAMPLES / "in-progress.xlsx").read_bytes())) as source,
        zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        parts: dict[str, Chunks] = {name: [source.read(name)] for name in source.namelist()}
        if change:
            parts[part] = change(source.read(part))
        for name, pieces in (parts | dict(extra or {})).items():
            with target.open(name, "w") as out:
                out._compressor = Packer()  # type: ignore[attr-defined]
                for piece in pieces:
                    out.write(piece)
    return bomb.getvalue()


def insert(before: bytes, *pieces: bytes) -> Change:
    """Return what puts pieces before a closing tag."""

    def changed(xml: bytes) -> Chunks:
        start, tag, end = xml.partition(before)
        return [start, *pieces, tag + end]

    return changed


def more_rows(*rows: bytes) -> Change:
    return insert(b"</sheetData>", *rows)


def doctype(declaration: bytes) -> Change:
    return lambda xml: [b'<?xml version="1.0"?>' + declaration + xml.split(b"?>", 1)[-1]]


def laughs() -> bytes:
    entities = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
    return b'<!DOCTYPE x [<!ENTITY l0 "lol">' + entities + b"]>"


def dense_rows() -> bytes:
    return b"".join(b'<row r="%d">%s</row>' % (r, b"<c><v>1</v></c>") for r in range(30, 200_000))


BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "200 MB of spaces": (lambda: sample_with(more_rows(*[b" " * (1 << 20)] * 200)), "more than any event needs"),
    "two hundred thousand rows": (lambda: sample_with(more_rows(dense_rows())), "than any event needs"),
    "a cell at the bottom": (
        lambda: sample_with(more_rows(b'<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>')),
        "has something in the cell XFD1048576 of the sheet Players, far away from everything else",
    ),
    "a cell at the bottom, in a row further up": (
        lambda: sample_with(more_rows(b'<row r="60"><c r="XFD1048576"><v>1</v></c></row>')),
        "has something in the cell XFD1048576 of the sheet Players, far away from everything else",
    ),
    "a long column, in a row further up": (
        lambda: sample_with(more_rows(b'<row r="60"><c r="B1048576"><v>1</v></c></row>')),
        "B1048576 of the sheet Players, far away from everything else",
    ),
    "a cell beyond the last row": (
        lambda: sample_with(more_rows(b'<row r="60"><c r="A4294967295"><v>1</v></c></row>')),
        "written in an unusual way",
    ),
    "a billion laughs": (lambda: sample_with(doctype(laughs())), "written in an unusual way"),
    "a file from elsewhere": (
        lambda: sample_with(doctype(b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>')),
        "written in an unusual way",
    ),
}


def varied(tag: bytes, millions: float) -> Chunks:
    """Return so many tags, with numbers in the places of `%d`; they pack as badly as those of a real sheet."""
    block = b"".join(tag % (n * 7919 % 10_007) for n in range(20_000))
    return [block] * int(millions * 50)


def to_utf16(pieces: Chunks) -> Chunks:
    encode = lru_cache(maxsize=1)(lambda piece: piece.decode().encode("utf-16-le"))
    return [BOM_UTF16_LE, *map(encode, pieces)]


def with_texts(*texts: bytes) -> bytes:
    """The sample event, with a list of shared texts."""
    override = (
        b'<Override PartName="/xl/texts.xml" ContentType='
        b'"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
    )
    link = (
        b'<Relationship Id="texts" Target="texts.xml" Type='
        b'"http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"/>'
    )
    declared = sample_with(insert(b"</Types>", override), part="[Content_Types].xml")
    data = sample_with(insert(b"</Relationships>", link), part="xl/_rels/workbook.xml.rels", sample=declared)
    return sample_with(extra={"xl/texts.xml": texts}, sample=data)


Check = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def check() -> Iterator[Check]:
    """Give ``turnabout check``, or another command, as a process within bounds: its exit code, and what it said.

    A process is said to have taken at least as much memory as the one that started it; so a small one starts it.
    """
    command = [sys.executable, "-m", "tests.workbook.checking"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def checked(workbook: Path, name: str = "check") -> tuple[int, str]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps([name, str(workbook)]) + "\n")
            process.stdin.flush()
            code, said, steps, memory = json.loads(process.stdout.readline())
            assert memory < MOST_MEMORY
            assert steps < MOST_STEPS
            return code, said

        yield checked


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_within_bounds(name: str, tmp_path: Path, check: Check) -> None:
    make, reason = BOMBS[name]
    workbook = tmp_path / "bomb.xlsx"
    workbook.write_bytes(make())
    code, said = check(workbook)
    assert code == 4
    assert said.startswith("bomb.xlsx ")
    assert reason in said
    assert len(said.splitlines()) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["bomb.xlsx"]


def with_players_in_utf16() -> bytes:
    """The sample event, its Players sheet in an encoding that the reader of values does not know."""
    return sample_with(lambda xml: to_utf16([xml]))


def with_many_texts() -> bytes:
    """The sample event, with over a million texts that cells of other sheets share, in UTF-16."""
    begin = b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    return with_texts(*to_utf16([begin, *varied(b"<si><t>%d</t></si>", 1.1), b"</sst>"]))


def with_a_large_sheet() -> bytes:
    """The sample event with a sheet of the organizer's, a million rows of 12 cells."""
    links = b'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    cells = b"".join(b"<c><v>%d</v></c>" % (n * 7919 % 997) for n in range(12))
    rows = b"<row>%s</row>" % cells * 1000
    begin = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    link = b'<Relationship Id="large" Target="large.xml" Type="http://x/relationships/worksheet"/>'
    linked = sample_with(insert(b"</Relationships>", link), part="xl/_rels/workbook.xml.rels")
    tab = b'<sheet %s name="Large" sheetId="99" r:id="large"/>' % links
    named = sample_with(insert(b"</sheets>", tab), part="xl/workbook.xml", sample=linked)
    return sample_with(extra={"xl/large.xml": [begin, *[rows] * 1000, b"</sheetData></worksheet>"]}, sample=named)


@pytest.mark.parametrize("make", [with_players_in_utf16, with_many_texts, with_a_large_sheet])
def test_sound_workbooks_are_read_within_bounds(make: Callable[[], bytes], tmp_path: Path, check: Check) -> None:
    workbook = tmp_path / "large.xlsx"
    workbook.write_bytes(make())
    code, said = check(workbook)
    assert code == 0, said


@pytest.mark.soak
def test_workbooks_of_others_are_read_or_refused(real_file: Path, check: Check) -> None:
    code, said = check(real_file)
    assert code in (0, 1, 4), said
    assert "Traceback" not in said
    if code == 4:
        assert said.startswith(f"{real_file.name} ")
        assert len(said.splitlines()) == 1
