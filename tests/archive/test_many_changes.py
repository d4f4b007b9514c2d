from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event as listening
from sqlalchemy import insert, select

from tests.archive.postgresql import IN_A_FILE
from tests.dose import dose
from turnabout_sheets.archive.journal import Command, undo
from turnabout_sheets.archive.schema import CHANGES, EVENTS, SOURCES
from turnabout_sheets.archive.store import Archive

MANY = dose(1000, 70_000)
"""In the long dose more than PostgreSQL takes as values of one statement."""
VALUES_AT_MOST = 20
"""A statement has no more values than these, however much is changed: each database takes only so many."""


@pytest.mark.soak
@pytest.mark.parametrize("kind", IN_A_FILE)
def test_a_command_is_taken_back_whole_however_much_it_changed(archive: Archive) -> None:
    counts: list[int] = []

    def count(_connection: Any, _cursor: Any, _statement: str, values: Any, _context: Any, many: bool) -> None:
        counts.extend(map(len, values if many else [values]))

    with archive.writing() as connection:
        changes = [
            {"change": number, "command": 1, "at": "", "kind": "add", "file": "", "told": f"Added {number}"}
            for number in range(1, MANY + 1)
        ]
        event: dict[str, object] = dict.fromkeys(("event_id", "id_key", "format", "venue", "organizer", "file"), "")
        event |= {"name": "Opening", "name_key": "opening", "field": 4, "rated": True, "provisional": False}
        event["computed"] = False
        connection.execute(insert(CHANGES), changes)
        connection.execute(insert(SOURCES).values(digest="0", kind="record", content=b""))
        connection.execute(
            insert(EVENTS),
            [
                {"version": number, "event": number, "date": str(number), "source": "0", "added": number} | event
                for number in (1, MANY)
            ],
        )
        listening.listen(connection, "before_cursor_execute", count)
        assert len(undo(connection, Command())) == MANY
        (undoing,) = connection.execute(select(CHANGES.c.change).where(CHANGES.c.kind == "undo")).scalars()
        assert connection.execute(select(EVENTS.c.ended)).scalars().all() == [undoing, undoing]
        assert set(connection.execute(select(CHANGES.c.undone)).scalars()) == {undoing, None}
    assert 0 < max(counts) <= VALUES_AT_MOST
