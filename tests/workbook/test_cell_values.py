"""The values of cells are those that another reader of workbooks finds."""

from __future__ import annotations

import io
from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from tests.dose import examples
from tests.workbook.workbooks import MAIN, edited, part, plain_workbook
from turnabout_sheets.sheets.grid import Raw
from turnabout_sheets.workbook.ooxml.number_formats import Meaning, as_shown, from_iso
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.sheet_reader import read_sheets

SHEET = "xl/worksheets/sheet1.xml"
CODES = r"yyyy\-mm\-dd|[h]:mm|0.00|General|[Red]0;d|0&quot;d&quot;|[$-409]h AM/PM|# ?/?|0\d"
FORMATS = CODES.split("|")
NUMBERS = ["0", "1", "80", "45000", "45000.25", "0.4", "59.5", "60", "-3", "1e5", "+5", ".5", "5."]
AS_TYPED = {date(1900, 1, 1): 1, date(1900, 1, 5): 5, date(1900, 3, 20): 80, date(1900, 2, 28): 60}
AS_TYPED |= {datetime(1900, 2, 28, 12): 59.5}
"""What no day of an event is was typed into a cell for dates."""
STYLES = st.sampled_from(["", *(f' s="{number}"' for number in range(len(FORMATS) + 5))])
TEXTS = st.sampled_from(["a", " a ", "", "é&amp;b", "a_x0041_b", "_x005F_x0041_", "_xD83D_", "\n", "\u00a0c\u00a0"])
RUNS = st.lists(TEXTS, min_size=1, max_size=3).map(lambda runs: "".join(f"<r><t>{text}</t></r>" for text in runs))
INLINE = TEXTS.map("<t>{}</t>".format) | TEXTS.map('<t xml:space="preserve">{}</t>'.format) | RUNS | st.just("")
FORMULAS = st.sampled_from(["", "<f>A1&gt;2</f>", '<f t="shared" si="0"/>'])
CELLS = (
    st.builds("<c{{}}{}>{}<v>{}</v></c>".format, STYLES, FORMULAS, st.sampled_from([*NUMBERS, "x"]))
    | st.builds('<c{{}}{} t="n">{}<v>{}</v></c>'.format, STYLES, FORMULAS, st.sampled_from(NUMBERS))
    | st.builds('<c{{}} t="str">{}<v>{}</v></c>'.format, FORMULAS, TEXTS)
    | st.builds('<c{{}}{} t="inlineStr"><is>{}</is></c>'.format, STYLES, INLINE)
    | st.builds('<c{{}} t="inlineStr"><is>{}<rPh sb="0" eb="1"><t>p</t></rPh></is></c>'.format, RUNS)
    | st.builds('<c{{}} t="{}"><v>{}</v></c>'.format, st.just("b"), st.sampled_from(["0", "1", "true", "FALSE"]))
    | st.builds('<c{{}} t="d"><v>{}</v></c>'.format, st.sampled_from(["2024-01-02", "2024-01-02T03:04:05.678", "x"]))
    | st.builds('<c{{}} t="e">{}<v>{}</v></c>'.format, FORMULAS, st.sampled_from(["#N/A", "#DIV/0!"]))
    | st.sampled_from(['<c{} s="1"/>', "<c{}><f>A1</f></c>", "<c{}><v/></c>", '<c{} t="s"/>', '<c{} t="n"></c>'])
)


def book(rows: str) -> bytes:
    codes = "".join(f'<numFmt numFmtId="{200 + number}" formatCode="{code}"/>' for number, code in enumerate(FORMATS))
    ids = [0, 14, 46, 22, *(200 + number for number in range(len(FORMATS)))]
    styles = f'<styleSheet xmlns="{MAIN}"><numFmts>{codes}</numFmts><cellXfs>' + "".join(
        f'<xf numFmtId="{number}"/>' for number in ids
    )
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    parts = {SHEET: sheet, "xl/styles.xml": f"{styles}</cellXfs></styleSheet>"}
    data = plain_workbook({"First": [[]]})
    for name, content in parts.items():
        data = edited(data, name, (part(data, name), content))
    return data


