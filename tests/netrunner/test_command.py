"""Netrunner events through the command, in workbooks on disk."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.support.books import edit, records, sheet_names
from tests.support.commands import everything, turnabout
from tests.support.simulated import simulated
from turnabout_sheets.jobs.check import check

PLAYERS = ("Ada", "Ben", "Cy", "Dee", "Eve")


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A new workbook with five players."""
    names = tmp_path / "players.csv"
    names.write_text("Player,Rating\n" + "".join(f"{name},{rating}\n" for rating, name in enumerate(PLAYERS)), "utf-8")
    path = tmp_path / "event.xlsx"
    assert turnabout("new", path, "--format", "Netrunner", "--players", names).exit_code == 0
    return path


def test_a_new_workbook_is_ready(workbook: Path) -> None:
    assert sheet_names(workbook) == ["Event", "Players", "Adjustments", "Rulings", "How to"]
    settings = [row["Setting"] for row in records(workbook, "Event")]
    assert {"Deck type", "Pairing number", "Pairing", "Tie-breaks"} <= set(settings)
    assert not {"Bye VP", "First round", "Timing", "Random seed"} & set(settings)
    assert turnabout("check", workbook).exit_code == 0


def test_a_whole_event(workbook: Path) -> None:
    """Three rounds of five players, best first by rating: Eve, Dee, Cy, Ben, Ada."""
    # Netrunner 2.8.
    assert turnabout("run", workbook).exit_code == 0
    first = [(row["Player A"], row["Player B"]) for row in records(workbook, "Round 1") if row["Player A"]]
    assert first == [("Eve", "Cy"), ("Dee", "Ben"), ("Ada", "BYE")]
    typed = {"D2": "A", "F2": 4, "G2": "Draw", "H2": 3, "I2": 2, "D3": "B", "E3": 6, "G3": "Dee", "I3": 1}
    edit(workbook, {"Round 1": typed})
    assert turnabout("run", workbook).exit_code == 0

    # Eve 10 + 3 to 4 + 2: 1 + 1/2 + 1. Dee 6 + 10 to 10 + 1: 1 + 1. Ada has the bye.
    standings = {
        row["Player"]: (row["Rank"], row["GMP"], row["Pairing number"]) for row in records(workbook, "Standings")
    }
    assert standings == {"Ada": (1, 3, 1), "Eve": (2, 2.5, 1), "Dee": (3, 2, 1), "Ben": (4, 1, 0), "Cy": (5, 0.5, 0)}
    assert [(row["GMP A"], row["GMP B"], row["Winner"]) for row in records(workbook, "Matches")] == [
        (2.5, 0.5, "Eve"),
        (2, 1, "Dee"),
        (3, "", "Ada"),
    ]
    # Pile 1 has Ada, Eve and Dee; Cy has the bye (netrunner 2.1), so that Dee meets Ben again, and the moves of
    # netrunner 2.5 give other pairs.
    second = [(row["Player A"], row["Player B"]) for row in records(workbook, "Round 2") if row["Player A"]]
    assert ("Cy", "BYE") in second
    assert {"Dee", "Ben"} not in [set(each) for each in second]
    before = everything(workbook.parent)
    assert turnabout("run", workbook).exit_code == 0
    assert everything(workbook.parent) == before


def test_halves_stand_in_the_sheets_as_they_are_computed(tmp_path: Path) -> None:
    """What openpyxl reads back equals the fractions: 0.5 is exact."""
    workbook = tmp_path / "event.xlsx"
    simulated(workbook, "--format", "Netrunner", "--players", 21, "--no-shows", 2)
    assert turnabout("run", workbook).exit_code == 0
    found = check(workbook).results
    assert found is not None
    names = {player.name: player.number for player in found.event.players}
    sheet = load_workbook(workbook)["Standings"]
    header = [cell.value for cell in sheet[1]]
    columns = {"GMP": "points", "Opponents' GMP": "opponents' GMP", "Middle opponents' GMP": "middle opponents' GMP"}
    seen = 0
    for row in sheet.iter_rows(min_row=2, max_row=1 + len(names), values_only=True):
        cells = dict(zip(header, row, strict=True))
        for shown, column in columns.items():
            figure = Fraction(found.standings[column][names[cells["Player"]]])
            assert Fraction(cells[shown]) == figure
            seen += figure.denominator == 2
    assert seen > 0


@pytest.mark.slow
@pytest.mark.parametrize("pairing", ["swiss", "round robin", "single elimination", "double elimination"])
def test_simulated_events_are_without_a_problem(tmp_path: Path, pairing: str) -> None:
    workbook = tmp_path / "event.xlsx"
    simulated(workbook, "--format", "Netrunner", "--players", 9, "--pairing", pairing, "--no-shows", 1)
    checked = turnabout("check", workbook)
    assert checked.exit_code == 0
    assert "No problems found." in checked.output


def test_the_same_simulation_in_one_sheet_or_many_is_the_same_event(tmp_path: Path) -> None:
    totals = []
    for flat in ((), ("--flat",)):
        workbook = tmp_path / f"event{len(flat)}.xlsx"
        simulated(workbook, "--format", "Netrunner", "--players", 10, *flat)
        found = check(workbook).results
        assert found is not None
        totals.append(list(found.standings["points"]))
    assert totals[0] == totals[1]
    assert sum(totals[0]) == 3 * 5 * 4
