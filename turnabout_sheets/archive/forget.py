"""Forgets a person: a pseudonym takes the place of every name in the log, and workbooks with a name are dropped.

It is one transaction, which nobody can take back. Every figure stays as it is; the lines of the log are sealed again,
and another one says so (archive 10.1 to 10.6). Nothing is kept of a name but a slow digest with a salt (scrypt), by
which a person is known who comes again. Whoever reads the archive learns no name of it, but a guess can be confirmed;
that each takes a hundredth of a second is all that stands against it.
"""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
import secrets
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, count
from typing import Any, Final
from unicodedata import normalize

from sqlalchemy import Connection, delete, select, update

from turnabout_sheets.archive.derive import FORGET, derive, read_lines
from turnabout_sheets.archive.errors import BRING_BACK, ArchiveError, NotThereError
from turnabout_sheets.archive.events import Source
from turnabout_sheets.archive.log import Command, last_seal, seal, write_canonical
from turnabout_sheets.archive.people import TEAM, find_alone, list_partners, who_is_who
from turnabout_sheets.archive.records import Body, EventRecord, identity, read_body, write_body
from turnabout_sheets.archive.schema import ENTRIES, LOG, PLAYERS, SOURCES
from turnabout_sheets.archive.verify import verify
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import key, tidy

UNREACHED: Final = (
    "What this cannot reach: the workbooks and lists themselves, exports, ratings workbooks and pages that were "
    "written or published before, and backups of the archive. Write or publish them anew, and delete the old ones."
)
LONG_ID: Final = 5
"""A Player ID of as many characters is known in a text; a shorter one may be any number."""
MOST_WORDS: Final = 4
"""Of longer names only whole texts are looked for."""

_IN_LINE: Final = ("told", "file", "note", "author")
_IN_EVENT: Final = ("name", "event_id", "venue", "organizer")
"""The columns of a line, and the facts of an event, in which texts stand."""

_GAP: Final = r"[\s_+]+"


@lru_cache(maxsize=1 << 16)  # the same players come in event after event
def digest_slowly(who: str, salt: str) -> str:
    """Return the slow digest of an identity, by which whoever was forgotten is known again."""
    return hashlib.scrypt(who.encode(), salt=bytes.fromhex(salt), n=1 << 12, r=8, p=1, dklen=32).hex()


def _plain(name: str) -> str:
    return re.sub(_GAP, " ", key(name))


def _match_word(name: str) -> str:
    # From Thai on, scripts have words without spaces between them.
    before, after = ("" if letter >= "\u0e00" else r"[^\W_]" for letter in (name[0], name[-1]))
    words = _GAP.join(map(re.escape, re.split(_GAP, name)))
    return f"{before and f'(?<!{before})'}{words}{after and f'(?!{after})'}"


class Renaming:
    """Puts pseudonyms, ``now``, in the place of names, but not within the longer names of ``others``."""

    def __init__(self, now: Mapping[str, str], others: Iterable[str]) -> None:
        self._names = {key(old): new for old, new in now.items()}
        # Without a letter, a short name may be any number.
        sought = {_plain(old): new for old, new in now.items() if any(map(str.isalpha, old)) or len(old) >= LONG_ID}
        alone = [each for each in others if not any(_plain(partner) in sought for partner in list_partners(each))]
        longer = [each for each in alone if any(name in _plain(each) for name in sought)]
        spelled = {spelling for name in (*now, *longer) for spelling in (tidy(name), key(name))}
        words = map(_match_word, sorted(spelled, key=lambda each: (-len(each), each)))
        self._sought, self._pattern = sought, re.compile("|".join(words) or "(?!)", re.IGNORECASE)

    def text(self, text: str) -> str:
        """Return a text with pseudonyms in the place of whole words."""
        composed = normalize("NFC", text)
        renamed = self._pattern.sub(lambda match: self._sought.get(_plain(match[0]), match[0]), composed)
        return text if renamed == composed else renamed

    def event(self, body: Body, players: Mapping[int, tuple[int, str]]) -> Body:
        """Return an event in which some ``players`` have another number and a pseudonym, as have partners in teams."""
        entries = [
            [*players[player], "", *figures] if player in players else [player, self._team(name), player_id, *figures]
            for player, name, player_id, *figures in body["entries"]
        ]
        return {**body, **{name: self.text(body[name]) for name in _IN_EVENT}, "entries": entries}

    def _team(self, name: str) -> str:
        return TEAM.join(self._names.get(key(each), each) for each in list_partners(name)) or name


