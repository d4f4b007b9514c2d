"""Whether a file is the workbook of an event, or has lists and tables of old results: by what is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.support.books import SAMPLES
from turnabout_sheets.jobs.import_results import is_workbook_of_event

OTHERS = Path(__file__).parents[1] / "archive" / "workbooks"
FINISHED = SAMPLES / "finished.xlsx"

Rows = list[list[object]]


def written(folder: Path, sheets: dict[str, Rows]) -> Path:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(folder / "book.xlsx")
    return folder / "book.xlsx"


def without(folder: Path, *names: str) -> Path:
    """Write the finished sample without some of its sheets."""
    book = load_workbook(FINISHED)
    for name in names:
        del book[name]
    book.save(folder / "book.xlsx")
    return folder / "book.xlsx"


ANN: Rows = [["Ann", "Bo"]]
EVENT = {
    "a sheet Event": {"Event": [["Setting", "Value"], ["Name", "Cup"]]},
    "a sheet Event by another writing, behind others": {"Notes": [["x"]], "EVENT": [["Anything"]]},
    "our Players, half way down": {"Players": [["Our club"], [], ["Player", "Let in", "Table"], ["Ann", 1, None]]},
    "our sheet of a round": {"Round 1": [["Table", "Player A", "Player B", "Winner"], [1, *ANN[0], "A"]]},
    "our sheet of a round among those of others": {
        "Round 1": [["Player 1", "Player 2", "Result"]], "Round 2": [["Player A", "Player B"], *ANN],
    },
}  # fmt: skip
NO_EVENT = {
    "members in a sheet Players": {"Players": [["Player", "Town", "Player ID"], ["Ann", "Ulm", 7]]},
    "members who have paid": {"Players": [["Player", "Here", "Paid"], ["Ann", "x", "x"]]},
    "members by their names alone": {"Players": [["Player"], ["Ann"]]},
    "standings in a sheet Players": {"Players": [["Rank", "Player", "Points"], [1, "Ann", 9]]},
    "home-made rounds": {"Round 1": [["Player 1", "Player 2", "Result"], ["Ann", "Bo", "2-1"]]},
    "home-made rounds in German": {"Runde 1": [["Spieler 1", "Spieler 2", "Ergebnis"], ["Ann", "Bo", "2-1"]]},
    "our lists": {
        "Events": [["Name", "Date"], ["Cup", "2012-05-31"]],
        "Placings": [["Event", "Date", "Player", "Position"], ["Cup", "2012-05-31", "Ann", 1]],
        "Matches": [["Event", "Date", "Round", "Player A", "Player B"], ["Cup", "2012-05-31", 1, *ANN[0]]],
    },
    "nothing": {"Players": [], "Round 1": []},
}


@pytest.mark.parametrize("sheets", EVENT.values(), ids=EVENT)
def test_our_sheets_are_those_of_an_event(sheets: dict[str, Rows], tmp_path: Path) -> None:
    assert is_workbook_of_event(written(tmp_path, sheets))


@pytest.mark.parametrize("sheets", NO_EVENT.values(), ids=NO_EVENT)
def test_sheets_of_others_are_lists_whatever_they_are_called(sheets: dict[str, Rows], tmp_path: Path) -> None:
    assert not is_workbook_of_event(written(tmp_path, sheets))


@pytest.mark.parametrize("name", ["cup", "duplicate", "finished", "in-progress", "netrunner", "round-robin"])
def test_every_sample_is_an_event_also_under_another_name(name: str, tmp_path: Path) -> None:
    assert is_workbook_of_event(SAMPLES / f"{name}.xlsx")
    (tmp_path / "list.csv").write_bytes((SAMPLES / f"{name}.xlsx").read_bytes())
    assert is_workbook_of_event(tmp_path / "list.csv")


@pytest.mark.parametrize("lost", [("Event",), ("Event", "Players")])
def test_a_workbook_that_has_lost_its_settings_is_one_still(lost: tuple[str, ...], tmp_path: Path) -> None:
    """By its Players, or else by its rounds."""
    assert is_workbook_of_event(without(tmp_path, *lost))


@pytest.mark.parametrize(("name", "expected"), [("book.xlsx", True), ("book.XLSM", True), ("list.csv", False)])
def test_a_damaged_workbook_is_told_where_events_are_read(name: str, expected: bool, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(FINISHED.read_bytes()[:5000])
    assert is_workbook_of_event(tmp_path / name) is expected


@pytest.mark.parametrize("name", ["old-results.ods", "old-results.xls"])
def test_workbooks_of_other_programs_are_lists_whatever_they_are_called(name: str, tmp_path: Path) -> None:
    data = (OTHERS / name).read_bytes()
    (tmp_path / "book.xlsx").write_bytes(data)
    assert not is_workbook_of_event(OTHERS / name)
    assert not is_workbook_of_event(tmp_path / "book.xlsx")


def test_texts_are_lists(tmp_path: Path) -> None:
    (tmp_path / "book.xlsx").write_bytes(b"Player;Rank\nAnn;1\n")
    assert not is_workbook_of_event(tmp_path / "book.xlsx")
    assert not is_workbook_of_event(SAMPLES / "old-results" / "events.csv")
