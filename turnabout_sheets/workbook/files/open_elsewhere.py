"""Whether a spreadsheet program has the workbook open: it would save over what we write."""

from __future__ import annotations

from pathlib import Path

from turnabout_sheets.core.ordinary_files import read_file


def find_other_program(path: Path) -> str | None:
    """Return one sentence if a spreadsheet program seems to have the workbook open, else None.

    Excel and LibreOffice leave a file beside a workbook while they have it open. After a crash it stays behind, so the
    sentence says how to go on. On Windows an open workbook cannot be replaced in any case; elsewhere nothing but this
    file would stop us from changing the workbook under the program, which would then save over our version.
    """
    for program, lock, owner in (
        ("LibreOffice", path.with_name(f".~lock.{path.name}#"), _libreoffice_owner),
        ("Excel", path.with_name(f"~${path.name}"), _excel_owner),
    ):
        if lock.exists():
            try:
                who = owner(read_file(lock))
            except OSError:  # Excel keeps its own file to itself on Windows
                who = ""
            return (
                f"{path.name} is open in {program}{f' ({who})' if who else ''}; save and close it there and run again"
                f" (if it is open nowhere, delete the file {lock.name}, left behind by a crash)."
            )
    return None


def _libreoffice_owner(lock: bytes) -> str:
    """Return who holds LibreOffice's lock file: `name,system name,host,date,profile;`."""
    fields = lock.decode("utf-8", "replace").split(",")
    if len(fields) < 4:
        return ""
    name, system_name, host, since = fields[:4]
    who = " on ".join(part for part in (name or system_name, host) if part)
    return ", ".join(part for part in (who, since and f"since {since}") if part)


def _excel_owner(lock: bytes) -> str:
    """Return who holds Excel's owner file: the name's length in one byte, then the name."""
    return lock[1 : 1 + lock[0]].decode("latin-1").strip("\0 ") if lock else ""
