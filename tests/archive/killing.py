"""Kills imports in the middle:  python -m tests.archive.killing FOLDER KILLS WORKBOOKS SEED [SERVER]

Events of old lists are imported, or so many WORKBOOKS added, into a file, or into a database of the PostgreSQL
SERVER (an address without a database). A process of its own, so that it can fork without threads. A kill comes when so
many events are there as chance wants, and a little later. After each kill, what
is in the archive has to be whole; then the same command goes on with it, and is killed again. After every third kill it
may finish: then the archive has to be the one of an import that nobody disturbed. There are at least KILLS, and more
until one fell into the middle. Prints how many events were left how often; fails with what it found if it was ever
anything else.
"""

from __future__ import annotations

import contextlib
import csv
import io
import sqlite3
import sys
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations, count
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from sqlalchemy import func, select

from tests.archive.making import contents
from tests.archive.postgresql import new_database
from tests.archive.sealed import assert_sealed
from tests.dose import dose
from tests.killing import finish, kill_when
from tests.support.books import SAMPLES
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, MATCHES
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.cli.main import main as command
from turnabout_sheets.core import parallel
from turnabout_sheets.event.history import RatingList
from turnabout_sheets.jobs import import_results as importing

AT_ONCE = dose(15, 100)
"""How many events are written in one go; in the long dose as many as ever."""

EVENTS_IN_LISTS = dose(3, 5) * AT_ONCE
LIFE = 3
"""After so many kills an import may finish."""

A_LITTLE = 0.02
"""How many seconds at most are left to an import that is about to be killed."""

PATIENCE = 10
"""How many times as many kills as asked for are tried until one of them fell into the middle."""

Sizes = Mapping[str, tuple[int, int]]
"""How many entries and matches every event has, by its name."""


def write_lists(folder: Path, random: Random) -> Sizes:
    """Write lists of old results, in which everybody met everybody else of the event, and the better one won."""
    sizes: dict[str, tuple[int, int]] = {}
    events: list[Sequence[object]] = [("Event ID", "Name", "Date")]
    placings: list[Sequence[object]] = [("Event ID", "Player", "Position")]
    matches: list[Sequence[object]] = [("Event ID", "Round", "Player A", "Player B", "Winner")]
    for number in range(1, EVENTS_IN_LISTS + 1):
        players = [f"Player {each}" for each in random.sample(range(200), random.randint(4, 9))]
        name = f"Event {number}"
        events.append((f"E{number}", name, f"{2000 + number // 28}-05-{1 + number % 28:02}"))
        placings += [(f"E{number}", player, place) for place, player in enumerate(players, 1)]
        pairs = list(combinations(players, 2))
        matches += [(f"E{number}", round_number, a, b, "A") for round_number, (a, b) in enumerate(pairs, 1)]
        sizes[name] = (len(players), len(pairs))
    for file, rows in (("events", events), ("placings", placings), ("matches", matches)):
        with (folder / f"{file}.csv").open("w", encoding="utf-8", newline="") as written:
            csv.writer(written).writerows(rows)
    return sizes


def write_workbooks(folder: Path, books: int) -> Sizes:
    """Write so many workbooks of the finished sample event, each with a name and a day of its own."""
    for number in range(1, books + 1):
        new = folder / f"{number:03}.xlsx"
        with zipfile.ZipFile(SAMPLES / "finished.xlsx") as sample, zipfile.ZipFile(new, "w") as book:
            for part in sample.infolist():
                data = sample.read(part).replace(b"Spring Turnabout", b"Event %d" % number)
                book.writestr(part, data.replace(b"2026-03-14", b"20%02d-03-14" % number))
    return {f"Event {number}": (24, 60) for number in range(1, books + 1)}


def give_undisturbed(words: Sequence[str]) -> None:
    """Carry a command out undisturbed, and without others side by side; exit where it fails."""
    if code := finish(partial(give_alone, words)):
        sys.exit(f"an import that nobody disturbed ended with {code}")


def give_alone(words: Sequence[str]) -> None:
    """Carry a command out without others side by side, who take long to start."""
    with mock.patch.object(parallel, "count_processors", return_value=1):
        command(list(words), standalone_mode=False)


def give(words: Sequence[str]) -> None:
    """Carry a command out as anybody does."""
    command(list(words), standalone_mode=False)


def count_events(place: str) -> int:
    """Return how many events are in an archive, if there is one yet."""
    with contextlib.suppress(ArchiveError), open_archive(place).reading() as connection:
        return connection.execute(select(func.count()).select_from(EVENTS)).scalar_one()
    return 0


