"""Events that `archive rebuild` cannot compute anew: each is named with the reason, and the others are."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.archive.errors.two_events import FINISHED, SPRING
from tests.archive.making import event, turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.shared import told
from tests.support.books import edit
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.store import Archive

KINDS = IN_A_FILE

pytestmark = pytest.mark.slow


def test_a_damaged_source_is_told_and_the_others_are_computed_anew(file: Path) -> None:
    good = file.read_bytes()
    assert good.count(b'"name":"Spring"') == 1
    file.write_bytes(good.replace(b'"name":"Spring"', b'"name":"Sprung"'))
    assert told(turnabout("rebuild", "--archive", file)) == (
        4,
        "",
        "Events: 1 as they were.\n"
        "1 event could not be computed anew, and stays as before:\n"
        "  Spring (2024-03-01), number 1, from old.csv: what the archive keeps of it is damaged; bring back your last "
        "copy of the archive.\n"
        f"Archive: {file}\n",
    )


def test_a_source_that_is_no_content_is_told(file: Path) -> None:
    """Archive 9.5."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE sources SET content = 'text' WHERE rowid = 1")
        connection.commit()
    code, _, said = told(turnabout("rebuild", "--archive", file))
    assert code == 4
    assert "from old.csv: what the archive keeps of it is damaged; bring back your last copy" in said


def put_first(archive: Archive, name: str, kind: str, content: bytes) -> None:
    """Archive an event with a source that is not as it should be, before others."""
    with archive.writing() as connection:
        add_event(connection, Command(), event(name, "2023-01-01"), Source(kind, f"{name}.xlsx", content))


BROKEN_SOURCES = {
    "a record": ("record", b"{}", "it is not the record of an event; install the newest version of turnabout, or"),
    "a workbook": ("workbook", b"", "the workbook that the archive keeps of it is empty, incomplete or damaged"),
    "half a workbook": (
        "workbook",
        FINISHED.read_bytes()[:9000],
        "the workbook that the archive keeps of it is empty, incomplete or damaged. Take",
    ),
}


@pytest.mark.parametrize("broken", BROKEN_SOURCES)
def test_an_event_whose_source_cannot_be_read_does_not_stop_the_others(archive: Archive, broken: str) -> None:
    kind, content, reason = BROKEN_SOURCES[broken]
    put_first(archive, "Broken", kind, content)
    code, _, said = told(turnabout("rebuild", "--archive", archive.place))
    assert code == 4
    assert said.startswith(
        "Events: 2 replaced.\n1 event could not be computed anew, and stays as before:\n"
        f"  Broken (2023-01-01), number 3, from Broken.xlsx: {reason}"
    )


def test_an_event_whose_workbook_has_errors_is_named_with_what_to_do(archive: Archive, tmp_path: Path) -> None:
    """Archive 6.3."""
    edit(Path(shutil.copy(FINISHED, tmp_path / "odd.xlsx")), {"Players": {"A3": "Alexis Novak", "A4": "Alexis Novak"}})
    put_first(archive, "Odd", "workbook", (tmp_path / "odd.xlsx").read_bytes())
    code, _, said = told(turnabout("rebuild", "--archive", archive.place))
    assert code == 1
    assert "1 event could not be computed anew, and stays as before:\n  Odd (2023-01-01), number 3, from Odd.x" in said
    assert "    Correct this in your workbook, and add it again: turnabout archive add Odd.xlsx\n" in said
    assert "Events: 2 replaced.\n" in said


def test_an_event_whose_results_are_damaged_does_not_stop_the_others(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "UPDATE entries SET points = 'x' WHERE version IN (SELECT version FROM events WHERE event = 1)"
        )
        connection.commit()
    code, _, said = told(turnabout("rebuild", "--archive", file))
    assert code == 4
    assert (
        "  Spring (2024-03-01), number 1, from old.csv: what the archive keeps of it is damaged; bring back your last "
        "copy of the archive.\n"
    ) in said
    assert "Events: 1 as they were.\n" in said


@pytest.mark.parametrize("lost", [0, 1])
def test_an_event_that_lost_an_entry_does_not_stop_the_others(file: Path, lost: int) -> None:
    """Then the numbers by which matches name entries lead to others, or to none."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        (version,) = connection.execute("SELECT version FROM events WHERE event = 1 AND ended IS NULL").fetchone()
        connection.execute("DELETE FROM matches WHERE version = ? AND ? IN (entry_a, entry_b)", [version, lost])
        connection.execute("DELETE FROM entries WHERE version = ? AND entry = ?", [version, lost])
        connection.commit()
    code, _, said = told(turnabout("rebuild", "--archive", file))
    assert code == 4
    assert "  Spring (2024-03-01), number 1, from old.csv: what the archive keeps of it is damaged; bring back" in said
    assert "Events: 1 as they were.\n" in said


def test_a_source_of_a_newer_version_is_told(archive: Archive) -> None:
    newer = b'{"version":3}'
    with archive.writing() as connection:
        add_event(connection, Command(), SPRING, Source("record", "new.csv", newer))
    done = turnabout("rebuild", "--archive", archive.place)
    assert done.exit_code == 4
    assert (
        "from new.csv: it is a record that a newer version of turnabout wrote; install the newest version of "
        "turnabout, or bring back your last copy of the archive.\n"
    ) in done.stderr
