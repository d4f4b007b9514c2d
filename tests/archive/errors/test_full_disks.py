"""Disks without room, the server's too: what was under way is not made, and with room again it is."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.archive.errors.two_events import FINISHED, SPRING, is_whole
from tests.archive.making import add, contents, turnabout
from tests.archive.shared import told
from tests.limits import no_file_larger_than
from turnabout_sheets.archive.store import open_archive

pytestmark = pytest.mark.slow


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 400 kB, in memory."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount(disk, "400k")
    yield disk
    subprocess.run(["umount", disk], check=True)


def mount(disk: Path, size: str) -> None:
    program = shutil.which("mount")
    if (
        program is None
        or subprocess.run([program, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk], check=False).returncode
    ):
        pytest.skip("a small disk cannot be mounted here (it takes Linux and root)")


FULL = "was not written, because the disk is full. Make room, and try again."


def big(number: int) -> str:
    """Return a list of old results of one event with 200 players."""
    rows = "".join(f"Big {number},2020-01-{number:02},Player {number} {each},{each},0,0\n" for each in range(1, 201))
    return f"Event,Date,Player,Position,Wins,Losses\n{rows}"


@pytest.mark.processes
def test_a_full_disk(small_disk: Path) -> None:
    path = small_disk / "archive.sqlite"
    archive = open_archive(str(path), create=True)
    add(archive, SPRING)
    lists = small_disk.parent / "lists"
    lists.mkdir()
    taken, refused = 0, None
    for number in range(1, 29):
        (lists / f"{number}.csv").write_text(big(number), "utf-8")
        before = contents(archive)
        done = turnabout("import", lists / f"{number}.csv", "--archive", path)
        if done.exit_code:
            refused = done
            break
        taken += 1
    assert refused is not None
    assert told(refused) == (4, "", f"{path} {FULL}\n")
    assert 2 <= taken <= 20
    assert contents(archive) == before
    assert is_whole(path)
    assert [each.name for each in small_disk.iterdir()] == [path.name]
    # With room again, the same command does it.
    elsewhere = small_disk.parent / "archive.sqlite"
    shutil.copy(path, elsewhere)
    assert turnabout("import", lists, "--archive", elsewhere).exit_code == 0
    assert len(contents(open_archive(str(elsewhere)))["events"]) == taken + 2


@pytest.mark.parametrize("room", [0, 4096, 20_000])
def test_a_file_that_may_grow_no_further(file: Path, room: int) -> None:
    before = contents(open_archive(str(file)))
    with no_file_larger_than(file.stat().st_size + room):
        done = turnabout("add", FINISHED, "--archive", file)
    assert told(done)[::2] == (
        4,
        f"The archive {file} could not be read or written; a change that was under way was not made. Is the disk full, "
        "or the drive gone?\n",
    )
    assert contents(open_archive(str(file))) == before
    assert is_whole(file)
