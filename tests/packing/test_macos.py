"""The zip file for macOS: what is in it, and that its starter sets the program up once and starts it; on any Unix."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import venv
import zipfile
from pathlib import Path
from typing import Final

import pytest

from tests.dose import by_day
from tests.packing.fakes import write_lock, write_program, write_wheel
from tests.real_software import program
from tools.make_dist import make_macos

pytestmark = pytest.mark.processes

ECHO = b"import sys, lists\nprint(*sys.argv[1:], sep='|')\n"
"""Stands for the program."""


def make_environment(folder: Path) -> None:
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/*/site-packages")
    there = Path(pytest.importorskip("pip").__file__).parents[1]
    for part in (there / "pip", *there.glob("pip-*.dist-info")):
        shutil.copytree(part, packages / part.name)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what stands for the program, and a package that it needs."""
    folder = tmp_path_factory.mktemp("wheels")
    make_environment(folder / "environment")
    write_program(folder, __main__=ECHO)
    write_wheel(folder, "lists", {"lists.py": b""})
    return folder


@pytest.fixture(scope="module")
def made(wheels: Path) -> Path:
    lock = write_lock(wheels, "lists")
    return make_macos(wheels / "turnabout_sheets-1-py3-none-any.whl", wheels / "dist", lock=lock)


RUNS: Final = f'exec "{sys.executable}" "$@"'
WORKS: Final = f"""
[ "$3" = venv ] || {RUNS}
exec cp -Rp "{{kept}}" "$4"
"""
"""To make an environment with its pip takes seconds: each is a copy of one with that of the Python that tests."""

CANNOT_INSTALL: Final = f"{RUNS} --without-pip"
"""What the Python does that is found."""

SETTING_UP: Final = (
    "Setting Turnabout up. This happens once with each version, takes about a minute, and needs the internet."
)
NOT_SET_UP: Final = (
    "Turnabout could not be set up; the lines above say why. Is there internet? Then start Turnabout again."
)
STARTS_OLDER: Final = "Until then the version that is there is started: --version"


class Mac:
    """A user's home, a Python to set the program up with, and no internet but for the wheels."""

    def __init__(self, folder: Path, wheels: Path) -> None:
        self.home = folder / "Björn & Söhne's home"
        self.kept = wheels / "environment"
        self.installed = self.home / "Library" / "Application Support" / "Turnabout"
        self.tools = folder / "bin"
        self.home.mkdir()
        self.tools.mkdir()
        self.path = f"{self.tools}:/usr/bin:/bin"
        self._offline = {"HOME": str(self.home), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)}
        self.have_python(WORKS.format(kept=self.kept))

    def begin(self, made: Path, *arguments: str) -> subprocess.Popen[str]:
        """Start the program as the Terminal does, from another folder."""
        return subprocess.Popen(
            [made / "Turnabout.command", *arguments],
            cwd=self.home,
            env={"PATH": self.path, **self._offline},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # also where the tests ignore it
        )

    def start(self, made: Path, *arguments: str) -> tuple[int, list[str], str]:
        """Start the program, and return how it ended, and what it said."""
        with self.begin(made, *arguments) as started:
            said, errors = started.communicate(timeout=120)
        return started.returncode, said.splitlines(), errors

    def have_python(self, *lines: str) -> None:
        """Have the Python that is looked for first do something."""
        python = self.tools / "python3.14"
        python.write_text("\n".join(["#!/bin/sh", *lines, ""]))
        python.chmod(0o755)


@pytest.fixture
def mac(wheels: Path, tmp_path: Path) -> Mac:
    """One where nothing is set up."""
    program("sh")
    return Mac(tmp_path, wheels)


