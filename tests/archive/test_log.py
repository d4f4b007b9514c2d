"""Every change is a line of the log, which is sealed; undo and redo lead to the states that were."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert

from tests.archive.making import add, assert_sealed, contents, event, source
from tests.archive.postgresql import IN_A_FILE
from tests.archive.shared import in_force
from turnabout_sheets.archive.derive import read_decisions
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import Source, add_event, replace_event
from turnabout_sheets.archive.log import Command, list_changes, redo, undo
from turnabout_sheets.archive.schema import LOG
from turnabout_sheets.archive.store import Archive

SPRING = event("Spring", "2024-03-01")
AUTUMN = event("Autumn", "2024-09-01", event_id="A24")
KINDS = IN_A_FILE


def journal(archive: Archive) -> list[tuple[int, int, str, str, int | None]]:
    with archive.reading() as connection:
        return [(each.number, each.command, each.kind, each.told, each.undone) for each in list_changes(connection)]


def derived(archive: Archive) -> tuple[Any, ...]:
    """Return what is in force: no lines, but who is who."""
    there = contents(archive)
    with archive.reading() as connection:
        return [(row[0], *row[2:]) for row in there["events"]], there["entries"], read_decisions(connection)


def take_back(archive: Archive) -> list[str]:
    with archive.writing() as connection:
        return [change.told for change in undo(connection, Command())]


def test_the_same_results_from_another_workbook_replace_the_workbook_only(archive: Archive) -> None:
    add(archive, SPRING)
    with archive.writing() as connection:
        added = add_event(connection, Command(), SPRING, Source("Spring.xlsx", b"a workbook"))
    assert (added.kind, added.event, added.said) == ("replace", 1, [])
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
    states = [derived(archive)]
    for told, left in (
        ("Replaced Autumn (2024-09-01): venue – → Pier", {1: SPRING, 2: AUTUMN}),
        ("Added Autumn (2024-09-01): 4 players", {1: SPRING}),
        ("Added Spring (2024-03-01): 4 players", {}),
    ):
        assert take_back(archive) == [told]
        assert in_force(archive) == left
        states.append(derived(archive))
    for state in states[-2::-1]:
        with archive.writing() as connection:
            redo(connection, Command())
        assert derived(archive) == state
    assert_sealed(archive)


def test_an_earlier_version_stays_in_the_archive(archive: Archive) -> None:
    """Archive 1.2."""
    add(archive, SPRING)
    add(archive, event("Spring", "2024-03-01", "Ben", "Ada", "Cleo", "Dan"))
    take_back(archive)
    assert in_force(archive) == {1: SPRING}


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


def test_what_a_rebuild_finds_is_called_so_in_the_log(archive: Archive) -> None:
    """Archive 6.3."""
    add(archive, SPRING)
    with archive.writing() as connection:
        replace_event(connection, Command(), 1, replace(SPRING, rounds=5), source(SPRING), "rebuild")
    assert journal(archive)[0] == (
        2, 2, "rebuild",
        "Recomputed Spring (2024-03-01): rounds 6 → 5", None,
    )  # fmt: skip


def test_what_cannot_be_done_again_is_refused(archive: Archive) -> None:
    """Archive 6.4."""

    def refusal() -> str:
        with archive.reading() as connection, pytest.raises(NotThereError) as caught:
            redo(connection, Command())
        return str(caught.value)

    assert refusal() == "Nothing was taken back in the archive that could be done again."
    add(archive, SPRING)
    take_back(archive)
    add(archive, AUTUMN)
    told = 'Change 3 came after what was taken back ("Added Autumn (2024-09-01): 4 players"), so that cannot be done '
    assert refusal() == f"{told}again. Give the command itself again."


@pytest.mark.soak
def test_a_command_is_taken_back_whole_however_much_it_changed(archive: Archive) -> None:
    many = 70_000
    facts = {"command": 1, "at": "", "kind": "remove", "about": 1, "body": "{}", "file": "", "told": "", "seal": ""}
    with archive.writing() as connection:
        connection.execute(insert(LOG), [{"number": number, **facts} for number in range(1, many + 1)])
        assert len(undo(connection, Command())) == many
        assert len(redo(connection, Command())) == many
