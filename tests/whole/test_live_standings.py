"""The standings that move while results are typed: LibreOffice calculates them, and the next run must agree."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.support.books import cells, edit, records
from tests.support.commands import turnabout
from tests.support.recalculation import Sheets, headers, recalculated, recalculated_all
from turnabout_sheets.formats import live

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

POINTS = {"Turnabout": "VP", "Netrunner": "GMP"}
NAMES = ("1997", "*", "A?b", "A1b", "~x", "~*", "=1+1", "<5", "'quote", "O'Hara & Söhne", "1/2", "TRUE", "Ann", "Bob")
"""Names that mean something to the functions of spreadsheets, and some that those would take for others."""

TYPED: dict[str, list[dict[str, Any]]] = {
    "Turnabout": [
        {"Game 1 winner": "A", "Game 1 count": 3, "Game 2 winner": "B", "Game 2 count": 7},
        {"Ruling": "A no-show"},
        {"Game 1 winner": "B", "Game 1 count": 12, "Game 2 winner": "Draw"},
        {"Ruling": "Both no-show"},
        {"Game 1 winner": "B", "Game 1 count": 1, "Game 2 winner": "B", "Game 2 count": "9"},
        {"Game 1 winner": "A", "Game 1 count": 5},
        {"Ruling": "B no-show"},
    ],
    "Netrunner": [
        {"Game 1 winner": "A", "Game 1 agenda B": 3, "Game 2 winner": "B", "Game 2 agenda A": 5},
        {"Ruling": "A no-show"},
        {
            "Game 1 winner": "B",
            "Game 1 agenda A": 2,
            "Game 2 winner": "Draw",
            "Game 2 agenda A": 2,
            "Game 2 agenda B": 1,
        },
        {"Ruling": "Both no-show"},
        {"Game 1 winner": "A", "Game 2 winner": "A"},
        {"Game 1 winner": "A", "Game 1 agenda B": 5},
        {"Ruling": "B no-show"},
    ],
}
"""What is typed into the tables of a round, in their order; at table 6 one game."""
HALF = 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for events of each format, each made when it is first asked for."""
    return tmp_path_factory.mktemp("standings")


def made(folder: Path, format: str) -> Path:
    """Return the event of a format: of fifteen players with difficult names, with a round that is paired."""
    workbook = folder / f"{format}.xlsx"
    if workbook.exists():
        return workbook
    turnabout("simulate", workbook, "--format", format, "--players", 15, "--rounds", 4, "--played", 0)
    book = load_workbook(workbook)
    for row, name in enumerate(NAMES, 2):
        book["Players"].cell(row, 1, name).data_type = "s"  # "=1+1" is a name, too
    book.save(workbook)
    assert turnabout("run", workbook).exit_code == 0
    return workbook


def event(folder: Path, name: str, format: str) -> Path:
    """Return the event of a format, copied for a test."""
    return Path(shutil.copy(made(folder, format), folder / f"{name}.xlsx"))


def type_round(workbook: Path, number: int, typed: list[dict[str, Any]], **more: dict[str, Any]) -> None:
    sheet = load_workbook(workbook)[f"Round {number}"]
    at = headers(sheet)
    entry = [column for column in at if column.startswith(("Game 1 ", "Game 2 ", "Ruling"))]
    results = {f"{at[column]}{row}": each.get(column) for row, each in enumerate(typed, 2) for column in entry}
    edit(workbook, {sheet.title: results, **more})


def shown(workbook: Path, folder: Path, points: str) -> dict[str, tuple[float, int]]:
    """Return points and rank now of every player, as LibreOffice calculates them."""
    return standings_now(recalculated(workbook, folder), points)


def standings_now(sheets: Sheets, points: str) -> dict[str, tuple[float, int]]:
    rows = sheets["Standings"]
    return {row["Player"]: (float(row[f"{points} now"]), int(row["Rank now"])) for row in rows if row["Player"]}


def stored(workbook: Path, points: str) -> dict[str, tuple[float, int]]:
    """Return the same as the run has left them, and compare the points with those of the run."""
    rows = [row for row in records(workbook, "Standings") if row["Player"]]
    assert [row[f"{points} now"] for row in rows] == [row[points] for row in rows]
    return {str(row["Player"]): (float(row[f"{points} now"]), row["Rank now"]) for row in rows}


@pytest.mark.office
@pytest.mark.parametrize("format", POINTS)
def test_the_next_run_comes_to_what_was_shown_while_typing(folder: Path, format: str) -> None:
    points, typed = POINTS[format], TYPED[format]
    workbook = event(folder, f"{format} typed", format)
    copies: list[Path] = []

    def keep() -> Path:
        """Keep a copy of the workbook as it is, for LibreOffice, which opens all of them in the end."""
        copies.append(Path(shutil.copy(workbook, folder / f"{format}-{len(copies)}.xlsx")))
        return copies[-1]

    expected = {keep(): stored(workbook, points)}
    for number, results in {1: typed, 2: typed[:3]}.items():
        if number == 2:
            type_round(workbook, 1, [*typed[:HALF], typed[0], *typed[HALF + 1 :]])
            assert turnabout("run", workbook).exit_code == 0
        type_round(workbook, number, results)
        moved = keep()
        assert turnabout("run", workbook, "--no-pair").exit_code == 0
        expected[moved] = expected[keep()] = stored(workbook, points)
    calculated = recalculated_all(copies, folder)
    assert {copy: standings_now(sheets, points) for copy, sheets in calculated.items()} == expected


def finish(workbook: Path, number: int) -> None:
    results = {"Game 1 winner": "A", "Game 1 count": 4, "Game 2 winner": "A", "Game 2 count": 2}
    type_round(workbook, number, [results] * 7)
    assert turnabout("run", workbook).exit_code == 0


