"""A name goes out of every part of a workbook, and all else in it stays."""

from __future__ import annotations

import io
import zipfile
from codecs import BOM_UTF8
from collections.abc import Callable

import pytest
from openpyxl import load_workbook
from xlsxwriter import Workbook

from tests.workbook.workbooks import edited, faults, loaded, organizer_workbook, part, png, raw_members, with_parts
from turnabout_sheets.core.renaming import Renaming
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.rename import rename_in_workbook

NAME, PSEUDONYM = "Zoë O'Neil & Sons", "Player 1f3a"
RENAMING = Renaming([NAME], PSEUDONYM, ["17", "AB-1234"], [f"Old {NAME}"])


def make_workbook() -> bytes:
    """Return a workbook with the name wherever one may be."""
    out = io.BytesIO()
    with Workbook(out) as book:
        book.set_properties({"author": NAME, "title": f"For {NAME}", "comments": "mine"})
        book.set_custom_property("Winner", NAME)
        named = book.add_worksheet(NAME)
        first = book.add_worksheet("First")
        bold = book.add_format({"bold": True})
        named.write_row(0, 0, ["Player", "Player ID"])
        named.write_row(1, 0, [NAME, 17])
        named.write_row(2, 0, [f"Old {NAME}", 18])
        named.write_row(3, 0, [f"by {NAME.upper()} and AB-1234", "17", 17])
        first.write_rich_string("A1", bold, "by Zoë ", "O'Ne", bold, "il & Sons ", " twice")
        first.write_formula("A2", "='Zoë O''Neil & Sons'!A2&\" Zoë O'Neil & Sons\"", None, f"{NAME} {NAME}")
        first.write_url("A3", f"internal:'{NAME.replace(chr(39), chr(39) * 2)}'!A1", string=NAME, tip=f"to {NAME}")
        first.write_url("A4", "https://example.org/Zo%C3%AB%20O'Neil%20&%20Sons?x=%41#a", string="there")
        first.write_string("A5", "Zoe\u0308 O'Neil\u00a0&  sons")
        first.write_comment("A6", f"{NAME}, again", {"author": NAME})
        first.set_header(f'&L&14{NAME}&R&"Arial,Bold"{NAME} &P of &N')
        first.data_validation("B1", {"validate": "list", "source": [NAME, "Bob"], "input_message": f"is it {NAME}?"})
        first.insert_textbox("D1", f"all of\n{NAME}")
        first.add_table("F1:G3", {"columns": [{"header": NAME}, {"header": "Sum", "formula": f"=[{NAME}]*2"}]})
        first.autofilter("A1:A5")
        chart = book.add_chart({"type": "column"})
        quoted = NAME.replace("'", "''")
        chart.add_series({"values": f"='{quoted}'!$B$2:$B$3", "name": NAME, "categories": f"='{quoted}'!$A$2:$A$3"})
        first.insert_chart("D9", chart)
        book.define_name("Place", f"='{quoted}'!$A$1")
    return out.getvalue()


DATA = make_workbook()


