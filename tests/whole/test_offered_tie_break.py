"""A tie-break that is only offered: declared here alone, and everything asks for it by its key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import pandas as pd
import pytest
from lxml import html
from openpyxl import load_workbook

from tests.archive.making import add
from tests.support.books import cells, copy_all, edit, records
from tests.support.commands import turnabout
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.standings import TieBreak
from turnabout_sheets.event.steps import Step
from turnabout_sheets.event.tie_breaks import list_sides
from turnabout_sheets.formats.turnabout import format as turnabout_format
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.check import check
from turnabout_sheets.sheets.cell_kinds import NUMBER
from turnabout_sheets.sheets.declarations import Column

pytestmark = pytest.mark.slow


def progressive(sides: pd.DataFrame, totals: pd.DataFrame) -> pd.Series:
    """The sum of the totals after each round, without adjustments."""
    rounds = range(1, max(sides["round"], default=0) + 1)
    after = [sides[sides["round"] <= number].groupby("player")["points"].sum() for number in rounds]
    return sum((each.reindex(totals.index, fill_value=0) for each in after), pd.Series(0, index=totals.index))


def explain(results: Results, player: int, name: str) -> Sequence[Step]:
    totals = tuple(accumulate(int(side.points) for side in list_sides(results, player)))
    return [Step("sum", {}, terms=totals)]


WORDS = {"en": "Progressive score", "de": "Fortschrittswertung"}

PROGRESSIVE = TieBreak(
    "progressive score",
    progressive,
    Column("Progressive score", "progressive", NUMBER, help="The sum of the totals after each round.", width=12),
    explain,
    "rules 1.6.2",
    heading=WORDS,
    in_ties=WORDS,
    offered=True,
)


@pytest.fixture(autouse=True, scope="module")
def _offered() -> Iterator[None]:
    scoring = replace(TURNABOUT.scoring, tie_breaks=(*TURNABOUT.scoring.tie_breaks, PROGRESSIVE))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turnabout_format, "TURNABOUT", replace(TURNABOUT, scoring=scoring))
        yield


def setting(path: Path, name: str) -> str:
    rows = load_workbook(path)["Event"].iter_rows(max_col=1)
    return next(f"B{row[0].row}" for row in rows if row[0].value == name)


@pytest.fixture(scope="module")
def workbook_to_copy(_offered: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("offered") / "Friday.xlsx"
    done = turnabout("simulate", path, "--players", 12, "--rounds", 4, "--seed", 5)
    assert done.exit_code == 0, done.output
    assert turnabout("run", path).exit_code == 0
    return path


@pytest.fixture
def workbook(workbook_to_copy: Path, tmp_path: Path) -> Path:
    """An event of four rounds that is played to its end, ranked by default, with prints."""
    return copy_all(workbook_to_copy, tmp_path)


def choose(path: Path, names: str, **others: str) -> None:
    typed = {setting(path, name): value for name, value in {"Tie-breaks": names, **others}.items()}
    edit(path, {"Event": typed})
    done = turnabout("run", path)
    assert done.exit_code == 0, done.output


def read(path: Path) -> Results:
    results = check(path).results
    assert results is not None
    return results


def work_out(results: Results) -> Mapping[str, int]:
    """Return everybody's progressive score, from the totals on the sheet Progress."""
    return {
        player.shown: sum(int(results.after[number]["points"][player.number]) for number in range(1, 5))
        for player in results.event.players
    }


def posted(path: Path) -> html.HtmlElement:
    (page,) = path.parent.rglob("standings-after-round-04.html")
    return html.document_fromstring(page.read_text("utf-8"))


def test_nobody_has_it_who_does_not_ask_for_it(workbook: Path) -> None:
    """Rules 1.6.2."""
    assert "Progressive score" not in cells(workbook, "Standings")[0]
    assert "rogressive" not in turnabout("why", workbook, read(workbook).event.players[0].name).output
    assert read(workbook).tie_breaks == TURNABOUT.scoring.default_order


def test_it_ranks_and_stands_on_the_sheet_and_on_the_page(workbook: Path) -> None:
    """Rules 1.6.2."""
    choose(workbook, "Progressive-Score, match wins")
    rows, expected = records(workbook, "Standings"), work_out(read(workbook))
    assert {row["Player"]: row["Progressive score"] for row in rows} == expected
    assert [row["Player"] for row in rows] == [
        row["Player"] for row in sorted(rows, key=lambda row: (-row["VP"], -expected[row["Player"]]))
    ]
    tree = posted(workbook)
    headings = [each.text_content().strip() for each in tree.xpath("//thead//th")]
    at = headings.index("Progressive score")
    shown = [[each.text_content().strip() for each in row] for row in tree.xpath("//tbody/tr")]
    assert {row[1]: int(row[at]) for row in shown} == expected
    assert "Equal points are ranked by: Progressive score, match wins;" in tree.text_content()
    choose(workbook, "")
    assert "Progressive score" not in cells(workbook, "Standings")[0]
    assert [name for name in load_workbook(workbook).sheetnames if name.startswith("Standings")] == ["Standings"]


def test_pages_call_it_by_its_words(workbook: Path) -> None:
    choose(workbook, "progressive score", Language="Deutsch")
    assert "zählt: Fortschrittswertung;" in posted(workbook).text_content()
    assert "Progressive score" not in posted(workbook).text_content()


def test_why_explains_it(workbook: Path) -> None:
    choose(workbook, "progressive score")
    results = read(workbook)
    player = results.event.players[results.order[0]]
    totals = [int(results.after[number]["points"][player.number]) for number in range(1, 5)]
    told = turnabout("why", workbook, player.name, "--rank").output
    assert "Tie-break: Progressive score" in told
    assert f"({' + '.join(map(str, totals))})" in told
    assert f"Progressive score {sum(totals)}" in told


def test_a_name_that_is_not_offered_is_told_from_one_that_is(workbook: Path) -> None:
    edit(workbook, {"Event": {setting(workbook, "Tie-breaks"): "progresive score"}})
    told = " ".join(turnabout("check", workbook).output.split())
    assert "expected match wins, opponents' VP, MP difference or progressive score" in told
    assert 'Did you mean "progressive score"?' in told


def test_the_archive_takes_an_event_with_it(workbook: Path) -> None:
    choose(workbook, "progressive score, match wins")
    place = workbook.parent / "archive.sqlite"
    record = make_record(read(workbook))
    add(open_archive(str(place), create=True), record)
    done = turnabout("archive", "verify", "--archive", place)
    assert done.exit_code == 0, done.output
