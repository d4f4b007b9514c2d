"""How fast the archive is:  python -m benchmarks.archive [--events 10000] [--postgresql ADDRESS]  (or  make bench).

Events of 30 players on average are added, each in a transaction of its own, to an archive in SQLite and to one in
PostgreSQL; then the commands are run on both in turn, each as a process that is timed from outside, start-up included.
Events come in as lists of old results and as workbooks, too, and are taken back again.

ADDRESS is that of a server on which databases may be made: postgresql://user@host:port. Without it a server is started
for the time being, if there is one; it does not wait for the disk, which flatters what is written. Its own seconds of
the processor are not among those that are told.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from benchmarks.run import MEGABYTE, Measured, environment, measure, median, turnabout
from tests.archive import postgresql

REPEATS = 3
SECONDS_FOR_REPEATS = 5.0
"""No further repeat begins after this time."""
FEW = 10
"""What the first and the last events take is told of so many in a hundred."""
EVENTS_A_WORKBOOK = 100
"""How many events make room for one workbook."""
MIDDLE, LAST = "2015-06-30", "2024-12-31"


@dataclass(frozen=True, slots=True)
class Place:
    """An archive that is measured: what it is called, where it lies, and how many bytes it takes."""

    name: str
    address: str
    size: Callable[[], int]


# The system tells of a process at least the peak memory of the one that started it: so this one stays small, and
# leaves all work to others.
def task(name: str, *arguments: str | int | Path) -> list[str]:
    """Return the command line of one of the functions below."""
    return [sys.executable, "-m", "benchmarks.archive", "--task", name, *map(str, arguments)]


def fill(address: str, count: str, told: str) -> None:
    """Add so many events to a new archive; write the milliseconds that each took to a file."""
    from benchmarks.many_events import events
    from turnabout_sheets.archive.events import Source, add_event
    from turnabout_sheets.archive.journal import Command
    from turnabout_sheets.archive.records import as_json
    from turnabout_sheets.archive.store import open_archive

    archive, all_taken = open_archive(address, create=True), []
    for record in events(int(count)):
        started = time.perf_counter()
        with archive.writing() as connection:
            add_event(connection, Command(), record, Source("record", f"{record.name}.csv", as_json(record)))
        all_taken.append(1000 * (time.perf_counter() - started))
    Path(told).write_text(json.dumps(all_taken), "utf-8")


def lists(folder: str, count: str) -> None:
    """Write so many events as lists of old results."""
    from benchmarks.many_events import events, write_lists

    write_lists(Path(folder), events(int(count)))


def workbooks(folder: str, count: str) -> None:
    """Write so many workbooks of finished events."""
    from turnabout_sheets.formats import load_all
    from turnabout_sheets.jobs.simulate import Plan, simulate

    for number in range(1, int(count) + 1):
        plan = Plan(players=30, rounds=5, date="2025-01-18", seed=str(number))
        simulate(Path(folder) / f"Workbook {number}.xlsx", load_all()[0], plan)


TASKS: Mapping[str, Callable[..., None]] = {"fill": fill, "lists": lists, "workbooks": workbooks}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a line for each command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.archive")
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--postgresql", metavar="ADDRESS")
    parser.add_argument("--sqlite-only", action="store_true", help="do without PostgreSQL")
    parser.add_argument("--task", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.task:
        name, *rest = given.task
        TASKS[name](*rest)
        return
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        files = [sqlite(Path(folder) / name) for name in ("one.sqlite", "another.sqlite")]
        servers = [] if given.sqlite_only else opened.enter_context(databases(given.postgresql))
        report(Path(folder), given.events, [files[0], *servers[:1]], [files[1], *servers[1:]])


def report(folder: Path, count: int, full: Sequence[Place], empty: Sequence[Place]) -> None:
    """Print all lines; half of the archives is filled one by one, the other half from lists."""
    row(f"{count:,} events", [place.name for place in full])
    adding(folder, count, full)
    row("size", [f"{place.size() / MEGABYTE:.0f} MB" for place in full])
    rows(full, "ratings as of the last day", "ratings", "--as-of", LAST)
    rows(full, "ratings as of a day in the middle", "ratings", "--as-of", MIDDLE)
    rows(full, "ratings of 12 months, 3 events", "ratings", "--as-of", LAST, "--months", "12", "--min-events", "3")
    rows(full, "list", "list")
    rows(full, "show an event", "show", f"T{count:05}")
    who, events = busiest(full[0])
    rows(full, f"player, of {events:,} events", "player", who)
    rows(full, "people", "people")
    rows(full, "journal", "journal")
    writing(folder, full, "ratings.xlsx", "ratings", "--as-of", LAST, "--workbook")
    writing(folder, full, "pages", "ratings", "--as-of", LAST, "--pages")
    for form in ("csv", "json", "parquet"):
        writing(folder, full, form, "export", "--format", form)
    books = folder / "workbooks"
    books.mkdir()
    number = max(2, count // EVENTS_A_WORKBOOK)
    measure(task("workbooks", books, number))
    once(full, f"add {number} workbooks", "add", *map(str, sorted(books.iterdir())))
    once(full, f"verify, with {number} workbooks", "verify")
    once(full, f"undo that of {number} workbooks", "undo", "--yes")
    once(full, "undo that of one event", "undo")
    once(full, "rebuild", "rebuild")
    old = folder / "lists"
    old.mkdir()
    measure(task("lists", old, count))
    once(empty, "import three CSV files", "import", str(old))
    once(empty, "import them again: nothing new", "import", str(old))
    correct(old / "Events.csv")
    once(empty, "import them with one event corrected", "import", str(old))
    once(empty, "undo that", "undo")
    once(empty, "undo the first import", "undo", "--yes")


def correct(events: Path) -> None:
    """Have the first event of a list of them take place elsewhere."""
    events.write_text(events.read_text("utf-8").replace("Town hall", "School", 1), "utf-8")


def adding(folder: Path, count: int, places: Sequence[Place]) -> None:
    """Fill the archives; print what an event takes at first and at last, whether or not it grows."""
    told, some = folder / "told.json", max(1, count * FEW // 100)
    first, last, whole = [], [], []
    for place in places:
        whole.append(measure(task("fill", place.address, count, told)))
        each = json.loads(told.read_text("utf-8"))
        first.append(f"{statistics.median(each[:some]):.1f} ms")
        last.append(f"{statistics.median(each[-some:]):.1f} ms")
    row(f"add an event, the first {some:,}", first)
    row(f"add an event, the last {some:,}", last)
    row("add all, and make them up", whole)


def rows(places: Sequence[Place], label: str, *words: str) -> None:
    """Print what a command takes, the median of some runs."""
    row(label, [repeated(command(place, *words)) for place in places])


def writing(folder: Path, places: Sequence[Place], name: str, *words: str) -> None:
    """Print what a command takes that writes files, and what these are."""
    targets = [folder / f"{place.name} {name}" for place in places]
    row(
        f"{words[0]} {name}",
        [measure(command(place, *words, str(target))) for place, target in zip(places, targets, strict=True)],
    )
    files = [[file for file in (target, *target.rglob("*")) if file.is_file()] for target in targets]
    sizes = [sum(file.stat().st_size for file in some) / MEGABYTE for some in files]
    row("", [f"{len(some):,} files, {size:.1f} MB" for some, size in zip(files, sizes, strict=True)])


def once(places: Sequence[Place], label: str, *words: str) -> None:
    """Print what a command takes that changes the archive, so that it is run once."""
    row(label, [measure(command(place, *words)) for place in places])


def command(place: Place, name: str, *words: str) -> list[str]:
    return turnabout("archive", name, "--archive", place.address, *words)


def repeated(line: list[str]) -> Measured:
    """Return the medians of some runs, and the most memory that any took."""
    begun, runs = time.perf_counter(), [measure(line)]
    while len(runs) < REPEATS and time.perf_counter() - begun < SECONDS_FOR_REPEATS:
        runs.append(measure(line))
    return median(runs)


def row(label: str, cells: Sequence[object]) -> None:
    print(f"{label:38}" + "".join(f"{cell!s:>28}" for cell in cells), flush=True)


def listen(line: list[str]) -> str:
    """Return what a process says; raises CalledProcessError if it fails."""
    return subprocess.run(line, check=True, capture_output=True, text=True, encoding="utf-8", env=environment()).stdout


def busiest(place: Place) -> tuple[str, int]:
    """Return the Player ID, or the name, of who played most, and in how many events."""
    line = command(place, "ratings", "--as-of", LAST, "--json")
    ratings = json.loads(listen(line))["ratings"]
    most = max(ratings, key=lambda each: (each["events"], each["name"]))
    return str(most["player_id"] or most["name"]), int(most["events"])


def sqlite(file: Path) -> Place:
    return Place("SQLite", str(file), partial(size_of_file, file))


@contextmanager
def databases(server: str | None) -> Iterator[list[Place]]:
    """Give room for two archives in PostgreSQL; for none where there is no server."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        try:
            address = server or opened.enter_context(postgresql.server(folder))
        except pytest.skip.Exception as reason:
            print(reason)
            yield []
            return
        found = []
        for _ in range(2):
            database = postgresql.new_database(address)
            opened.callback(drop, address, database)
            found.append(Place("PostgreSQL", database, partial(size_of_database, database)))
        print(f"PostgreSQL: fsync is {ask(found[-1].address, 'SHOW fsync')}")
        yield found


def size_of_file(file: Path) -> int:
    return file.stat().st_size


def size_of_database(address: str) -> int:
    return int(ask(address, "SELECT pg_database_size(current_database())"))


def drop(server: str, address: str) -> None:
    ask(f"{server}/postgres", f"DROP DATABASE {address.rpartition('/')[2]}")


def ask(address: str, statement: str) -> Any:
    """Return the only value that a statement gives, None where it gives none."""
    with psycopg.connect(address, autocommit=True) as connection:
        done = connection.execute(statement.encode())
        found = done.fetchone() if done.description else None
    return found[0] if found else None


if __name__ == "__main__":
    main()
