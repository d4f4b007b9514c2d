"""Old results as other programs and people have them, and the archive that they come into."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.field.cases import FILES, opened
from tests.support.books import SAMPLES
from tests.support.transcripts import compare, load, play

pytestmark = pytest.mark.field


@pytest.mark.parametrize(("file", "case"), load([FILES / "archive.txt"]))
def test_old_results_are_read_as_they_are_meant(
    file: Path, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Archive 1.1, 3.4, 3.5 and 5.5."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    compare(file, case, play(case), request.config.getoption("--rewrite-golden"))


@pytest.mark.processes
def test_the_desk_says_beside_its_button_which_archive_is_meant(tmp_path: Path) -> None:
    """Archive 1.1; desk 2.8."""
    workbook = shutil.copy(SAMPLES / "finished.xlsx", tmp_path)
    with opened(tmp_path, "watch", workbook, "--no-browser") as page:
        page.wait_for("live", "The event begins a new archive: ")
        assert str(tmp_path / "turnabout-archive.sqlite") in page.ask()
