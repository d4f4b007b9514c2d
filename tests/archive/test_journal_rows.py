"""Events and links come and go as the journal says: who takes one out of force, and seals that, is found."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import ColumnElement, Table

from tests.archive.changed_archives import fill
from tests.archive.making import add, event, turnabout
from tests.dose import dose
from turnabout_sheets.archive.hash_chain import update_rows
from turnabout_sheets.archive.journal import Command, compare_journal
from turnabout_sheets.archive.people import merge
from turnabout_sheets.archive.schema import EVENTS, LINKS, PLAYERS
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.jobs.verify_archive import verify_archive


def make_archive(file: Path) -> Archive:
    """One is added (change 1) and replaced (2), Two added (3) and removed (4), Three added (5) and taken back (6).

    Then Four is added (7), and Eve in it merged into Ann (8).
    """
    archive = open_archive(str(file), create=True)
    add(archive, event("One", "2020-01-01", "Ann", "Bob"), event("One", "2020-01-01", "Ann", "Bob", venue="Leeds"))
    add(archive, event("Two", "2020-01-02", "Cy", "Bob"))
    assert turnabout("remove", "Two", "--yes", "--archive", file).exit_code == 0
    add(archive, event("Three", "2020-01-03", "Dee", "Bob"))
    assert turnabout("undo", "--archive", file).exit_code == 0
    add(archive, event("Four", "2020-01-04", "Eve", "Fay"))
    with archive.writing() as connection:
        merge(connection, Command(), "Ann", "Eve")
    return archive


ONE, FIRST, TWO, THREE = (EVENTS.c.version == number for number in (2, 1, 3, 4))

FORGED: list[tuple[Table, ColumnElement[bool], dict[str, Any], list[str]]] = [
    (
        EVENTS,
        ONE,
        {"ended": 2},
        [
            "One (2020-01-01), version 2: history is added by change 2 (replace), ended by change 2 (replace)",
            "Change 2 of the journal: events is number 1 added, number 1 and number 1 ended",
        ],
    ),
    (
        EVENTS,
        ONE,
        {"ended": 4},
        ["Change 4 of the journal: events is none added, number 1 and number 2 ended"],
    ),
    (
        EVENTS,
        ONE,
        {"ended": 6},
        ["One (2020-01-01), version 2: history is added by change 2 (replace), ended by change 6 (undo)"],
    ),
    (EVENTS, ONE, {"event": 9}, ["Change 2 of the journal: events is number 9 added, number 1 ended"]),
    (EVENTS, ONE, {"file": "new.csv"}, ["One (2020-01-01): file is new.csv"]),
    (
        EVENTS,
        FIRST,
        {"added": 3},
        [
            "One (2020-01-01), version 1: history is added by change 3 (add), ended by change 2 (replace)",
            "Change 1 of the journal: events is none added, none ended",
            "Change 3 of the journal: events is number 1 and number 2 added, none ended",
        ],
    ),
    (EVENTS, TWO, {"ended": None}, ["Change 4 of the journal: events is none added, none ended"]),
    (
        EVENTS,
        THREE,
        {"ended": None},
        ["Three (2020-01-03): history is added by change 5 (add), not ended"],
    ),
    (LINKS, LINKS.c.link == 1, {"added": 1}, ["Link 1: history is added by change 1 (add), not ended"]),
    (
        LINKS,
        LINKS.c.link == 1,
        {"ended": 4},
        ["Link 1: history is added by change 8 (merge), ended by change 4 (remove)"],
    ),
    (PLAYERS, PLAYERS.c.name == "Ann", {"name": "Kay"}, ["Players, Kay: identity is =ann"]),
]


@pytest.mark.parametrize(("table", "which", "values", "told"), FORGED)
def test_what_the_journal_does_not_explain_is_found(
    table: Table, which: ColumnElement[bool], values: dict[str, Any], told: list[str], tmp_path: Path
) -> None:
    """Safety 9.3."""
    archive = make_archive(tmp_path / "archive.sqlite")
    with archive.writing() as connection:
        update_rows(connection, table, (which,), **values)
        Command().note(connection, "merge", "nothing")
    found = [
        f"{each.where}{each.whose and f', {each.whose}'}: {each.figure} is {each.found}"
        for each in verify_archive(archive).findings
    ]
    assert found == told


def test_what_came_and_went_by_commands_agrees(tmp_path: Path) -> None:
    archive = make_archive(tmp_path / "archive.sqlite")
    assert verify_archive(archive).findings == []


@pytest.mark.soak
def test_whatever_changes_an_archive_its_journal_explains(tmp_path: Path) -> None:
    for seed in range(dose(2, 400)):
        archive = open_archive(str(tmp_path / f"{seed}.sqlite"), create=True)
        fill(archive, Random(seed))
        with archive.reading() as connection:
            assert list(compare_journal(connection)) == [], seed
