"""The ratings workbook as spreadsheet programs see it: looks, charts and odd names; the stories show its cells."""

from __future__ import annotations

import csv
import subprocess
import zipfile
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tests.archive.making import turnabout
from tests.office import EVERY_SHEET, office
from tests.real_software import program
from turnabout_sheets.workbook.ooxml.row_writer import to_writable
from turnabout_sheets.workbook.ours import bulk

pytestmark = pytest.mark.slow

FORMULA = '=HYPERLINK("http://example.com","Ann")'
HEADERS = "Event,Date,Player,Player ID,Position,Wins,Draws,Losses,Points,Played all rounds".split(",")
LEADING, MOST_DAYS = 10, 200
"""How many players a chart has, and how many days."""


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
    asked = ("--as-of", "2030-01-01", *more, "--workbook", folder / "Ratings.xlsx", "--overwrite")
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
    assert book.sheetnames == ["Ratings", "Events", "Awards", "People", "Charts"]
    for name, area in (("Ratings", "A1:J9"), ("Events", "A1:K4"), ("Awards", "A1:Q13"), ("People", "A1:L9")):
        page = book[name]
        assert (page.freeze_panes, page.auto_filter.ref, page.print_title_rows) == ("A2", area, "$1:$1")
        assert page.print_area.replace("$", "").endswith(area)
        assert all(page.column_dimensions[cell.column_letter].width > 5 for cell in page[1] if cell.value)
        assert page.data_validations.dataValidation
    tints = [cell.fill.fgColor.rgb for cell in book["People"][2][:12]]
    assert [column for column, tint in enumerate(tints, 1) if tint == "00FFF8E1"] == [10, 11]


def test_figures_are_numbers_with_fractions_and_days_are_days(book: Workbook) -> None:
    page = book["Ratings"]
    assert [(page[cell].value, page[cell].number_format) for cell in ("D2", "D5")] == [
        (43, "General"),
        (10.5, "# ?/?"),
    ]
    assert page["J2"].number_format == "yyyy-mm-dd"


def test_there_are_no_formulas_and_every_text_is_one(file: Path, book: Workbook) -> None:
    assert (book["Ratings"]["B2"].value, book["Ratings"]["B2"].data_type) == (FORMULA, "s")
    with zipfile.ZipFile(file) as packed:
        sheets = [packed.read(name).decode() for name in packed.namelist() if "worksheets/sheet" in name]
    assert len(sheets) == 5
    assert not any("<f>" in sheet or "<f " in sheet for sheet in sheets)


def test_the_size_of_a_sheet_is_told_with_the_note_beside_it(file: Path) -> None:
    book = load_workbook(file, read_only=True)
    assert [book[name].calculate_dimension() for name in book.sheetnames[:2]] == ["A1:L9", "A1:M4"]


def test_the_same_archive_gives_the_same_bytes(file: Path, tmp_path: Path) -> None:
    assert write_workbook(tmp_path, ROWS).read_bytes() == file.read_bytes()


def test_no_command_is_made_of_a_name_that_a_command_line_misreads(tmp_path: Path) -> None:
    odd = ["Ann $(reboot) Lee", 'Ann "X" Lee', "Ann `X`", "Ann “X”", "%Ann%", "Ann!", "Ann\\n", "Ann Ost"]
    twice = (*event("One", "2024-01-01", *odd), *event("Two", "2024-02-01", *(each.replace("A", "Á") for each in odd)))
    rows = list(load_workbook(write_workbook(tmp_path, twice))["People"].values)[1:]
    commands = {str(row[0]): row[11] for row in rows if row[8] == "the same but for accents or punctuation"}
    assert {name for name, command in commands.items() if command} == {"Ann Ost", "Ánn Ost"}
    assert len(commands) == 2 * len(odd)


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


def test_of_more_awards_than_a_sheet_holds_the_newest_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "MOST_ROWS", 7)
    rows = list(load_workbook(write_workbook(tmp_path, ROWS))["Awards"].values)
    assert [row[1] for row in rows[1:8]] == [2, 3, 3, 3, 3, 3, 3]
    assert [row[18] for row in rows if row[18]][1:] == ["Only the newest 7 of 12 rows: a sheet holds no more."]


# Charts


def chart_figures(path: Path) -> list[list[Any]]:
    """Return the rows from which the lines of the players are drawn, days as text."""
    rows = [list(row) for row in load_workbook(path)["Charts"].iter_rows(min_col=18, values_only=True)]
    return [[str(row[0])[:10], *row[1:]] for row in rows if row[0] is not None]


