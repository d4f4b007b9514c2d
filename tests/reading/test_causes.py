"""Many errors with one cause are told as one, and whatever has another cause keeps its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest

from tests.dose import dose
from tests.support.commands import turnabout
from turnabout_sheets.formats import find_format
from turnabout_sheets.reading.causes import tell_causes
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.sheets.grid import Grid, Raw
from turnabout_sheets.workbook.files.save import open_workbook
from turnabout_sheets.workbook.read import Worksheets

Rows = list[list[Raw]]
Change = Callable[[Rows, Sequence[int]], None]

RESULTS = {"Turnabout": range(5, 9), "Netrunner": range(3, 9), "Duplicate Magic": range(5, 6)}
"""The columns into which results are typed."""

COPY = "(Copy, do not cut: the formulas beside would follow.)"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Sequence[Grid]]:
    """Return the sheets of an event of 13 players in each format, all results in; the bye is the last row."""
    events = {}
    for name in RESULTS:
        path = tmp_path_factory.mktemp("played") / "event.xlsx"
        done = turnabout("simulate", "--format", name, "--players", 13, "--rounds", 1, "--seed", 3, path)
        assert done.exit_code == 0, done.output
        events[name] = Worksheets(open_workbook(path)).read(lambda _: True)
    return events


def told(grids: Sequence[Grid], change: Change, results: Sequence[int], sheet: str = "Round 1") -> list[str]:
    """Return what is told after cells of a round were changed; a row has 24 cells."""
    changed = []
    for grid in grids:
        rows = [[*row, *[""] * (24 - len(row))] for row in grid.rows]
        if grid.name == sheet:
            change(rows, results)
        changed.append(Grid(grid.name, rows))
    event, format, problems = read_event(changed, "Friday")
    problems += check_event(event, format) if event else []
    return [str(problem) for problem in tell_causes(problems, event, format)]


def beside(distance: int, first: int = 1, last: int = 6) -> Change:
    """Move the results of some rows to the side."""

    def change(rows: Rows, results: Sequence[int]) -> None:
        for row in rows[first : last + 1]:
            typed = [row[column] for column in results]
            for column in results:
                row[column] = ""
            for column, value in zip(results, typed, strict=True):
                row[column + distance] = value

    return change


def below(distance: int, first: int = 1) -> Change:
    """Move the results of all matches from a row on down or up."""

    def change(rows: Rows, results: Sequence[int]) -> None:
        typed = [[row[column] for column in results] for row in rows[first:7]]
        for row in rows[first:7]:
            for column in results:
                row[column] = ""
        for row, values in zip(rows[first + distance :], typed, strict=False):
            for column, value in zip(results, values, strict=True):
                row[column] = value

    return change


def swapped(one: int, other: int) -> Change:
    def change(rows: Rows, results: Sequence[int]) -> None:
        for row in rows[1:7]:
            row[one], row[other] = row[other], row[one]

    return change


def both(*changes: Change) -> Change:
    def change(rows: Rows, results: Sequence[int]) -> None:
        for each in changes:
            each(rows, results)

    return change


def typed(row: int, column: int, value: Raw) -> Change:
    def change(rows: Rows, results: Sequence[int]) -> None:
        rows[min(row, len(rows) - 1)][column] = value

    return change


SIDE = "Error: Round 1!{0}: The results in {1} stand {2} too far {3}. Copy them to {4} and clear {5}{6}. " + COPY
OVER = ", and type there again what was written over: "
CHECK = ", and copy the formula of Check there from another row"
CHECKS = ", and copy the formulas of Check and Counts 1 there from another row"
SWAPPED = "Error: Round 1!{0}: {1} are swapped: what belongs into the one stands in the other. " + (
    f"Copy each to where it belongs. {COPY}"
)
LOW = (
    "Error: Round 1!{0}: The results in {1} seem to stand {2} too low: {3} has results, but no match is there, and {4} "
    f"has none. If so, copy {{1}} to {{5}} and clear {{3}}; if only {{3}} is wrong, type that where it belongs. {COPY}"
)
HIGH = (
    "Error: Round 1!{0}: The results in {1} stand one row too high: they were put over the headers in {2}. "
    f"Copy them to {{3}}, and type the headers into {{2}} again: {{4}}. {COPY}"
)


@pytest.mark.parametrize(
    ("format", "change", "expected"),
    [
        ("Turnabout", beside(1), SIDE.format("G2", "G2:J7", "one column", "right", "F2:I7", "J2:J7", CHECK)),
        ("Turnabout", beside(1, 3, 5), SIDE.format("G4", "G4:J6", "one column", "right", "F4:I6", "J4:J6", CHECK)),
        (
            "Turnabout",
            beside(-2),
            SIDE.format("D2", "D2:G7", "two columns", "left", "F2:I7", "D2:E7", ""),
        ),
        (
            "Netrunner",
            beside(-1),
            SIDE.format("C2", "C2:H7", "one column", "left", "D2:I7", "C2:C7", f"{OVER}Player B"),
        ),
        ("Duplicate Magic", beside(1), SIDE.format("G2", "G2:G7", "one column", "right", "F2:F7", "G2:G7", CHECK)),
        ("Duplicate Magic", beside(-1), SIDE.format("E2", "E2:E7", "one column", "left", "F2:F7", "E2:E7", "")),
        ("Duplicate Magic", beside(-2), SIDE.format("D2", "D2:D7", "two columns", "left", "F2:F7", "D2:D7", "")),
        (
            "Duplicate Magic",
            beside(2),
            SIDE.format("H2", "H2:H7", "two columns", "right", "F2:F7", "H2:H7", CHECK.replace("Check", "Result")),
        ),
        (
            "Turnabout",
            beside(2),
            SIDE.format("H2", "H2:K7", "two columns", "right", "F2:I7", "J2:K7", CHECKS),
        ),
        ("Turnabout", swapped(5, 6), SWAPPED.format("F2", "Game 1 winner (F2:F7) and Game 1 count (G2:G7)")),
        ("Netrunner", swapped(5, 6), SWAPPED.format("F2", "Game 1 agenda B (F2:F7) and Game 2 winner (G2:G7)")),
        ("Duplicate Magic", swapped(2, 3), SWAPPED.format("C2", "Player B (C2:C7) and Deck A (D2:D7)")),
        ("Turnabout", below(1, 3), LOW.format("F5", "F5:I8", "one row", "F8:I8", "F4:I4", "F4:I7")),
        ("Netrunner", below(2), LOW.format("D4", "D4:I9", "two rows", "D8:I9", "D2:I3", "D2:I7")),
        ("Duplicate Magic", below(1), LOW.format("F3", "F3:F8", "one row", "F8", "F2", "F2:F7")),
        (
            "Turnabout",
            below(-1),
            HIGH.format("F1", "F1:I6", "F1:I1", "F2:I7", "Game 1 winner, Game 1 count, Game 2 winner and Game 2 count"),
        ),
        ("Duplicate Magic", below(-1), HIGH.format("F1", "F1:F6", "F1", "F2:F7", "Winner")),
    ],
)
def test_many_errors_with_one_cause_are_one(
    played: Mapping[str, Sequence[Grid]], format: str, change: Change, expected: str
) -> None:
    assert told(played[format], change, RESULTS[format]) == [expected]


def test_what_has_another_cause_keeps_its_own_error(played: Mapping[str, Sequence[Grid]]) -> None:
    other = typed(3, 7, "x")
    round_1 = next(grid for grid in played["Turnabout"] if grid.name == "Round 1")
    a, b = (round_1.rows[3][column] for column in (1, 2))
    assert told(played["Turnabout"], both(beside(1), other), RESULTS["Turnabout"]) == [
        SIDE.format("G2", "G2:J7", "one column", "right", "F2:I7", "J2:J7", CHECK),
        f'Error: Round 1!H4: Game 2 winner is "x"; expected A, B, Draw, {a} or {b}. '
        f"Type A if {a} won, B if {b} won, or Draw.",
    ]
    assert told(played["Turnabout"], both(beside(1), typed(2, 0, "one")), RESULTS["Turnabout"]) == [
        SIDE.format("G2", "G2:J7", "one column", "right", "F2:I7", "J2:J7", CHECK),
        'Error: Round 1!A3: Table is "one"; expected a whole number, 1 or more. Correct the cell.',
    ]


def test_several_causes_are_told_each(played: Mapping[str, Sequence[Grid]]) -> None:
    assert told(played["Turnabout"], both(swapped(5, 6), swapped(7, 8)), RESULTS["Turnabout"]) == [
        SWAPPED.format("F2", "Game 1 winner (F2:F7) and Game 1 count (G2:G7)"),
        SWAPPED.format("H2", "Game 2 winner (H2:H7) and Game 2 count (I2:I7)"),
    ]


@pytest.mark.parametrize(
    ("format", "change", "count"),
    [
        ("Duplicate Magic", beside(1, 3, 4), 2),
        ("Turnabout", both(typed(2, 16, "late"), typed(3, 16, "late"), typed(4, 16, "A noshow")), 3),
        ("Turnabout", typed(7, 5, "A"), 1),
        ("Duplicate Magic", both(typed(1, 5, ""), typed(5, 5, ""), typed(7, 5, "A")), 1),
    ],
    ids=["two rows", "remarks", "the bye", "the bye, and others are not reported"],
)
def test_a_few_errors_are_told_one_by_one(
    played: Mapping[str, Sequence[Grid]], format: str, change: Change, count: int
) -> None:
    errors = [each for each in told(played[format], change, RESULTS[format]) if each.startswith("Error")]
    assert len(errors) == count
    assert not [each for each in errors if COPY in each]


def test_two_slips_below_the_last_match_are_no_results_that_stand_too_far_left(
    played: Mapping[str, Sequence[Grid]],
) -> None:
    slips = both(typed(8, 4, "B"), typed(8, 5, 5.0))
    assert not [each for each in told(played["Netrunner"], slips, RESULTS["Netrunner"]) if COPY in each]


@pytest.mark.soak
@pytest.mark.parametrize("name", RESULTS)
def test_chance_is_no_cause(played: Mapping[str, Sequence[Grid]], name: str) -> None:
    format = find_format(name)
    assert format is not None
    width = len(format.sheets.matches.columns)
    for seed in range(dose(2, 400)):
        random = Random(seed)
        odd: tuple[Raw, ...] = ("A", "B", "Draw", 5.0, 14.0, "x", "", "yes", "A no-show", -3.0, 2.5)
        slips = [typed(random.randrange(1, 9), random.randrange(width), random.choice(odd)) for _ in range(6)]
        found = told(played[name], both(*slips), RESULTS[name])
        assert not [each for each in found if COPY in each], (seed, found)
