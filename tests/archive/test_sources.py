"""What events are archived from is kept byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import select, update

from tests.archive.making import event, turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.shared import told
from tests.support.books import SAMPLES
from tests.systems import TELLS_OF_PROCESSES
from turnabout_sheets.archive.events import Source, add_event, find_source
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.schema import SOURCES
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.jobs.archive import verify_archive

FINISHED = SAMPLES / "finished.xlsx"
MOST_MEMORY = 320 << 20


@pytest.mark.parametrize("size", [0, 40, 5_000_000])
def test_a_source_is_kept_byte_for_byte_and_once(archive: Archive, size: int) -> None:
    """Archive 1.2."""
    source = Source("one.xlsx", bytes(size))
    with archive.writing() as connection:
        for record in (event("One", "2024-01-01"), event("Two", "2024-01-02")):
            add_event(connection, Command(), record, source)
    with archive.reading() as connection:
        assert [find_source(connection, each) for each in (1, 2)] == [source, source]
        assert len(connection.execute(select(SOURCES)).all()) == 1


@pytest.mark.parametrize("kind", IN_A_FILE)
def test_a_kept_workbook_that_cannot_be_read_is_named(archive: Archive) -> None:
    source = Source("pictures.xlsx", b"PK" + bytes(5_000_000))
    with archive.writing() as connection:
        add_event(connection, Command(), event("Spring Open", "2024-05-04"), source)
    ((_, found),) = verify_archive(archive)
    assert "its kept workbook: The workbook is empty, incomplete or damaged" in found


@pytest.mark.parametrize("kind", IN_A_FILE)
def test_a_workbook_that_is_damaged_inside_is_not_written(archive: Archive, tmp_path: Path) -> None:
    assert turnabout("add", FINISHED, "--archive", archive.place).exit_code == 0
    with archive.writing() as connection:
        connection.execute(update(SOURCES).values(content=FINISHED.read_bytes()[:-1]))
    out = tmp_path / "out.xlsx"
    code, _, said = told(turnabout("list", "1", "--workbook", out, "--archive", archive.place))
    assert (code, out.exists()) == (4, False)
    assert said.startswith("The workbook that the archive keeps of ")
    assert said.endswith(" is damaged; bring back your last copy of it, or name another with --archive.\n")


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
def test_a_workbook_full_of_pictures_is_archived_without_much_memory(tmp_path: Path) -> None:
    workbook = tmp_path / "event.xlsx"
    workbook.write_bytes(FINISHED.read_bytes())
    with zipfile.ZipFile(workbook, "a") as package:
        for number in range(4):
            package.writestr(f"xl/media/image{number}.png", os.urandom(12 << 20))
    command = ["archive", "add", "--archive", str(tmp_path / "archive.sqlite"), str(workbook)]
    measured = [sys.executable, "-c", MEASURED, *command]
    done = subprocess.run(measured, capture_output=True, text=True, check=True, timeout=120)
    *said, memory = done.stdout.splitlines()
    assert said[0].endswith("added as number 1.")
    assert int(memory) << 10 < MOST_MEMORY
