"""Those who were forgotten: how they are known when they come again, and how they are taken out of what comes.

Nothing is kept of a name but a slow digest with a salt (scrypt). Who reads the archive learns no name of it, but who
guesses one can have it confirmed; that each guess takes a hundredth of a second is all that stands against it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, Final

from sqlalchemy import Connection, select

from turnabout_sheets.archive.derive import FORGET, read_record
from turnabout_sheets.archive.events import Source, find_same_event
from turnabout_sheets.archive.people import TEAM, list_partners
from turnabout_sheets.archive.records import Entry, EventRecord, identity
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, LOG, PLAYERS
from turnabout_sheets.core.digests import shorten_digest
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.renaming import Renaming
from turnabout_sheets.core.text import key


@lru_cache(maxsize=1 << 16)  # the same players come in event after event
def digest_slowly(who: str, salt: str) -> str:
    """Return the slow digest of an identity, by which whoever was forgotten is known again."""
    return hashlib.scrypt(who.encode(), salt=bytes.fromhex(salt), n=1 << 12, r=8, p=1, dklen=32).hex()


def is_word(name: str) -> bool:
    """Return whether a name is one in a text, too: without a letter it may be any number."""
    return any(map(str.isalpha, name))


def rename_team(name: str, pseudonyms: Mapping[str, str]) -> str:
    """Return the name of a team with the pseudonyms of its partners; any other name as it is."""
    partners = list_partners(name)
    return TEAM.join(pseudonyms.get(key(each), each) for each in partners) if partners else name


@dataclass
class Forgotten:
    """Who was forgotten: pseudonyms by slow digest, and those of workbooks that are not kept; all have one ``salt``.

    It is read for each transaction, and knows who was there when that began.
    """

    connection: Connection
    salt: str = ""
    players: dict[str, str] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    pseudonyms: set[str] = field(default_factory=set)  # all, also of those who were forgotten once more

    def look_up(self, who: str) -> str | None:
        """Return who somebody is now that was forgotten; None for anybody else."""
        return self.players.get(digest_slowly(who, self.salt)) if self.players else None

    def take_out(self, record: EventRecord, source: Source) -> tuple[EventRecord, Source, list[Message]]:
        """Return an event without the names of those who were forgotten, its source, and who they are.

        They are sought among the players, partners and organizers, and in what the event, its venue and its file are
        called. Just the workbook that was kept of an event before brings in nothing again.
        """
        if not self.players:
            return record, source, []
        wanted, this = (
            dict([*_list_phrases(record, source.file), *_list_people(record)]),
            (key(record.name), record.date),
        )
        # Those whom nobody in the archive is, or only somebody who is another person in other events.
        unknown = [
            who for who in wanted if who not in self._known or this not in self._parted.get(self._known[who], {this})
        ]
        found = {who: known for who in unknown if (known := self.look_up(who))}
        again = source.digest is not None and digest_slowly(source.digest, self.salt) in self.files
        if not found and not again:
            return record, source, []
        renamed, file = self._rename(record, found, wanted, source.file)
        if again and (old := find_same_event(self.connection, renamed)):
            renamed, file = read_record(self.connection, old.event), old.file
        texts = [renamed.name, renamed.venue, renamed.organizer, *(entry.name for entry in renamed.entries)]
        staying = sorted({each for each in self.pseudonyms if any(each in text for text in texts)})
        told = [
            Message(
                "{name} in {event} was forgotten, and stays so. If this is another player of that name, give them a "
                "Player ID.",
                name=each,
                event=renamed.title,
            )
            for each in staying
        ]
        if source.content is not None:
            told.append(
                Message(
                    "The workbook of {event} is not kept, because a player in it was forgotten; its results are.",
                    event=renamed.title,
                )
            )
        return renamed, Source(file), told

    @cached_property
    def _known(self) -> Mapping[str, int]:
        return dict(self.connection.execute(select(PLAYERS.c.identity, PLAYERS.c.player)).all())

    @cached_property
    def _parted(self) -> Mapping[int, set[tuple[str, str]]]:
        """The events, by name and day, in which a player is somebody else."""
        query = (
            select(PLAYERS.c.player, EVENTS.c.name_key, EVENTS.c.date)
            .join(ENTRIES, ENTRIES.c.player == PLAYERS.c.player)
            .join(EVENTS, EVENTS.c.event == ENTRIES.c.event)
            .where(ENTRIES.c.person != PLAYERS.c.person)
        )
        parted = defaultdict[int, set[tuple[str, str]]](set)
        for player, name, day in self.connection.execute(query):
            parted[player].add((name, day))
        return parted

    def _rename(
        self, record: EventRecord, found: Mapping[str, str], names: Mapping[str, str], file: str
    ) -> tuple[EventRecord, str]:
        """Return a record, and the name of its file, with the pseudonyms that were ``found``."""
        ids = {identity(each): each.player_id for each in record.entries}
        others = {*self.connection.execute(select(ENTRIES.c.name).distinct()).scalars()}
        others |= {entry.name for entry in record.entries if identity(entry) not in found}
        keys = {who[1:] for who in found if who.startswith("=")}
        kept = [name for name in others if keys.isdisjoint(map(key, list_partners(name)))]
        renamings = []
        for player in dict.fromkeys(found.values()):
            mine = [who for who in found if found[who] == player]
            words = [names[who] for who in mine if is_word(names[who])]
            renamings.append(Renaming(words, player, [ids[who] for who in mine if who.startswith("#")], kept))

        def text(of: str) -> str:
            for renaming in renamings:
                of = renaming.replace(of)
            return of

        def entry(old: Entry) -> Entry:
            if player := found.get(identity(old)):
                return replace(old, name=player, player_id="")
            return replace(old, name=rename_team(old.name, {who[1:]: found[who] for who in found if who[0] == "="}))

        texts: dict[str, Any] = {
            name: text(getattr(record, name)) for name in ("name", "event_id", "venue", "organizer")
        }
        return replace(record, **texts, entries=tuple(map(entry, record.entries))), text(file)


def read_forgotten(connection: Connection) -> Forgotten:
    """Return who was forgotten; who came after somebody of the same name, and was forgotten, too, is not that one.

    Whoever was merged under a pseudonym with somebody who was forgotten later, is that one now.
    """
    found = Forgotten(connection)
    for row in connection.execute(_FORGETTINGS):
        body = json.loads(row.body)
        found.salt = body["salt"]
        found.players = dict.fromkeys(body["names"], body["player"]) | found.players
        found.files |= set(body["files"])
        found.pseudonyms.add(body["player"])
    for digest, player in found.players.items():
        while later := found.look_up(f"={key(player)}"):
            player = later
        found.players[digest] = player
    return found


def tell_forgettings(connection: Connection) -> Iterator[str]:
    """Yield why seals are not those that were published once."""
    for row in connection.execute(_FORGETTINGS):
        before = shorten_digest(json.loads(row.body)["before"])
        day = row.at[:10]
        yield f"Change {row.number} ({day}) forgot somebody; the short word from before, {before}, fits no more."


_FORGETTINGS: Final = select(LOG.c.number, LOG.c.at, LOG.c.body).where(LOG.c.kind == FORGET).order_by(LOG.c.number)


def _list_people(record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield each identity in a record with its name, also those of which a team consists, and of the organizers."""
    for entry in record.entries:
        yield identity(entry), entry.name
        yield from ((f"={key(name)}", name) for name in list_partners(entry.name))
    for name in {record.organizer, *_BETWEEN.split(record.organizer)} - {""}:
        yield f"={key(name)}", name


def _list_phrases(record: EventRecord, file: str) -> Iterator[tuple[str, str]]:
    """Yield what may be a name in what an event is called: a few words one after the other, without numbers."""
    for text in (record.name, record.venue, record.organizer, re.sub(r"\.\w+$", "", file)):
        words = [each.strip(_AROUND) for each in _GAP.split(text)]
        for first, last in combinations(range(len(words) + 1), 2):
            phrase = " ".join(words[first:last])
            if last - first <= MOST_WORDS and not any(map(str.isdigit, phrase)):
                yield f"={key(phrase)}", phrase


MOST_WORDS: Final = 4
"""Of longer names only whole texts are looked for."""
_AROUND: Final = '()[],;:!?"“”„«»'
_GAP: Final = re.compile(r"[\s_+/\\]+")
_BETWEEN: Final = re.compile(r"\s*[,;/&+]\s*|\s+(?:and|und|et|y|e)\s+")
"""What stands between the names of several organizers."""
