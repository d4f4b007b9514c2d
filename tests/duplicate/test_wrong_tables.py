"""Games that were not played at their tables: accepted as typed, and told once, with what it means."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from tests.dose import combinations
from tests.duplicate.running import Event, numbered, paired, recount
from tests.duplicate.workbooks import report_rows
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.formats.duplicate.checks import find_wrong_rounds
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
    games = [event.rounds[number - 1][row] for row in sorted(rows)]
    tables = sorted(int(str(game["Table"])) for game in games)
    said = []
    for game in games:
        both = [(consequences(event, str(game[f"Player {side}"]), number, tables)) for side in "AB"]
        (one, never), (other, never_other) = both
        if never == never_other:
            said.append(f"{one} and {other} are at table {game['Table']}, and never at {never}")
        else:
            said += [f"{name} is at table {game['Table']}, and never at {nowhere}" for name, nowhere in both]
    told = f"By round {number} not everybody plays once at each table: {'; '.join(said)}."
    return f"Round {number}!A{min(rows) + 2}: {told}"


def consequences(event: Event, name: str, number: int, tables: list[int]) -> tuple[str, str]:
    """Return the name with the other rounds at the table of this one, and the tables at which the player never is."""
    been = visits(event, name)
    others = [each for each, table in been.items() if table == been[number] and each != number]
    never = [str(each) for each in tables if each not in been.values()]
    assert len(others) <= 1
    also = f"{name} (also in round {others[0]})" if others else name
    return also, f"tables {' or '.join(never)}" if len(never) > 1 else f"table {never[0]}"


@pytest.mark.soak
@pytest.mark.parametrize(("size", "rows"), combinations([6, 11, 12], [(0, 1), (2, 0), (0, 2, 1)]))
def test_it_is_told_of_the_round_where_it_was_and_only_then(size: int, rows: tuple[int, ...]) -> None:
    """Duplicate 1.7."""
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


def test_a_game_that_was_played_ahead_keeps_nothing_back() -> None:
    event = paired(*numbered(12))
    move(event, 2, 0, 1)
    event.play(Random(2), 2)
    event.rounds[4][0]["Winner"] = "A"
    assert expected(event, 2, 0, 1) in told(event)


def test_two_rounds_are_told_apart() -> None:
    event = paired(*numbered(12))
    move(event, 2, 0, 3)
    move(event, 5, 1, 4, 2)
    assert told(event) == [expected(event, 2, 0, 3), expected(event, 5, 1, 2, 4)]


@pytest.mark.parametrize("number", [1, 3, 6])
def test_points_go_by_the_tables_that_are_typed(number: int) -> None:
    """Duplicate 1.7."""
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


def test_who_sits_out_there_comes_there_once_only() -> None:
    """Of one who would have met at that table who has left, it is said only where they never are."""
    event = paired(*numbered(12))
    name, table = event.rounds[1][0]["Player A"], event.rounds[1][1]["Table"]
    there = next(number for number, at in visits(event, str(name)).items() if at == table)
    row = next(row for row in event.rounds[there - 1] if name in (row["Player A"], row["Player B"]))
    move(event, 2, 0, 1)
    next(each for each in event.who if each["Player"] in (row["Player A"], row["Player B"]) and each["Player"] != name)[
        "Away"
    ] = str(there)
    (said,) = told(event)
    assert str(name) in said
    assert f"{name} (also" not in said


@pytest.mark.parametrize("size", [11, 12, 18])
def test_who_is_at_a_table_twice_by_two_wrong_rounds_is_told_of_the_round_where_it_was_wrong(size: int) -> None:
    """The games that are told are those that have changed tables, and no others."""
    event = paired(*numbered(size))
    move(event, 2, 0, 1)
    move(event, 3, 1, 3, 2)
    found = find_wrong_rounds(event.results().event)
    assert [(wrong.number, [game.row - 2 for game in wrong.games]) for wrong in found] == [(2, [0, 1]), (3, [1, 2, 3])]


def test_of_many_games_only_eight_are_told() -> None:
    event = paired(*numbered(30))
    move(event, 4, *range(10))
    (said,) = told(event)
    assert said.count(" are at table ") == 8
    assert said.endswith("; and so on, 2 more.")


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
