"""Whatever call of a run the system refuses, the run says so, the workbook is whole, and what is published stays."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import pytest

from tests.dose import dose
from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from tests.support.modules import work_at
from tests.whole.refused_calls import ERRORS


@pytest.mark.processes
@pytest.mark.soak
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_run_of_which_a_call_is_refused_changes_nothing_that_is_published(tmp_path: Path) -> None:
    """Safety 2.5, 3.2 and 8.1."""
    calls = dose(2, 10_000)
    refused, there = map(int, work_at("tests.whole.refused_calls", tmp_path, calls).split()[:2])
    assert refused == min(calls, there)
    assert there > 400 * len(ERRORS), "what the run asks of the system was not seen"


@pytest.mark.slow
def test_a_folder_of_pages_that_may_not_be_looked_at_stops_no_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 8.1: an error of the disk is no fault of the program."""
    event, there = tmp_path / "event.xlsx", Path.exists
    shutil.copy(SAMPLES / "in-progress.xlsx", event)

    def exists(path: Path) -> bool:
        if path.name == "event prints":
            raise OSError(errno.EIO, "the disk", str(path))
        return there(path)

    monkeypatch.setattr(Path, "exists", exists)
    done = turnabout("run", event)
    assert done.exit_code == 0, done.output
    assert (tmp_path / "event prints" / "index.html").is_file()
