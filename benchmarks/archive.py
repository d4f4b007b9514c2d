"""How fast the archive is:  python -m benchmarks.archive [--events 10000] [--archive ADDRESS]

Events of 30 players on average are imported as old results; then the commands run, each as a process that is timed
from outside, start-up included: what is printed first is the start-up alone. ADDRESS is that of an empty PostgreSQL
database; without it a file is used. What pandas takes to read the same lists is printed for comparison.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.run import measure, median, turnabout

PEOPLE = 8000
ROUNDS = 5
FIRST, DAYS = date(2005, 1, 1), 7304
MIDDLE, LAST = "2015-06-30", "2024-12-31"
READ = "import sys, pandas; [pandas.read_csv(file) for file in sys.argv[1:]]"

HEADERS = {
    "Events": "Event ID,Name,Date,Format,Players,Rounds",
    "Placings": "Event ID,Player,Player ID,Position,Wins,Draws,Losses,Byes,Points,Played all rounds",
    "Matches": "Event ID,Round,Table,Player A,Player B,Winner,Points A,Points B",
}

COMMANDS = {
    "list": ["list"],
    "ratings": ["ratings", "--as-of", LAST],
    "ratings as of a day in the middle": ["ratings", "--as-of", MIDDLE],
    "ratings of 12 months, 3 events": ["ratings", "--as-of", LAST, "--months", "12", "--min-events", "3"],
    "player": ["player", "Person 0007"],
    "a season, the 6 best": ["ratings", "--from", "2024-01-01", "--as-of", LAST, "--best", "6"],
    "likely pairs": ["merge"],
    "verify without recomputing": ["verify", "--no-recompute"],
    "verify": ["verify"],
}


def write_lists(folder: Path, count: int) -> list[Path]:
    """Write so many events as the three lists that ``turnabout archive import`` reads; every time the same ones."""
    random = Random("archive")
    files = [folder / f"{name}.csv" for name in HEADERS]
    with ExitStack() as opened:
        writers = [csv.writer(opened.enter_context(file.open("w", encoding="utf-8", newline=""))) for file in files]
        for writer, header in zip(writers, HEADERS.values(), strict=True):
            writer.writerow(header.split(","))
        for number in range(count):
            write_event(writers, f"T{number:05}", FIRST + timedelta(days=DAYS * number // count), random)
    return files


def write_event(writers: Sequence[Any], event: str, day: date, random: Random) -> None:
    """Write an event: some play often, most seldom; each round pairs those with equal points."""
    events, placings, matches = writers
    numbers = sorted({int(PEOPLE * random.random() ** 2) for _ in range(2 * random.randint(5, 25))})
    points = dict.fromkeys(numbers[: len(numbers) // 2 * 2], 0)
    wins, draws = dict.fromkeys(points, 0), dict.fromkeys(points, 0)
    names = {number: f"Person {number:04}" for number in points}
    for round_number in range(1, ROUNDS + 1):
        order = sorted(points, key=lambda number: (-points[number], random.random()))
        for table, (a, b) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            margin = max(-15, min(15, round(random.gauss(0, 6))))
            points[a], points[b] = points[a] + 15 + margin, points[b] + 15 - margin
            for number in (a, b) if not margin else ():
                draws[number] += 1
            if margin:
                wins[a if margin > 0 else b] += 1
            winner = "Draw" if not margin else "A" if margin > 0 else "B"
            matches.writerow([event, round_number, table, names[a], names[b], winner, 15 + margin, 15 - margin])
    events.writerow([event, f"Event {event}", day, "Turnabout", len(points), ROUNDS])
    totals = sorted(points.values(), reverse=True)
    for number, total in points.items():
        lost = ROUNDS - wins[number] - draws[number]
        record = [wins[number], draws[number], lost, 0]
        placings.writerow([event, names[number], f"P{number}", 1 + totals.index(total), *record, total, "yes"])


def main() -> None:
    """Measure and print a line for each command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.archive")
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--archive", metavar="ADDRESS", help="an empty PostgreSQL database")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lists = [str(file) for file in write_lists(folder, given.events)]
        address = given.archive or str(folder / "archive.sqlite")

        def archive(*words: str) -> list[str]:
            return turnabout("archive", words[0], "--archive", address, *words[1:])

        print(f"start-up: {median([measure(archive('log', '--help')) for _ in range(3)])}")
        print(f"pandas reads the lists: {measure([sys.executable, '-c', READ, *lists])}")
        print(f"import {given.events:,} events: {measure(archive('import', *lists))}")
        for label, words in COMMANDS.items():
            print(f"{label}: {median([measure(archive(*words)) for _ in range(3)])}")
        print(f"undo the import: {measure(archive('undo'))}")


if __name__ == "__main__":
    main()
