"""The event into the archive by a button of the desk, and what the desk knows of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.desk.desks import wait_until, watching
from tests.desk.fake import FakeDesk, as_desk, run_sample
from tests.support.books import SAMPLES, edit
from tests.support.commands import everything, turnabout
from turnabout_sheets.archive.journal import list_changes
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.core.digests import digest_of
from turnabout_sheets.desk.actions import Buttons, Reply
from turnabout_sheets.desk.archiving import find_archived
from turnabout_sheets.desk.state import Archived, DeskState
from turnabout_sheets.prints.words import load_words

pytestmark = pytest.mark.slow

EVENT = "\u2068Spring Turnabout (2026-03-14)\u2069"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DeskState:
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    return run_sample("finished", tmp_path)


def press(state: DeskState, **pressed: Any) -> tuple[Reply, Archived]:
    """Press the button, and return what it says, and what the desk shows then."""
    desk = FakeDesk(state)
    reply = Buttons(as_desk(desk)).archive(pressed)
    return reply, desk.state.archived


def say(archived: Archived) -> list[str]:
    """Return what the desk says besides of how the event lies in the archive."""
    return [load_words("en").say(each) for each in archived.remarks]


def found(state: DeskState) -> str:
    """Return in which archive the desk finds the workbook as it is."""
    assert state.outcome is not None
    return find_archived(state.outcome, digest_of(state.workbook.read_bytes())).place


def test_the_button_does_what_the_command_does(state: DeskState) -> None:
    """Archive 1.1; desk 2.8."""
    archive = str(state.workbook.with_name("turnabout-archive.sqlite"))
    assert found(state) == ""
    assert press(state) == (Reply(f"{EVENT}: added to the archive.", "en"), Archived(archive))
    assert found(state) == archive
    assert "already archived, unchanged" in turnabout("archive", "add", state.workbook).output
    assert press(state)[0].text == f"{EVENT}: already in the archive, unchanged."


def test_a_workbook_that_was_changed_since_replaces_the_event_and_says_what_changes(state: DeskState) -> None:
    """Archive 2.3; desk 2.8."""
    press(state)
    edit(state.workbook, {"Event": {"B4": "Old hall"}})
    assert found(state) == ""
    reply, archived = press(state)
    assert reply.text == f"{EVENT}: replaced in the archive."
    assert say(archived) == ["What changes: venue Town hall → Old hall."]
    assert found(state) == archived.place


def test_what_may_be_another_event_is_asked_about_first(state: DeskState) -> None:
    """Desk 2.8."""
    bring_in(state, "Spring Turnabout,2026-03-14,Ada Marsh,1,3,0,0,yes")
    reply, archived = press(state)
    assert reply.text == "Nothing is archived yet: answer the question above."
    assert (archived.place, archived.question) == ("", "Spring Turnabout (2026-03-14)")
    assert say(archived) == [
        "In the archive, Spring Turnabout (2026-03-14) has the same name and day, or the same Event ID, but this is "
        "not the same: players."
    ]
    assert found(state) == ""
    reply, archived = press(state, same="yes")
    assert reply.text == f"{EVENT}: replaced in the archive."
    assert found(state) == archived.place


def test_the_same_event_under_another_name_is_asked_about_first(state: DeskState) -> None:
    """Archive 2.6; desk 2.8."""
    press(state)
    edit(state.workbook, {"Event": {"B2": "March evening"}})
    reply, archived = press(state)
    assert reply.text == "Nothing is archived yet: answer the question above."
    assert archived.question == "March evening (2026-03-14)"
    assert say(archived) == [
        "In the archive, Spring Turnabout (2026-03-14) has the same day, the same players and the same positions, "
        "under another name."
    ]
    reply, archived = press(state, same="yes")
    assert reply.text == "\u2068March evening (2026-03-14)\u2069: replaced in the archive."
    assert say(archived) == ["What changes: name Spring Turnabout → March evening."]


def test_a_day_after_today_is_said(state: DeskState, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archive 2.7."""
    monkeypatch.setattr("turnabout_sheets.jobs.archive.today", lambda: "2026-03-13")
    assert say(press(state)[1]) == [
        "Spring Turnabout (2026-03-14) is in the future. If the date is wrong, take the event out of the archive first "
        "(turnabout archive remove); then correct the date, and archive the event again."
    ]


