"""The random seed in the report, so that anybody can repeat the draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import turnabout

SEED = "otter lantern Björk 7"


@pytest.mark.slow
def test_the_seed_is_told_at_the_end_and_not_before(tmp_path: Path) -> None:
    """Rules 1.5.12."""
    for played in (1, 2):
        workbook, report = tmp_path / f"{played}.xlsx", tmp_path / f"{played} prints" / "report.html"
        turnabout("simulate", workbook, "--players", 4, "--rounds", 2, "--played", played, "--seed", SEED)
        assert turnabout("print", workbook, "--only", "report").exit_code == 0
        assert (SEED in report.read_text("utf-8")) == (played == 2)
