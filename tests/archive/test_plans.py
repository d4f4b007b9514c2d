from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event as listening

from tests.archive.making import add, event
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.store import Archive, open_archive


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    opened = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    add(opened, event("Opening", "2026-01-10", ids={"Ada": "P1"}, event_id="E1"))
    return opened


@contextmanager
def plans(archive: Archive) -> Iterator[list[tuple[str, str]]]:
    """Collect how SQLite goes about each query: the query, and a step of it."""
    found: list[tuple[str, str]] = []

    def explain(connection: Any, _cursor: Any, query: str, values: Any, *_: Any) -> None:
        if query.startswith("SELECT"):
            asked = connection.connection.cursor().execute(f"EXPLAIN QUERY PLAN {query}", values)
            found.extend((query, row[-1]) for row in asked)

    with archive.connect() as connection:
        engine = connection.engine
    listening.listen(engine, "before_cursor_execute", explain)
    yield found
    listening.remove(engine, "before_cursor_execute", explain)


@pytest.mark.parametrize("event_id", ["", "E1", "E2"])
def test_no_table_is_read_through_to_add_an_event(archive: Archive, event_id: str) -> None:
    with plans(archive) as found:
        add(archive, event("Opening", "2026-01-10", "Ada", "Ben", "Cleo", "Eve", event_id=event_id))
    assert len(found) > 5
    assert [each for each in found if "SCAN" in each[1] and "LIMIT" not in each[0]] == []


def test_the_rating_list_reads_entries_from_the_index_alone(archive: Archive) -> None:
    with plans(archive) as found, archive.reading() as connection:
        make_rating_list(connection, "2026-12-31")
    steps = {step for query, step in found if "award_halves" in query and "entries" in step}
    assert steps
    assert all("USING COVERING INDEX entries_of_a_person" in step for step in steps)
