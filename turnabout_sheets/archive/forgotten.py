"""Those who were forgotten: how they are known when they come again, and how they are taken out of what comes.

Nothing is kept of a name but a slow digest with a salt (scrypt). Who reads the archive learns no name of it, but who
guesses one can have it confirmed; that each guess takes a hundredth of a second is all that stands against it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from turnabout_sheets.archive.codecs import day_of
from turnabout_sheets.archive.events import KNOWN, MOST_VARIABLES, Source, find_same_event, load
from turnabout_sheets.archive.journal import FORGET
from turnabout_sheets.archive.records import Entry, EventRecord, as_json, from_json, identity
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, LINKS
from turnabout_sheets.archive.sources import read_source
from turnabout_sheets.core.renaming import Renaming
from turnabout_sheets.core.text import alphabetical_key, key
from turnabout_sheets.event.history import list_partners


class Forgetting(NamedTuple):
    """A change with which somebody was forgotten, who is the ``player`` now, and the slow digests of ``names``.

    ``before`` is the digest that the change before it had, ``since`` the one that it has. ``sources`` gives the digest
    of what is kept of events now by the slow one of what was kept before.
    """

    change: int
    day: str
    player: str
    before: str
    since: str
    salt: str
    names: Sequence[str]
    sources: Mapping[str, str]


def list_forgettings(connection: Connection) -> list[Forgetting]:
    """Return all forgettings, the oldest first; without those that no program of ours wrote."""
    query = select(CHANGES.c.change, CHANGES.c.at, CHANGES.c.details).where(CHANGES.c.kind == FORGET)
    found = []
    for change, at, details in connection.execute(query.order_by(CHANGES.c.change)):
        with contextlib.suppress(AttributeError, LookupError, TypeError, ValueError):
            told = json.loads(details)
            bytes.fromhex(told["salt"])
            texts = {name: str(told[name]) for name in ("player", "before", "since", "salt")}
            names, sources = list(map(str, told["names"])), dict(told["sources"])
            found.append(Forgetting(change, day_of(at), **texts, names=names, sources=sources))
    return found


@lru_cache(maxsize=1 << 16)  # the same players come in event after event
def digest_slowly(who: str, salt: str) -> str:
    """Return the slow digest of an identity, by which whoever was forgotten is known again."""
    return hashlib.scrypt(who.encode(), salt=bytes.fromhex(salt), n=1 << 12, r=8, p=1, dklen=32).hex()


def is_word(name: str) -> bool:
    """Tell whether a name is one in a text, too: without a letter it may be any number."""
    return any(map(str.isalpha, name))


def keep_longer(entered: Iterable[str], sought: Collection[str]) -> list[str]:
    """Return the names of others that a name which is sought may be a part of; of a team it is a name of its own."""
    keys = set(map(key, sought))
    return [name for name in entered if keys.isdisjoint(map(key, list_partners(name)))]


@dataclass(frozen=True)
class Renamer:
    """Takes who is forgotten out of an event: ``players`` gives the pseudonyms by `identity`.

    ``renamings`` are for all texts, but for the names of others, in which only teams name somebody, ``teams``.
    """

    players: Mapping[str, str]
    renamings: Sequence[Renaming]
    teams: Sequence[Renaming]

    @cached_property
    def _sought(self) -> frozenset[str]:
        return frozenset(key(name) for each in (*self.renamings, *self.teams) for name in each.names)

    def text(self, text: str) -> str:
        """Return a text without the names."""
        return _replace(text, self.renamings)

    def name(self, name: str) -> str:
        """Return the name of somebody else, which is another one only where it is that of a team."""
        return name if key(name) in self._sought else _replace(name, self.teams)

    def record(self, record: EventRecord, *, sort: bool) -> EventRecord:
        """Return a record without the names.

        ``sort``: it comes from a workbook, whose entries stand by position and then by name (`archive.from_results`).
        """
        entries = [self._entry(entry) for entry in record.entries]
        order = list(range(len(entries)))
        if sort and any(entry.name != old.name for entry, old in zip(entries, record.entries, strict=True)):
            order.sort(key=lambda at: (entries[at].position or len(entries) + 1, alphabetical_key(entries[at].name)))
        place = {old: new for new, old in enumerate(order)}
        meetings = (
            replace(each, a=place[each.a], b=None if each.b is None else place[each.b]) for each in record.meetings
        )
        return replace(
            record,
            name=self.text(record.name),
            event_id=self.text(record.event_id),
            venue=self.text(record.venue),
            organizer=self.text(record.organizer),
            entries=tuple(entries[at] for at in order),
            meetings=tuple(meetings),
        )

    def _entry(self, entry: Entry) -> Entry:
        pseudonym, status = self.players.get(identity(entry)), entry.status
        return replace(
            entry,
            name=pseudonym or self.name(entry.name),
            player_id="" if pseudonym else entry.player_id,
            status=status and replace(status, words=self.text(status.words)),
        )


def _replace(text: str, renamings: Sequence[Renaming]) -> str:
    for each in renamings:
        text = each.replace(text)
    return text


def rename_source(source: Source, renamer: Renamer, expected: EventRecord) -> Source:
    """Return what an event was archived from without the names; ``expected`` is what is archived of it then.

    No name is taken out of a workbook: the record takes its place.
    """
    if source.kind == "record":
        with contextlib.suppress(ValueError):
            kept = from_json(source.content)
            expected = renamer.record(kept, sort=kept.computed)
    return Source("record", renamer.text(source.file), as_json(expected))


@dataclass
class Forgotten:
    """Who was forgotten in an archive: pseudonyms by slow digest, all of which have one ``salt``.

    ``sources`` are those of `Forgetting`. It is read for each transaction, and knows who was there when that began.
    """

    connection: Connection
    salt: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _entered(self) -> Sequence[str]:
        return self.connection.execute(select(ENTRIES.c.name).distinct()).scalars().all()

    @cached_property
    def _parted(self) -> Mapping[int, set[tuple[str, str]]]:
        """The events, by name and day, in which a player is somebody else."""
        events = defaultdict[int, set[tuple[str, str]]](set)
        for player, name, day in self.connection.execute(_PARTED):
            events[player].add((name, day))
        return events

    def find_rewritten(self, record: EventRecord, source: Source) -> tuple[EventRecord, Source] | None:
        """Return an event as it is kept, where it comes from just the bytes that were kept of it before.

        So nothing comes in again of a name that nobody could know in it, such as one that stands in a note.
        """
        old = find_same_event(self.connection, record) if self.sources else None
        if old is None or old.source not in self.sources.values():
            return None
        kept = read_source(self.connection, old.source)
        if kept is None or self.sources.get(digest_slowly(source.digest, self.salt)) != old.source:
            return None
        return load(self.connection, old.version), Source(kept[0], old.file, kept[1])

    def list_staying(self, record: EventRecord) -> list[str]:
        """Return who of those who were forgotten stand in a record, under their pseudonyms."""
        texts = [record.name, record.venue, record.organizer, *(entry.name for entry in record.entries)]
        return sorted({each for each in self.players.values() if any(each in text for text in texts)})

    def find(self, record: EventRecord, file: str = "") -> Renamer | None:
        """Return what takes those who were forgotten out of a record; None where there is nobody of them.

        They are sought among the players and organizers, and in what the event, its venue and its ``file`` are called.
        Only who is new in the archive is looked for, because each takes a hundredth of a second.
        """
        wanted = dict((*_name_phrases(record, file), *_name_identities(record))) if self.players else {}
        found = {who: known for who in self._find_unknown(record, wanted) if (known := self.look_up(who))}
        if not found:
            return None
        names, ids, parts = (defaultdict[str, list[str]](list) for _ in range(3))
        for who, player in found.items():
            names[player].append(wanted[who])
            if who.startswith("#"):
                ids[player] += [each.player_id for each in record.entries if identity(each) == who]
            else:
                parts[player].append(wanted[who])
        others = [entry.name for entry in record.entries if identity(entry) not in found]
        others += self._entered
        kept = keep_longer(others, [name for each in names.values() for name in each])
        return Renamer(
            {who: found[who] for who in map(identity, record.entries) if who in found},
            [Renaming(list(filter(is_word, each)), player, ids[player], kept) for player, each in names.items()],
            [Renaming(list(filter(is_word, each)), player, (), kept) for player, each in parts.items()],
        )

    def _find_unknown(self, record: EventRecord, wanted: Mapping[str, str]) -> list[str]:
        """Return the identities that nobody in the archive has, or who has them is somebody else in other events."""
        identities, known = list(wanted), dict[str, int]()
        for start in range(0, len(identities), MOST_VARIABLES):
            some = {"identities": identities[start : start + MOST_VARIABLES]}
            known |= dict(self.connection.execute(KNOWN, some).all())
        this = (key(record.name), record.date)
        parted = {who: self._parted[known[who]] for who in identities if who in known and known[who] in self._parted}
        return [who for who in identities if who not in known or this not in parted.get(who, {this})]

    def look_up(self, who: str) -> str | None:
        """Return who somebody is now that was forgotten; None for anybody else."""
        return self.players.get(digest_slowly(who, self.salt)) if self.players else None


def read_forgotten(connection: Connection) -> Forgotten:
    """Return who was forgotten; who came after somebody of the same name, and was forgotten, too, is not that one.

    Whoever was merged under a pseudonym with somebody who was forgotten later, is that one now.
    """
    players, sources = dict[str, str](), dict[str, str]()
    forgettings = list_forgettings(connection)
    salt = forgettings[0].salt if forgettings else ""
    for each in forgettings:
        players = dict.fromkeys(each.names, each.player) | players
        sources |= each.sources
    now = dict[str, str]()
    for each in reversed(forgettings):
        later = players.get(digest_slowly(identity(Entry(each.player)), salt), each.player)
        now[each.player] = now.get(later, later)
    return Forgotten(connection, salt, {who: now[player] for who, player in players.items()}, sources)


def _name_identities(record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield each identity in a record with its name, also those of which a team consists, and of the organizers."""
    for entry in record.entries:
        yield identity(entry), entry.name
        yield from ((identity(Entry(name)), name) for name in list_partners(entry.name))
    for name in {record.organizer, *_BETWEEN.split(record.organizer)} - {""}:
        yield identity(Entry(name)), name


