"""Players come and leave by the desk's buttons: names that are nearly there, and a workbook that is open.

What is offered, which cells change, and taking it back are in `tests/rules/stories`.
"""

from __future__ import annotations

from pathlib import Path

from tests.support.commands import everything
from tests.support.text_workbooks import read_sheets, write_workbook
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.coming import Offer, Way, find_alike
from turnabout_sheets.jobs.late_entry import move, take_back

EVENT = """
[Players]
Player   | Joined round
Zoe Lind |
Ann Lee  |
Cy       |
[Round 1]
Table | Player A | Player B | Game 1 winner | Game 1 count | Game 2 winner | Game 2 count
1     | Zoe Lind | Ann Lee
      | Cy       | BYE
"""


def write(folder: Path) -> Path:
    return write_workbook(folder / "event.xlsx", read_sheets(EVENT.lstrip()))


def test_a_name_that_is_nearly_one_that_is_there_is_asked(tmp_path: Path) -> None:
    outcome = check(write(tmp_path))
    assert outcome.event is not None
    assert [find_alike(outcome.event, name) for name in ("Zoe Lint", "Lee, Ann", "Cy", "Kim Kay", "zo", "lind")] == [
        ["Zoe Lind"], ["Ann Lee"], [], [], ["Zoe Lind"], ["Zoe Lind"],
    ]  # fmt: skip


def test_an_open_workbook_is_left_alone_and_the_cells_are_told(tmp_path: Path) -> None:
    workbook = write(tmp_path)
    (tmp_path / "~$event.xlsx").touch()
    before = everything(tmp_path)
    moved = move(workbook, "Zoe", Offer(Way.LATE, 2))
    assert moved.other is not None
    assert (moved.done, [(str(cell.place), cell.shown_after) for cell in moved.cells]) == (
        False, [("Players!A5", "Zoe"), ("Players!B5", "2")],
    )  # fmt: skip
    assert everything(tmp_path) == before


def test_a_backup_is_kept_of_what_was_there_before(tmp_path: Path) -> None:
    workbook = write(tmp_path)
    before = workbook.read_bytes()
    moved = move(workbook, "Zoe", Offer(Way.LATE, 2))
    assert [each.path.read_bytes() for each in list_backups(workbook)] == [before]
    assert take_back(workbook, moved).done
