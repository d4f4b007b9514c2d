"""What was taken back is done again, exactly, and nothing else."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from tests.archive.changed_archives import change
from tests.archive.making import add, contents, event, turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.sealed import assert_sealed
from tests.archive.shared import told
from tests.dose import dose
from turnabout_sheets.archive import journal
from turnabout_sheets.archive.errors import ArchiveError, NotThereError
from turnabout_sheets.archive.journal import Command, find_last, redo, undo
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.schema import CHANGES, EVENTS, INFO, LINKS, METADATA
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.jobs.archive import verify_archive

pytestmark = pytest.mark.slow

KINDS = IN_A_FILE

SPRING = add_awards(event("Spring", "2024-03-01"))
AUTUMN = add_awards(event("Autumn", "2024-09-01", "Ada", "Bea", "Cleo", "Dan"))
MORNING, EVENING = (add_awards(event("Club Night", "2024-05-01", event_id=each)) for each in ("morning", "evening"))

COMMANDS = [
    ["apart", "Ben", "Bea"],
    ["hide", "Bea"],
    ["merge", "Ben", "Bea"],
    ["merge", "Kay", "Ben"],
    ["split", "Bea"],
    ["hide", "Bea", "--off"],
    ["split", "Ada", "--event", "Spring", "--to", "Ada (Leeds)"],
    ["split", "Ada (Leeds)", "--event", "Spring", "--to", "Ada (York)"],
    ["remove", "evening", "--yes"],
    ["remove", "Autumn", "--yes"],
]


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, SPRING, AUTUMN, MORNING, EVENING, event("Winter", "2024-12-01", "Kay", "Cleo"))
    return archive


def tables(archive: Archive) -> dict[str, list[tuple[Any, ...]]]:
    """Return what events and links there are, and what has ended them."""
    there = contents(archive)
    return {table.name: there[table.name] for table in (EVENTS, LINKS)}


def assert_whole(archive: Archive) -> None:
    """Fail where `verify` finds something in an archive."""
    assert_sealed(archive)
    assert verify_archive(archive).findings == []


def assert_holds(found: dict[str, list[tuple[Any, ...]]], expected: dict[str, list[tuple[Any, ...]]]) -> None:
    """Fail where rows of a state are not as they were then, or others are in force than were."""
    for table, rows in expected.items():
        later = set(found[table]) - set(rows)
        assert set(found[table]) >= set(rows)
        ended = METADATA.tables[table].columns.keys().index("ended")
        assert all(row[ended] is not None for row in later)


def test_every_kind_of_change_is_taken_back_and_done_again(archive: Archive) -> None:
    """Archive 6.2 and 6.4."""
    states = [tables(archive)]
    for words in COMMANDS:
        assert turnabout(*words, "--archive", archive.place).exit_code == 0
        states.append(tables(archive))
    add(archive, replace(SPRING, venue="Hall"), MORNING, event("New", "2025-01-01", "Zoe", "Kay"))
    states.append(tables(archive))
    for state in states[-2::-1]:
        with archive.writing() as connection:
            undo(connection, Command())
        assert_holds(tables(archive), state)
    assert_whole(archive)
    for state in states[1:]:
        with archive.writing() as connection:
            redo(connection, Command())
        assert_holds(tables(archive), state)
        assert_sealed(archive)
    assert tables(archive) == states[-1]
    assert_whole(archive)


@pytest.mark.soak
def test_back_and_forth_by_lot_leads_to_the_states_that_were(tmp_path: Path) -> None:
    """Archive 6.2 and 6.4."""
    for seed in range(dose(2, 100)):
        draw, made, kinds = Random(seed), list[EventRecord](), set[str]()
        archive = open_archive(str(tmp_path / f"{seed}.sqlite"), create=True)
        states, position = [tables(archive)], 0
        for _ in range(dose(40, 1000)):
            before = count_changes(archive)
            with contextlib.suppress(NotThereError), archive.writing() as connection:
                match draw.choice((*["any"] * 4, "undo", "redo")):
                    case "undo":
                        undo(connection, Command())
                    case "redo":
                        redo(connection, Command())
                    case _:
                        change(connection, draw, made)
            if count_changes(archive) == before:
                continue  # refused, or all was so
            with archive.reading() as connection:
                (kind,) = connection.execute(select(CHANGES.c.kind).order_by(CHANGES.c.change.desc()).limit(1)).one()
            kinds.add(kind)
            position += -1 if kind == "undo" else 1
            if kind in ("undo", "redo"):
                assert_holds(tables(archive), states[position])
            else:
                states[position:] = [tables(archive)]
        assert_sealed(archive)
        assert kinds >= {"undo", "redo"}


def count_changes(archive: Archive) -> int:
    with archive.reading() as connection:
        return len(connection.execute(select(CHANGES.c.change)).all())


def test_what_somebody_else_changed_meanwhile_is_not_taken_back(archive: Archive) -> None:
    with archive.reading() as connection:
        shown = find_last(connection)
    add(archive, event("New", "2025-01-01", "Zoe", "Kay"))
    before = contents(archive)
    with pytest.raises(ArchiveError) as caught, archive.writing() as connection:
        undo(connection, Command(), shown)
    assert str(caught.value).startswith("Somebody else has changed the archive meanwhile, so nothing was done; ")
    assert contents(archive) == before


LOST = {
    "gone": delete(INFO).where(INFO.c.name == "undone"),
    "damaged": update(INFO).where(INFO.c.name == "undone").values(value="[7"),
}


@pytest.mark.parametrize("how", LOST)
def test_what_is_not_kept_is_not_done_again(archive: Archive, how: str) -> None:
    here = ("--archive", archive.place)
    for words in (["merge", "Ben", "Bea"], ["undo"]):
        assert turnabout(*words, *here).exit_code == 0
    with archive.writing() as connection:
        connection.execute(LOST[how])
    assert told(turnabout("redo", *here)) == (
        2,
        "",
        "What it takes to do again what change 7 of the journal took back is not kept, as it was too much. "
        "Give the command itself again.\n",
    )


@pytest.mark.parametrize("rows", [{"events": [[1, 2]], "links": []}, {"events": [[99, 6]], "links": []}, {}, 7])
def test_what_is_kept_and_does_not_fit_is_not_done(archive: Archive, rows: object) -> None:
    here = ("--archive", archive.place)
    for words in (["remove", "Spring", "--yes"], ["undo"]):
        assert turnabout(*words, *here).exit_code == 0
    with archive.writing() as connection:
        connection.execute(update(INFO).where(INFO.c.name == "undone").values(value=json.dumps({"7": rows})))
    before = contents(archive)
    refused = told(turnabout("redo", *here))
    assert refused[0] == 4
    assert refused[2].startswith("What was taken back is no longer known as it was, so it cannot be done again; ")
    assert contents(archive) == before


def test_of_too_much_the_oldest_is_not_kept(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    here = ("--archive", archive.place)
    for each in ("Spring", "Autumn"):
        assert turnabout("remove", each, "--yes", *here).exit_code == 0
    monkeypatch.setattr(journal, "_MOST_KEPT", 40)
    codes = [turnabout(word, *here).exit_code for word in ("undo", "undo", "redo", "redo")]
    assert codes == [0, 0, 0, 2]