@pytest.fixture(scope="module")
def set_up(made: Path, wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Mac:
    """One where the program was set up."""
    program("sh")
    mac = Mac(tmp_path_factory.mktemp("mac"), wheels)
    assert mac.start(made, "My event.xlsx", "D&D $1.xlsx") == (0, [SETTING_UP, "start|My event.xlsx|D&D $1.xlsx"], "")
    return mac


@pytest.fixture
def older(mac: Mac, set_up: Mac) -> Mac:
    """One where an earlier version was set up."""
    shutil.copytree(set_up.installed, mac.installed, symlinks=True, copy_function=os.link)
    (mac.installed / "python" / "set up").unlink()
    (mac.installed / "python" / "set up").write_text("turnabout_sheets-0-py3-none-any.whl\n")
    return mac


def test_it_is_set_up_once_and_started(made: Path, set_up: Mac) -> None:
    assert set_up.start(made) == (0, ["start"], "")
    assert [path.name for path in set_up.installed.iterdir()] == ["python"]


@pytest.mark.nightly
def test_an_update_takes_the_place_of_the_version_before(made: Path, older: Mac) -> None:
    assert older.start(made) == (0, [SETTING_UP, "start"], "")
    assert older.start(made) == (0, ["start"], "")
    assert [path.name for path in older.installed.iterdir()] == ["python"]


def test_what_cannot_be_set_up_leaves_nothing(made: Path, mac: Mac) -> None:
    mac.have_python(CANNOT_INSTALL)
    code, said, errors = mac.start(made)
    assert (code, said) == (1, [SETTING_UP, NOT_SET_UP])
    assert "No module named pip" in errors
    assert list(mac.installed.iterdir()) == []


@pytest.mark.parametrize("why", by_day("offline", of=["offline", "it does not run"]))
def test_an_update_that_fails_leaves_the_version_before_and_starts_it(
    made: Path, older: Mac, wheels: Path, tmp_path: Path, why: str
) -> None:
    if why == "offline":
        older.have_python(CANNOT_INSTALL)
    else:
        broken = write_program(tmp_path, __main__=b"import nothing_of_that_name\n")
        made = make_macos(broken, tmp_path / "dist", lock=wheels / "requirements.txt")
    code, said, _ = older.start(made, "My event.xlsx")
    assert (code, said) == (0, [SETTING_UP, NOT_SET_UP, STARTS_OLDER, "start|My event.xlsx"])
    assert [path.name for path in older.installed.iterdir()] == ["python"]


@pytest.mark.nightly
def test_an_update_whose_window_is_closed_leaves_the_version_before(made: Path, older: Mac) -> None:
    older.have_python(f'[ "$2" = -m ] || {RUNS}', "touch ~/begun", "exec sleep 60")
    with older.begin(made) as started:
        until = time.monotonic() + 60
        while not (older.home / "begun").exists():
            assert time.monotonic() < until
            time.sleep(0.02)
        os.killpg(started.pid, signal.SIGHUP)
        started.communicate(timeout=60)
    assert [path.name for path in older.installed.iterdir()] == ["python"]
    older.have_python(CANNOT_INSTALL)
    assert older.start(made)[:2] == (0, [SETTING_UP, NOT_SET_UP, STARTS_OLDER, "start"])


def test_a_starter_without_its_folder_refuses_and_leaves_what_is_there(made: Path, older: Mac) -> None:
    alone = older.home / "Desktop"
    alone.mkdir()
    shutil.copy(made / "Turnabout.command", alone)
    code, said, errors = older.start(alone)
    assert (code, errors) == (1, "")
    assert said == [
        'Turnabout.command is not in its folder: put it back beside the folder "app" that came with it, and start it '
        "there."
    ]
    assert (older.installed / "python" / "bin" / "python").exists()


def test_without_a_new_python_it_says_where_to_get_one(made: Path, mac: Mac) -> None:
    for name in ("dirname", "basename", "cat", "head", "mkdir", "mktemp", "rm"):
        (mac.tools / name).symlink_to(program(name))
    mac.have_python("exit 1")  # as one does that is too old
    mac.path = str(mac.tools)
    code, said, errors = mac.start(made)
    assert (code, said) == (1, [SETTING_UP, NOT_SET_UP])
    assert errors.startswith("Turnabout needs Python 3.11 or newer: get it from https://www.python.org/downloads/, ")


def test_only_the_starter_is_executable(made: Path) -> None:
    with zipfile.ZipFile(made.with_name(f"{made.name}.zip")) as packed:
        modes = {Path(entry.filename).name: entry.external_attr >> 16 for entry in packed.infolist()}
    assert modes.pop("Turnabout.command") == 0o100755
    assert set(modes.values()) == {0o100644}
    assert modes.keys() == {"LICENSE.txt", "README.txt", "requirements.txt", "turnabout_sheets-1-py3-none-any.whl"}
