"""Fills the sheet Desk from what a run comes to: the same for the same workbook, whoever looks at it and where.

What a run knows stands there as text; what is typed after it moves in formulas. `cli.next_step` says the same to who
gives commands, `desk.sentences` to who has the desk's page open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from turnabout_sheets.core.file_names import as_text, read_name
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.format import LiveBlock, LiveValue, OutputSheet
from turnabout_sheets.event.output_sheets import PROBLEMS, DeskSheet, Line, Link, Shown, describe_progress
from turnabout_sheets.event.results import Results, running_round
from turnabout_sheets.formats.live import (
    ORDER,
    RANK_NOW,
    count_out,
    count_tables,
    find_check,
    find_round,
    points_now,
    quoted,
)
from turnabout_sheets.jobs.next_step import CHECK, ERRORS, OUT, TABLES, describe_next
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.prints.making import FILE as INDEX
from turnabout_sheets.sheets.grid import column_letters

MOST_LEADERS: Final = 10

NOW, FIRST_ROW = "B", 3
"""The column of what the lines say, and the row of the first behind that which says what to do next."""


def fill_desk_sheet(outcome: RunOutcome, standings: OutputSheet, workbook: Path, prints: Path) -> DeskSheet:
    """Return the sheet of a ``workbook``, for the outcome of a run without errors, with its pages in ``prints``."""
    results = outcome.results
    assert results is not None, "a run without errors"
    lines = [
        *_describe_round(results),
        *_count_problems(outcome),
        Line("Standings", describe_progress(results), Link(standings.sheet.name, sheet=standings.sheet.name)),
        *_lead_to_pages(workbook, prints),
    ]
    told = {line.what: (f"{NOW}{row}", line.now) for row, line in enumerate(lines, FIRST_ROW)}
    live = list(_list_leaders(results, standings))
    points = points_now(results.format) if standings.live else results.format.points_name
    return DeskSheet([describe_next(outcome, told), *lines], live or list(_list_first(standings)), points)


def _describe_round(results: Results) -> Iterator[Line]:
    """Yield how far the running round is; nothing where none is running."""
    number = 0 if results.finished else running_round(results)
    round = find_round(results.event, results.format, number)
    if round is None:
        return
    link = Link(round.title, sheet=round.title)
    yield Line("Round", f"{number} of {results.scheduled}", link)
    yield Line(TABLES, count_tables(results, round))
    yield Line(OUT, count_out(results, round), link)
    check = find_check(results, round)
    if check is not None:
        yield Line(CHECK, check, link)


def _count_problems(outcome: RunOutcome) -> Iterator[Line]:
    """Yield how many errors and warnings the last run has found: one that is stopped writes no other sheet."""
    link = Link(PROBLEMS.name, sheet=PROBLEMS.name)
    for what, severity in ((ERRORS, Severity.ERROR), ("Warnings", Severity.WARNING)):
        found = sum(problem.severity is severity for problem in outcome.problems)
        yield Line(what, LiveValue(f"=IFERROR(COUNTIF({PROBLEMS.name}!$A:$A,{quoted(str(severity))}),0)", found), link)


def _lead_to_pages(workbook: Path, prints: Path) -> Iterator[Line]:
    """Yield where the pages are, if that can be said without a path of this computer, and at all: beside the workbook.

    Who renames the workbook finds those of before until the next run, which makes new ones and leads to them.
    """
    folder = read_name(prints.name)
    if follow_links(prints.parent) == follow_links(workbook.parent) and folder == as_text(folder):
        address = "/".join(_quote(name) for name in (folder, INDEX))
        yield Line("Pages", "Slips, pairings and standings, to print.", Link(INDEX, address=address))


def _quote(name: str) -> str:
    """Return a name as it stands in an address; letters of other alphabets stay, as spreadsheet programs write them."""
    return "".join(quote(letter) if letter.isascii() else letter for letter in name)


def _list_leaders(results: Results, standings: OutputSheet) -> Iterator[Sequence[Shown]]:
    """Yield rank, name and points of the leaders, as formulas that follow the standings; nothing where these stay."""
    if standings.live is None:
        return
    names = [*(each.field for each in standings.sheet.columns), *(each.header for each in standings.live.columns)]
    last, now = len(standings.frame) + 1, points_now(results.format)
    shown = (RANK_NOW, "player", now)
    ranges = {
        name: f"{standings.sheet.name}!${letters}$2:${letters}${last}"
        for name in (*shown, ORDER)
        for letters in [column_letters(names.index(name))]
    }
    for place, values in enumerate(_sort_by_points(standings, standings.live, now)[:MOST_LEADERS], 1):
        found = f"MATCH(LARGE({ranges[ORDER]},{place}),{ranges[ORDER]},0)"
        formulas = (f'=IFERROR(INDEX({ranges[name]},{found}),"")' for name in shown)
        yield [LiveValue(*each) for each in zip(formulas, values, strict=True)]


def _sort_by_points(standings: OutputSheet, live: LiveBlock, now: str) -> Sequence[Sequence[Any]]:
    """Return rank, name and points now of all who are ranked, those who are equal in the order of the sheet."""
    headers = [column.header for column in live.columns]
    ranked = []
    for name, row in zip(standings.frame["player"], live.rows, strict=True):
        rank, points = (row[headers.index(header)] for header in (RANK_NOW, now))
        if isinstance(rank, LiveValue) and isinstance(points, LiveValue):
            ranked.append((rank.value, name, points.value))
    return sorted(ranked, key=itemgetter(0))


def _list_first(standings: OutputSheet) -> Iterator[Sequence[Shown]]:
    """Yield rank, name and points of the first in the standings."""
    frame = standings.frame[["rank", "player", "points"]].head(MOST_LEADERS)
    yield from frame.itertuples(index=False, name=None)
