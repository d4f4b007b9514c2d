"""What `turnabout run` does besides running."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.books import SAMPLES, edit
from tests.support.commands import turnabout

pytestmark = pytest.mark.slow


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "cup.xlsx"))
    edit(workbook, {"Event": {"B3": "5/6/26"}})
    return workbook


def test_a_blank_round_is_paired_anew(workbook: Path) -> None:
    """Desk 2.23."""
    turnabout("run", workbook)
    assert "Paired round 3: 9 tables" in turnabout("run", workbook, "--pair-again", 3).output
    assert "Round 2 cannot be paired again" in turnabout("run", workbook, "--pair-again", 2).output
