"""A workbook that a spreadsheet program has open."""

from __future__ import annotations

from pathlib import Path

from turnabout_sheets.jobs.outcome import Options

WAIT = Options(sheets_may_wait=True)


class Open:
    """While a workbook is open in Excel, its lock file is beside it."""

    def __init__(self, workbook: Path) -> None:
        self.lock = workbook.with_name(f"~${workbook.name}")

    def __enter__(self) -> None:
        self.lock.write_bytes(b"\x03Ann")

    def __exit__(self, *_: object) -> None:
        self.lock.unlink(missing_ok=True)
