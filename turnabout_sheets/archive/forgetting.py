"""Forgets a person: puts a pseudonym in every row and list, and drops the workbooks in which the name may be.

It is one transaction, which nobody can take back. What others have, and every figure, stays as it is; the digests are
computed again, and the journal says so (archive 10.1 to 10.6).
"""

from __future__ import annotations

import html
import io
import re
import secrets
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, exists, select, text, update

from turnabout_sheets.archive.errors import BRING_BACK, ArchiveError
from turnabout_sheets.archive.events import Source, enter_players, load, make_rows
from turnabout_sheets.archive.forgotten import (
    Renamer,
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
from turnabout_sheets.archive.verify import find_broken_seals, title
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.renaming import Renaming
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.history import list_partners

UNREACHED: Final = (
    "What this cannot reach: the workbooks and lists themselves, exports, ratings workbooks and pages that were "
    "written or published before, and backups of the archive. Write or publish them anew, and delete the old ones."
)


class Whom(NamedTuple):
    """Who would be forgotten, and what that drops."""

    label: str
    names: Sequence[str]
    shared: Sequence[str]  # of the names, those that others have, too
    events: int
    teams: Sequence[str]  # of the names, those that several people have together, who all go
    keeping: Sequence[str]  # the teams of which the person is one that keep a Player ID
    workbooks: Mapping[int, str]  # the events whose workbooks are kept no longer, by number

    def tell_teams(self, *, before: bool) -> Iterator[str]:
        """Yield that several people go, or what stays; ``before`` it is done, also how only one of them would go."""
        for team in self.teams:
            yield f"{team} is a team: all of them are forgotten by that name."
        if before and len(self.teams) == len(self.names):
            yield "To forget one of them only, give the name of that one alone."
        for team in self.keeping:
            yield f"{team} keeps the Player ID, as it is that of the team."


def tell_whom(connection: Connection, named: str, show: Show = iter) -> Whom:
    """Return who would be forgotten. Raises `NotThereError` as `find_to_forget` does."""
    person = find_to_forget(connection, named)
    shared = [name for name in person.names if key(name) in person.shared]
    teams = read_teams(connection, person)
    events = {*person.events, *(row.event for row in read_entries(connection, [row.player for row in teams]))}
    keeping = [label(row.name, row) for row in teams if row.player_id]
    team_names = list(filter(list_partners, person.names))
    concerned = _Work(connection, person, "").find_concerned(show)
    kept = select(EVENTS).join(SOURCES).where(SOURCES.c.kind == "workbook").order_by(EVENTS.c.version)
    workbooks = {row.event: title(row) for row in connection.execute(kept) if row.event in concerned}
    return Whom(person.label, person.names, shared, len(events), team_names, keeping, workbooks)


@dataclass(slots=True)
class Outcome:
    """What a forgetting came to: who the person is now, and how much was rewritten."""

    player: str
    events: int = 0
    lines: int = 0
    without: dict[int, str] = field(default_factory=dict)  # the events whose workbooks are kept no longer
    shared: bool = False  # others have a name of theirs, too

    def tell(self) -> Iterator[str]:
        """Yield it in sentences."""
        yield f"{self}."
        if self.without:
            titles = join_words(list(self.without.values()), "and")
            yield f"The archive no longer keeps the workbooks of {titles}; it keeps the results."
        if self.shared:
            yield "Others have that name, too: where nothing says who is meant, it stays."

    def __str__(self) -> str:
        """Say it as the journal does."""
        counts = ((self.events, "event"), (self.lines, "line"), (len(self.without), "event"))
        events, lines, without = (f"{number:,} {what}{'' if number == 1 else 's'}" for number, what in counts)
        return (
            f"Forgot somebody, who is now {self.player}: {events} and {lines} of the journal were rewritten, and the "
            f"workbooks of {without} dropped"
        )


def forget(
    connection: Connection,
    command: Command,
    named: str,
    show: Show = iter,
    expected: Collection[int] | None = None,
) -> Outcome:
    """Forget the person of a name or Player ID; ``show`` shows how far the search of kept workbooks is.

    Raises `NotThereError` as `find_to_forget` does, and `ArchiveError` where something was altered without the program,
    as new digests would hide that, or the events whose workbooks go are not those ``expected``.
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
    pseudonym = _choose_pseudonym(connection)
    work = _Work(connection, person, pseudonym)
    work.rewrite_events(work.find_concerned(show))
    if expected is not None and set(expected) != work.outcome.without.keys():
        raise ArchiveError("Somebody else has changed the archive meanwhile, so nothing was done; try again.")
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


Show = Callable[[Sequence[str]], Iterable[str]]


@dataclass
class _Work:
    """A forgetting under way: in the person's own events all names go, elsewhere those that nobody else has."""

    connection: Connection
    person: Person
    pseudonym: str

    def __post_init__(self) -> None:
        self.outcome = Outcome(self.pseudonym, shared=bool(self.person.shared))
        self.teams: dict[int, int] = {}  # those that get another name, and who has this then
        self.moved: dict[str, str] = {}  # the digests of what was kept, each with that of what takes its place

    @cached_property
    def player(self) -> int:
        """The player who has the pseudonym."""
        who = Entry(self.pseudonym)
        return enter_players(self.connection, {identity(who): who})[identity(who)]

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

    @cached_property
    def renamed_teams(self) -> Mapping[int, tuple[str, str]]:
        """Teams of which the person is one: the name that each gets, and the Player ID."""
        rows = self.connection.execute(select(PLAYERS).order_by(PLAYERS.c.player))
        names = {row.player: (self.elsewhere.name(row.name), row) for row in rows}
        return {
            player: (name, row.player_id)
            for player, (name, row) in names.items()
            if player not in self.person.players and name != row.name
        }

    def find_concerned(self, show: Show) -> set[int]:
        """Return the events in which the person, a team of theirs or a name of theirs is, also in a kept workbook."""
        players = [*self.renamed_teams]
        found = {*self.person.events, *(row.event for row in read_entries(self.connection, players))}
        workbooks = dict[str, set[int]]()
        events = dict[int, int]()
        for row in self.connection.execute(select(EVENTS, SOURCES.c.kind).outerjoin(SOURCES)):
            renamer, events[row.version] = self.renamer(row.event), row.event
            texts = [(row._mapping[name], renamer.text(row._mapping[name])) for name in _TEXTS]
            if any(text != new for text, new in texts):
                found.add(row.event)
            if row.kind == "workbook":
                workbooks.setdefault(row.source, set()).add(row.event)
        said = select(ENTRIES.c.version, ENTRIES.c.status).where(ENTRIES.c.status != "")
        for version, status in self.connection.execute(said):
            if self.renamer(events[version]).text(status) != status:
                found.add(events[version])
        sought = [digest for digest, those in workbooks.items() if not those <= found]
        for digest in show(sought):
            _, content = read_source(self.connection, digest) or ("", b"")
            if any(_is_named(content, each) for each in self.elsewhere.renamings):
                found |= workbooks[digest]
        return found

    def rewrite_events(self, concerned: Collection[int]) -> None:
        """Rewrite all versions of events, the names of teams, and what is kept of them."""
        taken = dict[str, int]()
        for team, (name, player_id) in self.renamed_teams.items():
            who = identity(Entry(name, player_id))
            self.teams[team] = taken.setdefault(who, team)
            if taken[who] == team:
                change = update(PLAYERS).where(PLAYERS.c.player == team)
                self.connection.execute(change.values(name=name, identity=who))
        for row in self.connection.execute(select(EVENTS).order_by(EVENTS.c.version)).all():
            if row.event in concerned:
                self._rewrite_version(row)
        self.outcome.events = len(concerned)
        used = exists().where(EVENTS.c.source == SOURCES.c.digest)
        self.connection.execute(delete(SOURCES).where(~used))

    def _rewrite_version(self, row: Row[Any]) -> None:
        renamer, record = self.renamer(row.event), load(self.connection, row.version)
        kind, content = read_source(self.connection, row.source) or ("record", b"")
        renamed = renamer.record(record, sort=record.computed)
        source = rename_source(Source(kind, row.file, content), renamer, renamed)
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
        if source.digest != row.source:
            self.moved[row.source] = source.digest
        if kind == "workbook":
            self.outcome.without[row.event] = renamed.title

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
        self.connection.execute(update(INFO).where(INFO.c.name == "undone").values(value="{}"))


def _rename_line(renamer: Renamer, line: str) -> str:
    """Return a line of the journal without the names, and without a Player ID that somebody got, or had no more."""
    for each in {player_id for renaming in renamer.renamings for player_id in renaming.ids}:
        line = re.sub(rf"(Player ID (?:[^,;]* → )?){re.escape(each)}(?![^,;\s)])(?!\))", r"\1blank", line)
    return renamer.text(line)


def _is_named(content: bytes, renaming: Renaming) -> bool:
    """Return whether a name may be anywhere in a workbook; one that cannot be opened may hold anything."""
    # Long numbers are found as IDs; a day is one of five digits.
    ids = [each for each in renaming.ids if not each.isdecimal() or len(each) > 5]
    renaming = Renaming(renaming.names, renaming.pseudonym, ids, renaming.kept)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            texts = [*parts.namelist(), *(parts.read(each).decode("utf-8", "replace") for each in parts.namelist())]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError):
        return True
    for part in texts:
        plain = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), html.unescape(part))
        # A name may be in pieces that look different.
        if any(renaming.replace(each) != each for each in (_TAG.sub("", plain), _TAG.sub(" ", plain), plain)):
            return True
    return False


_TAG: Final = re.compile(r"<[^<>]*>")
_ESCAPED: Final = re.compile(r"\\u([0-9a-fA-F]{4})")
