from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from tests.archive.making import add, contents, event, source
from tests.archive.postgresql import IN_A_FILE
from tests.archive.shared import in_force
from turnabout_sheets.archive.events import add_event, load, replace_event
from turnabout_sheets.archive.journal import Command, list_changes, undo
from turnabout_sheets.archive.schema import EVENTS
from turnabout_sheets.archive.store import Archive

SPRING = event("Spring", "2024-03-01")
AUTUMN = event("Autumn", "2024-09-01", event_id="A24")
KINDS = IN_A_FILE


def journal(archive: Archive) -> list[tuple[int, int, str, str, int | None]]:
    with archive.reading() as connection:
        return [(each.change, each.command, each.kind, each.told, each.undone) for each in list_changes(connection)]


def take_back(archive: Archive) -> list[str]:
    with archive.writing() as connection:
        return [change.told for change in undo(connection, Command())]


def test_the_same_results_from_another_file_replace_the_source_only(archive: Archive) -> None:
    add(archive, SPRING)
    with archive.writing() as connection:
        other = replace(source(SPRING), content=b"another content")
        added = add_event(connection, Command(), SPRING, other)
    assert (added.kind, added.event, added.told) == ("replace", 1, [])
    assert journal(archive)[0] == (
        2, 2, "replace", "Replaced Spring (2024-03-01): nothing that counts has changed", None,
    )  # fmt: skip
    assert in_force(archive) == {1: SPRING}


def test_what_was_taken_back_can_be_added_again(archive: Archive) -> None:
    add(archive, SPRING, AUTUMN)
    take_back(archive)
    assert [(each.kind, each.event) for each in add(archive, SPRING, AUTUMN)] == [("add", 3), ("add", 4)]
    assert in_force(archive) == {3: SPRING, 4: AUTUMN}


def test_undo_stops_where_another_command_was_at_work_in_between(archive: Archive) -> None:
    mine, theirs = Command(), Command()
    add(archive, SPRING, command=mine)
    add(archive, AUTUMN, command=theirs)
    add(archive, replace(AUTUMN, venue="Pier"), command=mine)
    assert take_back(archive) == ["Replaced Autumn (2024-09-01): venue blank → Pier"]
    assert in_force(archive) == {1: SPRING, 2: AUTUMN}
    assert take_back(archive) == ["Added Autumn (2024-09-01): 4 players"]
    assert take_back(archive) == ["Added Spring (2024-03-01): 4 players"]
    assert in_force(archive) == {}


def test_an_earlier_version_stays_in_the_archive(archive: Archive) -> None:
    """Archive 1.2."""
    add(archive, SPRING)
    corrected = event("Spring", "2024-03-01", "Ben", "Ada", "Cleo", "Dan")
    add(archive, corrected)
    with archive.reading() as connection:
        assert load(connection, 1) == SPRING
        assert load(connection, 2) == corrected
        versions = connection.execute(
            select(EVENTS.c.version, EVENTS.c.added, EVENTS.c.ended).order_by(EVENTS.c.version)
        )
        assert versions.all() == [(1, 1, 2), (2, 2, None)]


def test_a_change_that_fails_halfway_leaves_nothing(archive: Archive) -> None:
    def halfway() -> None:
        with archive.writing() as connection:
            add_event(connection, Command(), SPRING, source(SPRING))
            raise KeyboardInterrupt

    before = contents(archive)
    with pytest.raises(KeyboardInterrupt):
        halfway()
    assert contents(archive) == before
    assert [(each.kind, each.event) for each in add(archive, AUTUMN)] == [("add", 1)]
    assert [line[:2] for line in journal(archive)] == [(1, 1)]


def test_what_a_rebuild_finds_is_called_so_in_the_journal(archive: Archive) -> None:
    """Archive 6.3."""
    add(archive, SPRING)
    with archive.writing() as connection:
        anew = replace(SPRING, rounds=5)
        replace_event(connection, Command(), 1, anew, source(SPRING), "rebuild")
    assert journal(archive)[0] == (
        2, 2, "rebuild",
        "Computed Spring (2024-03-01) anew from what is kept of it, by the rules of this version: rounds 6 → 5", None,
    )  # fmt: skip


def test_an_unchanged_list_is_known_by_its_digest_alone(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    add(archive, SPRING, AUTUMN)
    monkeypatch.setattr("turnabout_sheets.archive.events.load", lambda *_: pytest.fail("its rows were read"))
    with archive.writing() as connection:
        again = [
            add_event(connection, Command(), each, source(each), sure=sure)
            for each in (SPRING, AUTUMN)
            for sure in (False, True)
        ]
    assert [each.kind for each in again] == ["same"] * 4


def test_a_list_whose_event_was_computed_anew_is_compared_row_by_row(archive: Archive) -> None:
    add(archive, SPRING)
    with archive.writing() as connection:
        replace_event(connection, Command(), 1, replace(SPRING, rounds=5), source(SPRING), "rebuild")
        added = add_event(connection, Command(), SPRING, source(SPRING))
    assert (added.kind, added.told) == ("replace", ["rounds 5 → 6"])
