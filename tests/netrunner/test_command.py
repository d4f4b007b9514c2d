"""Netrunner events through the command, in workbooks on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.books import records, sheet_names
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from turnabout_sheets.jobs.check import check

PLAYERS = ("Ada", "Ben", "Cy", "Dee", "Eve")


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A new workbook with five players."""
    names = tmp_path / "players.csv"
    names.write_text("Player,Rating\n" + "".join(f"{name},{rating}\n" for rating, name in enumerate(PLAYERS)), "utf-8")
    path = tmp_path / "event.xlsx"
    assert turnabout("new", path, "--format", "Netrunner", "--players", names).exit_code == 0
    return path


def test_a_new_workbook_is_ready(workbook: Path) -> None:
    assert sheet_names(workbook) == ["Event", "Players", "Adjustments", "Rulings", "How to"]
    settings = [row["Setting"] for row in records(workbook, "Event")]
    assert {"Deck type", "Pairing number", "Pairing", "Tie-breaks"} <= set(settings)
    assert not {"Bye VP", "First round", "Timing", "Random seed"} & set(settings)
    assert turnabout("check", workbook).exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("pairing", ["swiss", "round robin", "single elimination", "double elimination"])
def test_simulated_events_are_without_a_problem(tmp_path: Path, pairing: str) -> None:
    workbook = tmp_path / "event.xlsx"
    simulated(workbook, "--format", "Netrunner", "--players", 9, "--pairing", pairing, "--no-shows", 1)
    checked = turnabout("check", workbook)
    assert checked.exit_code == 0
    assert "No problems found." in checked.output


def test_the_same_simulation_in_one_sheet_or_many_is_the_same_event(tmp_path: Path) -> None:
    totals = []
    for flat in ((), ("--flat",)):
        workbook = tmp_path / f"event{len(flat)}.xlsx"
        simulated(workbook, "--format", "Netrunner", "--players", 10, *flat)
        found = check(workbook).results
        assert found is not None
        totals.append(list(found.standings["points"]))
    assert totals[0] == totals[1]
    assert sum(totals[0]) == 3 * 5 * 4
