"""Rows that are written as text are what a spreadsheet program reads."""

from __future__ import annotations

import zipfile
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.styles import Alignment, Font

from tests.workbook.workbooks import edited
from turnabout_sheets.sheets.grid import ROW
from turnabout_sheets.workbook.ooxml.book import PLAIN, Cell, Formula, Look, NewBook, cell_writer, to_bytes
from turnabout_sheets.workbook.ooxml.cells import ILLEGAL
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.ownership import Ours

NUMBERED = Look("1", ("2", "3", "4"), blank="6")


def one_cell(value: Any, look: Look = PLAIN, **terms: Any) -> str:
    """Return what is written of a value in A2, without its row."""
    book = NewBook()
    book.fill(book.create_sheet("Any"), [[], [(value, look)]])
    written = b"".join(book.write_rows("Any", cell_writer(**terms))).decode()
    return written.removeprefix('<row r="2"><c r="A2"').removesuffix("</row>")


@pytest.mark.slow
def test_what_xml_cannot_hold_is_all_but_its_characters() -> None:
    characters = {9, 10, 13, *range(0x20, 0xD800), *range(0xE000, 0xFFFE), *range(0x10000, 0x110000)}
    illegal = {code for code in range(0x110000) if ILLEGAL.fullmatch(chr(code))}
    assert illegal == {*range(0x110000)} - characters


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (3, "><v>3</v></c>"),
        (-3.0, "><v>-3</v></c>"),
        (True, "><v>1</v></c>"),
        (Fraction(9, 2), "><v>4.5</v></c>"),
        (Fraction(3, 7), "><v>0.42857142857142855</v></c>"),
        ("=1+1", ' t="inlineStr"><is><t>=1+1</t></is></c>'),
        ("<a> & 'b'\x00 ", ' t="inlineStr"><is><t xml:space="preserve">&lt;a&gt; &amp; \'b\'� </t></is></c>'),
        ((1, 4), ' t="inlineStr"><is><t>1, 4</t></is></c>'),
        (
            Formula(f'=IF(B{ROW}<3,"{ROW}&","")'),
            ' t="str"><f t="shared" ref="A2:A2" si="0">IF(B2&lt;3,"2&amp;","")</f><v></v></c>',
        ),
        (f"{ROW} is a name", f' t="inlineStr"><is><t>{ROW} is a name</t></is></c>'),
    ],
)
def test_a_value_is_written_as_what_it_is(value: Any, written: str) -> None:
    assert one_cell(value) == written


def test_a_formula_stands_once_in_its_column_and_is_understood_in_every_row() -> None:
    book, formula = NewBook(), Formula(f"=SUM(B{ROW}:C{ROW})+'Any'!$D$1")
    book.fill(book.create_sheet("Any"), [[("Sum", PLAIN)], *[[(formula, PLAIN), (2, PLAIN)] for _ in range(3)]])
    read = load_workbook(BytesIO(to_bytes(book)))["Any"]
    assert [read.cell(row, 1).value for row in (2, 3, 4)] == [f"=SUM(B{row}:C{row})+'Any'!$D$1" for row in (2, 3, 4)]


@pytest.mark.parametrize("value", [None, "", (), float("nan")])
def test_what_is_blank_is_written_only_where_it_has_a_look_of_its_own(value: Any) -> None:
    assert one_cell(value) == ""
    assert one_cell(value, NUMBERED) == ' s="6"/>'


@pytest.mark.parametrize(
    ("value", "style"),
    [("1900-03-01", 1), (4, 2), (Fraction(1, 2), 3), (Fraction(1, 12), 4), (Fraction(1, 1024), 4)],
)
def test_the_look_goes_by_what_is_in_the_cell(value: Any, style: int) -> None:
    assert one_cell(value, NUMBERED).startswith(f' s="{style}"')
    assert one_cell(value, NUMBERED, style=lambda number: f"1{number}").startswith(f' s="1{style}"')


def sheet_of(workbook: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(workbook)) as archive:
        return next(archive.read(name) for name in archive.namelist() if b"Player" in archive.read(name))


def fill(book: NewBook) -> NewBook:
    centred = book.look(alignment=Alignment(horizontal="center"))
    rows: list[list[Cell]] = [
        [("Player", PLAIN), ("Points", PLAIN)],
        [("Ada", PLAIN), (12, centred)],
        [("Ben", book.look(font=Font(bold=True))), (Formula(f"='Standings'!B{ROW}"), PLAIN)],
        [("Cleo", PLAIN), (None, centred)],
    ]
    book.fill(book.create_sheet("Standings"), rows)
    return book


def saved() -> bytes:
    book = NewBook()
    book.create_sheet("Other")
    return to_bytes(fill(book))


def test_a_workbook_is_saved_with_its_rows() -> None:
    page = load_workbook(BytesIO(saved()))["Standings"]
    assert list(page.values) == [("Player", "Points"), ("Ada", 12), ("Ben", "='Standings'!B3"), ("Cleo", None)]
    assert (page["B2"].alignment.horizontal, page["A3"].font.b, page["B4"].has_style) == ("center", True, True)
    assert b'<dimension ref="A1:B4"' in sheet_of(saved())
    assert saved() == saved()


def test_rows_are_grafted_in_terms_of_the_workbook_that_they_stand_in() -> None:
    def added_to(target: bytes) -> bytes:
        return graft(target, fill(NewBook()), ours=Ours(["Standings"]))

    theirs = NewBook()
    theirs.fill(theirs.create_sheet("Mine"), [[("mine", theirs.look(font=Font(italic=True)))]])
    once = added_to(to_bytes(theirs))
    assert added_to(once) == once
    renamed = edited(once, "xl/workbook.xml", ('name="Standings"', 'name="Table"'), ("'Standings'!", "Table!"))
    page = load_workbook(BytesIO(added_to(renamed)))["Table"]
    assert [row[1] for row in page.values] == ["Points", 12, "='Table'!B3", None]
    assert (page["B2"].alignment.horizontal, page["A3"].font.b, page["A3"].font.i) == ("center", True, False)
    assert b'<dimension ref="A1:B4"' in sheet_of(once)


@pytest.mark.parametrize(("paper", "size"), [("A4", b'paperSize="9"'), ("Letter", b'paperSize="1"')])
def test_sheets_are_printed_on_the_paper_of_the_setting(paper: str, size: bytes) -> None:
    assert size in sheet_of(to_bytes(fill(NewBook(paper))))