def unpack(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_no_part_has_the_name_and_the_workbook_is_whole() -> None:
    data = rename_in_workbook(DATA, RENAMING)
    assert faults(data) == []
    others = Renaming([NAME, "AB-1234"], PSEUDONYM, (), [f"Old {NAME}"])
    assert [name for name, content in unpack(data).items() if others.is_in(content)] == []
    assert rename_in_workbook(DATA, RENAMING) == data
    assert rename_in_workbook(data, RENAMING) == data


def test_what_leads_to_a_sheet_of_the_name_leads_there_still() -> None:
    book = loaded(rename_in_workbook(DATA, RENAMING))
    assert book.sheetnames == [PSEUDONYM, "First"]
    assert book["First"]["A2"].value == f"='{PSEUDONYM}'!A2&\" {PSEUDONYM}\""
    assert book["First"]["A3"].hyperlink.location == f"'{PSEUDONYM}'!A1"
    assert book.defined_names["Place"].attr_text == f"'{PSEUDONYM}'!$A$1"
    assert f"'{PSEUDONYM}'!$B$2:$B$3" in part(rename_in_workbook(DATA, RENAMING), "xl/charts/chart1.xml")


def test_cells_and_what_hangs_on_them_have_the_other_name() -> None:
    data = rename_in_workbook(DATA, RENAMING)
    shown = load_workbook(io.BytesIO(data), data_only=True)
    first = shown["First"]
    assert [first[f"A{row}"].value for row in range(1, 6)] == [
        *(f"by {PSEUDONYM}  twice", f"{PSEUDONYM} {PSEUDONYM}", PSEUDONYM, "there", PSEUDONYM)
    ]
    assert first["A3"].hyperlink.tooltip == f"to {PSEUDONYM}"
    assert first["A4"].hyperlink.target == "https://example.org/Player%201f3a?x=A"
    assert first["A6"].comment.text == f"{PSEUDONYM}, again"
    header = f'&amp;L&amp;14{PSEUDONYM}&amp;R&amp;"Arial,Bold"{PSEUDONYM} &amp;P of &amp;N'
    assert f"<oddHeader>{header}</oddHeader>" in part(data, "xl/worksheets/sheet2.xml")
    assert first["F1"].value == first.tables["Table1"].tableColumns[0].name == PSEUDONYM
    assert (shown.properties.creator, shown.properties.title) == (PSEUDONYM, f"For {PSEUDONYM}")


def test_a_player_id_is_blank_in_its_column_alone() -> None:
    shown = load_workbook(io.BytesIO(rename_in_workbook(DATA, RENAMING)))[PSEUDONYM]
    assert [[cell.value for cell in row] for row in shown.iter_rows()] == [
        ["Player", "Player ID", None],
        [PSEUDONYM, None, None],
        [f"Old {NAME}", 18, None],
        [f"by {PSEUDONYM} and ", None, 17],
    ]


def test_a_long_player_id_is_blank_where_a_number_is_no_figure() -> None:
    """Archive 10.2."""
    out = io.BytesIO()
    with Workbook(out) as book:
        book.set_properties({"keywords": "17171717", "subject": "46117", "author": "17171717"})
        book.set_custom_property("Number", 17171717)
        for name in ("Members", "Read", "Written", "17171717"):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, ["Number", "Random Seed", "Player ID"])
            sheet.write_row(1, 0, [17171717, 17171717, 17171717])
            sheet.write_row(2, 0, [46117, 123456, 46117])
            sheet.write_formula("A4", "=B2", None, 17171717)
            sheet.write_formula("A5", '=""&B2', None, "17171717")
            sheet.write_formula("A6", "='17171717'!A3", None, 46117)
            sheet.write_comment("A7", "17171717", {"author": "17171717"})
    figures = {"Read": ["randomseed"], "Written": None}
    renaming = Renaming(["Ann"], PSEUDONYM, ["17171717", "46117", "00123456"])
    data = rename_in_workbook(out.getvalue(), renaming, (), figures)
    assert faults(data) == []
    shown, stored = load_workbook(io.BytesIO(data), data_only=True), loaded(data)
    assert [[each.value for each in row] for row in shown["Members"]["A2:C5"]] == [
        [None, None, None],
        [46117, None, None],
        [None, None, None],
        [None, None, None],
    ]
    assert [each.value for each in shown["Read"][2]] == [None, 17171717, None]
    assert [each.value for each in shown["Written"][2]] == [17171717, 17171717, None]
    assert shown.sheetnames == ["Members", "Read", "Written", PSEUDONYM]
    assert [stored["Members"][f"A{row}"].value for row in (4, 5, 6)] == ["=B2", '=""&B2', f"='{PSEUDONYM}'!A3"]
    assert "17171717" not in part(data, "xl/comments1.xml")
    assert (shown.properties.keywords, shown.properties.subject, shown.properties.creator) == (None, None, None)
    assert [each.value for each in shown.custom_doc_props.props] == [0]


NUMBERS = {
    "a text": ("<x><y> 17171717 </y></x>", "<x><y>  </y></x>"),
    "another number": ("<x>171717171</x>",) * 2,
    "a place": ("<x><colOff>17171717</colOff><Row>46117</Row></x>",) * 2,
    "the place of a note": ("<x><Anchor>1, 15, 46117, 2</Anchor></x>",) * 2,
    "a size": ('<x cx="17171717" id="17171717"/>',) * 2,
    "who comments": ('<x displayName="17171717" userId="46117"/>', '<x displayName="" userId=""/>'),
    "a pivot table": (
        '<sharedItems minValue="7" maxValue="17171717"><n v="17171717"/><x v="17171717"/></sharedItems>',
        '<sharedItems minValue="7" maxValue="0"><n v="0"/><x v="17171717"/></sharedItems>',
    ),
    "a chart": ("<pt><v>17171717</v></pt>", "<pt><v>0</v></pt>"),
    "the day in a chart": ("<pt><v>46117</v></pt>",) * 2,
    "a filter": ('<filter val="17171717"/>', '<filter val="0"/>'),
}


@pytest.mark.parametrize("what", NUMBERS)
def test_a_number_that_is_a_player_id_goes_where_a_number_need_not_stay(what: str) -> None:
    """Archive 10.2."""
    before, after = NUMBERS[what]
    data = with_parts(organizer_workbook(), {"customXml/item9.xml": before.encode()})
    found = unpack(rename_in_workbook(data, Renaming(["Ann Lee"], PSEUDONYM, ["17171717", "46117"])))
    assert found["customXml/item9.xml"].decode() == after


