"""What packagers and installers get, built once for all processes that test: a wheel, and the sources in an archive."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from filelock import FileLock

from tests.real_software import REQUIRED

CHECKOUT = Path(__file__).parents[1]

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")

INTO = (*PIP, "install", "--no-compile", "--target")
"""Of what is installed into a folder for a moment, only what is used is compiled: by whatever uses it."""

LONG_AGO = 978_307_200
"""A time at which nothing here was written: the first second of 2001."""


class Built(NamedTuple):
    """A folder with both, what else was made of them beside it, and a folder into which pip has installed the wheel."""

    folder: Path
    wheel: Path
    sources: Path
    site: Path


def build_once(folder: Path) -> Built:
    """Build both in ``folder``, or return what another process has built there."""
    with FileLock(folder / "distributions.lock"):
        built = folder / "distributions"
        if not built.exists():
            install_builder(folder / "builder")
            build(CHECKOUT, folder / "dist", folder / "builder")
            (wheel,) = (folder / "dist").glob("*.whl")
            subprocess.run([*INTO, folder / "site", "--no-deps", wheel], check=True)
            (folder / "dist").rename(built)
    (wheel,), (sources,) = built.glob("*.whl"), built.glob("*.tar.gz")
    return Built(folder, wheel, sources, folder / "site")


def install_builder(folder: Path) -> None:
    """Install what builds the project, as it asks for it; skip the test where that cannot be downloaded."""
    required = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    cached = {name: value for name, value in os.environ.items() if name != "XDG_CACHE_HOME"}  # that of tests is empty
    done = subprocess.run([*INTO, folder, *required], env=cached, capture_output=True, text=True)
    if done.returncode and not os.environ.get(REQUIRED):
        pytest.skip(f"{required[0]}, which builds the wheel, cannot be downloaded")
    assert done.returncode == 0, done.stderr


def build(checkout: Path, into: Path, builder: Path) -> None:
    """Build both distributions of a checkout, or of unpacked sources."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", into]
    environment = {**os.environ, "PYTHONPATH": str(builder)}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def build_elsewhere(built: Built, folder: Path) -> Path:
    """Build both anew of nothing but the archive of the sources, in another folder, as of another day, for one user.

    Return the folder that has them.
    """
    with tarfile.open(built.sources) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # the first versions of 3.11 have none
        archive.extractall(folder)
    (unpacked,) = folder.iterdir()
    for file in unpacked.rglob("*"):
        os.utime(file, (LONG_AGO, LONG_AGO))
        file.chmod(file.stat().st_mode & 0o700)
    build(unpacked, folder / "dist", built.folder / "builder")
    return folder / "dist"
