"""What was altered without the program is found: digests, a sum over all rows, and the hash chain of the changes.

A digest is the SHA-256 of canonical JSON, in hexadecimal digits. That of an event leaves out everything that is a
number of one archive, so that an event has the same digest wherever it is archived. Those of changes are a chain: the
digest of each has that of the change before it in it, so the last one seals them all.

Each row adds a number that is as good as drawn by lot. One that changes is taken away and added anew: so
a change costs what it writes, however much is there, and the sum can be found anew from all rows. It is this wide
because a sum of digests is not as strong as a digest: who chooses many rows hits one of 256 bits in some 2 to the 32nd
trials, and one of 4096 in 2 to the 128th (Wagner, A Generalized Birthday Problem).

The last change of what was written at once also has the digest of the state that the archive had come to by then: so
what is in force, or ended, is sealed with it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, bindparam, func, select, update

from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, INFO, LINKS, MATCHES, PLAYERS, insert_many
from turnabout_sheets.core.digests import digest, write_canonical

Row = Mapping[Any, Any]


def name_columns(table: Table, *but: str) -> Sequence[str]:
    """Return the names of a table's columns but some, as JSON sorts them."""
    return sorted(column.name for column in table.columns if column.name not in but)


_OF_EVENT: Final = name_columns(EVENTS, "version", "event", "file", "source", "added", "ended", "digest")
_OF_ENTRY: Final = sorted([*name_columns(ENTRIES, "version", "player"), "identity"])
_OF_MATCH: Final = name_columns(MATCHES, "version")


def digest_version(event: Row, entries: Iterable[Row], identities: Iterable[str], matches: Iterable[Row]) -> str:
    """Return the digest of a version of an event, from its rows in the order of their numbers.

    ``identities`` are those of the entries' players, in the same order.
    """
    entered = ({**row, "identity": who} for row, who in zip(entries, identities, strict=True))
    facts = write_canonical({name: event[name] for name in _OF_EVENT})
    text = (
        f'{{"entries":{_write_rows(_OF_ENTRY, entered)},"event":{facts},"matches":{_write_rows(_OF_MATCH, matches)}}}'
    )
    return hashlib.sha256(text.encode()).hexdigest()


def _write_rows(names: Sequence[str], rows: Iterable[Row]) -> str:
    """Return canonical JSON of some columns of rows."""
    pattern = "{" + ",".join(f'"{name}":%s' for name in names) + "}"
    return f"[{','.join(write_each(pattern, map(itemgetter(*names), rows)))}]"


_A_LINE_EACH: Final = json.JSONEncoder(ensure_ascii=False, separators=("\n", ":"))
"""Writes each value of a list on a line of its own: JSON never breaks a line within a value."""


def write_each(pattern: str, rows: Iterable[Sequence[object]]) -> list[str]:
    """Return canonical JSON of each of some rows by a pattern, in which every %s stands for one of its plain values.

    All values are written at once, which takes a fraction of the time.
    """
    values = list(chain.from_iterable(rows))
    texts = iter(_A_LINE_EACH.encode(values)[1:-1].split("\n") if values else [])
    return [pattern % some for some in zip(*[texts] * pattern.count("%s"), strict=True)]


def digest_versions(connection: Connection, versions: Sequence[int]) -> dict[int, str]:
    """Return the digests of versions as their rows now are."""
    events = {row["version"]: row for row in _rows(connection, select(EVENTS).where(EVENTS.c.version.in_(versions)))}
    entered = select(ENTRIES, PLAYERS.c.identity).join(PLAYERS).where(ENTRIES.c.version.in_(versions))
    played = select(MATCHES).where(MATCHES.c.version.in_(versions))
    entries = _by_version(_rows(connection, entered.order_by(ENTRIES.c.version, ENTRIES.c.entry)))
    matches = _by_version(_rows(connection, played.order_by(MATCHES.c.version, MATCHES.c.match)))
    digests = {}
    for version, event in events.items():
        rows = entries.get(version, [])
        digests[version] = digest_version(event, rows, [row["identity"] for row in rows], matches.get(version, []))
    return digests


def _rows(connection: Connection, query: Any) -> list[Row]:
    return [row._mapping for row in connection.execute(query)]


def _by_version(rows: Iterable[Row]) -> dict[int, list[Row]]:
    return {version: list(some) for version, some in groupby(rows, itemgetter("version"))}


AT_ONCE: Final = 100
"""How many versions are read at once."""


def walk_versions(connection: Connection) -> Iterable[tuple[int, str | None, str]]:
    """Yield the number of each version, the digest that it has, and the one that its rows come to."""
    kept = {row.version: row.digest for row in connection.execute(select(EVENTS.c.version, EVENTS.c.digest))}
    numbers = sorted(kept)
    for start in range(0, len(numbers), AT_ONCE):
        for version, found in digest_versions(connection, numbers[start : start + AT_ONCE]).items():
            yield version, kept[version], found


WIDTH: Final = 512
"""The bytes of the sum, and of the number that a row adds."""

COUNTED: Final[Mapping[Table, Sequence[str]]] = {
    EVENTS: ("version", "event", "digest", "file", "source", "added", "ended"),
    PLAYERS: ("player", "identity", "player_id", "name"),
    LINKS: ("link", "player", "event", "main", "added", "ended"),
    CHANGES: ("change", "undone"),
}
"""The columns that count. All others are sealed by the digests of events, of sources and of changes."""

_TAKE: Final = {table: itemgetter(*names) for table, names in COUNTED.items()}
_PATTERNS: Final = {table: f'["{table.name}"{",%s" * len(names)}]' for table, names in COUNTED.items()}
_ROWS: Final = {table: [table.c[name] for name in names] for table, names in COUNTED.items()}
_KEEP: Final = update(INFO).where(INFO.c.name == "state").values(value=bindparam("its_value"))
KEPT: Final = select(INFO.c.value).where(INFO.c.name == "state").scalar_subquery()
"""The sum as it is kept."""

