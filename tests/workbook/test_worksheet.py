"""A worksheet is taken apart and put together without harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.dose import examples
from tests.workbook.workbooks import MAIN
from turnabout_sheets.workbook.ooxml.worksheet import Renames, join, quote, split

HEAD = f'<worksheet xmlns="{MAIN}"><sheetViews/>'


@pytest.mark.parametrize(
    ("xml", "cells"),
    [
        (f"{HEAD}<sheetData><row/><row/></sheetData><pageMargins/></worksheet>", b"<row/><row/>"),
        (f"{HEAD}<sheetData/></worksheet>", b""),
        (f'{HEAD}<sheetData  foo="1" ></sheetData ></worksheet>', b""),
        (f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row/></x:sheetData></x:worksheet>', b"<x:row/>"),
        (f"{HEAD}</worksheet>", b""),
    ],
)
def test_cells_are_cut_out(xml: str, cells: bytes) -> None:
    sheet = split(xml.encode(), "part")
    assert sheet.cells == cells
    assert [len(data) for data in sheet.shell.iter(f"{{{MAIN}}}sheetData")] in ([0], [])


def test_a_sheet_in_another_encoding_is_parsed_whole() -> None:
    xml = f'<?xml version="1.0" encoding="UTF-16"?>{HEAD}<sheetData><row/></sheetData></worksheet>'.encode("utf-16")
    sheet = split(xml, "part")
    assert [len(data) for data in sheet.shell.iter(f"{{{MAIN}}}sheetData")] == [0]


@pytest.mark.parametrize("prefix", ["", "x:"])
def test_join_gives_the_cells_back_in_their_namespace(prefix: str) -> None:
    declaration = f"xmlns:{prefix[:-1]}" if prefix else "xmlns"
    sheet = split(
        f'<{prefix}worksheet {declaration}="{MAIN}"><{prefix}sheetData/></{prefix}worksheet>'.encode(), "part"
    )
    joined = join(type(sheet)(sheet.shell, b'<row r="1"/>'))
    assert [row.get("r") for row in split_rows(joined)] == ["1"]
    assert split(joined, "part").cells == b'<row r="1"/>'


def split_rows(xml: bytes) -> list[dict[str, str]]:
    return [dict(row.attrib) for row in etree.fromstring(xml).iter(f"{{{MAIN}}}row")]


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
