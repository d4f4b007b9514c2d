"""What an archive has that comes from somebody else, and no archive of ours: what does something by itself, tables made
otherwise, more than there can be. It is looked for before anything is computed, in a time that does not grow with it.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, cast

from sqlalchemy import ClauseElement, Connection, Table, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateColumn, CreateIndex, CreateTable

from turnabout_sheets.archive.schema import (
    CHANGES,
    ENTRIES,
    EVENTS,
    HAVE_ONCE,
    INFO,
    LINKS,
    MATCHES,
    METADATA,
    PLAYERS,
    SOURCES,
    columns_in,
)

_SQLITE: Final = """
    SELECT CASE WHEN type = 'table' THEN 'a virtual table' ELSE 'a ' || type END FROM sqlite_master
    WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'
"""
_POSTGRESQL: Final = """
    WITH ours AS (SELECT name, to_regclass(quote_ident(name)) AS id FROM unnest(CAST(:names AS text[])) AS name)
    SELECT what || ' ' || name FROM (
        SELECT 1 AS number, 'a view, or what else is no plain table, under the name' AS what, oid AS id
            FROM pg_class WHERE relkind <> 'r'
        UNION ALL SELECT 2, 'a trigger on the table', tgrelid FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT 3, 'a rule on the table', ev_class FROM pg_rewrite
        UNION ALL SELECT 4, 'policies of rows on the table', oid FROM pg_class WHERE relrowsecurity
        UNION ALL SELECT 5, 'a default in the table', adrelid FROM pg_attrdef
        UNION ALL SELECT 6, 'a function in a constraint of the table', conrelid FROM pg_constraint
            WHERE oid IN (SELECT objid FROM pg_depend WHERE refclassid = 'pg_proc'::regclass)
        UNION ALL SELECT 7, 'a function in an index of the table', indrelid FROM pg_index
            WHERE indexrelid IN (SELECT objid FROM pg_depend WHERE refclassid = 'pg_proc'::regclass)
        UNION ALL SELECT 8, 'another table that inherits from the table', inhparent FROM pg_inherits
        UNION ALL SELECT 9, 'a column of another type in the table', attrelid FROM pg_attribute
            WHERE attnum > 0 AND NOT attisdropped AND (attidentity <> ''
                OR atttypid NOT IN ('text'::regtype, 'integer'::regtype, 'boolean'::regtype, 'bytea'::regtype))
        UNION ALL SELECT 10, 'a further constraint of the table', conrelid FROM pg_constraint
            WHERE contype = 'x' OR confdeltype NOT IN ('a', ' ') OR confupdtype NOT IN ('a', ' ')
                OR (contype = 'c' AND pg_get_constraintdef(oid) NOT LIKE 'CHECK ((kind = ANY (ARRAY[''workbook''%')
        UNION ALL SELECT 11, 'an index on an expression of the table', indrelid FROM pg_index
            WHERE indexprs IS NOT NULL
    ) AS found JOIN ours USING (id) ORDER BY number, name LIMIT 1
"""
"""What is elsewhere in a database is not asked for: a federation may have views of its own that look at the archive.
Functions that PostgreSQL brings with it are not among what is depended on."""

_QUERIES: Final[Mapping[str, str]] = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}

_THERE: Final = text("SELECT CAST(name AS TEXT), CAST(sql AS TEXT) FROM sqlite_master WHERE sql IS NOT NULL")
"""An index without a statement belongs to a key; which there are, says the statement of the table."""

_TOKEN: Final = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|\w+|\S""", re.ASCII)
_STATISTICS: Final = re.compile(r"create table sqlite_stat\d \( \w+(?: , \w+)* \)")
"""What SQLite's own ANALYZE leaves."""

_SHOWN: Final = 40
"""How many characters of a name that somebody has chosen are shown, and none that is not plain."""
_ANOTHER: Final = "the {} in another form"

MOST_ROWS: Final[Mapping[Table, int]] = {
    INFO: 100,
    CHANGES: 250_000,
    SOURCES: 250_000,
    PLAYERS: 1_000_000,
    EVENTS: 250_000,
    ENTRIES: 10_000_000,
    MATCHES: 25_000_000,
    LINKS: 250_000,
}
"""How many rows a table can have; 15,000 events of 30 players, each archived three times, are a fifth of that."""

_LONGEST: Final = 4 << 20
"""Bytes of a value: what an event of 20,000 players changes, told in words, has 3,000,000."""
_LONGEST_CONTENT: Final = 129 << 20
"""Bytes of a row with what is kept of an event: no workbook is read that is larger than 128 MB."""


