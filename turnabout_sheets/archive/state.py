"""The state of an archive: a sum over its rows, kept up as they are written; `archive.chain` seals changes with it.

Each row adds a number that is as good as drawn by lot (checking 3.4). One that changes is taken away and added anew: so
a change costs what it writes, however much is there, and the sum can be found anew from all rows. It is this wide
because a sum of digests is not as strong as a digest: who chooses many rows hits one of 256 bits in some 2 to the 32nd
trials, and one of 4096 in 2 to the 128th (Wagner, A Generalized Birthday Problem).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, bindparam, select, update

from turnabout_sheets.archive.digests import write_each
from turnabout_sheets.archive.insertion import insert_many
from turnabout_sheets.archive.schema import CHANGES, EVENTS, INFO, LINKS, PLAYERS

Row = Mapping[Any, Any]

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
