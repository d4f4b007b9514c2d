"""What follows from the log: which lines hold, who is who, and the tables of events, players and entries.

The tables are kept up with each line that is written, and can be made again from the log alone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from turnabout_sheets.archive.records import ENTRY_COLUMNS, EVENT_FACTS, Body, Entry, EventRecord, identity, read_body
from turnabout_sheets.archive.schema import DERIVED, ENTRIES, EVENTS, LOG, PLAYERS
from turnabout_sheets.core.text import key

EVENT_KINDS: Final = ("add", "replace", "rebuild", "remove")
PEOPLE_KINDS: Final = ("merge", "split", "apart", "hide", "unhide")
BACK_AND_FORTH: Final = ("undo", "redo")
FORGET: Final = "forget"
"""The kinds of lines: of events, of who is who, those that undo others or do them again, and of a forgetting."""

Row = dict[str, Any]

AT_ONCE: Final = 1000
"""Rows that are read, or asked for, at once."""


class Line(NamedTuple):
    """A line of the log; ``undone`` is the one that took it back, None where it holds. Of an undo, that is a redo."""

    number: int
    command: int
    kind: str
    about: int | None
    undone: int | None


def read_lines(connection: Connection) -> list[Line]:
    """Return all lines of the log, the newest first: an undo takes back a command from a line on, a redo an undo."""
    query = select(LOG.c.number, LOG.c.body).where(LOG.c.kind.in_(BACK_AND_FORTH))
    bodies = {number: json.loads(body) for number, body in connection.execute(query)}
    rows = connection.execute(select(LOG.c.number, LOG.c.command, LOG.c.kind, LOG.c.about)).all()
    taken = defaultdict[int, list[tuple[int, int]]](list)  # by command: from which line on, and by which line
    found = []
    for number, command, kind, about in sorted(rows, reverse=True):
        # Where several did, it was the first, as only that one has to be undone for the line to hold again.
        undone = min((by for first, by in taken[command] if first <= number < by), default=None)
        if undone is None and kind in BACK_AND_FORTH:
            taken[bodies[number]["command"]].append((bodies[number]["first"], number))
        found.append(Line(number, command, kind, about, undone))
    return found


def find_latest(lines: Iterable[Line]) -> dict[int, int]:
    """Return the lines that hold by event; those that were removed have none."""
    latest = dict[int, Line]()
    for line in lines:
        if line.undone is None and line.kind in EVENT_KINDS and line.about is not None:
            latest.setdefault(line.about, line)
    return {event: line.number for event, line in latest.items() if line.kind != "remove"}


@dataclass
class Decisions:
    """Who is who, as was decided, by numbers of players; each with the line of the log that says so.

    ``everywhere`` leads from a player to the person, ``there`` from an event and a player to the one who really played
    in it. ``two`` are pairs who are known to be two people, ``hidden`` those who are not named on pages.
    """

    everywhere: dict[int, tuple[int, int]] = field(default_factory=dict)
    there: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    two: dict[tuple[int, int], int] = field(default_factory=dict)
    hidden: dict[int, int] = field(default_factory=dict)

    def person(self, player: int, event: int | None = None) -> int:
        """Return who a player really is, everywhere or in an event."""
        if event is not None:
            player, _ = self.there.get((event, player), (player, 0))
        return self.everywhere.get(player, (player, 0))[0]

    def as_body(self) -> Body:
        """Return all as plain values, which JSON can say."""
        return {name: sorted(said.items()) for name, said in vars(self).items()}

    def add(self, line: int, kind: str, body: Body) -> None:
        """Take in a line."""
        if kind == FORGET:  # it says who everybody is by then
            for name, said in body["who"].items():
                setattr(self, name, {_freeze(each): _freeze(to) for each, to in said})
            return
        players: Sequence[int] = body["players"]
        match kind:
            case "merge":
                self.everywhere |= dict.fromkeys(players, (body["main"], line))
                # That they are two, if somebody has said so, holds no longer.
                self.two = {pair: by for pair, by in self.two.items() if len(set(map(self.person, pair))) > 1}
            case "split" if "events" in body:
                for event, player in body["events"]:
                    self.there[event, player] = body["main"], line
            case "split":
                for player in players:
                    self.everywhere.pop(player, None)
            case "apart":
                self.two[players[0], players[1]] = line
            case "hide":
                self.hidden |= dict.fromkeys(players, line)
            case "unhide":
                for player in players:
                    self.hidden.pop(player, None)


def _freeze(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def read_decisions(connection: Connection, lines: Iterable[Line] | None = None) -> Decisions:
    """Return who is who by all lines that hold."""
    query = select(LOG.c.number, LOG.c.kind, LOG.c.body).where(LOG.c.kind.in_((*PEOPLE_KINDS, FORGET)))
    rows, decisions = connection.execute(query.order_by(LOG.c.number)).all(), Decisions()
    if rows:
        holding = {line.number for line in lines or read_lines(connection) if line.undone is None}
        for number, kind, body in rows:
            if number in holding:
                decisions.add(number, kind, json.loads(body))
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


# What each event that is added needs is made once: that takes longer than to run it.
_KNOWN: Final = select(PLAYERS.c.identity, PLAYERS.c.player).where(
    PLAYERS.c.identity.in_(bindparam("identities", expanding=True))
)
_LAST_PLAYER: Final = select(PLAYERS.c.player).order_by(PLAYERS.c.player.desc()).limit(1)


def number_players(connection: Connection, entries: Iterable[Entry]) -> list[int]:
    """Return the numbers of the players of entries; those who were never entered get the next ones."""
    identities = [identity(entry) for entry in entries]
    known = dict[str, int]()
    for start in range(0, len(identities), AT_ONCE):
        known |= dict(connection.execute(_KNOWN, {"identities": identities[start : start + AT_ONCE]}).all())
    following = (connection.execute(_LAST_PLAYER).scalar() or 0) + 1
    for who in identities:
        if who not in known:
            known[who], following = following, following + 1
    return [known[who] for who in identities]


def apply(connection: Connection, number: int, kind: str, about: int | None, body: Body, facts: Row) -> None:
    """Keep the tables up with a line of the log that was just written; ``facts`` are its file and source."""
    decisions: Decisions | None = connection.info.pop(_KNOWN_DECISIONS, None)
    if kind in BACK_AND_FORTH:
        _follow(connection, body)
        return
    if decisions is None:
        decisions = read_decisions(connection)
    elif kind not in EVENT_KINDS:
        decisions.add(number, kind, body)
    connection.info[_KNOWN_DECISIONS] = decisions
    last = connection.scalar(_LAST_PLAYER) or 0
    if new := {row["player"]: row for row in _list_players(body, last)}:
        connection.execute(_INSERT[PLAYERS], list(new.values()))
    if about is not None and kind != "add":
        _delete(connection, [about])
    if about is not None and kind != "remove":
        _insert(connection, *make_rows(number, about, body, facts, decisions))
    if kind in PEOPLE_KINDS:
        _renew_people(connection, decisions, [body])


_KNOWN_DECISIONS: Final = "decisions"
"""Under this name a connection keeps what was decided while it writes, so that many decisions do not read it again."""


def _follow(connection: Connection, body: Body) -> None:
    """Make again what an undo or a redo is about."""
    lines = read_lines(connection)
    concerned = [line for line in lines if line.command == body["command"] and line.number >= body["first"]]
    if concerned[0].kind == "undo":  # the redo is about what that took back
        ((*_, body, _),) = read_bodies(connection, [concerned[0].number])
        concerned = [line for line in lines if line.command == body["command"] and line.number >= body["first"]]
    events = {line.about: None for line in concerned if line.kind in EVENT_KINDS and line.about is not None}
    people = [line.number for line in concerned if line.kind in PEOPLE_KINDS]
    decisions, latest = read_decisions(connection, lines), find_latest(lines)
    _delete(connection, events)
    held = [latest[each] for each in events if each in latest]
    for number, _, event, its_body, facts in read_bodies(connection, held):
        _insert(connection, *make_rows(number, event, its_body, facts, decisions))
    _renew_people(connection, decisions, [its_body for _, _, _, its_body, _ in read_bodies(connection, people)])


def derive(connection: Connection) -> None:
    """Make all tables again from the log."""
    for table in DERIVED:
        connection.execute(delete(table))
    players = dict[int, Row]()
    for event, entries in walk(connection, players):
        _insert(connection, event, entries)
    if players:
        connection.execute(_INSERT[PLAYERS], [players[number] for number in sorted(players)])


def walk(connection: Connection, players: dict[int, Row]) -> Iterator[tuple[Row, list[tuple[Any, ...]]]]:
    """Yield the row of each event, with those of its entries, as they follow from the log; then all ``players``."""
    lines = read_lines(connection)
    decisions, holding = read_decisions(connection, lines), set(find_latest(lines).values())
    for number, _, about, body, facts in read_bodies(connection, None):
        for row in _list_players(body):
            players.setdefault(row["player"], row)
        if number in holding:
            yield make_rows(number, about, body, facts, decisions)
    for player, row in players.items():
        row |= {"person": decisions.person(player), "hidden": player in decisions.hidden}


def read_bodies(connection: Connection, numbers: Sequence[int] | None) -> Iterator[tuple[int, str, int, Body, Row]]:
    """Yield lines of the log, or all: number, kind, event, body, and the event's file and source."""
    for start in range(0, 1 if numbers is None else len(numbers), AT_ONCE):
        some = _LINES if numbers is None else _LINES.where(LOG.c.number.in_(numbers[start : start + AT_ONCE]))
        for number, kind, about, body, file, source in connection.execute(some, execution_options={"yield_per": 100}):
            yield number, kind, about, json.loads(body), {"file": file, "source": source}


