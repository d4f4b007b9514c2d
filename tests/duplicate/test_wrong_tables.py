"""Games that were not played at their tables: accepted as typed, and told once, with what it means."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from tests.duplicate.running import Event, numbered, paired, recount
from tests.duplicate.workbooks import report_rows
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.formats.duplicate.format import DUPLICATE

pytestmark = pytest.mark.slow


def move(event: Event, number: int, *rows: int) -> None:
    """Let the games in some rows of a round, from 0 on, change tables: each goes to that of the next."""
    games = [event.rounds[number - 1][row] for row in rows]
    tables = [game["Table"] for game in games]
    for game, table in zip(games, [*tables[1:], tables[0]], strict=True):
        game["Table"] = table


def visits(event: Event, name: str) -> dict[int, object]:
    """Return the table at which a player has a game, by round."""
    return {
        number: row["Table"]
        for number, rows in enumerate(event.rounds, 1)
        for row in rows
        if name in (row["Player A"], row["Player B"]) and row["Player B"] != BYE_NAME
    }


def told(event: Event) -> list[str]:
    return [f"{problem.place}: {problem.message}" for problem in event.problems()]


def expected(event: Event, number: int, *rows: int) -> str:
    """Return what is to be told of a round whose games in some rows have changed tables."""
    games = sorted(rows)
    said = []
    tables = sorted(int(str(event.rounds[number - 1][row]["Table"])) for row in games)
    for row in games:
        game = event.rounds[number - 1][row]
        for side in "AB":
            name, table = str(game[f"Player {side}"]), game["Table"]
            been = visits(event, name)
            rounds = [str(each) for each, at in been.items() if at == table]
            which = f"rounds {' and '.join(rounds)}" if len(rounds) > 1 else f"round {rounds[0]}"
            never = [str(each) for each in tables if each not in been.values()]
            nowhere = f"tables {' or '.join(never)}" if len(never) > 1 else f"table {never[0]}"
            said.append(f"{name} is at table {table} in {which}, and never at {nowhere}")
    consequences = "; ".join(said)
    return f"Round {number}!A{games[0] + 2}: By round {number} not everybody plays once at each table: {consequences}."


@pytest.mark.parametrize("size", [6, 11, 12])
@pytest.mark.parametrize("rows", [(0, 1), (2, 0), (0, 2, 1)], ids=["two", "two others", "three"])
def test_it_is_told_of_the_round_where_it_was_and_only_then(size: int, rows: tuple[int, ...]) -> None:
    for number in range(1, size // 2 + 1):
        event = paired(*numbered(size))
        move(event, number, *rows)
        before = [expected(event, number, *rows)]
        assert told(event) == before
        event.play(Random(number), number)
        assert told(event) == before
        if number < size // 2:
            event.play(Random(number), number + 1)
            assert told(event) == []
        (note,) = [sheet.note for sheet in DUPLICATE.sheets.make_output(event.results())
                   if sheet.sheet.name == "Table results"]  # fmt: skip
        assert note.endswith(before[0].partition(": ")[2])


def test_two_rounds_are_told_apart() -> None:
    event = paired(*numbered(12))
    move(event, 2, 0, 3)
    move(event, 5, 1, 4, 2)
    assert told(event) == [expected(event, 2, 0, 3), expected(event, 5, 1, 2, 4)]


@pytest.mark.parametrize("number", [1, 3, 6])
def test_points_go_by_the_tables_that_are_typed(number: int) -> None:
    event = paired(*numbered(12))
    event.play(Random(number))
    move(event, number, 4, 1)
    found = event.results()
    assert found.finished
    assert dict(zip(numbered(12), found.standings["points"], strict=True)) == recount(event.rounds)
    games = [row["Table"] for rows in event.rounds for row in rows if not row["Ruling"]]
    assert {row["table"]: row["games"] for row in report_rows(found, "Table results")} == {
        table: games.count(table) for table in range(1, 7)
    }


def test_who_sits_out_comes_there_once_only() -> None:
    """Of whom who has left would have met at a table, one is never there, and not twice at the other."""
    event = paired(*numbered(11))
    move(event, 2, 0, 1)
    game = event.rounds[1][0]
    there = next(n for n, at in visits(event, str(game["Player A"])).items() if at == game["Table"] and n != 2)
    row = next(row for row in event.rounds[there - 1] if game["Player A"] in (row["Player A"], row["Player B"]))
    gone = row["Player B"] if row["Player A"] == game["Player A"] else row["Player A"]
    assert gone != BYE_NAME
    next(each for each in event.who if each["Player"] == gone)["Dropped after"] = there - 1 if there > 2 else 0
    (said,) = told(event)
    assert f"{game['Player A']} is at table {game['Table']} in round 2, and never at table" in said


def test_only_twelve_are_named() -> None:
    event = paired(*numbered(30))
    move(event, 4, *range(10))
    (said,) = told(event)
    assert said.count(" is at table ") == 12
    assert said.endswith("; so it is with 8 more.")


def test_where_everybody_may_meet_twice_nothing_is_told() -> None:
    event = paired(*numbered(6), allow_rematches="yes")
    move(event, 2, 0, 1)
    assert told(event) == []


def test_every_way_to_sit_at_four_tables() -> None:
    """Whoever sits at a wrong table in one round of four is named, and nobody else."""
    for order in permutations(range(4)):
        event = paired(*numbered(8))
        tables = [row["Table"] for row in event.rounds[1]]
        for row, place in zip(event.rounds[1], order, strict=True):
            row["Table"] = tables[place]
        wrong = [row for row, table in zip(event.rounds[1], tables, strict=True) if row["Table"] != table]
        names = {str(row[f"Player {side}"]) for row in wrong for side in "AB"}
        said = " ".join(told(event))
        assert {name for name in numbered(8) if name in said} == names
