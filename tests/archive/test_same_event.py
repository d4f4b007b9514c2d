"""An event is not replaced by another one that only bears its Event ID."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from tests.archive.making import add, event, source, turnabout
from tests.archive.shared import in_force
from turnabout_sheets.archive.events import add_event
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.same_event import list_doubts
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.jobs.archive import Read

EIGHT = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana")
LAST_YEAR = event("Spring", "2025-03-01", *EIGHT, event_id="S")
NEXT_YEAR = event("Spring", "2026-03-07", *reversed(EIGHT), event_id="S")
RENAMED = event("Spring", "2025-03-01", *EIGHT[:6], "Gill", "Hanna", event_id="S")


def without_matches(record: EventRecord) -> EventRecord:
    return replace(record, meetings=())


def corrected(record: EventRecord) -> EventRecord:
    """One match was won by the other."""
    first, *others = record.meetings
    return replace(record, meetings=(replace(first, a=first.b, b=first.a, points_a=Fraction(1)), *others))


@pytest.mark.parametrize(
    ("old", "new", "doubts"),
    [
        (LAST_YEAR, LAST_YEAR, []),
        (LAST_YEAR, NEXT_YEAR, ["date", "results"]),
        (without_matches(LAST_YEAR), NEXT_YEAR, ["date", "results"]),
        (LAST_YEAR, without_matches(NEXT_YEAR), ["date", "results"]),
        (LAST_YEAR, replace(NEXT_YEAR, date="2025-03-01"), []),
        (LAST_YEAR, replace(corrected(LAST_YEAR), date="2025-03-02", name="Fall"), []),
        (LAST_YEAR, replace(LAST_YEAR, format="Netrunner"), ["format"]),
        (LAST_YEAR, event("Spring", "2025-03-01", *"ABCDEFGH", event_id="S"), ["players"]),
        (LAST_YEAR, event("Fall", "2025-09-01", *"ABCDEFGH", event_id="S"), ["date", "results", "players"]),
        (LAST_YEAR, RENAMED, []),
        (
            event("Spring", "2025-03-01", *"ABCD", ids=dict(zip("ABCD", "1234", strict=True))),
            event("Spring", "2025-03-01", *"WXYZ", ids=dict(zip("WXYZ", "1234", strict=True))),
            [],
        ),
        # An old list that knows only the first three.
        (replace(without_matches(LAST_YEAR), entries=LAST_YEAR.entries[:3]), LAST_YEAR, []),
    ],
)
def test_what_speaks_for_another_event(old: EventRecord, new: EventRecord, doubts: list[str]) -> None:
    """Archive 2.5."""
    assert list_doubts(old, new) == doubts


def test_an_event_that_may_be_another_one_replaces_none_unless_that_is_sure(archive: Archive) -> None:
    """Archive 2.5."""
    add(archive, LAST_YEAR)
    with archive.writing() as connection:
        added = add_event(connection, Command(), NEXT_YEAR, source(NEXT_YEAR), sure=False)
    assert (added.kind, added.event) == ("doubt", 1)
    assert added.told == [
        'It has the Event ID "S" of Spring (2025-03-01), which is number 1 in the archive, but other date and results.'
    ]
    assert in_force(archive) == {1: LAST_YEAR}
    with archive.writing() as connection:
        assert add_event(connection, Command(), NEXT_YEAR, source(NEXT_YEAR), sure=True).kind == "replace"
    assert in_force(archive) == {1: NEXT_YEAR}


PLACINGS = """Event ID,Event,Date,Player,Position,Wins,Draws,Losses,Played all rounds
S,Spring,2025-03-01,Ada,1,3,0,0,yes
S,Spring,2025-03-01,Ben,2,2,0,1,yes
S,Spring,2025-03-01,Cleo,3,1,0,2,yes
S,Spring,2025-03-01,Dan,4,0,0,3,yes
"""
REFUSED = (
    'Error: Spring (2026-03-07): It has the Event ID "S" of Spring (2025-03-01), which is number 1 in the archive, but '
    "other date, results and players. Give this event an Event ID of its own, or, if it is the same, add it with --yes."
)


@pytest.fixture
def lists(tmp_path: Path) -> tuple[Path, Path]:
    """Lists of last year's event, and of this year's with the same Event ID, and of another one."""
    old, new = tmp_path / "2025.csv", tmp_path / "2026.csv"
    old.write_text(PLACINGS, "utf-8")
    header, *rows = PLACINGS.replace("2025-03-01", "2026-03-07").splitlines()
    others = [row.replace("S,Spring", "O,Other") for row in rows]
    copied = [row.replace(",Ada,", ",Wes,").replace(",Ben,", ",Xia,") for row in rows]
    new.write_text("\n".join([header, *copied, *others]), "utf-8")
    return old, new


def test_where_nobody_is_asked_it_is_refused_and_the_others_are_in(lists: tuple[Path, Path], tmp_path: Path) -> None:
    """Archive 2.5."""
    archive = ("--archive", tmp_path / "archive.sqlite")
    turnabout("import", lists[0], *archive)
    done = turnabout("import", lists[1], *archive, answer="y\n")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[0] == "Events: 1 added."
    assert REFUSED in done.stderr


def copied(path: Path, *, provisional: bool) -> Read:
    """What is read of a workbook that was copied for the next event."""
    return Read(path, NEXT_YEAR, source(NEXT_YEAR))


@pytest.mark.parametrize("answer", ["y", "n"])
def test_on_a_terminal_somebody_is_asked(archive: Archive, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archive 2.5."""
    add(archive, LAST_YEAR)
    monkeypatch.setattr("turnabout_sheets.cli.archive_changing._is_somebody_there", lambda: True)
    monkeypatch.setattr("turnabout_sheets.jobs.archive.read_workbook", copied)
    done = turnabout("add", "copied.xlsx", "--archive", archive.place, answer=f"{answer}\n")
    assert "Is it the same event, and does it replace that? [y/N]" in done.stderr
    assert in_force(archive) == {1: NEXT_YEAR if answer == "y" else LAST_YEAR}
    assert ("add it with --yes." in done.stderr) == (answer == "n")


