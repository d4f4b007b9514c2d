"""Duplicate Magic events through the command, in workbooks on disk."""

from __future__ import annotations

import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.support.books import copy_all, edit, records, sheet_names
from tests.support.commands import turnabout
from tests.support.late import let_in
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


def test_a_new_workbook_is_ready(workbook: Path) -> None:
    assert sheet_names(workbook) == ["Event", "Players", "Tables", "Adjustments", "Rulings", "Ante", "How to"]
    settings = {row["Setting"]: row["If blank"] for row in records(workbook, "Event")}
    assert settings["Pairing"] == "movement"
    (rounds,) = (row for row in records(workbook, "Event") if row["Setting"] == "Rounds")
    assert "as many as tables, which are half as many as players (18 players: 9)" in str(rounds)
    assert settings["Deck choice"] == "drawn"
    assert {"Cards that may be left out", "Ante prizes", "Allow rematches", "Random seed"} <= set(settings)
    assert not {"Bye VP", "First round", "Timing", "Pairing number", "Keep groups apart"} & set(settings)
    checked = turnabout("check", workbook)
    assert checked.exit_code == 0
    assert "No problems found." in checked.output


def test_a_deleted_round_is_drawn_again_as_it_was(paired: Path) -> None:
    before = records(paired, "Round 3")
    book = load_workbook(paired)
    del book["Round 3"]
    book.save(paired)
    again = turnabout("run", paired)
    assert "Paired round 3" in again.output
    assert records(paired, "Round 3") == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        ("--players", 2),
        ("--players", 9, "--no-shows", 2),
        ("--players", 12, "--drops", 2),
        ("--players", 12, "--late", 1),
        ("--players", 14, "--teams"),
        ("--players", 10, "--deck-choice", "coin flip"),
        ("--players", 8, "--played", 2),
        ("--players", 8, "--missing", 1),
        ("--players", 13, "--flat"),
        ("--players", 24, "--rounds", 5),
    ],
    ids=lambda options: " ".join(str(each) for each in options),
)
def test_simulated_events_are_without_a_problem(tmp_path: Path, options: tuple[object, ...]) -> None:
    workbook = tmp_path / "event.xlsx"
    simulated(workbook, *FORMAT, *options)
    for command in ("run", "check"):
        done = turnabout(command, workbook)
        assert done.exit_code == 0
        assert "Found" not in done.output
    assert len(records(workbook, "Table results")) == len(records(workbook, "Tables"))


def test_the_same_simulation_in_one_sheet_or_many_is_the_same_event(tmp_path: Path) -> None:
    totals = []
    for flat in ((), ("--flat",)):
        workbook = tmp_path / f"event{len(flat)}.xlsx"
        simulated(workbook, *FORMAT, "--players", 11, "--name", "Same", *flat)
        found = check(workbook).results
        assert found is not None
        totals.append(list(found.standings["points"]))
    assert totals[0] == totals[1]
    assert len(set(totals[0])) > 3


@pytest.mark.parametrize("players", [11, 23])
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


@pytest.mark.parametrize(("players", "words"), [(3, "3 players cannot all play"), (121, "121 players are too many")])
def test_a_field_without_a_movement_is_said(tmp_path: Path, players: int, words: str) -> None:
    names = tmp_path / "players.csv"
    names.write_text("Player\n" + "".join(f"P{number}\n" for number in range(players)), "utf-8")
    workbook = tmp_path / "event.xlsx"
    turnabout("new", workbook, *FORMAT, "--players", names)
    done = turnabout("run", workbook)
    assert done.exit_code == 3
    assert words in done.output
    assert done.output.endswith("Next: correct the errors listed on the sheet Problems, save, and run again.\n")
    assert words in " ".join(row["Problem"] for row in records(workbook, "Problems"))
    assert "Round 1" not in sheet_names(workbook)


def test_a_workbook_without_players_is_run(tmp_path: Path) -> None:
    workbook = tmp_path / "event.xlsx"
    turnabout("new", workbook, *FORMAT)
    done = turnabout("run", workbook)
    assert done.exit_code == 0
    assert "The Players sheet lists nobody" in done.output
    assert [row["Player"] for row in records(workbook, "Standings")] == [""]  # beside the note of the sheet


def test_no_event_is_simulated_that_cannot_be_paired(tmp_path: Path) -> None:
    done = turnabout("simulate", tmp_path / "event.xlsx", *FORMAT, "--players", 4)
    assert done.exit_code == 3
    assert done.output.startswith("4 players cannot all play once at each of two tables")
    assert list(tmp_path.iterdir()) == []


def test_a_late_player_takes_the_empty_chair(tmp_path: Path) -> None:
    """Duplicate 4.5."""
    workbook = tmp_path / "event.xlsx"
    simulated(workbook, *FORMAT, "--players", 13, "--played", 3)
    assert let_in(workbook, "Zoe Young")[1]
    found = check(workbook)
    assert found.problems == []
    assert found.event is not None
    (zoe,) = (player for player in found.event.players if player.name == "Zoe Young")
    mine = [match for match in found.event.rows if zoe.number in (match.a, match.b)]
    assert [match.round for match in mine] == [4, 5, 6, 7]
    assert len({match.table for match in mine}) == len({match.a + match.b - zoe.number for match in mine}) == 4
    assert Counter(match["deck_b"] for match in mine) == {"A": 2, "B": 2}


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
