"""Packs the standard library of the Python that runs this: ``python -m tools.windows.standard_library FILE.zip``.

As in the embeddable Python of python.org, it is compiled, without the sources. The same Python gives the same bytes.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import Path
from sysconfig import get_path
from typing import Final

LEFT_OUT: Final = {"site-packages", "test", "tests", "idlelib", "lib2to3", "tkinter", "ensurepip"}
"""Folders that the program and its tests do without, or that are not for Windows."""

FOR_WINE: Final = {"concurrent/futures/process.py": (b'_writer.send_bytes(b"")', b'_writer.send_bytes(b"wake")')}
"""What is changed in a module: an empty message wakes a pool of processes, and the pipes of Wine 8 lose such ones."""

NEVER_COMPARED: Final = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""The head of compiled code that is taken as it is, without a look at its source."""


def find_sources(root: Path) -> Iterator[Path]:
    """Yield the path of every module below ``root``, relative to it, in order."""
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root)
        if not LEFT_OUT.intersection(inside.parts):
            yield inside


def read_source(root: Path, path: Path) -> bytes:
    """Return a module's source as it is packed."""
    found, instead = FOR_WINE.get(path.as_posix(), (b"", b""))
    source = (root / path).read_bytes()
    if found not in source:
        raise ValueError(f"{path} is not the module that was to be changed for Wine: it has no {found.decode()}")
    return source.replace(found, instead) if found else source


def pack(root: Path, target: Path) -> None:
    """Compile every module below ``root`` into a zip file; it is not compressed, because it is read at every start."""
    with zipfile.ZipFile(target, "w") as packed:
        for path in find_sources(root):
            code = compile(read_source(root, path), path.as_posix(), "exec", dont_inherit=True, optimize=0)
            packed.writestr(zipfile.ZipInfo(path.with_suffix(".pyc").as_posix()), NEVER_COMPARED + dumps(code))


if __name__ == "__main__":
    pack(Path(get_path("stdlib")), Path(sys.argv[1]))
