"""Copies of a workbook that are saved later: a desk finds them, asks which to follow, and takes along what is known."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.desk.desks import save_like_excel, wait_until, watching
from tests.desk.pauses import QUIET
from tests.support.books import copy_all, edited, sheet_names
from tests.support.commands import turnabout
from tests.support.desk import GAMES
from tests.support.desk import Desk as Typing
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.desk import questions as module
from turnabout_sheets.desk.actions import Answers, Wanted
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.questions import LOOK, Copies
from turnabout_sheets.desk.state import Copy, DeskState
from turnabout_sheets.jobs.beside import take_along
from turnabout_sheets.jobs.known import FILE, read_known
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run

pytestmark = pytest.mark.slow

BEFORE = datetime.now() - timedelta(hours=1)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of which round 1 is paired, and nobody has saved it with a spreadsheet program."""
    return make(tmp_path_factory.mktemp("made") / "Friday.xlsx", "Ann", "Ben", "Cy", "Dee", "Eve", "Finn")


def make(workbook: Path, *names: str) -> Path:
    workbook.with_suffix(".txt").write_text("\n".join(names))
    turnabout("new", workbook, "--players", workbook.with_suffix(".txt"))
    run(workbook, Options())
    return workbook


@pytest.fixture
def friday(made: Path, tmp_path: Path) -> Path:
    return copy_all(made, tmp_path)


def save_as(workbook: Path, name: str = "Friday 2.xlsx", **cells: object) -> Path:
    """Save a workbook under another name, with another result."""
    copy = workbook.with_name(name)
    copy.write_bytes(edited(workbook.read_bytes(), {"Round 1": {"F2": "A", **cells}}))
    return copy


def look(copies: Copies, saved: datetime | None = BEFORE, versions: tuple[str, ...] = ()) -> Copy | None:
    """Look twice: what was saved must lie still."""
    copies.find(None, saved, versions, LOOK)
    return copies.find(None, saved, versions, LOOK)


@pytest.fixture
def copies(friday: Path) -> Copies:
    copies = Copies(friday)
    look(copies)
    return copies


# --- which is one ---


def test_what_was_saved_under_another_name_is_found_once_for_each_save(copies: Copies, friday: Path) -> None:
    """Desk 4.6."""
    copy = save_as(friday)
    found = look(copies)
    assert found is not None
    assert found.path == copy
    assert abs(found.saved.timestamp() - copy.stat().st_mtime) < 0.001
    assert look(copies) is None, "whoever has said no is not asked again"
    save_as(friday, G2=7)
    assert look(copies) is not None


def test_it_is_asked_about_as_long_as_it_is_there_and_the_newer_one(copies: Copies, friday: Path) -> None:
    copy = save_as(friday)
    found = look(copies)
    assert found is not None
    assert copies.find(found, BEFORE, (), 0) is found, "nobody looks yet"
    assert copies.find(found, BEFORE, (), LOOK) is found
    assert copies.find(found, found.saved + timedelta(seconds=1), (), LOOK) is None
    copy.unlink()
    assert copies.find(found, BEFORE, (), LOOK) is None


def test_what_is_still_being_saved_is_not_opened(copies: Copies, friday: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "recall_file", None)
    for number in range(3):
        save_as(friday, G2=number)
        assert copies.find(None, BEFORE, (), LOOK) is None


def test_what_was_there_before_is_not_asked_about(friday: Path) -> None:
    save_as(friday)
    assert look(Copies(friday)) is None


def test_what_was_saved_before_the_workbook_is_not_asked_about(copies: Copies, friday: Path) -> None:
    copy = save_as(friday)
    os.utime(copy, (1, 1))
    assert look(copies) is None
    save_as(friday, "Friday 3.xlsx")
    assert look(copies, saved=None) is None


def test_a_version_of_the_workbook_under_another_name_is_nobodys_save(copies: Copies, friday: Path) -> None:
    """Whoever copies the file to be sure has not gone on in the copy."""
    shutil.copyfile(friday, friday.with_name("As it is.xlsx"))
    earlier = next((friday.parent / "Friday backups").glob("*.xlsx"))
    shutil.copyfile(earlier, friday.with_name("As it was.xlsx"))
    assert look(copies) is None
    assert look(copies) is None
    version = save_as(friday)
    digest = module.recall_file(version)[0].digest
    assert look(copies, versions=(digest,)) is None


def test_what_the_program_writes_is_nobodys_save(copies: Copies, friday: Path) -> None:
    typed = edited(friday.read_bytes(), {"Round 1": {"F2": "A"}})
    friday.with_name("Other.txt").write_bytes(typed)  # no workbook by its name
    run(Path(shutil.copy(friday.with_name("Other.txt"), friday.with_name("In.xlsx"))), Options())
    assert look(copies) is not None, "that is somebody's"
    turnabout("run", friday, "--output", friday.with_name("Out.xlsx"))
    assert look(copies) is None


def test_another_event_is_none_though_its_log_begins_in_the_same_way(copies: Copies, friday: Path) -> None:
    other = make(friday.with_name("Saturday.xlsx"), "Gil", "Hal", "Ida", "Jo")
    assert read_known(other).event != read_known(friday).event
    other.write_bytes(edited(other.read_bytes(), {"Round 1": {"F2": "A"}}))
    assert look(copies) is None
    unknown = friday.with_name("New.xlsx")
    turnabout("new", unknown)
    assert look(copies) is None


