"""More problems than anybody works off: the first are listed, the last line says where reading stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from tests.reading.grids import MATCH_HEADERS, players, problems, read, sheet
from turnabout_sheets.core import problems as core
from turnabout_sheets.core.problems import Place, Problem, Severity, collect, error, has_errors, warning
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.reading import event as reading
from turnabout_sheets.reading import matches
from turnabout_sheets.reading import players as players_module
from turnabout_sheets.reading.checks import sum_up_columns
from turnabout_sheets.sheets import table
from turnabout_sheets.sheets.grid import Grid, Raw

pytestmark = pytest.mark.slow

MOST = 100
"""How many are too many here; they take a tenth of the time of those that are too many for anybody."""

NAMES = [f"Player {number}" for number in range(30)]
STOPPED = f"There are more than {MOST} errors like those before; from here on nothing was looked at."


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (core, reading, players_module, matches, table):
        monkeypatch.setattr(module, "MOST", MOST)


def rows_of(*row: Raw, rows: int = MOST + 50) -> list[Sequence[Raw]]:
    return [row] * rows


def results(rows: Sequence[Sequence[Raw]]) -> Grid:
    return sheet("Results", ("Round", *MATCH_HEADERS), rows)


def places(*grids: Grid) -> set[Place]:
    return {problem.place for problem in problems(players(*NAMES), *grids)}


WORKBOOKS = {
    "cells": [players(*NAMES), results(rows_of("x", 1, NAMES[0], "", NAMES[1], "", "A", 1, "B", 2))],
    "names": [players(*NAMES), results(rows_of(1, 1, NAMES[0], "", "Somebody", "", "A", 1, "B", 2))],
    "winners": [players(*NAMES), results(rows_of(1, 1, NAMES[0], "", NAMES[1], "", "Nobody", 1, "B", 2))],
    "players twice": [players(*["Ada"] * 2 * MOST)],
    "settings twice": [sheet("Event", ("Setting", "Value"), rows_of("Name", "Friday")), players(*NAMES)],
    "rounds": [
        players(*NAMES),
        *(sheet(f"Round {n}", MATCH_HEADERS, rows_of("x", "x", "", "y", rows=40)) for n in range(1, 9)),
    ],
}


@pytest.mark.parametrize("name", WORKBOOKS)
def test_the_first_problems_are_listed_and_where_the_reading_stopped(name: str) -> None:
    """Safety 5.6."""
    found = problems(*WORKBOOKS[name])
    assert MOST < len(found) < 3 * MOST
    assert STOPPED in {problem.message for problem in found}
    assert has_errors(found)


@pytest.mark.parametrize("rows", [4, MOST // 2, 2 * MOST])
def test_one_line_more_says_that_most_errors_are_in_a_few_columns(rows: int) -> None:
    names = [f"Player {number}" for number in range(2 * rows)]
    typed = [(1, row + 1, names[2 * row], "", names[2 * row + 1], "", "", "A", 12, "B", 15) for row in range(rows)]
    found = problems(players(*names), results(typed))
    line = next(sum_up_columns(found, TURNABOUT))
    assert line.place == Place("Results", "H2")
    assert "errors are in the columns H, " in line.message
    assert line.message.endswith("K: are the results in their columns?")
    assert not list(sum_up_columns([each for each in found if each.place.cell[1:] in {"2", "3"}], TURNABOUT))


def test_the_last_line_names_the_first_cell_that_is_not_listed() -> None:
    """Safety 5.6."""
    found = problems(*WORKBOOKS["players twice"])
    assert found[-1].place == Place("Players", f"A{MOST + 3}")
    assert found[-2].place == Place("Players", f"A{MOST + 2}")


def test_a_problem_behind_many_is_listed_once_those_are_corrected() -> None:
    good, bad = (1, "", NAMES[0], "", "BYE"), ("x", "", NAMES[0], "", "BYE")
    place = Place("Results", f"A{MOST + 52}")
    assert place not in places(results([*rows_of(*bad), bad]))
    assert place in places(results([*rows_of(*good), bad]))


def test_rows_that_were_not_read_are_not_missed() -> None:
    """What stands in rows that were not looked at is no reason to say that somebody is missing."""
    # Safety 5.6.
    event, found = read(*WORKBOOKS["cells"])
    assert event is None
    assert not [problem for problem in found if "missing" in problem.message]


def test_an_error_behind_many_warnings_stops_the_run() -> None:
    place = Place("Players", "A1")
    many = [warning(place, "Odd.", "Look.")] * (2 * MOST)
    found = collect([*many, error(place, "Wrong.", "Mend."), *many])
    assert len(found) == MOST + 2
    assert [problem.message for problem in found if problem.severity is Severity.ERROR] == ["Wrong."]
    assert found[-1].message.startswith(f"There are {3 * MOST} more warnings")


def test_nothing_is_computed_behind_many_errors() -> None:
    def endless() -> Iterator[Problem]:
        while True:
            yield error(Place("Players"), "Wrong.", "Mend.")

    assert len(collect(endless())) == MOST + 1


def test_a_list_of_something_else_is_no_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_PLACES", 10 * (len(NAMES) - 1))
    found = problems(players(*NAMES))
    assert [problem.message for problem in found if problem.severity is Severity.ERROR] == [
        "There are 30 players and 0 rounds, more than any event has."
    ]


def test_a_round_that_no_event_has_is_an_error() -> None:
    row = (1_000_000_000, 1, NAMES[0], "", NAMES[1], "", "A", 1, "B", 2)
    found = problems(players(*NAMES), results([row]))
    assert [str(problem) for problem in found if problem.severity is Severity.ERROR] == [
        'Error: Results!A2: Round is "1000000000"; expected a whole number from 1 to 999. Correct the cell.'
    ]
