"""Files and folders that may not be written or read, are not there, or have names that no system allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.archive.errors.two_events import FINISHED
from tests.archive.making import turnabout
from tests.archive.shared import told
from tests.limits import where_permissions_count
from tests.systems import NAMES_AS_ANYWHERE_ELSE

pytestmark = pytest.mark.slow


def restricted(*commands: Sequence[object]) -> list[tuple[int, str, str]]:
    """Give commands as somebody for whom permissions count; return code, output and errors."""
    return where_permissions_count(lambda: [told(turnabout(*command)) for command in commands])


@pytest.fixture
def allowing() -> Iterator[Callable[[Path, int], None]]:
    """Give what sets permissions; in the end they are as they were."""
    before: dict[Path, int] = {}

    def allow(path: Path, mode: int) -> None:
        before.setdefault(path, path.stat().st_mode)
        path.chmod(mode)

    yield allow
    for path, mode in before.items():
        path.chmod(mode)


WRITE_PROTECTED = "is write-protected. Allow writing in its properties, or work on a copy."
NOT_OPENED = "cannot be opened; check the name, and whether the folder is there and may be written to."


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_write_protected_archive_is_read_but_not_written(
    file: Path, allowing: Callable[[Path, int], None], what: str
) -> None:
    before = file.read_bytes()
    allowing(*{"file": (file, 0o444), "folder": (file.parent, 0o555)}[what])
    given = (["list"], ["undo"], ["add", FINISHED], ["forget", "Ben", "--yes"])
    listed, *written = restricted(*([*words, "--archive", file] for words in given))
    assert (listed[0], listed[1].splitlines()[-1].partition(";")[0]) == (0, "2 events")
    for code, out, error in written:
        assert (code, error) == (4, f"{file} {WRITE_PROTECTED}\n"), out
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_a_new_archive_where_nothing_may_be_written(file: Path, allowing: Callable[[Path, int], None]) -> None:
    new = file.with_name("new.sqlite")
    allowing(file.parent, 0o555)
    assert restricted(["add", FINISHED, "--archive", new]) == [(4, "", f"The archive {new} {NOT_OPENED}\n")]
    assert not new.exists()


@pytest.mark.parametrize("what", ["file", "folder"])
def test_an_archive_that_may_not_be_read(file: Path, allowing: Callable[[Path, int], None], what: str) -> None:
    allowing({"file": file, "folder": file.parent}[what], 0)
    given = [[*words, "--archive", file] for words in (["list"], ["undo"], ["add", FINISHED])]
    assert restricted(*given) == [(4, "", f"The archive {file} {NOT_OPENED}\n")] * 3


def test_a_folder_that_is_not_there_and_a_folder_as_archive(tmp_path: Path) -> None:
    place = tmp_path / "gone" / "archive.sqlite"
    assert told(turnabout("add", FINISHED, "--archive", place)) == (4, "", f"The archive {place} {NOT_OPENED}\n")
    refused = f"{tmp_path} cannot be an archive (it is a folder or a device, not a file); name a file with --archive.\n"
    for words in (["add", FINISHED], ["list"]):
        assert told(turnabout(*words, "--archive", tmp_path)) == (4, "", refused)
    assert list(tmp_path.iterdir()) == []


@NAMES_AS_ANYWHERE_ELSE
def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    place = tmp_path / ("long" * 100)
    assert told(turnabout("add", FINISHED, "--archive", place)) == (4, "", f"The archive {place} {NOT_OPENED}\n")
