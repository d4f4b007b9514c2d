"""The workbook of an event that is damaged in the archive, or does not fit on the disk, is not written."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from tests.archive.making import turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.shared import told
from tests.limits import no_file_larger_than
from tests.support.books import SAMPLES
from turnabout_sheets.archive.schema import SOURCES
from turnabout_sheets.archive.store import Archive

KINDS = IN_A_FILE

FINISHED = SAMPLES / "finished.xlsx"


@pytest.fixture
def archive(archive: Archive) -> Archive:
    assert turnabout("add", FINISHED, "--archive", archive.place).exit_code == 0
    return archive


def test_a_workbook_that_is_damaged_inside_is_not_written(archive: Archive, tmp_path: Path) -> None:
    with archive.writing() as connection:
        connection.execute(update(SOURCES).values(content=FINISHED.read_bytes()[:-1]))
    out = tmp_path / "out.xlsx"
    code, _, said = told(turnabout("list", "1", "--workbook", out, "--archive", archive.place))
    assert (code, out.exists()) == (4, False)
    assert said.startswith("The workbook that the archive keeps of ")
    assert said.endswith(" is damaged; bring back your last copy of it, or name another with --archive.\n")


def test_a_disk_that_is_full_leaves_no_half_of_a_workbook(archive: Archive, tmp_path: Path) -> None:
    out = tmp_path / "out" / "out.xlsx"
    out.parent.mkdir()
    with no_file_larger_than(10_000):
        refused = told(turnabout("list", "1", "--workbook", out, "--archive", archive.place))
    assert refused[0] == 4
    assert refused[2].startswith("out.xlsx cannot be read or written")
    assert [each for each in out.parent.rglob("*") if each.is_file() and each.stat().st_size > 1000] == []
