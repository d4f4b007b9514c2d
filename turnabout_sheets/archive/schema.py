"""The tables of the archive: what is true, and what is derived from it.

The log is only added to. Everything else but the kept workbooks follows from it (see `archive.derive`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

METADATA = MetaData()

VERSION: Final = 1
"""The form of the tables; a program refuses an archive of a newer one."""


def _key(name: str) -> Column[int]:
    """Return a key that we count up ourselves: so it has no gaps, and an archive that is copied keeps its numbers."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _columns(kind: type[Any], names: str) -> Iterator[Column[Any]]:
    """Yield columns of a kind."""
    return (Column(name, kind, nullable=False) for name in names.split())


INFO = Table("archive", METADATA, _key("version"))

SOURCES = Table(
    "sources",
    METADATA,
    Column("digest", Text, primary_key=True, comment="SHA-256 of the content, in hexadecimal digits"),
    Column("content", LargeBinary, nullable=False),
    comment="The workbooks from which events were archived, byte for byte.",
)

LOG = Table(
    "log",
    METADATA,
    _key("number"),
    Column("command", Integer, nullable=False, comment="the number of the first line of the same command"),
    Column("at", Text, nullable=False, comment="when, UTC: 2026-05-31T18:04:11Z"),
    Column("kind", Text, nullable=False, comment="such as add, merge, undo: see archive.log"),
    Column("about", Integer, comment="the number of the event; blank where it is about none"),
    Column("source", Text, ForeignKey("sources.digest"), comment="the kept workbook; blank: none is kept"),
    Column("file", Text, nullable=False, comment="where it came from, from the folder that was named on"),
    Column("told", Text, nullable=False, comment="what changed, in words"),
    Column("note", Text, comment="why, as --note said; blank where nobody said"),
    Column("author", Text, comment="who: in PostgreSQL the role, else as --as or TURNABOUT_AS said"),
    Column("seal", Text, nullable=False, comment="SHA-256 of the seal before, and of this line"),
    # The last, as it is long, and all else is found without it.
    Column("body", Text, nullable=False, comment="as JSON: the results of an event, who is who, what is undone"),
    comment="Every change of the archive; a line never changes.",
)
Index("lines_of_a_kind", LOG.c.kind, LOG.c.about)
Index("lines_of_an_event", LOG.c.about)

UNDONE = Table(
    "undone",
    METADATA,
    _key("number"),
    Column("by", Integer, nullable=False, index=True),
    comment="The lines of the log that were taken back, and the lines that did; of an undo, that is a redo.",
)

EVENTS = Table(
    "events",
    METADATA,
    _key("event"),
    Column("line", Integer, nullable=False, comment="the line of the log that holds"),
    *_columns(Text, "name date format"),
    Column("field", Integer, nullable=False, comment="players in the event, as the rating counts them"),
    *_columns(Text, "event_id venue organizer"),
    Column("rounds", Integer),
    *_columns(Boolean, "provisional computed rated"),  # computed from a workbook
    *_columns(Text, "id_key name_key"),  # Event ID and name as they are compared
    Column("file", Text, nullable=False),
    Column("source", Text, index=True),
    comment="The events that there are; one that is replaced keeps its number.",
)
Index("events_of_an_id", EVENTS.c.id_key)
Index("events_of_a_day", EVENTS.c.date, EVENTS.c.name_key)

PLAYERS = Table(
    "players",
    METADATA,
    _key("player"),
    Column("identity", Text, nullable=False, unique=True, comment="# and the Player ID, else = and the name"),
    *_columns(Text, "player_id name"),  # as first entered
    comment="Everybody who was ever entered, also in what was undone since.",
)

ENTRIES = Table(
    "entries",
    METADATA,
    *map(_key, ("event", "entry")),  # an event's entries count from 0
    *_columns(Integer, "player person"),  # the player, and who that one really is in this event
    Column("name", Text, nullable=False, comment="as entered"),
    Column("position", Integer),
    Column("match_halves", Integer, comment="twice the match wins of the rating, without the extra one"),
    Column("award_halves", Integer, comment="twice the award"),
    Column("date", Text, nullable=False),  # this and the field are the event's
    Column("field", Integer, nullable=False),
    comment="What every player came to in an event for the rating.",
)
_FIGURES = (ENTRIES.c.date, ENTRIES.c.award_halves, ENTRIES.c.match_halves, ENTRIES.c.position, ENTRIES.c.field)
# All that the rating list and the names of players are made of, so that they need not look up every entry.
Index("entries_of_a_person", ENTRIES.c.person, *_FIGURES, ENTRIES.c.event, ENTRIES.c.entry)
Index("entries_of_a_player", ENTRIES.c.player, ENTRIES.c.name, ENTRIES.c.person, ENTRIES.c.date)

DERIVED: Final = (UNDONE, EVENTS, PLAYERS, ENTRIES)
