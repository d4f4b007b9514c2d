"""Archives that come from somebody else: what could act by itself, cost much or mislead is refused before it does."""

from __future__ import annotations

import contextlib
import gzip
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.archive.exports import write_export
from tests.archive.making import add, event, turnabout
from tests.archive.older_events import records
from tests.archive.shared import OLDER, amend_manifest, read_exported, refusal, told
from turnabout_sheets.archive import foreign_objects
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.foreign_objects import find_acting
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.schema import METADATA
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.workbook.files.sniff import MAX_FILE

SPRING = event("Spring", "2024-03-01")


@pytest.fixture
def path(empty_file: Path, tmp_path: Path) -> Path:
    """An archive in a file, with an event."""
    path = tmp_path / "archive.sqlite"
    path.write_bytes(empty_file.read_bytes())
    add(open_archive(str(path)), SPRING)
    return path


def change(path: Path, *statements: str) -> bytes:
    """Change an archive as one can who knows SQLite; return its bytes."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path.read_bytes()


def rewritten(name: str, old: str, new: str) -> tuple[str, ...]:
    """The statements that put something else into the one that has made a table or an index."""
    quoted = [part.replace("'", "''") for part in (old, new, name)]
    put = "UPDATE sqlite_master SET sql = replace(sql, '{}', '{}') WHERE name = '{}'".format(*quoted)
    return "PRAGMA writable_schema = ON", put


ALTERED = {
    "a trigger": ["CREATE TRIGGER odd AFTER INSERT ON events BEGIN DELETE FROM matches; END"],
    "a view": ["CREATE VIEW odd AS SELECT * FROM events"],
    "a virtual table": ["CREATE VIRTUAL TABLE odd USING fts5(name)"],
    "a further table 'recipes\\n'": ['CREATE TABLE "recipes\n" (name TEXT)'],
    "a further index 'odd'": ["CREATE INDEX odd ON events (length(hex(zeroblob(1000000))) + version)"],
    "its tables without the index one_link_a_player": ["DROP INDEX one_link_a_player"],
    "its tables without the table matches": ["DROP TABLE matches"],
}
REWRITTEN = [
    ("matches", 'PRIMARY KEY (version, "match")', 'PRIMARY KEY (version, "match") ON CONFLICT REPLACE'),
    ("players", "UNIQUE (identity)", "UNIQUE (identity) ON CONFLICT IGNORE"),
    ("players", "UNIQUE (identity)", "UNIQUE (identity), CHECK (length(randomblob(1000000000)) > 0)"),
    ("sources", "kind IN", "length(randomblob(1000000000)) > 0 OR kind IN"),
    ("entries", "REFERENCES events (version)", "REFERENCES events (version) ON DELETE CASCADE"),
    ("entries", "REFERENCES events (version)", "REFERENCES events (version) DEFERRABLE INITIALLY DEFERRED"),
    ("events", "venue TEXT NOT NULL", "venue TEXT NOT NULL DEFAULT (randomblob(1000000000))"),
    ("events", "venue TEXT NOT NULL", "venue TEXT NOT NULL GENERATED ALWAYS AS (name)"),
    ("events", "venue TEXT NOT NULL", "venue TEXT NOT NULL COLLATE NOCASE"),
    ("events", "venue TEXT NOT NULL", "venue TEXT"),
    ("events", "venue TEXT NOT NULL", "venue INTEGER NOT NULL"),
    ("entries", "REFERENCES players (player)\n)", "REFERENCES players (player)\n) WITHOUT ROWID"),
    ("archive", "PRIMARY KEY (name)", "PRIMARY KEY (name), more TEXT AS (randomblob(1000000000))"),
    ("one_version_in_force", "ended IS NULL", 'ended IS "NULL"'),
    ("one_version_in_force", "UNIQUE ", ""),
    ("entries_of_a_player", "version,", "version DESC,"),
]
"""What is otherwise in which statement; each of these lets other rows go, costs much, or shows another thing."""


@pytest.mark.parametrize("found", ALTERED)
def test_a_file_that_holds_what_no_archive_does_is_refused(found: str, path: Path) -> None:
    """Safety 9.1 and 9.3."""
    before = change(path, *ALTERED[found])
    for create in (False, True):
        assert refusal(path, create=create) == (
            f"The archive {path} holds {found}, which no archive of turnabout has and which could change what is kept "
            "there; export it where it comes from, and import the export."
        )
    assert path.read_bytes() == before


@pytest.mark.parametrize(("name", "old", "new"), REWRITTEN, ids=[new for _, _, new in REWRITTEN])
def test_a_file_whose_tables_are_made_otherwise_is_refused(name: str, old: str, new: str, path: Path) -> None:
    """Safety 9.3."""
    before = path.read_bytes()
    assert change(path, *rewritten(name, old, new)) != before
    before = path.read_bytes()
    for words in (["list"], ["verify"], ["undo"]):
        done = turnabout(*words, "--archive", path)
        assert done.exit_code == ExitCode.FILE
        assert done.stderr.startswith(f"The archive {path} ")
    assert path.read_bytes() == before


def test_it_is_said_which_table_is_made_otherwise(path: Path) -> None:
    """Safety 9.3."""
    change(path, *rewritten(*REWRITTEN[0]))
    assert refusal(path).startswith(f"The archive {path} holds the table matches in another form, which no archive of ")


def test_every_older_form_is_refused_too_where_it_is_changed(tmp_path: Path) -> None:
    """Safety 9.3."""
    for name in ("archive", "sealed"):
        path = tmp_path / f"{name}.sqlite"
        path.write_bytes(gzip.decompress((OLDER / f"{name}.sqlite.gz").read_bytes()))
        before = change(path, *rewritten("entries", "points TEXT", "points TEXT COLLATE NOCASE"))
        assert "in another form" in refusal(path)
        assert path.read_bytes() == before


def test_tables_of_one_version_under_the_number_of_another_are_refused(tmp_path: Path) -> None:
    """Safety 9.3."""
    path = tmp_path / "archive.sqlite"
    path.write_bytes(gzip.decompress((OLDER / "archive.sqlite.gz").read_bytes()))
    change(path, "UPDATE archive SET value = '3' WHERE name = 'version'")
    assert "holds the table changes in another form" in refusal(path)


@pytest.mark.parametrize(
    "statements",
    [
        ["ANALYZE"],
        ["VACUUM"],
        rewritten("matches", '"match"', "[match]"),
        rewritten("events", "\tname TEXT NOT NULL", '"name"  text not\tnull'),
    ],
    ids=["statistics", "packed", "other quotes", "other spaces"],
)
def test_what_means_the_same_is_not_refused(statements: list[str], path: Path) -> None:
    """Safety 9.3."""
    before = path.read_bytes()
    assert change(path, *statements) != before
    assert turnabout("list", "--archive", path).exit_code == ExitCode.DONE


def test_a_table_with_more_rows_than_there_can_be_is_refused_without_a_look_at_them(path: Path) -> None:
    """Safety 9.4."""
    before = change(
        path,
        "INSERT INTO changes SELECT 300000, 1, at, kind, file, told, NULL, NULL, NULL, NULL, NULL, NULL FROM changes",
    )
    assert refusal(path) == (
        f"The archive {path} numbers its changes up to 300,000; expected at most 250,000; bring back your last copy of "
        "it, or name another with --archive."
    )
    assert path.read_bytes() == before


def test_every_table_has_a_bound() -> None:
    """Safety 9.4."""
    assert set(foreign_objects.MOST_ROWS) == set(METADATA.tables.values())
    assert foreign_objects._LONGEST_CONTENT > MAX_FILE


@pytest.mark.slow
@pytest.mark.parametrize("words", [["list"], ["ratings"], ["people"], ["verify"], ["show", "1"], ["rebuild"]])
def test_a_value_that_is_longer_than_any_is_refused(words: list[str], path: Path) -> None:
    """Safety 9.4."""
    long = "printf('%.*c', 20000000, 'x')"
    change(path, *(f"UPDATE {table} SET name = {long} WHERE {table[:-1]} = 1" for table in ("players", "events")))
    done = turnabout(*words, "--archive", path)
    assert (done.exit_code, done.stdout) == (ExitCode.FILE, "")
    assert done.stderr == (
        f"The archive {path} holds a value that is longer than any in an archive of turnabout; bring back your last "
        "copy of it, or name another with --archive.\n"
    )


def test_what_an_index_says_and_its_table_does_not_is_found(tmp_path: Path) -> None:
    """Safety 9.5: the list of ratings is read from the index alone."""
    path = tmp_path / "archive.sqlite"
    add(open_archive(str(path), create=True), *records(make_record))
    assert turnabout("verify", path).exit_code == ExitCode.DONE
    before = turnabout("ratings", "--archive", path).stdout
    columns = "award_halves, match_halves", "match_halves, award_halves"
    change(path, *rewritten("entries_of_a_player", *columns))
    change(path, "REINDEX")
    change(path, *rewritten("entries_of_a_player", *reversed(columns)))
    assert turnabout("ratings", "--archive", path).stdout != before
    assert told(turnabout("verify", path)) == (1, "", "The archive: file is damaged; expected sound\n")


def test_what_is_gone_of_what_events_come_from_is_found(tmp_path: Path) -> None:
    """Safety 9.5."""
    path = tmp_path / "archive.sqlite"
    add(open_archive(str(path), create=True), *records(make_record))
    change(path, "DELETE FROM sources WHERE digest IN (SELECT source FROM events WHERE version = 2)")
    code, _, said = told(turnabout("verify", path))
    assert code == ExitCode.PROBLEMS
    assert re.fullmatch(r"Night of Two Lives \(2024-06-01\): source is not there; expected .{14}\n", said)


@pytest.mark.parametrize(
    ("rows", "found"), [(1_000_001, "has 1,000,001 rows; expected at most 1,000,000"), (1, "has more than 1 rows")]
)
def test_an_export_with_more_rows_than_any_is_refused(rows: int, found: str, path: Path, tmp_path: Path) -> None:
    """Safety 9.4."""
    target = tmp_path / "export.json"
    export(open_archive(str(path)), target, "json")
    amend_manifest(target, lambda manifest: manifest["tables"]["players"].update(rows=rows))
    said = turnabout("import", target, "--archive", tmp_path / "new.sqlite").stderr
    assert said.startswith(f"{target}, table players {found}; export the archive again")


def test_an_export_with_a_longer_value_than_any_is_refused(path: Path, tmp_path: Path) -> None:
    """Safety 9.4."""
    whole, target = read_exported(path), tmp_path / "export.json"
    whole["players"][0]["name"] = "x" * 5_000_000
    write_export(target, whole)
    said = turnabout("import", target, "--archive", tmp_path / "new.sqlite").stderr
    assert said.startswith(f"{target}, table players, row 1, does not fit the other rows, or no archive (string or ")


FOREIGN_IN_POSTGRESQL = {
    "a view, or what else is no plain table, under the name links": (
        "DROP TABLE links",
        "CREATE VIEW links AS SELECT 1 AS link",
    ),
    "a trigger on the table events": (
        "CREATE FUNCTION odd() RETURNS trigger AS 'BEGIN DELETE FROM matches; RETURN NEW; END' LANGUAGE plpgsql",
        "CREATE TRIGGER odd AFTER INSERT ON events EXECUTE FUNCTION odd()",
    ),
    "a rule on the table events": ("CREATE RULE odd AS ON INSERT TO events DO ALSO DELETE FROM matches",),
    "policies of rows on the table players": ("ALTER TABLE players ENABLE ROW LEVEL SECURITY",),
    "a default in the table events": ("ALTER TABLE events ALTER rounds SET DEFAULT random()",),
    "a function in a constraint of the table events": (
        "CREATE FUNCTION odd(text) RETURNS boolean AS 'SELECT true' LANGUAGE sql IMMUTABLE",
        "ALTER TABLE events ADD CHECK (odd(name))",
    ),
    "a function in an index of the table events": (
        "CREATE FUNCTION odd(text) RETURNS text AS 'SELECT $1' LANGUAGE sql IMMUTABLE",
        "CREATE INDEX odd ON events (odd(name))",
    ),
    "another table that inherits from the table links": ("CREATE TABLE odd () INHERITS (links)",),
    "a column of another type in the table players": (
        "CREATE DOMAIN odd AS text CHECK (length(repeat(VALUE, 1000000)) > 0)",
        "ALTER TABLE players ALTER name TYPE odd",
    ),
    "a further constraint of the table entries": ("ALTER TABLE entries ADD CHECK (length(repeat(name, 1000000)) > 0)",),
    "a further constraint of the table matches": (
        "ALTER TABLE matches ADD FOREIGN KEY (version) REFERENCES events (version) ON DELETE CASCADE",
    ),
    "an index on an expression of the table events": ("CREATE INDEX odd ON events (repeat(name, 1000000))",),
}


@pytest.mark.postgresql
def test_a_database_whose_tables_do_something_by_themselves_is_refused(lend: Callable[..., str]) -> None:
    """Safety 9.1."""
    address = lend(archive=True)
    archive = open_archive(address)
    with archive.connect() as connection, connection.begin():
        connection.execute(text("CREATE VIEW of_the_federation AS SELECT * FROM events"))
    assert open_archive(address).place == address, "a view beside them stands against nothing"
    for kind, statements in FOREIGN_IN_POSTGRESQL.items():
        with archive.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
            assert find_acting(connection) == kind
    with archive.connect() as connection, connection.begin():
        connection.execute(text(FOREIGN_IN_POSTGRESQL["a rule on the table events"][0]))
    assert refusal(address) == (
        f"The archive {address} holds a rule on the table events, which no archive of turnabout has and which could "
        "change what is kept there; export it where it comes from, and import the export."
    )
