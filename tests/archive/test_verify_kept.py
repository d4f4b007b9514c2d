"""`archive verify` computes every event again from the workbook or the list that is kept of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.archive.making import event, turnabout
from tests.support.books import SAMPLES, edit
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.cli.main import main


def test_a_kept_workbook_that_has_errors_is_named_with_the_first(tmp_path: Path) -> None:
    """Safety 9.2; archive 9.1."""
    archive, record = open_archive(str(tmp_path / "archive.sqlite"), create=True), event("Spring Open", "2024-05-04")
    edit(
        Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path / "odd.xlsx")),
        {"Players": {"A3": "Alexis Novak", "A4": "Alexis Novak"}},
    )
    with archive.writing() as connection:
        add_event(connection, Command(), record, Source("odd.xlsx", (tmp_path / "odd.xlsx").read_bytes()))
    assert turnabout("verify", "--archive", archive.place).output.startswith(
        "Spring Open (2024-05-04): its kept workbook has errors; the first is in Round 1!C9: "
    )


def test_a_fault_of_the_program_with_one_event_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Safety 9.2."""
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    with archive.writing() as connection:
        for each in (event("Two", "2020-01-01", "Zoe", "Max"), event("Three", "2020-01-02", "A", "B")):
            add_event(connection, Command(), each, Source("kept.xlsx", each.name.encode()))

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("turnabout_sheets.jobs.archive.read_book", fail)
    said = CliRunner().invoke(main, ["archive", "verify", "--archive", archive.place]).output.splitlines()
    fault = "This is a fault of the program, not of yours (ZeroDivisionError). Your workbook is whole"
    assert len(said) == 2
    for line, name in zip(said, ("Two (2020-01-01)", "Three (2020-01-02)"), strict=True):
        assert line.startswith(f"{name}: its kept workbook: {fault}")
