"""The ratings workbook, from a small archive worked by hand; read back by openpyxl and by LibreOffice."""

from __future__ import annotations

import csv
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tests.office import EVERY_SHEET, office
from tests.real_software import program
from turnabout_sheets.event.history import ArchivedEvent, AwardRow, History, Person, RatingList, RatingRow
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ooxml.row_writer import to_writable
from turnabout_sheets.workbook.ours import bulk
from turnabout_sheets.workbook.ours.ratings_charts import LEADING, MOST_DAYS
from turnabout_sheets.workbook.ours.ratings_workbook import AWARDS, EVENTS, PEOPLE, RATINGS, make_ratings_workbook

pytestmark = pytest.mark.slow

HALF = Fraction(1, 2)
FORMULA = '=HYPERLINK("http://example.com","Ann")'
EVENTS_OF = (
    ArchivedEvent(
        1, "S-11", "Spring Open", "2011-04-02", "Turnabout", "Town hall", "Ed", 3, 4, 4, True, False, ("Ann Lee",)
    ),
    ArchivedEvent(2, "", "+Club night", "2013-02-28", "Turnabout", "", "", None, 5, 3, False, True, ()),
    ArchivedEvent(7, "", "Cup", "2013-12-01", "Duplicate Magic", "", "", 2, 2, 2, False, False, ("Ann Lee", FORMULA)),
    ArchivedEvent(8, "", "Spring Open", "2014-04-05", "Turnabout", "", "", 3, 6, 3, True, False, (FORMULA,)),
)
AWARD_ROWS: tuple[tuple[Any, ...], ...] = (
    # A field of four: 4, 3, 2, 2 a match win (rules 1.7.3).
    (1, 0, "2011-04-02", 1, "Ann Lee", "Ann Lee", 1, 4, 2, 1, 0, 0, Fraction(70, 3), 5 * HALF, True, 4, Fraction(14),
     None),
    (1, 1, "2011-04-02", 2, FORMULA, "Bo", 2, 4, 1, 1, 1, 0, Fraction(31, 2), 3 * HALF, True, 3, 15 * HALF, None),
    (1, 2, "2011-04-02", 3, "Anna Lee", "Anna Lee", 3, 4, 1, 0, 1, 1, Fraction(10), Fraction(2), False, 2, Fraction(4),
     Status(StatusKind.DROPPED, 2)),
    (1, 3, "2011-04-02", 4, "Cy\x01_x0041_", "Cy", 4, 4, 0, 0, 3, 0, None, Fraction(0), True, 2, Fraction(2), None),
    (2, 0, "2013-02-28", 1, "Ann Lee", "A. Lee", None, 5, 1, 0, 0, 0, None, None, None, None, None,
     Status(StatusKind.PROVISIONAL)),
    (7, 0, "2013-12-01", 1, "Ann Lee", "Ann Lee", 1, 2, 1, 0, 1, 0, Fraction(1, 7), None, None, None, None, None),
    (8, 0, "2014-04-05", 2, FORMULA, FORMULA, 1, 6, 3, 0, 0, 0, Fraction(60), Fraction(3), True, 5, Fraction(20), None),
    (8, 1, "2014-04-05", 1, "Ann Lee", "Ann Lee", 2, 6, 2, 0, 1, 0, Fraction(40), Fraction(2), True, 4, Fraction(12),
     None),
)  # fmt: skip
RATING_ROWS = (
    RatingRow(1, 2, FORMULA, "", 55 * HALF, 2, 9 * HALF, 1, 6, Fraction(20), 1, "2014-04-05"),
    RatingRow(2, 1, "Ann Lee", "17", Fraction(26), 2, 9 * HALF, 1, 4, Fraction(12), -1, "2014-04-05"),
    RatingRow(3, 3, "Anna Lee", "", Fraction(4), 1, Fraction(2), 3, 4, Fraction(0), None, "2011-04-02"),
    RatingRow(4, 4, "Cy\x01_x0041_", "", Fraction(2), 1, Fraction(0), 4, 4, Fraction(0), 0, "2011-04-02"),
)
ANN = Person(1, "Ann Lee", "17", ("Ann Lee", "A. Lee"), 4, "2011-04-02", "2014-04-05", ("Ann Lea", "Anne; Lee"),
             ("Anna Lee",), ("one letter apart",), "Ann Lee (Player ID 17)")  # fmt: skip