def test_parts_without_the_name_stay_byte_for_byte() -> None:
    before, after = raw_members(DATA), raw_members(rename_in_workbook(DATA, RENAMING))
    assert list(before) == list(after)
    assert {name for name in before if before[name] == after[name]} >= {"xl/styles.xml", "xl/theme/theme1.xml"}
    assert rename_in_workbook(DATA, Renaming(["Nobody"], PSEUDONYM, ["3"])) is DATA


def test_the_name_of_a_sheet_stays_one_that_excel_takes() -> None:
    out = io.BytesIO()
    with Workbook(out) as book:
        for name in ("Li and all of her many friends", "LI, and all of her many friends", "Max"):
            book.add_worksheet(name).write_formula("A1", "='Li and all of her many friends'!B1+MAX(Max!B1,Max!C1)")
    data = rename_in_workbook(out.getvalue(), Renaming(["Li", "Max"], PSEUDONYM))
    names = loaded(data).sheetnames
    assert names == ["Player 1f3a and all of her many", "Player 1f3a, and all of her man", PSEUDONYM]
    formula = f"='{names[0]}'!B1+MAX('{PSEUDONYM}'!B1,'{PSEUDONYM}'!C1)"
    assert {sheet["A1"].value for sheet in loaded(data).worksheets} == {formula}


PARTS = {
    "a threaded comment": ("<c><text>by Ann Lee</text></c>", f"<c><text>by {PSEUDONYM}</text></c>"),
    "its person": ('<p displayName="Ann Lee" userId="ann"/>', f'<p displayName="{PSEUDONYM}" userId="ann"/>'),
    "a pivot table": (
        "<sharedItems><s v='Ann Lee'/></sharedItems>",
        f'<sharedItems><s v="{PSEUDONYM}"/></sharedItems>',
    ),
    "a text as it is": ("<x><![CDATA[Ann Lee & <Bo>]]></x>", f"<x>{PSEUDONYM} &amp; &lt;Bo&gt;</x>"),
    "what nobody sees": ("<x><!-- Ann Lee --></x>", "<x></x>"),
    "characters by number": ("<t>A&#110;n&#x20;Lee_x000D_ _x005F_x000D_</t>", f"<t>{PSEUDONYM}&#13; _x005F_x000D_</t>"),
    "runs with a prefix": (
        "<x:is><x:r><x:t>An</x:t></x:r><x:r><x:t>n Lee</x:t></x:r></x:is>",
        f'<x:is><x:r><x:t xml:space="preserve">{PSEUDONYM}</x:t></x:r><x:r><x:t></x:t></x:r></x:is>',
    ),
    "runs of a drawing": (
        "<a:p><a:r><a:t>Ann </a:t></a:r><a:r><a:rPr><a:b/></a:rPr><a:t>Lee</a:t></a:r></a:p>",
        f"<a:p><a:r><a:t>{PSEUDONYM}</a:t></a:r><a:r><a:rPr><a:b/></a:rPr><a:t></a:t></a:r></a:p>",
    ),
    "how it is pronounced": (
        "<si><t>Ann Lee</t><rPh><t>an</t></rPh></si>",
        f"<si><t>{PSEUDONYM}</t><rPh><t></t></rPh></si>",
    ),
    "cells beside each other": ("<r><is><t>Ann</t></is><is><t>Lee</t></is></r>",) * 2,
    "other words for it": ('<x type="Lee" Lee="x">Lee of Ann</x>',) * 2,
}


@pytest.mark.parametrize("what", PARTS)
def test_a_name_goes_out_of_any_part_in_utf_8_and_utf_16(what: str) -> None:
    before, after = PARTS[what]
    for encoding in ("utf-8", "utf-16"):
        data = with_parts(organizer_workbook(), {"customXml/item9.xml": before.encode(encoding)})
        found = unpack(rename_in_workbook(data, Renaming(["Ann Lee"], PSEUDONYM)))["customXml/item9.xml"].removeprefix(
            BOM_UTF8
        )
        assert found == (before.encode(encoding) if before == after else after.encode())


SPOILED: dict[str, Callable[[bytes], bytes]] = {
    "a macro": lambda data: with_parts(data, {"xl/vbaProject.bin": b"\xff\0" + NAME.encode("utf-16-le") + b"\0\0"}),
    "a picture": lambda data: with_parts(data, {"xl/media/image9.png": png() + NAME.encode()}),
    "the name of a part": lambda data: with_parts(data, {f"xl/media/{NAME}.png": png()}),
    "the name of a tag": lambda data: with_parts(data, {"customXml/item1.xml": b"<AB-1234/>"}),
    "codes within it": lambda data: edited(data, "xl/worksheets/sheet2.xml", ("14Zoë O", "14Zoë &amp;BO")),
}


@pytest.mark.parametrize("where", SPOILED)
def test_where_a_name_must_stay_nothing_is_rewritten(where: str) -> None:
    with pytest.raises(UnusableWorkbookError, match="has a name that is to be forgotten"):
        rename_in_workbook(SPOILED[where](DATA), RENAMING)
