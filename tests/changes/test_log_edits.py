"""Whatever is done to a workbook between two runs, the log says just what it came to, and nothing of the rest."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.changes.logs import remembered, run_and_compare
from tests.desk.desks import save_like_excel, wait_until, watching
from tests.dose import dose
from tests.office import office
from tests.support.books import SAMPLES, cells, edit, records
from tests.support.commands import turnabout
from tests.support.edited_book import Book
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.sheets.grid import address

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

ROUNDS: Final = ("Round 1", "Round 2", "Round 3")
SHEETS: Final = ("Players", *ROUNDS)
PLAYER: Final = ("Player", "Scoring option", "Rating", "Joined round", "Fixed table", "Group", "Player ID")
MATCH: Final = (
    *("Table", "Player A", "Player B", "Option A", "Option B"),
    *("Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count", "Ruling", "Note"),
)
Model = dict[tuple[str, str, str], tuple[str, str]]
"""What an event says: by sheet, whose it is, and column, whose it is in words, and the text. Players go by ID."""


def list_cells(workbook: Path) -> list[tuple[str, ...]]:
    """Run, and return what was changed: sheet, cell, who, column, before and after."""
    return [tuple(each) for each in run_and_compare(workbook, "--no-pair")]


@pytest.fixture(scope="module")
def run_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in which everybody has a Player ID; the fixture ``event`` is a copy of it here."""
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path_factory.mktemp("log") / "Friday.xlsx"))
    edit(workbook, {"Players": {f"L{row}": f"N{row}" for row in range(2, len(cells(workbook, "Players")) + 1)}})
    assert turnabout("run", workbook).exit_code == 0
    return workbook


# What an event says, read by nothing of ours


def read_rows(workbook: Path, sheet: str) -> tuple[dict[str, int], dict[int, list[Any]]]:
    """Return the columns by header, and the rows that name somebody or something by number, both from 0."""
    rows = cells(workbook, sheet)
    header = next(number for number, row in enumerate(rows) if any(value != "" for value in row))
    columns = {str(title): column for column, title in enumerate(rows[header]) if title}
    named = next(columns[title] for title in ("Player", "Player A", "Setting") if title in columns)
    return columns, {n: row for n, row in enumerate(rows) if n > header and row[named] != ""}


def read_model(workbook: Path) -> Model:
    model: Model = {}
    columns, rows = read_rows(workbook, "Players")
    ids = {str(row[columns["Player"]]): str(row[columns["Player ID"]]) for row in rows.values()}
    for row in rows.values():
        name = str(row[columns["Player"]])
        model |= {("Players", ids[name], title): (name, str(row[columns[title]])) for title in PLAYER}
    for sheet in ROUNDS:
        columns, rows = read_rows(workbook, sheet)
        for row in rows.values():
            names = [str(row[columns[title]]) for title in ("Player A", "Player B")]
            pair = " – ".join(ids.get(name, name) for name in names)
            table = row[columns["Table"]]
            who = f"Table {table}" if table else " – ".join(names)
            for title in MATCH:
                text = str(row[columns[title]])
                model[sheet, pair, title] = who, ids.get(text, text)
    _, rows = read_rows(workbook, "Event")
    return model | {("Event", str(row[0]), str(row[0])): ("", str(row[1])) for row in rows.values()}


def find_true_changes(was: Model, now: Model) -> set[tuple[str, ...]]:
    """Return sheet, whose it is, column, before and after of what differs."""
    assert was.keys() == now.keys()
    return {(key[0], now[key][0], key[2], text, now[key][1]) for key, (_, text) in was.items() if text != now[key][1]}


# What people do to a workbook


def choose_row(workbook: Path, sheet: str, random: Random) -> tuple[dict[str, int], int]:
    columns, rows = read_rows(workbook, sheet)
    if sheet != "Players":
        rows = {n: row for n, row in rows.items() if row[columns["Player B"]] != "BYE" and not row[columns["Ruling"]]}
    return columns, random.choice([*rows])


