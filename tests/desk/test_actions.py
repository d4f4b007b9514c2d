"""What the buttons of the desk's page do."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from queue import Queue

import pytest
from lxml import html

from tests.desk.fake import FakeDesk, as_desk, run_sample
from tests.prints.round_texts import texts
from tests.support.books import SAMPLES, sheet_names
from tests.support.commands import everything
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.desk.actions import Buttons
from turnabout_sheets.desk.sentences import Reply
from turnabout_sheets.desk.state import DeskState, ToPrint
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.prints.outdated import Outdated

AGAIN = Outdated(3, (2, 8), ("round-03-pairings-by-table.html",))


@pytest.fixture
def state(tmp_path: Path) -> DeskState:
    return run_sample("in-progress", tmp_path)


def buttons(state: DeskState) -> tuple[FakeDesk, Buttons]:
    desk = FakeDesk(state)
    return desk, Buttons(as_desk(desk))


def test_print_again_shows_the_slips_of_its_tables_and_the_lists_and_writes_nothing(state: DeskState) -> None:
    """Desk 2.5."""
    before = everything(state.workbook.parent)
    _, pressed = buttons(replace(state, to_print=ToPrint("", AGAIN)))
    page = pressed.show_again()
    assert page is not None
    tree = html.document_fromstring(page)
    assert [each.text for each in tree.xpath('//*[@class="number"]')] == ["2", "8"]
    assert "Pairings by table" in tree.text_content()
    assert "Pairings by player" not in tree.text_content()
    assert len(tree.find_class("sheet")) == 2
    assert everything(state.workbook.parent) == before


def test_lists_alone_are_printed_again_without_a_slip(state: DeskState, tmp_path: Path) -> None:
    _, pressed = buttons(replace(state, to_print=ToPrint("", AGAIN._replace(tables=()))))
    page = pressed.show_again()
    assert page is not None
    again = tmp_path / "again.html"
    again.write_bytes(page)
    assert texts(again) == texts(tmp_path / "in-progress prints" / AGAIN.files[0])


@pytest.mark.parametrize("again", [None, Outdated(3, (), (), ("movement-sheets.html",))])
def test_with_nothing_to_print_again_there_is_no_page(state: DeskState, again: Outdated | None) -> None:
    _, pressed = buttons(replace(state, to_print=ToPrint("", again)))
    assert pressed.show_again() is None


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


def test_undo_brings_the_version_before_back_and_once_more_the_one_after(state: DeskState) -> None:
    """Desk 2.9."""
    desk, pressed = buttons(state)
    (kept,) = list_backups(state.workbook)
    before, after = kept.path.read_bytes(), state.workbook.read_bytes()
    time = f"{kept.replaced:%H:%M:%S}"
    assert pressed.list_versions() == [kept]
    assert pressed.go_back({}).text == (
        f"in-progress.xlsx is restored as of {time}. The replaced version is kept: undo once more to get it back."
    )
    assert state.workbook.read_bytes() == before
    pressed.go_back({})
    assert state.workbook.read_bytes() == after
    assert desk.rests == 2


@pytest.mark.parametrize("lock", ["~$in-progress.xlsx", ".~lock.in-progress.xlsx#"])
def test_nothing_is_undone_while_the_workbook_is_open(state: DeskState, lock: str) -> None:
    """Desk 2.9."""
    _, pressed = buttons(state)
    state.workbook.with_name(lock).touch()
    before = everything(state.workbook.parent)
    assert pressed.go_back({}).text.startswith("in-progress.xlsx is open in ")
    assert everything(state.workbook.parent) == before


def test_without_an_earlier_version_nothing_is_undone(state: DeskState) -> None:
    _, pressed = buttons(state)
    list_backups(state.workbook)[0].path.unlink()
    assert pressed.list_versions() == []
    assert pressed.go_back({}) == Reply("There is no earlier version of in-progress.xlsx.", "en")


def test_a_workbook_that_is_gone_or_broken_is_brought_back(state: DeskState) -> None:
    _, pressed = buttons(state)
    kept = list_backups(state.workbook)[0].path.read_bytes()
    state.workbook.unlink()
    pressed.go_back({})
    assert state.workbook.read_bytes() == kept
    state.workbook.write_bytes(b"half")
    pressed.go_back({})
    assert state.workbook.read_bytes() == kept


def test_what_the_system_refuses_is_said_in_english(state: DeskState) -> None:
    _, pressed = buttons(state)
    list_backups(state.workbook)[0].path.write_bytes(b"not a workbook")
    said = pressed.go_back({})
    assert said.language == "en"
    assert "is no workbook" in said.text or "not" in said.text


def test_the_folder_is_opened_at_the_workbook(state: DeskState, monkeypatch: pytest.MonkeyPatch) -> None:
    """Desk 2.10."""
    opened: Queue[tuple[str, bool]] = Queue()
    monkeypatch.setattr("click.launch", lambda url, wait, locate: opened.put((url, locate)))
    _, pressed = buttons(state)
    assert pressed.open_folder({}).text == f"The workbook is in the folder {state.workbook.parent}"
    assert opened.get(timeout=60) == (str(state.workbook), True)


def test_the_first_round_is_paired_when_somebody_says_so(state: DeskState) -> None:
    """Desk 2.3."""
    desk, pressed = buttons(state)
    assert pressed.pair({}).text == "The workbook is being read."
    assert desk.pairs == 1


def test_a_round_that_waits_is_paired_anew_from_what_there_is_now(tmp_path: Path) -> None:
    """Desk 2.6."""
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path))
    lock = workbook.with_name(f"~${workbook.name}")
    lock.touch()
    published = run(workbook, Options(sheets_may_wait=True))
    (kept,) = (tmp_path / "in-progress backups").glob("round *.json")
    desk, pressed = buttons(DeskState(1, workbook, published))
    assert pressed.pair_anew({}) == Reply("Round 3 is re-paired.", "en")
    assert (desk.rests, desk.accepted) == (1, [(Asked.GONE, 3)])
    assert not kept.exists()
    lock.unlink()
    desk.show(outcome=run(workbook, Options(sheets_may_wait=True)))
    said = "Its sheet is in the workbook already. To re-pair anyway, press again."
    assert pressed.pair_anew({}) == Reply(said, "en")
    assert "Round 3" in sheet_names(workbook)


def test_with_an_earlier_version_the_desk_goes_on_when_somebody_says_so(state: DeskState) -> None:
    """Desk 2.9."""
    desk, pressed = buttons(state)
    assert pressed.go_on({}).text == "The workbook is being read."
    assert desk.runs == 1
