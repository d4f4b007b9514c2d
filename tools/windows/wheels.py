"""The packages for Windows: which the lock names, how they are downloaded by digest, and what of them is unpacked."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

import click
from packaging.requirements import Requirement

LOCK: Final = Path(__file__).with_name("requirements.txt")
"""Every package that the program needs, with the digests of its files; ``make lock`` renews it."""

NOT_TO_RUN: Final = {".a", ".c", ".h", ".hpp", ".lib", ".pxd", ".pxi", ".pyi", ".pyx"}
"""Suffixes of what only a compiler or a type checker reads."""

WINDOWS: Final = {
    "implementation_name": "cpython",
    "os_name": "nt",
    "platform_machine": "AMD64",
    "platform_python_implementation": "CPython",
    "platform_system": "Windows",
    "sys_platform": "win32",
}
"""What the conditions in a lock may ask, but for the version."""


def choose_requirements(lock: str, version: str) -> str:
    """Return the requirements of a lock, with their digests, that apply to Windows and a Python such as "3.13".

    pip is not asked, since it judges conditions by the Python that it runs on. Which patch release of a version it is
    nobody tells; the conditions ask for none before the latest.
    """
    asked = {**WINDOWS, "python_version": version, "python_full_version": f"{version}.99"}
    return "\n".join(_choose(lock, asked)) + "\n"


def _choose(lock: str, asked: dict[str, str]) -> Iterator[str]:
    lines = (line for line in lock.replace("\\\n", " ").splitlines() if line and not line.lstrip().startswith("#"))
    for line in lines:
        named, *digests = re.split(r"\s+(?=--hash=)", line.strip())
        requirement = Requirement(named)
        if requirement.marker is None or requirement.marker.evaluate(asked):
            yield " ".join([f"{requirement.name}{requirement.specifier}", *digests])


def download(version: str, folder: Path) -> list[Path]:
    """Download the wheels of the lock for a Python such as "3.13" on Windows, each with one of the digests there."""
    target = ["--platform", "win_amd64", "--implementation", "cp", "--python-version", version]
    only_these = ["--require-hashes", "--no-deps", "--only-binary=:all:"]
    with TemporaryDirectory() as work:
        chosen = Path(work, "requirements.txt")
        chosen.write_text(choose_requirements(LOCK.read_text("utf-8"), version), "utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        done = subprocess.run([*pip, *only_these, *target, "--dest", str(folder), "--requirement", str(chosen)])
    if done.returncode:
        raise click.ClickException(f"The wheels for Python {version} on Windows could not be had; pip says above why.")
    return sorted(folder.glob("*.whl"))


def unpack(wheels: Iterable[Path], folder: Path) -> None:
    """Unpack what runs of some wheels into a folder of packages."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                place = place_of(name)
                if place is not None and not name.endswith("/"):
                    (folder / place).parent.mkdir(parents=True, exist_ok=True)
                    (folder / place).write_bytes(packed.read(name))


def place_of(name: str) -> PurePosixPath | None:
    """Return where a file of a wheel stands among the packages; None if nothing needs it to run.

    ``NAME.data`` of a wheel has folders of what is to be installed elsewhere (PEP 427); packages are in two of them.
    """
    path = PurePosixPath(name)
    if path.parts[0].endswith(".data"):
        if len(path.parts) < 3 or path.parts[1] not in {"purelib", "platlib"}:
            return None
        path = PurePosixPath(*path.parts[2:])
    return None if "tests" in path.parts or path.suffix in NOT_TO_RUN else path
