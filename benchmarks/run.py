"""How long a whole ``turnabout run`` takes:  python -m benchmarks.run  (or  make bench).

The process is timed from outside, start-up included: an organizer runs it a hundred times a day. The small event is
given as a ratio to the bare import of what the program needs, measured in turn with it, so that a slow or busy machine
does not change the figure; the large one as seconds and peak memory.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

IMPORTS = "import click, jinja2, lxml.etree, openpyxl, pandas, python_calamine"
MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Measured:
    """One run of a process: wall seconds, and peak memory in bytes (0 where the system does not tell)."""

    seconds: float
    memory: int


def measure(command: list[str]) -> Measured:
    """Run ``command`` to its end; raises CalledProcessError if it fails."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if hasattr(os, "wait4"):
        _, status, usage = os.wait4(process.pid, 0)
        seconds, code = time.perf_counter() - started, os.waitstatus_to_exitcode(status)
        memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    else:
        code = process.wait()
        seconds, memory = time.perf_counter() - started, 0
    if code:
        raise subprocess.CalledProcessError(code, command)
    return Measured(seconds, memory)


def turnabout(*arguments: str) -> list[str]:
    """Return the command line of ``turnabout`` in this Python."""
    return [sys.executable, "-m", "turnabout_sheets", *arguments]


def run_of(folder: Path, players: int, rounds: int, format: str) -> list[str]:
    """Simulate an event of ``rounds`` played rounds with one more to be paired; return the run that does everything."""
    event = folder / f"{players}.xlsx"
    plan = ["--players", str(players), "--rounds", str(rounds + 1), "--played", str(rounds), "--drops", "2"]
    plan += ["--format", format]
    subprocess.run(turnabout("simulate", str(event), *plan), check=True, stdout=subprocess.DEVNULL)
    return turnabout("run", str(event), "--output", str(folder / "out.xlsx"), "--prints", str(folder / "prints"))


def fresh(folder: Path) -> None:
    """Remove what an earlier run wrote, so that the next one does all the work again."""
    for file in [folder / "out.xlsx", *(folder / "prints").glob("*.html")]:
        file.unlink(missing_ok=True)


def main(repeats: int = 9) -> None:
    """Measure and print both figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, bare = run_of(folder, 64, 6, "Turnabout"), [sys.executable, "-c", IMPORTS]
        measure(bare), measure(small)  # fills the caches of the system
        pairs = []
        for _ in range(repeats):
            fresh(folder)
            pairs.append((measure(small).seconds, measure(bare).seconds))
        ratios = sorted(run / imports for run, imports in pairs)
        print(f"64 players x 6 rounds, whole run: median {statistics.median(run for run, _ in pairs):.2f} s")
        print(f"bare import of its dependencies:  median {statistics.median(bare for _, bare in pairs):.2f} s")
        print(f"ratio, pair by pair: median {statistics.median(ratios):.2f} (from {ratios[0]:.2f} to {ratios[-1]:.2f})")

        for players, rounds, format in ((2000, 8, "Turnabout"), (128, 7, "Netrunner")):
            large = run_of(folder, players, rounds, format)
            runs = []
            for _ in range(3):
                fresh(folder)
                runs.append(measure(large))
            seconds = statistics.median(each.seconds for each in runs)
            memory = max(each.memory for each in runs) / MEGABYTE
            event = f"{format}, {players:,} players x {rounds} rounds"
            print(f"{event}, whole run: median {seconds:.1f} s, peak memory {memory:.0f} MB")


if __name__ == "__main__":
    main()
