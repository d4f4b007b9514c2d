"""What verify finds: nothing where all is as written, and whatever was altered without the program."""

from __future__ import annotations

import contextlib
import copy
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.archive.making import add, event
from tests.dose import dose
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import Source, add_event, remove_event
from turnabout_sheets.archive.log import Command, redo, seal, undo
from turnabout_sheets.archive.people import Corrections
from turnabout_sheets.archive.schema import METADATA
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.jobs.archive import verify_archive

Tables = dict[str, list[dict[str, Any]]]

COLUMNS = [(table.name, column.name) for table in METADATA.sorted_tables for column in table.columns]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with some of everything in it."""
    file = tmp_path_factory.mktemp("altered") / "archive.sqlite"
    archive = open_archive(str(file), create=True)
    one = event("One", "2019-01-01", "Ada", "Ben", "Fay", "Gus", ids={"Ada": "17"}, event_id="E1", venue="Hall")
    add(archive, one, event("Two", "2020-01-01", "Zoe", "Max", "Ben", "Ada"), event("Three", "2020-01-02", "A", "B"))
    with archive.writing() as connection:
        note = Command(reason="why", author="Ann")
        add_event(connection, note, replace(one, organizer="Ann", rounds=9), Source("one.xlsx", b"a workbook"))
        Corrections(connection, Command()).merge("Fay", "Zoe")
        Corrections(connection, Command()).tell_apart("Gus", "Max")
        Corrections(connection, Command()).hide("Gus")
        Corrections(connection, Command()).split_events("Ben", ["Two"], "Ben (York)")
        remove_event(connection, Command(), "Three")
        undo(connection, Command())
        redo(connection, Command())
    return file


@pytest.fixture(scope="module")
def whole(file: Path) -> Tables:
    """All rows of it, as they stand there."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            table.name: [dict(row) for row in connection.execute(f"SELECT * FROM {table.name}")]
            for table in METADATA.sorted_tables
        }


