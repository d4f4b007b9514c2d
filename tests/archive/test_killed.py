from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.dose import dose
from tests.support.modules import work_at


@pytest.mark.nightly
@pytest.mark.processes
@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")
def test_an_import_into_a_server__killed__leaves_whole_events_and_is_done_by_the_next(
    tmp_path: Path, postgresql: str
) -> None:
    told = work_at("tests.whole.killed", tmp_path, dose(2, 100), "kill", "archive import", postgresql)
    assert int(told.split(": ")[3]) > 100
