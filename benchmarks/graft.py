"""What it costs to put our sheets into a workbook with 100,000 rows of the organizer's:  python -m benchmarks.graft

The sheets are those of a run for 64 players after 6 rounds. For comparison openpyxl loads and saves the same file. Both
are timed as whole processes, in turn.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from unittest.mock import patch

import xlsxwriter

from benchmarks.run import MEGABYTE, measure, median, ratios, run_of
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.workbook.ooxml.ownership import Ours
from turnabout_sheets.workbook.ooxml.row_writer import Rows

COLUMNS = 10

GRAFT = """
import pickle
import sys
from pathlib import Path
from turnabout_sheets.workbook.ooxml.ownership import Ours, header_pattern
from turnabout_sheets.workbook.ooxml.graft import graft
target, handed_over, out = map(Path, sys.argv[1:])
scratch, names, rows, front = pickle.loads(handed_over.read_bytes())
ours = Ours(dict.fromkeys(names, header_pattern([])))
out.write_bytes(bytes(graft(target.read_bytes(), scratch, ours=ours, rows=rows, front=front)))
"""
OPENPYXL = """
import sys
import openpyxl
openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])
"""


def write_target(file: Path, rows: int) -> None:
    """Write an organizer's workbook: years of results, a formula in each row, and a chart of them."""
    with xlsxwriter.Workbook(file, {"constant_memory": True}) as book:
        sheet = book.add_worksheet("All my events")
        for row in range(rows):
            sheet.write_row(row, 0, [f"Player {row % 997}", *(row * column % 1013 for column in range(1, COLUMNS - 1))])
            sheet.write_formula(row, COLUMNS - 1, f"=SUM(B{row + 1}:I{row + 1})", None, row)
        chart = book.add_chart({"type": "line"})
        chart.add_series({"values": f"='All my events'!$B$1:$B${rows}"})
        sheet.insert_chart("M2", chart)


def write_handed_over(file: Path, folder: Path) -> None:
    """Write what a run hands over for 64 players after 6 rounds: the sheets, which are the program's own, and rows."""

    def write(
        target: bytes, scratch: bytes, *, ours: Ours, rows: Mapping[str, Rows], front: str, **tabs: object
    ) -> bytes:
        kept = {
            name: each._replace(cells=[list(cells) for cells in each.cells], heights=dict(each.heights))
            for name, each in rows.items()
        }
        file.write_bytes(pickle.dumps((scratch, sorted(ours.names), kept, front)))
        return target

    event = Path(run_of(folder, 64, 6)[4])
    with patch("turnabout_sheets.jobs.write_sheets.graft", write):
        run(event, Options(output=folder / "out.xlsx", prints=folder / "prints"))


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.graft")
    parser.add_argument("--rows", type=int, default=100_000, help="rows of the organizer's")
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        target, sheets, grafted = folder / "target.xlsx", folder / "sheets.pickle", folder / "grafted.xlsx"
        write_target(target, given.rows)
        write_handed_over(sheets, folder)
        adding = [sys.executable, "-c", GRAFT, str(target), str(sheets), str(grafted)]
        openpyxl = [sys.executable, "-c", OPENPYXL, str(target), str(folder / "saved.xlsx")]
        measure(adding)  # fills the caches of the system
        pairs = [(measure(adding), measure(openpyxl)) for _ in range(given.repeats)]
        print(f"{given.rows:,} rows of the organizer's, {target.stat().st_size / MEGABYTE:.1f} MB")
        print(f"adding our sheets:       median {median([own for own, _ in pairs])}")
        print(f"openpyxl, load and save: median {median([other for _, other in pairs])}")
        print(f"ratio of the processor:  {ratios([(other.busy, own.busy) for own, other in pairs])}")


if __name__ == "__main__":
    main()
