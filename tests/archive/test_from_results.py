from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.archive.making import turnabout
from tests.support.books import SAMPLES, edit
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.event.status import word_status
from turnabout_sheets.jobs.archive import Read, read_workbook

pytestmark = pytest.mark.slow

EXPECTED = SAMPLES / "expected"
FINISHED = ("duplicate", "finished")
UNFINISHED = ("cup", "duplicate-in-progress", "in-progress", "netrunner", "round-robin")
FACTS = {
    "cup": ("Winter Cup", "2026-12-05", "Turnabout", 11, 4),
    "duplicate": ("Nine Tables", "2026-10-17", "Duplicate Magic", 18, 9),
    "duplicate-in-progress": ("Six Tables", "2026-11-14", "Duplicate Magic", 12, 6),
    "finished": ("Spring Turnabout", "2026-03-14", "Turnabout", 24, 5),
    "in-progress": ("Summer Turnabout", "2026-06-20", "Turnabout", 19, 5),
    "netrunner": ("City Grid Open", "2026-10-03", "Netrunner", 13, 4),
    "round-robin": ("Club League", "2026-11-07", "Turnabout", 7, 7),
}
"""Name, day, format, players and rounds of the sample events."""


def sheet(sample: str, name: str) -> list[dict[str, str]]:
    """Return the rows of a sheet that a run gives, by header; what stands beside them is left out."""
    with (EXPECTED / sample / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    width = header.index("")
    return [dict(zip(header[:width], row, strict=False)) for row in rows if row[0]]


def record(path: Path, *, provisional: bool = False) -> EventRecord:
    read = read_workbook(path, provisional=provisional)
    assert read.record is not None, [str(each) for each in read.problems] or read.refused
    return read.record


def number(figure: Any) -> Fraction | None:
    return Fraction(figure) if figure else None


def whole(row: dict[str, str], header: str) -> int | None:
    """Return a whole number, None where the sheet has no such column: formats show what ranks in them."""
    return int(row[header]) if header in row else None


@pytest.mark.parametrize("sample", FINISHED + UNFINISHED)
def test_entries_are_those_of_the_standings(sample: str) -> None:
    found = record(SAMPLES / f"{sample}.xlsx", provisional=True)
    assert (found.name, found.date, found.format, found.field, found.rounds) == FACTS[sample]
    assert found.provisional == (sample in UNFINISHED)
    rows = sheet(sample, "Standings")
    points = next(header for header in ("VP", "GMP", "Points") if header in rows[0])
    assert len(rows) == found.field
    for row, entry in zip(rows, found.entries, strict=True):
        assert (entry.name, entry.position, word_status(entry.status)) == (
            row["Player"],
            int(row["Rank"]),
            row["Status"],
        )
        assert entry.points == Fraction(row[points])
        for header, figure in (
            ("Wins", entry.wins), ("Draws", entry.draws), ("Losses", entry.losses), ("Byes", entry.byes),
        ):  # fmt: skip
            assert whole(row, header) in (figure, None), (header, row)


def test_awards_are_those_of_the_ratings_sheet() -> None:
    """Archive 4.1."""
    found = record(SAMPLES / "finished.xlsx")
    assert [
        (each.name, each.position, each.match_wins, each.played_all, each.multiplier, each.award)
        for each in found.entries
    ] == [
        (
            row["Player"], int(row["Position"]), Fraction(row["Match wins"]), row["Played all rounds"] == "yes",
            int(row["Multiplier"]), Fraction(row["Award"]),
        )
        for row in sheet("finished", "Ratings")
    ]  # fmt: skip
    assert found.rated


@pytest.mark.parametrize("sample", ["duplicate", *UNFINISHED])
def test_without_a_rating_nobody_has_an_award(sample: str) -> None:
    """Archive 4.1."""
    found = record(SAMPLES / f"{sample}.xlsx", provisional=True)
    assert not found.rated
    figures = {(each.match_wins, each.played_all, each.multiplier, each.award) for each in found.entries}
    assert figures == {(None, None, None, None)}


@pytest.mark.parametrize("sample", FINISHED + UNFINISHED)
def test_matches_are_those_of_the_matches_sheet(sample: str) -> None:
    found = record(SAMPLES / f"{sample}.xlsx", provisional=True)
    rows = sheet(sample, "Matches")
    points = next(header for header in ("VP", "GMP", "Points") if f"{header} A" in rows[0])
    won = {
        ("win", "loss"): "A", ("loss", "win"): "B", ("draw", "draw"): "Draw", ("bye", "absent"): "A",
        ("absent", "bye"): "B", ("bye", None): "", ("waits", None): "",
    }  # fmt: skip
    told = []
    for each in found.meetings:
        a, b = found.entries[each.a].name, "BYE" if each.b is None else found.entries[each.b].name
        winner = won[each.outcome_a, each.outcome_b]  # type: ignore[index]
        table = None if each.b is None else each.table
        told.append((each.round, table, a, b, each.points_a, each.points_b, {"A": a, "B": b}.get(winner, winner)))
    # A bye needs no table, and formats differ in whether they call it won.
    assert told == [
        (
            int(row["Round"]), None if row["Player B"] == "BYE" else int(row["Table"]), row["Player A"],
            row["Player B"], number(row[f"{points} A"]), number(row[f"{points} B"]),
            "" if row["Player B"] == "BYE" else row["Winner"],
        )
        for row in rows
        if row["Winner"] or row["Player B"] == "BYE"
    ]  # fmt: skip


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """Return a copy of a sample into which something is typed: cells by sheet and address."""

    def make(sample: str, **typed: dict[str, Any]) -> Path:
        path = tmp_path / f"{sample}.xlsx"
        shutil.copy(SAMPLES / path.name, path)
        edit(path, typed)
        return path

    return make


def refusal(read: Read) -> list[str]:
    assert read.record is None
    return [str(problem) for problem in read.problems if problem.severity == "Error"]


def test_an_event_without_a_day_is_not_archived(changed: Callable[..., Path]) -> None:
    """Archive 2.1."""
    told = "the archive expects a day such as 2026-05-31. Fill in the day of the event."
    for typed, what in ((None, "blank"), ("in spring", '"in spring"'), ("2026-02-30", '"2026-02-30"')):
        path = changed("finished", Event={"B3": typed})
        assert refusal(read_workbook(path, provisional=True)) == [f"Error: Event!B3: Date is {what}; {told}"]


def test_an_event_with_results_to_come_is_only_archived_as_provisional() -> None:
    """Rules 1.12.6; archive 2.1 and 2.2."""
    path = SAMPLES / "round-robin.xlsx"
    assert refusal(read_workbook(path, provisional=False)) == [
        "Error: Event!B7: The event is not finished: 1 result is missing. Type in what is missing; or archive it as it "
        "is, without awards, with --provisional."
    ]
    found = record(path, provisional=True)
    assert (found.provisional, found.rated) == (True, False)


def test_an_event_with_rounds_to_come_is_only_archived_as_provisional() -> None:
    """Archive 2.1 and 2.2."""
    assert refusal(read_workbook(SAMPLES / "in-progress.xlsx", provisional=False)) == [
        "Error: Event!B7: The event is not finished: 2 of 5 rounds are played. Play the others, or set Rounds to what "
        "was played; or archive it as it is, without awards, with --provisional."
    ]


def test_an_event_without_a_result_is_not_archived_at_all(changed: Callable[..., Path]) -> None:
    path = changed("in-progress")
    book = load_workbook(path)
    for name in [each for each in book.sheetnames if each.startswith("Round ")]:
        del book[name]
    book.save(path)
    for provisional in (False, True):
        assert refusal(read_workbook(path, provisional=provisional)) == [
            "Error: Event!B2: No result is reported yet, so there is nothing to archive. Archive the event when it is "
            "finished."
        ]


def test_who_was_never_paired_is_not_in_the_record(changed: Callable[..., Path]) -> None:
    path = changed("finished", Players={"A26": "Zoë Absent", "E26": 0})
    found = record(path)
    assert found.field == len(found.entries) == 24
    assert "Zoë Absent" not in [each.name for each in found.entries]
    assert found == record(SAMPLES / "finished.xlsx"), "and nothing else changes"


def test_event_id_venue_organizer_and_player_ids_are_taken_over(changed: Callable[..., Path]) -> None:
    path = changed("finished", Players={"J3": "A-7"})
    found = record(path)
    assert (found.venue, found.organizer, found.event_id) == ("Town hall", "Ann Example", "")
    assert {each.name: each.player_id for each in found.entries if each.player_id} == {"Amir Castro": "A-7"}


def test_workbooks_that_cannot_be_archived_do_not_stop_the_others(tmp_path: Path) -> None:
    """Archive 2.1."""
    for sample in ("broken", "finished", "round-robin", "duplicate"):
        shutil.copy(SAMPLES / f"{sample}.xlsx", tmp_path)
    (tmp_path / "letter.xlsx").write_text("Dear Ann,", "utf-8")
    files = [tmp_path / f"{name}.xlsx" for name in ("broken", "finished", "letter", "round-robin", "gone", "duplicate")]
    archive = tmp_path / "turnabout-archive.sqlite"
    done = turnabout("add", *files)
    assert done.stdout.splitlines() == [
        "Spring Turnabout (2026-03-14): added as number 1.",
        "Nine Tables (2026-10-17): added as number 2.",
    ]
    told = done.stderr.splitlines()
    assert done.exit_code == 4, "the worst: two files cannot be read"
    assert told[:3] == [
        "Events: 2 added.",
        "4 files could not be taken, or not all of it:",
        f"  {files[0]}:",
    ]
    assert told[3].startswith('    Error: Event!B12: Allow rematches is "perhaps"; expected yes or no.')
    assert told[told.index(next(line for line in told if line.startswith("  letter.xlsx"))) :] == [
        "  letter.xlsx is a plain text file (CSV?), not a workbook; open it in Excel or LibreOffice and save it as "
        "Excel Workbook (.xlsx).",
        f"  {files[3]}:",
        "    Error: Event!B7: The event is not finished: 1 result is missing. Type in what is missing; or archive it "
        "as it is, without awards, with --provisional.",
        "  gone.xlsx does not exist; check the name and the folder, or make a new workbook with: turnabout new.",
        f"Archive: {archive}",
        f"A new archive was begun: {archive}. For another one, add --archive FILE.",
    ]
    only = turnabout("add", files[0], "--archive", archive)
    assert only.exit_code == 1
    assert turnabout("list", "--archive", archive).stdout.splitlines()[-1].startswith("2 events; the last change is ")


def test_a_trial_says_what_would_become_of_an_event(tmp_path: Path) -> None:
    """Archive 2.3."""
    event, archive = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path)), tmp_path / "turnabout-archive.sqlite"
    title, trial = "Spring Turnabout (2026-03-14)", "Events in this trial, which changed nothing"
    open_archive(str(archive), create=True)
    end = f"Archive: {archive}\n"
    assert turnabout("add", event, "--dry-run").stdout == (
        f"{title}: would be added as number 1.\n{trial}: 1 would be added.\n{end}"
    )
    turnabout("add", event)
    edit(event, {"Players": {"E2": 99}})
    said = turnabout("add", event, "--dry-run").stdout
    assert said.startswith(f"{title}: would replace number 1; what changes:\n")
    assert said.endswith(f"{trial}: 1 would be replaced.\n{end}")
