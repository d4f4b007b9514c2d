"""The ratings workbook as spreadsheet programs see it: looks and odd names; the stories show its cells."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.archive.making import turnabout
from tests.office import EVERY_SHEET, office
from turnabout_sheets.workbook.ooxml.book import to_writable

pytestmark = pytest.mark.slow

FORMULA = '=HYPERLINK("http://example.com","Ann")'
HEADERS = "Event,Date,Player,Player ID,Position,Wins,Draws,Losses,Points,Played all rounds".split(",")
TO_FILL_IN = ("Same as", "Not the same as")


def event(name: str, day: str, *who: str, **ids: str) -> list[list[object]]:
    """Return the placings of an event, in which each has beaten all behind, and drawn once."""
    return [
        [name, day, each, ids.get(each, ""), place, len(who) - place, 1, place - 1, 1, "yes"]
        for place, each in enumerate(who, 1)
    ]


def write_workbook(folder: Path, rows: Iterable[list[object]], *more: str) -> Path:
    """Write the ratings workbook of an archive that has these placings."""
    with (folder / "old.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([HEADERS, *rows])
    here = ("--archive", folder / "archive.sqlite")
    assert turnabout("import", folder / "old.csv", "--yes", *here).exit_code == 0
    asked = ("--as-of", "2030-01-01", *more, "--workbook", folder / "Ratings.xlsx")
    assert turnabout("ratings", *asked, *here).exit_code == 0
    return folder / "Ratings.xlsx"


ROWS = (
    *event("Spring Open", "2011-04-02", "Ann Lee", FORMULA, "Anna Lee", "Zoe"),
    *event("Cup", "2013-12-01", "Ann Lee", FORMULA),
    *event("Spring Open", "2014-04-05", FORMULA, "Ann Lee", "Zoë", "Dee", "Eve", "Fay"),
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_workbook(tmp_path_factory.mktemp("ratings"), ROWS)


@pytest.fixture(scope="module")
def book(file: Path) -> Workbook:
    return load_workbook(file)


def test_sheets_can_be_scrolled_filtered_printed_and_filled_in(book: Workbook) -> None:
    assert book.sheetnames == ["Ratings", "Events", "People"]
    for name, area in (("Ratings", "A1:I9"), ("Events", "A1:G4"), ("People", "A1:I9")):
        page = book[name]
        assert (page.freeze_panes, page.auto_filter.ref, page.print_title_rows) == ("A2", area, "$1:$1")
        assert page.print_area.replace("$", "").endswith(area)
        assert all(page.column_dimensions[cell.column_letter].width > 5 for cell in page[1] if cell.value)
        assert page.data_validations.dataValidation
    tinted = [cell.column for cell in book["People"][2] if cell.fill.fgColor.rgb == "00FFF8E1"]
    assert [book["People"].cell(1, column).value for column in tinted] == ["Same as", "Not the same as"]


def test_no_column_is_blank_and_notes_can_be_read_without_scrolling(book: Workbook) -> None:
    for name in ("Ratings", "Events", "People"):
        for header, *cells in book[name].iter_cols(max_col=len([cell for cell in book[name][1] if cell.value]) - 1):
            assert header.value is None or header.value in TO_FILL_IN or any(each.value is not None for each in cells)
    page = book["Ratings"]
    columns = [cell.column_letter for cell in page[1]]
    left = sum(7 * (page.column_dimensions[letter].width or 8.43) + 5 for letter in columns[:-1])
    assert left + 7 * max(len(str(row[-1])) for row in page.values) < 1366 - 50


def test_figures_are_numbers_with_fractions_and_days_are_days(book: Workbook) -> None:
    page = book["Ratings"]
    assert [(page[cell].value, page[cell].number_format) for cell in ("C2", "C5")] == [
        (43, "General"),
        (10.5, "# ?/?"),
    ]
    assert page["I2"].number_format == "yyyy-mm-dd"


def test_there_are_no_formulas_and_every_text_is_one(file: Path, book: Workbook) -> None:
    assert (book["Ratings"]["B2"].value, book["Ratings"]["B2"].data_type) == (FORMULA, "s")
    with zipfile.ZipFile(file) as packed:
        sheets = [packed.read(name).decode() for name in packed.namelist() if "worksheets/sheet" in name]
    assert len(sheets) == 3
    assert not any("<f>" in sheet or "<f " in sheet for sheet in sheets)


def test_the_same_archive_gives_the_same_bytes(file: Path, tmp_path: Path) -> None:
    assert write_workbook(tmp_path, ROWS).read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Ann\x00\x1f\ud800\uffff Lee", "Ann���� Lee"),
        ("_x0041_ _x004_", "_x005F_x0041_ _x004_"),
        ("tab\tline\nreturn\r", "tab\tline\nreturn\r"),
        ("😀" * 40000, "😀" * 16383),
    ],
)
def test_a_text_is_written_as_a_cell_can_hold_it(text: str, written: str) -> None:
    assert to_writable(text) == written


# Real software


@pytest.mark.nightly
@pytest.mark.office
def test_libreoffice_shows_what_we_mean(file: Path, tmp_path: Path) -> None:
    shown = {
        path.stem.partition("-")[2]: list(csv.reader(path.read_text("utf-8").splitlines()))
        for path in office().convert(file, EVERY_SHEET.format(as_shown="true"), tmp_path / "out")
    }
    assert sorted(shown) == ["Events", "People", "Ratings"]
    assert shown["Ratings"][1][:4] == ["1", FORMULA, "43", "2"]
    assert shown["Ratings"][4][2] == "10 1/2"
    assert shown["Ratings"][0][10] == "Ratings as of 2030-01-01, of all time."
    assert "Zoe" in shown["People"][1]
