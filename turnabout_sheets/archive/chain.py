"""The chain of changes: the digest of each has that of the change before it in it, so the last one seals them all.

The last change of what was written at once also has the digest of the state that the archive had come to by then
(`archive.state`): so what is in force, or ended, is sealed with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, insert, select, update

from turnabout_sheets.archive.digests import name_columns
from turnabout_sheets.archive.schema import CHANGES, EVENTS, INFO, LINKS, PLAYERS
from turnabout_sheets.archive.state import COUNTED, KEPT, add_up_all, renew_state, write_sum
from turnabout_sheets.core.digests import digest

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


def last_digest(connection: Connection) -> str | None:
    """Return the digest of the last change; None where nothing was ever changed."""
    found = connection.execute(_LAST).one_or_none()
    return None if found is None else found.digest


def begin_state(connection: Connection) -> None:
    """Keep the state of an archive that has none yet: a new one, or one of version 1 or 2 of the tables.

    One that is not as its last seal says gets the state of an empty one, so that `verify` tells of it ever after.
    """
    last = connection.execute(_LAST).one_or_none()
    is_sound = last is None or last.state in (None, digest_lists(connection))
    state = write_sum(add_up_all(connection) if is_sound else 0)
    connection.execute(insert(INFO), {"name": "state", "value": state})


_UNDONE: Final = CHANGES.c.undone.is_not(None)
_LISTS: Final = {
    table.name if table is not CHANGES else "undone": select(*(table.c[name] for name in COUNTED[table]))
    .where(*([_UNDONE] if table is CHANGES else []))
    .order_by(*table.primary_key)
    for table in (EVENTS, PLAYERS, LINKS, CHANGES)
}


def digest_lists(connection: Connection) -> str:
    """Return the state as version 2 of the tables sealed it: the digest of all rows that count (checking 3.5)."""
    return digest({name: [list(row) for row in connection.execute(query)] for name, query in _LISTS.items()})