def values(data: bytes) -> list[list[Raw]]:
    return [[*row] for row in read_sheets(Package(data), ["First"])["First"].rows]


@examples(200)
@given(cells=st.lists(st.tuples(st.integers(1, 6), st.sampled_from("ABD"), CELLS), max_size=8), addressed=st.booleans())
def test_two_readers_find_the_same(cells: list[tuple[int, str, str]], addressed: bool) -> None:
    rows: dict[int, dict[str, str]] = {}
    for row, column, cell in cells:
        rows.setdefault(row, {})[column] = cell.format(f' r="{column}{row}"' if addressed else "")
    xml = "".join(f'<row r="{row}">{"".join(within.values())}</row>' for row, within in sorted(rows.items()))
    data = book(xml)
    other = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_name("First")
    theirs = other.to_python(skip_empty_area=False)
    assert values(data) == [[AS_TYPED.get(value, value) for value in row] for row in theirs]


@pytest.mark.parametrize(
    ("text", "meaning", "behind", "shown"),
    [
        ("45000", Meaning.DAY, 0, date(2023, 3, 15)),
        ("45000.25", Meaning.DAY, 0, datetime(2023, 3, 15, 6)),
        ("43538", Meaning.DAY, 1462, date(2023, 3, 15)),
        ("60", Meaning.DAY, 0, 60.0),
        ("10000", Meaning.DAY, 0, date(1927, 5, 18)),
        ("0.75", Meaning.DAY, 0, time(18)),
        ("45000.9999999999", Meaning.DAY, 0, datetime(2023, 3, 16)),
        ("1.5", Meaning.LENGTH, 0, timedelta(hours=36)),
    ],
)
def test_a_number_is_what_its_format_shows(text: str, meaning: Meaning, behind: int, shown: Raw) -> None:
    assert as_shown(text, float(text), meaning, behind) == shown


@pytest.mark.parametrize("text", ["2958466", "1e300", "inf", "-inf", "nan"])
@pytest.mark.parametrize("meaning", Meaning)
def test_a_number_of_no_day_stays_a_number(text: str, meaning: Meaning) -> None:
    shown = as_shown(text, float(text), meaning, 0)
    assert str(shown) == str(float(text)) or (meaning is Meaning.LENGTH and shown == timedelta(days=2958466))


def test_moments_may_be_days_times_or_both_and_other_texts_stay_texts() -> None:
    found = [from_iso(text) for text in ("2024-01-02", "03:04:05", "2024-01-02T03:04:05.5")]
    assert found == [date(2024, 1, 2), time(3, 4, 5), datetime(2024, 1, 2, 3, 4, 5, 500_000)]
    texts = ["", "2024", "2024-13-01", "20240102", "T03:04:05", "2024-01-02T24:00:00"]
    assert [from_iso(text) for text in texts] == texts


@pytest.mark.parametrize("cell", ['t="q"><v>1</v>', 't="n"><v>x</v>', 't="s"><v>x</v>', 't="b"><v>2</v>'])
def test_what_no_spreadsheet_program_writes_is_refused(cell: str) -> None:
    with pytest.raises(UnusableWorkbookError, match="written in an unusual way"):
        values(book(f'<row r="1"><c r="A1" {cell}</c></row>'))


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("<c><v>a<!-- -->&amp;b</v></c>", "a&b"),
        ("<c><v>&#53;</v></c>", 5.0),
        ("<c><v><![CDATA[5]]></v></c>", 5.0),
        ('<c t="inlineStr"><is><t>a<![CDATA[<b>]]></t></is><v>7</v></c>', "a<b>"),
        ("<c><v>7</v><extLst/></c>", 7.0),
        ('<c t="e"><v>#SPILL!</v></c>', ""),
    ],
)
def test_values_are_read_however_they_are_written(cells: str, expected: Raw) -> None:
    assert values(book(f"<row>{cells}</row>")) == [[expected]]
