"""The tables of the archive: what is true, and what is derived from it.

The log is only added to. Everything else but the kept workbooks follows from it (see `archive.derive`).
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

METADATA = MetaData()

VERSION: Final = 1
"""The form of the tables; a program refuses an archive of a newer one."""


def _number(name: str, comment: str) -> Column[int]:
    """Return a key that we count up ourselves: so it has no gaps, and an archive that is copied keeps its numbers."""
    return Column(name, Integer, primary_key=True, autoincrement=False, comment=comment)


INFO = Table("archive", METADATA, _number("version", "the version of these tables"))

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
    _number("number", "counts up"),
    Column("command", Integer, nullable=False, comment="the number of the first line of the same command"),
    Column("at", Text, nullable=False, comment="when, UTC: 2026-05-31T18:04:11Z"),
    Column("kind", Text, nullable=False, comment="such as add, merge, undo: see archive.log"),
    Column("about", Integer, comment="the number of the event; blank where it is about none"),
    Column("body", Text, nullable=False, comment="as JSON: the results of an event, who is who, what is undone"),
    Column("source", Text, ForeignKey("sources.digest"), comment="the kept workbook; blank: none is kept"),
    Column("file", Text, nullable=False, comment="the file that it came from, from the folder that was named on"),
    Column("told", Text, nullable=False, comment="what changed, in words"),
    Column("note", Text, comment="why, as --note said; blank where nobody said"),
    Column("author", Text, comment="who: in PostgreSQL the role, else as --as or TURNABOUT_AS said"),
    Column("seal", Text, nullable=False, comment="SHA-256 of the seal before, and of this line"),
    comment="Every change of the archive; a line never changes.",
)
# It has all but the body, so that nobody reads the results of all events to know which lines hold.
Index("lines_of_a_kind", LOG.c.kind, LOG.c.about, LOG.c.command)

EVENTS = Table(
    "events",
    METADATA,
    _number("event", "counts up; an event that is replaced keeps it"),
    Column("line", Integer, nullable=False, comment="the line of the log that holds"),
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
    Column("computed", Boolean, nullable=False, comment="whether its figures come from a workbook"),
    Column("file", Text, nullable=False),
    Column("source", Text, comment="as in the log"),
    comment="The events that there are.",
)
Index("events_of_an_id", EVENTS.c.id_key)
Index("events_of_a_day", EVENTS.c.date, EVENTS.c.name_key)
Index("events_of_a_source", EVENTS.c.source)

PLAYERS = Table(
    "players",
    METADATA,
    _number("player", "counts up"),
    Column("identity", Text, nullable=False, unique=True, comment="# and the Player ID, else = and the name"),
    Column("player_id", Text, nullable=False),
    Column("name", Text, nullable=False, comment="as first entered"),
    Column("person", Integer, nullable=False, comment="the player who this one really is; the same where nobody said"),
    Column("hidden", Boolean, nullable=False, comment="whether pages are not to name this player"),
    comment="Everybody who was ever entered, also in what was undone since.",
)
Index("players_of_a_person", PLAYERS.c.person)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("event", Integer, primary_key=True, autoincrement=False),
    Column("entry", Integer, primary_key=True, autoincrement=False, comment="counts the event's entries from 0"),
    Column("player", Integer, nullable=False),
    Column("person", Integer, nullable=False, comment="the player who this one really is in this event"),
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
    Column("date", Text, nullable=False, comment="of the event"),
    Column("field", Integer, nullable=False, comment="of the event"),
    comment="What every player came to in an event.",
)
_FIGURES = (ENTRIES.c.date, ENTRIES.c.award_halves, ENTRIES.c.match_halves, ENTRIES.c.position, ENTRIES.c.field)
# All that the rating list and the names of players are made of, so that they need not look up every entry.
Index("entries_of_a_person", ENTRIES.c.person, *_FIGURES, ENTRIES.c.event, ENTRIES.c.entry)
Index("entries_of_a_player", ENTRIES.c.player, ENTRIES.c.name, ENTRIES.c.person, ENTRIES.c.date)

DERIVED: Final = (EVENTS, PLAYERS, ENTRIES)