_SUM: Final = re.compile(f"[0-9a-f]{{{2 * WIDTH}}}")
_PENDING: Final = "turnabout: what the state has to gain"
"""Under this name a connection holds what its transaction adds to the sum, until that is kept; it goes with it."""


def insert_rows(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows that count."""
    insert_many(connection, table, rows)
    _gain(connection, _add_up(table, rows))


def update_rows(connection: Connection, table: Table, where: Sequence[ColumnElement[bool]], **values: Any) -> None:
    """Change rows that count."""
    before = connection.execute(select(*_ROWS[table]).where(*where)).mappings().all()
    connection.execute(update(table).where(*where).values(**values))
    _gain(connection, _add_up(table, [{**row, **values} for row in before]) - _add_up(table, before))


def end_rows(connection: Connection, table: Table, ended: Mapping[int, int]) -> int:
    """End rows in force that count, by number, each by a change of its own; return how many of them there are."""
    (key,) = table.primary_key
    in_force = connection.execute(select(*_ROWS[table]).where(table.c.ended.is_(None))).mappings()
    before = [row for row in in_force if row[key.name] in ended]
    if before:
        change = update(table).where(key == bindparam("its_key")).values(ended=bindparam("its_change"))
        connection.execute(change, [{"its_key": number, "its_change": ended[number]} for number in ended])
    after = [{**row, "ended": ended[row[key.name]]} for row in before]
    _gain(connection, _add_up(table, after) - _add_up(table, before))
    return len(before)


def renew_state(connection: Connection, kept: str | None) -> str:
    """Add what the transaction has written to the sum that is ``kept``, and return that as it is kept now."""
    state = write_sum((read_sum(kept) or 0) + connection.info.pop(_PENDING, 0))
    connection.execute(_KEEP, {"its_value": state})
    return state


def read_sum(kept: str | None) -> int | None:
    """Return a sum from how it is kept; None where it is none."""
    return int(kept, 16) if kept and _SUM.fullmatch(kept) else None


def add_up_all(connection: Connection) -> int:
    """Return the sum as the rows now come to it."""
    return sum(_add_up(table, connection.execute(select(*_ROWS[table])).mappings()) for table in COUNTED)


def write_sum(total: int) -> str:
    """Return a sum as it is kept: modulo what its width holds, in hexadecimal digits."""
    return f"{total % (1 << 8 * WIDTH):0{2 * WIDTH}x}"


def _gain(connection: Connection, number: int) -> None:
    connection.info[_PENDING] = connection.info.get(_PENDING, 0) + number


def _add_up(table: Table, rows: Iterable[Row]) -> int:
    texts = write_each(_PATTERNS[table], map(_TAKE[table], rows))
    return sum(int.from_bytes(hashlib.shake_256(text.encode()).digest(WIDTH)) for text in texts)


_OF_CHANGE: Final = name_columns(CHANGES, "undone", "digest")
_LAST_SEALED: Final = select(func.max(CHANGES.c.change)).where(CHANGES.c.digest.is_not(None)).scalar_subquery()
_SINCE: Final = (
    select(CHANGES, KEPT.label("kept"))
    .where(CHANGES.c.change >= func.coalesce(_LAST_SEALED, 0))
    .order_by(CHANGES.c.change)
)
_LAST: Final = select(CHANGES.c.state, CHANGES.c.digest).order_by(CHANGES.c.change.desc()).limit(1)
_SEAL: Final = (
    update(CHANGES)
    .where(CHANGES.c.change == bindparam("its_change"))
    .values(state=bindparam("its_state"), digest=bindparam("its_digest"))
)


def digest_change(change: Mapping[Any, Any], before: str) -> str:
    """Return the digest of a change with its state, after the one that has the digest ``before``, blank if none."""
    return digest({**{name: change[name] for name in _OF_CHANGE}, "before": before})


def seal(connection: Connection) -> None:
    """Give the changes that were made since the last sealed one their digests, and the last of them its state."""
    changes = connection.execute(_SINCE).mappings().all()
    before = changes[0]["digest"] if changes else None
    new = changes if before is None else changes[1:]
    if not new:
        return
    state, sealed = digest(renew_state(connection, new[0]["kept"])), []
    for change in new:
        its_state = state if change is new[-1] else None
        before = digest_change({**change, "state": its_state}, before or "")
        sealed.append({"its_change": change["change"], "its_state": its_state, "its_digest": before})
    connection.execute(_SEAL, sealed)


def seal_anew(connection: Connection) -> tuple[str, str]:
    """Give all changes their digests anew, because what they seal was rewritten, and keep what all rows now come to.

    The state that each was sealed with stays, as nobody can work it out any more. Return the digest of the last change
    as it was, and as it is.
    """
    connection.info.pop(_PENDING, None)
    connection.execute(_KEEP, {"its_value": write_sum(add_up_all(connection))})
    was, now, sealed = "", "", []
    for change in connection.execute(select(CHANGES).order_by(CHANGES.c.change)).mappings():
        was, now = change["digest"] or "", digest_change(change, now)
        if now != was:
            sealed.append({"its_change": change["change"], "its_state": change["state"], "its_digest": now})
    if sealed:
        connection.execute(_SEAL, sealed)
    return was, now


def last_digest(connection: Connection) -> str | None:
    """Return the digest of the last change; None where nothing was ever changed."""
    found = connection.execute(_LAST).one_or_none()
    return None if found is None else found.digest
