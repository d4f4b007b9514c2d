"""What follows from the log: which lines hold, who is who, and the tables of events, players and entries.

The tables are kept up with each line that is written, and can be made again from the log alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, delete, exists, func, insert, literal, select

from turnabout_sheets.archive.records import EVENT_FACTS, Body, Entry, EventRecord, identity, read_body
from turnabout_sheets.archive.schema import DERIVED, ENTRIES, EVENTS, LOG, PLAYERS, UNDONE
from turnabout_sheets.core.text import key

PEOPLE_KINDS: Final = ("merge", "split", "apart", "hide", "unhide")
BACK_AND_FORTH: Final = ("undo", "redo")
FORGET: Final = "forget"
"""The kinds of lines, but for those of events: of who is who, those that undo others or do them again, a forgetting."""

AT_ONCE: Final = 1000
"""Rows that are asked for at once."""

HOLDS: Final = ~exists().where(UNDONE.c.number == LOG.c.number)
"""Whether a line of the log was not taken back."""


class Line(NamedTuple):
    """A line of the log, as far as the tables follow from it; ``about`` is its event."""

    number: int
    kind: str
    about: int | None
    file: str
    source: str | None
    body: Body


_LINES: Final = select(*(LOG.c[name] for name in Line._fields)).order_by(LOG.c.number)


def read_lines(connection: Connection, *where: Any) -> Iterator[Line]:
    """Yield lines of the log, the oldest first."""
    for *facts, body in connection.execute(_LINES.where(*where), execution_options={"yield_per": 100}):
        yield Line._make((*facts, json.loads(body)))


@dataclass
class Decisions:
    """Who is who by decision, by player numbers.

    ``everywhere`` leads from a player to the person, ``there`` from an event and a player to the one who really played
    in it. ``two`` are pairs who are known to be two people, ``hidden`` those who are not named on pages.
    """

    everywhere: dict[int, int] = field(default_factory=dict)
    there: dict[tuple[int, int], int] = field(default_factory=dict)
    two: set[frozenset[int]] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)

    def person(self, player: int, event: int | None = None) -> int:
        """Return who a player really is, everywhere or in an event."""
        if event is not None:
            player = self.there.get((event, player), player)
        return self.everywhere.get(player, player)

    def add(self, kind: str, body: Body) -> None:
        """Take in a line."""
        match kind:
            case "forget":  # the person is one player from here on, hidden and kept apart from others as before
                number: int = body["number"]
                now = dict.fromkeys(body["players"], number)
                self.everywhere = {
                    each: main for each, main in self.everywhere.items() if each not in now and main not in now
                }
                self.there = {each: main for each, main in self.there.items() if main not in now}
                pairs = (frozenset(now.get(each, each) for each in pair) for pair in self.two)
                self.two = {pair for pair in pairs if len(pair) > 1}
                self.hidden = {now.get(each, each) for each in self.hidden}
            case "merge":
                self.everywhere |= dict.fromkeys(body["players"], body["main"])
                # That they are two, if somebody has said so, holds no longer.
                self.two = {pair for pair in self.two if len(set(map(self.person, pair))) > 1}
            case "split":
                self.there |= dict.fromkeys(map(tuple, body.get("events", ())), body.get("main"))
                for player in body["players"]:
                    self.everywhere.pop(player, None)
            case "apart":
                self.two.add(frozenset(body["players"]))
            case "hide":
                self.hidden.update(body["players"])
            case "unhide":
                self.hidden.difference_update(body["players"])


_DECIDED: Final = LOG.c.kind.in_((*PEOPLE_KINDS, FORGET)), HOLDS


def read_decisions(connection: Connection) -> Decisions:
    """Return who is who by all lines that hold."""
    decisions = Decisions()
    for line in read_lines(connection, *_DECIDED):
        decisions.add(line.kind, line.body)
    return decisions


def read_record(connection: Connection, event: int) -> EventRecord:
    """Return what is archived of an event that there is."""
    return dict(read_records(connection, [event]))[event]


def read_records(connection: Connection, events: Collection[int] | None = None) -> Iterator[tuple[int, EventRecord]]:
    """Yield what is archived of some events, or of all, by number."""
    query = select(EVENTS.c.event, LOG.c.body).join(LOG, EVENTS.c.line == LOG.c.number).order_by(EVENTS.c.event)
    if events is not None:
        query = query.where(EVENTS.c.event.in_(events))
    for event, body in connection.execute(query, execution_options={"yield_per": 100}):
        yield event, read_body(json.loads(body))


def once(connection: Connection, what: str, read: Callable[[Connection], Any]) -> Any:
    """Return what each of many events needs, read once while it is our turn: nobody else writes meanwhile."""
    if what not in connection.info:
        connection.info[what] = read(connection)
    return connection.info[what]


def last_player(connection: Connection) -> int:
    """Return the number of the player who was entered last; 0 where there is none."""
    return connection.execute(select(func.max(PLAYERS.c.player))).scalar() or 0


def _read_players(connection: Connection) -> dict[str, int]:
    """Return the number of each player by identity, in the order of the numbers."""
    return dict(connection.execute(select(PLAYERS.c.identity, PLAYERS.c.player).order_by(PLAYERS.c.player)).all())


def number_players(connection: Connection, entries: Iterable[Entry]) -> list[int]:
    """Return the numbers of the players of entries; those who were never entered get the next ones."""
    known, new = once(connection, "players", _read_players), dict[str, int]()
    identities = [identity(each.name, each.player_id) for each in entries]
    following = next(reversed(known.values()), 0) + 1
    for who in identities:
        if who not in known:
            new.setdefault(who, following + len(new))
    return [known.get(who) or new[who] for who in identities]


_NEWEST: Final = select(func.max(LOG.c.number)).where(LOG.c.about.is_not(None), HOLDS).group_by(LOG.c.about)
"""The lines of the events as they are now."""


def derive(connection: Connection) -> None:
    """Make all tables again from the log."""
    connection.info.clear()
    for table in DERIVED:
        connection.execute(delete(table))
    for line in read_lines(connection, LOG.c.kind.in_(BACK_AND_FORTH)):
        _take_back(connection, line)
    decisions, newest = read_decisions(connection), set(connection.execute(_NEWEST).scalars())
    players = dict[int, Any]()
    for line in read_lines(connection):
        for each in _list_players(line):
            players.setdefault(each[0], each)
        if line.number in newest:
            _insert(connection, line, decisions)
    _enter(connection, players.values())


def apply(connection: Connection, line: Line) -> None:
    """Keep the tables up with a line of the log that was just written."""
    _enter(connection, _list_players(line))
    if line.about is None:
        connection.info.pop("decisions", None)
    if line.kind == "add":
        _insert(connection, line, once(connection, "decisions", read_decisions))
        return
    changed = _take_back(connection, line) if line.kind in BACK_AND_FORTH else LOG.c.number == line.number
    decisions = once(connection, "decisions", read_decisions)
    events = set(connection.execute(select(LOG.c.about).where(changed, LOG.c.about.is_not(None))).scalars())
    for each in read_lines(connection, changed, LOG.c.kind.in_(PEOPLE_KINDS)):
        players = each.body["players"]
        events.update(event for event, _ in each.body.get("events", ()))
        events.update(event for (event, _), main in decisions.there.items() if main in players)
        events.update(connection.execute(select(ENTRIES.c.event).where(ENTRIES.c.player.in_(players))).scalars())
    concerned = sorted(events)
    for start in range(0, len(concerned), AT_ONCE):
        some = concerned[start : start + AT_ONCE]
        for table in (EVENTS, ENTRIES):
            connection.execute(delete(table).where(table.c.event.in_(some)))
        for each in read_lines(connection, LOG.c.number.in_(_NEWEST.where(LOG.c.about.in_(some)))):
            _insert(connection, each, decisions)


def _take_back(connection: Connection, line: Line) -> Any:
    """Note which lines hold no longer by an undo, or again by a redo; return which these are."""
    body = line.body
    lines = (LOG.c.command == body["command"]) & LOG.c.number.between(body["first"], line.number - 1)
    if line.kind == "undo":
        held = select(LOG.c.number, literal(line.number)).where(lines, HOLDS)
        connection.execute(insert(UNDONE).from_select(["number", "by"], held))
    else:
        connection.execute(delete(UNDONE).where(UNDONE.c.by == body["undo"]))
        connection.execute(insert(UNDONE), {"number": body["undo"], "by": line.number})
    return lines


def _list_players(line: Line) -> Sequence[Any]:
    """Return the players whom a line names: number, name and Player ID."""
    return [*line.body.get("entries", ()), *line.body.get("new", ())]


def _enter(connection: Connection, players: Iterable[Any]) -> None:
    """Add the players who are not known yet."""
    known, rows = once(connection, "players", _read_players), []
    for player, name, its_id, *_ in players:
        if (who := identity(name, its_id)) not in known:
            known[who] = player
            rows.append((player, who, its_id, name))
    put(connection, PLAYERS, rows, " ON CONFLICT DO NOTHING")


def _insert(connection: Connection, line: Line, decisions: Decisions) -> None:
    """Add the rows of an event and of its entries, unless the line removes it."""
    if line.kind == "remove":
        return
    event, body = line.about or 0, line.body
    rows = [
        (event, number, player, decisions.person(player, event), name, position,
         _count_halves(match_wins), _count_halves(award), body["date"], body["field"])
        for number, (player, name, _, position, *_, match_wins, _, _, award, _) in enumerate(body["entries"])
    ]  # fmt: skip
    facts, is_rated = [body[name] for name in EVENT_FACTS], any(award is not None for *_, award, _, _ in rows)
    keys = key(body["event_id"]), key(body["name"])
    put(connection, EVENTS, [(event, line.number, *facts, is_rated, *keys, line.file, line.source)])
    put(connection, ENTRIES, rows)


@lru_cache(maxsize=1 << 16)  # the same few stand in all events
def _count_halves(number: str | None) -> int | None:
    return None if number is None else int(2 * Fraction(number))


def put(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]], more: str = "") -> None:
    """Insert rows past SQLAlchemy, which takes longer for that than the database."""
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    if rows:
        values = ", ".join([mark] * len(table.columns))
        connection.exec_driver_sql(f"INSERT INTO {table.name} VALUES ({values}){more}", rows)