def type_count(workbook: Path, random: Random) -> None:
    sheet = random.choice(ROUNDS)
    columns, row = choose_row(workbook, sheet, random)
    typed = {"Game 1 winner": random.choice("AB"), "Game 1 count": random.randrange(30)}
    typed |= {"Game 2 winner": random.choice("AB"), "Game 2 count": random.randrange(30)}
    edit(workbook, {sheet: {address(row, columns[title]): value for title, value in typed.items()}})


def type_rating(workbook: Path, random: Random) -> None:
    columns, row = choose_row(workbook, "Players", random)
    edit(workbook, {"Players": {address(row, columns["Rating"]): random.randrange(1000)}})


def type_venue(workbook: Path, random: Random) -> None:
    _, rows = read_rows(workbook, "Event")
    row = next(number for number, row in rows.items() if row[0] == "Venue")
    edit(workbook, {"Event": {address(row, 1): random.choice(["The cellar", "Town hall", "The Den"])}})


def rename_player(workbook: Path, random: Random) -> None:
    columns, row = choose_row(workbook, "Players", random)
    old = cells(workbook, "Players")[row][columns["Player"]]
    new = f"{old.split()[0]} X{random.randrange(10**9)}"
    typed: dict[str, dict[str, Any]] = {}
    for sheet in SHEETS:
        columns, rows = read_rows(workbook, sheet)
        for number, there in rows.items():
            for title in ("Player", "Player A", "Player B"):
                if title in columns and there[columns[title]] == old:
                    typed.setdefault(sheet, {})[address(number, columns[title])] = new
    edit(workbook, typed)


def rewrite(workbook: Path, sheet: str, contents: Mapping[tuple[int, int], Any]) -> None:
    book = Book(workbook.read_bytes())
    book.type(sheet, {place: None if value == "" else value for place, value in contents.items()})
    workbook.write_bytes(book.to_bytes())


def sort_rows(workbook: Path, random: Random) -> None:
    sheet = random.choice(SHEETS)
    columns, rows = read_rows(workbook, sheet)
    mixed = random.sample([*rows.values()], len(rows))
    typed = [columns[title] for title in columns if title in (*PLAYER, *MATCH)]
    rewrite(workbook, sheet, {(n, c): row[c] for n, row in zip(rows, mixed, strict=True) for c in typed})


def move_columns(workbook: Path, random: Random) -> None:
    sheet = random.choice(SHEETS)
    columns, rows = read_rows(workbook, sheet)
    moved = random.sample([title for title in columns if title in (*PLAYER, *MATCH)], 2)
    one, other = (columns[title] for title in moved)
    header = next(number for number, row in enumerate(cells(workbook, sheet)) if moved[0] in row)
    swapped = {(header, one): moved[1], (header, other): moved[0]}
    for number, row in rows.items():
        swapped |= {(number, one): row[other], (number, other): row[one]}
    rewrite(workbook, sheet, swapped)


def insert_row(workbook: Path, random: Random) -> None:
    book, sheet = Book(workbook.read_bytes()), random.choice(SHEETS)
    book.move_rows(sheet, random.randrange(1, len(cells(workbook, sheet))), 1)
    workbook.write_bytes(book.to_bytes())


def go_on_with_a_copy(workbook: Path, random: Random) -> None:
    """Copy the event, and have the copy take the place of the event, as on another computer."""
    copy = Path(shutil.copy(workbook, workbook.with_name("Copy of Friday.xlsx")))
    copy.replace(workbook)


def restore(workbook: Path, random: Random) -> None:
    versions = list_backups(workbook)
    if versions:
        done = turnabout("restore", workbook, str(1 + random.randrange(len(versions))))
        assert done.exit_code == 0, done.output


EDITS: Final[tuple[Callable[[Path, Random], None], ...]] = (
    type_count,
    type_rating,
    type_venue,
    rename_player,
    sort_rows,
    move_columns,
    insert_row,
    go_on_with_a_copy,
    restore,
)
NO_CHANGE: Final = (sort_rows, move_columns, insert_row, go_on_with_a_copy)