ANNA = Person(3, "Anna Lee", "", ("Anna Lee",), 1, "2011-04-02", "2011-04-02", (), ("Ann Lee (Player ID 17)",),
              ("one letter apart",), "Anna Lee")  # fmt: skip
BO = Person(2, FORMULA, "", (FORMULA, "Bo"), 2, "2011-04-02", "2014-04-05", (), label=FORMULA)
CY = Person(4, "Cy\x01_x0041_", "", ("Cy\x01_x0041_", "Cy"), 1, "2011-04-02", "2011-04-02", (), label="Cy\x01_x0041_")


def entries(rows: Sequence[Sequence[Any]]) -> list[AwardRow]:
    return [AwardRow(*row) for row in rows]


ANNALS = History(
    RatingList("2014-05-01", "", None, 1, "2014-04-05", RATING_ROWS),
    EVENTS_OF,
    entries(AWARD_ROWS),
    (),
    (BO, ANN, ANNA, CY),
)
NOTHING = History(RatingList("2014-05-01", "", None, 1, "", ()), (), (), (), ())


def opened(history: History) -> Workbook:
    return load_workbook(BytesIO(make_ratings_workbook(history)))


def table(book: Workbook, name: str, width: int) -> list[list[Any]]:
    rows = book[name].iter_rows(max_col=width, values_only=True)
    filled = [list(row) for row in rows if any(value is not None for value in row)]
    return [[each.date().isoformat() if isinstance(each, datetime) else each for each in row] for row in filled]


def notes(book: Workbook, name: str, width: int) -> list[str]:
    found = (row[0].value for row in book[name].iter_rows(min_col=width + 2, max_col=width + 2))
    return [str(value) for value in found if value is not None]


def test_the_rating_list() -> None:
    book = opened(ANNALS)
    assert table(book, "Ratings", 10) == [
        ["Rank", "Player", "Player ID", "Rating", "Events", "Wins", "Best finish", "Gained", "Climbed", "Last event"],
        [1, FORMULA, None, 27.5, 2, 4.5, "1 of 6", 20, 1, "2014-04-05"],
        [2, "Ann Lee", "17", 26, 2, 4.5, "1 of 4", 12, -1, "2014-04-05"],
        [3, "Anna Lee", None, 4, 1, 2, "3 of 4", 0, None, "2011-04-02"],
        [4, "Cy�_x005F_x0041_", None, 2, 1, 0, "4 of 4", 0, 0, "2011-04-02"],
    ]
    assert [book["Ratings"][cell].number_format for cell in ("D2", "D3", "J2")] == ["# ?/?", "General", "yyyy-mm-dd"]
    assert notes(book, "Ratings", 10) == [
        "Written from the archive: what is changed here does not change it.",
        "Ratings as of 2014-05-01, of all time.",
        "A rating is the sum of a player's awards (Rating System for Turnabout); the sheet Awards has each of them.",
        "Gained and Climbed tell what has changed with 2014-04-05, the last day with a rated event.",
    ]


