"""The starter in the folder for Windows, with a small program in place of ours: what is dropped on it arrives."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path, PureWindowsPath

import pytest

from tests.packing.fakes import write_program
from tests.real_software import made, program
from tools.packing import ROOT
from tools.windows.faults import find_faults
from tools.windows.make_dist import make_dist
from tools.windows.runtime import read_folder

pytestmark = pytest.mark.wine

RUNTIME = ROOT / "build" / "runtime"

PROGRAM = b"""
import sys
sys.stdout.reconfigure(encoding="utf-8")
print(*sys.argv[1:], sep="\\n")
sys.exit("gone.xlsx" in sys.argv and 4)
"""

ODD = "D & D! Größe ^ (1), #2"
"""A name with signs that mean something to cmd.exe; Wine's, unlike Windows', also minds % and ; in quotes."""

CREATE_PROCESS = "import subprocess, sys; sys.exit(subprocess.call(sys.stdin.buffer.read().decode()))"
"""Starts a command line as it stands, as Explorer does."""

Drop = Callable[..., subprocess.CompletedProcess[bytes]]


def on_windows(path: Path) -> str:
    """Return the name that a file has under Wine."""
    return str(PureWindowsPath("Z:/", path))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the real runtime and the small program."""
    made(RUNTIME / "python.exe", "make test-windows")
    wheel = write_program(tmp_path_factory.mktemp("wheel"), __main__=PROGRAM)
    return make_dist(read_folder(RUNTIME), [wheel], tmp_path_factory.mktemp("made") / ODD).with_suffix("")


@pytest.fixture(scope="module")
def drop(tmp_path_factory: pytest.TempPathFactory) -> Drop:
    """Drop files on a starter as Explorer does: it has cmd.exe start it, with all names in quotes."""
    wine = program("wine")
    environment = {**os.environ, "WINEPREFIX": str(tmp_path_factory.mktemp("prefix")), "WINEDEBUG": "-all"}

    def drop(starter: Path, *names: str, **more: str) -> subprocess.CompletedProcess[bytes]:
        line = " ".join(f'"{name}"' for name in (on_windows(starter), *names))
        return subprocess.run(
            [wine, RUNTIME / "python.exe", "-c", CREATE_PROCESS],
            input=f'cmd /c "{line}"'.encode(),
            capture_output=True,
            env={**environment, **more},
            timeout=120,
        )

    return drop


def test_names_arrive_as_they_are(folder: Path, drop: Drop) -> None:
    names = [f"Z:\\halls\\{ODD}\\{ODD}.xlsx", r"\\server\share\Friday.xlsx", r"E:\Saturday.xlsx"]
    done = drop(folder / "Turnabout.cmd", *names)
    assert done.stdout.decode().splitlines() == ["start", *names], done.stderr
    assert done.returncode == 0


def test_how_the_program_ends_is_told(folder: Path, drop: Drop) -> None:
    assert drop(folder / "Turnabout.cmd", "gone.xlsx").returncode == 4


def test_the_users_own_python_is_left_out(folder: Path, drop: Drop, tmp_path: Path) -> None:
    (tmp_path / "turnabout_sheets.py").write_text("raise SystemExit('the wrong one')\n")
    done = drop(folder / "Turnabout.cmd", PYTHONPATH=on_windows(tmp_path), PYTHONHOME=on_windows(tmp_path))
    assert done.stdout.decode().splitlines() == ["start"]


def test_inside_of_the_zip_file_it_says_what_to_do(folder: Path, drop: Drop, tmp_path: Path) -> None:
    """Explorer unpacks only what is double-clicked there."""
    done = drop(Path(shutil.copy(folder / "Turnabout.cmd", tmp_path)))
    assert b"Turnabout cannot start from inside of the zip file." in done.stdout
    assert done.returncode == 1


def test_use_changes_nothing_in_the_folder(folder: Path, drop: Drop) -> None:
    """Whoever deletes it has deleted all; and it runs from where nobody may write."""
    drop(folder / "Turnabout.cmd")
    assert list(find_faults(folder)) == []
