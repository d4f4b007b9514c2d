"""Digests: the same for an event in every archive, and a chain over all changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import select

from tests.archive.every_status import records
from tests.archive.making import add, event, turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.sealed import assert_sealed
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.hash_chain import write_each
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.people import merge
from turnabout_sheets.archive.records import EventRecord, as_json
from turnabout_sheets.archive.schema import CHANGES, EVENTS
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.core.digests import digest, shorten_digest, write_canonical

KINDS = IN_A_FILE


@cache
def made_events() -> list[EventRecord]:
    return list(records(make_record))


def filled(path: Path, *which: Any) -> Archive:
    archive = open_archive(str(path), create=True)
    add(archive, *which)
    return archive


def event_digests(archive: Archive) -> dict[str, str]:
    with archive.reading() as connection:
        return {row.name: row.digest for row in connection.execute(select(EVENTS.c.name, EVENTS.c.digest))}


def test_an_event_has_the_same_digest_in_every_archive(tmp_path: Path) -> None:
    one = filled(tmp_path / "one.sqlite", *made_events())
    other = filled(tmp_path / "other.sqlite", event("First", "2020-01-01", "Fay", "Zoe"), *reversed(made_events()))
    there = event_digests(other)
    assert event_digests(one) == {name: there[name] for name in event_digests(one)}
    assert len(set(there.values())) == len(there) == 5


def test_every_change_is_sealed_also_what_is_taken_back(place: str) -> None:
    archive = open_archive(place, create=True)
    add(archive, *made_events(), event("Two", "2020-01-01", "Zoe", "Max"))
    assert_sealed(archive)
    with archive.writing() as connection:
        merge(connection, Command(), "Fay", "Zoe")
    assert_sealed(archive)
    for words in (["undo"], ["remove", "Kitchen", "--yes"], ["undo"]):
        assert turnabout(*words, "--archive", place).exit_code == 0
        assert_sealed(archive)


def test_of_what_is_written_at_once_only_the_last_change_has_the_state(tmp_path: Path) -> None:
    archive = filled(tmp_path / "a.sqlite")
    with archive.writing() as connection:
        for record in made_events()[:3]:
            add_event(connection, Command(), record, Source("record", "old.csv", as_json(record)))
    with archive.reading() as connection:
        states = connection.execute(select(CHANGES.c.state).order_by(CHANGES.c.change)).scalars().all()
    assert [state is None for state in states] == [True, True, False]
    assert_sealed(archive)


def test_digests_are_those_of_canonical_json() -> None:
    assert write_canonical({"b": [1, None, True], "a": "Zoë"}) == '{"a":"Zoë","b":[1,null,true]}'
    # printf '{"a":"Zoë","b":[1,null,true]}' | sha256sum
    assert shorten_digest(digest({"b": [1, None, True], "a": "Zoë"})) == "0c58 4d85 f3d6"


ODD = ("", "Zoë", '"', "\\", "a\nb", "%s", "\u2028", "😀")


def test_rows_that_are_written_at_once_are_canonical_json() -> None:
    rows = [(text, number, number == 1, None, 0.5) for number, text in enumerate(ODD)]
    assert write_each("[%s,%s,%s,%s,%s]", rows) == [write_canonical(row) for row in rows]
    assert write_each("[%s]", []) == []
