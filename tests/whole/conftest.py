"""What the tests of whole commands share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.whole.books import SAMPLES
from tests.whole.test_run import turnabout


@pytest.fixture(scope="session")
def run_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path_factory.mktemp("run") / "event.xlsx"))
    assert turnabout("run", workbook).exit_code == 0
    return workbook


@pytest.fixture
def ran(run_to_copy: Path, tmp_path: Path) -> Path:
    """The event in progress after its next run: 19 players; round 3 is paired, and no result of it is in."""
    shutil.copytree(run_to_copy.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / run_to_copy.name