@dataclass
class Forgetting:
    """A person to be forgotten, and everything that changes."""

    label: str
    names: set[str]  # all that the person was ever entered under
    shared: bool  # whether somebody else has one of them, too
    mine: set[tuple[int | None, int]]  # event and player of the person's entries, also in what is undone
    renaming: Renaming
    body: Body  # of the line that says so
    sealed: str  # the last seal before
    lines: dict[int, dict[str, Any]] = field(default_factory=dict)  # those that change, by number
    events: dict[int, str] = field(default_factory=dict)  # those that are rewritten, and their titles
    workbooks: dict[int, str] = field(default_factory=dict)  # those of which the workbook goes

    def __str__(self) -> str:
        """Say it as the log does."""
        number = len(self.events)
        return f"Forgot somebody, who is now {self.body['player']}, in {number:,} event{'' if number == 1 else 's'}"

    def rewrite(self, event: int | None, body: Body) -> Body:
        """Return the body of a line without the person."""
        if "entries" in body:
            players = {player for player, *_ in body["entries"] if (event, player) in self.mine}
            return self.renaming.event(body, dict.fromkeys(players, (self.body["number"], self.body["player"])))
        if "new" in body:
            return {**body, "new": [row for row in body["new"] if row[0] not in self.body["players"]]}
        return body


def prepare_forgetting(connection: Connection, named: str) -> Forgetting:
    """Return what it takes to forget a person; nothing is written. Raises `ArchiveError`."""
    if broken := verify(connection):
        raise ArchiveError(
            f"The archive was altered without the program ({broken[0]}), which nobody could see any "
            f"more if somebody were forgotten; see {name_program()} archive verify, and {BRING_BACK}"
        )
    found = _find_person(connection, named)
    rename, titles, concerned = found.renaming.text, dict[int, str](), set[int]()
    sources = defaultdict[int, set[str]](set)
    for row in connection.execute(select(LOG).order_by(LOG.c.number), execution_options={"yield_per": 100}).mappings():
        body, event = json.loads(row["body"]), row["about"]
        texts = {name: row[name] and rename(row[name]) for name in _IN_LINE}
        new = {**row, **texts, "body": write_canonical(found.rewrite(event, body))}
        if new != row:
            found.lines[row["number"]] = new
        if "entries" in body:
            titles[event] = f"{rename(body['name'])} ({body['date']})"
            if new["body"] != row["body"]:
                concerned.add(event)
        if row["source"] is not None:
            sources[event].add(row["source"])
    for event in sources.keys() - concerned:
        if any(_is_named(connection, digest, rename) for digest in sources[event]):
            concerned.add(event)
    found.events = {event: titles[event] for event in sorted(concerned)}
    found.workbooks = {event: title for event, title in found.events.items() if event in sources}
    dropped, salt = {digest for event in found.workbooks for digest in sources[event]}, found.body["salt"]
    found.body["files"] = sorted(digest_slowly(digest, salt) for digest in dropped)
    return found


def forget(connection: Connection, command: Command, found: Forgetting) -> None:
    """Forget a person, as it was prepared. Raises `ArchiveError` where the archive was changed since."""
    if last_seal(connection) != found.sealed:
        raise ArchiveError("Somebody else has changed the archive meanwhile, so nothing was done; try again.")
    before = ""
    for row in connection.execute(select(LOG).order_by(LOG.c.number)).mappings().all():
        new = found.lines.get(row["number"], dict(row))
        if row["about"] in found.workbooks:
            new["source"] = None
        before = new["seal"] = seal(before, new)
        if before != row["seal"]:
            connection.execute(update(LOG).where(LOG.c.number == row["number"]).values(new))
    connection.execute(
        delete(SOURCES).where(SOURCES.c.digest.not_in(select(LOG.c.source).where(LOG.c.source.is_not(None))))
    )
    noting = Command(reason=found.renaming.text(command.reason), author=found.renaming.text(command.author))
    noting.write(connection, FORGET, str(found), found.body)
    derive(connection)


