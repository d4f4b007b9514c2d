"""The zip file for macOS: what is in it, and that its starter sets the program up once and starts it; on any Unix."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.packing.fakes import digest_of, write_program, write_wheel
from tests.real_software import program
from tools.macos.make_dist import make_dist

pytestmark = pytest.mark.processes

ECHO = b"import sys, lists\nprint(*sys.argv[1:], sep='|')\n"
"""Stands for the program."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what stands for the program, and a package that it needs."""
    folder = tmp_path_factory.mktemp("wheels")
    write_program(folder, __main__=ECHO)
    write_wheel(folder, "lists", {"lists.py": b""})
    return folder


@pytest.fixture(scope="module")
def made(wheels: Path) -> Path:
    lock = wheels / "requirements.txt"
    lock.write_text(f"lists==1 --hash={digest_of(wheels / 'lists-1-py3-none-any.whl')}\n")
    return make_dist(wheels / "turnabout_sheets-1-py3-none-any.whl", lock, wheels / "dist")


def start(made: Path, home: Path, environment: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start the program as the Terminal does, from another folder."""
    home.mkdir(exist_ok=True)
    command = [made.with_suffix("") / "Turnabout.command", *arguments]
    return subprocess.run(
        command, cwd=home, env={"HOME": str(home), **environment}, capture_output=True, text=True, timeout=120
    )


def test_it_is_set_up_once_and_started(made: Path, wheels: Path, tmp_path: Path) -> None:
    program("sh")
    home = tmp_path / "Björn & Söhne's home"
    tools = tmp_path / "bin"
    tools.mkdir()
    python = tools / "python3.14"  # which is looked for first
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    offline = {"PATH": f"{tools}:/usr/bin:/bin", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)}
    first = start(made, home, offline, "My event.xlsx", "D&D $1.xlsx")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.splitlines() == [
        "Setting Turnabout up. This happens once, takes about a minute, and needs the internet.",
        "start|My event.xlsx|D&D $1.xlsx",
    ]
    again = start(made, home, offline)
    assert (again.returncode, again.stdout) == (0, "start\n")
    mark = home / "Library" / "Application Support" / "Turnabout" / "set up"
    assert mark.read_text() == "turnabout_sheets-1-py3-none-any.whl\n"
    mark.write_text("turnabout_sheets-0-py3-none-any.whl\n")  # an earlier version, or a setting up that was broken off
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@" --without-pip\n')  # so nothing can be installed
    failed = start(made, home, offline)
    assert failed.returncode == 1
    assert failed.stdout.endswith("Is there internet? Then start Turnabout again.\n")
    assert not mark.exists()


def test_without_a_new_python_it_says_where_to_get_one(made: Path, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("dirname", "basename", "cat"):
        (tools / name).symlink_to(program(name))
    (tools / "python3").write_text("#!/bin/sh\nexit 1\n")  # one that is too old
    (tools / "python3").chmod(0o755)
    done = start(made, tmp_path / "home", {"PATH": str(tools)})
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(
        "Turnabout needs Python 3.11 or newer: get it from https://www.python.org/downloads/, "
    )


def test_only_the_starter_is_executable(made: Path) -> None:
    with zipfile.ZipFile(made) as packed:
        modes = {Path(entry.filename).name: entry.external_attr >> 16 for entry in packed.infolist()}
    assert modes.pop("Turnabout.command") == 0o100755
    assert set(modes.values()) == {0o100644}
    assert modes.keys() == {"LICENSE.txt", "README.txt", "requirements.txt", "turnabout_sheets-1-py3-none-any.whl"}


def test_the_same_inputs_give_the_same_bytes(made: Path, wheels: Path, tmp_path: Path) -> None:
    wheel = wheels / "turnabout_sheets-1-py3-none-any.whl"
    assert make_dist(wheel, wheels / "requirements.txt", tmp_path).read_bytes() == made.read_bytes()
