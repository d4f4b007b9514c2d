"""The packages for Windows: what the lock says, what is downloaded, and what of it is unpacked."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import click
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packing.fakes import digest_of, write_wheel
from tools.packing import ROOT, find_files
from tools.windows import wheels

NOT_NEEDED = {"colorama", "weasyprint", "psycopg", "polars", "pytest"}


def requirements(text: str) -> set[str]:
    """Return the requirements of a file, each with its version and condition, without digests and remarks."""
    lines = (re.split(r"\s+#|\s*\\$", line)[0] for line in text.splitlines() if line[:1].strip())
    return {str(Requirement(line)) for line in lines}


LOCK = wheels.LOCK.read_text("utf-8")


def test_the_lock_agrees_with_the_constraints() -> None:
    """If this fails:  make lock"""
    assert requirements(LOCK) <= requirements((ROOT / "constraints.txt").read_text("utf-8"))


def test_the_lock_holds_what_the_program_needs_and_no_more() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {canonicalize_name(Requirement(each).name) for each in project["dependencies"]}
    locked = {canonicalize_name(Requirement(each).name) for each in requirements(LOCK)}
    assert needed < locked
    assert locked & NOT_NEEDED == set()
    assert "tzdata" in locked, "Windows has no time zones of its own"


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_every_package_is_chosen_once_for_a_version_with_its_digests(version: str) -> None:
    chosen = wheels.choose_requirements(LOCK, version).splitlines()
    names = [line.partition("==")[0] for line in chosen]
    assert sorted(names) == sorted({Requirement(each).name for each in requirements(LOCK)})
    assert [line for line in chosen if "--hash=sha256:" not in line] == []


def test_conditions_are_judged_for_windows() -> None:
    lock = """
# a remark
one==1 ; sys_platform == 'win32' \\
    --hash=sha256:1 \\
    --hash=sha256:2
two==2 ; sys_platform != 'win32' \\
    --hash=sha256:3
three==3 ; python_full_version < '3.12' \\
    --hash=sha256:4
four==4 ; python_full_version >= '3.12' and platform_python_implementation == 'CPython' \\
    --hash=sha256:5
"""
    assert wheels.choose_requirements(lock, "3.11").splitlines() == [
        "one==1 --hash=sha256:1 --hash=sha256:2",
        "three==3 --hash=sha256:4",
    ]
    assert "four==4 --hash=sha256:5" in wheels.choose_requirements(lock, "3.13")


@pytest.mark.processes
def test_a_wheel_is_taken_only_with_its_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = write_wheel(tmp_path, "lists", {"lists.py": b""})
    lock = tmp_path / "requirements.txt"
    monkeypatch.setattr(wheels, "LOCK", lock)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    lock.write_text(f"lists==1 --hash={digest_of(wheel)}\n")
    assert [path.name for path in wheels.download("3.13", tmp_path / "right")] == [wheel.name]
    lock.write_text(f"lists==1 --hash=sha256:{'0' * 64}\n")
    with pytest.raises(click.ClickException, match=r"The wheels for Python 3\.13 on Windows could not be had"):
        wheels.download("3.13", tmp_path / "wrong")


def test_only_what_runs_is_unpacked(tmp_path: Path) -> None:
    wheel = write_wheel(
        tmp_path,
        "lists",
        {
            "lists/__init__.py": b"one",
            "lists/fast.pyd": b"two",
            "lists/fast.pyx": b"",
            "lists/include/fast.h": b"",
            "lists/fast.lib": b"",
            "lists/typed.pyi": b"",
            "lists/tests/test_lists.py": b"",
            "lists/testing.py": b"three",
            "lists-1.data/purelib/more.py": b"four",
            "lists-1.data/scripts/lists.exe": b"",
            "lists-1.dist-info/licenses/LICENSE": b"five",
        },
    )
    packages = tmp_path / "packages"
    wheels.unpack([wheel], packages)
    assert [name for name, _ in find_files(packages)] == [
        "lists-1.dist-info/METADATA",
        "lists-1.dist-info/RECORD",
        "lists-1.dist-info/WHEEL",
        "lists-1.dist-info/licenses/LICENSE",
        "lists/__init__.py",
        "lists/fast.pyd",
        "lists/testing.py",
        "more.py",
    ]
    assert (packages / "more.py").read_bytes() == b"four"
