"""The text of a sheet whose cells are changed: rows, addresses, encodings, texts and numbers."""

from __future__ import annotations

import codecs
import itertools
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.dose import examples
from tests.workbook.changed_cells import FIRST, book, by_calamine, by_openpyxl, canonical, change, worksheet
from tests.workbook.workbooks import MAIN, loaded, organizer_workbook, part
from tests.workbook.zoo import written
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.ooxml.package import Package, q

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
        assert canonical(part(change_cells(before, order), FIRST)) == canonical(worksheet(result))
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
    expected = f'<worksheet xmlns="{MAIN}"><sheetData>{space}{row}</sheetData><pageMargins/></worksheet>'
    assert canonical(filled) == canonical(expected)


def test_prefixes_are_kept() -> None:
    xml = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{{}}</x:sheetData></x:worksheet>'
    before = book(xml.format('<x:row r="1"><x:c r="A1"/></x:row>'))
    after = change_cells(before, [change("A1", "a"), change("B1", 2), change("A2", " b")])
    expected = xml.format(
        '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c><x:c r="B1"><x:v>2</x:v></x:c></x:row>'
        '<x:row r="2"><x:c r="A2" t="inlineStr"><x:is><x:t xml:space="preserve"> b</x:t></x:is></x:c></x:row>'
    )
    assert canonical(part(after, FIRST)) == canonical(expected)


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
    assert f"<dimension ref={result}/>" in after


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "iso-8859-1", "windows-1252"]
)
def test_any_encoding_becomes_utf_8(encoding: str) -> None:
    name = {"utf-8-sig": "utf-8", "utf-16-be": "utf-16", "utf-16-le": "utf-16"}.get(encoding, encoding)
    mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
    xml = f"<?xml version='1.0' encoding='{name}'?>\n" + worksheet(
        '<row r="1"><c r="A1" t="str"><v>Zoë</v></c>{}</row>', after="<!-- é -->"
    )
    before = book(mark + xml.format("").encode(encoding))
    after = Package(change_cells(before, [change("B1", "ø Ω")])).read(FIRST)
    expected = xml.format('<c r="B1" t="inlineStr"><is><t>ø Ω</t></is></c>').partition("\n")[2]
    assert canonical(after) == canonical(expected)
    assert by_openpyxl(change_cells(before, [change("B1", "ø Ω")]), "Players")[1, 1] == "ø Ω"


# Texts and numbers


@pytest.mark.parametrize("text", ["=SUM(A1)", "007", "1997", "TRUE", "#N/A", "'quoted", "+1", "@x", "1/2/2024", "None"])
def test_texts_stay_texts(text: str) -> None:
    after = change_cells(organizer_workbook(), [change("A5", text, "Players")])
    cell = loaded(after)["Players"]["A5"]
    assert (cell.value, cell.data_type) == (text, "s" if cell.data_type == "s" else "inlineStr")
    assert by_calamine(after, "Players")[5, 0] == text


def test_numbers_are_numbers() -> None:
    typed = dict(zip("BCDEF", (0, -1, 42, 2**53, -(10**15)), strict=True))
    after = change_cells(organizer_workbook(), [change(f"{letter}5", typed[letter], "Players") for letter in typed])
    assert [cell.value for cell in loaded(after)["Players"][5][1:6]] == [*typed.values()]
    assert [value for (row, _), value in by_calamine(after, "Players").items() if row == 5] == [*typed.values()]


@examples(100)
@example("_x0041_")
@example("a_x000D_b")
@example("_x005F_x0041_")
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"), min_size=1))
def test_any_text_comes_back(text: str) -> None:
    wanted = [change("A1", text)]
    after = change_cells(book(worksheet("")), wanted)
    assert by_calamine(after, "Players")[1, 0] == re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "�", text)
    assert change_cells(after, wanted) == after


@pytest.mark.parametrize(
    ("text", "kept"), [("a b", False), (" a", True), ("a ", True), ("a  b", True), ("a\nb", True), ("a\r\nb", True)]
)
def test_spaces_are_kept(text: str, *, kept: bool) -> None:
    after = change_cells(book(worksheet("")), [change("A1", text)])
    assert ('xml:space="preserve"' in part(after, FIRST)) is kept
    assert next(Package(after).tree(FIRST).iter(q("t"))).text == text


@pytest.mark.parametrize(
    ("text", "held"),
    [("\x00", "�"), ("a\x1fb", "a�b"), ("\ufffe", "�"), ("\ud800", "�"), ("😀" * 16384, "😀" * 16383)],
)
def test_what_no_cell_can_hold_is_left_out(text: str, held: str) -> None:
    assert by_calamine(change_cells(book(worksheet("")), [change("A1", text)]), "Players")[1, 0] == held


def test_a_shared_text_that_is_there_already_stays_shared() -> None:
    before = written()  # XlsxWriter shares texts
    assert 't="s"' in part(before, "xl/worksheets/sheet1.xml")
    same = [change("A2", "Player 1", "Players"), change("B2", 100, "Players")]
    assert change_cells(before, same) is before
    after = change_cells(before, [*same, change("A3", "Anna", "Players")])
    assert by_calamine(after, "Players") == {**by_calamine(before, "Players"), (3, 0): "Anna"}
