from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.archive.killing import AT_ONCE, EVENTS_IN_LISTS
from tests.dose import dose
from tests.support.modules import work_at

pytestmark = [
    pytest.mark.processes,
    pytest.mark.soak,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed"),
]


def killed(folder: Path, kills: int, workbooks: int, *server: str) -> dict[int, int]:
    """Kill imports, and return how many events were left how often; what is not whole fails the test."""
    told = work_at("tests.archive.killing", folder, kills, workbooks, 1, *server)
    left = dict(pair.split(": ") for pair in told.strip().split(", "))
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
