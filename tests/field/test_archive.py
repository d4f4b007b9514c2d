"""Old results as other programs and people have them, and the archive that they come into."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from tests.field.cases import cases, opened, play
from tests.support.books import SAMPLES

pytestmark = pytest.mark.field


@pytest.mark.parametrize("case", cases("archive.txt"))
def test_old_results_are_read_as_they_are_meant(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archive 1.1, 3.4, 3.5 and 5.5."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    play(case)


@pytest.mark.processes
def test_the_desk_says_beside_its_button_which_archive_is_meant(tmp_path: Path) -> None:
    """Archive 1.1; desk 2.8."""
    workbook = shutil.copy(SAMPLES / "finished.xlsx", tmp_path)
    until = time.monotonic() + 60
    with opened(tmp_path, "watch", workbook, "--no-browser") as ask:
        while "The event begins a new archive: " not in (page := ask()):
            assert time.monotonic() < until, page
            time.sleep(0.1)
        assert str(tmp_path / "turnabout-archive.sqlite") in page
