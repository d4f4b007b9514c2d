"""The tables of an archive as CSV: all rows, over nothing but an earlier export."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.archive.making import add, event, read_tables, turnabout
from tests.archive.shared import told
from turnabout_sheets.archive.export import TABLES
from turnabout_sheets.archive.store import Archive

FILES = [f"{table.name}.csv" for table in TABLES]


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, event('Spring, "new"', "2024-03-01", "Zoë", "=1+1", "Cy\nDee", "Ann", venue="Łódź; 2nd floor"))
    assert turnabout("merge", "Zoë", "Ann", "--dry-run", "--archive", archive.place).exit_code == 2
    return archive


def test_every_row_is_there_as_it_is(archive: Archive, tmp_path: Path) -> None:
    """Archive 8.1."""
    done = told(turnabout("export", tmp_path / "out", "--archive", archive.place))
    assert done == (0, "".join(f"{tmp_path / 'out' / name}\n" for name in FILES), "")
    tables = read_tables(archive)
    for name in FILES:
        file = tmp_path / "out" / name
        assert file.read_bytes().startswith(b"\xef\xbb\xbf"), "by which Excel knows the encoding"
        with file.open(encoding="utf-8-sig", newline="") as opened:
            found = list(csv.DictReader(opened))
        rows = tables[file.stem]
        assert found == [{column: "" if cell is None else str(cell) for column, cell in row.items()} for row in rows]
    assert turnabout("export", tmp_path / "out", "--archive", archive.place).exit_code == 0


@pytest.mark.parametrize("kind", ["sqlite"])
def test_what_is_no_export_stays_as_it_is(archive: Archive, tmp_path: Path) -> None:
    """Archive 8.1: a list of old results may be called events.csv, too."""
    (tmp_path / "events.csv").write_text("Name,Date\nOpen,2012-05-31\n", "utf-8")
    (tmp_path / "file").touch()
    here = ("--archive", archive.place)
    assert told(turnabout("export", tmp_path, *here)) == (
        4, "", f"{tmp_path / 'events.csv'} is there already, and is no export of an archive; choose another name.\n",
    )  # fmt: skip
    for target in ("file", "none/out"):
        code, out, err = told(turnabout("export", tmp_path / target, *here))
        assert (code, out) == (4, "")
        assert f"{tmp_path / target} was not written (" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive.sqlite", "events.csv", "file"]
