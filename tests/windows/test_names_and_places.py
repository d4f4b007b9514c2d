"""Where files of Windows may lie, and how they may be named there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.commands import turnabout
from turnabout_sheets.jobs.edit import enter_result

ODD = "Größe & 50% %TEMP% ^ ! ' # Ł 🎲 [1]"


@pytest.fixture
def other_drive(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on another drive than ``tmp_path``."""
    for letter in "DEFGHZC":
        for folder in (Path(f"{letter}:/tmp"), Path(f"{letter}:/")):
            if folder.drive != tmp_path.drive and os.access(folder, os.W_OK):
                with tempfile.TemporaryDirectory(dir=folder) as there:
                    yield Path(there)
                return
    pytest.skip("there is no other drive")


def test_everything_may_lie_on_another_drive(friday: Path, other_drive: Path) -> None:
    names = ("Copy.xlsx", "pages", "site", "club.sqlite", "export")
    copy, pages, site, archive, export = (other_drive / name for name in names)
    done = turnabout("run", friday, "--output", copy, "--prints", pages, "--publish", site)
    assert done.exit_code == 0, done.output
    assert (copy.is_file(), (pages / "index.html").is_file(), (site / "index.html").is_file()) == (True,) * 3
    for command in (["add", friday], ["export", export]):
        done = turnabout("archive", *command, "--archive", archive)
        assert done.exit_code == 0, done.output
    assert turnabout("run", friday, "--prints", pages).exit_code == 0
    assert not (friday.parent / "Friday prints").exists()


def test_one_workbook_has_many_names(friday: Path) -> None:
    """What is known of it by one of them, such as its earlier versions, is known by all."""
    assert "Wrote" in turnabout("run", "Friday.xlsx").output
    drive, path = os.path.splitdrive(friday)
    for name in (f"{drive}Friday.xlsx", path, f"\\\\?\\{friday}", friday.as_posix(), ".\\Friday.xlsx"):
        done = turnabout("run", name)
        assert (done.exit_code, "Nothing has changed since the last run." in done.output) == (0, True), name
        assert "   1  replaced" in turnabout("restore", name).output
    for name in ("FRIDAY.XLSX", f"\\\\?\\{str(friday).upper()}"):
        assert "   1  replaced" in turnabout("restore", name).output
        assert "Nothing has changed since the last run." in turnabout("run", name).output
    assert enter_result(Path("FRIDAY.XLSX"), 1, "a 12 b 7", confirmed=True).answer == "written"
    assert turnabout("run", "FRIDAY.xlsx", "--output", "Friday.xlsx").exit_code == 0
    assert sorted(each.name for each in friday.parent.iterdir()) == ["Friday backups", "Friday prints", "Friday.xlsx"]


def test_a_name_may_have_all_that_means_more_elsewhere(friday: Path) -> None:
    odd = friday.rename(friday.parent / f"{ODD}.xlsx")
    for command in (["run"], ["print", "--only", "slips"], ["archive", "add"]):
        done = turnabout(*command, odd.name)
        assert done.exit_code == 0, done.output
    assert (friday.parent / f"{ODD} prints" / "index.html").is_file()


@pytest.mark.parametrize("name", ["NUL.xlsx", "aux", "COM1.xlsx", "Friday.xlsx.", "Friday.xlsx ", "Friday.xlsx:notes"])
def test_a_name_that_no_file_has_is_refused_wherever_it_stands(friday: Path, name: str) -> None:
    before = sorted(friday.parent.iterdir())
    for command in (
        ["run", name],
        ["new", name],
        ["run", "Friday.xlsx", "--output", name],
        ["run", "Friday.xlsx", "--prints", name],
        ["run", "Friday.xlsx", "--publish", name],
        ["archive", "list", "--archive", name],
    ):
        done = turnabout(*command)
        assert (done.exit_code, done.output.endswith("Choose another name.\n")) == (2, True), done.output
    assert sorted(friday.parent.iterdir()) == before


def test_a_write_protected_workbook_is_said_to_be_so(friday: Path) -> None:
    before = friday.read_bytes()
    friday.chmod(0o400)
    done = turnabout("run", "Friday.xlsx")
    friday.chmod(0o600)
    assert (done.exit_code, done.output) == (
        4,
        "Friday.xlsx is write-protected. Allow writing in its properties, or work on a copy.\n",
    )
    assert friday.read_bytes() == before


def test_a_list_may_be_saved_by_notepad(friday: Path) -> None:
    """With a byte order mark, in what Notepad calls Unicode, and with its line ends."""
    names = "Player\r\nBjörn\r\nŁukasz\r\nZoë\r\nАнна\r\n"
    made = set()
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        Path("players.txt").write_bytes(names.encode(encoding))
        done = turnabout("new", "New.xlsx", "--players", "players.txt")
        assert done.exit_code == 0, done.output
        made.add(Path("New.xlsx").read_bytes())
        Path("New.xlsx").unlink()
    assert len(made) == 1


@pytest.mark.parametrize("command", ["run", "check", "print", "restore"])
def test_a_path_that_is_too_long_is_told(command: str, tmp_path: Path) -> None:
    """Windows takes 260 letters, where nobody has set it otherwise."""
    file = tmp_path.joinpath(*["d" * 60] * 4, "Friday.xlsx")
    done = turnabout(*command.split(), file)
    assert (done.exit_code, done.output) == (
        4,
        "The path of Friday.xlsx is too long for Windows. Move it to a folder near the top.\n",
    )


def test_an_archive_beside_a_workbook_whose_path_is_too_long_is_told(tmp_path: Path) -> None:
    done = turnabout("archive", "add", tmp_path.joinpath(*["d" * 60] * 4, "Friday.xlsx"))
    assert done.exit_code == 4
    assert "too long a path for Windows; name one in a folder near the top with --archive." in done.output


def test_an_archive_with_too_long_a_path_is_told(friday: Path) -> None:
    place = friday.parent.joinpath(*["d" * 60] * 4, "club.sqlite")
    for words in (["list"], ["add", friday]):
        done = turnabout("archive", *words, "--archive", place)
        assert (done.exit_code, done.output) == (
            4,
            f"The archive {place} has too long a path for Windows; name one in a folder near the top with --archive.\n",
        )
