"""The live columns of a round's sheet, calculated by LibreOffice, against the program's own points and checks."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.office import EVERY_SHEET, office
from tests.whole.books import records
from tests.whole.test_run import turnabout


def recalculated(workbook: Path, folder: Path) -> dict[str, list[dict[str, str]]]:
    """Return every sheet's rows by header, as LibreOffice shows them."""
    sheets = {}
    for file in office().convert(workbook, EVERY_SHEET.format(as_shown="false"), folder / "csv"):
        with file.open(encoding="utf-8", newline="") as text:
            sheets[file.stem.removeprefix(f"{workbook.stem}-")] = list(csv.DictReader(text))
    return sheets


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("live")


@pytest.mark.office
def test_live_points_are_the_points(folder: Path) -> None:
    workbook = folder / "event.xlsx"
    turnabout("simulate", workbook, "--players", 31, "--rounds", 5, "--no-shows", 2, "--seed", "live")
    assert turnabout("run", workbook).exit_code == 0
    sheets = recalculated(workbook, folder)
    seen = 0
    for match in records(workbook, "Matches"):
        row = next(r for r in sheets[f"Round {match['Round']}"] if r["Player A"] == match["Player A"])
        assert row["Check"] == ""
        if match["MP A"] == "":  # a bye or a no-show
            assert (row["MP A"], row["VP A"]) == ("", "")
            continue
        assert [row[each] for each in ("MP A", "MP B", "VP A", "VP B")] == [
            str(match[each]) for each in ("MP A", "MP B", "VP A", "VP B")
        ]
        seen += 1
    assert seen == 73


# What is typed into a row (game 1 winner and count, game 2 winner and count, ruling), and what Check says.
# Player A's deck is Phyrexia, player B's Tolaria.
ROWS = [
    ((None, None, None, None, None), ""),
    (("A", 3, "B", 9, None), ""),
    (("A", 3, None, None, None), "Game 2: who won?"),
    ((None, 3, "B", 2, None), "Game 1: who won?"),
    (("Zoe", 3, "B", 2, None), "Game 1: winner is neither player"),
    (("Draw", 3, "B", 2, None), "Game 1: a draw has no count"),
    (("Draw", None, "Draw", None, None), ""),
    (("A", None, "B", 2, None), "Game 1: count is missing"),
    (("A", 3, "A", 2.5, None), "Game 2: count is not a whole number"),
    (("A", "ten", "A", 2, None), "Game 1: count is not a number"),
    (("A", 10, "A", 2, None), "Game 1: ten poison loses"),
    (("B", -1, "A", 2, None), "Game 1: count is below 0"),
    (("A", 3, "B", 2, "A no-show"), "Ruling or result, not both"),
    ((None, None, None, None, "A no-show"), ""),
]


@pytest.mark.office
def test_check_says_what_is_wrong(folder: Path) -> None:
    workbook = folder / "check.xlsx"
    turnabout("simulate", workbook, "--players", 2 * len(ROWS) + 1, "--rounds", 3, "--played", 0)
    turnabout("run", workbook)
    book = load_workbook(workbook)
    sheet = book["Round 1"]
    for number, (typed, _) in enumerate(ROWS, 2):
        sheet[f"C{number}"], sheet[f"E{number}"] = "Phyrexia", "Tolaria"
        for column, value in zip("FGHIJ", typed, strict=True):
            sheet[f"{column}{number}"] = value
    bye = len(ROWS) + 2
    assert sheet[f"D{bye}"].value == "BYE"
    sheet[f"F{bye}"] = "A"
    book.save(workbook)
    rows = recalculated(workbook, folder)["Round 1"]
    assert [row["Check"] for row in rows[: len(ROWS)]] == [check for _, check in ROWS]
    assert rows[len(ROWS)]["Check"] == "A bye has no result"
    assert (rows[1]["Counts 1"], rows[1]["Counts 2"]) == ("poison", "poison")


def test_a_row_turns_grey_when_its_points_are_there(folder: Path) -> None:
    workbook = folder / "grey.xlsx"
    turnabout("simulate", workbook, "--players", 8, "--rounds", 3, "--played", 1)
    sheet = load_workbook(workbook)["Round 1"]
    points = next(cell.column_letter for cell in sheet[1] if cell.value == "MP A")
    rules = {str(ranges.sqref): ranges.rules for ranges in sheet.conditional_formatting}
    whole_rows = next(rules[area] for area in rules if area.startswith("A2:"))
    assert [rule.formula for rule in whole_rows] == [[f'OR($D2="BYE",RIGHT($J2,7)="no-show",${points}2<>"")']]
