"""Events of many sizes, from their first run on: who meets whom, where, and with which stock."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.dose import dose
from tests.rules.stories import Story
from tests.rules.text_event import Row
from tests.support.commands import turnabout
from tests.support.simulated import simulated

pytestmark = [pytest.mark.slow, pytest.mark.soak]


def start(folder: Path, format: str, players: str, pairing: str = "") -> Story:
    """Return an event after its first run, which had nothing to say."""
    event = Story(folder, format)
    event.set_up(f"Event: Random seed = 1; Pairing = {pairing}")
    event.set_up(f"Players: {players}")
    if format == "Duplicate Magic":
        event.set_up("Tables: " + "; ".join(map(str, range(1, 61))))
    assert [line for line in event.run() if line.startswith("Error")] == []
    return event


def matches(event: Story) -> list[Row]:
    """Return the rows of all rounds in which two play, with the number of the round."""
    rounds = ((int(name[6:]), rows) for name, rows in event.tables.items() if name.startswith("Round "))
    return [{**row, "Round": number} for number, rows in rounds for row in rows if row["Player B"] != "BYE"]


def met(event: Story) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted((row["Player A"], row["Player B"]))) for row in matches(event))


def visits(event: Story, *, with_byes: bool = False) -> list[tuple[str, int, int, Any]]:
    """Return player, round, table and stock."""
    tables = ((int(name[6:]), rows) for name, rows in event.tables.items() if name.startswith("Round "))
    return [
        (row[f"Player {side}"], number, row["Table"], row.get(f"Deck {side}"))
        for number, rows in tables
        for row in rows
        for side in "AB"
        if (with_byes or row["Player B"] != "BYE") and row[f"Player {side}"] != "BYE"
    ]


KINDS = [
    (format, pairing)
    for pairing in ("swiss", "round robin", "single elimination", "double elimination")
    for format in ("Turnabout", "Netrunner")
]
SIZES = [2, 3, 5, 8, 13]
SOME = [(*KINDS[3 * place + turn], size) for turn, size in enumerate(SIZES) for place in range(2)]
ALL = [(*kind, size) for kind in KINDS for size in (*SIZES, *range(14, 40))]


@pytest.mark.parametrize(("format", "pairing", "size"), dose(SOME, ALL))
def test_simulated_event__of_any_size__has_no_problem(format: str, pairing: str, size: int, tmp_path: Path) -> None:
    """Nobody meets twice, or has a second bye, and every round is as the program pairs it."""
    no_shows = ("--no-shows", 1) if pairing != "swiss" else ()
    plan = ("--format", format, "--pairing", pairing, "--players", size, "--seed", size, *no_shows)
    workbook = simulated(tmp_path / "event.xlsx", *plan)
    (found,) = json.loads(turnabout("check", workbook, "--json").output)["workbooks"]
    assert [each for each in found["problems"] if "moves" not in each["message"]] == []
    assert found["finished"]


@pytest.mark.parametrize("size", range(2, 13))
def test_round_robin__of_any_size__has_each_pair_once(size: int, tmp_path: Path) -> None:
    """Rules 1.10.2."""
    event = start(tmp_path, "Turnabout", f"P01..P{size:02}", "round robin")
    names = [f"P{number:02}" for number in range(1, size + 1)]
    assert met(event) == dict.fromkeys(combinations(names, 2), 1)
    assert list(event.run()) == []


@pytest.mark.parametrize("size", [2, *range(5, 14), 20, 37, *dose([], [120])])
def test_movement__of_any_size__has_everybody_once_at_each_table(size: int, tmp_path: Path) -> None:
    """Duplicate 1.1, 1.2 and 2.4: nobody meets twice or sits out twice; each has A as often as B, or once more."""
    event = start(tmp_path, "Duplicate Magic", f"P001..P{size:03}")
    tables = (size + 1) // 2
    assert set(met(event).values()) == {1}
    assert len(met(event)) == tables * tables - (tables if size % 2 else 0)
    been = Counter((name, table) for name, _, table, _ in visits(event, with_byes=True))
    assert been == {(f"P{number:03}", table): 1 for number in range(1, size + 1) for table in range(1, tables + 1)}
    assert_even_stocks(event)


@pytest.mark.parametrize("size", [6, 7, 8, 12, *dose([], [9, 16, 17])])
def test_movement__with_players_who_come_late__is_the_same_without_their_games(size: int, tmp_path: Path) -> None:
    """Duplicate 4.5."""
    late = "; Later (Joined round = 3); Late (Joined round = 2)"
    event = start(tmp_path, "Duplicate Magic", f"P001..P{size:03}{late}")
    tables = (size + 3) // 2
    assert set(met(event).values()) == {1}
    assert set(Counter((name, table) for name, _, table, _ in visits(event, with_byes=True)).values()) == {1}
    for name, first in (("Later", 3), ("Late", 2), ("P001", 1)):
        there = [number for each, number, *_ in visits(event, with_byes=True) if each == name]
        assert there == list(range(first, tables + 1))
    assert_even_stocks(event)


@pytest.mark.parametrize(("size", "complete"), [(7, 0), (9, 1), (11, 2), (16, 1), *dose([], [(17, 2), (16, 0)])])
def test_movement__with_one_more__has_a_place_at_another_table_each_round(
    size: int, complete: int, tmp_path: Path
) -> None:
    """Duplicate 4.5 and 4.8: who comes besides others who are still to come, and who comes earlier than announced."""
    late = "; Late (Joined round = 4); Later (Joined round = 5)"
    event = start(tmp_path, "Duplicate Magic", f"P001..P{size:03}{late}")
    for number in range(1, complete + 1):
        assert list(event.do(f"{number}: all")) == []
    said, *_ = event.let_in("Zoe")
    assert f"Zoe is in round {complete + 1} at table " in said
    list(event.let_in("Late"))
    for name in ("Zoe", "Late", "Later"):
        own = [row for row in matches(event) if name in (row["Player A"], row["Player B"])]
        opponents = {row["Player A"] if row["Player B"] == name else row["Player B"] for row in own}
        assert len({row["Table"] for row in own}) == len(opponents) == len({row["Round"] for row in own}) == len(own)
    last = len([name for name in event.tables if name.startswith("Round ")]) if size % 2 else 4
    rounds = {number for name, number, *_ in visits(event) if name == "Zoe"}
    assert rounds | {4, 5} >= set(range(complete + 1, last + 1))


def assert_even_stocks(event: Story) -> None:
    """Assert that everybody has each stock as often as the other or once more, and never one three times in a row."""
    had: dict[str, str] = {}
    for name, _, _, stock in sorted(visits(event), key=lambda visit: visit[1]):
        had[name] = had.get(name, "") + stock
        assert abs(had[name].count("A") - had[name].count("B")) <= 1
    assert not any(each in stocks for stocks in had.values() for each in ("AAA", "BBB"))
