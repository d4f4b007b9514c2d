"""A worksheet is taken apart and put together without harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.dose import examples
from tests.workbook.workbooks import MAIN
from turnabout_sheets.workbook.ooxml.worksheet import Renames, join, quote, read_shell

HEAD = f'<worksheet xmlns="{MAIN}"><sheetViews/>'


@pytest.mark.parametrize(
    "xml",
    [
        f"{HEAD}<sheetData><row/><row/></sheetData><pageMargins/></worksheet>",
        f"{HEAD}<sheetData/></worksheet>",
        f'{HEAD}<sheetData  foo="1" ></sheetData ></worksheet>',
        f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row/></x:sheetData></x:worksheet>',
        f"{HEAD}</worksheet>",
        f'<?xml version="1.0" encoding="UTF-16"?>{HEAD}<sheetData><row/></sheetData></worksheet>',
    ],
)
def test_a_sheet_gets_other_cells(xml: str) -> None:
    shell = read_shell(xml.encode("utf-16" if "UTF-16" in xml else "utf-8"))
    assert [len(data) for data in shell.iter(f"{{{MAIN}}}sheetData")] == [0]
    cells = f'<sheetData xmlns="{MAIN}"><row r="1"/></sheetData>'.encode()
    rows = etree.fromstring(join(shell, cells, [b'<row r="2"/>'])).iter(f"{{{MAIN}}}row")
    assert [row.get("r") for row in rows] == ["1", "2"]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("Old!A1", "'It''s new'!A1"),
        ("'Old'!A1+Old!B2", "'It''s new'!A1+'It''s new'!B2"),
        ("SUM(Old!$A$1:$A$9)", "SUM('It''s new'!$A$1:$A$9)"),
        ("'Two words'!A1", "'2'!A1"),
        ("'It''s'!A1", "'plain'!A1"),
        ('"Old!A1"&Old!A1', "\"Old!A1\"&'It''s new'!A1"),
        ('"say ""Old!A1"" "', '"say ""Old!A1"" "'),
        ("VeryOld!A1+Older!A1+Old_!A1", "VeryOld!A1+Older!A1+Old_!A1"),
        ("'An Old'!A1", "'An Old'!A1"),
        ("Old+1", "Old+1"),
        ("#REF!+1", "#REF!+1"),
    ],
)
def test_references_follow_renames(formula: str, expected: str) -> None:
    renamed = {"Old": "It's new", "Two words": "2", "It's": "plain"}
    assert Renames(renamed).followed(formula) == expected


@examples(60)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), st.text(min_size=1))
def test_any_quoted_name_is_followed(old: str, new: str) -> None:
    assert Renames({old: new}).followed(f"{quote(old)}!A1") == f"{quote(new)}!A1"
