"""Forgets a person: a pseudonym takes the place of every name in the log, and workbooks with a name are dropped.

It is one transaction, which nobody can take back. Every figure stays as it is; the lines of the log are sealed again,
and another one says so (archive 10.1 to 10.6).
"""

from __future__ import annotations

import html
import io
import json
import re
import secrets
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, delete, select, update

from turnabout_sheets.archive.derive import FORGET, derive, read_lines
from turnabout_sheets.archive.errors import BRING_BACK, ArchiveError, NotThereError
from turnabout_sheets.archive.forgotten import (
    EVENT_TEXTS,
    LONG_ID,
    digest_slowly,
    make_renaming,
    read_forgotten,
    rename_team,
)
from turnabout_sheets.archive.log import Command, last_seal, seal
from turnabout_sheets.archive.people import find_alone, list_partners, who_is_who
from turnabout_sheets.archive.records import Body
from turnabout_sheets.archive.schema import LOG, PLAYERS, SOURCES
from turnabout_sheets.archive.verify import verify
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.digests import write_canonical
from turnabout_sheets.core.text import join_words, key

UNREACHED: Final = (
    "What this cannot reach: the workbooks and lists themselves, exports, ratings workbooks and pages that were "
    "written or published before, and backups of the archive. Write or publish them anew, and delete the old ones."
)

_IN_LINE: Final = ("told", "file", "note", "author")
"""The columns of a line in which texts stand."""


@dataclass
class Forgetting:
    """Who is to be forgotten, and what has to change. A person who stands only in teams has no players."""

    label: str
    names: set[str]  # all that the person was ever entered under
    only: dict[str, str]  # the pseudonym by each of these, as it is compared, that nobody else has
    players: set[int]  # those who the person is
    mine: set[tuple[int | None, int]]  # event and player of the person's entries, also in what is undone
    number: int  # of the player who takes the place
    pseudonym: str
    rename: Callable[[str], str]  # takes the names out of a text
    body: Body  # of the line that says so
    lines: dict[int, dict[str, Any]] = field(default_factory=dict)  # those that change, by number
    events: dict[int, str] = field(default_factory=dict)  # those that are rewritten, and their titles
    workbooks: dict[int, str] = field(default_factory=dict)  # those of which the workbook goes

    @property
    def shared(self) -> bool:
        """Whether somebody else has one of the names, too."""
        return not set(map(key, self.names)) <= self.only.keys()

    def tell(self, *, before: bool) -> Iterator[str]:
        """Yield what there is to know, ``before`` it is done or afterwards."""
        teams = sorted(name for name in self.names if list_partners(name))
        yield from (f"{team} is a team: all of them are forgotten by that name." for team in teams)
        if before and len(teams) == len(self.names):
            yield "To forget one of them only, give the name of that one alone."
        if not before:
            yield f"{self}."
            if self.workbooks:
                titles = join_words(list(self.workbooks.values()), "and")
                yield f"The archive no longer keeps the workbooks of {titles}; it keeps the results."
            if self.shared:
                yield "Others have that name, too: where nothing says who is meant, it stays."

    def __str__(self) -> str:
        """Say it as the log does."""
        number = len(self.events)
        return f"Forgot somebody, who is now {self.pseudonym}, in {number:,} event{'' if number == 1 else 's'}"

    def rewrite(self, event: int | None, body: Body) -> Body:
        """Return the body of a line without the person."""
        if "entries" in body:
            entries = [
                [self.number, self.pseudonym, "", *figures]
                if (event, player) in self.mine
                else [player, rename_team(name, self.only), player_id, *figures]
                for player, name, player_id, *figures in body["entries"]
            ]
            return {**body, **{name: self.rename(body[name]) for name in EVENT_TEXTS}, "entries": entries}
        if "new" in body:
            return {**body, "new": [row for row in body["new"] if row[0] not in self.players]}
        return body


