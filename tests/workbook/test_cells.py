"""Cells of the organizer's sheets are changed where that is asked for, and nothing else is."""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import re
import warnings
import zipfile
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.formula import ArrayFormula
from python_calamine import CalamineError, CalamineWorkbook

from tests.dose import examples
from tests.workbook.conftest import Convert
from tests.workbook.targets import FEATURES, PARTS, written
from tests.workbook.workbooks import (
    MAIN,
    OFFICE,
    PACKAGE,
    edited,
    faults,
    handmade,
    loaded,
    organizer_workbook,
    part,
    raw_members,
    with_parts,
)
from turnabout_sheets.formats import load_all
from turnabout_sheets.sheets.grid import address
from turnabout_sheets.workbook.ooxml.cells import CellChange, CellError, change_cells
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, WorkbookError, q
from turnabout_sheets.workbook.ours.blank import make_blank_workbook
from turnabout_sheets.workbook.ours.book import to_bytes

pytestmark = pytest.mark.filterwarnings(
    "ignore:Unknown worksheet reference 'Standings'"  # XlsxWriter, of a chart of a sheet that the program will add
)

SAMPLES = sorted((Path(__file__).parents[2] / "sample_events").glob("*.xlsx"))
FIRST = "xl/worksheets/sheet1.xml"
TABLE = "xl/tables/table1.xml"
CSV_OF_SHEET = "csv:44,34,76,1,,0,false,true,true,false,false,{}"

Values = Mapping[tuple[int, int], object]


def change(place: str, value: str | int | None, sheet: str = "Players") -> CellChange:
    """The change of a cell by its address."""
    letters, row = re.fullmatch(r"([A-Z]+)([0-9]+)", place).groups()
    return CellChange(sheet, int(row), column_number(letters), value)


def column_number(letters: str) -> int:
    return sum((ord(letter) - 64) * 26**power for power, letter in enumerate(reversed(letters))) - 1


