"""`archive verify` computes every version anew from the workbook or the list that is kept of it."""

from __future__ import annotations

import gzip
import re
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import Table, update

from tests.archive.making import add, event, source, turnabout
from tests.archive.older_events import finished
from tests.archive.shared import OLDER
from tests.real_data import real_file
from tests.support.books import SAMPLES, edit
from tools import check_export
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.hash_chain import digest_versions, update_rows
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, MATCHES
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.jobs.verify_archive import verify_archive

EVE = "Spring Open (2024-05-04), Eve: {} is {}; expected blank (an older version computed it so: {})"


def test_what_an_older_version_computed_otherwise_is_named_until_a_rebuild_sets_it_right(tmp_path: Path) -> None:
    """Safety 9.6, checking 2.7: the journal says why, and what was replaced stays as it is, which is no fault.

    Archive 9.4.
    """
    older = tmp_path / "older.sqlite"
    older.write_bytes(gzip.decompress((OLDER / "archive.sqlite.gz").read_bytes()))
    done = turnabout("verify", older)
    assert done.exit_code == ExitCode.PROBLEMS
    figures = {"match wins": "1½", "played all rounds": "no", "multiplier": "2", "award": "3"}
    *found, what_to_do = done.stderr.splitlines()
    assert found == [EVE.format(*figure, "rules 1.7.8") for figure in figures.items()]
    assert what_to_do == "What an older version of turnabout computed is set right by: turnabout archive rebuild"
    assert turnabout("rebuild", "--archive", older).exit_code == ExitCode.DONE
    told = turnabout("journal", "--last", 1, "--archive", older).stdout
    assert told.endswith("award 3 → blank; an older version of turnabout computed it otherwise (rules 1.7.8)\n")
    done = turnabout("verify", older)
    assert done.exit_code == ExitCode.DONE
    was, listed, agree = done.stdout.splitlines()
    assert was == (
        "Spring Open (2024-05-04), version 1, which is not in force any more, is as an older version of turnabout "
        "computed it (rules 1.7.8)."
    )
    assert listed == "536 figures of old lists are as the lists say, of which no games are known."
    assert agree.startswith("all 532 figures of 4 events and 1 earlier version agree; the last change is ")
    export(open_archive(str(older)), tmp_path / "out.json", "json")
    report = check_export.check_export(*check_export.read_export(tmp_path / "out.json"))
    assert report.findings == []
    assert any(note.startswith("Spring Open (2024-05-04), version 1 – Eve: award_halves is 6") for note in report.notes)


def test_an_award_that_no_older_version_gave_is_no_older_award(tmp_path: Path) -> None:
    """Safety 9.6."""
    older = tmp_path / "older.sqlite"
    older.write_bytes(gzip.decompress((OLDER / "archive.sqlite.gz").read_bytes()))
    with sqlite3.connect(older) as connection:
        connection.execute("UPDATE entries SET award_halves = 8, multiplier = 4 WHERE version = 1 AND name = 'Eve'")
    connection.close()
    said = turnabout("verify", older).stderr
    assert "Spring Open (2024-05-04), Eve: award is 4; expected blank\n" in said
    assert "older version" not in said


def make_rebuilt(file: Path) -> Archive:
    """Return an archive in which other rules once made something else of a list, and a rebuild has set that right."""
    archive, listed = open_archive(str(file), create=True), event("Three", "2020-01-02", "Fay", "Max")
    with archive.writing() as connection:
        add_event(connection, Command(), replace(listed, rounds=9), source(listed))
    assert "rounds is 9; expected 1" in turnabout("verify", file).stderr
    assert turnabout("rebuild", "--archive", file).exit_code == ExitCode.DONE
    return archive


def test_what_a_rebuild_replaced_is_as_the_journal_says(tmp_path: Path) -> None:
    """Safety 9.6; archive 9.4."""
    make_rebuilt(tmp_path / "archive.sqlite")
    done = turnabout("verify", tmp_path / "archive.sqlite")
    assert done.exit_code == ExitCode.DONE
    assert done.stdout.startswith(
        "Three (2020-01-02), version 1, which is not in force any more, is as an older version of turnabout computed "
        "it (as the journal says).\n"
    )