@pytest.mark.parametrize("data", [b"", b"PK half of it"])
def test_what_is_no_workbook_is_passed_over(copies: Copies, friday: Path, data: bytes) -> None:
    friday.with_name("Friday 2.xlsx").write_bytes(data)
    assert look(copies) is None


def test_a_link_is_no_copy(copies: Copies, friday: Path) -> None:
    elsewhere = friday.parent / "elsewhere"
    elsewhere.mkdir()
    copy = save_as(friday).rename(elsewhere / "Friday 2.xlsx")
    try:
        friday.with_name("Link.xlsx").symlink_to(copy)
    except OSError:
        pytest.skip("this system lets nobody make links")
    assert look(copies) is None


# --- what is taken along ---


def test_what_is_known_and_what_waits_is_known_beside_the_copy(friday: Path) -> None:
    typing = Typing(friday)
    typing.report(1)
    lock = friday.with_name("~$Friday.xlsx")
    lock.touch()
    assert run(friday, Options(sheets_may_wait=True)).waiting
    copy = Path(shutil.copy(friday, friday.with_name("Friday 2.xlsx")))
    take_along(friday, copy)
    assert read_known(copy) == read_known(friday)
    (waiting,) = (friday.parent / "Friday 2 backups").glob("round *.json")
    assert waiting.read_bytes() == (friday.parent / "Friday backups" / waiting.name).read_bytes()
    outcome = run(copy, Options())
    assert (outcome.kept, outcome.paired) == ((2,), [])
    assert "Round 2" in sheet_names(copy)


def test_what_is_known_better_beside_the_copy_stays(friday: Path) -> None:
    copy = save_as(friday)
    run(copy, Options())
    Typing(copy).report(1)
    run(copy, Options())
    known = read_known(copy)
    assert known.version > read_known(friday).version
    take_along(friday, copy)
    assert read_known(copy) == known


def test_of_a_workbook_of_which_nothing_is_known_nothing_is_taken_along(tmp_path: Path) -> None:
    workbook = tmp_path / "Friday.xlsx"
    turnabout("new", workbook)
    take_along(workbook, tmp_path / "Friday 2.xlsx")
    assert not (tmp_path / "Friday 2 backups").exists()


# --- a desk that really watches ---


@pytest.fixture
def desk(friday: Path, short_pauses: None, no_pages: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(module, "LOOK", 0.1)
    with watching(friday) as desk:
        wait_until(desk, is_written)
        time.sleep(QUIET)
        yield desk


def is_written(state: DeskState) -> bool:
    return state.outcome is not None and state.outcome.digest != ""


@pytest.mark.slow
def test_a_desk_follows_the_copy_that_the_event_goes_on_in(desk: Desk, friday: Path) -> None:
    """Safety 3.6: a round that players have seen of the workbook before is known there, too (desk 4.6)."""
    lock, copy = friday.with_name("~$Friday.xlsx"), friday.with_name("Friday 2.xlsx")
    lock.touch()
    Typing(friday).report(1)
    published = wait_until(desk, lambda state: state.outcome.waiting and state.outcome.new_rounds)
    pairs = [(row["a"], row["b"]) for row in published.outcome.new_rounds[0].rows]  # type: ignore[union-attr]
    save_like_excel(friday, friday.read_bytes())
    shutil.copyfile(friday, copy)
    Typing(copy).type("Round 1", Typing(copy).seats(1)[0][0], dict(zip(GAMES, ("B", 20, "B", 20), strict=True)))
    copy.with_name("~$Friday 2.xlsx").touch()
    lock.unlink()
    found = wait_until(desk, lambda state: state.copy)
    assert found.copy is not None
    assert found.copy.path == copy
    wait_until(desk, is_written)
    Answers(desk).follow(Wanted(copy.name, follows=True))
    state = wait_until(desk, lambda state: state.workbook == copy and state.outcome)
    assert state.number > found.number
    assert [(each.asked, each.round) for each in state.questions] == [(Asked.GONE, 2)], "the other pairs are published"
    assert (copy.parent / "Friday 2 backups" / FILE).is_file()
    with watching(friday) as second:  # which is nobody's now
        outcome = wait_until(second, lambda state: state.outcome).outcome
        assert outcome is not None
        assert outcome.event is not None
        assert [row.pair for row in outcome.event.rounds[2]] == pairs


@pytest.mark.slow
def test_a_desk_that_stays_asks_again_when_the_copy_is_saved_again(desk: Desk, friday: Path) -> None:
    """Desk 4.6."""
    copy = save_as(friday)
    wait_until(desk, lambda state: state.copy)
    Answers(desk).follow(Wanted(copy.name, follows=False))
    time.sleep(QUIET)
    assert desk.state.copy is None
    assert desk.state.workbook == friday
    save_as(friday, G2=7)
    wait_until(desk, lambda state: state.copy)
    save_like_excel(friday, edited(friday.read_bytes(), {"Round 1": {"F3": "A"}}))
    wait_until(desk, lambda state: state.copy is None)