def _find_person(connection: Connection, named: str) -> Forgetting:
    """Return who is to be forgotten."""
    living, who, forgotten = who_is_who(connection), who_is_who(connection, everybody=True), read_forgotten(connection)
    if not who.persons_called(named) and (player := forgotten.look_up(f"={key(named)}")):
        raise NotThereError(f'"{named}" was forgotten already, and is {player} now; nothing to do.')
    players = {row.player: row for row in connection.execute(select(PLAYERS))}
    lines = read_lines(connection, LOG.c.about.is_not(None))
    entered = {(each.about, player, name) for each in lines for player, name, *_ in each.body.get("entries", ())}
    there = {name for *_, name in entered}
    person, label = find_alone(living if living.persons_called(named) else who, named, there)
    known = entered | {(None, row.player, row.name) for row in players.values()}
    mine = {each for each in known if who.decisions.person(each[1], each[0]) == person}
    names = {name for *_, name in mine} or {label}
    keys = set(map(key, names))
    if keys <= set(map(key, forgotten.players.values())):
        raise NotThereError(f"{label} is somebody who was forgotten already; nothing to do.")
    # Players who appear only in undone or replaced events are this person, too, unless a current player has the name.
    borne = {key(name) for _, player, name in known - mine if player in living.names}
    stay = {player for _, player, name in known if player in living.names or key(name) not in keys - borne}
    mine |= {each for each in known if each[1] not in stay}
    others = {name for *_, name in entered - mine}
    only = {name for name in names if key(name) not in set(map(key, others))}
    # Of some players all is this person's, but not the player: they only played where they were really this person.
    elsewhere = {player for _, player, _ in entered - mine}
    ours = {player for event, player, _ in mine if event is None or player not in elsewhere}
    drawn = (f"Player {secrets.token_hex(2)}" for _ in count())
    pseudonym = next(each for each in drawn if key(each) not in set(map(key, there)))
    ids = {players[each].player_id for each in ours} - {""}
    labels = {f"{name} (Player ID {each})" for name in names for each in ids}
    now = dict.fromkeys((*only, *labels, *(each for each in ids if len(each) >= LONG_ID)), pseudonym)
    number, salt = max(players, default=0) + 1, forgotten.salt or secrets.token_hex(16)
    identities = {players[each].identity for each in ours} | {f"={key(name)}" for name in only}
    return Forgetting(
        label=label,
        names=names,
        shared=len(set(map(key, only))) < len(keys),
        mine={(event, player) for event, player, _ in mine},
        renaming=Renaming(now, others),
        body={
            "player": pseudonym,
            "number": number,
            "new": [[number, pseudonym, ""]],
            "players": sorted(ours),
            "salt": salt,
            "names": sorted(digest_slowly(each, salt) for each in identities),
        },
        sealed=last_seal(connection),
    )


def _is_named(connection: Connection, digest: str, rename: Callable[[str], str]) -> bool:
    """Return whether a name may be anywhere in a kept workbook; one that cannot be opened may hold anything."""
    content = connection.execute(select(SOURCES.c.content).where(SOURCES.c.digest == digest)).scalar() or b""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            texts = [*parts.namelist(), *(parts.read(each).decode("utf-8", "replace") for each in parts.namelist())]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError):
        return True
    # A name may be in pieces that look different.
    plain = [html.unescape(re.sub(r"<[^<>]*>", gap, part)) for part in texts for gap in ("", " ")]
    return any(rename(each) != each for each in (*plain, *texts))


@dataclass
class Forgotten:
    """Who was forgotten: pseudonyms by slow digests, and those of the workbooks that went; all have one ``salt``."""

    connection: Connection
    salt: str = ""
    players: dict[str, str] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)

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
        texts = [*(getattr(record, each) for each in _IN_EVENT), re.sub(r"\.\w+$", "", source.file)]
        whose = [(identity(each.name, each.player_id), each.name) for each in record.entries]
        partners = ((f"={key(each)}", each) for _, name in whose for each in list_partners(name))
        wanted = dict([*_list_phrases(texts), *partners, *whose])
        found = {who: player for who in wanted if who not in self._known and (player := self.look_up(who))}
        if not found and (source.digest is None or digest_slowly(source.digest, self.salt) not in self.files):
            return record, source, []
        others = {*self.connection.execute(select(ENTRIES.c.name).distinct()).scalars()}
        others |= {name for who, name in whose if who not in found}
        ids = {who[1:]: player for who, player in found.items() if len(who) > LONG_ID}
        renaming = Renaming(ids | {wanted[who]: player for who, player in found.items()}, others)
        players = {place: (place, found[who]) for place, (who, _) in enumerate(whose) if who in found}
        record = read_body(renaming.event(write_body(record, range(len(whose))), players))
        said = [
            Message(
                "{name} in {event} was forgotten, and stays so. If this is another player of that name, give them a "
                "Player ID.",
                name=each,
                event=record.title,
            )
            for each in sorted(set(found.values()))
        ]
        if source.content is not None:
            said.append(
                Message(
                    "The workbook of {event} is not kept, because a player in it was forgotten; its results are.",
                    event=record.title,
                )
            )
        return record, Source(renaming.text(source.file)), said


def read_forgotten(connection: Connection) -> Forgotten:
    """Return who was forgotten; who was merged with somebody forgotten later is that one now."""
    found = Forgotten(connection)
    for line in read_lines(connection, LOG.c.kind == FORGET):
        found.salt, player = line.body["salt"], str(line.body["player"])
        found.players = dict.fromkeys(line.body["names"], player) | found.players
        found.files |= {*line.body["files"]}
    for digest, player in found.players.items():
        while later := found.look_up(f"={key(player)}"):
            player = later
        found.players[digest] = player
    return found


def _list_phrases(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what may be a name in texts, as it is compared and as it stands: a few words, without numbers."""
    for text in texts:
        words = re.findall(r"[^\s_+/\\()\[\],;:!?\"“”„«»&]+", text)
        for first, last in combinations(range(len(words) + 1), 2):
            phrase = " ".join(words[first:last])
            if last - first <= MOST_WORDS and not any(map(str.isdigit, phrase)):
                yield f"={key(phrase)}", phrase
        yield f"={key(text)}", text
