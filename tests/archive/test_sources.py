"""What events are archived from is kept byte for byte, in pieces where it is large, and in memory once."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import func, select

from tests.archive.making import turnabout
from tests.archive.older_events import records
from tests.support.books import SAMPLES
from tests.systems import TELLS_OF_PROCESSES
from turnabout_sheets.archive import sources
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.exchange.bring_in import bring_in
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.integrity import require_sound
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.schema import SOURCES
from turnabout_sheets.archive.sources import keep_source, read_source
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.jobs.verify_archive import verify_archive

MOST_MEMORY = 300 << 20


@pytest.mark.parametrize("size", [0, 9, 10, 11, 12, 13, 40])
def test_a_source_is_kept_byte_for_byte(archive: Archive, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Archive 1.2."""
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


@pytest.mark.parametrize(
    ("kind", "form"), [("sqlite", "csv"), pytest.param("postgresql", "json", marks=pytest.mark.postgresql)]
)
def test_a_workbook_may_be_longer_than_all_else_in_an_archive(archive: Archive, form: str, tmp_path: Path) -> None:
    """Safety 9.4."""
    source = Source("workbook", "pictures.xlsx", b"PK" + bytes(5_000_000))
    with archive.writing() as connection:
        add_event(connection, Command(), next(iter(records(make_record))), source)
    require_sound(archive)
    export(archive, tmp_path / "export", form)
    copy = open_archive(str(tmp_path / "copy.sqlite"), create=True)
    bring_in(copy, tmp_path / "export")
    for each in (archive, copy):
        (found,) = verify_archive(each).findings
        assert "the workbook that the archive keeps of it is incomplete or damaged" in str(found.found)
        with each.reading() as connection:
            assert read_source(connection, source.digest) == ("workbook", source.content)
    said = turnabout("rebuild", "--archive", copy.place).stderr
    assert "from pictures.xlsx: the workbook that the archive keeps of it is incomplete or damaged" in said


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