def prepare_forgetting(connection: Connection, named: str) -> Forgetting:
    """Return what it takes to forget a person; nothing is written. Raises `ArchiveError`."""
    if broken := verify(connection):
        raise ArchiveError(
            f"The archive was altered without the program ({broken[0]}), which nobody could see any "
            f"more if somebody were forgotten; see {name_program()} archive verify, and {BRING_BACK}"
        )
    found, titles, sources = _find_person(connection, named), dict[int, str](), defaultdict[int, set[str]](set)
    concerned = set[int]()
    for row in connection.execute(select(LOG).order_by(LOG.c.number), execution_options={"yield_per": 100}).mappings():
        body, event = json.loads(row["body"]), row["about"]
        texts = {name: row[name] and found.rename(row[name]) for name in _IN_LINE}
        new = {**row, **texts, "body": write_canonical(found.rewrite(event, body))}
        if new != row:
            found.lines[row["number"]] = new
        if "entries" in body:
            titles[event] = f"{found.rename(body['name'])} ({body['date']})"
            sources[event] |= {row["source"]} - {None}
            if new["body"] != row["body"]:
                concerned.add(event)
    elsewhere = {digest for event, some in sources.items() if event not in concerned for digest in some}
    named_in = {digest for digest in elsewhere if _is_named(connection, digest, found.rename)}
    concerned |= {event for event, some in sources.items() if some & named_in}
    found.events = {event: titles[event] for event in sorted(concerned)}
    found.workbooks = {event: title for event, title in found.events.items() if sources[event]}
    dropped = {digest for event in found.workbooks for digest in sources[event]}
    found.body["files"] = sorted(digest_slowly(each, found.body["salt"]) for each in dropped)
    return found


def forget(connection: Connection, command: Command, found: Forgetting) -> None:
    """Forget a person, as it was prepared. Raises `ArchiveError` where the archive was changed since."""
    if last_seal(connection) != found.body["before"]:
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
    noting = Command(reason=found.rename(command.reason), author=found.rename(command.author))
    noting.write(connection, FORGET, str(found), found.body)
    derive(connection)


def _find_person(connection: Connection, named: str) -> Forgetting:
    """Return who is to be forgotten, with those of these names who are only in what is undone or replaced."""
    living, who, forgotten = who_is_who(connection), who_is_who(connection, everybody=True), read_forgotten(connection)
    if not who.persons_called(named) and (player := forgotten.look_up(f"={key(named)}")):
        raise NotThereError(f'"{named}" was forgotten already, and is {player} now; nothing to do.')
    players = {row.player: row for row in connection.execute(select(PLAYERS).order_by(PLAYERS.c.player))}
    lines = read_lines(connection, LOG.c.about.is_not(None))
    entered = {(each.about, player, name) for each in lines for player, name, *_ in each.body.get("entries", ())}
    there = {name for *_, name in entered}
    person, label = find_alone(living if living.persons_called(named) else who, named, there)
    mine = {each for each in entered if who.decisions.person(each[1], each[0]) == person}
    ours = {player for player in players if who.decisions.person(player) == person}
    names = {name for *_, name in mine} | {players[each].name for each in ours} or {label}
    keys = set(map(key, names))
    if keys <= set(map(key, forgotten.pseudonyms)):
        raise NotThereError(f"{label} is somebody who was forgotten already; nothing to do.")
    names_of = {player: {key(row.name)} for player, row in players.items()}
    for _, player, name in entered:
        names_of[player].add(key(name))
    borne = {name for player in living.names.keys() - ours for name in names_of[player]}
    undone = {player for player in names_of.keys() - living.names.keys() if names_of[player] <= keys - borne}
    mine |= {each for each in entered if each[1] in undone or each[1] in ours - living.names.keys()}
    strangers = entered - mine
    others = {name for *_, name in strangers}
    # With those of whom nothing is left: they only played where they were really this person.
    ours |= undone | {player for _, player, _ in mine} - {player for _, player, _ in strangers}
    pseudonym = f"Player {secrets.token_hex(2)}"
    while key(pseudonym) in map(key, there):
        pseudonym = f"Player {secrets.token_hex(2)}"
    only = {name for name in names if key(name) not in set(map(key, others))}
    ids = {players[each].player_id for each in ours} - {""}
    labels = {f"{name} (Player ID {each})" for name in names for each in ids}
    now = dict.fromkeys((*only, *labels, *(each for each in ids if len(each) >= LONG_ID)), pseudonym)
    number, salt = max(players, default=0) + 1, forgotten.salt or secrets.token_hex(16)
    known = {players[each].identity for each in ours} | {f"={key(name)}" for name in only}
    return Forgetting(
        label=label,
        names=names,
        only=dict.fromkeys(map(key, only), pseudonym),
        players=ours,
        mine={(event, player) for event, player, _ in mine},
        number=number,
        pseudonym=pseudonym,
        rename=make_renaming(now, others),
        body={
            "player": pseudonym,
            "number": number,
            "new": [[number, pseudonym, ""]],
            "players": sorted(ours),
            "before": last_seal(connection) or "",
            "salt": salt,
            "names": sorted(digest_slowly(each, salt) for each in known),
        },
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
