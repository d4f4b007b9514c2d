"""What somebody saves in the very moment in which the workbook is replaced is not lost."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.systems import MAKES_LINKS
from tests.workbook.saving import (
    EXCEL_LOCK,
    FOURTH,
    MANNERS,
    NEW,
    OLD,
    OTHER,
    SAVED_MEANWHILE,
    THIRD,
    Act,
    exchanges_names,
    failing,
    nothing_is_left,
    renamed,
    versions,
)
from turnabout_sheets.core.atomic_write import exchange
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.workbook.files import atomic_write, save
from turnabout_sheets.workbook.files.atomic_write import (
    OpenElsewhereError,
    SaveError,
    WorkbookChangedError,
)
from turnabout_sheets.workbook.files.save import open_workbook, replace


@pytest.fixture(autouse=True)
def _where_names_are_exchanged(tmp_path: Path) -> None:
    if not exchanges_names(tmp_path):
        pytest.skip("no two files exchange their names here")


def act_at(monkeypatch: pytest.MonkeyPatch, before: Mapping[int, Act], after: Mapping[int, Act] = {}) -> list[int]:
    """Have somebody act right before and after exchanges, counted from 1; return a list that tells these numbers."""
    done: list[int] = []

    def exchange_among_others(out: Path, path: Path) -> bool:
        done.append(len(done) + 1)
        before.get(done[-1], bool)(path)
        exchanged = exchange(out, path)
        after.get(done[-1], bool)(path)
        return exchanged

    monkeypatch.setattr(atomic_write, "exchange", exchange_among_others)
    return done


# A save in between


@pytest.mark.parametrize("save_so", MANNERS)
def test_who_saves_in_the_instant_before_has_the_name(
    path: Path, monkeypatch: pytest.MonkeyPatch, save_so: Callable[[bytes], Act]
) -> None:
    """Safety 2.5."""
    exchanges = act_at(monkeypatch, {1: save_so(OTHER)})
    with pytest.raises(WorkbookChangedError) as caught:
        replace(open_workbook(path), NEW)
    assert str(caught.value) == SAVED_MEANWHILE
    assert (path.read_bytes(), versions(path), exchanges) == (OTHER, [OLD], [1, 2])
    assert nothing_is_left(path)


@pytest.mark.parametrize("save_so", MANNERS)
def test_who_saves_a_moment_later_saves_over_the_new_version(
    path: Path, monkeypatch: pytest.MonkeyPatch, save_so: Callable[[bytes], Act]
) -> None:
    exchanges = act_at(monkeypatch, {}, {1: save_so(OTHER)})
    replace(open_workbook(path), NEW)
    assert (path.read_bytes(), versions(path), exchanges) == (OTHER, [OLD], [1])
    assert nothing_is_left(path)


@pytest.mark.parametrize("save_so", MANNERS)
@pytest.mark.parametrize("when", ["after the first", "before the second"])
def test_who_saves_again_has_the_name_and_the_save_before_is_a_version(
    path: Path, monkeypatch: pytest.MonkeyPatch, save_so: Callable[[bytes], Act], when: str
) -> None:
    """Safety 2.5."""
    is_early = when == "after the first"
    exchanges = act_at(
        monkeypatch,
        {1: save_so(OTHER)} if is_early else {1: save_so(OTHER), 2: save_so(THIRD)},
        {1: save_so(THIRD)} if is_early else {},
    )
    with pytest.raises(WorkbookChangedError):
        replace(open_workbook(path), NEW)
    assert (path.read_bytes(), versions(path)) == (THIRD, [OTHER, OLD])
    assert len(exchanges) == (1 if is_early else 3)
    assert nothing_is_left(path)


def test_of_several_who_save_at_each_step_each_has_a_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = {1: renamed(OTHER), 2: renamed(THIRD), 3: renamed(FOURTH)}
    act_at(monkeypatch, acts)
    with pytest.raises(WorkbookChangedError):
        replace(open_workbook(path), NEW)
    assert path.read_bytes() == FOURTH
    assert versions(path) == [THIRD, OLD], "the fourth save was over the second"
    assert nothing_is_left(path)


def test_who_never_stops_saving_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = [b"save %d" % number for number in range(100)]
    act_at(monkeypatch, {number: renamed(data) for number, data in enumerate(saves, 1)})
    with pytest.raises(WorkbookChangedError):
        replace(open_workbook(path), NEW)
    there = {path.read_bytes(), *versions(path)}
    assert NEW not in there
    assert len(there & set(saves)) == 2
    assert nothing_is_left(path)


def test_a_workbook_that_is_deleted_in_the_instant_before_stays_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    act_at(monkeypatch, {1: Path.unlink})
    with pytest.raises(WorkbookChangedError, match="was moved or deleted while the program was at work"):
        replace(open_workbook(path), NEW)
    assert (path.exists(), versions(path)) == (False, [OLD])
    assert nothing_is_left(path)


def test_what_is_saved_and_deleted_is_a_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    act_at(monkeypatch, {1: renamed(OTHER), 2: Path.unlink})
    with pytest.raises(WorkbookChangedError):
        replace(open_workbook(path), NEW)
    assert (path.exists(), versions(path)) == (False, [OTHER, OLD])
    assert nothing_is_left(path)


@MAKES_LINKS
def test_a_workbook_that_becomes_a_link_in_the_instant_before_stays_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def move_and_link(path: Path) -> None:
        path.rename(path.with_name("elsewhere.xlsx"))
        path.symlink_to("elsewhere.xlsx")

    act_at(monkeypatch, {1: move_and_link})
    with pytest.raises(WorkbookChangedError):
        replace(open_workbook(path), NEW)
    assert path.is_symlink()
    assert (path.read_bytes(), versions(path)) == (OLD, [OLD])
    assert not list_backups(path)[0].path.is_symlink()


def test_who_opens_the_workbook_in_between_finds_it_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 2.4."""
    act_at(monkeypatch, {1: lambda path: path.with_name(EXCEL_LOCK).touch()})
    with pytest.raises(OpenElsewhereError):
        replace(open_workbook(path), NEW)
    assert (path.read_bytes(), versions(path)) == (OLD, [OLD])
    path.with_name(EXCEL_LOCK).unlink()
    assert nothing_is_left(path)


