"""Whatever is typed into whatever cell, the program says what is wrong or does its work; it never falls over."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.dose import dose
from tests.prints.making import round_pages, standings_page
from tests.support.books import SAMPLES
from tests.support.odd_input import mistyped
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.output_sheets import problems_sheet
from turnabout_sheets.event.results import compute
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.rounds.new_round import append_round
from turnabout_sheets.rounds.next_rounds import add_notes, due_rounds, pair
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files.save import open_workbook
from turnabout_sheets.workbook.ours.book import make_workbook, to_bytes
from turnabout_sheets.workbook.ours.round_sheet import add_round
from turnabout_sheets.workbook.ours.run_sheets import add_output_sheet
from turnabout_sheets.workbook.read import Worksheets


@pytest.fixture(scope="module")
def samples() -> list[list[Grid]]:
    paths = [Path(SAMPLES / f"{name}.xlsx") for name in ("finished", "in-progress")]
    return [Worksheets(open_workbook(path)).read(lambda _: True) for path in paths]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(dose(1, 200)))
def test_nothing_that_is_typed_makes_it_fall_over(seed: int, samples: list[list[Grid]]) -> None:
    random = Random(seed)
    computed = 0
    for _ in range(25):
        grids, done = mistyped(random.choice(samples), random)
        try:
            computed += whole_run(grids)
        except Exception as fault:
            pytest.fail(f"{fault!r} after typing {done}")
    assert computed, "nothing but errors: not even the work was tried"


def whole_run(grids: list[Grid]) -> bool:
    """Do all of a run but the saving; say whether there were no errors, so that everything was computed."""
    event, format, problems = read_event(grids, "typed")
    problems += check_event(event, format) if event else []
    book = make_workbook()
    add_output_sheet(book, problems_sheet(problems, "event.xlsx"))
    if event is None or has_errors(problems):
        to_bytes(book)
        return False
    results = compute(event, format)
    for number in due_rounds(results):
        new, _ = pair(results, number)
        if new is not None:
            add_round(book, add_notes(results, new), event, format)
            event = append_round(event, new)
    reports = format.sheets.make_output(results)
    for report in reports:
        add_output_sheet(book, report)
    to_bytes(book)
    round_pages(event, format, event.last_round)
    standings_page(event, reports[0].shown(), results.played, provisional=False, format=format)
    return True
