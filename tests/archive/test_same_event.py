"""On a terminal the program asks before an event replaces one that may be another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.making import add, event, source, turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.shared import in_force
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.jobs.archive import Read

KINDS = IN_A_FILE

EIGHT = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana")
LAST_YEAR = event("Spring", "2025-03-01", *EIGHT, event_id="S")
NEXT_YEAR = event("Spring", "2026-03-07", *reversed(EIGHT), event_id="S")


def copied(path: Path, *, provisional: bool) -> Read:
    """What is read of a workbook that was copied for the next event."""
    return Read(path, NEXT_YEAR, source(NEXT_YEAR))


@pytest.mark.parametrize("answer", ["y", "n"])
def test_on_a_terminal_somebody_is_asked(archive: Archive, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archive 2.5."""
    add(archive, LAST_YEAR)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    monkeypatch.setattr("turnabout_sheets.jobs.archive.read_workbook", copied)
    done = turnabout("add", "copied.xlsx", "--archive", archive.place, answer=f"{answer}\n")
    assert "Is it the same event, and does it replace that? [y/N]" in done.stderr
    assert in_force(archive) == {1: NEXT_YEAR if answer == "y" else LAST_YEAR}
    assert ("add it with --yes." in done.output) == (answer == "n")
