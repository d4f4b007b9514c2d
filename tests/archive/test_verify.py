"""What `archive verify` finds: nothing where all is as written, and whatever was altered since."""

from __future__ import annotations

import contextlib
import copy
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from tests.archive.every_status import records
from tests.archive.making import event, turnabout
from tests.archive.shared import make_archive
from tests.dose import dose, take_turns
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.hash_chain import digest_version
from turnabout_sheets.archive.schema import METADATA
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.digests import shorten_digest

pytestmark = pytest.mark.slow

Whole = dict[str, list[dict[str, Any]]]
Finds = Callable[[Whole], bool]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with some of everything in it."""
    return make_archive(tmp_path_factory.mktemp("verify") / "archive.sqlite", *records(make_record))


@pytest.fixture(scope="module")
def whole(file: Path) -> Whole:
    """All rows of it."""
    return read_all(file)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """One without events that are computed anew, which takes most of the time; every table has rows."""
    file = make_archive(tmp_path_factory.mktemp("small") / "archive.sqlite", event("One", "2019-01-01", "Ada", "Fay"))
    return read_all(file)


def read_all(file: Path) -> Whole:
    with open_archive(str(file)).reading() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()]
            for table in METADATA.sorted_tables
        }


@pytest.fixture
def finds(empty_file: Path, tmp_path: Path) -> Finds:
    """What tells whether anything is found in an archive with some rows, or it cannot be one."""
    return lambda whole: is_found(whole, Path(shutil.copy(empty_file, tmp_path / "other.sqlite")))


def is_found(whole: Whole, path: Path) -> bool:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for name, rows in whole.items():
            connection.execute(f"DELETE FROM {name}")
            for row in rows:
                columns = ", ".join(f'"{column}"' for column in row)
                values = f"INSERT INTO {name} ({columns}) VALUES ({', '.join('?' * len(row))})"
                try:
                    connection.execute(values, list(row.values()))
                except sqlite3.IntegrityError:
                    return True
    return turnabout("verify", path).exit_code != ExitCode.DONE


def alter(value: Any, *, text: bool) -> Any:
    """Return another value that might stand in the same column."""
    match value:
        case None:
            return "x" if text else 1
        case bool():
            return not value
        case int():
            return value + 1
        case bytes():
            return value[:-1] + b"A"
        case _:
            return f"{value[:-1]}{'A' if value[-1:] != 'A' else 'B'}"


def make_digests_fit(whole: Whole) -> None:
    """Give every event the digest that its rows come to."""
    identities = {row["player"]: row["identity"] for row in whole["players"]}
    for each in whole["events"]:
        entries, matches = (
            [row for row in whole[t] if row["version"] == each["version"]] for t in ("entries", "matches")
        )
        who = [identities.get(row["player"], "") for row in entries]
        each["digest"] = digest_version(each, entries, who, matches)


COLUMNS = [(table.name, column.name) for table in METADATA.sorted_tables for column in table.columns]


def test_all_agrees_where_nothing_was_altered(file: Path, whole: Whole, finds: Finds) -> None:
    """Archive 9.1, 9.3, 9.5 and 9.6."""
    before = file.read_bytes()
    short = shorten_digest(whole["changes"][-1]["digest"])
    done = turnabout("verify", file)
    assert done.exit_code == ExitCode.DONE
    listed, agree = done.stdout.splitlines()
    assert re.fullmatch(r"\d+ figures of old lists without games are as those lists say\.", listed)
    assert re.fullmatch(rf"all \d+ figures of 6 events agree; the last change is {short}", agree)
    assert not finds(whole)
    assert file.read_bytes() == before


@pytest.mark.parametrize(("table", "column"), take_turns(COLUMNS, day=2, quick=1))
def test_an_altered_cell_of_any_column_is_found(table: str, column: str, small: Whole, finds: Finds) -> None:
    """Archive 9.1."""
    text = METADATA.tables[table].columns[column].type.python_type is str
    altered = copy.deepcopy(small)
    row = altered[table][-1]
    row[column] = alter(row[column], text=text)
    assert finds(altered)
    fitting = copy.deepcopy(altered)
    make_digests_fit(fitting)
    if fitting != altered and (table, column) != ("events", "digest"):
        assert finds(fitting), "with digests of events that fit"


@pytest.mark.soak
def test_whatever_was_altered_is_found(whole: Whole, finds: Finds) -> None:
    for seed in range(dose(5, 500)):
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
                if one == other:
                    continue
                rows[a] |= other
                rows[b] |= one
        if random.random() < 0.5:
            make_digests_fit(altered)
        if altered != whole:
            assert finds(altered), seed


def test_what_does_not_agree_is_named(file: Path, tmp_path: Path) -> None:
    """Archive 9.3."""
    copied = tmp_path / "archive.sqlite"
    copied.write_bytes(file.read_bytes())
    with sqlite3.connect(copied) as connection:
        connection.execute("UPDATE entries SET points = '99' WHERE version = 1 AND name = 'Ada'")
    connection.close()
    done = turnabout("verify", "--archive", copied)
    assert done.exit_code == ExitCode.PROBLEMS
    first, second = done.stderr.splitlines()
    assert re.fullmatch(r"Spring Open \(2024-05-04\): Ada: points 99 → \d+", first)
    assert re.fullmatch(r"Spring Open \(2024-05-04\): digest of the record is .{14}; expected .{14}", second)


def test_a_digest_is_missed_even_where_all_figures_agree(file: Path, tmp_path: Path) -> None:
    copied = tmp_path / "archive.sqlite"
    copied.write_bytes(file.read_bytes())
    with sqlite3.connect(copied) as connection:
        connection.execute("UPDATE changes SET told = 'Nothing' WHERE change = 2")
    connection.close()
    assert re.fullmatch(
        r"Change 2 of the journal: digest is .{14}; expected .{14}\n", turnabout("verify", copied).stderr
    )
