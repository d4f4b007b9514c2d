"""What the buttons of the desk's page do."""

from __future__ import annotations

from pathlib import Path
from queue import Queue

import pytest

from tests.desk.fake import FakeDesk, as_desk, run_sample
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.desk.actions import Buttons
from turnabout_sheets.desk.edits import Edits
from turnabout_sheets.desk.sentences import Reply
from turnabout_sheets.desk.state import DeskState, ToPrint
from turnabout_sheets.prints.outdated import Outdated

AGAIN = Outdated(3, (2, 8), ("round-03-pairings-by-table.html",))


@pytest.fixture
def state(tmp_path: Path) -> DeskState:
    return run_sample("in-progress", tmp_path)


def buttons(state: DeskState) -> tuple[FakeDesk, Buttons]:
    desk = FakeDesk(state)
    return desk, Buttons(as_desk(desk))


def test_what_was_shown_is_printed_and_nothing_that_has_come_since(state: DeskState) -> None:
    desk, pressed = buttons(state)
    pressed.show_print("round-03.html")
    desk.show(to_print=ToPrint("round-03.html", AGAIN))
    assert pressed.note_printed({}) == Reply("It was sent to the printer. If nothing comes out:", "en")
    assert desk.state.to_print == ToPrint("", AGAIN)
    pressed.show_again()
    pressed.note_printed({})
    assert desk.state.to_print == ToPrint()


def test_a_page_that_is_not_to_be_printed_changes_nothing(state: DeskState) -> None:
    desk, pressed = buttons(state)
    assert pressed.show_print("index.html") is not None
    pressed.note_printed({})
    assert desk.state.to_print == state.to_print


def test_without_an_earlier_version_nothing_is_undone(state: DeskState) -> None:
    edits = Edits(as_desk(FakeDesk(state)))
    list_backups(state.workbook)[0].path.unlink()
    assert (edits.list_versions(), edits.offer_undo()) == ([], None)
    assert edits.go_back({}) == Reply("There is no earlier version of in-progress.xlsx.", "en")


def test_the_folder_is_opened_at_the_workbook(state: DeskState, monkeypatch: pytest.MonkeyPatch) -> None:
    """Desk 2.10."""
    opened: Queue[tuple[str, bool]] = Queue()
    monkeypatch.setattr("click.launch", lambda url, wait, locate: opened.put((url, locate)))
    _, pressed = buttons(state)
    assert pressed.open_folder({}).text == f"The workbook is in the folder {state.workbook.parent}"
    assert opened.get(timeout=60) == (str(state.workbook), True)
