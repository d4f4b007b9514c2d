"""How programs save: ten manners, each in two halves. What is begun is done when the function is called that it gives.

So a save can be made to fall into a chosen moment. Some manners are in `tests.desk.desks` in one go.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

Finish = Callable[[], object]


def save_in_place(workbook: Path, data: bytes) -> Finish:
    """Write over the workbook, which is empty for a moment."""
    return lambda: workbook.write_bytes(data)


def hold(workbook: Path, data: bytes) -> Finish:
    """Open the workbook, and write over what is there; what is longer is cut off in the end."""
    held = workbook.open("r+b", buffering=0)

    def write() -> None:
        with held:
            held.write(data)
            held.truncate()

    return write


def write_anew(workbook: Path, data: bytes) -> Finish:
    """Delete the workbook, and write another one."""

    def write() -> None:
        workbook.unlink()
        workbook.write_bytes(data)

    return write


def rename_over(workbook: Path, data: bytes, temporary: str) -> Finish:
    """Write a temporary file, and rename it over the workbook."""
    written = workbook.parent / temporary
    written.parent.mkdir(exist_ok=True)
    written.write_bytes(data)
    return lambda: written.replace(workbook)


def save_like_editors(workbook: Path, data: bytes) -> Finish:
    """Under a name that says nothing."""
    return rename_over(workbook, data, f"{workbook.name}.{secrets.token_hex(2)}~")


def save_like_libreoffice(workbook: Path, data: bytes) -> Finish:
    """Under a name by which a program is known that saves."""
    return rename_over(workbook, data, f"lu{os.getpid()}{secrets.token_hex(3)}.tmp")


def save_like_rsync(workbook: Path, data: bytes) -> Finish:
    """With the time of the file that was sent: what is new seems to be old."""
    finish = rename_over(workbook, data, name := f".{workbook.name}.{secrets.token_hex(3)}")
    os.utime(workbook.parent / name, (1_700_000_000, 1_700_000_000))
    return finish


def save_like_a_cloud(workbook: Path, data: bytes) -> Finish:
    """From a hidden folder beside the workbook, with the very time of what was there."""
    finish = rename_over(workbook, data, name := f".cloud.cache/{secrets.token_hex(4)}")
    found = workbook.stat()
    os.utime(workbook.parent / name, ns=(found.st_atime_ns, found.st_mtime_ns))
    return finish


def save_like_excel(workbook: Path, data: bytes) -> Finish:
    """Write a temporary file, delete the workbook, and rename."""
    written = workbook.with_name(secrets.token_hex(4).upper())
    written.write_bytes(data)

    def rename() -> None:
        workbook.unlink()
        written.rename(workbook)

    return rename


def save_like_newer_excel(workbook: Path, data: bytes) -> Finish:
    """Write a temporary file, put the workbook aside, rename, and delete what was put aside."""
    written, aside = (workbook.with_name(secrets.token_hex(4).upper()) for _ in range(2))
    written.write_bytes(data)

    def rename() -> None:
        workbook.rename(aside)
        written.rename(workbook)
        aside.unlink()

    return rename


def copy_over(workbook: Path, data: bytes) -> Finish:
    """Copy a file over the workbook, piece by piece."""

    def copy() -> None:
        with workbook.open("wb", buffering=0) as copied:
            for start in range(0, len(data), 1 << 18):
                copied.write(data[start : start + (1 << 18)])

    return copy


MANNERS: Final[Mapping[str, Callable[[Path, bytes], Finish]]] = {
    "in place": save_in_place,
    "held open": hold,
    "written anew": write_anew,
    "temporary file": save_like_editors,
    "LibreOffice": save_like_libreoffice,
    "rsync": save_like_rsync,
    "a cloud": save_like_a_cloud,
    "Excel": save_like_excel,
    "newer Excel": save_like_newer_excel,
    "copied over": copy_over,
}