@pytest.mark.parametrize(
    ("table", "change"),
    [
        (ENTRIES, {"wins": 5}),
        (ENTRIES, {"name": "Fey"}),
        (MATCHES, {"round": 2}),
        (MATCHES, {"outcome_b": "draw"}),
        (MATCHES, {"details": "{}"}),
        (EVENTS, {"venue": "Leeds"}),
    ],
)
def test_what_the_journal_does_not_say_of_a_replaced_version_is_found(
    table: Table, change: dict[str, Any], tmp_path: Path
) -> None:
    """Safety 9.6."""
    archive = make_rebuilt(tmp_path / "archive.sqlite")
    with archive.writing() as connection:
        connection.execute(update(table).where(table.c.version == 1).values(change))
        (fitting,) = digest_versions(connection, [1]).values()
        update_rows(connection, EVENTS, (EVENTS.c.version == 1,), digest=fitting)
        Command().note(connection, "merge", "nothing")
    if table is MATCHES and "details" in change:
        assert not verify_archive(archive).findings, "nothing of it was kept in this version"
        return
    assert {finding.where for finding in verify_archive(archive).findings} == {"Three (2020-01-02), version 1"}


FORGED = {
    "verify-forged": "Spring (2024-03-14), Sanjay Tanaka: wins is 2; expected 3",
    "verify-misses-1": "Event 139 (2014-05-19), version 1, Tomás Vargas: opponents' GMP is 3; expected 0",
    "verify-misses-2": (
        "Event 163 (2023-02-13), version 1, round 1, Jun Jansen – Tomás Larsson: points B is 18; expected 17"
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_what_others_have_forged_and_sealed_is_found(name: str) -> None:
    """Safety 9.5: a record that is not that of its kept workbook; figures of versions that were replaced."""
    done = turnabout("verify", real_file(f"findings/{name}.json"))
    assert done.exit_code == ExitCode.PROBLEMS
    assert done.stderr.splitlines()[0] == FORGED[name]


def test_a_kept_workbook_that_has_errors_is_named_with_the_first(tmp_path: Path) -> None:
    """Safety 9.5; archive 9.5."""
    archive, record = open_archive(str(tmp_path / "archive.sqlite"), create=True), make_record(finished())
    edit(
        Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path / "odd.xlsx")),
        {"Players": {"A3": "Alexis Novak", "A4": "Alexis Novak"}},
    )
    with archive.writing() as connection:
        add_event(connection, Command(), record, Source("workbook", "odd.xlsx", (tmp_path / "odd.xlsx").read_bytes()))
    assert turnabout("verify", archive.place).stderr.startswith(
        "Spring Open (2024-05-04): the workbook that the archive keeps of it has errors; the first is in Round 1!C9: "
    )


def test_a_fault_of_the_program_with_one_event_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Safety 9.5."""
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    add(archive, event("Two", "2020-01-01", "Zoe", "Max"), event("Three", "2020-01-02", "A", "B"))

    def fail(content: bytes) -> EventRecord:
        raise ZeroDivisionError

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("turnabout_sheets.jobs.verify_archive.from_json", fail)
    said = CliRunner().invoke(main, ["archive", "verify", archive.place]).stderr.splitlines()
    fault = "This is a fault of the program, not of yours (ZeroDivisionError)."
    assert len(said) == 2
    for line, name in zip(said, ("Two (2020-01-01)", "Three (2020-01-02)"), strict=True):
        assert line.startswith(f"{name}: {fault}")


@pytest.mark.processes
def test_workbooks_are_computed_side_by_side(tmp_path: Path) -> None:
    for name in ("finished", "cup", "netrunner"):
        assert turnabout("add", SAMPLES / f"{name}.xlsx", "--archive", tmp_path / "all.sqlite", "--provisional")
    done = turnabout("verify", tmp_path / "all.sqlite")
    assert re.fullmatch(r"all \d{3,} figures of 3 events agree; the last change is .{14}\n", done.stdout)