def find(whole: Tables, path: Path, empty: Path) -> list[str]:
    """Return what is found in an archive with these rows."""
    shutil.copy(empty, path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for name, rows in whole.items():
            connection.execute(f"DELETE FROM {name}")
            for row in rows:
                values = f"INSERT INTO {name} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
                try:
                    connection.execute(values, list(row.values()))
                except sqlite3.IntegrityError:
                    return ["the database refuses it"]
    try:
        return [said for _, said in verify_archive(open_archive(str(path)), recompute=False)]
    except ArchiveError as reason:
        return [str(reason)]


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """The tables of an archive without rows."""
    path = tmp_path / "empty.sqlite"
    add(open_archive(str(path), create=True), event("One", "2019-01-01"))
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for table in METADATA.sorted_tables:
            connection.execute(f"DELETE FROM {table.name}")
    return path


def alter(value: Any, *, text: bool) -> Any:
    """Return another value that might stand in the same column."""
    match value:
        case None:
            return "x" if text else 1
        case int():
            return value + 1
        case bytes():
            return value[:-1] + b"A"
        case _:
            return f"{value[:-1]}{'A' if value[-1:] != 'A' else 'B'}"


def test_nothing_is_found_where_nothing_was_altered(whole: Tables, empty: Path, tmp_path: Path) -> None:
    """Archive 9.1."""
    assert find(whole, tmp_path / "other.sqlite", empty) == []


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_an_altered_cell_of_any_column_is_found(
    table: str, column: str, whole: Tables, empty: Path, tmp_path: Path
) -> None:
    """Archive 9.1: also events.rated set to 2."""
    text = METADATA.tables[table].columns[column].type.python_type is str
    for row in {0, len(whole[table]) - 1}:
        altered = copy.deepcopy(whole)
        altered[table][row][column] = alter(altered[table][row][column], text=text)
        assert find(altered, tmp_path / "other.sqlite", empty)


@pytest.mark.soak
def test_whatever_was_altered_is_found(whole: Tables, empty: Path, tmp_path: Path) -> None:
    for seed in range(dose(20, 2000)):
        random, altered = Random(seed), copy.deepcopy(whole)
        table = random.choice([table for table in METADATA.sorted_tables if len(whole[table.name]) > 1])
        rows = altered[table.name]
        a, b = random.sample(range(len(rows)), 2)
        match random.choice(["cell", "gone", "doubled", "swapped"]):
            case "cell":
                column = random.choice(list(table.columns))
                rows[a][column.name] = alter(rows[a][column.name], text=column.type.python_type is str)
            case "gone":
                del rows[a]
            case "doubled":
                rows.append(dict(rows[a]))
            case _:
                key = [column.name for column in table.primary_key]
                one, other = ({name: v for name, v in rows[n].items() if name not in key} for n in (a, b))
                rows[a] |= other
                rows[b] |= one
        if altered != whole:
            assert find(altered, tmp_path / "other.sqlite", empty), seed


def seal_again(whole: Tables) -> None:
    before = ""
    for row in whole["log"]:
        before = row["seal"] = seal(before, row)


def test_what_is_sealed_again_is_still_found_where_the_tables_do_not_follow(
    whole: Tables, empty: Path, tmp_path: Path
) -> None:
    """A redo that names another line takes nothing back: the tables say so."""
    altered = copy.deepcopy(whole)
    altered["log"][-1]["body"] = '{"command":1,"first":1,"undo":1}'
    seal_again(altered)
    assert find(altered, tmp_path / "other.sqlite", empty)


def test_who_rewrites_the_whole_log_with_the_program_is_out_of_reach(
    whole: Tables, empty: Path, tmp_path: Path
) -> None:
    """Archive 9.4: only the short word, which somebody else has, tells that."""
    altered = copy.deepcopy(whole)
    altered["log"][-1]["note"] = "something else"
    seal_again(altered)
    assert find(altered, tmp_path / "other.sqlite", empty) == []
    assert altered["log"][-1]["seal"] != whole["log"][-1]["seal"]


def test_what_does_not_agree_is_named(whole: Tables, empty: Path, tmp_path: Path) -> None:
    """Archive 9.2."""
    told = {
        ("entries", 0, "position", 9): "entries, Ada in One (2019-01-01): position is 9, but 1 follows from the log",
        ("events", 0, "rated", 2): "events, One (2019-01-01): rated is 2, but 1 follows from the log",
        ("players", 0, "name", "Eve"): "players, Ada: name is 'Eve', but 'Ada' follows from the log",
    }
    for (table, row, column, value), words in told.items():
        altered = copy.deepcopy(whole)
        altered[table][row][column] = value
        assert find(altered, tmp_path / "other.sqlite", empty) == [f"The table {words}"]
    altered = copy.deepcopy(whole)
    altered["entries"][0]["event"] = 9
    altered["undone"].pop()
    assert find(altered, tmp_path / "other.sqlite", empty) == [
        "The table undone, change 10: is not there, but follows from the log",
        "The table entries, Ada in One (2019-01-01): is not there, but follows from the log",
        "The table entries, Ada in an event that is not there: does not follow from the log",
    ]
    altered = copy.deepcopy(whole)
    altered["sources"][0]["content"] = b"other"
    assert find(altered, tmp_path / "other.sqlite", empty) == [
        "Change 4 (Replaced One (2019-01-01): organizer – → Ann; rounds 6 → 9): its workbook was altered"
    ]
    altered = copy.deepcopy(whole)
    altered["log"][1]["told"] = "Nothing"
    (found,) = find(altered, tmp_path / "other.sqlite", empty)
    assert found.startswith("Change 2: was altered: sealed ")
    del altered["log"][1]
    assert find(altered, tmp_path / "other.sqlite", empty)[0] == "Change 2: is not there"


def change(path: Path, *statements: str) -> None:
    """Change an archive as one can who knows SQLite."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_what_an_index_says_and_its_table_does_not_is_found(file: Path, tmp_path: Path) -> None:
    """Safety 9.2: the list of ratings is read from an index alone."""
    path = Path(shutil.copy(file, tmp_path / "archive.sqlite"))

    def rewrite(old: str, new: str) -> None:
        put = f"UPDATE sqlite_master SET sql = replace(sql, '{old}', '{new}') WHERE name = 'entries_of_a_person'"
        change(path, "PRAGMA writable_schema = ON", put)

    columns = "award_halves, match_halves", "match_halves, award_halves"
    rewrite(*columns)
    change(path, "REINDEX")
    rewrite(*reversed(columns))
    ((_, said),) = verify_archive(open_archive(str(path)), recompute=False)
    assert said == "The archive: the file is damaged"
