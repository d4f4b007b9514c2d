"""Events after a run, for the tests of whatever is done with one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.books import SAMPLES, copy_all, edit, enter_results
from tests.support.commands import turnabout


@pytest.fixture(scope="session")
def run_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path_factory.mktemp("run") / "event.xlsx"))
    assert turnabout("run", workbook).exit_code == 0
    return workbook


@pytest.fixture
def ran(run_to_copy: Path, tmp_path: Path) -> Path:
    """The event in progress after its next run: 19 players; round 3 is paired, and no result of it is in."""
    return copy_all(run_to_copy, tmp_path)


@pytest.fixture
def event(run_to_copy: Path, tmp_path: Path) -> Path:
    """The same workbook alone, with nothing beside it."""
    return Path(shutil.copy(run_to_copy, tmp_path / run_to_copy.name))


@pytest.fixture(scope="session")
def corrected_to_copy(run_to_copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = Path(shutil.copy(run_to_copy, tmp_path_factory.mktemp("corrected") / "Friday.xlsx"))
    enter_results(workbook, 3)
    edit(workbook, {"Round 1": {"E2": 3}, "Event": {"B4": "The cellar"}})
    assert turnabout("run", workbook).exit_code == 0
    return workbook


@pytest.fixture
def corrected(corrected_to_copy: Path, tmp_path: Path) -> Path:
    """Of that event alone a workbook with a round typed and an old result corrected, and both in the log."""
    return Path(shutil.copy(corrected_to_copy, tmp_path / corrected_to_copy.name))