def test_a_copied_workbook_replaces_last_years_event_only_with_yes(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 2.5."""
    add(archive, LAST_YEAR)
    monkeypatch.setattr("turnabout_sheets.jobs.archive.read_workbook", copied)
    for more, exit_code in (([], 1), (["--yes"], 0)):
        done = turnabout("add", "copied.xlsx", *more, "--archive", archive.place)
        assert done.exit_code == exit_code
        assert ("Spring (2026-03-07): replaces number 1" in done.output) == bool(more)
    assert in_force(archive) == {1: NEXT_YEAR}


# The same event under another name

RENAMED_EVENT = replace(LAST_YEAR, event_id="", name="March evening")


@pytest.mark.parametrize(
    ("new", "is_asked"),
    [
        (RENAMED_EVENT, True),
        (without_matches(RENAMED_EVENT), True),
        (replace(RENAMED_EVENT, date="2025-03-02"), False),
        (replace(RENAMED_EVENT, event_id="T"), False),
        (replace(RENAMED_EVENT, format="Netrunner"), False),
        (replace(RENAMED_EVENT, entries=RENAMED_EVENT.entries[:7], meetings=()), False),
        (event("March evening", "2025-03-01", "Ada", "Cleo", "Ben", *EIGHT[3:]), False),
        (event("March evening", "2025-03-01", *EIGHT, ids={"Ada": "17"}), True),
        (replace(LAST_YEAR, event_id=""), False),
    ],
)
def test_an_event_with_the_results_of_another_is_asked_about(
    archive: Archive, new: EventRecord, is_asked: bool
) -> None:
    """Archive 2.6."""
    add(archive, event("Autumn", "2024-09-01", *EIGHT), LAST_YEAR)
    with archive.writing() as connection:
        added = add_event(connection, Command(), new, source(new), sure=False)
    assert (added.kind == "doubt") is is_asked
    if is_asked:
        assert added.told == [
            "It has the day, the players and the positions of Spring (2025-03-01), which is number 2 in the archive."
        ]
        with archive.writing() as connection:
            assert add_event(connection, Command(), new, source(new), sure=True).kind == "replace"
        assert in_force(archive)[2].name == "March evening"
        assert len(in_force(archive)) == 2


def test_one_list_with_an_event_under_two_names_has_its_awards_once(tmp_path: Path) -> None:
    """Archive 2.6."""
    place, file = tmp_path / "archive.sqlite", tmp_path / "two.csv"
    header, *rows = PLACINGS.replace("S,Spring", ",Spring").splitlines()
    file.write_text("\n".join([header, *rows, *(row.replace("Spring", "March") for row in rows)]), "utf-8")
    done = turnabout("import", file, "--archive", place, answer="y\n")
    assert done.exit_code == 1
    assert "Error: Spring (2025-03-01): It has the day, the players and the positions of March" in done.stderr
    assert "Ada" in (shown := turnabout("ratings", "--archive", place).stdout)
    assert " 16 " in shown  # (3 + 1) × 4, not twice that
    done = turnabout("import", file, "--archive", place, "--yes")
    assert done.exit_code == 0
    assert "Spring (2025-03-01): replaces number 1; what changes:\n  name March → Spring" in done.stdout
    assert " 16 " in turnabout("ratings", "--archive", place).stdout


def test_what_is_refused_of_several_lists_names_the_list_it_is_in(lists: tuple[Path, Path], tmp_path: Path) -> None:
    """Archive 2.5 and 2.6."""
    folder, here = tmp_path / "old", ("--archive", tmp_path / "archive.sqlite")
    folder.mkdir()
    lists[1].rename(folder / "2026.csv")
    others = PLACINGS.replace("S,Spring", ",March evening"), PLACINGS.replace("S,", ",").replace("2025", "2024")
    for name, text in zip(("renamed.csv", "unrelated.csv"), others, strict=True):
        (folder / name).write_text(text, "utf-8")
    turnabout("import", lists[0], *here)
    done = turnabout("import", folder, *here)
    assert done.exit_code == 1
    lines = done.stderr.splitlines()
    refused = {before: line[:39] for before, line in pairwise(lines) if line.startswith("    Error: ")}
    assert refused == {
        "  2026.csv:": "    Error: Spring (2026-03-07): It has ",
        "  renamed.csv:": "    Error: March evening (2025-03-01): ",
    }
    assert "2 files could not be taken, or not all of it:" in done.stderr