@pytest.mark.parametrize("error", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()])
def test_what_came_out_and_cannot_be_looked_at_has_the_name_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(save, "_require_what_was_read", refuse)
    with pytest.raises((SaveError, KeyboardInterrupt)):
        replace(open_workbook(path), NEW)
    assert (path.read_bytes(), versions(path)) == (OLD, [OLD])
    assert nothing_is_left(path)


# Who holds the file


def test_a_program_that_holds_the_old_file_writes_into_the_earlier_version(path: Path) -> None:
    """Safety 2.5."""
    with path.open("r+b") as held:
        replace(open_workbook(path), NEW)
        assert versions(path) == [OLD]
        held.write(OTHER)
        held.truncate()
    assert (path.read_bytes(), versions(path)) == (NEW, [OTHER])
    assert nothing_is_left(path)


def test_what_is_written_while_it_is_put_away_is_a_version_of_its_own(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = save._require_what_was_read
    with path.open("r+b") as held:

        def look(source: save.Source, out: Path) -> None:
            looks(source, out)
            held.write(OTHER)
            held.truncate()
            held.flush()

        monkeypatch.setattr(save, "_require_what_was_read", look)
        replace(open_workbook(path), NEW)
    assert (path.read_bytes(), versions(path)) == (NEW, [OTHER, OLD])
    assert nothing_is_left(path)


def test_an_earlier_version_has_no_other_names(path: Path) -> None:
    """Safety 2.12."""
    other = path.with_name("other.xlsx")
    try:
        os.link(path, other)
    except OSError:
        pytest.skip("files have one name here")
    replace(open_workbook(path), NEW)
    other.write_bytes(OTHER)
    assert (path.read_bytes(), versions(path)) == (NEW, [OLD])


def test_an_earlier_version_is_the_very_file_that_was_saved(path: Path) -> None:
    was = path.stat()
    replace(open_workbook(path), NEW)
    kept = list_backups(path)[0].path.stat()
    assert (kept.st_ino, kept.st_mtime_ns) == (was.st_ino, was.st_mtime_ns)


def test_what_cannot_be_moved_to_the_earlier_versions_is_there_as_a_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the folder of earlier versions is on another disk."""
    error = OSError(errno.EXDEV, "Invalid cross-device link")
    came_out = failing(error, when=lambda file, _: file.suffix == ".out", otherwise=Path.replace)
    monkeypatch.setattr(Path, "replace", came_out)
    replace(open_workbook(path), NEW)
    assert (path.read_bytes(), versions(path)) == (NEW, [OLD])
    assert nothing_is_left(path)


def test_a_copy_that_is_on_the_disk_stays_where_the_file_itself_cannot_be_put_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 2.6."""
    was = path.stat().st_ino
    error = OSError(errno.EIO, "Input/output error")
    old = failing(error, when=lambda descriptor: os.fstat(descriptor).st_ino == was, otherwise=os.fsync)
    monkeypatch.setattr(os, "fsync", old)
    replace(open_workbook(path), NEW)
    assert (path.read_bytes(), versions(path)) == (NEW, [OLD])
    assert list_backups(path)[0].path.stat().st_ino != was
    assert nothing_is_left(path)


def test_names_are_exchanged_in_one_step(tmp_path: Path) -> None:
    one, other = tmp_path / "Zoë\udcff.txt", tmp_path / "two"
    with contextlib.suppress(OSError):  # macOS has only names that are text
        one.write_text("one")
    if not one.exists():
        one = tmp_path / "Zoë.txt"
        one.write_text("one")
    other.write_text("two")
    assert exchange(one, other)
    assert (one.read_text(), other.read_text()) == ("two", "one")
    one.unlink()
    with pytest.raises(FileNotFoundError):
        exchange(one, other)
    assert other.read_text() == "one"
