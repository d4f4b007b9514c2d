from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.archive.killing import AT_ONCE, EVENTS_IN_LISTS
from tests.dose import dose

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.processes,
    pytest.mark.soak,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed"),
]


def killed(folder: Path, kills: int, workbooks: int, *server: str) -> dict[int, int]:
    """Kill imports, and return how many events were left how often; what is not whole fails the test."""
    words = [str(folder), str(kills), str(workbooks), "1", *server]
    done = subprocess.run(
        [sys.executable, "-m", "tests.archive.killing", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=dose(900, 9000),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    left = dict(pair.split(": ") for pair in done.stdout.strip().split(", "))
    return {int(events): int(times) for events, times in left.items()}


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_killed_import_of_hundreds_of_events_leaves_whole_events_and_goes_on(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    kills = dose(2, 90)
    left = killed(tmp_path, kills, 0, *([request.getfixturevalue("postgresql")] if database == "postgresql" else []))
    assert sum(left.values()) >= kills
    whole = range(0, EVENTS_IN_LISTS + 1, AT_ONCE)
    assert set(left) <= set(whole)
    assert set(left) & set(whole[1:-1]), f"kills in the middle are what is looked for: {left}"


def test_killed_additions_of_workbooks_leave_whole_events_and_go_on(tmp_path: Path) -> None:
    kills = dose(1, 40)
    left = killed(tmp_path, kills, dose(3, 8))
    assert sum(left.values()) >= kills
    assert max(left) > 0, f"kills after the first event are what is looked for: {left}"