@pytest.mark.soak
def test_the_log_of_random_edits_is_the_true_difference(event: Path) -> None:
    """A version that was brought back is compared with what it remembers of its own time."""
    random = Random("log")
    models = {repr(remembered(event)): read_model(event)}
    told = 0
    for _ in range(dose(1, 60)):
        edits = random.sample(EDITS, len(EDITS))
        for each in (*edits, *random.choices(EDITS[:-1], k=dose(1, 8))):
            each(event, random)
        true = find_true_changes(models[repr(remembered(event))], read_model(event))
        found = [(cell[0], *cell[2:]) for cell in list_cells(event)]
        assert len(found) == len({*found})
        assert {*found} == true
        models[repr(remembered(event))] = read_model(event)
        told += len(true)
    assert told > dose(4, 600)


@pytest.mark.soak
def test_what_changes_nothing_makes_no_line(event: Path) -> None:
    """Safety 1.13."""
    for edits in dose([NO_CHANGE], [[each] * 3 for each in NO_CHANGE]):
        for seed, each in enumerate(edits):
            each(event, Random(seed))
        assert list_cells(event) == [], edits
    edit(event, {"Event": {"B4": "The cellar"}})
    assert list_cells(event) == [("Event", "B4", "", "Venue", "Town hall", "The cellar")]


def test_a_correction_in_a_sheet_that_was_sorted_is_told_where_it_stands_now(event: Path) -> None:
    was = {row["Table"]: row["Game 1 count"] for row in records(event, "Round 2")}
    sort_rows_of_round_2(event)
    columns, rows = read_rows(event, "Round 2")
    number = next(number for number, row in rows.items() if row[columns["Table"]] == 3)
    assert number != 3
    edit(event, {"Round 2": {address(number, columns["Game 1 count"]): 29}})
    (cell,) = list_cells(event)
    assert cell == ("Round 2", address(number, columns["Game 1 count"]), "Table 3", "Game 1 count", str(was[3]), "29")


def sort_rows_of_round_2(workbook: Path) -> None:
    """Turn the order of the rows round."""
    columns, rows = read_rows(workbook, "Round 2")
    turned = [*rows.values()][::-1]
    typed = [columns[column.header] for column in TURNABOUT.matches.columns]
    rewrite(workbook, "Round 2", {(n, c): row[c] for n, row in zip(rows, turned, strict=True) for c in typed})


@pytest.mark.office
def test_what_is_sorted_moved_and_typed_in_libreoffice_is_told_as_what_was_typed(event: Path) -> None:
    """Safety 1.11."""
    hand = office()
    hand.open(event)
    hand.sort("Round 2", "A1:G10", 0)
    hand.cut("Players", "$E$1:$E$30", "Players", "$T$1")
    hand.insert_rows("Players", 4, 2)
    hand.type("Round 2", {"E2": "28"})
    table = hand.read("Round 2", "A2")[0]
    hand.save()
    hand.close()
    was = next(row for row in records(SAMPLES / "in-progress.xlsx", "Round 2") if str(row["Table"]) == table)
    told = list_cells(event)
    assert told == [("Round 2", "E2", f"Table {table}", "Game 1 count", str(was["Game 1 count"]), "28")]


def test_a_player_with_another_scoring_option_is_told_with_the_points(event: Path) -> None:
    """Safety 1.13."""
    before = {row["Player"]: row["VP"] for row in records(event, "Standings")}
    edit(event, {"Players": {"D2": "Phyrexia"}})
    list_cells(event)
    name, after = cells(event, "Players")[1][0], {row["Player"]: row["VP"] for row in records(event, "Standings")}
    assert after[name] != before[name]
    assert f"points after round 2: {name} {before[name]} → {after[name]}" in remembered(event).lines[-1].followed


@pytest.mark.slow
@pytest.mark.usefixtures("short_pauses")
def test_what_is_saved_while_the_desk_is_open_is_noted(event: Path) -> None:
    with watching(event) as desk:
        wait_until(desk, lambda state: state.outcome)
        book = Book(event.read_bytes())
        book.type("Round 2", {(1, 6): 29})
        save_like_excel(event, book.to_bytes())
        wait_until(desk, lambda state: len(remembered(event).lines) > 1)
    assert records(event, "Log")[0]["After"] == "29"
