"""A sheet's cells as rows by field: headers, blank rows, and every problem of single cells."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tests.reading.grids import sheet
from turnabout_sheets.sheets.cell_kinds import NUMBER, TEXT, WINNER, YES_NO, choice, whole
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.sheets.table import Table, read_table

PEOPLE = Sheet(
    "People",
    "Who is there.",
    (
        Column("Name", "name", TEXT, required=True, filled=True),
        Column("Age in years", "age", whole(0), required=True),
        Column("Score", "score", NUMBER),
        Column("Team", "team", choice("Red", "Blue")),
        Column("Here", "here", YES_NO),
        Column("Won by", "winner", WINNER),
    ),
)
NEEDED = Sheet(PEOPLE.name, PEOPLE.purpose, PEOPLE.columns, required=True)
BASE = ("Name", "Age in years")


def people(*rows: tuple[Raw, ...]) -> Grid:
    return Grid("people", rows)


def values(table: Table | None, *fields: str) -> list[tuple[Any, ...]]:
    assert table is not None
    return [tuple(row[field] for field in fields) for row in table.rows]


def told(grid: Grid, declared: Sheet = PEOPLE) -> list[str]:
    return [str(problem) for problem in read_table(grid, declared)[1]]


@pytest.mark.parametrize("above", [0, 1, 7, 19])
def test_the_header_is_found_in_the_first_twenty_rows(above: int) -> None:
    lines: list[tuple[Raw, ...]] = [("Our club's list", ""), ("", ""), ("Name", "x")]
    table, problems = read_table(people(*(lines[i % 3] for i in range(above)), BASE, ("Ada", 30)), PEOPLE)
    assert problems == []
    assert table is not None
    assert table.header_row == above + 1
    assert [(row.number, row["name"], row["age"]) for row in table.rows] == [(above + 2, "Ada", 30)]
    assert str(table.place(above + 2, "age")) == f"people!B{above + 2}"


def test_the_header_is_not_looked_for_in_row_21() -> None:
    table, problems = read_table(people(*[("", "")] * 20, BASE, ("Ada", 30)), PEOPLE)
    assert table is None
    assert [str(problem) for problem in problems] == [
        "Error: people: None of the first 20 rows has all the headers that this sheet needs; "
        "not found: Name and Age in years. "
        "Give one row these headers; their order is free, and other columns may stand between them."
    ]


def test_headers_that_look_like_the_missing_ones_are_named() -> None:
    assert told(people(("Notes",), ("Name", "Ages in year", "Score"), ("Ada", 30, 1))) == [
        "Error: people!A2: None of the first 20 rows has all the headers that this sheet needs; "
        'not found: Age in years. "Ages in year" may be meant for "Age in years". '
        "Give one row these headers; their order is free, and other columns may stand between them."
    ]


@pytest.mark.parametrize(
    "headers",
    [
        ("NAME", "AGE IN YEARS"),
        ("  name ", "Age  in\u00a0years"),
        ("Name:", "Age (in years)"),
        ("Name", "age_in_years"),
        ("Name", "Age\nin years"),
        ("ｎａｍｅ", "AgeInYears"),
    ],
)
def test_headers_match_without_regard_to_case_spacing_and_punctuation(headers: tuple[str, str]) -> None:
    table, problems = read_table(people(headers, ("Ada", 30)), PEOPLE)
    assert problems == []
    assert values(table, "name", "age") == [("Ada", 30)]


def test_order_is_free_and_unknown_columns_are_ignored() -> None:
    headers = ("Seat", "Team", "", "Age in years", "Sandwich", "Name")
    table, problems = read_table(people(headers, ("x", "blue", "?", "30", True, "Ada")), PEOPLE)
    assert problems == []
    assert values(table, "name", "age", "team", "score", "here") == [("Ada", 30, "Blue", None, None)]
    assert table is not None
    assert [str(table.place(2, field)) for field in ("name", "team", "score")] == ["people!F2", "people!B2", "people"]


def test_an_unknown_header_that_looks_like_a_missing_one_is_a_warning() -> None:
    assert told(people((*BASE, "Scores", "Teem", "Sandwich"), ("Ada", 30, 1, "red", ""))) == [
        'Warning: people!C1: The header "Scores" is not known, so its column is ignored. '
        'If "Score" is meant, write it so.',
        'Warning: people!D1: The header "Teem" is not known, so its column is ignored. '
        'If "Team" is meant, write it so.',
    ]


def test_a_header_that_stands_twice_is_an_error() -> None:
    grid = people((*BASE, "Score", "SCORE", "name"), ("Ada", 30, 1, 2, "Ben"))
    assert told(grid) == [
        'Error: people!D1: The header "Score" stands in C1 already. Rename or delete one of the two.',
        'Error: people!E1: The header "Name" stands in A1 already. Rename or delete one of the two.',
    ]


def test_unknown_headers_may_stand_twice() -> None:
    assert told(people((*BASE, "?", "?"), ("Ada", 30, 1, 2))) == []


def test_blank_rows_are_skipped_and_keep_their_numbers() -> None:
    rows: list[tuple[Raw, ...]] = [("", ""), ("Ada", 30), (" \u00a0", "\t"), (), ("Ben", ""), ("", "", "Total: 2")]
    table, problems = read_table(people((*BASE, "Remark"), *rows), PEOPLE)
    assert problems == []
    assert table is not None
    assert [(row.number, row["name"], row["age"]) for row in table.rows] == [(3, "Ada", 30), (6, "Ben", None)]


def test_a_row_shorter_than_the_header_is_blank_to_the_right() -> None:
    assert values(read_table(people(("Age in years", "Score", "Name"), (30,), (1, 2, "Ben")), PEOPLE)[0], "name") == [
        (None,),
        ("Ben",),
    ]


def test_a_blank_cell_that_must_be_filled() -> None:
    assert told(people(BASE, ("", 30))) == [
        "Error: people!A2: Name is blank; expected text. Fill it in, or clear the whole row."
    ]


def test_values_as_they_are_meant() -> None:
    headers = (*BASE, "Score", "Team", "Here", "Won by")
    table, problems = read_table(
        people(
            headers,
            (1997.0, "３０", "\u00a01/3 ", "BLUE", "Yes", " draw "),
            (True, "30", 0.1, "red ", False, 7.0),
            ("007", 30.0, "0,5", "", "", ""),
        ),
        PEOPLE,
    )
    assert problems == []
    assert [
        [str(value) for value in row] for row in values(table, "name", "age", "score", "team", "here", "winner")
    ] == [
        ["1997", "30", "1/3", "Blue", "True", "draw"],
        ["TRUE", "30", "1/10", "Red", "False", "7"],
        ["007", "30", "1/2", "None", "None", "None"],
    ]


def test_every_cell_that_cannot_be_read_is_reported_and_the_others_are_read() -> None:
    day = datetime(2026, 5, 12)
    grid = people(
        (*BASE, "Score", "Team", "Here"),
        (day, day, day, day, day),
        ("Ben", 2.5, "ten", "Blu", "perhaps"),
        ("Cy", True, True, True, "no"),
        ("Dee", -1, 4, "", ""),
    )
    table, problems = read_table(grid, PEOPLE)
    assert [str(problem) for problem in problems] == [
        'Error: people!A2: Name is "2026-05-12"; expected text, but the spreadsheet has made a date of it. '
        "Type it with an apostrophe before it, as '3-4: then it stays as it is.",
        'Error: people!B2: Age in years is "2026-05-12"; expected a whole number, 0 or more, but the spreadsheet has '
        "made a date of it. Type it again, without dashes, slashes or colons.",
        'Error: people!C2: Score is "2026-05-12"; expected a number, but the spreadsheet has made a date of it. '
        "Type it again, without dashes, slashes or colons.",
        'Error: people!D2: Team is "2026-05-12"; expected Red or Blue, but the spreadsheet has made a date of it. '
        "Correct the cell.",
        'Error: people!E2: Here is "2026-05-12"; expected yes or no, but the spreadsheet has made a date of it. '
        "Correct the cell.",
        'Error: people!B3: Age in years is "2.5"; expected a whole number, 0 or more. Correct the cell.',
        'Error: people!C3: Score is "ten"; expected a number. Correct the cell.',
        'Error: people!D3: Team is "Blu"; expected Red or Blue. Did you mean "Blue"?',
        'Error: people!E3: Here is "perhaps"; expected yes or no. Correct the cell.',
        'Error: people!B4: Age in years is "TRUE"; expected a whole number, 0 or more. Correct the cell.',
        'Error: people!C4: Score is "TRUE"; expected a number. Correct the cell.',
        'Error: people!D4: Team is "TRUE"; expected Red or Blue. Correct the cell.',
        'Error: people!B5: Age in years is "-1"; expected a whole number, 0 or more. Correct the cell.',
    ]
    assert values(table, "name", "age", "score", "here") == [
        (None, None, None, None),
        ("Ben", None, None, None),
        ("Cy", None, None, False),
        ("Dee", None, 4, None),
    ]


def test_error_cells_and_formulas_without_a_value_are_reported_never_read_as_blank() -> None:
    flags = {"A3": "#REF!", "B2": "formula without a value", "C2": "#N/A", "F9": "#N/A", "D3": "#DIV/0!"}
    grid = sheet("people", (*BASE, "Score", "Sandwich"), [("Ada", "", "", ""), ("", "", "", "")], flags)
    table, problems = read_table(grid, PEOPLE)
    assert [str(problem) for problem in problems] == [
        "Error: people!B2: Age in years is a formula that no spreadsheet program has calculated yet, so its value is "
        "not known. Open the workbook in Excel or LibreOffice, save it, and run again; or type the value.",
        "Error: people!C2: Score shows the error #N/A; expected a number. Correct the formula, or type the value.",
        "Error: people!A3: Name shows the error #REF!; expected text. Correct the formula, or type the value.",
    ]
    assert values(table, "name", "age", "score") == [("Ada", None, None), (None, None, None)]


@pytest.mark.parametrize("rows", [(), ((),), (("", " "), ("\u00a0",))], ids=["no rows", "an empty row", "blanks"])
def test_a_blank_sheet_is_as_good_as_none(rows: tuple[tuple[Raw, ...], ...]) -> None:
    assert read_table(people(*rows), PEOPLE) == (None, [])


def test_a_blank_sheet_that_is_needed_is_an_error() -> None:
    assert told(people(), NEEDED) == [
        "Error: people: None of the first 20 rows has all the headers that this sheet needs; "
        "not found: Name and Age in years. "
        "Give one row these headers; their order is free, and other columns may stand between them."
    ]


def test_a_sheet_of_nothing_but_an_error_is_not_blank() -> None:
    table, problems = read_table(Grid("people", (("",),), {"A1": "#NAME?"}), PEOPLE)
    assert table is None
    assert len(problems) == 1


def test_a_sheet_with_headers_only_has_no_rows() -> None:
    table, problems = read_table(people(BASE), PEOPLE)
    assert problems == []
    assert values(table, "name") == []


@pytest.mark.parametrize(
    ("row", "column", "cell"),
    [(0, 0, "A1"), (6, 5, "F7"), (19, 25, "Z20"), (0, 26, "AA1"), (9, 701, "ZZ10"), (0, 702, "AAA1")],
)
def test_addresses(row: int, column: int, cell: str) -> None:
    assert address(row, column) == cell


def test_what_stands_in_many_cells_is_what_it_is_in_each() -> None:
    ages: list[Raw] = [1.0, True, 1.0, False, 0.0, 7.0, 7.0, "7", "yes", 7.5, 7.5, -0.0]
    table, problems = read_table(people(BASE, *(("Ada", age) for age in ages)), PEOPLE)
    assert values(table, "age") == [(age,) for age in (1, None, 1, None, 0, 7, 7, 7, None, None, None, 0)]
    assert [problem.place.cell for problem in problems] == ["B3", "B5", "B10", "B11", "B12"]
    table, _ = read_table(people(BASE, *((each, 1.0) for each in (True, 1.0, True, "TRUE", False, 0.0))), PEOPLE)
    assert values(table, "name") == [("TRUE",), ("1",), ("TRUE",), ("TRUE",), ("FALSE",), ("0",)]


def test_an_error_beside_the_columns_that_are_read_makes_no_row_of_a_blank_one() -> None:
    grid = sheet("people", (*BASE, "Sandwich"), [("Ada", 7, ""), ("", "", ""), ("Bo", 8, "")], {"C3": "#N/A"})
    table, problems = read_table(grid, PEOPLE)
    assert values(table, "name") == [("Ada",), ("Bo",)]
    assert problems == []
