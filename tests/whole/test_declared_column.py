"""A column of the standings that does not rank: declared here alone, and everything asks for it by its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest
from lxml import html
from openpyxl import load_workbook

from tests.support.books import edit, records
from tests.support.commands import turnabout
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.standings import DerivedColumn
from turnabout_sheets.event.steps import Step
from turnabout_sheets.event.tie_breaks import list_sides
from turnabout_sheets.formats.turnabout import format as turnabout_format
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.check import check
from turnabout_sheets.sheets.cell_kinds import NUMBER

pytestmark = pytest.mark.slow

ROUNDS = 3


def best_two(event: Event, sides: pd.DataFrame, standings: pd.DataFrame) -> pd.Series:
    """The VP of the player's two best rounds."""
    best = sides.groupby("player")["points"].apply(lambda points: sum(sorted(points)[-2:]))
    return best.reindex(standings.index, fill_value=0)


def explain(results: Results, player: int) -> Sequence[Step]:
    return [Step("sum", {}, terms=tuple(sorted(int(side.points) for side in list_sides(results, player))[-2:]))]


BEST_TWO = DerivedColumn(
    "Best two",
    "best_two",
    NUMBER,
    help="The VP of the two best rounds.",
    width=9,
    heading={"en": "Best 2", "de": "Beste 2"},
    compute=best_two,
    explain=explain,
)


def declare(column: DerivedColumn, monkeypatch: pytest.MonkeyPatch) -> None:
    standings, *others = TURNABOUT.sheets.output
    *columns, status = standings.columns
    declared = replace(standings, columns=(*columns, column, status))
    sheets = replace(TURNABOUT.sheets, output=(declared, *others))
    monkeypatch.setattr(turnabout_format, "TURNABOUT", replace(TURNABOUT, sheets=sheets))


@pytest.fixture(autouse=True)
def _declared(monkeypatch: pytest.MonkeyPatch) -> None:
    declare(BEST_TWO, monkeypatch)


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """An event of nine players that is played to its end, with prints."""
    path = tmp_path / "Friday.xlsx"
    done = turnabout("simulate", path, "--players", 9, "--rounds", ROUNDS, "--seed", 5)
    assert done.exit_code == 0, done.output
    run(path)
    return path


def run(path: Path) -> None:
    done = turnabout("run", path)
    assert done.exit_code == 0, done.output


def read(path: Path) -> Results:
    results = check(path).results
    assert results is not None
    return results


def work_out(path: Path) -> Mapping[str, int]:
    """Return the sum of everybody's two best rounds, from what the sheet Progress says of each."""
    totals = {
        row["Player"]: [0, *(row[f"Total {number}"] for number in range(1, ROUNDS + 1))]
        for row in records(path, "Progress")
    }
    return {name: sum(sorted(after - before for before, after in pairwise(each))[-2:]) for name, each in totals.items()}


def posted(path: Path) -> html.HtmlElement:
    (page,) = path.parent.rglob(f"standings-after-round-{ROUNDS:02}.html")
    return html.document_fromstring(page.read_text("utf-8"))


def headings(path: Path) -> list[str]:
    return [each.text_content().strip() for each in posted(path).xpath("//thead//th")]


def test_it_stands_on_the_sheet_and_does_not_rank(workbook: Path) -> None:
    assert {row["Player"]: row["Best two"] for row in records(workbook, "Standings")} == work_out(workbook)
    assert read(workbook).rank_by == ("lead", "points", *TURNABOUT.scoring.default_order)


def test_it_is_posted_under_its_heading(workbook: Path) -> None:
    at = headings(workbook).index("Best 2")
    shown = [[each.text_content().strip() for each in row] for row in posted(workbook).xpath("//tbody/tr")]
    assert {row[1]: int(row[at]) for row in shown} == work_out(workbook)


def test_why_explains_it(workbook: Path) -> None:
    results = read(workbook)
    number = results.order[0]
    two = sorted(int(side.points) for side in list_sides(results, number))[-2:]
    told = turnabout("why", workbook, results.event.players[number].name, "--rank").output
    title, step = told.split("Best two (does not rank)")[1].splitlines()[:2]
    assert title.split() == ["Best", "two", str(sum(two))]
    assert f"({two[0]} + {two[1]})" in step
    assert step.split()[-1] == str(sum(two))


def test_pages_call_it_by_its_words(workbook: Path) -> None:
    rows = load_workbook(workbook)["Event"].iter_rows(max_col=1)
    place = next(f"B{row[0].row}" for row in rows if row[0].value == "Language")
    edit(workbook, {"Event": {place: "Deutsch"}})
    run(workbook)
    assert "Beste 2" in headings(workbook)


def test_it_is_blank_and_not_explained_where_an_event_has_none(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(replace(BEST_TWO, compute=lambda event, sides, standings: None), monkeypatch)
    run(workbook)
    assert {row["Best two"] for row in records(workbook, "Standings")} <= {None, ""}
    assert "best two" not in turnabout("why", workbook, read(workbook).event.players[0].name).output.casefold()
