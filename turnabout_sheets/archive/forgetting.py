"""Forgets a person: in whose place a pseudonym stands from then on, in every row and in all that is kept of events.

It is one transaction, which nobody can take back. What others have, and every figure, stays as it is; the digests are
made anew, and the journal says so (archive 10.1 to 10.6; checking 3.6).
"""

from __future__ import annotations

import re
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, exists, or_, select, text, update

from turnabout_sheets.archive.errors import BRING_BACK, ArchiveError
from turnabout_sheets.archive.events import Source, enter_players, load, make_rows
from turnabout_sheets.archive.forgotten import (
    Renamer,
    Workbooks,
    digest_slowly,
    is_word,
    keep_longer,
    list_forgettings,
    read_forgotten,
    rename_source,
)
from turnabout_sheets.archive.hash_chain import seal_anew
from turnabout_sheets.archive.journal import FORGET, Command
from turnabout_sheets.archive.namesakes import Person, find_to_forget, label, read_entries, read_teams
from turnabout_sheets.archive.records import Entry, identity
from turnabout_sheets.archive.schema import (
    CHANGES,
    ENTRIES,
    EVENTS,
    INFO,
    LINKS,
    MATCHES,
    PLAYERS,
    SOURCES,
    insert_many,
)
from turnabout_sheets.archive.sources import keep_source, read_source
from turnabout_sheets.archive.verify import find_broken_seals
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.renaming import Renaming
from turnabout_sheets.core.text import key
from turnabout_sheets.event.history import list_partners


class Whom(NamedTuple):
    """Who would be forgotten, under which names, and in how many events; ``shared`` of the names others have, too.

    ``teams`` are those of the names that several people have together, who all go; ``keeping`` are the teams of which
    the person is one that keep a Player ID.
    """

    label: str
    names: Sequence[str]
    shared: Sequence[str]
    events: int
    teams: Sequence[str]
    keeping: Sequence[str]

    def tell_teams(self, *, before: bool) -> Iterator[str]:
        """Yield that several people go, or what stays; ``before`` it is done, also how only one of them would go."""
        for team in self.teams:
            yield f"{team} is a team: all of them are forgotten by that name."
        if before and len(self.teams) == len(self.names):
            yield "To forget one of them only, give the name of that one alone."
        for team in self.keeping:
            yield f"{team} keeps the Player ID, as it is that of the team."


def tell_whom(connection: Connection, named: str) -> Whom:
    """Return who would be forgotten. Raises `NotThereError` as `find_to_forget` does."""
    person = find_to_forget(connection, named)
    shared = [name for name in person.names if key(name) in person.shared]
    teams = read_teams(connection, person)
    events = {*person.events, *(row.event for row in read_entries(connection, [row.player for row in teams]))}
    keeping = [label(row.name, row) for row in teams if row.player_id]
    return Whom(person.label, person.names, shared, len(events), list(filter(list_partners, person.names)), keeping)


@dataclass(slots=True)
class Outcome:
    """What a forgetting came to: who the person is now, and how much was rewritten.

    ``without`` are the events of which the workbook is no longer kept, and in so many places a name stays that others
    have, too (``staying``).
    """

    player: str
    events: int = 0
    workbooks: int = 0
    lists: int = 0
    lines: int = 0
    without: list[str] = field(default_factory=list)
    staying: int = 0

    def __str__(self) -> str:
        """Say it as the journal does."""
        counts = ((self.events, "event"), (self.workbooks, "workbook"), (self.lists, "list"), (self.lines, "line"))
        events, books, lists, lines = (f"{number:,} {what}{'' if number == 1 else 's'}" for number, what in counts)
        return (
            f"Forgot somebody, who is now {self.player}: {events}, {books}, {lists} and {lines} of the journal were "
            "rewritten"
        )


