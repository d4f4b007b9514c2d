"""The sheet Log, as it is shown: the newest lines, those of a run in their order, and how many there are."""

from __future__ import annotations

import pytest

from tests.workbook.workbooks import loaded
from turnabout_sheets.changes.effects import LATE
from turnabout_sheets.changes.log import LOG, Line, add_lines
from turnabout_sheets.workbook.ooxml.book import NewBook, to_bytes
from turnabout_sheets.workbook.ours.run_sheets import MOST_LINES, add_log


def make_lines(count: int) -> tuple[Line, ...]:
    """Return so many lines, two of each run."""
    lines: tuple[Line, ...] = ()
    for run in range(1, count // 2 + 1):
        venue = Line(sheet="Event", column="Venue", before=f"{run - 1}", after=f"{run}")
        lines = add_lines(lines, "", [venue, Line(sheet="Players", who=f"Player {run}", column="Rating")])
    return lines


@pytest.mark.parametrize("count", [2, MOST_LINES, MOST_LINES + 2, 3 * MOST_LINES])
def test_the_newest_lines_are_shown_and_how_many_there_are_where_that_are_not_all(count: int) -> None:
    """Safety 1.13."""
    book, lines = NewBook(), make_lines(count)
    add_log(book, lines)
    page = loaded(to_bytes(book))[LOG.name]
    _, *shown = page.iter_rows(max_col=len(LOG.columns), values_only=True)
    newest = [line for run in range(count // 2, 0, -1) for line in lines if line.run == run]
    assert [tuple(value or "" for value in row) for row in shown] == [tuple(line) for line in newest[:MOST_LINES]]
    beside = [str(value) for row in page.iter_rows(min_col=len(LOG.columns) + 1, values_only=True) for value in row]
    assert [text for text in beside if "newest" in text] == (
        [f"The newest {MOST_LINES} of {count} lines."] if count > MOST_LINES else []
    )


def test_what_was_changed_too_late_is_red() -> None:
    """Safety 1.13."""
    book = NewBook()
    late, other = Line(sheet="Round 1", followed=f"{LATE} round 2 was"), Line(sheet="Round 2")
    add_log(book, add_lines([], "", [late, other]))
    colours = [
        [cell.font.color for cell in row[1 : len(LOG.columns)]] for row in loaded(to_bytes(book))[LOG.name]["2:3"]
    ]
    assert {colour.rgb for colour in colours[0]} == {"00C00000"}
    assert not [colour for colour in colours[1] if colour is not None and colour.rgb == "00C00000"]
