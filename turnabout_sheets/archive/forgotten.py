"""Those who were forgotten: how they are known when they come again, and how they are taken out of what comes.

Nothing is kept of a name but a slow digest with a salt (scrypt). Who reads the archive learns no name of it, but who
guesses one can have it confirmed; that each guess takes a hundredth of a second is all that stands against it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, Final
from unicodedata import normalize

from sqlalchemy import Connection, select

from turnabout_sheets.archive.derive import FORGET, read_record
from turnabout_sheets.archive.events import Source, find_same_event
from turnabout_sheets.archive.people import TEAM, list_partners
from turnabout_sheets.archive.records import Entry, EventRecord, identity
from turnabout_sheets.archive.schema import ENTRIES, LOG, PLAYERS
from turnabout_sheets.core.digests import shorten_digest
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import key, tidy

EVENT_TEXTS: Final = ("name", "event_id", "venue", "organizer")
"""The facts of an event in which names may stand."""
LONG_ID: Final = 5
"""A Player ID of as many characters is known in a text; a shorter one may be any number."""
MOST_WORDS: Final = 4
"""Of longer names only whole texts are looked for."""

_GAP: Final = r"[\s_+]+"


@lru_cache(maxsize=1 << 16)  # the same players come in event after event
def digest_slowly(who: str, salt: str) -> str:
    """Return the slow digest of an identity, by which whoever was forgotten is known again."""
    return hashlib.scrypt(who.encode(), salt=bytes.fromhex(salt), n=1 << 12, r=8, p=1, dklen=32).hex()


def make_renaming(now: Mapping[str, str], others: Iterable[str]) -> Callable[[str], str]:
    """Return what puts new names in the place of whole words in a text, but within the longer names of others."""
    # Without a letter, a short name may be any number.
    sought = {_plain(old): new for old, new in now.items() if any(map(str.isalpha, old)) or len(old) >= LONG_ID}
    alone = [each for each in others if not any(_plain(partner) in sought for partner in list_partners(each))]
    longer = [each for each in alone if any(name in _plain(each) for name in sought)]
    spelled = {spelling for name in (*now, *longer) for spelling in (tidy(name), key(name))}
    words = map(_match_word, sorted(spelled, key=lambda each: (-len(each), each)))
    pattern = re.compile("|".join(words) or "(?!)", re.IGNORECASE)

    def rename(text: str) -> str:
        composed = normalize("NFC", text)
        renamed = pattern.sub(lambda match: sought.get(_plain(match[0]), match[0]), composed)
        return text if renamed == composed else renamed

    return rename


def _plain(name: str) -> str:
    return re.sub(_GAP, " ", key(name))


def _match_word(name: str) -> str:
    # From Thai on, scripts have words without spaces between them.
    before, after = ("" if letter >= "\u0e00" else r"[^\W_]" for letter in (name[0], name[-1]))
    words = _GAP.join(map(re.escape, re.split(_GAP, name)))
    return f"{before and f'(?<!{before})'}{words}{after and f'(?!{after})'}"


def rename_team(name: str, pseudonyms: Mapping[str, str]) -> str:
    """Return the name of a team with the pseudonyms of its partners; any other name as it is."""
    return TEAM.join(pseudonyms.get(key(each), each) for each in list_partners(name)) or name


@dataclass
class Forgotten:
    """Who was forgotten: pseudonyms by slow digest, and the workbooks that are not kept; all have one ``salt``."""

    connection: Connection
    salt: str = ""
    players: dict[str, str] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    pseudonyms: set[str] = field(default_factory=set)  # all, also of those who were forgotten once more

    def look_up(self, who: str) -> str | None:
        """Return who somebody is now that was forgotten; None for anybody else."""
        return self.players.get(digest_slowly(who, self.salt)) if self.players else None

    @cached_property
    def _known(self) -> set[str]:
        return {*self.connection.execute(select(PLAYERS.c.identity)).scalars()}

    def take_out(self, record: EventRecord, source: Source) -> tuple[EventRecord, Source, list[Message]]:
        """Return an event and its source without names of the forgotten that nobody else has, and who they are."""
        if not self.players:
            return record, source, []
        facts = {each: getattr(record, each) for each in EVENT_TEXTS}
        wanted = dict(_list_phrases([*facts.values(), re.sub(r"\.\w+$", "", source.file)]))
        wanted |= {f"={key(each)}": each for entry in record.entries for each in list_partners(entry.name)}
        wanted |= {identity(entry): entry.name for entry in record.entries}
        found = {who: player for who in wanted if who not in self._known and (player := self.look_up(who))}
        again = source.digest is not None and digest_slowly(source.digest, self.salt) in self.files
        if not found and not again:
            return record, source, []
        others = {*self.connection.execute(select(ENTRIES.c.name).distinct()).scalars()}
        others |= {entry.name for entry in record.entries if identity(entry) not in found}
        known = {who[1:]: player for who, player in found.items()}
        ids = {each: player for each, player in known.items() if len(each) >= LONG_ID}
        rename = make_renaming(ids | {wanted[who]: player for who, player in found.items()}, others)

        def pass_over(old: Entry) -> Entry:
            if player := found.get(identity(old)):
                return replace(old, name=player, player_id="")
            return replace(old, name=rename_team(old.name, known))

        texts: dict[str, Any] = {name: rename(text) for name, text in facts.items()}
        record, file = replace(record, **texts, entries=tuple(map(pass_over, record.entries))), rename(source.file)
        if again and (old := find_same_event(self.connection, record)):
            record, file = read_record(self.connection, old.event), old.file
        told = " ".join((*(getattr(record, each) for each in EVENT_TEXTS), *(entry.name for entry in record.entries)))
        said = [
            Message(
                "{name} in {event} was forgotten, and stays so. If this is another player of that name, give them a "
                "Player ID.",
                name=each,
                event=record.title,
            )
            for each in sorted(set(self.players.values()))
            if each in told
        ]
        if source.content is not None:
            said.append(
                Message(
                    "The workbook of {event} is not kept, because a player in it was forgotten; its results are.",
                    event=record.title,
                )
            )
        return record, Source(file), said


def read_forgotten(connection: Connection) -> Forgotten:
    """Return who was forgotten; who was merged with somebody forgotten later is that one now."""
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


def _list_phrases(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what may be a name in texts, as it is compared and as it stands: a few words, without numbers."""
    for text in texts:
        words = re.findall(r"[^\s_+/\\()\[\],;:!?\"“”„«»&]+", text)
        for first, last in combinations(range(len(words) + 1), 2):
            phrase = " ".join(words[first:last])
            if last - first <= MOST_WORDS and not any(map(str.isdigit, phrase)):
                yield f"={key(phrase)}", phrase
        yield f"={key(text)}", text
