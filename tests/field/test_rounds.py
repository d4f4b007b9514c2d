"""Rounds as organizers run them: too many of them, typed by hand, and what is typed into their cells."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.dose import take_turns
from tests.field.typed import Row, list_told, new_event, set_up, type_rows
from tests.support.books import cells, enter_results, records, sheet_names
from tests.support.commands import turnabout
from tests.support.edited_book import Cell

pytestmark = [pytest.mark.field, pytest.mark.usefixtures("no_pages")]

NAMES = ("Noah Petrov", "Ben Kim", "Cleo Diaz", "Clea Berg", "Eva Lund", "Finn Ode", "Gil Nash")
NETRUNNER, DUPLICATE = "Netrunner", "Duplicate Magic"
SHARED = "{} is too high: {} players can play {} rounds without a rematch."


TOO_MANY: list[tuple[Any, ...]] = [
    ("Turnabout", 4, {"Rounds": 5}, ("Rounds", 4, 3)),
    ("Turnabout", 5, {"Rounds": 6}, ("Rounds", 5, 5)),
    ("Turnabout", 5, {"Rounds": 5}, ()),
    ("Turnabout", 4, {"Rounds": 5, "Allow_rematches": "yes"}, ()),
    ("Turnabout", 4, {"Rounds": 8, "Rounds_per_session": 4}, ("Rounds per session", 4, 3)),
    ("Turnabout", 4, {"Rounds": 6, "Rounds_per_session": 3}, ()),
    ("Turnabout", 4, {"Rounds": 5, "Pairing": "round robin"}, ("Rounds", 4, 3)),
    ("Turnabout", 4, {"Rounds": 5, "Pairing": "single elimination"}, ()),
    (NETRUNNER, 4, {"Rounds": 5}, ("Rounds", 4, 3)),
    (NETRUNNER, 7, {"Rounds": 7}, ()),
    (DUPLICATE, 6, {"Rounds": 3}, ()),
    (DUPLICATE, 6, {"Rounds": 4}, ("Rounds", 6, 3)),
]


@pytest.mark.parametrize(("format", "players", "settings", "told"), take_turns(TOO_MANY, day=2, quick=6))
def test_more_rounds_than_there_can_be_are_told_before_round_1(
    tmp_path: Path, format: str, players: int, settings: dict[str, Cell], told: tuple[str, int, int]
) -> None:
    """Rules 1.5.13."""
    event = new_event(tmp_path, NAMES[:players], format, **settings)
    said = SHARED.format(*told) if told else ""
    if told and format == DUPLICATE:
        said = "Rounds is too high: 6 players have been at every table after 3 rounds."
    (checked,) = list_told(event) or [""]
    assert said in checked
    result = turnabout("run", event)
    assert (result.exit_code, said in result.output) == (3 if told else 0, True)
    assert ("Round 1" in sheet_names(event)) == (not told)


BEGINNINGS: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("Noah", "Clea B", "runa"), ()),
    (("no", "CLEO", "Runa Be"), ()),
    (("Petrov", "Cle", "N"), ("expected A, B, Draw", "could be any of these: Cleo Diaz, Clea Berg.", "expected A")),
]


@pytest.mark.parametrize(
    ("format", "header"),
    take_turns([(NETRUNNER, "Game 1 winner"), ("Turnabout", "Game 1 winner"), (DUPLICATE, "Winner")], quick=3),
)
def test_the_beginning_of_a_name_is_who_won(tmp_path: Path, format: str, header: str) -> None:
    """Rules 1.4.26; netrunner 6.4: a word for a role is nobody's name."""
    pairs = (("Noah Petrov", "Ben Kim"), ("Cleo Diaz", "Clea Berg"), ("Finn Ode", "Runa Berg"))
    event = new_event(tmp_path, [name for pair in pairs for name in pair], format, Pairing="manual")
    turnabout("run", event)
    rows: list[Row] = [{"Table": at, "Player A": a, "Player B": b} for at, (a, b) in enumerate(pairs, 1)]
    for typed, told in BEGINNINGS:
        type_rows(event, "Round 1", [{**row, header: each} for row, each in zip(rows, typed, strict=True)])
        found = [line for line in list_told(event) if re.search(rf"{header}(: | is \")", line)]
        assert [part in line for line, part in zip(found, told, strict=True)] == [True] * len(told)
    type_rows(event, "Round 1", [{}, {}, {header: "Run"}])
    assert any(f'{header} is "Run"' in line for line in list_told(event)) == (format == NETRUNNER)


@pytest.mark.slow
def test_a_table_that_the_draw_will_take_is_told_before_it(tmp_path: Path) -> None:
    """Duplicate 2.9."""
    event = new_event(tmp_path, NAMES[:6], DUPLICATE)
    assert list_told(event) == []
    type_rows(event, "Tables", [{"Table": number, "Stock A": "Elves", "Stock B": "Goblins"} for number in (1, 3)])
    told = list_told(event)
    assert told[0].startswith(
        "Warning: Tables: Table 2 is in use but missing from this sheet. Add a row for each table"
    )
    assert list_told(event, "run") == told


@pytest.mark.slow
def test_an_agreed_draw_is_a_note_of_the_run_that_finds_it(tmp_path: Path) -> None:
    """Netrunner 6.6."""
    event = new_event(tmp_path, NAMES[:4], NETRUNNER)
    turnabout("run", event)
    draw = {"Game 1 winner": "Draw", "Game 2 winner": "Draw"}
    for typed, tables in (([draw], "table 1"), ([draw, draw], "tables 1 and 2")):
        type_rows(event, "Round 1", typed)
        note = f"Round 1, {tables}: both games Draw, no agenda points (an agreed draw)."
        assert note in "".join(list_told(event))
        assert note in "".join(list_told(event, "run"))
        assert "agreed draw" not in str(cells(event, "Problems"))
        assert "agreed draw" not in turnabout("check", event).output + turnabout("run", event).output


@pytest.mark.parametrize("format", take_turns(["Turnabout", NETRUNNER, DUPLICATE], quick=3))
def test_a_round_that_is_typed_has_its_blank_sheet(tmp_path: Path, format: str) -> None:
    """Rules 1.5.14."""
    event = new_event(tmp_path, NAMES[:4], format, Pairing="manual")
    assert "Next: type the pairings into the sheet Round 1" in turnabout("run", event).output
    headers, *rows = cells(event, "Round 1")
    assert headers[:3] == ["Table", "Player A", "Player B"]
    assert not any(any(row[:3]) for row in rows)
    assert "Nothing has changed since the last run." in turnabout("run", event).output


@pytest.mark.slow
def test_each_typed_round_has_one_whatever_came_before_and_comes_after(tmp_path: Path) -> None:
    """Rules 1.5.14."""
    event = new_event(tmp_path, NAMES[:6], Rounds=4)
    turnabout("run", event)
    enter_results(event, 1)
    set_up(event, Pairing="manual")
    turnabout("run", event)
    a, b, c = ([row["Player A"], row["Player B"]] for row in records(event, "Round 1")[:3])
    pairs = [(a[0], b[0]), (a[1], c[0]), (b[1], c[1])]
    type_rows(event, "Round 2", [{"Table": n, "Player A": x, "Player B": y} for n, (x, y) in enumerate(pairs, 1)])
    enter_results(event, 2)
    assert list_told(event, "run") == []
    assert "Round 3" in sheet_names(event)
    set_up(event, Pairing="swiss")
    assert "Paired round 3: 3 tables." in turnabout("run", event).output
    assert [bool(row["Player A"]) for row in records(event, "Round 3")[:4]] == [True, True, True, False]