def find_acting(connection: Connection) -> str | None:
    """Return what an archive holds that could do something by itself, as soon as it is asked for its version."""
    query = text(_QUERIES[connection.dialect.name])
    names = {"names": list(METADATA.tables)} if connection.dialect.name == "postgresql" else {}
    found: str | None = connection.execute(query, names).scalar()
    if (
        found is None
        and connection.dialect.name == "sqlite"
        and _there(connection).get(INFO.name) != _made(1)[INFO.name]
    ):
        return _ANOTHER.format(f"table {INFO.name}")
    return found


def find_altered(connection: Connection, version: int) -> str | None:
    """Return what a file holds that is not as this program makes it, in a version of the tables; None if all is.

    A constraint may decide what becomes of other rows, a check or an index costs whatever somebody has thought of. So
    every statement must be ours, word for word.
    """
    if connection.dialect.name != "sqlite":
        return None
    there, made = _there(connection), _made(version)
    for name in sorted(there.keys() | made.keys()):
        kind = "table" if (there.get(name) or made[name]).startswith("create table") else "index"
        if name not in made:
            return f"a further {kind} {name[:_SHOWN]!a}"
        if name not in there:
            return f"its tables without the {kind} {name}"
        if there[name] != made[name]:
            return _ANOTHER.format(f"{kind} {name}")
    return None


def find_excess(connection: Connection) -> str | None:
    """Return which table of a file has more rows than one can have; None if none has.

    They are not counted: rows are numbered one after the other, and the first and the last number are found at once.
    """
    if connection.dialect.name != "sqlite":
        return None
    spans = ", ".join(f"(SELECT max(rowid) FROM {t}) - (SELECT min(rowid) FROM {t})" for t in MOST_ROWS)
    for table, span in zip(MOST_ROWS, connection.execute(text(f"SELECT {spans}")).one(), strict=True):
        if span is not None and span >= MOST_ROWS[table]:
            return f"numbers its {table.name} up to {span + 1:,}; expected at most {MOST_ROWS[table]:,}"
    return None


def limit_values(driver: sqlite3.Connection) -> None:
    """Let SQLite read and write no value that is longer than one can be; it fails at once, and looks at nothing."""
    driver.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)


@contextlib.contextmanager
def with_contents(connection: Connection, table: Table = SOURCES) -> Iterator[None]:
    """Let values be as long as what is kept of events, as long as a table is read or written that has such."""
    if table is not SOURCES or connection.dialect.name != "sqlite":
        yield
        return
    driver = cast(sqlite3.Connection, connection.connection.driver_connection)
    driver.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_CONTENT)
    try:
        yield
    finally:
        limit_values(driver)


def _there(connection: Connection) -> Mapping[str, str]:
    """Return the statements that have made a file, by the names of the tables and indexes."""
    found = {name: _normalize(statement) for name, statement in connection.execute(_THERE)}
    return {name: statement for name, statement in found.items() if not _STATISTICS.fullmatch(statement)}


@cache
def _made(version: int) -> Mapping[str, str]:
    """Return the statements by which this program makes the tables of a version, and their indexes, by name."""
    made = {name: _normalize(statement) for name, statement in HAVE_ONCE.items()}
    for table in METADATA.sorted_tables:
        statement = _compile(CreateTable(table))
        for column in list(table.columns)[len(columns_in(table, version)) :]:
            statement = statement.replace(f" {_compile(CreateColumn(column))} ,", "", 1)
        made[table.name] = statement
        made |= {str(index.name): _compile(CreateIndex(index)) for index in table.indexes}
    return made


def _compile(statement: ClauseElement) -> str:
    return _normalize(str(statement.compile(dialect=sqlite.dialect())))


def _normalize(statement: str) -> str:
    """Return a statement with one space between its words, in small letters, our names without quotes.

    Other names keep theirs: what is in double quotes may be a text to SQLite, too.
    """
    return " ".join(map(_normalize_word, _TOKEN.findall(statement)))


def _normalize_word(word: str) -> str:
    if word[0] in '"`[' and word[1:-1].lower() in _names():
        return word[1:-1].lower()
    return word if word[0] == "'" else word.lower()


@cache
def _names() -> frozenset[str]:
    """Return the names of all tables and their columns, none of which is a word of SQL in their statements."""
    return frozenset(METADATA.tables) | {column.name for table in METADATA.tables.values() for column in table.columns}