def _name_phrases(record: EventRecord, file: str) -> Iterator[tuple[str, str]]:
    """Yield what may be a name in what an event is called: a few words one after the other, without numbers."""
    for text in (record.name, record.venue, record.organizer, re.sub(r"\.\w+$", "", file)):
        words = [each.strip(_AROUND) for each in _GAP.split(text)]
        for first, last in combinations(range(len(words) + 1), 2):
            phrase = " ".join(words[first:last])
            if last - first <= MOST_WORDS and not any(map(str.isdigit, phrase)):
                yield identity(Entry(phrase)), phrase


MOST_WORDS: Final = 4
"""Of longer names only whole texts are looked for."""
_AROUND: Final = '()[],;:!?"“”„«»'
_GAP: Final = re.compile(r"[\s_+/\\]+")
_BETWEEN: Final = re.compile(r"\s*[,;/&+]\s*|\s+(?:and|und|et|y|e)\s+")
"""What stands between the names of several organizers."""


_PARTED: Final = (
    select(LINKS.c.player, EVENTS.c.name_key, EVENTS.c.date)
    .join(EVENTS, EVENTS.c.event == LINKS.c.event)
    .where(LINKS.c.ended.is_(None), EVENTS.c.ended.is_(None))
)
"""Who is somebody else in an event, and in which."""