def test_the_awards() -> None:
    book = opened(ANNALS)
    rows = table(book, "Awards", 17)
    assert rows[0] == [column.header for column in AWARDS.columns]
    third = pytest.approx(70 / 3)
    spring, second = ["2011-04-02", 1, "Spring Open"], ["2014-04-05", 8, "Spring Open"]
    assert rows[1:] == [
        [*spring, "Ann Lee", None, 1, 4, 2, 1, 0, 0, third, 2.5, "yes", 4, 14, None],
        [*spring, FORMULA, "Bo", 2, 4, 1, 1, 1, 0, 15.5, 1.5, "yes", 3, 7.5, None],
        [*spring, "Anna Lee", None, 3, 4, 1, 0, 1, 1, 10, 2, "no", 2, 4, "Dropped after 2"],
        [*spring, "Cy�_x005F_x0041_", "Cy", 4, 4, 0, 0, 3, 0, None, 0, "yes", 2, 2, None],
        ["2013-02-28", 2, "+Club night", "Ann Lee", "A. Lee", None, 5, 1, 0, 0, 0, *[None] * 5, "Provisional"],
        ["2013-12-01", 7, "Cup", "Ann Lee", None, 1, 2, 1, 0, 1, 0, pytest.approx(1 / 7), *[None] * 5],
        [*second, FORMULA, None, 1, 6, 3, 0, 0, 0, 60, 3, "yes", 5, 20, None],
        [*second, "Ann Lee", None, 2, 6, 2, 0, 1, 0, 40, 2, "yes", 4, 12, None],
    ]
    assert [book["Awards"][f"L{row}"].number_format for row in (2, 3, 4)] == ["# ?/?", "# ?/?", "General"]


@pytest.mark.parametrize(
    ("one", "other", "main"),
    [
        ({"player_id": "5"}, {"events": 99}, 0),
        ({"name": "Ann L."}, {}, 1),
        ({"events": 9}, {"name": "Änna Lee"}, 1),
        ({"name": "A. Lee", "player_id": "5"}, {"name": "Änna Lee"}, 0),
        ({"name": "Á. Lee"}, {"name": "Ann Lee"}, 1),
        ({}, {"events": 3}, 1),
        ({}, {"first": "2001-01-01"}, 1),
        ({}, {}, 0),
    ],
)
def test_the_better_known_of_two_remains(one: Mapping[str, Any], other: Mapping[str, Any], main: int) -> None:
    both = ("Ann Lee", "Anna Lee")
    people = [
        replace(
            Person(number, name, "", (name,), 2, "2011-04-02", "2011-04-02", (), (near,), ("same name",), label=name),
            **facts,
        )
        for number, (name, near, facts) in enumerate(zip(both, both[::-1], (one, other), strict=True))
    ]
    expected = f'turnabout archive merge "{both[main]}" "{both[1 - main]}"'
    rows = table(opened(replace(ANNALS, people=tuple(people))), "People", 12)[1:]
    assert [row[-1] for row in rows] == [expected, expected]


@pytest.mark.parametrize(
    "name", ["Ann $(reboot) Lee", 'Ann "X" Lee', "Ann `X`", "Ann “X”", "%Ann%", "Ann!", "A\\n", "-x"]
)
def test_no_command_is_made_of_a_name_that_a_command_line_misreads(name: str) -> None:
    odd = replace(ANN, label=name, name=name)
    rows = table(opened(replace(ANNALS, people=(odd, replace(ANNA, near=(name,))))), "People", 12)[1:]
    assert [row[8:] for row in rows] == [["one letter apart", None, None, None]] * 2


def test_the_likeliest_come_first_and_what_is_to_be_filled_in_is_tinted() -> None:
    bo = replace(BO, near=("Cy",), why=("the same but for accents",))
    book = opened(replace(ANNALS, people=(ANN, ANNA, bo, replace(CY, label="Cy"))))
    assert [row[0] for row in table(book, "People", 12)[1:4]] == [FORMULA, "Ann Lee", "Anna Lee"]
    tints = [book["People"].cell(2, column).fill.fgColor.rgb for column in range(1, 13)]
    assert [column for column, tint in enumerate(tints, 1) if tint == "00FFF8E1"] == [10, 11]


