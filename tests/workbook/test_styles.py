"""Formats are found or appended, and none of the target's moves."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import etree

from tests.workbook.workbooks import MAIN
from turnabout_sheets.workbook.ooxml.styles import Styles

SCRATCH = """
    <numFmts count="1"><numFmt numFmtId="164" formatCode="0.000"/></numFmts>
    <fonts><font><name val="Calibri"/></font><font><b val="1"/><color rgb="00FF0000"/><sz val="11"/></font></fonts>
    <fills><fill><patternFill patternType="none"/></fill></fills>
    <borders><border><left/></border></borders>
    <cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
      <xf numFmtId="164" fontId="1" fillId="0" borderId="0" pivotButton="0" quotePrefix="0" xfId="0"/>
      <xf numFmtId="9" fontId="1" fillId="0" borderId="0" xfId="3"/></cellXfs>
    <dxfs><dxf><font><i/></font></dxf></dxfs>"""

TARGET = """
    <fonts count="3"><font><sz val="12"/></font><font><sz val="12"/></font>{font}</fonts>
    <fills count="1"><fill><patternFill patternType="none"/></fill></fills>
    <borders count="1"><border><left/></border></borders>
    <cellXfs count="2"><xf fontId="0"/><xf fontId="0"/></cellXfs>"""


class Parts:
    """What the program asks of a workbook to get its styles."""

    workbook_part = "xl/workbook.xml"

    def __init__(self, root: etree._Element) -> None:
        self.root = root

    def linked(self, part: str, kind: str) -> str:
        return f"{part} {kind}"

    def tree(self, part: str) -> etree._Element:
        assert part == "xl/workbook.xml styles"
        return self.root


def merger_of(target: etree._Element) -> Styles:
    made: Any = (Parts(each) for each in (target, styles(SCRATCH)))
    return Styles(*made)


def styles(content: str) -> etree._Element:
    return etree.fromstring(f'<styleSheet xmlns="{MAIN}">{content}</styleSheet>')


def entries(root: etree._Element, section: str) -> list[dict[str, str]]:
    found = root.find(f"{{{MAIN}}}{section}")
    return [] if found is None else [dict(entry.attrib) for entry in found]


@pytest.mark.parametrize(
    "font",
    [
        '<font><b val="1"/><color rgb="00FF0000"/><sz val="11"/></font>',
        '<font><sz val="11"/><color rgb="00FF0000"/> <b val="1"/></font>',
        f'<x:font xmlns:x="{MAIN}"><x:b val="1"/><x:color rgb="00FF0000"/><x:sz val="11"/></x:font>',
    ],
    ids=["as it was", "in another order", "with a prefix"],
)
def test_the_same_font_is_found(font: str) -> None:
    target = styles(TARGET.format(font=font))
    assert merger_of(target).cell("1") == "2"
    assert len(entries(target, "fonts")) == 3
    assert entries(target, "cellXfs")[2]["fontId"] == "2"


def test_duplicates_count_and_new_entries_come_last() -> None:
    target = styles(TARGET.format(font="<font><u/></font>"))
    before = [etree.tostring(entry) for entry in target.find(f"{{{MAIN}}}fonts")]
    merger = merger_of(target)
    assert [merger.cell("1"), merger.cell("2"), merger.cell("1"), merger.cell("0")] == ["2", "3", "2", "0"]
    fonts = target.find(f"{{{MAIN}}}fonts")
    assert fonts is not None
    assert [etree.tostring(entry) for entry in fonts][:3] == before
    assert fonts.get("count") == "4"
    assert [xf["fontId"] for xf in entries(target, "cellXfs")] == ["0", "0", "3", "3"]


def test_number_formats_get_free_ids_or_the_present_one() -> None:
    taken = '<numFmts count="1"><numFmt numFmtId="{}" formatCode="{}"/></numFmts>' + TARGET.format(font="")
    other = styles(taken.format(170, "yyyy"))
    merger_of(other).cell("1")
    assert entries(other, "numFmts")[1] == {"numFmtId": "171", "formatCode": "0.000"}
    assert entries(other, "cellXfs")[2]["numFmtId"] == "171"
    same = styles(taken.format(170, "0.000"))
    merger_of(same).cell("1")
    assert entries(same, "cellXfs")[2]["numFmtId"] == "170"


def test_built_in_number_formats_keep_their_id_and_the_cell_style_becomes_normal() -> None:
    target = styles(TARGET.format(font=""))
    merger_of(target).cell("2")
    assert entries(target, "cellXfs")[2] | {"fontId": ""} == {
        "numFmtId": "9",
        "fontId": "",
        "fillId": "0",
        "borderId": "0",
        "xfId": "0",
        "applyNumberFormat": "1",
        "applyFont": "1",
        "applyFill": "1",
        "applyBorder": "1",
    }


def test_missing_lists_are_made_in_order_with_a_default_first() -> None:
    target = styles("<cellStyles/><extLst/>")
    merger = merger_of(target)
    assert merger.cell("1") == "1"
    assert merger.conditional("0") == "0"
    names = [etree.QName(child).localname for child in target]
    assert names == ["numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs", "extLst"]
    assert len(entries(target, "fills")) == 2


def test_a_second_merge_finds_everything() -> None:
    target = styles("")
    first = merger_of(target)
    indices = [first.cell("1"), first.cell("2"), first.conditional("0")]
    text = etree.tostring(target)
    second = merger_of(target)
    assert [second.cell("1"), second.cell("2"), second.conditional("0")] == indices
    assert etree.tostring(target) == text
