"""What it takes to write our sheets, beside what libraries take for as many cells:  python -m benchmarks.sheets

The sheets are those of a simulated event, computed already. The libraries write the same values, numbers in the middle,
as quickly as they can: openpyxl in its write-only mode, with one style that is prepared; XlsxWriter with constant
memory. All are measured in this process, in turn, by the processor's seconds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import xlsxwriter
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment

from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.simulate import Plan, simulate
from turnabout_sheets.workbook.ours.book import make_workbook, to_bytes
from turnabout_sheets.workbook.ours.run_sheets import add_output_sheet

ROUNDS = 8

Table = tuple[str, list[tuple[Any, ...]]]
"""The name of a sheet, and its rows as texts and numbers; None leaves a cell blank."""


def make_sheets(players: int) -> Sequence[OutputSheet]:
    """Return the sheets of a simulated Turnabout event."""
    format, *_ = load_all()
    with tempfile.TemporaryDirectory() as folder:
        workbook = Path(folder) / "event.xlsx"
        simulate(workbook, format, Plan(players, ROUNDS))
        results = check(workbook).results
    assert results is not None
    return format.sheets.make_output(results)


def make_tables(sheets: Sequence[OutputSheet]) -> list[Table]:
    """Return what the sheets hold, for libraries that know no fractions."""

    def plain(value: Any) -> Any:
        return float(value) if isinstance(value, Fraction) else value

    frames = [(sheet.sheet.name, sheet.worded()) for sheet in sheets]
    return [(name, [tuple(map(plain, row)) for row in frame.itertuples(index=False)]) for name, frame in frames]


def write_ours(sheets: Sequence[OutputSheet]) -> bytes:
    """Write the sheets as a run does, as a workbook of their own."""
    book = make_workbook()
    for sheet in sheets:
        add_output_sheet(book, sheet)
    return to_bytes(book)


def write_by_openpyxl(tables: Sequence[Table]) -> bytes:
    """Write the values with openpyxl's write-only worksheets."""
    book = Workbook(write_only=True)
    for name, rows in tables:
        page = book.create_sheet(name)
        model: Any = WriteOnlyCell(page)
        model.alignment = Alignment(horizontal="center")
        for row in rows:
            cells: list[Any] = [value if isinstance(value, str | None) else WriteOnlyCell(page, value) for value in row]
            for cell, value in zip(cells, row, strict=True):
                if cell is not value:
                    cell._style = model._style
            page.append(cells)
    saved = BytesIO()
    book.save(saved)
    return saved.getvalue()


def write_by_xlsxwriter(tables: Sequence[Table]) -> bytes:
    """Write the values with XlsxWriter."""
    saved = BytesIO()
    with xlsxwriter.Workbook(saved, {"constant_memory": True}) as book:
        centred = book.add_format({"align": "center"})
        for name, rows in tables:
            page = book.add_worksheet(name)
            for number, row in enumerate(rows):
                for column, value in enumerate(row):
                    if isinstance(value, str):
                        page.write_string(number, column, value)
                    elif value is not None:
                        page.write_number(number, column, value, centred)
    return saved.getvalue()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a line for each way."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sheets")
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args(arguments)
    sheets = make_sheets(given.players)
    tables = make_tables(sheets)
    ways: Mapping[str, Callable[[], bytes]] = {
        "ours": lambda: write_ours(sheets),
        "openpyxl, write-only": lambda: write_by_openpyxl(tables),
        "XlsxWriter": lambda: write_by_xlsxwriter(tables),
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(given.repeats):
        for name, write in ways.items():
            started = time.process_time()
            write()
            taken[name].append(time.process_time() - started)
    cells = sum(len(row) - row.count(None) for _, rows in tables for row in rows)
    print(f"{given.players:,} players x {ROUNDS} rounds, {cells:,} cells:")
    for name, seconds in taken.items():
        print(f"  {name:20} {statistics.median(seconds):7.2f} s of the processor")


if __name__ == "__main__":
    main()
