"""Several processes at once on one archive: nothing is lost, nothing is double, nobody sees half an event."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from tests.archive.making import assert_sealed, contents, turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.dose import dose
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, LOG, METADATA, PLAYERS
from turnabout_sheets.archive.store import Archive, open_archive

pytestmark = [
    pytest.mark.processes,
    pytest.mark.soak,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to begin at the same time"),
]

ROOT = Path(__file__).parents[2]

EVENTS_EACH = dose(3, 100)
"""How many events each of several writers adds."""

REST = 0.01
"""How many seconds a writer rests after each event where somebody is to see the archive grow, however busy all are."""

PATIENCE = 20
"""How often somebody tries to see it grow: at worst a busy computer gives the reader its turn only in the end."""

AT_ONCE_EACH = dose(2, 8)
"""How many write the events of one name, where many do at once."""

Together = Callable[..., list[str]]


@pytest.fixture(scope="module")
def together() -> Iterator[Together]:
    """Give what does tasks side by side, begun at the same time; it returns what each has to say in the end."""
    command = [sys.executable, "-m", "tests.archive.together"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def done(place: str, *tasks: str) -> list[str]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps([place, *tasks]) + "\n")
            process.stdin.flush()
            well, told = json.loads(process.stdout.readline())
            assert well, told
            return told

        yield done


def require_no_gaps(archive: Archive) -> None:
    """Numbers that are counted up stand for 1, 2, 3, …, and the log is in their order, and sealed."""
    assert_sealed(archive)
    with archive.reading() as connection:
        for column in (LOG.c.number, EVENTS.c.event, PLAYERS.c.player):
            numbers = connection.execute(select(column).order_by(column)).scalars().all()
            assert list(numbers) == list(range(1, len(numbers) + 1)), column
        added = select(EVENTS.c.line, EVENTS.c.name, EVENTS.c.date).order_by(EVENTS.c.event)
        log = select(LOG.c.number, LOG.c.told).order_by(LOG.c.number)
        told = [(row.line, f"Added {row.name} ({row.date}): 6 players") for row in connection.execute(added)]
        assert told == [tuple(row) for row in connection.execute(log)]
        at = connection.execute(select(LOG.c.at).order_by(LOG.c.number)).scalars().all()
        assert at == sorted(at)


def test_two_who_add_different_events_lose_nothing(archive: Archive, together: Together) -> None:
    """Archive 7.1."""
    together(archive.place, f"write,North,{EVENTS_EACH}", f"write,South,{EVENTS_EACH}")
    require_no_gaps(archive)
    found = contents(archive)
    assert len(found[EVENTS.name]) == 2 * EVENTS_EACH
    assert len(found[ENTRIES.name]) == 6 * 2 * EVENTS_EACH
    assert len(found[PLAYERS.name]) == 10, "who plays in both is one"
    with archive.reading() as connection:
        ratings = {row.name: (row.events, row.rating) for row in make_rating_list(connection, "2024-12-31").rows}
    # Ada is fifth of six, Ben the last: (1 + 1) × 2 and (0 + 1) × 1 in each event.
    assert ratings["Ada"] == (2 * EVENTS_EACH, 2 * EVENTS_EACH * 4)
    assert ratings["Ben"] == (2 * EVENTS_EACH, 2 * EVENTS_EACH)
    assert ratings["North 0"] == ratings["South 0"] == (EVENTS_EACH, EVENTS_EACH * 36)


@pytest.mark.parametrize("kind", IN_A_FILE)
def test_who_reads_meanwhile_sees_whole_events_only(archive: Archive, together: Together) -> None:
    count = 2 * EVENTS_EACH
    for turn in range(1, PATIENCE + 1):
        writers = (f"write,{name} {turn},{count},{REST}" for name in ("North", "South"))
        *_, states = together(archive.place, *writers, f"read,{2 * count * turn}")
        if int(states) > 2:
            break
    assert int(states) > 2, "the reader has seen it grow"
    require_no_gaps(archive)


def test_two_commands_on_a_new_archive_make_one(place: str, together: Together, tmp_path: Path) -> None:
    """Both find no archive, and both would make it."""
    lists = []
    for name, day in (("North", "2024-01-01"), ("South", "2024-01-02")):
        (tmp_path / f"{name}.csv").write_text(
            "Event,Date,Player,Position,Wins,Losses,Played all rounds\n"
            + "".join(f"{name},{day},Player {each},{each},{4 - each},{each - 1},yes\n" for each in range(1, 5)),
            "utf-8",
        )
        lists.append(tmp_path / f"{name}.csv")
    told = together(place, *(f"import,{path}" for path in lists))
    assert told == [f"Events: 1 added.\nArchive: {place}\n"] * 2
    listed = turnabout("list", "--archive", place)
    assert listed.stdout.splitlines()[-1].startswith("2 events; the last change is ")
    found = contents(open_archive(place))
    assert set(found) == {table.name for table in METADATA.sorted_tables}
    assert len(found["players"]) == 4


@pytest.mark.parametrize("names", dose([("North", "North")], [("North", "South"), ("North", "North")]))
def test_many_at_once_all_get_their_turn(archive: Archive, together: Together, names: tuple[str, str]) -> None:
    """Archive 7.1."""
    together(archive.place, *(f"write,{name},2" for name in names for _ in range(AT_ONCE_EACH)))
    require_no_gaps(archive)
    assert len(contents(archive)["events"]) == 2 * len(set(names))