def test_a_new_name_that_is_nearly_an_old_one_is_said(state: DeskState) -> None:
    bring_in(state, "Old Open,2011-05-07,Elena Sing,1,3,0,0,yes")
    (remark,) = say(press(state)[1])
    assert remark.startswith("Elena Singh is new in the archive. Is that Elena Sing?")


def bring_in(state: DeskState, line: str) -> None:
    """Put an old event of one line into the archive beside the workbook."""
    lines = state.workbook.with_name("old.csv")
    header = "Event,Date,Player,Position,Wins,Draws,Losses,Played all rounds"
    lines.write_text(f"{header}\n{line}\n", "utf-8")
    archive = state.workbook.with_name("turnabout-archive.sqlite")
    assert turnabout("archive", "import", lines, "--archive", archive).exit_code == 0


def test_without_a_day_nothing_is_archived_and_no_archive_is_left(state: DeskState) -> None:
    """Archive 2.1."""
    edit(state.workbook, {"Event": {"B3": None}})
    reply, archived = press(state)
    assert reply == Reply(
        "The archive needs the day of the event: type it on the sheet Event, such as 2026-05-31, and save.", "en"
    )
    assert archived == Archived()
    assert not state.workbook.with_name("turnabout-archive.sqlite").exists()


def test_the_archive_that_the_environment_names_is_meant(
    state: DeskState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 1.1."""
    club = str(tmp_path / "club.sqlite")
    monkeypatch.setenv("TURNABOUT_ARCHIVE", club)
    assert press(state)[1].place == found(state) == club


@pytest.mark.parametrize("name", ["Ann", "Ann\n"])
def test_the_environment_says_who_archives(name: str, state: DeskState, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archive 6.7."""
    monkeypatch.setenv("TURNABOUT_AS", name)
    with open_archive(press(state)[1].place).reading() as connection:
        assert [change.author for change in list_changes(connection)] == ["Ann"]


def test_what_the_environment_says_and_nobody_can_keep_is_refused(
    state: DeskState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 6.6."""
    monkeypatch.setenv("TURNABOUT_AS", "Ann\nBea")
    reply, archived = press(state)
    assert reply.text.startswith("The environment variable TURNABOUT_AS says in several lines")
    assert (archived, found(state)) == (Archived(), "")


def test_a_file_that_is_no_archive_is_said_and_left_alone(state: DeskState) -> None:
    state.workbook.with_name("turnabout-archive.sqlite").write_bytes(b"something else" * 100)
    before = everything(state.workbook.parent)
    reply, archived = press(state)
    assert "is damaged, or is no archive of the program" in reply.text
    assert (archived, found(state)) == (Archived(), "")
    assert everything(state.workbook.parent) == before


def test_a_workbook_that_is_gone_is_said(state: DeskState) -> None:
    state.workbook.unlink()
    assert "finished.xlsx" in press(state)[0].text


def test_a_database_is_not_asked_while_the_desk_watches(state: DeskState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNABOUT_ARCHIVE", "postgresql://nobody@127.0.0.1:1/nothing")
    assert found(state) == ""
    assert press(state)[0].text.startswith("The archive cannot be used.")


@pytest.mark.usefixtures("short_pauses")
def test_a_desk_knows_what_it_has_archived_and_what_is_archived_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Desk 2.8."""
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    workbook = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path))
    with watching(workbook) as desk:
        assert not wait_until(desk, lambda state: state.outcome is not None).archived.place
        Buttons(desk).archive({})
        assert desk.state.archived.place
    with watching(workbook) as desk:
        assert wait_until(desk, lambda state: state.outcome is not None).archived.place
        edit(workbook, {"Event": {"B4": "Old hall"}})
        wait_until(desk, lambda state: not state.archived.place)