_READ: Final = (LOG.c.number, LOG.c.kind, LOG.c.about, LOG.c.body, LOG.c.file, LOG.c.source)
_LINES: Final = select(*_READ).order_by(LOG.c.number)
_DELETE: Final = {table: delete(table).where(table.c.event == bindparam("its_event")) for table in (EVENTS, ENTRIES)}
_INSERT: Final = {table: insert(table) for table in DERIVED}


def _delete(connection: Connection, events: Iterable[int]) -> None:
    if rows := [{"its_event": event} for event in events]:
        for statement in _DELETE.values():
            connection.execute(statement, rows)


def _insert(connection: Connection, event: Row, entries: list[tuple[Any, ...]]) -> None:
    connection.execute(_INSERT[EVENTS], event)
    if entries:
        # Past SQLAlchemy, which takes longer for that than the database.
        mark = "?" if connection.dialect.name == "sqlite" else "%s"
        connection.exec_driver_sql(f"INSERT INTO entries VALUES ({', '.join([mark] * len(ENTRIES.columns))})", entries)


def _renew_people(connection: Connection, decisions: Decisions, bodies: Iterable[Body]) -> None:
    """Set again who the players are that some lines of the log are about."""
    players = {
        each for body in bodies for each in (*body["players"], *(player for _, player in body.get("events", ())))
    }
    for player in sorted(players):
        person, its_entries = decisions.person(player), ENTRIES.c.player == player
        row = {"person": person, "hidden": player in decisions.hidden}
        connection.execute(update(PLAYERS).where(PLAYERS.c.player == player).values(row))
        connection.execute(update(ENTRIES).where(its_entries).values(person=person))
    for (event, player), (main, _) in decisions.there.items():
        if player in players or main in players:
            its_entries = (ENTRIES.c.event == event) & (ENTRIES.c.player == player)
            connection.execute(update(ENTRIES).where(its_entries).values(person=decisions.person(main)))


def _list_players(body: Body, after: int = 0) -> Iterator[Row]:
    """Yield the players ``after`` a number whom a line names, each as if nothing was decided."""
    named = (row for row in (*body.get("entries", ()), *body.get("new", ())) if row[0] > after)
    for player, name, player_id, *_ in named:
        who = identity(Entry(name, player_id))
        row = {"player": player, "identity": who, "player_id": player_id, "name": name}
        yield {**row, "person": player, "hidden": False}


_AWARD: Final = ENTRY_COLUMNS.index("award_halves")


def make_rows(line: int, event: int, body: Body, facts: Row, decisions: Decisions) -> tuple[Row, list[tuple[Any, ...]]]:
    """Return the row of an event and those of its entries."""
    row = {"event": event, "line": line, **{name: body[name] for name in EVENT_FACTS}, **facts}
    entries = [
        (event, number, player, decisions.person(player, event), name, *figures, body["date"], body["field"])
        for number, (player, name, _, *figures) in enumerate(body["entries"])
    ]
    row |= {"id_key": key(body["event_id"]), "name_key": key(body["name"])}
    return row | {"rated": any(each[_AWARD] is not None for each in body["entries"])}, entries
