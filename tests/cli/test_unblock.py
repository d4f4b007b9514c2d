"""Marks of what came from the internet are taken from the program's own files, and from nothing else.

Where streams beside files are unknown, they are files with such names, which does as well to try it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from turnabout_sheets.cli.unblock import MARK, unblock_program

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a drive may have no streams, and then no such names either")

FILES = ("app/python.exe", "app/Lib/site-packages/click/__init__.py", "Turnabout.cmd", "app/Größe.txt")


def mark(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"x")
    stream = Path(f"{file}{MARK}")
    stream.write_text("[ZoneTransfer]\nZoneId=3\n")
    return stream


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "turnabout"
    for name in FILES:
        mark(folder / name)
    mark(folder / "files.txt")
    names = ["../outside.exe", "/etc/passwd", "gone.txt", *FILES]
    (folder / "files.txt").write_text("\n".join(f"{64 * '0'}  {name}" for name in names) + "\nnonsense\n\n", "utf-8")
    return folder


def test_the_programs_files_are_freed_and_no_others(program: Path) -> None:
    others = [mark(program / "Friday.xlsx"), mark(program.parent / "outside.exe")]
    assert unblock_program(program / "app" / "python.exe") == len(FILES) + 1
    assert sorted(program.parent.rglob(f"*{MARK}")) == sorted(others)
    assert all((program / name).read_bytes() == b"x" for name in FILES)


def test_it_is_done_once(program: Path) -> None:
    unblock_program(program / "app" / "python.exe")
    again = mark(program / "Turnabout.cmd")
    assert unblock_program(program / "app" / "python.exe") == 0
    assert again.exists()


def test_elsewhere_nothing_is_looked_for(tmp_path: Path) -> None:
    python = mark(tmp_path / "bin" / "python")
    assert unblock_program(tmp_path / "bin" / "python") == 0
    assert python.exists()
    assert unblock_program() == 0


def test_a_list_that_is_no_text_frees_nothing(program: Path) -> None:
    (program / "files.txt").write_bytes(b"\xff\xfe\x00")
    assert unblock_program(program / "app" / "python.exe") == 0
