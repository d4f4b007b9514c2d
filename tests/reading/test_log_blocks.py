"""Changed cells in blocks, one line of the log each: in which order, how many together, and how they are named."""

from __future__ import annotations

import pytest

from tests.reading.grids import Cells, event_sheet, match, players, read, results_sheet, round_sheet, sheet
from turnabout_sheets.changes.differences import compare_rows
from turnabout_sheets.changes.log import LONGEST, MOST_ROWS, Block, Kind, Line, describe_block, group_changes
from turnabout_sheets.sheets.grid import Grid

RESULT = ("Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count", "Ruling")
NAMES = [f"Player {number:02}" for number in range(1, 2 * MOST_ROWS + 3)]
FOUR = players("Ana", "Ben", "Cleo", "Dan")
ANA_BEN = match("Ana", "Ben", ("A", 20.0), ("B", 5.0))
CLEO_DAN = match("Cleo", "Dan", ("A", 10.0), ("B", 9.0))


def blocks(before: list[Grid], after: list[Grid], **settings: str) -> list[Block]:
    was, now = (read(event_sheet(rounds="3", **settings), *grids)[0] for grids in (before, after))
    assert was is not None
    assert now is not None
    return group_changes(was, now, compare_rows(was, now))


def entries(before: list[Grid], after: list[Grid]) -> list[Line]:
    return [describe_block(block, RESULT) for block in blocks(before, after)]


def big_round(*scores: float) -> Grid:
    """Return a round in which the first tables have a result, with this count in game 1."""
    rows = [match(NAMES[place], NAMES[place + 1]) for place in range(0, len(NAMES), 2)]
    for row, score in zip(rows, scores, strict=False):
        row.update({"Game 1 winner": "A", "Game 1 count": score, "Game 2 winner": "B", "Game 2 count": 5.0})
    return round_sheet(1, *rows)


def test_old_results_come_before_corrections_and_these_before_what_is_new() -> None:
    """Safety 1.13."""
    two = [match("Ana", "Cleo", ("A", 3.0), ("A", 3.0)), match("Ben", "Dan")]
    typed = [match("Ana", "Cleo", ("A", 4.0), ("A", 3.0)), match("Ben", "Dan", ("A", 3.0), ("A", 3.0))]
    old = match("Ana", "Ben", ("A", 2.0), ("B", 5.0))
    found = blocks(
        [FOUR, round_sheet(1, ANA_BEN, CLEO_DAN), round_sheet(2, *two)],
        [FOUR, round_sheet(1, old, CLEO_DAN), round_sheet(2, *typed)],
    )
    assert [(block.kind, block.round, len(block.changes)) for block in found] == [
        (Kind.OLD, 1, 1),
        (Kind.CORRECTED, 2, 1),
        (Kind.NEW, 2, 4),
    ]


def test_results_that_come_in_are_one_line_also_where_a_table_is_still_missing() -> None:
    """Safety 1.13."""
    people = players(*NAMES)
    assert [each[2:8] for each in entries([people, big_round()], [people, big_round(1.0, 2.0, 3.0)])] == [
        ("Round 1", "Tables 1 to 3", "", "", "3 results", "")
    ]


@pytest.mark.parametrize(("count", "lines"), [(MOST_ROWS, MOST_ROWS), (MOST_ROWS + 1, 1)])
def test_so_many_corrections_have_a_line_each_and_a_pasted_block_has_one(count: int, lines: int) -> None:
    """Safety 1.13."""
    people = players(*NAMES)
    found = entries([people, big_round(*[20.0] * count)], [people, big_round(*[19.0] * count)])
    assert len(found) == lines
    told = ("Table 1", "Game 1 count", "20", "19") if lines > 1 else ("Tables 1 to 11", "", "", "11 results")
    assert found[0][3:7] == told


def test_tables_that_are_far_apart_are_named_one_by_one() -> None:
    people, scores = players(*NAMES), [20.0] * 11
    before = [people, big_round(*scores)]
    rows = dict(enumerate(before[1].rows))
    for row in (1, 5, 9):
        rows[row] = (*rows[row][:5], *[""] * len(rows[row][5:]))
    partly = Grid("Round 1", [*rows.values()])
    assert [each.who for each in entries([people, partly], before)] == ["Tables 1, 5 and 9"]


def test_what_stands_on_the_sheet_results_names_its_round() -> None:
    before, after = results_sheet([match("Ana", "Ben"), match("Cleo", "Dan")]), results_sheet([ANA_BEN, CLEO_DAN])
    assert [each[2:8] for each in entries([FOUR, before], [FOUR, after])] == [
        ("Results", "Round 1, tables 1 to 2", "", "", "2 results", "")
    ]


def test_several_cells_of_a_row_stand_on_one_line_with_a_dash_for_what_was_blank() -> None:
    """Safety 1.13."""
    corrected = match("Ana", "Ben", ("A", 2.0), ("B", 5.0), note="A judge looked")
    assert [each[2:7] for each in entries([FOUR, round_sheet(1, ANA_BEN)], [FOUR, round_sheet(1, corrected)])] == [
        ("Round 1", "Table 1", "Game 1 count", "20", "2"),
        ("Round 1", "Table 1", "Note", "", "A judge looked"),
    ]
    both = match("Ana", "Ben", ("A", 2.0), ("Draw", ""))
    (entry,) = entries([FOUR, round_sheet(1, ANA_BEN)], [FOUR, round_sheet(1, both)])
    assert entry[4:7] == ("Game 1 count, Game 2 winner, Game 2 count", "20, B, 5", "2, Draw, –")


def test_players_who_are_new_are_one_line_that_names_the_first() -> None:
    (entry,) = entries([FOUR], [players("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil")])
    assert entry[2:7] == ("Players", "Eve and 2 more", "Player", "", "3 rows, 3 cells")


def test_a_long_text_is_shortened_on_the_line() -> None:
    long = "x" * (LONGEST + 1)
    (entry,) = entries([FOUR, round_sheet(1, ANA_BEN)], [FOUR, round_sheet(1, {**ANA_BEN, "Note": long})])
    assert entry.after == "x" * (LONGEST - 1) + "…"


def test_a_row_that_is_gone_is_not_taken_for_the_one_that_stands_there_now() -> None:
    one, two = {**ANA_BEN, "Table": 1.0}, {**CLEO_DAN, "Table": 2.0}
    found = blocks([FOUR, results_sheet([one, two])], [FOUR, results_sheet([two])])
    assert [{match.table for match in block.matches} for block in found] == [{1}]
    assert all(change.who == "Round 1, table 1" for change in found[0].changes)


def test_what_belongs_to_nobody_is_about_no_match() -> None:
    rulings: list[Cells] = [{"Player": "Ana", "Round": "1", "Kind": "warning", "Reason": "late"}]
    written = sheet("Rulings", [*rulings[0]], [[*rulings[0].values()]])
    (block,) = blocks([FOUR], [FOUR, written])
    assert (block.kind, block.round, block.matches) == (Kind.NEW, 0, [])
