"""How the time of a check and of a run grows with the event:  python -m benchmarks.growth

Where it grows as the event does, the milliseconds for each player and round stay about the same, but for the start-up,
which is taken off: that of the smallest event. The processor's seconds count, so that other work does not.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.run import Measured, measure, run_of, turnabout


class Size(NamedTuple):
    """How large an event is; one more round is paired by the run."""

    players: int
    rounds: int


SMALLEST = Size(8, 1)
SIZES = (
    *(Size(64, rounds) for rounds in (3, 6, 12, 20)),
    *(Size(players, 8) for players in (256, 1000, 2000, 4000)),
    Size(10_000, 3),
    Size(10_000, 8),
)


def measure_size(size: Size) -> tuple[Measured, Measured]:
    """Return what a check and a run of an event take."""
    with tempfile.TemporaryDirectory() as folder:
        run = run_of(Path(folder), *size)
        return measure(turnabout("check", run[run.index("run") + 1])), measure(run)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print all sizes up to a number of players."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    parser.add_argument("--most", type=int, default=10_000, help="players of the largest event")
    most = parser.parse_args(arguments).most
    measure_size(SMALLEST)  # fills the caches
    at_least = measure_size(SMALLEST)
    print("players x rounds     check                       run                    ms for each player and round")
    for size in (each for each in SIZES if each.players <= most):
        told = measure_size(size)
        each = [
            f"{1000 * (own.busy - least.busy) / (size.players * size.rounds):.2f}"
            for own, least in zip(told, at_least, strict=True)
        ]
        print(f"{size.players:>7,} x {size.rounds:<4} {told[0]!s:>26} {told[1]!s:>26}     {', '.join(each)}")


if __name__ == "__main__":
    main()
