"""The tables of the archive, and rows into them as they are.

Nothing is ever overwritten: what a change adds names it in ``added``, and what it takes out of force names it in
``ended``. So every change can be taken back exactly, and the archive still knows what stood there before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)
from sqlalchemy.event import listen

_MARKS: Final = {"sqlite": "?", "postgresql": "%s"}
"""What stands for a value in a statement, by database."""


def insert_many(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, by column; all have the columns of the first."""
    if rows:
        statement, take = _prepare(table, tuple(rows[0]), connection.dialect.name)
        connection.exec_driver_sql(statement, [take(row) for row in rows])


@cache
def _prepare(table: Table, names: Sequence[str], database: str) -> tuple[str, Callable[[Mapping[str, Any]], Any]]:
    """Return the statement that inserts a row, and what takes its values from one."""
    columns, marks = ", ".join(f'"{name}"' for name in names), ", ".join(_MARKS[database] for _ in names)
    return f'INSERT INTO "{table.name}" ({columns}) VALUES ({marks})', itemgetter(*names)


METADATA = MetaData()

VERSION: Final = 1
"""The form of the tables; a program refuses an archive of a newer one."""


def _number(name: str, comment: str) -> Column[int]:
    """Return a key that we count up ourselves: so it has no gaps, and an archive that is copied keeps its numbers."""
    return Column(name, Integer, primary_key=True, autoincrement=False, comment=comment)


def _have_once(name: str, where: str, *columns: Column[Any]) -> None:
    """Let no two rows of a table that fulfil a condition have the same in some columns.

    In SQL that both databases know: at the first word of SQLAlchemy's own for it, all that it has for PostgreSQL is
    loaded, which takes longer than to read most archives.
    """
    table, named = columns[0].table, ", ".join(column.name for column in columns)
    statement = text(f"CREATE UNIQUE INDEX {name} ON {table.name} ({named}) WHERE {where}")
    listen(table, "after_create", lambda _, connection, **__: connection.execute(statement))


INFO = Table(
    "archive",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    comment="What the archive says of itself: version, the version of these tables; state, the sum of its rows; "
    "undone, what it takes to do again what was taken back.",
)

CHANGES = Table(
    "changes",
    METADATA,
    _number("change", "counts up"),
    Column("command", Integer, ForeignKey("changes.change"), nullable=False, comment="the first change of its command"),
    Column("at", Text, nullable=False, comment="when, UTC: 2026-05-31T18:04:11Z"),
    Column(
        "kind",
        Text,
        nullable=False,
        comment="add, replace, remove, merge, split, apart, hide, unhide, rebuild, forget, undo, redo",
    ),
    Column(
        "file",
        Text,
        nullable=False,
        comment="the file that it came from, from the folder that was named on; blank if none",
    ),
    Column("told", Text, nullable=False, comment="what changed, in words"),
    Column(
        "undone",
        Integer,
        ForeignKey("changes.change"),
        comment="the change that took this one back; of an undo, the redo",
    ),
    Column(
        "state",
        Text,
        comment="at the last change of what was written at once: the digest of the state that the archive then had",
    ),
    Column("digest", Text, comment="of this change, its state and the digest of the change before"),
    Column("note", Text, comment="why, as --note said; blank where nobody said"),
    Column("author", Text, comment="who: in PostgreSQL the role, else as --as or TURNABOUT_AS said"),
    Column("details", Text, comment="what else the change is sealed with, as JSON; blank in most"),
    comment="The journal: every change of the archive.",
)

SOURCES = Table(
    "sources",
    METADATA,
    Column("digest", Text, primary_key=True, comment="SHA-256 of the content, in hexadecimal digits"),
    Column("kind", Text, CheckConstraint("kind IN ('workbook', 'record')"), nullable=False),
    Column("content", LargeBinary, nullable=False, comment="the original workbook, or the record of an old list"),
    comment="What events were archived from, so that everything can be computed anew.",
)

PLAYERS = Table(
    "players",
    METADATA,
    _number("player", "counts up"),
    Column("identity", Text, nullable=False, unique=True, comment="# and the Player ID, else = and the name"),
    Column("player_id", Text, nullable=False),
    Column("name", Text, nullable=False, comment="as first entered"),
    comment="Everybody who was ever entered; who is who is in links.",
)

