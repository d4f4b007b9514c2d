"""Correcting an old result changes standings and ratings, never pairings that are already written (rules 1.4.9)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from tests.event.worked_events import FOUR, FOUR_ROUNDS, sheet_rows, sweep
from tests.reading.grids import event_sheet, match, players, read, results, round_sheet, save
from turnabout_sheets.event.results import compute
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.rounds.next_rounds import due_rounds, pair

FIRST, SECOND, _ = FOUR_ROUNDS


def cells(path: Path, name: str) -> list[tuple[Any, ...]]:
    return list(load_workbook(path)[name].iter_rows(values_only=True))


def test_a_correction_changes_the_standings_and_no_pairing(tmp_path: Path) -> None:
    """The corrected result alone would have paired Ada with Cy in round 2; Ada against Dee was written before."""
    path = tmp_path / "Friday.xlsx"
    first = [sweep("Ada", "Ben"), sweep("Dee", "Cy")]
    settings, who = event_sheet(rounds=3, random_seed=1), players(*FOUR)
    outcome = run(save(path, settings, who, round_sheet(1, *first)), Options())
    assert (outcome.exit, bool(outcome.new_rounds)) == (0, True)
    written, standings = cells(path, "Round 2"), cells(path, "Standings")
    pairs = [{row[1], row[2]} for row in written[1:] if row[1]]
    assert pairs == [{"Ada", "Dee"}, {"Ben", "Cy"}]

    book = load_workbook(path)
    for winner in ("F3", "H3"):
        book["Round 1"][winner] = "B"
    book.save(path)
    outcome = run(path, Options())
    assert (outcome.exit, outcome.new_rounds) == (0, [])
    assert cells(path, "Round 2") == written
    assert cells(path, "Standings") != standings
    assert outcome.results is not None
    assert {name: row[0] for name, row in sheet_rows(outcome.results, "Standings", "points").items()} == {
        "Ada": 30,
        "Cy": 30,
        "Ben": 0,
        "Dee": 0,
    }


def test_a_correction_changes_later_ratings() -> None:
    corrected = (match("Ada", "Ben", ("B", 20), ("B", 20)), FIRST[1])
    before, after = (
        results(event_sheet(rounds=2), players(*FOUR), round_sheet(1, *rows), round_sheet(2, *SECOND))
        for rows in (FIRST, corrected)
    )
    assert [list(found.standings["points"]) for found in (before, after)] == [[41, 0, 34, 45], [11, 30, 34, 45]]
    awards = [sheet_rows(found, "Ratings", "position", "award") for found in (before, after)]
    # Four players: the multipliers are 4, 3, 2 and 2. Ada won a match less, Ben one more, and Cy passed Ada.
    assert awards[0] == {"Dee": (1, 10), "Ada": (2, 6), "Cy": (3, 5), "Ben": (4, 2)}
    assert awards[1] == {"Dee": (1, 10), "Cy": (2, 7.5), "Ben": (3, 4), "Ada": (4, 2)}


def test_a_round_that_is_written_is_never_due_again() -> None:
    """Not while its results are missing, nor while an older result is."""
    rows = [match("Ada", "Dee"), match("Ben", "Cy")]
    for first in (FIRST, (FIRST[0], match("Cy", "Dee"))):
        event, _ = read(event_sheet(rounds=3), players(*FOUR), round_sheet(1, *first), round_sheet(2, *rows))
        assert event is not None
        assert list(due_rounds(compute(event, TURNABOUT))) == []


def test_the_next_round_goes_by_the_corrected_result() -> None:
    """Round 2 is played as written; round 3 has the only pairing that is left, at tables by the corrected points."""
    corrected = (match("Ada", "Ben", ("B", 20), ("B", 20)), FIRST[1])
    found = results(event_sheet(rounds=3), players(*FOUR), round_sheet(1, *corrected), round_sheet(2, *SECOND))
    assert list(due_rounds(found)) == [3]
    following, problems = pair(found, 3)
    assert problems == []
    assert following is not None
    names = [(row["table"], {FOUR[row["a"]], FOUR[row["b"]]}) for row in following.rows]
    assert names == [(1, {"Ben", "Cy"}), (2, {"Dee", "Ada"})]
