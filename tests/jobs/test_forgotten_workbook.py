"""A kept workbook of which a name is forgotten reads as it did, but for the name, and its log holds together."""

from __future__ import annotations

import shutil
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from tests.changes.logs import forge, remembered, run
from tests.support.books import SAMPLES, cells, edit, enter_results
from tests.support.commands import turnabout
from tests.support.edited_book import Book
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.renaming import Renaming
from turnabout_sheets.jobs.archive import read_workbook
from turnabout_sheets.jobs.forgotten_workbook import rename_workbook

NAME, PSEUDONYM = "Björn Eriksen", "Player 1f3a"
IDS = ["14"]


def record_of(workbook: Path) -> EventRecord:
    record = read_workbook(workbook, provisional=True).record
    assert record is not None
    return record


def results_of(record: EventRecord, name: str) -> tuple[object, ...]:
    """Return all of a record, matches with names, where ``name`` is the pseudonym and has no Player ID."""
    named = [PSEUDONYM if entry.name == name else entry.name for entry in record.entries]
    own = [replace(entry, name=PSEUDONYM, player_id="") if entry.name == name else entry for entry in record.entries]
    matches = [
        (named[each.a], each.b is not None and named[each.b], replace(each, a=0, b=0)) for each in record.meetings
    ]
    rest = replace(record, entries=(), meetings=(), venue=record.venue.replace(name, PSEUDONYM))
    return rest, sorted(own, key=repr), matches


