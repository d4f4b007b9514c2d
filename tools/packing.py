"""Packs what is handed to organizers: the same files give the same bytes. For `tools.windows` and `tools.macos`."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
"""The project's own folder."""

BEFORE_ALL: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a zip file: the earliest that can be written there."""


def find_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield all files below a folder in the order of their names, each with its name there, parts joined by ``/``."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    yield from sorted(files.items())


def write_zip(folder: Path, target: Path, executable: Collection[str] = ()) -> None:
    """Pack a folder under its own name; the files named ``executable`` may be started where that is asked."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, path in find_files(folder):
            entry = zipfile.ZipInfo(f"{folder.name}/{name}", BEFORE_ALL)
            entry.create_system = 3  # Unix, also where this runs on Windows: only its attributes say what is executable
            entry.external_attr = (0o100755 if name in executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, path.read_bytes())


def build_wheel(folder: Path) -> Path:
    """Build the program's own wheel into a folder, and return its path."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("turnabout_sheets-*.whl")
    return wheel
