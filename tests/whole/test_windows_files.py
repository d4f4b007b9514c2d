"""Files as Windows knows them: names that none has, capital letters, servers, scanners that hold what is new."""

from __future__ import annotations

import asyncio  # noqa: F401 -- which looks at the system when it is loaded, as databases do
import errno
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from turnabout_sheets.cli.main import main
from turnabout_sheets.cli.parameters import PLACE
from turnabout_sheets.core import safe_files
from turnabout_sheets.core.backups import back_up, list_backups
from turnabout_sheets.core.file_names import is_impossible_path
from turnabout_sheets.core.problems import say_name
from turnabout_sheets.prints.publish import PrintsError, publish
from turnabout_sheets.workbook.files.save import SaveError, explain_errors


@pytest.mark.parametrize(
    "path",
    [
        "CON.xlsx", r"C:\Events\nul", r"aux .old\Friday.xlsx", "COM1.2026.xlsx", "lpt³.xlsx", "CONOUT$",
        r"\\.\PhysicalDrive0", "//./COM1", "Friday.xlsx.", r"Prints \Friday.xlsx", "Friday: final.xlsx",
        "Friday.xlsx:notes", "Fri*.xlsx", "Fri\tday.xlsx",
    ],
)  # fmt: skip
def test_a_name_that_no_file_has_on_windows(path: str) -> None:
    assert is_impossible_path(path)


@pytest.mark.parametrize(
    "path",
    [
        "Friday.xlsx", r"..\Friday.xlsx", ".", "", "C:", "C:Friday.xlsx", "C:/Events/.hidden/Freitag ä.xlsx",
        "CONTEST.xlsx", "My con.xlsx", "com10.xlsx", "COM.xlsx", r"\\server\share\Friday.xlsx", "C:\\",
        r"\\?\C:\Events\Friday.xlsx",
    ],
)  # fmt: skip
def test_a_name_that_a_file_may_have_on_windows(path: str) -> None:
    assert not is_impossible_path(path)


@pytest.mark.parametrize(
    "command",
    [
        ["check", "aux"],
        ["run", "Friday.xlsx", "--output", "aux"],
        ["print", "Friday.xlsx", "--prints", "aux"],
        ["archive", "list", "--archive", "aux"],
        ["print", "Friday.xlsx", "--templates", "aux"],
    ],
    ids=" ".join,
)
def test_a_device_is_refused_before_it_is_opened(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if os.name != "nt":
        Path("aux").touch()
    monkeypatch.setattr(sys, "platform", "win32")
    refused = CliRunner().invoke(main, command)
    assert refused.exit_code == 2
    assert refused.output.endswith(f": {say_name('aux')}\n")


def test_a_pattern_that_no_shell_has_read_stands_for_the_files_that_fit_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "platform", "win32")
    for name in ("Cup [1].xlsx", "Cup 1.xlsx", "~$Cup 1.xlsx"):
        Path(name).touch()
    told = CliRunner().invoke(main, ["check", "--json", "C*.xlsx"])
    assert [each["workbook"] for each in json.loads(told.output)["workbooks"]] == ["Cup 1.xlsx", "Cup [1].xlsx"]
    told = CliRunner().invoke(main, ["check", "--json", "Cup [1].xlsx"])
    assert [each["workbook"] for each in json.loads(told.output)["workbooks"]] == ["Cup [1].xlsx"]
    told = CliRunner().invoke(main, ["check", "C?p.xlsx"])
    assert told.output.endswith('"C?p.xlsx": no file fits this name. Check it, and the folder.\n')


@pytest.mark.parametrize(
    "address", ["postgresql://club@server:5432/archive", "postgresql:/ann:s3cret@server/archive", "://x"]
)
def test_an_address_of_a_database_is_no_name(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert PLACE.convert(address, None, None) == address


def version(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(b"earlier")
    return folder / name


def test_versions_are_found_by_the_name_as_it_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "normcase", str.lower)
    kept = version(tmp_path / "friday backups", "Friday 2026-11-20 19.59.58.001 0001 1a2b3c4d.xlsx")
    assert [backup.path for backup in list_backups(tmp_path / "friday.XLSX")] == [kept]


def test_a_version_of_no_day_is_passed_over(tmp_path: Path) -> None:
    version(tmp_path / "Friday backups", "Friday 2026-13-32 25.61.61.001 0001 1a2b3c4d.xlsx")
    assert list_backups(tmp_path / "Friday.xlsx") == []


def test_a_version_that_a_scanner_looks_at_is_kept_after_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, asked = Path.replace, []

    def second_time(self: Path, target: Path) -> Any:
        asked.append(target)
        if len(asked) == 1:
            raise PermissionError(errno.EACCES, "Access is denied")
        return original(self, target)

    monkeypatch.setattr(safe_files.time, "sleep", lambda _: None)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(Path, "replace", second_time)
    back_up(tmp_path / "Friday.xlsx", b"earlier")
    assert [backup.path.read_bytes() for backup in list_backups(tmp_path / "Friday.xlsx")] == [b"earlier"]
    assert len(asked) == 2


def test_a_write_protected_page_is_not_taken_for_an_open_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(tmp_path, {"index.html": b"earlier"})
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "index.html")
    monkeypatch.setattr(sys, "platform", "win32")

    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(errno.EACCES, "Access is denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(PrintsError) as caught:
        publish(tmp_path, {"index.html": b"later"})
    assert str(caught.value) == (
        f"{tmp_path.name} was not written, because writing there is not allowed. Allow it in the properties of the "
        "folder and of the file, or choose another folder."
    )
    assert [page.name for page in tmp_path.iterdir()] == ["index.html"]


def test_a_path_with_too_many_letters_is_not_taken_for_a_missing_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ("x" * 200) / "Friday.xlsx"
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SaveError) as caught, explain_errors(path):
        (path.parent / ("y" * 50)).open("xb")
    assert str(caught.value) == (
        "Friday.xlsx was not written, because its name and those of its folders are too long. Give it a shorter one, "
        "and try again."
    )


def test_pages_with_too_long_a_path_are_not_taken_for_those_of_a_missing_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(safe_files, "_LONG_PATH", len(str(tmp_path)))

    def not_there(self: Path, *_: object, **__: object) -> Any:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(self))

    monkeypatch.setattr(Path, "open", not_there)
    with pytest.raises(PrintsError, match="because its name and those of its folders are too long"):
        publish(tmp_path, {"index.html": b"a page"})


def test_a_folder_is_not_restored(tmp_path: Path) -> None:
    for folder in (tmp_path, Path(tmp_path.anchor)):
        refused = CliRunner().invoke(main, ["restore", str(folder)])
        assert (refused.exit_code, refused.output) == (
            4, f"{folder} is a folder, not a workbook; name the workbook itself.\n",
        )  # fmt: skip
