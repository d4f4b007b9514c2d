"""How long a whole ``turnabout run`` takes:  python -m benchmarks.run  (or  make bench).

Processes are timed from outside, start-up included, and given as ratios to what no run can do without: the bare import
of all that it needs, measured in turn, so that a slow machine does not change them. On a busy machine only the seconds
of the processor (in brackets) can be compared.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

BARE = [sys.executable, "-c", "import click, jinja2, lxml.etree, openpyxl, pandas, python_calamine"]
MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Measured:
    """What a process took: seconds by the clock and of the processor, its own processes' included, and peak bytes.

    The last two are 0 where the system does not tell.
    """

    seconds: float
    busy: float
    memory: int

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s ({self.busy:.2f}), {self.memory / MEGABYTE:.0f} MB"


def measure(command: Sequence[str]) -> Measured:
    """Run ``command`` to its end; raises CalledProcessError if it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    if not hasattr(os, "wait4"):
        process.wait()
        busy, memory = 0.0, 0
    else:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        busy, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Measured(time.perf_counter() - started, busy, memory)


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
    plan = ["--players", str(players), "--rounds", str(rounds + 1), "--played", str(rounds)]
    measure(turnabout("simulate", str(event), *plan, "--format", format))
    return turnabout("run", str(event), "--output", str(folder / "out.xlsx"), "--prints", str(folder / "prints"))


def fresh(folder: Path) -> None:
    """Remove what an earlier run wrote, so that the next one does all the work again."""
    for file in [folder / "out.xlsx", *(folder / "prints").glob("*.html")]:
        file.unlink(missing_ok=True)


def ratios(pairs: Sequence[tuple[float, float]]) -> str:
    """Return what is printed of the ratios of some pairs of seconds."""
    found = sorted(one / other for one, other in pairs if other)
    return f"median {statistics.median(found):.2f} (from {found[0]:.2f} to {found[-1]:.2f})" if found else "not told"


def report(folder: Path, players: int, rounds: int, repeats: int, format: str = "Turnabout") -> None:
    """Print what a run and a check take, and their ratios to the bare import, pair by pair."""
    run = run_of(folder, players, rounds, format)
    commands = {"run": run, "check": turnabout("check", run[run.index("run") + 1]), "bare import": BARE}
    for command in commands.values():
        measure(command)  # fills the caches
    taken = []
    for _ in range(repeats):
        fresh(folder)
        taken.append({name: measure(command) for name, command in commands.items()})
    for name in commands:
        of_processor = ratios([(each[name].busy, each["bare import"].busy) for each in taken])
        print(f"{format}, {players:,} x {rounds}, {name}: median {median([each[name] for each in taken])}; ", end="")
        print(f"processor by the bare import's: {of_processor}", flush=True)


def main() -> None:
    """Measure and print all figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run")
    parser.add_argument("--small", type=int, default=64, help="players of the small event")
    parser.add_argument("--large", type=int, default=2000, help="players of the large one; in Netrunner at most 128")
    parser.add_argument("--repeats", type=int, default=9, help="runs of the small event")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        report(Path(name), given.small, 6, given.repeats)
        report(Path(name), given.large, 8, 3)
        report(Path(name), min(given.large, 128), 7, 3, "Netrunner")


if __name__ == "__main__":
    main()