def test_the_sheets_look_like_all_of_ours() -> None:
    book = opened(ANNALS)
    assert book.sheetnames == ["Ratings", "Events", "Awards", "People", "Charts"]
    for sheet, area in zip((RATINGS, EVENTS, AWARDS, PEOPLE), ("A1:J5", "A1:K5", "A1:Q9", "A1:L5"), strict=True):
        page = book[sheet.name]
        assert page.freeze_panes == "A2"
        assert page.auto_filter.ref == area
        assert page.print_area.replace("$", "").endswith(area)
        assert page.print_title_rows == "$1:$1"
        widths = [page.column_dimensions[column_letters(index)].width for index in range(len(sheet.columns))]
        assert widths == [column.width for column in sheet.columns]
        told = {rule.promptTitle: rule.prompt for rule in page.data_validations.dataValidation}
        assert told == {column.header: column.help for column in sheet.columns if column.help}


def test_there_are_no_formulas_and_every_text_is_one() -> None:
    with zipfile.ZipFile(BytesIO(make_ratings_workbook(ANNALS))) as archive:
        sheets = [archive.read(name).decode() for name in archive.namelist() if "worksheets/sheet" in name]
    assert len(sheets) == 5
    for sheet in sheets:
        assert "<f>" not in sheet
        assert "<f " not in sheet
    assert sum(sheet.count("=HYPERLINK") for sheet in sheets) == 8


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


def test_spaces_and_breaks_in_a_name_are_kept() -> None:
    rows = (replace(RATING_ROWS[0], name=" a  <b> & \r\n'c'\t"),)
    data = make_ratings_workbook(replace(ANNALS, ratings=replace(ANNALS.ratings, rows=rows)))
    assert load_workbook(BytesIO(data))["Ratings"]["B2"].value == " a  <b> & \r\n'c'\t"
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert b'<t xml:space="preserve"> a  ' in archive.read("xl/worksheets/sheet1.xml")


def test_days_before_excels_calendar_stay_text() -> None:
    events = (replace(EVENTS_OF[0], date="1900-02-28"), replace(EVENTS_OF[0], date="1900-03-01"))
    page = opened(replace(NOTHING, events=events))["Events"]
    assert (page["B2"].value, page["B3"].value) == ("1900-02-28", datetime(1900, 3, 1))


def test_the_same_annals_give_the_same_bytes() -> None:
    assert make_ratings_workbook(ANNALS) == make_ratings_workbook(ANNALS)


def test_of_more_awards_than_a_sheet_holds_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "MOST_ROWS", 3)
    book = opened(ANNALS)
    assert [row[1] for row in table(book, "Awards", 17)[1:]] == [7, 8, 8]
    assert notes(book, "Awards", 17)[1:] == ["Only the newest 3 of 8 rows: a sheet holds no more."]


def test_the_size_of_a_sheet_is_told_with_the_note_beside_it() -> None:
    book = load_workbook(BytesIO(make_ratings_workbook(ANNALS)), read_only=True)
    assert [book[name].calculate_dimension() for name in book.sheetnames[:4]] == [
        "A1:L5",
        "A1:M5",
        "A1:S9",
        "A1:N5",
    ]


# Charts


def charts(book: Workbook) -> list[Any]:
    page: Any = book["Charts"]
    return list(page._charts)


def chart_figures(history: History) -> list[list[Any]]:
    rows = opened(history)["Charts"].iter_rows(min_col=18, values_only=True)
    filled = [list(row) for row in rows if any(value is not None for value in row)]
    return [[each.date().isoformat() if isinstance(each, datetime) else each for each in row] for row in filled]


def test_the_figures_of_the_charts() -> None:
    assert chart_figures(ANNALS) == [
        ["Day", FORMULA, "Ann Lee", "Anna Lee", "Cy�_x005F_x0041_", None, "Year", "Events", "Entries"],
        ["2011-04-02", 7.5, 14, 4, 2, None, 2011, 1, 4],
        ["2014-04-05", 27.5, 26, 4, 2, None, 2012, 0, 0],
        [None, None, None, None, None, None, 2013, 2, 5],
        [None, None, None, None, None, None, 2014, 1, 3],
    ]


