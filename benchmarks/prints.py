"""How long the pages of a large event take:  python -m benchmarks.prints  (or  make bench).

Each kind of page is made in this process from results that are computed already, as HTML: once with its templates still
to be compiled, then again. Files are not written. With --pdf WeasyPrint makes a PDF of each, too, and what that
takes of the processor is told for a sheet of paper; a hundred players are enough for it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from turnabout_sheets.event.format import Format
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.simulate import Plan, simulate
from turnabout_sheets.prints.making import make_pages
from turnabout_sheets.prints.page import load_pages
from turnabout_sheets.prints.publish import to_pdf

MOST_IN_A_MOVEMENT = 120


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a line for each kind of page of each format, and their sum."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.prints")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=2, help="how often each kind of page is made again")
    parser.add_argument("--pdf", action="store_true")
    asked = parser.parse_args(arguments)
    for format in load_all():
        measure(format, asked.players, asked.repeats, pdf=asked.pdf)


def measure(format: Format, players: int, repeats: int, *, pdf: bool) -> None:
    """Measure the pages of an event of this format, and print what they take."""
    with tempfile.TemporaryDirectory() as name:
        workbook = Path(name) / "event.xlsx"
        there = min(players, MOST_IN_A_MOVEMENT) if format.scoring.final_at_end else players
        simulate(workbook, format, Plan(players=there, rounds=6, played=5))
        results = check(workbook).results
    assert results is not None
    reports = format.sheets.make_output(results)
    print(f"{format.name}, {there:,} players:")
    total = 0.0
    for page in load_pages(format.name):
        seconds = []
        for _ in range(1 + repeats):
            started = time.perf_counter()
            pages = make_pages(results, [page], reports)
            seconds.append(time.perf_counter() - started)
        size = sum(map(len, pages.values()))
        total += seconds[0]
        if pages:
            told = f"first {seconds[0]:5.2f} s, again {min(seconds[1:]):5.2f} s, {size / 1e6:5.1f} MB"
            print(f"  {page.name:12} {told}{describe_pdf(pages.values()) if pdf else ''}")
    print(f"  all of them, the first time: {total:.2f} s")


def describe_pdf(pages: Iterable[bytes]) -> str:
    """Return what WeasyPrint takes for a sheet of these pages: milliseconds of the processor, and kilobytes."""
    sheets = bytes_in_all = 0
    started = time.process_time()
    for page in pages:
        bytes_in_all += len(to_pdf(page, Path()))
        sheets += max(1, page.count(b'class="sheet"'))
    seconds = time.process_time() - started
    return f"; a sheet as PDF {1000 * seconds / sheets:5.0f} ms, {bytes_in_all / 1000 / sheets:4.0f} KB"


if __name__ == "__main__":
    main()
