"""The rule tables beside this module: each row is a case of a paragraph of the rules pages, which it names.

All rows of a table of matches are played in one event, each at a table of its own, A1 against B1 in the first. Of its
columns ``Event`` are settings, ``A: …`` and ``B: …`` cells of the players, ``Sheet: …`` rows of a sheet; ``Matches: …``
and ``A: Standings: …`` are what comes; all others are cells of the match.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.dose import take_turns
from tests.rules.text_event import FORMATS, TextEvent, as_cell
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.rating import make_award

TABLES = Path(__file__).parent / "tables"
MATCHES = [
    "turnabout_1_2_1_losing_deck",
    "turnabout_1_2_2_match_points",
    "turnabout_1_2_4_further_options",
    "turnabout_1_2_5_options_and_1_3_1_matches",
    "turnabout_1_3_2_victory_points",
    "turnabout_1_4_byes_and_no_shows",
    "netrunner_2_7_match_points",
    "netrunner_2_7_3_pairing_number_by_setting",
    "netrunner_2_7_3_pairing_numbers",
    "netrunner_5_1_byes_and_no_shows",
    "netrunner_6_1_forfeits",
]

WORDS = ("rule", "case", "citation", "Event")

Case = Mapping[str, str]


def rows_of(table: str) -> list[dict[str, str]]:
    with (TABLES / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rule_tables(*tables: str) -> pytest.MarkDecorator:
    """Run a test for each row of some tables."""
    rows = [(table, row) for table in tables for row in rows_of(table)]
    return pytest.mark.parametrize(("table", "case"), rows, ids=[f"{row['rule']}: {row['case']}" for _, row in rows])


@cache
def play_matches(table: str, settings: str) -> dict[str, list[dict[str, str]]]:
    """Return the sheets Matches and Standings of an event of all rows that have these settings."""
    with TemporaryDirectory() as folder:
        event = TextEvent(Path(folder), FORMATS[table.split("_")[0]])
        event.set_up(f"Event: Rounds = 1; {settings}")
        who, rows = event.tables.setdefault("Players", []), event.tables.setdefault("Round 1", [])
        for number, case in enumerate(select(table, settings), 1):
            cells = {column: as_cell(cell.replace("{n}", str(number))) for column, cell in case.items()}
            b = cells.pop("Player B", None) or f"B{number}"
            for name in {f"A{number}": 0, b: 0}.keys() - {"BYE"}:
                who.append({"Player": name, "Scoring option": cells.get(f"{name[0]}: Scoring option")})
            row = {"Table": number, "Player A": f"A{number}", "Player B": b}
            rows.append(
                row | {column: cell for column, cell in cells.items() if column not in WORDS and ":" not in column}
            )
            for column, cell in case.items():
                if column.startswith("Sheet: ") and cell:
                    event.type(f"{column[7:]} + " + cell.replace("{n}", str(number)))
        return {name: event.rows(name) for name in ("Matches", "Standings")}


def select(table: str, settings: str) -> list[Case]:
    return [row for row in rows_of(table) if row.get("Event", "") == settings]


@rule_tables(*MATCHES)
def test_match__with_its_cells__is_scored_as_the_table_says(table: str, case: Case) -> None:
    settings = case.get("Event", "")
    sheets, number = play_matches(table, settings), 1 + select(table, settings).index(case)
    found = {}
    for column in case:
        *side, sheet, header = ("", *column.split(": "))[-3:]
        name = f"{''.join(side) or 'A'}{number}"
        if sheet in sheets and (case[column] or sheet == "Matches"):
            found[column] = next(row for row in sheets[sheet] if name in (row.get("Player"), row.get("Player A")))[
                header
            ]
    assert found == {column: case[column] for column in found}, case["citation"]
    assert found


@rule_tables("turnabout_1_7_awards")
def test_award__of_wins_and_position__is_as_the_table_says(table: str, case: Case) -> None:
    wins, draws, played_all = int(case["wins"]), int(case["draws"]), case["played_all"] == "yes"
    for players, position in product(span(case["players"]), span(case["position"])):
        award = make_award(wins, draws, played_all=played_all, players=players, position=position)
        assert award.award == Fraction(case["award"]), case["citation"]


@pytest.mark.parametrize(
    "case", take_turns(rows_of("all_1_5_10_rounds"), quick=4), ids=lambda row: f"{row['rule']}: {row['case']}"
)
def test_rounds__where_the_setting_is_blank__are_as_many_as_it_takes(case: Case, tmp_path: Path) -> None:
    event = TextEvent(tmp_path, case["format"])
    event.set_up(f"Event: Pairing = {case['pairing']}")
    event.set_up(f"Players: P001..P{int(case['players']):03}; Never (Dropped after = 0)")
    results = event.compute().results
    assert results is not None
    assert results.scheduled == int(case["rounds"]), case["citation"]


@rule_tables("all_1_6_4_names_in_order")
def test_names__however_listed__are_in_the_order_of_the_table(table: str, case: Case) -> None:
    names = case["in order"].split(" < ")
    for seed in range(5):
        assert sorted(Random(seed).sample(names, len(names)), key=alphabetical_key) == names


@cache
def play_tables() -> list[dict[str, str]]:
    """Return the sheet Table results of an event with a table for each row; two players stay at each table."""
    games = [
        "A" * int(case["wins_a"]) + "B" * int(case["wins_b"]) + "D" * int(case["draws"])
        for case in rows_of("duplicate_3_1_points_of_a_table")
    ]
    with TemporaryDirectory() as folder:
        event, last = TextEvent(Path(folder), FORMATS["duplicate"]), max(map(len, games))
        event.set_up(f"Event: Pairing = manual; Allow rematches = yes; Rounds = {last}")
        event.tables["Players"] = [{"Player": f"{side}{table}"} for table in range(len(games)) for side in "AB"]
        for number in range(last):
            rows = event.tables.setdefault(f"Round {number + 1}", [])
            for table, won in enumerate(games):
                a, b = ({"Player A": f"{side}{table}", "Player B": "BYE"} for side in "AB")
                if number < len(won):
                    winner = {"Deck A": "A", "Winner": won[number].replace("D", "Draw")}
                    rows.append({**a, "Player B": f"B{table}", "Table": table + 1, **winner})
                else:
                    rows += [a, b]
        return event.rows("Table results")


@rule_tables("duplicate_3_1_points_of_a_table")
def test_table__with_these_wins__pays_as_the_article_says(table: str, case: Case) -> None:
    paid, columns = play_tables()[rows_of(table).index(dict(case))], ("Points A", "Points B", "Total", "Most")
    assert {column: paid[column] for column in columns} == {column: case[column] for column in columns}, case[
        "citation"
    ]


def span(text: str) -> range:
    """Return the numbers of ``4-5``."""
    least, most = map(int, text.split("-"))
    return range(least, most + 1)