def test_charts_have_the_leading_players_and_can_be_read_without_colour(tmp_path: Path) -> None:
    rows = [*event("A", "2011-04-02", *(f"P{n:02}" for n in range(14))), *event("B", "2012-04-02", "P01", "P00")]
    page: Any = load_workbook(write_workbook(tmp_path, rows))["Charts"]
    ratings, events, entries = page._charts
    assert len(ratings.series) == LEADING
    looks = [
        (line.graphicalProperties.line.dashStyle, line.graphicalProperties.line.solidFill.srgbClr, line.marker.symbol)
        for line in ratings.series
    ]
    assert len(set(looks)) == LEADING
    for chart, title, across, up in (
        (ratings, "Ratings of the leading 10 players", "Date", "Rating"),
        (events, "Events a year", "Year", "Events"),
        (entries, "Entries a year", "Year", "Entries"),
    ):
        titles = [each.tx.rich.p[0].r[0].t for each in (chart.title, chart.x_axis.title, chart.y_axis.title)]
        assert titles == [title, across, up]
        assert (chart.x_axis.delete, chart.y_axis.delete) == (False, False)
    assert (events.y_axis.majorUnit, events.series[0].val.numRef.f) == (1, "'Charts'!$AE$2:$AE$3")
    assert [ratings.series[9].val.numRef.f, ratings.series[9].cat.numRef.f] == ["'Charts'!$AB$2", "'Charts'!$R$2"]


def test_of_too_many_days_the_last_of_months_and_then_of_years_are_charted(tmp_path: Path) -> None:
    weeks = [date.fromordinal(733_000 + 7 * week).isoformat() for week in range(MOST_DAYS + 1)]
    months = [f"{1990 + month // 12}-{1 + month % 12:02}-07" for month in range(MOST_DAYS + 1)]
    for days, cut in ((weeks, 7), (months, 4)):
        (folder := tmp_path / days[0]).mkdir()
        rows = [row for day in days for row in event("Night", day, "Ada", "Ben", "Cleo", "Dan")]
        charted = [row[0] for row in chart_figures(write_workbook(folder, rows))[1:]]
        assert charted == [day for day, after in zip(days, [*days[1:], ""], strict=True) if day[:cut] != after[:cut]]
    asked = ("--as-of", months[-2], "--workbook", file := tmp_path / "few.xlsx", "--archive", folder / "archive.sqlite")
    assert turnabout("ratings", *asked).exit_code == 0
    assert [row[0] for row in chart_figures(file)[1:]] == months[:-1]


def test_leading_players_of_one_name_are_told_apart(tmp_path: Path) -> None:
    rows = [
        *event("A", "2011-04-02", "Lee", "Bo", "Cy", "Dee", Lee="17"),
        *event("B", "2012-04-02", "Eve", "Lee", "Fay", "Gil"),
    ]
    (header, *_) = chart_figures(write_workbook(tmp_path, rows))
    assert {"Lee (no Player ID)", "Lee (Player ID 17)"} < set(header)


# Real software


@pytest.mark.nightly
@pytest.mark.office
def test_libreoffice_shows_what_we_mean(file: Path, tmp_path: Path) -> None:
    shown = {
        path.stem.partition("-")[2]: list(csv.reader(path.read_text("utf-8").splitlines()))
        for path in office().convert(file, EVERY_SHEET.format(as_shown="true"), tmp_path / "out")
    }
    assert sorted(shown) == ["Awards", "Charts", "Events", "People", "Ratings"]
    assert shown["Ratings"][1][:5] == ["1", FORMULA, "", "43", "2"]
    assert shown["Ratings"][4][3] == "10 1/2"
    assert shown["Ratings"][1][11] == "Ratings as of 2030-01-01, of all time."
    assert shown["People"][1][11] == 'turnabout archive merge "Zoë" "Zoe"'


@pytest.mark.nightly
@pytest.mark.office
def test_libreoffice_draws_the_charts(file: Path, tmp_path: Path) -> None:
    pdftotext = program("pdftotext")
    (pdf,) = office().convert(file, "pdf", tmp_path / "out")
    done = subprocess.run([pdftotext, str(pdf), "-"], check=True, capture_output=True, text=True)
    *_, charts, rest = done.stdout.split("\f")
    assert rest == ""
    said = charts.splitlines()
    for words in ("Ratings of the leading 8 players", "Events a year", "Entries a year", "Rating", "Date", "Year"):
        assert words in said, words
