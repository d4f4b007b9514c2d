"""Duplicate Magic events through the command, in workbooks on disk."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.dose import take_turns
from tests.support.books import copy_all, edit, records
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from turnabout_sheets.jobs.check import check

pytestmark = pytest.mark.slow

PLAYERS = ("Ada", "Ben", "Cy", "Dee", "Eve", "Flo")
FORMAT = ("--format", "Duplicate Magic")


@pytest.fixture(scope="module")
def workbook_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new")
    names, path = folder / "players.csv", folder / "event.xlsx"
    names.write_text("Player\n" + "".join(f"{name}\n" for name in PLAYERS), "utf-8")
    assert turnabout("new", path, *FORMAT, "--players", names).exit_code == 0
    stocks = {f"{column}{row}": f"{column} of table {row - 1}" for row in (2, 3, 4) for column in "BC"}
    edit(path, {"Tables": {**{f"A{row}": row - 1 for row in (2, 3, 4)}, **stocks}})
    return path


@pytest.fixture
def workbook(workbook_to_copy: Path, tmp_path: Path) -> Path:
    """A new workbook with six players and three tables."""
    return Path(shutil.copy(workbook_to_copy, tmp_path))


@pytest.fixture(scope="module")
def paired_to_copy(workbook_to_copy: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    path = Path(shutil.copy(workbook_to_copy, tmp_path_factory.mktemp("paired")))
    done = turnabout("run", path)
    assert done.exit_code == 0
    return path, done.output


@pytest.fixture
def paired(paired_to_copy: tuple[Path, str], tmp_path: Path) -> Path:
    """The same after its first run, with all rounds and their pages."""
    path, _ = paired_to_copy
    return copy_all(path, tmp_path)


def type_winners(path: Path, number: int) -> None:
    """Type that stock A wins at tables 1 and 2, and that the game at table 3 is drawn."""
    rows = [row for row in records(path, f"Round {number}") if row["Player A"]]
    assert [row["Table"] for row in rows] == [1, 2, 3]
    winners = ["A" if row["Deck A"] == "A" else "B" for row in rows[:2]] + ["Draw"]
    edit(path, {f"Round {number}": {f"F{row}": winner for row, winner in enumerate(winners, 2)}})


@pytest.mark.parametrize("players", take_turns([11, 23], day=2, quick=1))
def test_credits_stand_in_the_sheet_as_they_are_computed(tmp_path: Path, players: int) -> None:
    """As near as a spreadsheet's numbers are, and shown as fractions that are exact."""
    workbook = tmp_path / "event.xlsx"
    simulated(workbook, *FORMAT, "--players", players)
    assert turnabout("run", workbook).exit_code == 0
    found = check(workbook).results
    assert found is not None
    figures = {player.name: found.standings["points"][player.number] for player in found.event.players}
    sheet = load_workbook(workbook)["Standings"]
    digits = len(str((players - 1) // 2))
    seen = 0
    for row in sheet.iter_rows(min_row=2, max_row=1 + players):
        figure = Fraction(figures[str(row[1].value)])
        assert row[2].value == pytest.approx(float(figure), rel=1e-14)
        if figure.denominator > 1:
            assert row[2].number_format.count("?") >= 2 * len(str(figure.denominator))
            seen = max(seen, len(str(figure.denominator)))
    assert seen == digits


def test_what_is_wrong_of_the_rounds_to_come_is_named(paired: Path) -> None:
    """Movement sheets, table cards and the slips of later rounds may be printed since the first run."""
    assert "Print again" not in turnabout("run", paired).output
    type_winners(paired, 1)
    assert "Print again" not in turnabout("run", paired).output
    gone = records(paired, "Round 3")[0]["Player A"]
    row = next(number for number, each in enumerate(records(paired, "Players"), 2) if each["Player"] == gone)
    column = list(records(paired, "Players")[0]).index("Dropped after")
    edit(paired, {"Players": {f"{'ABCDEFGH'[column]}{row}": 1}})
    said = turnabout("run", paired).output
    assert "Print again: " in said
    assert "Print again, if already printed: movement-sheets.html, table-cards.html and round-03.html.\n" in said
    assert "Print again" not in turnabout("run", paired).output


def test_a_stock_that_is_corrected_afterwards_is_no_reason_to_print_again(paired: Path) -> None:
    type_winners(paired, 1)
    headers = list(records(paired, "Round 1")[0])
    at = {header: f"{'ABCDEFGH'[headers.index(header)]}2" for header in ("Deck A", "Deck B")}
    edit(paired, {"Round 1": {at["Deck A"]: "B", at["Deck B"]: "A"}})
    done = turnabout("run", paired)
    assert done.exit_code == 0
    assert "Print again" not in done.output
