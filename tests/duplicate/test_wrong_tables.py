"""Games that were not played at their tables: accepted as typed, and told once, with what it means."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from tests.dose import combinations
from tests.duplicate.running import Event, numbered, paired
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


def test_of_many_games_only_eight_are_told() -> None:
    event = paired(*numbered(30))
    move(event, 4, *range(10))
    (said,) = told(event)
    assert said.count(" are at table ") == 8
    assert said.endswith("; and so on, 2 more.")


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