@pytest.mark.office
def test_names_and_columns_follow_where_a_person_puts_them(folder: Path) -> None:
    """Names with stray spaces or typed as numbers, pairings that change places, a match added below."""
    workbook = event(folder, "moved", "Turnabout")
    finish(workbook, 1)
    book = load_workbook(workbook)
    sheet = book["Round 2"]
    at = headers(sheet)
    a, b = at["Player A"], at["Player B"]
    for row in range(2, 9):
        for side in (a, b):
            name = sheet[f"{side}{row}"].value
            sheet[f"{side}{row}"] = 1997 if name == "1997" else f"\u00a0{str(name).upper()} "
    sheet[f"{a}2"].value, sheet[f"{b}3"].value = sheet[f"{b}3"].value, sheet[f"{a}2"].value
    last, below = 9, 12
    assert sheet[f"{b}{last}"].value == "BYE"
    for column in ("Table", "Player A", "Player B"):
        sheet[f"{at[column]}{below}"] = sheet[f"{at[column]}8"].value
        sheet[f"{at[column]}8"] = None
    book.save(workbook)
    assert turnabout("run", workbook).exit_code == 0  # before results, names may change their places
    for column, value in {"Game 1 winner": "A", "Game 1 count": 3, "Game 2 winner": "B", "Game 2 count": 1}.items():
        sheet[f"{at[column]}{below}"] = sheet[f"{at[column]}2"] = value
    book.save(workbook)
    moved = shown(workbook, folder, "VP")
    assert turnabout("run", workbook).exit_code == 0
    assert moved == stored(workbook, "VP")


@pytest.mark.office
def test_adjustments_and_disqualified_players(folder: Path) -> None:
    workbook = event(folder, "adjusted", "Turnabout")
    finish(workbook, 1)
    edit(workbook, {
        "Adjustments": {"A2": "Ann", "B2": 2, "C2": -3, "D2": "late", "A3": "*", "B3": None, "C3": 2, "D3": "prize"},
        "Rulings": {"A2": "TRUE", "B2": 2, "C2": "disqualification", "D2": "it was"},
    })  # fmt: skip
    assert turnabout("run", workbook, "--no-pair").exit_code == 0
    said, calculated = records(workbook, "Standings"), recalculated(workbook, folder)["Standings"]
    assert [(str(row["VP now"]), str(row["Rank now"])) for row in said] == [
        (row["VP now"], row["Rank now"]) for row in calculated if row["Player"]
    ]
    assert {row["Player"]: row["VP now"] - row["VP"] for row in said if row["VP now"] != row["VP"]} == {"Ann": -3}
    type_round(workbook, 2, TYPED["Turnabout"][:1])
    rows = {row["Player"]: row for row in recalculated(workbook, folder)["Standings"] if row["Player"]}
    assert turnabout("run", workbook, "--no-pair").exit_code == 0
    again = {row["Player"]: row for row in records(workbook, "Standings")}
    ranked = {name: row for name, row in rows.items() if row["VP now"]}
    assert {name: int(row["VP now"]) for name, row in ranked.items()} == {name: again[name]["VP"] for name in ranked}
    assert again["TRUE"]["VP now"] == again["TRUE"]["Rank now"] == ""


@pytest.mark.office
def test_forfeits_by_the_judge_stand_whatever_is_typed(folder: Path) -> None:
    workbook = event(folder, "forfeited", "Netrunner")
    type_round(workbook, 1, TYPED["Netrunner"][:1])
    name = str(load_workbook(workbook)["Round 1"]["B2"].value)
    edit(workbook, {"Rulings": {"A2": name, "B2": 1, "C2": "match forfeit", "E2": "left"}})
    assert turnabout("run", workbook).exit_code == 0
    assert shown(workbook, folder, "GMP") == stored(workbook, "GMP")
    assert stored(workbook, "GMP")[name][0] == 0


def test_what_cannot_be_told_is_left_out(folder: Path) -> None:
    """Of all rounds on one sheet without live columns, of elimination events, and of events that are over."""
    for name, options in {
        "flat": ("--played", 2, "--flat"),
        "cup": ("--pairing", "single elimination", "--played", 1),
        "over": ("--rounds", 2),
        "duplicate": ("--format", "Duplicate Magic", "--played", 1),
    }.items():
        workbook = folder / f"{name}.xlsx"
        turnabout("simulate", workbook, "--players", 8, *options)
        assert turnabout("run", workbook, *(["--no-pair"] if name == "flat" else [])).exit_code == 0
        assert not {"VP now", "Points now", "Rank now"} & set(records(workbook, "Standings")[0]), name


def test_the_filter_holds_all(folder: Path) -> None:
    sheet = load_workbook(made(folder, "Turnabout"))["Standings"]
    assert sheet.auto_filter.ref == "A1:P16"
    assert sheet.print_area == "'Standings'!$A$1:$K$16"
    assert [sheet.column_dimensions[letter].hidden for letter in "LMNOP"] == [False, False, True, True, True]


def test_with_too_many_players_nothing_moves_and_the_sheet_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_PLAYERS", 14)
    workbook = event(folder, "many", "Turnabout")
    assert turnabout("run", workbook).exit_code == 0
    _, second, third = (row[-1] for row in cells(workbook, "Standings")[:3])
    assert (second, third) == (
        "No result is reported yet. Ranked by points, then match wins, opponents' VP, MP difference.",
        "Rank now and VP now are left out with more than 14 players.",
    )
    assert "Rank now" not in records(workbook, "Standings")[0]