def test_only_awards_that_count_are_charted() -> None:
    ratings = replace(ANNALS.ratings, as_of="2014-04-04", since="2011-04-02", months=36)
    rows = [row[:5] for row in chart_figures(replace(ANNALS, ratings=ratings)) if row[0]]
    assert rows[1:] == [["2011-04-02", 7.5, 14, 4, 2]]
    ratings = replace(ratings, as_of="2014-05-01", since="2011-04-03")
    rows = [row[:5] for row in chart_figures(replace(ANNALS, ratings=ratings))]
    assert rows[1] == ["2014-04-05", 20, 12, None, None]


def test_two_awards_of_a_day_add_up() -> None:
    rows = [(*row[:2], "2014-04-05", *row[3:]) for row in AWARD_ROWS]
    assert chart_figures(replace(ANNALS, awards=entries(rows)))[1][:5] == ["2014-04-05", 27.5, 26, 4, 2]


def many(days: Sequence[str], people: int = 2) -> History:
    """A point for everybody on each of some days."""
    rows = [
        (1, 0, day, person, f"P{person % 11}", "P", 1, 4, 1, 0, 0, 0, None, Fraction(1), False, 1, Fraction(1), None)
        for day in days
        for person in range(people)
    ]
    ratings = tuple(
        replace(RATING_ROWS[0], rank=1, person=person, name=f"P{person % 11}", rating=Fraction(len(days)))
        for person in range(people)
    )
    return replace(ANNALS, ratings=RatingList("2099-01-01", "", None, 1, days[-1], ratings), awards=entries(rows))


def test_of_too_many_days_the_last_of_months_and_then_of_years_are_charted() -> None:
    weeks = [date.fromordinal(733_000 + 7 * week).isoformat() for week in range(MOST_DAYS + 1)]
    rows = chart_figures(many(weeks))[1:]
    assert [row[:2] for row in rows if row[0]] == [
        [day, number]
        for number, day in enumerate(weeks, 1)
        if weeks[number : number + 1] != [] and weeks[number][:7] != day[:7]
    ] + [[weeks[-1], MOST_DAYS + 1]]
    months = [f"{1990 + month // 12}-{1 + month % 12:02}-07" for month in range(MOST_DAYS + 1)]
    rows = chart_figures(many(months))[1:]
    assert [row[:2] for row in rows if row[0]][:2] == [["1990-12-07", 12], ["1991-12-07", 24]]
    assert len([row for row in rows if row[0]]) == 17


def test_days_are_charted_one_by_one_while_they_are_few() -> None:
    weeks = [date.fromordinal(733_000 + 7 * week).isoformat() for week in range(MOST_DAYS)]
    assert len([row for row in chart_figures(many(weeks))[1:] if row[0]]) == MOST_DAYS


def test_charts_have_the_leading_players_and_can_be_read_without_colour() -> None:
    book = opened(many(["2011-04-02", "2012-04-02"], people=14))
    ratings, events, entries = charts(book)
    assert len(ratings.series) == LEADING
    looks = [
        (line.graphicalProperties.line.dashStyle, line.graphicalProperties.line.solidFill.srgbClr,
         line.marker.symbol)
        for line in ratings.series
    ]  # fmt: skip
    assert len(set(looks)) == LEADING
    for chart, title, across, up in (
        (ratings, "Ratings of the leading 10 players", "Date", "Rating"),
        (events, "Events a year", "Year", "Events"),
        (entries, "Entries a year", "Year", "Entries"),
    ):
        titles = [each.tx.rich.p[0].r[0].t for each in (chart.title, chart.x_axis.title, chart.y_axis.title)]
        assert titles == [title, across, up]
        assert (chart.x_axis.delete, chart.y_axis.delete) == (False, False)
    assert (events.y_axis.majorUnit, entries.y_axis.majorUnit) == (1, 1)
    busy = replace(EVENTS_OF[0], entries=21)
    assert [each.y_axis.majorUnit for each in charts(opened(replace(NOTHING, events=(busy,))))] == [1, None]
    assert events.series[0].val.numRef.f == "'Charts'!$AE$2:$AE$5"
    assert entries.series[0].val.numRef.f == "'Charts'!$AF$2:$AF$5"
    assert events.series[0].cat.numRef.f == "'Charts'!$AD$2:$AD$5"
    assert ratings.series[9].val.numRef.f == "'Charts'!$AB$2:$AB$3"
    assert ratings.series[9].cat.numRef.f == "'Charts'!$R$2:$R$3"