EVENTS = Table(
    "events",
    METADATA,
    _number("version", "counts up; an event that is replaced gets a new one"),
    Column("event", Integer, nullable=False, comment="the event's number, which all its versions have"),
    Column("event_id", Text, nullable=False),
    Column("id_key", Text, nullable=False, comment="the Event ID as it is compared"),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, comment="the name as it is compared"),
    Column("date", Text, nullable=False, comment="ISO day"),
    Column("format", Text, nullable=False),
    Column("venue", Text, nullable=False),
    Column("organizer", Text, nullable=False),
    Column("rounds", Integer),
    Column("field", Integer, nullable=False, comment="players in the event, as the rating counts them"),
    Column("rated", Boolean, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Column("file", Text, nullable=False, comment="the file that it came from, as the journal has it"),
    Column("source", Text, ForeignKey("sources.digest"), nullable=False),
    Column("added", Integer, ForeignKey("changes.change"), nullable=False),
    Column("ended", Integer, ForeignKey("changes.change"), comment="blank: in force"),
    Column("computed", Boolean, nullable=False, comment="whether its figures come from a workbook"),
    Column("digest", Text, comment="of the event, its entries and matches"),
    comment="One row a version of an event; the one that is not ended is in force.",
)
# By these two every event that is added is looked for, so that adding does not slow down as the archive grows.
Index("versions_of_an_event", EVENTS.c.event)
Index("events_of_a_name_and_day", EVENTS.c.name_key, EVENTS.c.date)
WITH_ID = text("ended IS NULL AND id_key <> ''")
_have_once("one_version_in_force", "ended IS NULL", EVENTS.c.event)
_have_once("one_event_an_id", WITH_ID.text, EVENTS.c.id_key)
_have_once("one_event_a_name_and_day", "ended IS NULL AND id_key = ''", EVENTS.c.name_key, EVENTS.c.date)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("version", Integer, ForeignKey("events.version"), primary_key=True, autoincrement=False),
    Column("entry", Integer, primary_key=True, autoincrement=False, comment="counts the event's entries from 0"),
    Column("player", Integer, ForeignKey("players.player"), nullable=False),
    Column("name", Text, nullable=False, comment="as entered"),
    Column("position", Integer),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("byes", Integer, nullable=False),
    Column("points", Text, comment="exact: 90, 7/2"),
    Column("match_halves", Integer, comment="twice the match wins of the rating, without the extra one"),
    Column("played_all", Boolean),
    Column("multiplier", Integer),
    Column("award_halves", Integer, comment="twice the award"),
    Column("status", Text, nullable=False),
    comment="What every player came to in an event.",
)
Index(
    "entries_of_a_player",
    ENTRIES.c.player,
    # All that the rating list reads, so that it need not look up every entry.
    ENTRIES.c.name,
    ENTRIES.c.version,
    ENTRIES.c.award_halves,
    ENTRIES.c.match_halves,
    ENTRIES.c.position,
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False, comment="counts the event's matches from 0"),
    Column("round", Integer, nullable=False),
    Column("place", Integer, comment="the number of the table"),
    Column("entry_a", Integer, nullable=False),
    Column("entry_b", Integer, comment="blank: a bye"),
    Column("outcome_a", Text),
    Column("outcome_b", Text),
    Column("points_a", Text, comment="exact: 18, 7/2"),
    Column("points_b", Text),
    ForeignKeyConstraint(["version", "entry_a"], ["entries.version", "entries.entry"]),
    ForeignKeyConstraint(["version", "entry_b"], ["entries.version", "entries.entry"]),
    comment="Every match, and every bye.",
)

LINKS = Table(
    "links",
    METADATA,
    _number("link", "counts up"),
    Column("player", Integer, ForeignKey("players.player"), nullable=False),
    Column(
        "event",
        Integer,
        comment="only in this event; blank: everywhere; 0: nowhere, the player is hidden on pages; below zero, -main: "
        "nowhere, the two are two people",
    ),
    Column("main", Integer, ForeignKey("players.player"), nullable=False, comment="who the player really is"),
    Column("added", Integer, ForeignKey("changes.change"), nullable=False),
    Column("ended", Integer, ForeignKey("changes.change"), comment="blank: in force"),
    comment="Corrections of who is who: first those of an event, then those everywhere.",
)
_have_once("one_link_a_player", "ended IS NULL AND event IS NULL", LINKS.c.player)
_have_once("one_link_a_player_and_event", "ended IS NULL AND event IS NOT NULL", LINKS.c.player, LINKS.c.event)
