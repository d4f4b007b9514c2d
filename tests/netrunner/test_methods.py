"""Netrunner matches in a round robin, which the protocol prefers where time allows, and in elimination events."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.event.worked_events import note, sheet_rows
from tests.netrunner.workbooks import HEADERS, match, netrunner, read, round_sheet
from tests.reading.grids import Cells, players
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.netrunner.sheets import MATCHES
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.grid import Grid, Raw

FOUR = ("Ada", "Ben", "Cy", "Dee")
FIELDS = dict(zip(HEADERS, (column.field for column in MATCHES.columns), strict=True))

A_WINS = match("", "", ("A", "", 3), ("A", "", 3))
DRAWN = match("", "", ("A", "", 3), ("B", 3, ""))


def book(names: tuple[str, ...], rounds: list[list[Cells]], **settings: Raw) -> list[Grid]:
    sheets = [round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)]
    return [netrunner(**settings), players(*names), *sheets]


def look(grids: list[Grid]) -> Results:
    event, problems = read(*grids)
    assert event is not None
    assert [str(problem) for problem in problems] == []
    return compute(event, NETRUNNER)


def paired(found: Results) -> list[list[dict[str, Raw]]]:
    """Return the rounds that are due, each as the rows of its sheet by header."""
    names = {BYE: BYE_NAME} | {player.number: player.name for player in found.event.players}
    rounds = []
    for number in due_rounds(found):
        new, problems = pair(found, number)
        assert problems == []
        assert new is not None
        rows = [{**row, "a": names[row["a"]], "b": names[row["b"]]} for row in new.rows]
        rounds.append([{header: row.get(field) or "" for header, field in FIELDS.items()} for row in rows])
    return rounds


def reported(row: Cells, result: Cells) -> Cells:
    """Return a match row with a result, a bye as it is."""
    if row["Player B"] == BYE_NAME:
        return row
    return {**row, **{header: value for header, value in result.items() if value != ""}}


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_in_a_round_robin_all_meet_all_and_there_are_no_pairing_numbers(size: int) -> None:
    """By netrunner 0.2 the number of rounds, piles and pairing numbers fall away; the order of the matches is free."""
    names = tuple(f"P{number}" for number in range(size))
    settings: dict[str, Raw] = {"pairing": "round robin"}
    rounds: list[list[Cells]] = [list(rows) for rows in paired(look(book(names, [], **settings)))]
    met = [tuple(sorted((row["Player A"], row["Player B"]))) for rows in rounds for row in rows]
    assert sorted(pair for pair in met if BYE_NAME not in pair) == sorted(combinations(names, 2))
    assert sum(BYE_NAME in pair for pair in met) == (size if size % 2 else 0)

    random = Random(size)
    played = [[reported(row, random.choice((A_WINS, DRAWN))) for row in rows] for rows in rounds]
    found = look(book(names, played, **settings))
    assert found.finished
    rows = sheet_rows(found, "Standings", "points", "opponents", "pairing_number")
    total = sum(points for points, _, _ in rows.values())
    assert total == 3 * (len(met))
    assert {number for _, _, number in rows.values()} == {None}
    assert all(opponents == total - points for points, opponents, _ in rows.values())
    assert note(found, "Standings").startswith(
        f"Final standings, after {len(rounds)} rounds. Ranked by points, then opponents' GMP"
    )


def elimination(final: Cells) -> list[Grid]:
    """Return an elimination event of four in which Ada and Ben come to the final."""
    settings: dict[str, Raw] = {"pairing": "single elimination"}
    first: list[Cells] = [dict(row) for row in paired(look(book(FOUR, [], **settings)))[0]]
    assert [(row["Player A"], row["Player B"]) for row in first] == [("Ada", "Dee"), ("Ben", "Cy")]
    first = [reported(row, A_WINS) for row in first]
    second = paired(look(book(FOUR, [first], **settings)))[0]
    assert [(row["Player A"], row["Player B"]) for row in second] == [("Ada", "Ben")]
    return book(FOUR, [first, [reported(second[0], final)]], **settings)


def test_in_an_elimination_event_the_winner_of_the_match_goes_on() -> None:
    """Netrunner 6.2."""
    found = look(elimination(A_WINS))
    assert found.decided
    assert sheet_rows(found, "Standings", "rank", "points") == {
        "Ada": (1, 6),
        "Ben": (2, 3),
        "Cy": (3, 0),
        "Dee": (3, 0),
    }


def test_a_drawn_match_waits_for_the_director_and_keeps_its_points() -> None:
    """Netrunner 6.2."""
    waiting = look(elimination(DRAWN))
    assert len(waiting.undecided) == 1
    assert not waiting.decided
    found = look(elimination({**DRAWN, "Ruling": "B advances"}))
    assert found.decided
    assert {name: row[0] for name, row in sheet_rows(found, "Standings", "rank").items()} == {
        "Ben": 1,
        "Ada": 2,
        "Cy": 3,
        "Dee": 3,
    }
    frame = found.matches
    assert list(frame[frame["round"] == 2][["points_a", "points_b", "outcome_a"]].iloc[0]) == [13, 13, "draw"]
