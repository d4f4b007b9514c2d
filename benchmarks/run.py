"""How long a whole ``turnabout run`` takes:  python -m benchmarks.run  (or  make bench).

The process is timed from outside, start-up included: an organizer runs it a hundred times a day. Byte code is cached,
as a user has it after the first run. The small event is given as a ratio to what no run can do without, measured in
turn with it, so that a slow or busy machine does not change the figure: the bare import of all that the program needs,
and of pandas alone. The large ones are given as seconds and peak memory. Where others are at work on the same machine,
only the processor's seconds can be compared.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

IMPORTS = "import click, jinja2, lxml.etree, openpyxl, pandas, python_calamine"
BARE = {"bare import of its dependencies": IMPORTS, "import pandas": "import pandas"}
"""What a run is compared with, by what it is called."""

MEGABYTE = 1 << 20
RUNS_OF_A_LARGE_EVENT = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """What a process took: seconds by the clock and of the processor, its own processes' included, and peak bytes.

    The last two are 0 where the system does not tell. The processor's seconds are printed in brackets.
    """

    seconds: float
    busy: float
    memory: int

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s ({self.busy:.2f}), {self.memory / MEGABYTE:.0f} MB"


def measure(command: Sequence[str]) -> Measured:
    """Run ``command`` to its end; raises CalledProcessError, with what it said, if it fails."""
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said, env=environment())
        if hasattr(os, "wait4"):
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - started
            process.returncode = os.waitstatus_to_exitcode(status)
            busy, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        else:
            process.wait()
            seconds, busy, memory = time.perf_counter() - started, 0.0, 0
        if process.returncode:
            failed = subprocess.CalledProcessError(process.returncode, command)
            said.seek(0)
            failed.add_note(said.read().decode(errors="replace"))
            raise failed
    return Measured(seconds, busy, memory)


def environment() -> dict[str, str]:
    """Return the environment of what is measured: byte code is cached there, which ours may have switched off."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def median(runs: Sequence[Measured]) -> Measured:
    """Return the medians of some runs, and the most memory that any took."""
    return Measured(
        statistics.median(run.seconds for run in runs),
        statistics.median(run.busy for run in runs),
        max(run.memory for run in runs),
    )


def turnabout(*arguments: str) -> list[str]:
    """Return the command line of ``turnabout`` in this Python."""
    return [sys.executable, "-m", "turnabout_sheets", *arguments]


def run_of(folder: Path, players: int, rounds: int, format: str = "Turnabout") -> list[str]:
    """Simulate an event of ``rounds`` played rounds with one more to be paired; return the run that does everything."""
    event = folder / f"{format} {players} x {rounds}.xlsx"
    plan = ["--players", str(players), "--rounds", str(rounds + 1), "--played", str(rounds), "--drops", "2"]
    measure(turnabout("simulate", str(event), *plan, "--format", format))
    return turnabout("run", str(event), "--output", str(folder / "out.xlsx"), "--prints", str(folder / "prints"))


def fresh(folder: Path) -> None:
    """Remove what an earlier run wrote, so that the next one does all the work again."""
    for file in [folder / "out.xlsx", *(folder / "prints").glob("*.html")]:
        file.unlink(missing_ok=True)


def report_small(folder: Path, players: int, rounds: int, repeats: int) -> None:
    """Print what commands on a small event take, and their ratio to each of `BARE`, pair by pair."""
    run = run_of(folder, players, rounds)
    book = Path(run[run.index("run") + 1])
    again = folder / "again.xlsx"
    commands = {
        "whole run": run,
        "run, nothing changed": turnabout("run", str(again)),
        "check": turnabout("check", str(book)),
    }
    bare = {name: [sys.executable, "-c", code] for name, code in BARE.items()}
    shutil.copy(book, again)
    for command in (*commands.values(), *bare.values()):
        measure(command)  # fills the caches: of the system, of byte code, of what has not changed
    told: list[dict[str, Measured]] = []
    for _ in range(repeats):
        fresh(folder)
        told.append({name: measure(command) for name, command in (commands | bare).items()})
    for name in bare:
        print(f"{name}: median {median([each[name] for each in told])}")
    for name in commands:
        print(f"{players:,} players x {rounds} rounds, {name}: median {median([each[name] for each in told])}")
        for other in bare:
            pairs = [(each[name], each[other]) for each in told]
            print(f"  by {other}:")
            print(f"    ratio, pair by pair:    {ratios([(own.seconds, of.seconds) for own, of in pairs])}")
            print(f"    ratio of the processor: {ratios([(own.busy, of.busy) for own, of in pairs])}")


def ratios(pairs: Sequence[tuple[float, float]]) -> str:
    """Return what is printed of the ratios of some pairs of seconds."""
    found = sorted(one / other for one, other in pairs if other)
    return f"median {statistics.median(found):.2f} (from {found[0]:.2f} to {found[-1]:.2f})" if found else "not told"


def report_large(folder: Path, players: int, rounds: int, format: str) -> None:
    """Print what a run of a large event takes."""
    run = run_of(folder, players, rounds, format)
    measure(run)  # fills the caches
    runs = []
    for _ in range(RUNS_OF_A_LARGE_EVENT):
        fresh(folder)
        runs.append(measure(run))
    print(f"{format}, {players:,} players x {rounds} rounds, whole run: median {median(runs)}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print all figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run")
    parser.add_argument("--small", type=int, default=64, help="players of the small event")
    parser.add_argument("--large", type=int, default=2000, help="players of the large one; in Netrunner at most 128")
    parser.add_argument("--repeats", type=int, default=9, help="runs of the small event")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        report_small(Path(name), given.small, 6, given.repeats)
        report_large(Path(name), given.large, 8, "Turnabout")
        report_large(Path(name), min(given.large, 128), 7, "Netrunner")


if __name__ == "__main__":
    main()
