"""Makes the figures and plots of docs/dev/pairing-quality.md anew:  python -m benchmarks.ranking

It needs matplotlib. The same command gives the same page on every machine, and with the same version of matplotlib the
same plots, byte for byte, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from benchmarks.ranking.model import LESS_LUCK
from benchmarks.ranking.page import all_figures, write_figures
from benchmarks.ranking.study import run

DOCS = Path(__file__).parents[2] / "docs" / "dev"
CALM_FIELDS = [64]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the study, and write what it finds into the documentation."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ranking", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--events", type=int, default=2000, help="events for each number of players, at least 2")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--docs", type=Path, default=DOCS, help="the folder of the page and its pictures")
    given = parser.parse_args(arguments)
    if given.events < 2 or given.jobs < 1:
        parser.error("at least 2 events and 1 process are needed")
    if find_spec("matplotlib") is None:
        parser.error("matplotlib is not installed, which draws the plots")
    from benchmarks.ranking.plots import draw_all

    study = run(given.events, given.jobs)
    calm = run(given.events, given.jobs, CALM_FIELDS, LESS_LUCK)
    write_figures(given.docs / "pairing-quality.md", all_figures(study, calm))
    draw_all(study, given.docs / "pictures")


if __name__ == "__main__":
    main()
