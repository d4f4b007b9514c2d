"""The live columns of a round's sheet, calculated by LibreOffice, against the program's own points and checks."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.dose import by_day
from tests.support.books import records
from tests.support.commands import turnabout
from tests.support.recalculation import headers, recalculated
from tests.support.simulated import simulated
from tests.whole.finding_files import FINDINGS
from turnabout_sheets.formats.turnabout.scoring import STANDARD_OPTIONS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("live")


@pytest.mark.office
def test_live_points_are_the_points(folder: Path) -> None:
    workbook = folder / "event.xlsx"
    simulated(workbook, "--players", 31, "--rounds", 5, "--no-shows", 2, "--seed", "live")
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
    (("A", 10, "A", 2, None), "Game 1: ten or more poison?"),
    (("B", -1, "A", 2, None), "Game 1: count is below 0"),
    (("A", 3, "B", 2, "A no-show"), "Ruling or result, not both"),
    ((None, None, None, None, "A no-show"), ""),
    (("A", "3", "B", " 09\u00a0", None), ""),
    (("A", "３", "B", 9, None), ""),
    (("A", "1/3", "B", 9, None), "Game 1: count is not a number"),
    (("A", 3, "B", "2:0", None), "Game 2: count is not a number"),
    (("A", 3, "B", "2.5", None), "Game 2: count is not a whole number"),
    ((" a", 3, "draw\u00a0", None, "\u00a0"), ""),
]


@pytest.mark.office
def test_check_says_what_is_wrong(folder: Path) -> None:
    workbook = folder / "check.xlsx"
    simulated(workbook, "--players", 2 * len(ROWS) + 5, "--rounds", 3, "--played", 0)
    turnabout("run", workbook)
    book = load_workbook(workbook)
    sheet = book["Round 1"]
    at = headers(sheet)
    entry = [at[f"Game {game} {what}"] for game in (1, 2) for what in ("winner", "count")] + [at["Ruling"]]
    register(book, {sheet[f"{at['Player A']}{row}"].value: " phyrexia\u00a0" for row in range(2, 40)})
    register(book, {sheet[f"{at['Player B']}{row}"].value: "Tolaria " for row in range(2, 40)})
    stated, wrong, bye = range(len(ROWS) + 2, len(ROWS) + 5)
    for number, (typed, _) in enumerate([*ROWS, ROWS[1], ROWS[1]], 2):
        for column, value in zip(entry, typed, strict=True):
            sheet[f"{column}{number}"] = value
    sheet[f"{at['Option B']}{stated}"] = "dominaria"
    sheet[f"{at['Player A']}{wrong}"] = "Nobody"
    assert sheet[f"{at['Player B']}{bye}"].value == "BYE"
    sheet[f"{entry[0]}{bye}"] = "A"
    book.save(workbook)
    rows = recalculated(workbook, folder)["Round 1"]
    assert [row["Check"] for row in rows[: len(ROWS)]] == [check for _, check in ROWS]
    assert [rows[row - 2]["Check"] for row in (stated, wrong, bye)] == [
        "Option B: on Players it is Tolaria",
        "A is not on Players",
        "A bye has no result",
    ]
    assert (rows[1]["Counts 1"], rows[1]["Counts 2"]) == ("poison", "poison")
    assert (rows[-1 + len(ROWS)]["MP A"], rows[-1 + len(ROWS)]["MP B"]) == ("24", "0")
    as_text = next(number for number, (typed, _) in enumerate(ROWS) if typed[1] == "3")
    assert (rows[as_text]["MP A"], rows[as_text]["MP B"]) == (rows[1]["MP A"], rows[1]["MP B"])


def register(book: Workbook, options: dict[str, str]) -> None:
    """Type scoring options on the sheet Players, by name."""
    (header, *rows) = book["Players"].iter_rows()
    at = [cell.value for cell in header].index("Scoring option")
    for row in rows:
        if row[0].value in options:
            row[at].value = options[row[0].value]


@pytest.mark.office
@pytest.mark.parametrize("finding", by_day("swap", of=["swap", "optfix", "late"]))
def test_what_is_corrected_on_players_counts_at_once_and_after_a_run(folder: Path, finding: str) -> None:
    """The day of the finding, with this version: nothing that a round holds stands in for Players."""
    workbook = folder / f"{finding}.xlsx"
    made = load_workbook(FINDINGS / f"turnabout-{finding}.xlsx")
    for name in made.sheetnames:
        if name not in ("Event", "Players"):
            del made[name]
    registered = {row[0].value: row[1].value for row in made["Players"].iter_rows(min_row=2, max_col=2)}
    register(made, dict.fromkeys(registered, "Dominaria"))
    made.save(workbook)
    assert turnabout("run", workbook).exit_code == 0
    book = load_workbook(workbook)
    sheet = book["Round 1"]
    at = headers(sheet)
    first, second = (f"{at['Player A']}{row}" for row in (2, 3))
    sheet[first], sheet[second] = f"{sheet[second].value} ", str(sheet[first].value).replace(" ", "\u00a0")
    book.save(workbook)
    assert turnabout("run", workbook, "--no-pair").exit_code == 0  # before results, names may change their places
    for row in range(2, 2 + len(registered) // 2):
        for column, value in zip(
            "Game 1 winner,Game 1 count,Game 2 winner,Game 2 count".split(","), "A5B4", strict=True
        ):
            sheet[f"{at[column]}{row}"] = int(value) if value.isdigit() else value
    register(book, {name: f"\u00a0{option.upper()}" for name, option in registered.items()})
    book["Players"]["A2"] = f"  {book['Players']['A2'].value}\u00a0"
    book.save(workbook)
    live = {row["Player A"].strip(): row for row in recalculated(workbook, folder)["Round 1"] if row["Player B"]}
    assert turnabout("run", workbook, "--no-pair").exit_code == 0
    for match in records(workbook, "Matches"):
        row = live[match["Player A"]]
        # A wins game 1, so that A's own deck lost; B wins game 2, and A's deck lost again.
        worth = STANDARD_OPTIONS[registered[match["Player A"]]]
        points = [worth.match_points(5), worth.match_points(4)]
        assert [match["MP A"], match["MP B"]] == points == [int(row["MP A"]), int(row["MP B"])], (finding, row)
        assert row["Check"] == ""


def test_a_row_turns_grey_when_its_points_are_there_and_nothing_is_to_be_put_right(folder: Path) -> None:
    workbook = folder / "grey.xlsx"
    simulated(workbook, "--players", 8, "--rounds", 3, "--played", 1)
    sheet = load_workbook(workbook)["Round 1"]
    at = headers(sheet)
    rules = {str(ranges.sqref): ranges.rules for ranges in sheet.conditional_formatting}
    whole_rows = next(rules[area] for area in rules if area.startswith("A2:"))
    done = f'OR(${at["Player B"]}2="BYE",RIGHT(${at["Ruling"]}2,7)="no-show",${at["MP A"]}2<>"")'
    assert [rule.formula for rule in whole_rows] == [[f'AND(${at["Check"]}2="",{done})']]
