"""What events are archived from is kept byte for byte, in pieces where it is large, and in memory once."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import func, select

from tests.systems import TELLS_OF_PROCESSES
from tests.whole.books import SAMPLES
from turnabout_sheets.archive import sources
from turnabout_sheets.archive.schema import SOURCES
from turnabout_sheets.archive.sources import keep_source
from turnabout_sheets.archive.store import Archive

MOST_MEMORY = 300 << 20


@pytest.mark.parametrize("size", [0, 9, 10, 11, 12, 13, 40])
def test_a_source_is_kept_byte_for_byte(archive: Archive, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(sources, "MOST_AT_ONCE", 10)
    monkeypatch.setattr(sources, "PIECE", 4)
    content = bytes(range(255, 255 - size, -1))
    for _ in range(2):
        with archive.writing() as connection:
            keep_source(connection, "digest", "workbook", content)
            keep_source(connection, "other", "record", b"other")
    with archive.reading() as connection:
        rows = connection.execute(select(SOURCES).order_by(SOURCES.c.digest)).all()
    assert [(row.digest, row.kind, bytes(row.content)) for row in rows] == [
        ("digest", "workbook", content),
        ("other", "record", b"other"),
    ]


def test_pieces_that_are_not_kept_are_gone(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_AT_ONCE", 10)
    with archive.writing(keep=False) as connection:
        keep_source(connection, "digest", "workbook", bytes(100))
    with archive.reading() as connection:
        assert connection.execute(select(func.count()).select_from(SOURCES)).scalar_one() == 0


MEASURED = """
import sys
from pathlib import Path
from turnabout_sheets.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.slow
@pytest.mark.processes
@TELLS_OF_PROCESSES
def test_a_workbook_full_of_pictures_is_archived_in_memory_for_one(tmp_path: Path) -> None:
    workbook = tmp_path / "event.xlsx"
    workbook.write_bytes((SAMPLES / "finished.xlsx").read_bytes())
    with zipfile.ZipFile(workbook, "a") as package:
        for number in range(10):
            package.writestr(f"xl/media/image{number}.png", os.urandom(12 << 20))
    command = ["archive", "add", "--archive", str(tmp_path / "archive.sqlite"), str(workbook)]
    measured = [sys.executable, "-c", MEASURED, *command]
    done = subprocess.run(measured, capture_output=True, text=True, check=True, timeout=120)
    *said, memory = done.stdout.splitlines()
    assert said[0].endswith("added as number 1.")
    assert int(memory) << 10 < MOST_MEMORY