def test_leading_players_of_one_name_are_told_apart() -> None:
    people = (replace(ANN, name="Lee", near=(), why=()), replace(BO, name="Lee", label="Lee (no Player ID)"))
    rows = (replace(RATING_ROWS[0], name="Lee"), replace(RATING_ROWS[1], name="Lee"), RATING_ROWS[2])
    history = replace(ANNALS, people=people, ratings=replace(ANNALS.ratings, rows=rows))
    assert chart_figures(history)[0][1:4] == ["Lee (no Player ID)", "Ann Lee (Player ID 17)", "Anna Lee"]


# Real software


@pytest.fixture
def shown(tmp_path: Path) -> dict[str, list[list[str]]]:
    """The sheets as LibreOffice shows them."""
    (tmp_path / "ratings.xlsx").write_bytes(make_ratings_workbook(ANNALS))
    return {
        path.stem.removeprefix("ratings-"): list(csv.reader(path.read_text("utf-8").splitlines()))
        for path in office().convert(tmp_path / "ratings.xlsx", EVERY_SHEET.format(as_shown="true"), tmp_path / "out")
    }


@pytest.mark.office
def test_libreoffice_shows_what_we_mean(shown: dict[str, list[list[str]]]) -> None:
    assert sorted(shown) == ["Awards", "Charts", "Events", "People", "Ratings"]
    assert shown["Ratings"][1][:10] == [
        "1", FORMULA, "", "27 1/2", "2", "4 1/2", "1 of 6", "20", "1", "2014-04-05",
    ]  # fmt: skip
    assert shown["Ratings"][4][1] == "Cy�_x0041_"
    assert shown["Ratings"][1][11] == "Ratings as of 2014-05-01, of all time."
    assert shown["Awards"][1][11:16] == ["23 1/3", "2 1/2", "yes", "4", "14"]
    assert shown["Awards"][6][11].strip() == "1/7"
    assert shown["Events"][2][2] == "+Club night"
    assert shown["People"][1][11] == 'turnabout archive merge "Ann Lee (Player ID 17)" "Anna Lee"'
    assert shown["Charts"][2][17:20] == ["2014-04-05", "27 1/2", "26"]


@pytest.mark.office
def test_libreoffice_draws_the_charts(tmp_path: Path) -> None:
    pdftotext = program("pdftotext")
    (tmp_path / "ratings.xlsx").write_bytes(make_ratings_workbook(ANNALS))
    (pdf,) = office().convert(tmp_path / "ratings.xlsx", "pdf", tmp_path / "out")
    done = subprocess.run([pdftotext, str(pdf), "-"], check=True, capture_output=True, text=True)
    *_, charts, rest = done.stdout.split("\f")
    assert rest == ""
    for words in (
        "Ratings of the leading 4 players",
        "Events a year",
        "Entries a year",
        "Rating",
        "Date",
        "Year",
        "Ann Lee",
    ):
        assert words in charts.splitlines(), words


def test_the_workbook_is_a_sound_package() -> None:
    package = Package(make_ratings_workbook(ANNALS))
    assert list(package.sheets) == ["Ratings", "Events", "Awards", "People", "Charts"]
    for part in package.sheets.values():
        assert package.xml(part) is not None
