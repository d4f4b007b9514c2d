"""Files that are new or made by the program: never over what is not ours."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.workbook.saving import EXCEL_LOCK, NEW, OLD, OTHER, failing, files, unchanged
from turnabout_sheets.core import outputs
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.workbook.files.save import (
    OpenElsewhereError,
    SaveError,
    write_new,
    write_output,
)


def test_a_new_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "New.xlsx"
    write_new(path, NEW)
    assert path.read_bytes() == NEW
    assert files(tmp_path) == {"New.xlsx"}
    if sys.platform != "win32":
        (tmp_path / "plain").touch()
        assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_new_file_never_takes_the_place_of_another(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SaveError, match=r"^Friday\.xlsx exists already; choose another name"):
        write_new(path, NEW)
    monkeypatch.setattr(Path, "exists", lambda _: False)  # it came into being a moment after we looked
    with pytest.raises(SaveError):
        write_new(path, NEW)
    monkeypatch.undo()
    assert unchanged(path)


@pytest.mark.parametrize("present", [True, False])
def test_memory_sticks_have_no_links(path: Path, monkeypatch: pytest.MonkeyPatch, *, present: bool) -> None:
    monkeypatch.setattr(os, "link", failing(PermissionError(errno.EPERM, "no links here")))
    target = path if present else path.with_name("New.xlsx")
    if present:
        answers = iter([False, True])
        monkeypatch.setattr(Path, "exists", lambda _: next(answers))
        with pytest.raises(SaveError):
            write_new(target, NEW)
        monkeypatch.undo()
        assert unchanged(path)
    else:
        write_new(target, NEW)
        assert target.read_bytes() == NEW
        assert files(path.parent) == {"Friday.xlsx", "New.xlsx"}


def outputs_there(path: Path) -> list[bytes]:
    """What is kept of the file at a path, the newest first."""
    return [backup.path.read_bytes() for backup in list_backups(path)]


def test_what_the_program_wrote_itself_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "Out.xlsx"
    for data in (NEW, OTHER, NEW):
        assert write_output(path, data, overwrite=False)
        assert path.read_bytes() == data
        assert not write_output(path, data, overwrite=False)
    assert outputs_there(path) == []
    assert files(tmp_path) == {"Out.xlsx", "Out backups"}


def test_what_somebody_else_wrote_is_overwritten_only_on_demand_and_with_a_backup(path: Path) -> None:
    """Safety 4.1."""
    with pytest.raises(SaveError) as caught:
        write_output(path, NEW, overwrite=False)
    assert str(caught.value) == (
        f"{path} is there already, and is not as turnabout wrote it, so it was left as it is; choose another name, or "
        'add --overwrite: then it is kept in the folder "Friday backups".'
    )
    with pytest.raises(SaveError):
        write_output(path, NEW, overwrite=False, dry_run=True)
    assert unchanged(path)
    assert write_output(path, NEW, overwrite=True)
    assert path.read_bytes() == NEW
    assert outputs_there(path) == [OLD]


def test_what_was_changed_since_the_program_wrote_it_is_somebodys(tmp_path: Path) -> None:
    """Safety 4.4."""
    path = tmp_path / "Out.xlsx"
    write_output(path, NEW, overwrite=False)
    path.write_bytes(OLD)
    with pytest.raises(SaveError):
        write_output(path, OTHER, overwrite=False)
    assert path.read_bytes() == OLD
    write_output(path, OTHER, overwrite=True)
    assert outputs_there(path) == [OLD]


def test_what_is_changed_while_an_output_is_written_is_somebodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 4.4."""
    path = tmp_path / "Out.xlsx"
    write_output(path, NEW, overwrite=False)
    monkeypatch.setattr(outputs, "keep_access", lambda *_: path.write_bytes(OLD))
    with pytest.raises(SaveError):
        write_output(path, OTHER, overwrite=False)
    assert path.read_bytes() == OLD


def test_a_trial_of_an_output_writes_nothing(tmp_path: Path) -> None:
    assert write_output(tmp_path / "Out.xlsx", NEW, overwrite=False, dry_run=True)
    assert files(tmp_path) == set()


@pytest.mark.parametrize("step", ["_remember", "move_into_place"])
def test_an_output_that_was_interrupted_is_still_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "Out.xlsx"
    write_output(path, NEW, overwrite=False)
    original = getattr(outputs, step)

    def killed(*arguments: Any) -> None:
        if step == "_remember" or arguments[1] == path:
            raise KeyboardInterrupt
        original(*arguments)

    monkeypatch.setattr(outputs, step, killed)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            write_output(path, OTHER, overwrite=False)
    monkeypatch.undo()
    assert path.read_bytes() == NEW
    write_output(path, OTHER, overwrite=False)
    assert path.read_bytes() == OTHER


def test_an_output_that_is_open_is_left_alone(path: Path) -> None:
    (path.parent / EXCEL_LOCK).touch()
    with pytest.raises(OpenElsewhereError):
        write_output(path, OTHER, overwrite=True)
    assert path.read_bytes() == OLD


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"^New\.xlsx was not saved, because the folder \S+nowhere is not there; "):
        write_new(tmp_path / "nowhere" / "New.xlsx", NEW)
