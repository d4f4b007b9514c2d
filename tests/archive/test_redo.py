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
from tests.archive.postgresql import IN_A_FILE, IN_BOTH, USER
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
from turnabout_sheets.jobs.verify_archive import verify_archive

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


@pytest.mark.parametrize("kind", IN_BOTH)
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


@pytest.mark.parametrize("kind", IN_BOTH)
def test_the_commands_undo_and_redo(archive: Archive) -> None:
    """Archive 6.1, 6.2 and 6.4."""
    here = ("--archive", archive.place)
    before = contents(archive)
    no = turnabout("undo", *here, answer="n\n")
    assert no.exit_code == 1
    assert no.output.splitlines()[:6] == [
        "To be taken back: Added Winter (2024-12-01): 2 players.",
        "To be taken back: Added Club Night (2024-05-01): 4 players.",
        "To be taken back: Added Club Night (2024-05-01): 4 players.",
        "To be taken back: Added Autumn (2024-09-01): 4 players.",
        "To be taken back: Added Spring (2024-03-01): 4 players.",
        f"Take back all 5 changes in the archive {archive.place}? All ratings change with them. [y/N]: n",
    ]
    nobody = turnabout("undo", *here)
    assert (nobody.exit_code, nobody.stderr.splitlines()[-1]) == (
        2, "There was no answer, so nothing was done; where nobody can be asked, add --yes.",
    )  # fmt: skip
    tried = turnabout("undo", "--dry-run", *here)
    assert (tried.exit_code, tried.stdout.splitlines()[:2]) == (
        0, ["In this trial, which changed nothing:", "Took back: Added Winter (2024-12-01): 2 players."],
    )  # fmt: skip
    assert contents(archive) == before
    assert turnabout("undo", *here, answer="y\n").exit_code == 0
    assert "\n0 events; " in turnabout("list", *here).stdout
    undone = contents(archive)
    tried = turnabout("redo", "--dry-run", *here)
    assert tried.stdout.splitlines()[:2] == [
        "In this trial, which changed nothing:", "Did again: Added Winter (2024-12-01): 2 players.",
    ]  # fmt: skip
    assert contents(archive) == undone
    again = turnabout("redo", *here)
    assert (again.exit_code, again.stdout.splitlines()) == (0, tried.stdout.splitlines()[1:])
    assert (contents(archive)["events"], contents(archive)["entries"]) == (before["events"], before["entries"])
    newest, older = turnabout("journal", "--last", "2", *here).stdout.splitlines()
    who = f"; by {USER}" if "://" in archive.place else ""
    assert newest.endswith(f"  redo     Did again: Added Winter (2024-12-01): 2 players … and 4 more{who}")
    assert older.endswith(
        f"  undo     Took back: Added Winter (2024-12-01): 2 players … and 4 more (taken back by 7){who}"
    )


def test_one_change_is_taken_back_without_a_question(archive: Archive) -> None:
    here = ("--archive", archive.place)
    assert turnabout("merge", "Ben", "Bea", *here).exit_code == 0
    assert told(turnabout("undo", *here)) == (0, "Took back: Merged Bea into Ben.\n", "")
    assert told(turnabout("redo", *here)) == (0, "Did again: Merged Bea into Ben.\n", "")


def test_after_another_change_nothing_is_done_again(archive: Archive) -> None:
    """Archive 6.4."""
    here = ("--archive", archive.place)
    nothing = (2, "", "Nothing was taken back in the archive that could be done again.\n")
    assert told(turnabout("redo", *here)) == nothing
    for words in (["merge", "Ben", "Bea"], ["undo"], ["merge", "Kay", "Bea"]):
        assert turnabout(*words, *here).exit_code == 0
    before = contents(archive)
    refused = (
        2,
        "",
        'Change 8 of the journal came after what was taken back ("Merged Bea into Kay"), so that cannot be done '
        "again. Give the command itself again.\n",
    )
    assert told(turnabout("redo", *here)) == refused
    assert told(turnabout("redo", "--dry-run", *here)) == refused
    assert contents(archive) == before
    for words in (["undo"], ["redo"]):
        assert turnabout(*words, *here).exit_code == 0
    assert told(turnabout("redo", *here)) == refused, "what was undone and done again is the last change again"


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


def test_many_changes_are_told_in_short(archive: Archive) -> None:
    here = ("--archive", archive.place)
    command = Command()
    add(archive, *(event(f"Night {n:02}", f"2025-01-{n + 1:02}", "Zoe", "Kay") for n in range(23)), command=command)
    *shown, more = turnabout("undo", "--yes", *here).stdout.splitlines()
    assert (len(shown), shown[0]) == (20, "Took back: Added Night 22 (2025-01-23): 2 players.")
    assert more == "Took back: … and 3 more."