def forget(
    connection: Connection,
    command: Command,
    named: str,
    books: Workbooks,
    show: Callable[[Sequence[str]], Iterable[str]] = iter,
) -> Outcome:
    """Forget the person of a name or Player ID; ``show`` shows how far the search of what is kept of events is.

    Raises `NotThereError` as `find_to_forget` does, and `ArchiveError` where something was altered without the program:
    digests that are made anew would hide that.
    """
    # Who may not delete is told so before anything is searched.
    connection.execute(delete(SOURCES).where(SOURCES.c.digest == ""))
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA secure_delete = ON"))
    broken = next(find_broken_seals(connection), None)
    if broken is not None:
        raise ArchiveError(
            f"The archive was altered without the program ({broken.where}: {broken.figure}), which nobody could see "
            f"any more if somebody were forgotten; see {name_program()} archive verify, and {BRING_BACK}"
        )
    person = find_to_forget(connection, named)
    work = _Work(connection, person, _choose_pseudonym(connection), books)
    work.rename_teams()
    work.rewrite_events(show)
    work.renew_links()
    work.rewrite_journal()
    before, since = seal_anew(connection)
    forgettings, outcome = list_forgettings(connection), work.outcome
    salt = forgettings[0].salt if forgettings else secrets.token_hex(16)
    names = sorted(digest_slowly(who, salt) for who in person.known)
    details = {"player": outcome.player, "before": before, "since": since, "salt": salt, "names": names}
    sources = {digest_slowly(old, salt): new for old, new in work.moved.items()}
    sources |= {old: work.moved[new] for old, new in read_forgotten(connection).sources.items() if new in work.moved}
    noting = Command(reason=work.own.text(command.reason), author=work.own.text(command.author))
    noting.note(connection, FORGET, str(outcome), details=details | {"sources": sources})
    return outcome


def _choose_pseudonym(connection: Connection) -> str:
    there = {key(name) for table in (PLAYERS, ENTRIES) for name in connection.execute(select(table.c.name)).scalars()}
    while key(pseudonym := f"Player {secrets.token_hex(2)}") in there:
        pass
    return pseudonym


_TEXTS: Final = ("name", "event_id", "venue", "organizer", "file")
_IN_LINE: Final = ("told", "file", "note", "author")
"""The columns of an event, and of a change, in which texts stand."""


