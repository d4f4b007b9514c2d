"""What `turnabout run` does besides running: warnings that are meant so, and hidden sheets."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.books import SAMPLES, edit
from tests.support.commands import turnabout
from turnabout_sheets.jobs.check import check

pytestmark = pytest.mark.slow


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "cup.xlsx"))
    edit(workbook, {"Event": {"B3": "5/6/26"}})
    return workbook


def test_a_warning_is_accepted_by_its_number_and_taken_back(workbook: Path) -> None:
    """Desk 2.22."""
    assert 'Event!B3: Date: "5/6/26"' in turnabout("check", workbook).output
    said = turnabout("run", workbook, "--accept", 1).output
    assert said.startswith('Not said any more, as long as it stays the same: Date: "5/6/26"')
    assert "To have all said again: turnabout run " in said
    assert "Event!B3" not in said
    assert turnabout("check", workbook).output.endswith("No problems found.\n")
    assert "cup.xlsx has 0 warnings; the number is 1." in turnabout("run", workbook, "--accept", 1).output
    said = turnabout("run", workbook, "--accept", 0).output
    assert said.startswith("All warnings are said again.\n")
    assert "Event!B3" in said


@pytest.mark.parametrize("more", [("--dry-run",), ("--output", "other.xlsx"), ("second.xlsx",)])
def test_only_one_workbook_itself_is_changed(workbook: Path, more: tuple[str, ...]) -> None:
    assert turnabout("run", workbook, "--accept", 1, *more).exit_code == 2


def test_hidden_sheets_are_shown(workbook: Path) -> None:
    """Desk 2.24."""
    said = turnabout("run", workbook, "--all-sheets").output
    assert said.startswith("Shown: Scoring options, Adjustments, Rulings, Decks and Banned cards.\n")
    assert check(workbook).hidden == ()
    assert "Shown" not in turnabout("run", workbook, "--all-sheets").output


def test_nothing_is_shown_while_the_workbook_is_open(workbook: Path) -> None:
    workbook.with_name("~$cup.xlsx").touch()
    before = workbook.read_bytes()
    assert "is open in Excel" in turnabout("run", workbook, "--all-sheets").output
    assert workbook.read_bytes() == before


def test_a_blank_round_is_paired_anew(workbook: Path) -> None:
    """Desk 2.23."""
    turnabout("run", workbook)
    said = turnabout("pair", workbook, "--round", 3, "--anew").output
    assert "Paired round 3: 9 tables" in said
    assert "Round 2 is in the workbook: delete its sheet" in turnabout("pair", workbook, "--round", 2, "--anew").output
