"""An event whose sheets are marked as the program's, and moved."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from tests.support.books import SAMPLES, copy_all
from turnabout_sheets.cli.main import main
from turnabout_sheets.workbook.ooxml.package import Package

OURS = {"Desk", "Standings", "Matches", "Progress", "Crosstable", "Ratings", "Scales", "Problems", "Log", "Remembered"}


def run(workbook: Path, exit_code: int = 0) -> str:
    result = CliRunner().invoke(main, ["run", str(workbook)])
    assert result.exit_code == exit_code, result.output
    return result.output


def sheets(workbook: Path) -> dict[str, bytes]:
    package = Package(workbook.read_bytes())
    return {name: package.read(part) for name, part in package.sheets.items()}


@pytest.fixture(scope="module")
def event_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = tmp_path_factory.mktemp("after a run") / "event.xlsx"
    book = load_workbook(SAMPLES / "in-progress.xlsx")
    book.create_sheet("My notes")["B7"] = "telephone numbers"
    book.save(workbook)
    run(workbook)
    return workbook


@pytest.fixture
def event(event_to_copy: Path, tmp_path: Path) -> Path:
    """An event in progress after a run, with a sheet of the organizer's own."""
    return copy_all(event_to_copy, tmp_path)