@dataclass
class _Work:
    """A forgetting under way: in the person's own events all names go, elsewhere those that nobody else has."""

    connection: Connection
    person: Person
    pseudonym: str
    books: Workbooks

    def __post_init__(self) -> None:
        self.outcome = Outcome(self.pseudonym)
        self.teams: dict[int, int] = {}  # those that get another name, and who has this then
        self.moved: dict[str, str] = {}  # the digests of what was kept, each with that of what takes its place
        who = Entry(self.pseudonym)
        (self.player,) = enter_players(self.connection, {identity(who): who}).values()

    @cached_property
    def elsewhere(self) -> Renamer:
        """What takes out of other events the names that nobody else has."""
        mine = self.person
        labels = [label(name, row) for row in mine.players.values() for name in mine.names]
        names = [name for name in mine.names if key(name) not in mine.shared and is_word(name)]
        self._kept = keep_longer(mine.others, names)
        renaming = Renaming([*names, *labels], self.pseudonym, mine.ids, self._kept)
        return Renamer({}, [renaming], [renaming])

    @cached_property
    def own(self) -> Renamer:
        """What takes out all names."""
        (fewer,) = self.elsewhere.renamings
        names = [*fewer.names, *filter(is_word, self.person.names)]
        renaming = Renaming(names, self.pseudonym, self.person.ids, fewer.kept)
        return Renamer({}, [renaming], [fewer])

    def renamer(self, event: int) -> Renamer:
        """Return what takes the person out of an event."""
        if event not in self.person.events:
            return self.elsewhere
        players = dict.fromkeys(self.person.events[event], self.pseudonym)
        return Renamer(players, self.own.renamings, self.own.teams)

    def rename_teams(self) -> None:
        """Give teams of which the person is one another name, and their players another identity."""
        taken = dict[str, int]()
        for row in self.connection.execute(select(PLAYERS).order_by(PLAYERS.c.player)).all():
            name = self.elsewhere.name(row.name)
            if row.player in self.person.players or name == row.name:
                continue
            who = identity(Entry(name, row.player_id))
            self.teams[row.player] = taken.setdefault(who, row.player)
            if taken[who] == row.player:
                change = update(PLAYERS).where(PLAYERS.c.player == row.player)
                self.connection.execute(change.values(name=name, identity=who))

    def rewrite_events(self, show: Callable[[Sequence[str]], Iterable[str]]) -> None:
        """Rewrite what is kept of events, one by one, and the versions of them."""
        columns = [EVENTS.c[name] for name in ("version", "event", "source", "provisional", *_TEXTS, "terms")]
        uses = defaultdict[str, list[Row[Any]]](list)
        for row in self.connection.execute(select(*columns).order_by(EVENTS.c.version)):
            uses[row.source].append(row)
        touched = self._find_touched(row for rows in uses.values() for row in rows)
        kinds = dict(self.connection.execute(select(SOURCES.c.digest, SOURCES.c.kind)).all())
        for digest in show(sorted(kinds)):
            rows = uses[digest]
            # No text stands in a record that does not stand in its version, too.
            if kinds[digest] == "workbook" or any(row.version in touched for row in rows) or self.person.shared:
                self._rewrite(digest, rows, touched)
        self.outcome.events = len({row.event for rows in uses.values() for row in rows if row.version in touched})

    def _find_touched(self, rows: Iterable[Row[Any]]) -> set[int]:
        """Return the versions of events in which the person stands."""
        touched, events = {row.version for row in self.person.entries}, dict[int, int]()
        for row in rows:
            events[row.version] = row.event
            renamer = self.renamer(row.event)
            if (
                any(renamer.text(row._mapping[name]) != row._mapping[name] for name in _TEXTS)
                or renamer.json(row.terms) != row.terms
            ):
                touched.add(row.version)
        for team in self.teams:
            touched |= {row.version for row in read_entries(self.connection, [team])}
        said = select(ENTRIES.c.version, ENTRIES.c.status, ENTRIES.c.details)
        for version, status, details in self.connection.execute(
            said.where(or_(ENTRIES.c.status != "", ENTRIES.c.details.like('%"group"%')))
        ):
            renamer = self.renamer(events[version])
            if renamer.text(status) != status or renamer.json(details) != details:
                touched.add(version)
        return touched

    def _rewrite(self, digest: str, rows: Sequence[Row[Any]], touched: Collection[int]) -> None:
        kind, content = read_source(self.connection, digest) or ("", b"")
        found = [self._rewrite_version(row, kind, content, is_in=row.version in touched) for row in rows]
        if not rows and self._is_in(kind, content, self.own):
            found = [""]  # of no event, so that nobody misses it
        if any(each != digest for each in found):
            used = exists().where(EVENTS.c.source == digest)
            self.connection.execute(delete(SOURCES).where(SOURCES.c.digest == digest, ~used))
            self.outcome.workbooks += kind == "workbook"
            self.outcome.lists += kind == "record"

    def _rewrite_version(self, row: Row[Any], kind: str, content: bytes, *, is_in: bool) -> str:
        """Rewrite a version of an event, if the person stands there, or in what is kept of it; return its source."""
        renamer = self.renamer(row.event)
        if not (is_in or (kind == "workbook" and self._is_in(kind, content, renamer))):
            self.outcome.staying += bool(self.person.shared) and self._is_in(kind, content, self.own)
            return str(row.source)
        record = load(self.connection, row.version)
        renamed = renamer.record(record, sort=kind == "workbook" or record.terms is not None)
        old = Source(kind, row.file, content)
        source = rename_source(old, renamer, renamed, self.books, provisional=row.provisional)
        keep_source(self.connection, source.digest, source.kind, source.content)
        values: dict[str, Any] = {"file": source.file, "source": source.digest}
        if renamed != record:
            rows = make_rows(self.connection, row.version, renamed)
            for table in (MATCHES, ENTRIES):
                self.connection.execute(delete(table).where(table.c.version == row.version))
            insert_many(self.connection, ENTRIES, rows.entries)
            insert_many(self.connection, MATCHES, rows.matches)
            values |= rows.event
        self.connection.execute(update(EVENTS).where(EVENTS.c.version == row.version).values(**values))
        self.moved[row.source] = source.digest
        if source.kind != kind:
            self.outcome.without.append(renamed.title)
        return source.digest

    def _is_in(self, kind: str, content: bytes, renamer: Renamer) -> bool:
        """Tell whether a name is in what is kept of an event, or may be: what cannot be opened may hold anything."""
        if kind == "record":
            return any(each.is_in(content) for each in renamer.renamings)
        return any(self.books.rename(content, each) != content for each in renamer.renamings)

    def renew_links(self) -> None:
        """Let go of what was said of who the person is, but not of who is somebody else, or is hidden on pages."""
        used = set(self.connection.execute(select(ENTRIES.c.player).distinct()).scalars())
        gone = (self.person.players.keys() | {team for team, stays in self.teams.items() if stays != team}) - used
        ours = {each for each, main in self.person.who.everywhere.items() if main == self.person.person}
        now = dict.fromkeys(gone | ours | {self.person.person}, self.player) | self.teams
        ended, renewed = list[int](), dict[tuple[int, int], dict[str, int]]()
        for row in self.connection.execute(select(LINKS).order_by(LINKS.c.link)):
            player, main = now.get(row.player, row.player), now.get(row.main, row.main)
            if (player, main) == (row.player, row.main):
                continue
            if row.event is None or row.event > 0 or row.ended is not None:
                is_said = row.ended is None and main == self.player
                if is_said or not gone.isdisjoint((row.player, row.main)):
                    ended.append(row.link)
                continue
            player, main = sorted((player, main))
            event = -main if row.event else 0
            if (event and player == main) or (player, event) in renewed:
                ended.append(row.link)
            else:
                what = {"its_player": player, "its_main": main, "its_event": event}
                renewed[player, event] = {"its_link": row.link, **what}
        for link in ended:
            self.connection.execute(delete(LINKS).where(LINKS.c.link == link))
        if renewed:
            change = update(LINKS).where(LINKS.c.link == bindparam("its_link"))
            new: dict[str, Any] = {name: bindparam(f"its_{name}") for name in ("player", "main", "event")}
            self.connection.execute(change.values(**new), list(renewed.values()))
        for player in gone:
            self.connection.execute(delete(PLAYERS).where(PLAYERS.c.player == player))

    def rewrite_journal(self) -> None:
        """Rewrite the lines of the journal; those of the person's events as these events."""
        mine = EVENTS.c.event.in_(self.person.events)
        changes = self.connection.execute(select(EVENTS.c.added, EVENTS.c.ended).where(mine)).all()
        own = {change for row in changes for change in row}
        lines = select(CHANGES.c.change, *(CHANGES.c[name] for name in _IN_LINE))
        for row in self.connection.execute(lines).all():
            renamer = self.own if row.change in own else self.elsewhere
            new = {name: _rename_line(renamer, text) for name, text in row._mapping.items() if isinstance(text, str)}
            if any(text != row._mapping[name] for name, text in new.items()):
                self.connection.execute(update(CHANGES).where(CHANGES.c.change == row.change).values(**new))
                self.outcome.lines += 1
            self.outcome.staying += any(self.own.text(text) != text for text in new.values())
        self.connection.execute(update(INFO).where(INFO.c.name == "undone").values(value="{}"))


def _rename_line(renamer: Renamer, line: str) -> str:
    """Return a line of the journal without the names, and without a Player ID that somebody got, or had no more."""
    for each in {player_id for renaming in renamer.renamings for player_id in renaming.ids}:
        line = re.sub(rf"(Player ID (?:[^,;]* → )?){re.escape(each)}(?![^,;\s)])(?!\))", r"\1blank", line)
    return renamer.text(line)
