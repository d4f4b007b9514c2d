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


def _text(name: str, comment: str = "") -> Column[str]:
    return Column(name, Text, nullable=False, comment=comment or None)


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
    _text("at", "when, UTC: 2026-05-31T18:04:11Z"),
    _text("kind", "such as add, merge, undo: see archive.log"),
    Column("about", Integer, comment="the number of the event; blank where it is about none"),
    Column("source", Text, ForeignKey("sources.digest"), comment="the kept workbook; blank: none is kept"),
    _text("file", "the file that it came from, from the folder that was named on"),
    _text("told", "what changed, in words"),
    Column("note", Text, comment="why, as --note said; blank where nobody said"),
    Column("author", Text, comment="who: in PostgreSQL the role, else as --as or TURNABOUT_AS said"),
    _text("seal", "SHA-256 of the seal before, and of this line"),
    # The last, as all else is found without it: it is long.
    _text("body", "as JSON: the results of an event, who is who, what is undone"),
    comment="Every change of the archive; a line never changes.",
)
Index("lines_of_a_kind", LOG.c.kind, LOG.c.about)
Index("lines_of_an_event", LOG.c.about)

UNDONE = Table(
    "undone",
    METADATA,
    _number("number", "of a line of the log that was taken back"),
    Column("by", Integer, nullable=False, comment="the line that did; of an undo, that is a redo"),
    comment="The lines that do not hold.",
)
Index("lines_undone_by", UNDONE.c.by)

EVENTS = Table(
    "events",
    METADATA,
    _number("event", "counts up; an event that is replaced keeps it"),
    Column("line", Integer, nullable=False, comment="the line of the log that holds"),
    _text("name"),
    _text("date", "ISO day"),
    _text("format"),
    Column("field", Integer, nullable=False, comment="players in the event, as the rating counts them"),
    *map(_text, ("event_id", "venue", "organizer")),
    Column("rounds", Integer),
    Column("provisional", Boolean, nullable=False),
    Column("computed", Boolean, nullable=False, comment="whether its figures come from a workbook"),
    Column("rated", Boolean, nullable=False),
    _text("id_key", "the Event ID as it is compared"),
    _text("name_key", "the name as it is compared"),
    _text("file"),
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
    _text("player_id"),
    _text("name", "as first entered"),
    Column("person", Integer, nullable=False, comment="the player who this one really is; the same where nobody said"),
    Column("hidden", Boolean, nullable=False, comment="whether pages are not to name this player"),
    comment="Everybody who was ever entered, also in what was undone since.",
)

ENTRIES = Table(
    "entries",
    METADATA,
    _number("event", ""),
    _number("entry", "counts the event's entries from 0"),
    Column("player", Integer, nullable=False),
    Column("person", Integer, nullable=False, comment="the player who this one really is in this event"),
    _text("name", "as entered"),
    Column("position", Integer),
    *(Column(name, Integer, nullable=False) for name in ("wins", "draws", "losses", "byes")),
    Column("points", Text, comment="exact: 90, 7/2"),
    Column("match_halves", Integer, comment="twice the match wins of the rating, without the extra one"),
    Column("played_all", Boolean),
    Column("multiplier", Integer),
    Column("award_halves", Integer, comment="twice the award"),
    _text("status"),
    _text("date", "of the event"),
    Column("field", Integer, nullable=False, comment="of the event"),
    comment="What every player came to in an event.",
)
_FIGURES = (ENTRIES.c.date, ENTRIES.c.award_halves, ENTRIES.c.match_halves, ENTRIES.c.position, ENTRIES.c.field)
# All that the rating list and the names of players are made of, so that they need not look up every entry.
Index("entries_of_a_person", ENTRIES.c.person, *_FIGURES, ENTRIES.c.event, ENTRIES.c.entry)
Index("entries_of_a_player", ENTRIES.c.player, ENTRIES.c.name, ENTRIES.c.person, ENTRIES.c.date)

DERIVED: Final = (UNDONE, EVENTS, PLAYERS, ENTRIES)