def require_whole(place: str, sizes: Sizes, at_once: int) -> int:
    """Return how many events are in the archive; exit where one is not whole, or the journal tells something else."""
    if "://" not in place:
        if not Path(place).exists():
            return 0
        with contextlib.closing(sqlite3.connect(place)) as connection:
            for check in ("integrity_check", "foreign_key_check"):
                found = connection.execute(f"PRAGMA {check}").fetchall()
                if found not in ([("ok",)], []):
                    sys.exit(f"after a kill {check} says {found}")
    archive = open_archive(place, create=True)
    assert_sealed(archive)
    with archive.reading() as connection:
        rows = connection.execute(select(EVENTS).order_by(EVENTS.c.event)).all()
        counts: list[dict[int, int]] = [
            dict(connection.execute(select(table.c.version, func.count()).group_by(table.c.version)).all())
            for table in (ENTRIES, MATCHES)
        ]
        journal = connection.execute(select(CHANGES).order_by(CHANGES.c.change)).all()
    there = {row.name: tuple(each.get(row.version, 0) for each in counts) for row in rows}
    if wrong := {name: size for name, size in there.items() if size != sizes[name]}:
        sys.exit(f"after a kill these events have other numbers of entries and matches: {wrong}")
    if len(there) != len(rows) or sum(map(len, counts)) != 2 * len(rows):
        sys.exit("after a kill events are there twice, or entries without an event")
    told = [(row.change, row.kind, row.told.partition(" (")[0]) for row in journal]
    if told != [(row.added, "add", f"Added {row.name}") for row in rows] or [each[0] for each in told] != list(
        range(1, len(rows) + 1)
    ):
        sys.exit(f"after a kill the journal does not tell of the events: {told}")
    if len(rows) % at_once and len(rows) != len(sizes):
        sys.exit(f"after a kill there are {len(rows)} events, but {at_once} are written in one go")
    return len(rows)


def told(archive: Archive) -> tuple[dict[str, list[Any]], RatingList]:
    """Return everything in an archive but when, and by which command, it was changed; and the ratings."""
    found: dict[str, list[Any]] = dict(contents(archive))
    with archive.reading() as connection:
        journal = select(CHANGES.c.change, CHANGES.c.kind, CHANGES.c.file, CHANGES.c.told, CHANGES.c.undone)
        found[CHANGES.name] = [tuple(row) for row in connection.execute(journal.order_by(CHANGES.c.change))]
        return found, make_rating_list(connection, "2100-01-01")


def main(folder: Path, kills: int, workbooks: int, seed: int, server: str = "") -> None:
    importing.AT_ONCE = AT_ONCE
    random, source = Random(seed), folder / "source"
    source.mkdir()
    sizes = write_workbooks(source, workbooks) if workbooks else write_lists(source, random)

    def new_place(name: str) -> str:
        return new_database(server) if server else str(folder / f"{name}.sqlite")

    def words(place: str) -> list[str]:
        files = [str(path) for path in sorted(source.iterdir())]
        return ["archive", "add" if workbooks else "import", *files, "--archive", place]

    undisturbed = new_place("undisturbed")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        give_alone(words(undisturbed))  # in this process: what it brings into memory, the others need not load
    expected, ratings = told(open_archive(undisturbed))
    if len(expected[EVENTS.name]) != len(sizes):
        sys.exit(f"an import that nobody disturbed brought {len(expected[EVENTS.name])} events")
    at_once = 1 if workbooks else AT_ONCE
    left: Counter[int] = Counter()
    for number in count():
        if number % LIFE == 0:
            place = new_place(f"killed-{number}")
        work = partial(dose(give_alone, give), words(place))
        there = count_events(place)
        target = random.randrange(there + 1, max(len(sizes) - at_once, there + 1) + 1)
        kill_when(work, lambda target=target, place=place: count_events(place) >= target, random.uniform(0, A_LITTLE))
        left[require_whole(place, sizes, at_once)] += 1
        enough = number + 1 >= kills and (left.keys() - {0, len(sizes)} or number + 1 >= PATIENCE * kills)
        if number % LIFE == LIFE - 1 or enough:
            give_undisturbed(words(place))
            if told(open_archive(place)) != (expected, ratings):
                sys.exit("an import that was killed and given again is not what it is undisturbed")
        if enough:
            break
    print(*(f"{events}: {times}" for events, times in sorted(left.items())), sep=", ")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:5]), *sys.argv[5:])