def book(xml: str | bytes, parts: Mapping[str, bytes] | None = None) -> bytes:
    """A workbook whose sheet `Players` is this part, with more parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written())) as source, zipfile.ZipFile(out, "w") as target:
        for info in source.infolist():
            sheet = xml.encode() if isinstance(xml, str) else xml
            target.writestr(info.filename, sheet if info.filename == FIRST else source.read(info))
    return with_parts(out.getvalue(), parts or {})


def worksheet(rows: str, after: str = "", before: str = "") -> str:
    return f'<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}">{before}<sheetData>{rows}</sheetData>{after}</worksheet>'


def positions(sheet: etree._Element) -> dict[tuple[int, int], etree._Element]:
    """The cells of a worksheet, by row from 1 and column from 0, with or without addresses of their own."""
    found: dict[tuple[int, int], etree._Element] = {}
    number = 0
    for row in sheet.iterfind(f"{q('sheetData')}/{q('row')}"):
        number = int(row.get("r", number + 1))
        column = -1
        for cell in row.iterfind(q("c")):
            letters = cell.get("r", "").rstrip("0123456789")
            column = column_number(letters) if letters else column + 1
            found[number, column] = cell
    return found


def without_cells(sheet: etree._Element, places: Collection[tuple[int, int]]) -> bytes:
    """A worksheet in canonical form without these cells, without rows that have none, and without its dimension."""
    for place, cell in positions(sheet).items():
        # So that the others stay where they are, whether they have addresses or not.
        cell.set("r", str(place))
        if place in places:
            cell.getparent().remove(cell)
    rows = {row for row, _ in places}
    number = 0
    for row in sheet.findall(f"{q('sheetData')}/{q('row')}"):
        number = int(row.get("r", number + 1))
        row.set("r", str(number))
        if number in rows:
            row.attrib.pop("spans", None)
            if not len(row) and set(row.attrib) == {"r"}:
                row.getparent().remove(row)
    for dimension in sheet.findall(q("dimension")):
        dimension.attrib.pop("ref")
    for element in sheet.iter(q("sheetData"), q("row"), q("c")):
        element.text, element.tail = (element.text or "").strip(), (element.tail or "").strip()
    return etree.tostring(sheet, method="c14n")


def without_areas(table: etree._Element) -> bytes:
    for element in [table, *table.iter(q("autoFilter"))]:
        element.set("ref", element.get("ref", "").split(":")[0])
    return etree.tostring(table, method="c14n")


def without_calculation(workbook: etree._Element) -> bytes:
    for properties in workbook.findall(q("calcPr")):
        properties.attrib.pop("fullCalcOnLoad", None)
        if not properties.attrib:
            workbook.remove(properties)
    return etree.tostring(workbook, method="c14n")


def assert_only_cells_changed(before: bytes, after: bytes, changes: Collection[CellChange]) -> None:
    """Compare both workbooks part by part, zip members with all that belongs to them."""
    old, new = Package(before), Package(after)
    sheets = {old.member(old.sheets[each.sheet]) for each in changes}
    members_before, members_after = raw_members(before), raw_members(after)
    assert list(members_after) == list(members_before)
    different = {name for name in members_before if members_before[name] != members_after[name]}
    tables = {name for name in different if old.content_type(name).endswith(".table+xml")}
    assert different <= sheets | tables | {old.member(old.workbook_part)}
    for table in tables:
        assert without_areas(new.xml(table)) == without_areas(old.xml(table))
    if old.member(old.workbook_part) in different:
        assert without_calculation(new.xml(new.workbook_part)) == without_calculation(old.xml(old.workbook_part))
        assert new.xml(new.workbook_part).find(q("calcPr")).get("fullCalcOnLoad") == "1"
        assert any(next(old.xml(sheet).iter(q("f")), None) is not None for sheet in old.sheets.values())
    for title, sheet in old.sheets.items():
        touched = {(each.row, each.column) for each in changes if each.sheet == title}
        if touched:
            assert without_cells(new.xml(sheet), touched) == without_cells(old.xml(sheet), touched)


def accepted(data: bytes, candidates: Sequence[CellChange]) -> list[CellChange]:
    """Those changes that are not refused because of what stands there."""
    left = {f"{each.sheet}!{address(each.row - 1, each.column)}": each for each in candidates}
    while True:
        try:
            change_cells(data, list(left.values()))
        except CellError as error:
            place, reason = re.split(" (?=holds a formula|is filled by|is hidden in|is a header)", str(error))
            assert reason
            del left[place]
        else:
            return list(left.values())


def many_changes(data: bytes) -> list[CellChange]:
    """Changes of all kinds on all sheets: over cells, beside, below and far below them."""
    package, found = Package(data), []
    for title, sheet in package.sheets.items():
        places = positions(package.xml(sheet))
        last = max((row for row, _ in places), default=0)
        wide = max((column for _, column in places), default=0)
        wanted = [(1, 0), (2, 1), (2, wide + 2), (last, 0), (last + 1, 0), (last + 1, 1), (last + 4, 3)]
        values = ["=SUM(A1)", 7, "007", None, " Zoë & <b> ", -40, "two\nlines"]
        pairs = {place: value for place, value in zip(wanted, values, strict=True) if place[0]}
        found += accepted(data, [CellChange(title, row, column, value) for (row, column), value in pairs.items()])
    return found


@lru_cache(maxsize=2)
def opened_by_calamine(data: bytes) -> CalamineWorkbook:
    return CalamineWorkbook.from_filelike(io.BytesIO(data))


def by_calamine(data: bytes, sheet: str) -> dict[tuple[int, int], object]:
    rows = opened_by_calamine(data).get_sheet_by_name(sheet).to_python(skip_empty_area=False)
    return {(r, c): value for r, row in enumerate(rows, 1) for c, value in enumerate(row) if value != ""}


@lru_cache(maxsize=2)
def opened_by_openpyxl(data: bytes) -> Workbook:
    with warnings.catch_warnings(action="ignore"):
        return load_workbook(io.BytesIO(data))


def by_openpyxl(data: bytes, sheet: str) -> dict[tuple[int, int], object]:
    cells = opened_by_openpyxl(data)[sheet]
    found = {(c.row, c.column - 1): c.value for row in cells.iter_rows() for c in row if c.value not in (None, "")}
    return {place: vars(value) if isinstance(value, ArrayFormula) else value for place, value in found.items()}


def expected(values: Values, sheet: str, changes: Collection[CellChange]) -> dict[tuple[int, int], object]:
    mine = {(each.row, each.column): each.value for each in changes if each.sheet == sheet}
    return {place: value for place, value in {**values, **mine}.items() if value is not None}


def readable(data: bytes, reader: Any) -> bool:
    try:
        for sheet in Package(data).sheets:
            reader(data, sheet)
    except (CalamineError, KeyError, IndexError, TypeError, ValueError):
        return False
    return True


def assert_changes_well(before: bytes) -> None:
    changes = many_changes(before)
    assert {each.sheet for each in changes} == set(Package(before).sheets)
    after = change_cells(before, changes)
    assert after != before
    assert_only_cells_changed(before, after, changes)
    assert change_cells(after, changes) == after
    assert change_cells(before, changes[::-1]) == after
    assert [fault for fault in faults(after) if fault not in faults(before)] == []
    for reader in (by_calamine, by_openpyxl):
        if readable(before, reader):  # not every library reads every file
            for sheet in Package(before).sheets:
                assert reader(after, sheet) == expected(reader(before, sheet), sheet, changes)


# Whole workbooks


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_sample_events(sample: Path) -> None:
    assert_changes_well(sample.read_bytes())


def test_the_samples_are_there() -> None:
    there = "broken cup duplicate-in-progress duplicate finished in-progress netrunner round-robin"
    assert [sample.stem for sample in SAMPLES] == there.split()


@pytest.mark.parametrize("format", load_all(), ids=lambda format: format.name)
def test_blank_workbooks(format: Any) -> None:
    blank = to_bytes(make_blank_workbook(format, [{"name": "Anna"}, {"name": "Bela"}], {}, "event.xlsx"))
    assert_changes_well(blank)


@pytest.mark.parametrize("feature", FEATURES)
def test_each_feature(feature: str) -> None:
    assert_changes_well(written({feature}))


@pytest.mark.parametrize("part", PARTS)
def test_each_part(part: str) -> None:
    assert_changes_well(written((), {part}))


@pytest.mark.parametrize(
    "build", [organizer_workbook, handmade, lambda: written(FEATURES, PARTS)], ids=["openpyxl", "by hand", "all"]
)
def test_workbooks_with_everything(build: Any) -> None:
    assert_changes_well(build())


@pytest.mark.slow
def test_workbooks_of_other_programs(real_file: Path) -> None:
    before = real_file.read_bytes()
    try:
        Package(before).xml(Package(before).related("sharedStrings") or "[Content_Types].xml")
    except UnusableWorkbookError:
        with pytest.raises(UnusableWorkbookError):
            change_cells(before, [CellChange(sheet_or_any(before), 1, 0, "x")])
        return
    assert_changes_well(before)


def sheet_or_any(data: bytes) -> str:
    try:
        return next(iter(Package(data).sheets))
    except UnusableWorkbookError:
        return "any"


# The text of a sheet

ROW_CASES = {
    "a cell is replaced where it is": (
        "<row r='2' ht='20'> <c s='1' r='A2' t='s'><v>0</v></c><!-- <c/> --><c r='B2'><v>1</v></c></row>",
        [change("A2", "Anna")],
        "<row r='2' ht='20'> <c s='1' r='A2' t=\"inlineStr\"><is><t>Anna</t></is></c><!-- <c/> -->"
        "<c r='B2'><v>1</v></c></row>",
    ),
    "cells are put between": (
        '<row r="1" spans="1:4"><c r="A1"/>\n<c r="D1"/></row>',
        [change("C1", 3), change("B1", 2), change("E1", 5)],
        '<row r="1"><c r="A1"/>\n<c r="B1"><v>2</v></c><c r="C1"><v>3</v></c><c r="D1"/><c r="E1"><v>5</v></c></row>',
    ),
    "a row of one tag is opened": (
        '<row r="1"/><row r="2" ht="3" /><row r="3"/>',
        [change("B2", 5)],
        '<row r="1"/><row r="2" ht="3"><c r="B2"><v>5</v></c></row><row r="3"/>',
    ),
    "a row of two tags is filled": (
        '<row r="1"></row>', [change("A1", 0)], '<row r="1"><c r="A1"><v>0</v></c></row>'
    ),
    "rows are put into gaps": (
        '<row r="2"/> <row r="5"/>',
        [change("A6", 6), change("A1", 1), change("A4", 4), change("A3", 3)],
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"/> <row r="3"><c r="A3"><v>3</v></c></row>'
        '<row r="4"><c r="A4"><v>4</v></c></row><row r="5"/><row r="6"><c r="A6"><v>6</v></c></row>',
    ),
    "an empty sheet gets its first row": ("", [change("B3", 1)], '<row r="3"><c r="B3"><v>1</v></c></row>'),
    "rows and cells without r follow the one before": (
        "<row><c/><c><v>1</v></c></row><row r='4'><c r='C4'/><c><v>2</v></c></row><row><c><v>3</v></c></row>",
        [change("B1", 10), change("D4", 20), change("A5", 30), change("B5", 40), change("A6", 50)],
        '<row><c/><c><v>10</v></c></row><row r=\'4\'><c r=\'C4\'/><c><v>20</v></c></row><row><c><v>30</v></c>'
        '<c r="B5"><v>40</v></c></row><row r="6"><c r="A6"><v>50</v></c></row>',
    ),
    "a cell is cleared and keeps its style": (
        '<row r="1"><c r="A1" s="2" t="s"><v>0</v></c><c r="B1"/></row>',
        [change("A1", None), change("B1", None), change("C1", None), change("C7", "")],
        '<row r="1"><c r="A1" s="2"/><c r="B1"/></row>',
    ),
    "what belongs to the old value goes": (
        '<row r="1"><c r="A1" cm="1" vm="2" ph="1" t="e"><v>#N/A</v></c></row>',
        [change("A1", 5)],
        '<row r="1"><c r="A1" ph="1"><v>5</v></c></row>',
    ),
    "comments and CDATA that look like cells are none": (
        '<!-- <row r="1"><c r="A1"/></row> --><row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[<c r="B1"/>]]></t>'
        "</is></c></row>",
        [change("B1", 1)],
        '<!-- <row r="1"><c r="A1"/></row> --><row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[<c r="B1"/>]]></t>'
        '</is></c><c r="B1"><v>1</v></c></row>',
    ),
    "quotes and signs in attributes do not confuse": (
        """<row r="1" y:a='"/> t="s' xmlns:y="urn:y"><c r="A1" y:b="> t='x' " t="b"><v>1</v></c></row>""",
        [change("A1", 1)],
        """<row r="1" y:a='"/> t="s' xmlns:y="urn:y"><c r="A1" y:b="> t='x' "><v>1</v></c></row>""",
    ),
    "new cells take the style of the cell above": (
        '<row r="1"><c r="A1" s="1"/><c r="B1"/></row><row r="2"><c r="A2" s="2"/></row>',
        [change("B2", 1), change("A3", 2), change("A4", 3), change("B3", 4), change("D3", 5)],
        '<row r="1"><c r="A1" s="1"/><c r="B1"/></row><row r="2"><c r="A2" s="2"/><c r="B2"><v>1</v></c></row>'
        '<row r="3"><c r="A3" s="2"><v>2</v></c><c r="B3"><v>4</v></c><c r="D3"><v>5</v></c></row>'
        '<row r="4"><c r="A4" s="2"><v>3</v></c></row>',
    ),
    "what is there already is left as it is written": (
        '<row r="1"><c r="A1" t="inlineStr"><is><r><t>An</t></r><r><rPr><b/></rPr><t>na</t></r><rPh><t>x</t></rPh></is>'
        '</c><c r="B1"><v>5.0</v></c><c r="C1" t="str"><v>Bela</v></c></row>',
        [change("A1", "Anna"), change("B1", 5), change("C1", "Bela")],
        '<row r="1"><c r="A1" t="inlineStr"><is><r><t>An</t></r><r><rPr><b/></rPr><t>na</t></r><rPh><t>x</t></rPh></is>'
        '</c><c r="B1"><v>5.0</v></c><c r="C1" t="str"><v>Bela</v></c></row>',
    ),
    "a text is not the number, and true is not 1": (
        '<row r="1"><c r="A1"><v>5</v></c><c r="B1" t="str"><v>5</v></c><c r="C1" t="b"><v>1</v></c></row>',
        [change("A1", "5"), change("B1", 5), change("C1", 1)],
        '<row r="1"><c r="A1" t="inlineStr"><is><t>5</t></is></c><c r="B1"><v>5</v></c><c r="C1"><v>1</v></c></row>',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "changes", "result"), ROW_CASES.values(), ids=ROW_CASES)
def test_only_the_cells_are_written_anew(rows: str, changes: list[CellChange], result: str) -> None:
    """Safety 1.5."""
    before = book(worksheet(rows))
    for order in itertools.islice(itertools.permutations(changes), 24):
        assert part(change_cells(before, order), FIRST) == worksheet(result)
    assert change_cells(before, changes) != before or rows == result
    after = change_cells(before, changes)
    assert change_cells(after, changes) == after


@pytest.mark.parametrize(
    "empty", ["<sheetData/>", "<sheetData  />", "<sheetData></sheetData>", "<sheetData> </sheetData>"]
)
def test_a_sheet_without_rows(empty: str) -> None:
    xml = f'<worksheet xmlns="{MAIN}">{empty}<pageMargins/></worksheet>'
    filled = part(change_cells(book(xml), [change("B2", 5)]), FIRST)
    space = " " if "> <" in empty else ""
    row = '<row r="2"><c r="B2"><v>5</v></c></row>'
    assert filled == f'<worksheet xmlns="{MAIN}"><sheetData>{row}{space}</sheetData><pageMargins/></worksheet>'


def test_prefixes_are_kept() -> None:
    xml = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{{}}</x:sheetData></x:worksheet>'
    before = book(xml.format('<x:row r="1"><x:c r="A1"/></x:row>'))
    after = change_cells(before, [change("A1", "a"), change("B1", 2), change("A2", " b")])
    assert part(after, FIRST) == xml.format(
        '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c><x:c r="B1"><x:v>2</x:v></x:c></x:row>'
        '<x:row r="2"><x:c r="A2" t="inlineStr"><x:is><x:t xml:space="preserve"> b</x:t></x:is></x:c></x:row>'
    )


@pytest.mark.parametrize(
    ("ref", "place", "result"),
    [
        ('"A1:B2"', "A2", '"A1:B2"'),
        ('"A1:B2"', "A3", '"A1:B3"'),
        ("'B2:C3'", "A5", '"A2:C5"'),
        ('"A1"', "C4", '"A1:C4"'),
        ('"$A$1:$B$2"', "C1", '"A1:C2"'),
        ('"nonsense"', "C4", '"nonsense"'),
    ],
)
def test_the_dimension_grows_with_the_cells(ref: str, place: str, result: str) -> None:
    before = book(worksheet("", before=f"<dimension  ref={ref} />"))
    after = part(change_cells(before, [change(place, 1)]), FIRST)
    assert f"<dimension  ref={result} />" in after


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "iso-8859-1", "windows-1252"]
)
def test_encodings_are_kept(encoding: str) -> None:
    name = {"utf-8-sig": "utf-8", "utf-16-be": "utf-16", "utf-16-le": "utf-16"}.get(encoding, encoding)
    mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
    xml = f"<?xml version='1.0' encoding='{name}'?>\n" + worksheet(
        '<row r="1"><c r="A1" t="str"><v>Zoë</v></c>{}</row>', after="<!-- é -->"
    )
    before = book(mark + xml.format("").encode(encoding))
    after = Package(change_cells(before, [change("B1", "ø Ω")])).read(FIRST)
    greek = "Ω" if name.startswith("utf") else "&#937;"
    cell = f'<c r="B1" t="inlineStr"><is><t>ø {greek}</t></is></c>'
    assert after == mark + xml.format(cell).encode(encoding)
    assert by_openpyxl(change_cells(before, [change("B1", "ø Ω")]), "Players")[1, 1] == "ø Ω"


# Texts and numbers


@pytest.mark.parametrize("text", ["=SUM(A1)", "007", "1997", "TRUE", "#N/A", "'quoted", "+1", "@x", "1/2/2024", "None"])
def test_texts_stay_texts(text: str) -> None:
    after = change_cells(organizer_workbook(), [change("A5", text, "Players")])
    cell = loaded(after)["Players"]["A5"]
    assert (cell.value, cell.data_type) == (text, "s" if cell.data_type == "s" else "inlineStr")
    assert by_calamine(after, "Players")[5, 0] == text


@pytest.mark.parametrize("number", [0, -1, 42, 2**53, -(10**15)])
def test_numbers_are_numbers(number: int) -> None:
    after = change_cells(organizer_workbook(), [change("B5", number, "Players"), change("C5", str(number), "Players")])
    values = by_calamine(after, "Players")
    assert (values[5, 1], values[5, 2]) == (number, str(number))
    assert [type(cell.value) for cell in loaded(after)["Players"][5][1:3]] == [int, str]


@examples(100)
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"), min_size=1))
def test_any_text_comes_back_or_is_refused(text: str) -> None:
    wanted = [change("A1", text)]
    before = book(worksheet(""))
    if re.search("[\x00-\x08\x0b\x0c\x0e-\x1f]", text):
        with pytest.raises(CellError, match=r"^The text for Players!A1 has a character .*\(U\+00"):
            change_cells(before, wanted)
        return
    after = change_cells(before, wanted)
    assert by_calamine(after, "Players")[1, 0] == text
    assert change_cells(after, wanted) == after


@pytest.mark.parametrize("text", ["_x0041_", "a_x000D_b", "_x005F_x0041_", "x_", "_x12_"])
def test_texts_that_look_like_escapes_are_meant_as_typed(text: str) -> None:
    after = change_cells(book(worksheet("")), [change("A1", text)])
    assert by_calamine(after, "Players")[1, 0] == text
    assert change_cells(after, [change("A1", text)]) == after


@pytest.mark.parametrize(
    ("text", "kept"), [("a b", False), (" a", True), ("a ", True), ("a  b", True), ("a\nb", True), ("a\r\nb", True)]
)
def test_spaces_are_kept(text: str, *, kept: bool) -> None:
    after = change_cells(book(worksheet("")), [change("A1", text)])
    assert ('xml:space="preserve"' in part(after, FIRST)) is kept
    assert next(Package(after).xml(FIRST).iter(q("t"))).text == text


@pytest.mark.parametrize("text", ["\x00", "a\x1fb", "\ufffe", "\uffff", "\ud800"])
def test_characters_that_xml_cannot_hold_are_refused(text: str) -> None:
    with pytest.raises(CellError, match=r"Players!A1 has a character that no workbook can hold \(U\+[0-9A-F]{4}\); "):
        change_cells(book(worksheet("")), [change("A1", text)])


def test_long_texts() -> None:
    assert change_cells(book(worksheet("")), [change("A1", "x" * 32767)])
    with pytest.raises(CellError, match="longer than the 32767 characters"):
        change_cells(book(worksheet("")), [change("A1", "😀" * 16384)])


def test_a_shared_text_that_is_there_already_stays_shared() -> None:
    before = written()  # XlsxWriter shares texts
    assert 't="s"' in part(before, "xl/worksheets/sheet1.xml")
    same = [change("A2", "Player 1", "Players"), change("B2", 100, "Players")]
    assert change_cells(before, same) is before
    after = change_cells(before, [*same, change("A3", "Anna", "Players")])
    assert by_calamine(after, "Players") == {**by_calamine(before, "Players"), (3, 0): "Anna"}


# What is refused

REFUSED = {
    "a formula": (
        '<row r="7"><c r="D7"><f>1+1</f><v>2</v></c></row>', "", change("D7", 2),
        "Players!D7 holds a formula, which turnabout does not type over; clear the cell or type its value, save,"
        " and run again.",
    ),
    "a formula without text": (
        '<row r="7"><c r="D7"><f/></c></row>', "", change("D7", None), "Players!D7 holds a formula",
    ),
    "a shared formula's first cell": (
        '<row r="7"><c r="D7"><f t="shared" si="0" ref="D7:D8">A1</f></c></row>', "", change("D7", 2), "D7 holds",
    ),
    "a shared formula's other cell": (
        '<row r="7"><c r="D7"><f t="shared" si="0"/></c></row>', "", change("D7", 2), "Players!D7 holds a formula",
    ),
    "an array formula": (
        '<row r="7"><c r="D7"><f t="array" ref="D7:E8">A1:B2</f></c></row>', "", change("D7", 2), "D7 holds a formula",
    ),
    "a cell that an array formula fills": (
        '<row r="7"><c r="D7"><f t="array" ref="D7:E8">A1:B2</f></c></row><row r="8"><c r="E8"><v>1</v></c></row>', "",
        change("E8", 2), "Players!E8 is filled by the formula for D7:E8",
    ),
    "a cell of a data table": (
        '<row r="7"><c r="D7"><f t="dataTable" ref="D7:D9" r1="A1"/></c></row>', "", change("D9", 2), "filled by",
    ),
    "a covered cell": (
        '<row r="7"><c r="D7"/><c r="E7"/></row>', '<mergeCells><mergeCell ref="D7:E8"/></mergeCells>', change("E7", 2),
        "Players!E7 is hidden in the merged cells D7:E8; unmerge them, save, and run again.",
    ),
    "a covered place": (
        "", '<mergeCells><mergeCell ref="D7:E8"/></mergeCells>', change("D8", "x"), "D8 is hidden in the merged cells",
    ),
    "rows in disorder": ('<row r="7"/><row r="3"/>', "", change("A1", 2), "the sheet “Players” are in disorder"),
    "a row twice": ('<row r="7"/><row r="7"/>', "", change("A7", 2), "in disorder"),
    "a row of no number": ('<row r="x"/>', "", change("A7", 2), "in disorder"),
    "cells in disorder": ('<row r="7"><c r="B7"/><c r="A7"/></row>', "", change("A7", 2), "in disorder"),
    "a cell in another row": ('<row r="7"><c r="B8"/></row>', "", change("A7", 2), "in disorder"),
    "below the last row": ("", "", change("A1048577", 2), "Players!A1048577 is beyond the last cell of a sheet"),
    "right of the last column": ("", "", change("XFE1", 2), "Players!XFE1 is beyond the last cell of a sheet"),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "after", "wanted", "message"), REFUSED.values(), ids=REFUSED)
def test_what_somebody_has_built_is_not_typed_over(rows: str, after: str, wanted: CellChange, message: str) -> None:
    with pytest.raises(CellError, match=rf"^[^\n]*{re.escape(message)}.*\.?$") as caught:
        change_cells(book(worksheet(rows, after)), [change("Z99", 1), wanted])
    assert str(caught.value).endswith(".")


def test_the_first_cell_of_a_merged_range_is_changed() -> None:
    xml = worksheet(
        '<row r="7"><c r="D7" s="1"/><c r="E7" s="1"/></row>', '<mergeCells><mergeCell ref="D7:E8"/></mergeCells>'
    )
    after = change_cells(book(xml), [change("D7", 2)])
    assert part(after, FIRST) == xml.replace('<c r="D7" s="1"/>', '<c r="D7" s="1"><v>2</v></c>')


@pytest.mark.parametrize("sheet", ["Round 3", "players", "Chart between"])
def test_a_sheet_that_is_not_there(sheet: str) -> None:
    with pytest.raises(CellError, match=rf"^The workbook has no sheet “{sheet}”; .*\.$"):
        change_cells(written({"chart_sheet"}), [change("A1", 2, sheet)])


def test_a_sheet_without_cells_altogether() -> None:
    with pytest.raises(CellError, match="in disorder"):
        change_cells(book(f'<worksheet xmlns="{MAIN}"/>'), [change("A1", 2)])


def test_mistakes_of_the_program() -> None:
    with pytest.raises(ValueError, match="the same cell twice"):
        change_cells(written(), [change("A1", 2), change("B1", 2), change("A1", 2)])
    for row, column in ((0, 0), (1, -1)):
        with pytest.raises(ValueError, match="no such cell"):
            change_cells(written(), [CellChange("Players", row, column, 2)])


def test_a_protected_sheet_is_no_obstacle() -> None:
    xml = worksheet("", '<sheetProtection sheet="1" password="CC1A"/>')
    assert "<v>2</v>" in part(change_cells(book(xml), [change("A1", 2)]), FIRST)


@pytest.mark.parametrize("bad", ["<!DOCTYPE a [<!ENTITY b 'c'>]><worksheet/>", "<worksheet>", "\ufeff", ""])
def test_dangerous_and_damaged_sheets_are_refused(bad: str) -> None:
    with pytest.raises(UnusableWorkbookError):
        change_cells(book(bad), [change("A1", 2)])


def test_one_change_that_is_refused_stops_all() -> None:
    wanted = [change("A5", "Anna", "Players"), change("C2", 5, "Players")]
    with pytest.raises(WorkbookError, match="Players!C2 holds a formula"):
        change_cells(organizer_workbook(), wanted)


# Formulas elsewhere


def test_formulas_are_calculated_anew_when_the_workbook_is_opened() -> None:
    before = written({"formulas"})
    saved_by_excel = edited_calculation(before, "")
    after = change_cells(saved_by_excel, [change("B2", 5, "Players")])
    assert 'fullCalcOnLoad="1"' in part(after, "xl/workbook.xml")
    assert_only_cells_changed(saved_by_excel, after, [change("B2", 5, "Players")])
    assert change_cells(saved_by_excel, [change("B2", 100, "Players")]) is saved_by_excel


def test_without_formulas_the_workbook_part_stays() -> None:
    before = edited_calculation(written(), "")
    after = change_cells(before, [change("B2", 5, "Players")])
    assert part(after, "xl/workbook.xml") == part(before, "xl/workbook.xml")
    assert "fullCalcOnLoad" not in part(after, "xl/workbook.xml")


def edited_calculation(data: bytes, attribute: str) -> bytes:
    return edited(data, "xl/workbook.xml", (' fullCalcOnLoad="1"', attribute))


# Tables


def with_table(rows: str, attributes: str = "", after: str = "") -> bytes:
    """A workbook with a table B2:C4 on the sheet `Players`."""
    table = (
        f"<table xmlns='{MAIN}' id='1' displayName='Members' ref='B2:C4' {attributes}><autoFilter ref=\"B2:C4\"/>"
        "<tableColumns count='2'><tableColumn id='1' name='Player'/><tableColumn id='2' name='Club'/></tableColumns>"
        "</table>"
    )
    link = f'<Relationship Id="t1" Type="{OFFICE}/table" Target="../tables/table1.xml"/>'
    return book(
        worksheet(rows, f'{after}<tableParts count="1"><tablePart r:id="t1"/></tableParts>'),
        {
            TABLE: table.encode(),
            "xl/worksheets/_rels/sheet1.xml.rels": f'<Relationships xmlns="{PACKAGE}">{link}</Relationships>'.encode(),
        },
    )


TABLE_ROWS = '<row r="2"><c r="B2" t="str"><v>Player</v></c><c r="C2" t="str"><v>Club</v></c></row><row r="4"/>'
MERGED = '<mergeCells><mergeCell ref="C5:D5"/></mergeCells>'


@pytest.mark.parametrize(
    ("places", "more", "merged", "grown"),
    [
        (["B5"], "", "", "B2:C5"),
        (["C5"], "", "", "B2:C5"),
        (["A5", "B5", "C5", "D5"], "", "", "B2:C5"),
        (["B6", "C7", "B5"], "", "", "B2:C7"),
        (["A5"], "", "", None),
        (["D5"], "", "", None),
        (["B6"], "", "", None),
        (["B5", "B7"], "", "", "B2:C5"),
        (["B3", "C4"], "", "", None),
        (["B5"], '<row r="5"><c r="A5"><v>1</v></c><c r="B5" s="1"/><c r="D5"><v>1</v></c></row>', "", "B2:C5"),
        (["B5"], '<row r="5"><c r="C5"><v>1</v></c></row>', "", None),
        (["B5", "B6"], '<row r="6"><c r="B6"><v>1</v></c></row>', "", "B2:C5"),
        (["B5"], "", MERGED, None),
    ],
)
def test_a_table_takes_in_the_rows_below_it(places: list[str], more: str, merged: str, grown: str | None) -> None:
    before = with_table(TABLE_ROWS + more, after=merged)
    changes = [change(place, "x") for place in places]
    after = change_cells(before, changes)
    was = part(before, TABLE)
    wanted = was if grown is None else was.replace("'B2:C4'", f'"{grown}"').replace('"B2:C4"', f'"{grown}"')
    assert part(after, TABLE) == wanted
    assert change_cells(after, changes) == after
    old, new = raw_members(before), raw_members(after)
    different = {name for name in old if old[name] != new[name]}
    assert different == {FIRST} | ({TABLE} if grown else set())
    assert list(old) == list(new)


def test_clearing_cells_below_a_table_does_not_let_it_grow() -> None:
    before = with_table(TABLE_ROWS)
    assert change_cells(before, [change("B5", None)]) is before


def test_below_totals_nothing_is_added() -> None:
    before = with_table(TABLE_ROWS, 'totalsRowCount="1"')
    with pytest.raises(CellError, match=r"^Players!C5 comes below the totals of the table “Members”; switch .*\.$"):
        change_cells(before, [change("C5", "x"), change("A5", 1)])
    with pytest.raises(CellError, match=r"^Players!B5 comes below"):
        change_cells(before, [change("C5", "x"), change("B5", 1)])
    assert change_cells(before, [change("A5", "x")]) != before


def test_headers_of_tables_stay() -> None:
    before = with_table(TABLE_ROWS)
    with pytest.raises(CellError, match=r"^Players!B2 is a header of the table “Members”; .*\.$"):
        change_cells(before, [change("B2", "Name")])
    assert change_cells(before, [change("B2", "Player")]) is before
    headless = with_table(TABLE_ROWS, 'headerRowCount="0"')
    assert change_cells(headless, [change("B2", "Name")]) != headless


def test_openpyxl_reads_a_table_that_has_grown() -> None:
    before = written({"tables"})
    after = change_cells(before, [change("D5", "new", "Second"), change("G5", "new", "Second")])
    assert dict(loaded(after)["Second"].tables.items()) == {"Standings": "D1:E5", "turnabout_Standings": "G1:H5"}
    assert {part(after, f"xl/tables/table{n}.xml").count('ref="') for n in (1, 2)} == {2}
    assert faults(after) == []


# Everything else on the sheet


def test_filters_validations_and_conditions_stay_as_they_are() -> None:
    before = written({"validations", "conditions", "names", "notes", "chart"})
    after = change_cells(
        before, [change("A10", "Anna", "Players"), change("B10", 5, "Players"), change("A4", "x", "Second")]
    )
    for sheet in ("sheet1", "sheet2"):
        name = f"xl/worksheets/{sheet}.xml"
        assert part(after, name).split("</sheetData>")[1] == part(before, name).split("</sheetData>")[1]


@examples(40)
@given(data=st.data())
def test_any_changes_of_any_sheet(data: st.DataObject) -> None:
    """Against a model: a mapping of places to values."""
    place = st.tuples(st.integers(1, 9), st.integers(0, 5))
    value = st.one_of(st.integers(-9, 9), st.sampled_from(["Anna", "007", " ", "=A1"]))
    present = data.draw(st.dictionaries(place, value))
    with_addresses = data.draw(st.booleans())
    wanted = data.draw(st.dictionaries(place, st.one_of(value, st.none())))
    before = book(worksheet(rows_of(present, data.draw(st.sets(st.integers(1, 9))), with_addresses=with_addresses)))
    changes = [CellChange("Players", row, column, each) for (row, column), each in wanted.items()]
    after = change_cells(before, data.draw(st.permutations(changes)))
    assert by_openpyxl(after, "Players") == expected(present, "Players", changes)
    assert by_calamine(after, "Players") == expected(present, "Players", changes)
    assert_only_cells_changed(before, after, [*changes, change("A1", 0)])
    assert change_cells(after, changes) == after


def rows_of(values: Values, empty: Collection[int], *, with_addresses: bool) -> str:
    """The rows of a sheet; without addresses, gaps are filled with empty rows and cells."""
    rows = {row for row, _ in values} | set(empty)
    text = ""
    for row in sorted(rows) if with_addresses else range(1, max(rows, default=0) + 1):
        columns = [column for r, column in values if r == row]
        cells = ""
        for column in sorted(columns) if with_addresses else range(max(columns, default=-1) + 1):
            place = f' r="{address(row - 1, column)}"' if with_addresses else ""
            match values.get((row, column)):
                case None:
                    cells += f"<c{place}/>"
                case int(number):
                    cells += f"<c{place}><v>{number}</v></c>"
                case text_value:
                    cells += f'<c{place} t="str"><v xml:space="preserve">{text_value}</v></c>'
        number = f' r="{row}"' if with_addresses else ""
        text += f"<row{number}>{cells}</row>" if cells else f"<row{number}/>"
    return text


# Real software


def test_libreoffice_reads_the_new_cells_and_the_old_ones(convert: Convert) -> None:
    before = next(sample for sample in SAMPLES if sample.stem == "in-progress").read_bytes()
    last = max(row for row, _ in by_calamine(before, "Players"))
    wanted = [
        CellChange("Players", last + 1, 0, "=SUM(A1)"),
        CellChange("Players", last + 2, 0, " 007 "),
        CellChange("Players", last + 2, 2, 1850),
        CellChange("Round 2", 2, 3, "Zoë & <b>"),
    ]
    after = change_cells(before, wanted)
    for sheet in ("Players", "Round 2"):
        number = list(Package(before).sheets).index(sheet) + 1
        old, new = (table(convert(data, CSV_OF_SHEET.format(number))) for data in (before, after))
        mine = {(each.row, each.column): str(each.value) for each in wanted if each.sheet == sheet}
        calculated = {
            place
            for place, cell in positions(Package(before).xml(Package(before).sheets[sheet])).items()
            if cell.find(q("f")) is not None
        }
        assert {place: new.get(place) for place in mine} == mine
        rest = (old.keys() | new.keys()) - mine.keys() - calculated
        assert {place: new.get(place) for place in rest} == {place: old.get(place) for place in rest}


def table(text: bytes) -> dict[tuple[int, int], str]:
    rows = csv.reader(io.StringIO(text.decode()))
    return {(r, c): value for r, row in enumerate(rows, 1) for c, value in enumerate(row) if value}


def test_libreoffice_keeps_a_table_that_has_grown(convert: Convert) -> None:
    after = change_cells(written({"tables"}), [change("D5", "new", "Second")])
    assert loaded(convert(after, "xlsx"))["Second"].tables["Standings"].ref == "D1:E5"


def test_a_part_that_is_not_compressed_and_a_package_with_odd_names_stay() -> None:
    before = with_parts(written({"pictures"}), {"another.bin": bytes(99)})
    changes = [change("A2", 5), change("B1", 6, "Second")]
    assert_only_cells_changed(before, change_cells(before, changes), changes)
