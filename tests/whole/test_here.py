"""Marks of who is here and who has paid, in whole events: what is asked, told, counted, logged, and kept to oneself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.books import cells, records
from tests.support.desk import Desk
from tests.support.edited_book import Book, Cell
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.jobs.compare import Kind
from turnabout_sheets.jobs.outcome import Options, Outcome
from turnabout_sheets.jobs.run import run

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Ben", "Cy", "Dee", "Eve", "Finn", "Gil", "Hal", "Ida", "Jo")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An event of ten players, of which nothing is paired."""
    desk = Desk(tmp_path / "event.xlsx")
    (tmp_path / "names.txt").write_text("\n".join(NAMES), "utf-8")
    desk.command("new", desk.workbook, "--players", tmp_path / "names.txt")
    return desk


def mark(desk: Desk, *names: str, **typed: Cell) -> None:
    for name in names:
        desk.type("Players", name, typed or {"Here": "x"})


def go(desk: Desk, *answers: tuple[Kind, str], pair_first: bool = True) -> Outcome:
    return run(desk.workbook, Options(answers=frozenset(answers), pair_first=pair_first))


def seated(desk: Desk, number: int) -> set[str]:
    return {name for pair in desk.seats(number) for name in pair} - {"BYE"}


def told(desk: Desk) -> Mapping[str, object]:
    return {row["What"]: row["Now"] for row in records(desk.workbook, "Desk") if row["What"]}


def test_nothing_of_it_leaves_the_workbook(desk: Desk, tmp_path: Path) -> None:
    """An archive and what is exported know nothing of marks and payments."""
    mark(desk, *NAMES[:8])
    mark(desk, *NAMES[:8], Paid="I owe you 4711")
    mark(desk, *NAMES[:8], Here="✓")
    desk.type("Event", "Date", {"Value": "2026-05-31"})
    desk.type("Event", "Rounds", {"Value": 1.0})
    go(desk)
    desk.report(1)
    go(desk)
    archive = tmp_path / "archive.sqlite"
    desk.command("archive", "add", desk.workbook, "--archive", archive)
    desk.command("archive", "export", tmp_path / "all", "--archive", archive)
    desk.command("archive", "verify", "--archive", archive)
    for path in (archive, *(tmp_path / "all").rglob("*.*"), *(tmp_path / "event prints").rglob("*.*")):
        data = path.read_bytes()
        assert b"owe you" not in data, path
        assert path.name == "check-in.html" or "✓".encode() not in data, path


# --- checkboxes of Excel ---

BAG = "http://schemas.microsoft.com/office/spreadsheetml/2022/featurepropertybag"
BAG_PART = "xl/featurePropertyBag/featurePropertyBag.xml"
BAG_XML = (
    f'<FeaturePropertyBags xmlns="{BAG}"><bag type="Checkbox"/>'
    '<bag type="XFControls"><bagId k="CellControl">0</bagId></bag>'
    '<bag type="XFComplement"><bagId k="XFControls">1</bagId></bag>'
    '<bag type="XFComplements" extRef="XFComplementsMapperExtRef"><a k="MappedFeaturePropertyBags"><bagId>2</bagId></a>'
    "</bag></FeaturePropertyBags>"
)
LOOK = (
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"><extLst>'
    f'<ext xmlns:xfpb="{BAG}" uri="{{C7286773-470A-42A8-94C5-96B5CB345126}}"><xfpb:xfComplement i="0"/></ext>'
    "</extLst></xf>"
)
TYPE = f'<Override PartName="/{BAG_PART}" ContentType="application/vnd.ms-excel.featurepropertybag+xml"/>'
LINK = (
    '<Relationship Id="rIdBag" Type="http://schemas.microsoft.com/office/2022/11/relationships/FeaturePropertyBag" '
    'Target="featurePropertyBag/featurePropertyBag.xml"/>'
)


def put_checkboxes(workbook: Path, letter: str, ticks: Mapping[int, bool]) -> bytes:
    """Make checkboxes of cells, by row, as Excel does: a look with an extension, and a part of its own.

    Returns the sheet Players as it is then.
    """
    book = Book(workbook.read_bytes())
    parts, sheet = book.parts, book.sheets["Players"]
    book.type("Players", {(row - 1, ord(letter) - ord("A")): "?" for row in ticks})
    looks = parts["xl/styles.xml"].partition(b"<cellXfs")[2].partition(b"</cellXfs>")[0].count(b"<xf ")
    for part, before, new in (
        ("xl/styles.xml", b"</cellXfs>", LOOK),
        ("[Content_Types].xml", b"</Types>", TYPE),
        ("xl/_rels/workbook.xml.rels", b"</Relationships>", LINK),
    ):
        assert before in parts[part]
        parts[part] = parts[part].replace(before, new.encode() + before)
    parts["xl/styles.xml"] = re.sub(
        rb'<cellXfs count="\d+"', b'<cellXfs count="%d"' % (looks + 1), parts["xl/styles.xml"]
    )
    for row, is_ticked in ticks.items():
        cell = f'<c r="{letter}{row}" s="{looks}" t="b"><v>{int(is_ticked)}</v></c>'.encode()
        parts[sheet], found = re.subn(rb'<c r="%s%d"[^>]*>.*?</c>' % (letter.encode(), row), cell, parts[sheet])
        assert found == 1
    parts[BAG_PART] = BAG_XML.encode()
    workbook.write_bytes(book.to_bytes())
    return parts[sheet]


def test_checkboxes_of_excel_are_read_and_survive(desk: Desk) -> None:
    """Rules 1.4.20 and safety 1.1."""
    letter = chr(ord("A") + cells(desk.workbook, "Players")[0].index("Here"))
    ticks = {row: row % 3 != 0 and row < len(NAMES) + 2 for row in range(2, 40)}  # none below the last player
    sheet = put_checkboxes(desk.workbook, letter, ticks)
    assert go(desk).exit is ExitCode.DONE
    assert seated(desk, 1) == {name for row, name in enumerate(NAMES, 2) if ticks[row]}
    book = Book(desk.workbook.read_bytes())
    assert book.parts[BAG_PART] == BAG_XML.encode()
    assert book.parts[book.sheets["Players"]] == sheet
    assert LOOK.encode() in book.parts["xl/styles.xml"]
    assert TYPE.encode() in book.parts["[Content_Types].xml"]
    assert LINK.encode() in book.parts["xl/_rels/workbook.xml.rels"]
