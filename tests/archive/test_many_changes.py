from __future__ import annotations

import pytest
from sqlalchemy import insert, select

from turnabout_sheets.archive.journal import undo
from turnabout_sheets.archive.schema import CHANGES, EVENTS, SOURCES
from turnabout_sheets.archive.store import open_archive

MANY = 40_000
"""More than either database takes as values of one statement."""


@pytest.mark.slow
def test_a_command_is_taken_back_whole_however_much_it_changed(place: str) -> None:
    archive = open_archive(place, create=True)
    with archive.writing() as connection:
        changes = [
            {"change": number, "command": 1, "at": "", "kind": "add", "file": "", "told": f"Added {number}"}
            for number in range(1, MANY + 1)
        ]
        event: dict[str, object] = dict.fromkeys(("event_id", "id_key", "format", "venue", "organizer", "file"), "")
        event |= {"name": "Opening", "name_key": "opening", "field": 4, "rated": True, "provisional": False}
        connection.execute(insert(CHANGES), changes)
        connection.execute(insert(SOURCES).values(digest="0", kind="record", content=b""))
        connection.execute(
            insert(EVENTS),
            [
                {"version": number, "event": number, "date": str(number), "source": "0", "added": number} | event
                for number in (1, MANY)
            ],
        )
        assert len(undo(connection)) == MANY
        (undoing,) = connection.execute(select(CHANGES.c.change).where(CHANGES.c.kind == "undo")).scalars()
        assert connection.execute(select(EVENTS.c.ended)).scalars().all() == [undoing, undoing]
        assert set(connection.execute(select(CHANGES.c.undone)).scalars()) == {undoing, None}
