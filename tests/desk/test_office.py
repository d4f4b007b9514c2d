"""A desk beside the real LibreOffice: what is typed and saved there is seen, and the sheets go in when it is closed."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from tests.desk.desks import wait_for_fault, wait_until, watching
from tests.desk.pauses import QUIET
from tests.office import office
from tests.support.books import SAMPLES, records
from turnabout_sheets.desk.state import DeskState


def has_count(state: DeskState, count: int) -> bool:
    return any(change.cell == "E5" and change.after == str(count) for change in state.changes)


@pytest.mark.office
@pytest.mark.slow
@pytest.mark.usefixtures("short_pauses")
def test_saves_of_libreoffice_are_seen_while_the_workbook_stays_open(tmp_path: Path) -> None:
    """Desk 6.1."""
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "Friday.xlsx"))
    hand = office()
    with watching(workbook) as desk:
        wait_for_fault(desk, None)
        hand.open(workbook)
        wait_until(desk, lambda state: state.open_in)
        for count in (3, 4):
            hand.type("Round 3", {"D5": "A", "E5": str(count), "F5": "B", "G5": "1"})
            hand.save()
            saved = workbook.read_bytes()
            state = wait_until(desk, lambda state, count=count: has_count(state, count) and state.outcome.waiting)
            assert state.open_in is not None
            assert state.fault is None
            assert workbook.read_bytes() == saved
            time.sleep(QUIET)
            assert workbook.read_bytes() == saved, "nothing is written into an open workbook"
        hand.close()
        state = wait_until(desk, lambda state: state.outcome is not None and state.outcome.digest)
        assert state.open_in is None
        matches = {row["Table"]: row for row in records(workbook, "Matches") if row["Round"] == 3}
        assert matches[4]["Game 1 count"] == 4