def renamed(workbook: Path, renaming: Renaming) -> Path:
    """Return the workbook rewritten, in a folder of its own."""
    data = rename_workbook(workbook.read_bytes(), renaming)
    assert data is not None
    path = workbook.parent / "renamed" / workbook.name
    path.parent.mkdir()
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("sample", "name"),
    [
        ("finished", "Lucía Meyer"),
        ("netrunner", "Łukasz Hughes"),
        ("duplicate", "Chen O'Brien"),
        ("cup", "Ivan Haddad"),
    ],
)
def test_an_event_is_read_as_before_but_for_the_name(sample: str, name: str, tmp_path: Path) -> None:
    workbook = Path(shutil.copy(SAMPLES / f"{sample}.xlsx", tmp_path))
    path = renamed(workbook, Renaming([name], PSEUDONYM))
    assert results_of(record_of(path), PSEUDONYM) == results_of(record_of(workbook), name)
    with zipfile.ZipFile(path) as archive:
        assert not any(Renaming([name], "").is_in(archive.read(part)) for part in archive.namelist())


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event in which a Player ID and a result were changed between runs, the second time by who is forgotten."""
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path_factory.mktemp("logged") / "Night.xlsx"))
    row = 1 + next(number for number, cell in enumerate(cells(workbook, "Players")) if cell[0] == NAME)
    run(workbook)
    edit(workbook, {"Players": {f"J{row}": "7-14", "J2": 15}})
    run(workbook)
    enter_results(workbook, 3)
    names = 1 + next(number for number, cell in enumerate(cells(workbook, "Event")) if cell[0] == "Log names")
    typed = {"B4": f"At {NAME}'s", f"B{names}": "yes"}
    edit(workbook, {"Players": {f"J{row}": 14, f"C{row}": 1500}, "Event": typed, "Round 1": {"G4": 3}})
    book = Book(workbook.read_bytes())
    book.parts["docProps/core.xml"] = (
        '<p:coreProperties xmlns:p="http://schemas.openxmlformats.org/package/2006/metadata/core-properties">'
        f"<p:lastModifiedBy>{NAME}</p:lastModifiedBy></p:coreProperties>"
    ).encode()
    workbook.write_bytes(book.to_bytes())
    run(workbook)
    return workbook


@pytest.mark.slow
def test_the_log_holds_together_again_and_the_next_run_finds_nothing_changed(logged: Path) -> None:
    """Archive 10.2: also where a line names who saved the workbook."""
    path = renamed(logged, Renaming([NAME], PSEUDONYM, IDS))
    assert results_of(record_of(path), PSEUDONYM) == results_of(record_of(logged), NAME)
    told = turnabout("log", path, "--check")
    assert (told.exit_code, told.output.split(";")[0]) == (
        0,
        f"All {len(remembered(logged).lines)} lines hold together",
    )
    assert remembered(path).ids.keys() == remembered(logged).ids.keys() - {NAME}
    shown = [line.shown[3:7] for line in remembered(path).lines if PSEUDONYM in str(line)]
    assert (PSEUDONYM, "Rating, Player ID", "13, –", "1500, –") in shown
    assert ("", "Venue", "Town hall", f"At {PSEUDONYM}'s") in shown
    assert {remembered(each).lines[-1].saved for each in (logged, path)} == {f"by {NAME}", f"by {PSEUDONYM}"}
    before = path.read_bytes()
    run(path)
    assert path.read_bytes() == before


def test_a_long_player_id_goes_but_every_figure_of_the_event_stays(tmp_path: Path) -> None:
    """Archive 10.2: numbers stay in what the program writes, and below the headers that it reads."""
    workbook = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path))
    run(workbook)
    number = 17171717
    (seed,) = (row for row, cell in enumerate(cells(workbook, "Event"), 1) if cell[0] == "Random seed")
    (row,) = (row for row, cell in enumerate(cells(workbook, "Players"), 1) if cell[0] == "Omar Lopes")
    headers = cells(workbook, "Players")[0]
    at = get_column_letter(headers.index("Player ID") + 1)
    typed: dict[str, dict[str, Any]] = {
        "Event": {f"B{seed}": number},
        "Players": {f"{at}{row}": number, "Z1": "Member", f"Z{row}": number, f"Z{row + 1}": number},
        "Round 1": {"L2": number, "Z1": "Member", "Z2": number},
        "Standings": {"C2": number},
    }
    edit(workbook, typed)
    path = renamed(workbook, Renaming(["Omar Lopes"], PSEUDONYM, [str(number)]))
    assert {
        f"{sheet}!{cell}" for sheet in typed for cell in typed[sheet] if number_at(path, sheet, cell) == number
    } == {
        f"Event!B{seed}",
        "Standings!C2",
    }
    assert results_of(record_of(path), PSEUDONYM) == results_of(record_of(workbook), "Omar Lopes")


def number_at(workbook: Path, sheet: str, cell: str) -> object:
    return load_workbook(workbook)[sheet][cell].value


@pytest.mark.slow
def test_a_name_that_was_typed_otherwise_at_first_goes_too(tmp_path: Path) -> None:
    """Archive 10.2: in the reasons of pairings, which are not written anew, it stands as it was then."""
    workbook = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path))
    run(workbook)
    for old, new in (("Omar Lopes", "Omar Lopez"), ("Omar Lopez", "Omar Lopéz")):
        sheets = ("Players", *(f"Round {number}" for number in range(1, 6)))
        edit(workbook, {sheet: dict.fromkeys(places(workbook, sheet, old), new) for sheet in sheets})
        run(workbook)
    path = renamed(workbook, Renaming(["Omar Lopéz"], PSEUDONYM))
    assert results_of(record_of(path), PSEUDONYM) == results_of(record_of(workbook), "Omar Lopéz")
    assert turnabout("log", path, "--check").exit_code == 0
    with zipfile.ZipFile(path) as archive:
        for name in ("Omar Lopes", "Omar Lopez", "Omar Lopéz"):
            assert not any(Renaming([name], "").is_in(archive.read(part)) for part in archive.namelist())


def places(workbook: Path, sheet: str, value: str) -> list[str]:
    """Return the cells of a sheet that have a value."""
    found = enumerate(cells(workbook, sheet), 1)
    return [f"{get_column_letter(at)}{row}" for row, line in found for at, cell in enumerate(line, 1) if cell == value]


def test_a_log_that_was_altered_stays_so(logged: Path, tmp_path: Path) -> None:
    workbook = Path(shutil.copy(logged, tmp_path))
    forge(workbook, lambda texts: texts.update(lines=texts["lines"].replace("Town hall", "Town mall")))
    told = turnabout("log", workbook, "--check").output
    assert turnabout("log", renamed(workbook, Renaming([NAME], PSEUDONYM, IDS)), "--check").output == told


@pytest.mark.slow
def test_what_a_workbook_remembers_must_be_read_to_be_rewritten(logged: Path, tmp_path: Path) -> None:
    workbook = Path(shutil.copy(logged, tmp_path))
    forge(workbook, lambda texts: texts.update(lines="[" + texts["lines"]))
    data = workbook.read_bytes()
    assert rename_workbook(data, Renaming([NAME], PSEUDONYM)) is None
    assert rename_workbook(data, Renaming(["Nobody Else"], PSEUDONYM, ["99"])) == data


FINISHED = (SAMPLES / "finished.xlsx").read_bytes()


@pytest.mark.parametrize("data", [b"", b"PK\5\6" + bytes(18), FINISHED[:9000], FINISHED[:60_000] + FINISHED[60_010:]])
def test_of_what_is_no_whole_workbook_there_is_none(data: bytes) -> None:
    assert rename_workbook(data, Renaming([NAME], PSEUDONYM)) is None


def test_who_is_called_as_a_column_leaves_a_workbook_that_is_no_longer_read(tmp_path: Path) -> None:
    """So whoever asks for it compares what is read from it, and does not keep it."""
    workbook = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path))
    assert read_workbook(renamed(workbook, Renaming(["Player"], PSEUDONYM)), provisional=True).record is None
