"""What is wrong with a folder for Windows: it is not as listed, is for another system in part, or lacks a licence."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, NamedTuple

from tools.packing import find_files
from tools.windows.layout import LIBRARIES, LIST, list_files

X86_64: Final = 0x8664
"""The kind of machine in the header of a Windows library or program ("PE Format": IMAGE_FILE_MACHINE_AMD64)."""


class Licence(NamedTuple):
    """A licence: where its text stands in the folder, words of it, and which of Python's own files it is for."""

    text: str
    words: str
    files: tuple[str, ...]


LICENCES: Final = (
    Licence("LICENSE.txt", "MIT License", ("bcryptprimitives.dll", "wine-math.dll")),  # ours, for trying out
    # That of Python; in a package of python.org with that of Microsoft's libraries, and of what is part of a module.
    Licence(
        "app/LICENSE.txt",
        "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        ("python*.exe", "python*.dll", "*.pyd", "vcruntime140*.dll", "api-ms-win-*.dll"),
    ),
    Licence("app/licences/OpenSSL.txt", "Apache License", ("libcrypto-3*.dll", "libssl-3*.dll")),
    Licence("app/licences/libffi.txt", "Anthony Green", ("libffi-8.dll",)),
    Licence("app/licences/SQLite.txt", "in the public domain", ("sqlite3.dll",)),
)
"""The licences of what stands in ``app`` itself; packages bring theirs. Before its version 3 OpenSSL had another."""


def find_faults(folder: Path) -> Iterator[str]:
    """Yield what is wrong with a folder: not as listed, not for Windows on x86-64, without a licence."""
    listed = (folder / LIST).read_text("utf-8").splitlines()
    for line in sorted(set(listed) ^ set(list_files(folder))):
        yield f"{line.split('  ', 1)[1]} is not as {LIST} says"
    for name, path in find_files(folder):
        if path.suffix in LIBRARIES and find_machine(path.read_bytes()) != X86_64:
            yield f"{name} is not for Windows on x86-64"
        elif path.suffix in {".so", ".dylib"}:
            yield f"{name} is for another system"
    yield from _find_missing_licences(folder)


def _find_missing_licences(folder: Path) -> Iterator[str]:
    libraries = sorted(path.name for path in (folder / "app").iterdir() if path.suffix in LIBRARIES)
    for text, words, patterns in LICENCES:
        theirs = [name for name in libraries if any(fnmatch(name.lower(), pattern) for pattern in patterns)]
        libraries = [name for name in libraries if name not in theirs]
        if theirs and not ((folder / text).is_file() and words in (folder / text).read_text("utf-8", "replace")):
            yield f'{text} does not say "{words}", which the licence of app/{theirs[0]} does'
    yield from (f"app/{name} is under a licence that tools/windows/faults.py does not know" for name in libraries)


def find_machine(content: bytes) -> int | None:
    """Return the kind of machine for which a Windows library or program is made, None if it is neither."""
    if len(content) < 0x40 or content[:2] != b"MZ":
        return None
    (header,) = struct.unpack_from("<I", content, 0x3C)
    if content[header : header + 4] != b"PE\0\0":
        return None
    (machine,) = struct.unpack_from("<H", content, header + 4)
    return int(machine)
