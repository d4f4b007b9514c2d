"""What is wrong with a folder for Windows: it is not as its list says, or holds what is for another system."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.packing import find_files
from tools.windows.layout import LIST, list_files

LIBRARIES: Final = {".dll", ".exe", ".pyd"}
X86_64: Final = 0x8664
"""The kind of machine in the header of a Windows library or program ("PE Format": IMAGE_FILE_MACHINE_AMD64)."""


def find_faults(folder: Path) -> Iterator[str]:
    """Yield what is wrong with a folder: files that are not as listed, and what is not for Windows on x86-64."""
    listed = (folder / LIST).read_text("utf-8").splitlines()
    for line in sorted(set(listed) ^ set(list_files(folder))):
        yield f"{line.split('  ', 1)[1]} is not as {LIST} says"
    for name, path in find_files(folder):
        if path.suffix in LIBRARIES and find_machine(path.read_bytes()) != X86_64:
            yield f"{name} is not for Windows on x86-64"
        elif path.suffix in {".so", ".dylib"}:
            yield f"{name} is for another system"


def find_machine(content: bytes) -> int | None:
    """Return the kind of machine for which a Windows library or program is made, None if it is neither."""
    if len(content) < 0x40 or content[:2] != b"MZ":
        return None
    (header,) = struct.unpack_from("<I", content, 0x3C)
    if content[header : header + 4] != b"PE\0\0":
        return None
    (machine,) = struct.unpack_from("<H", content, header + 4)
    return int(machine)
