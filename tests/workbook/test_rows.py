"""Rows that are looked at as bytes tell just what they tell once elements are made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import examples
from tests.workbook.workbooks import MAIN
from turnabout_sheets.workbook.files import scan
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.rows import NotPlainError, plain_rows

PART = "xl/worksheets/sheet1.xml"
LENGTHS = (5, 0, 70)
PADDING = {"3": 4, "12": 2}

ATTRIBUTES = st.lists(
    st.sampled_from(
        ['s="3"', 's="12"', 't="s"', 't="e"', 't="str"', 't="n"', 't="inlineStr"', 'vm="1"', 's="a &amp;"']
    ),
    max_size=2,
    unique_by=lambda each: each[0],
).map(lambda chosen: "".join(f" {each}" for each in chosen))
INSIDE = st.lists(
    st.sampled_from(
        [
            *("<v>1</v>", "<v>2</v>", "<v>9</v>", "<v>80.0</v>", "<v/>", "<v></v>", "<v>#N/A</v>", "<v>a&amp;b</v>"),
            *("<f>A1&gt;2</f>", '<f t="shared" si="0"/>', "<f></f>", "<is><t>é</t></is>", "<is/>", "<v>&#49;</v>"),
            *(
                "<is><r><t>a</t></r><r><t>b</t></r></is>",
                '<is><t xml:space="preserve"> x</t></is>',
                "<!-- <v>1</v> -->",
            ),
        ]
    ),
    max_size=2,
).map("".join)
ADDRESSES = st.sampled_from(
    [
        *(f' r="{address}"' for address in ("A1", "B2", "AZ30", "C7", "WZZ999999", "XFD1048576")),
        "",
        ' r="XFE1"',
        ' r=""',
    ]
)
CELLS = st.builds("<c{}{}>{}</c>".format, ADDRESSES, ATTRIBUTES, INSIDE) | st.sampled_from(
    ['<c r="D4" s="1"/>', '<c r="E4" t="e" />']
)
ROWS = st.builds(
    "<row{}>{}</row>".format,
    st.sampled_from([' r="1"', ' r="7" spans="1:9"', "", ' ht="1" r="3" ', ' r="0"']),
    st.lists(CELLS, max_size=4).map("".join),
) | st.sampled_from(['<row r="5"/>', "\n", "<![CDATA[<row/>]]>", "<?x <row?>", "<row>", "&lt;", "&bad;", "é"])


@dataclass(frozen=True)
class Sheet:
    """As much of a package as is asked for a sheet; it comes in pieces of some bytes."""

    xml: bytes
    piece: int = 1 << 18

    sheets = {"First": PART}  # noqa: RUF012

    def size(self, part: str) -> int:
        return len(self.xml)

    def pieces(self, part: str, most: int = 0) -> Iterator[bytes]:
        return (self.xml[start : start + self.piece] for start in range(0, len(self.xml), self.piece))


def sheet(rows: str, before: str = "<sheetViews/>", behind: str = "<pageMargins/>", piece: int = 1 << 18) -> Package:
    xml = f'<worksheet xmlns="{MAIN}">{before}<sheetData>{rows}</sheetData>{behind}</worksheet>'
    return cast(Package, Sheet(xml.encode(), piece))


def scanned(package: Package) -> object:
    """What a scan finds, or why it refuses the sheet."""
    try:
        return scan.scan(package, "First", PADDING, lengths=LENGTHS)
    except UnusableWorkbookError as error:
        return str(error)


def parsed(package: Package) -> object:
    """The same where elements are made of all rows."""

    def never(*_: object) -> Iterator[bytes]:
        raise NotPlainError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "plain_rows", never)
        return scanned(package)


@examples(400)
@given(
    rows=st.lists(ROWS, max_size=5).map("".join),
    before=st.sampled_from(["", "<cols><col min='1'/></cols>", "<!-- <sheetData> -->", "<x:row xmlns:x='u'/>"]),
    behind=st.sampled_from(["", "<mergeCells count='1'/>", "<oddFooter>&amp;P</oddFooter>", "<a>", "<y:b/>"]),
    piece=st.integers(1, 300),
    is_long=st.booleans(),
)
def test_bytes_and_elements_tell_the_same(rows: str, before: str, behind: str, piece: int, is_long: bool) -> None:
    package = sheet(rows, before, behind, piece)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sheet, "size", lambda *_: scan.MOST_LETTERS + is_long)
        assert scanned(package) == parsed(package)


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="1" spans="1:2" ht="32" customHeight="1"><c r="A1" s="5" t="inlineStr"><is><t>Table</t></is></c></row>',
        '<row r="2"><c r="A2" s="13" t="n"><v>451</v></c><c r="B2"><f>IF(A2&lt;1,"&#160;")</f><v></v></c></row>\n',
        '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="str"><f>A1</f><v>a &amp; b</v></c><c r="C3"/></row>',
        '<row r="4"/><row hidden="false" r="5" ><c r="A5" /><c r="B5" s="1" ><v>1</v></c></row>',
        "",
    ],
)
def test_rows_of_usual_programs_are_plain(rows: str) -> None:
    for piece in (7, 1 << 18):
        assert b"".join(plain_rows(sheet(rows, piece=piece), PART)) == rows.encode()


@pytest.mark.parametrize(
    ("rows", "behind"),
    [
        ("<row><c><v>1</v></c></row>", ""),
        ('<row r="1"><c r="A1" t="s"><v>&#49;</v></c></row>', ""),
        ('<row r="1"><c r="A1"><v>1</v><v>2</v></c></row>', ""),
        ('<row r="1"><c r="A1"><v>&bad;</v></c></row>', ""),
        ('<row r="1"><c r="XFD1"/></row>', ""),
        ("<!-- -->", ""),
        ("", "<!-- -->"),
        ("", "<open>"),
        ("", "<unknown:prefix/>"),
        ('<row r="1">' + '<c r="A1"/>' * 200_000 + "</row>", ""),
    ],
)
def test_other_rows_are_not(rows: str, behind: str) -> None:
    with pytest.raises(NotPlainError):
        list(plain_rows(sheet(rows, behind=behind), PART))
