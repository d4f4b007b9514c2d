"""What of a published round is asked about, and what is not: rules 1.4.17 to 1.4.19, row by row."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from turnabout_sheets.changes.guards import Asked, ask_about_gone, ask_about_pairs, ask_about_results, find_void
from turnabout_sheets.changes.known_rounds import KnownRow, list_all_typed, read_rounds
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.sheets.grid import Grid, Raw

HEADERS = (
    "Table", "Player A", "Option A", "Player B", "Option B", "Game 1 winner", "Game 1 count", "Game 2 winner",
    "Game 2 count", "Ruling",
)  # fmt: skip
NAMES = ("Ada", "Ben", "Cy", "Dee", "Eve", "Finn", "Gil")
PAIRS = (("Ada", "Ben"), ("Cy", "Dee"), ("Eve", "Finn"))
RESULTS = (("A", 5, "B", 4), ("B", 9, "B", 8), ("A", 7, "A", 6))
KNOWN = (
    KnownRow(1, "Ada", "Ben", "A\t5\tB\t4\t"),
    KnownRow(2, "Cy", "Dee", "B\t9\tB\t8\t"),
    KnownRow(3, "Eve", "Finn", "A\t7\tA\t6\t"),
    KnownRow(None, "Gil", "BYE"),
)

Row = Sequence[Raw]


def row(table: Raw, a: str, b: str, result: Sequence[Raw] = ("", "", "", "")) -> list[Raw]:
    return [table, a, "", b, "", *map(to_cell, result), ""]


def to_cell(value: Raw) -> Raw:
    return float(value) if isinstance(value, int) else value


ROWS = [
    *(row(n, *pair, result) for n, (pair, result) in enumerate(zip(PAIRS, RESULTS, strict=True), 1)),
    row("", "Gil", "BYE"),
]


def read(
    rounds: Sequence[Sequence[Row]], names: Sequence[str] = NAMES, ids: Sequence[str] = ()
) -> tuple[Event, Format]:
    """Return an event with these rows in its rounds."""
    players = [["Player", "Player ID"], *([name, *ids[n : n + 1]] for n, name in enumerate(names))]
    grids = [Grid("Players", players)]
    grids += [Grid(f"Round {number}", [HEADERS, *rows]) for number, rows in enumerate(rounds, 1)]
    event, format, _ = read_event(grids, "event")
    assert event is not None
    return event, format


def ask(
    rows: Sequence[Row], known: Sequence[KnownRow] = KNOWN, names: Sequence[str] = NAMES, by_table: bool = True
) -> list[str]:
    event, format = read([rows], names)
    typed = list_all_typed(event, format.entry.fields)
    found = ask_about_pairs(event, {1: known}, {}, typed, by_table=by_table)
    return [each.problem.message for each in found if (each.asked, each.round) == (Asked.PAIRS, 1)]


def exchange(first: tuple[int, int], second: tuple[int, int]) -> list[list[Raw]]:
    """Exchange two cells, each by row and column."""
    rows = [list(each) for each in ROWS]
    (i, j), (k, m) = first, second
    rows[i][j], rows[k][m] = rows[k][m], rows[i][j]
    return rows


def sort(columns: Sequence[int], by: int, *, rows: int = 3) -> list[list[Raw]]:
    """Sort some columns, downwards, by one of them."""
    changed = [list(each) for each in ROWS]
    for place, each in enumerate(sorted(ROWS[:rows], key=lambda row: str(row[by]), reverse=True)):
        for column in columns:
            changed[place][column] = each[column]
    return changed


A, B, TABLE, ALL = 1, 3, 0, range(len(HEADERS))

ASKED: dict[str, tuple[Callable[[], Sequence[Row]], str]] = {
    "two names exchanged": (
        lambda: exchange((0, B), (1, B)),
        "Round 1 is not as it was published, and has results: table 1 was Ada – Ben and is Ada – Dee; "
        "table 2 was Cy – Dee and is Cy – Ben.",
    ),
    "A and B exchanged": (
        lambda: exchange((0, A), (0, B)),
        "Round 1 is not as it was published, and has results: table 1 was Ada – Ben and is Ben – Ada.",
    ),
    "tables exchanged": (
        lambda: exchange((0, TABLE), (1, TABLE)),
        "Round 1 is not as it was published, and has results: table 1 was Ada – Ben and is Cy – Dee; "
        "table 2 was Cy – Dee and is Ada – Ben.",
    ),
    "names sorted without results": (
        lambda: sort((TABLE, A, B), A),
        "2 results of round 1 are now next to other players: that of Ada and Ben next to Eve and Finn; "
        "that of Eve and Finn next to Ada and Ben.",
    ),
    "a row that is gone": (
        lambda: [*ROWS[:1], *ROWS[2:]],
        "Round 1 is not as it was published: the row of table 2 is gone (Cy – Dee).",
    ),
    "with the bye": (
        lambda: exchange((0, B), (3, A)),
        "Round 1 is not as it was published, and has results: table 1 was Ada – Ben and is Ada – Gil; "
        "the row Gil – BYE is gone; and 1 more.",
    ),
}


@pytest.mark.parametrize("accident", ASKED)
def test_what_stands_beside_results_and_is_not_as_published_is_asked_about(accident: str) -> None:
    """Rules 1.4.18."""
    rows, said = ASKED[accident]
    assert ask(rows()) == [said]


def test_results_that_were_sorted_alone_are_asked_about() -> None:
    """Rules 1.4.18: no name has moved."""
    rows = [list(each) for each in ROWS]
    for each, other in ((0, 1), (1, 2), (2, 0)):
        rows[each][5:9] = ROWS[other][5:9]
    assert [said[:51] for said in ask(rows)] == ["3 results of round 1 are now next to other players:"]


ORDINARY: dict[str, Callable[[], list[str]]] = {
    "as it was": lambda: ask(ROWS),
    "whole rows sorted": lambda: ask(sort(ALL, A)),
    "two exchanged before any result": lambda: ask(
        [row(1, "Ada", "Dee"), row(2, "Cy", "Ben"), *ROWS[2:]],
        [KNOWN[0]._replace(result=""), KNOWN[1]._replace(result=""), *KNOWN[2:]],
    ),
    "somebody new takes the bye": lambda: ask([*ROWS[:3], row(4, "Gil", "Zoe", RESULTS[0])], names=(*NAMES, "Zoe")),
    "somebody new has a row": lambda: ask([*ROWS, row("", "Zoe", "BYE")], names=(*NAMES, "Zoe")),
    "somebody is called otherwise": lambda: ask(
        [row(1, "Adele", "Ben", RESULTS[0]), *ROWS[1:]], names=("Adele", *NAMES[1:])
    ),
    "both of a table are called otherwise": lambda: ask(
        [row(1, "Adele", "Benno", RESULTS[0]), *ROWS[1:]], names=("Adele", "Benno", *NAMES[2:])
    ),
    "a result corrected": lambda: ask([row(1, *PAIRS[0], RESULTS[2]), *ROWS[1:]]),
    "two results exchanged": lambda: ask([row(1, *PAIRS[0], RESULTS[1]), row(2, *PAIRS[1], RESULTS[0]), *ROWS[2:]]),
    "at each other's table, in Duplicate Magic": lambda: ask(exchange((0, TABLE), (1, TABLE)), by_table=False),
    "a name that nobody has, which is said already": lambda: ask([row(1, "Ada", "Bne", RESULTS[0]), *ROWS[1:]]),
}


@pytest.mark.parametrize("ordinary", ORDINARY)
def test_what_is_ordinary_is_no_question(ordinary: str) -> None:
    """Rules 1.4.18."""
    assert ORDINARY[ordinary]() == []


@pytest.mark.parametrize(("changed", "before", "asked"), [(3, 3, True), (2, 3, False), (3, 2, False)])
def test_most_results_of_a_complete_round_beside_a_blank_one(changed: int, before: int, asked: bool) -> None:
    """Rules 1.4.19."""
    other = ("B", 1, "B", 1)
    rows = [row(n, *pair, other if n <= changed else RESULTS[n - 1]) for n, pair in enumerate(PAIRS, 1)]
    known = [each if n < before else each._replace(result="") for n, each in enumerate(KNOWN)]
    event, format = read([[*rows, ROWS[3]], [row(1, "Ada", "Cy"), row(2, "Ben", "Eve"), row(3, "Dee", "Gil")]])
    typed = list_all_typed(event, format.entry.fields)
    found = [*ask_about_results(event, {1: known}, typed)]
    assert [(each.asked, each.round) for each in found] == ([(Asked.RESULTS, 1)] if asked else [])


def test_a_round_that_is_gone_is_asked_about_if_it_had_results() -> None:
    """Rules 1.4.17."""
    event, _ = read([ROWS])
    gone = [*ask_about_gone(event, {1: KNOWN, 2: KNOWN}, {2: "14:05"})]
    assert [each.problem.message for each in gone] == [
        "Round 2 was published at 14:05 and is not in the workbook, with 3 results."
    ]
    assert [*ask_about_gone(event, {2: [each._replace(result="") for each in KNOWN]}, {})] == []


def test_a_round_that_is_paired_again_is_as_it_was_or_is_not() -> None:
    """Rules 1.4.17."""
    for rows, anew in ((ROWS, {}), (exchange((0, B), (1, B)), {1: [1, 2]})):
        event, format = read([rows])
        assert find_void(event, {1: KNOWN}, {}, list_all_typed(event, format.entry.fields), [1]) == anew


def test_players_are_known_by_their_player_id() -> None:
    """Rules 1.4.18: the name is another one, and so is the row on Players."""
    event, format = read([[row(1, "Zoe", "Ben", RESULTS[0]), *ROWS[1:]]], ("Ben", "Zoe", *NAMES[2:]), ("2", "1"))
    typed = list_all_typed(event, format.entry.fields)
    assert [*ask_about_pairs(event, {1: KNOWN}, {"Ada": "1", "Ben": "2"}, typed, by_table=True)] == []


def test_what_is_known_is_written_and_read_as_it_is() -> None:
    assert read_rounds(json.loads(json.dumps({1: KNOWN, 12: []}))) == {1: [*KNOWN], 12: []}
    for text in ("[]", '{"1": 2}', '{"1": [[1]]}', '{"1": [["1", "a", "b", ""]]}', '{"x": []}'):
        with pytest.raises((AttributeError, TypeError, ValueError)):
            read_rounds(json.loads(text))
