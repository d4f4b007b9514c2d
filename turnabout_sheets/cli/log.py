"""The command ``turnabout log``: what was changed between the runs, and whether the log of it holds together."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnabout_sheets.cli.parameters import FILE, echo, fail, tell_if_open
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Place

if TYPE_CHECKING:
    from turnabout_sheets.changes.differences import Change
    from turnabout_sheets.changes.log import Line
    from turnabout_sheets.jobs.log_store import Remembered


@click.command()
@click.argument("file", type=FILE)
@click.option("--run", "number", type=click.IntRange(1), help="Only what this run noted.")
@click.option("--check", is_flag=True, help="Say whether all lines hold together, and the digest to read out.")
@click.option("--json", "as_json", is_flag=True, help="Print a machine-readable report.")
def log(file: Path, number: int | None, check: bool, as_json: bool) -> None:
    """Tell what was changed between the runs, cell by cell, the newest first; or --check that no line was altered."""
    from turnabout_sheets.changes.log import line_data, newest_first
    from turnabout_sheets.jobs.log_store import find_fault, recall_file
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    if check and number is not None:
        raise click.UsageError("Choose one of --check and --run.")
    tell_if_open([file])
    try:
        source, ours, remembered = recall_file(file)
        fault = find_fault(source, ours, remembered) if check or not remembered.lines else ""
        if not remembered.there and not fault:
            fail(f"{file.name} has no log yet; the next run begins it.", ExitCode.USAGE)
    except WorkbookError as reason:
        fail(str(reason), ExitCode.FILE)
    if check:
        _tell_checked(remembered, fault, as_json=as_json)
    if fault:
        fail(fault, ExitCode.PROBLEMS)
    shown = [line for line in newest_first(remembered.lines) if number in (None, line.run)]
    if not shown:
        raise click.UsageError(f"There is no run {number} in the log; the newest is run {remembered.lines[-1].run}.")
    if as_json:
        click.echo(json.dumps([line_data(line) for line in shown], ensure_ascii=False, indent=2))
    else:
        echo(_tell(shown))


def _tell_checked(remembered: Remembered, fault: str, *, as_json: bool) -> None:
    """Say what a check has found, and end with its exit code."""
    from turnabout_sheets.core.digests import shorten_digest

    lines, digest = remembered.lines, remembered.digest
    if as_json:
        click.echo(json.dumps({"lines": len(lines), "fault": fault, "digest": digest}, ensure_ascii=False, indent=2))
        sys.exit(ExitCode.PROBLEMS if fault else ExitCode.DONE)
    if fault:
        fail(fault, ExitCode.PROBLEMS)
    all_lines = f"All {len(lines)} lines hold" if len(lines) != 1 else "The one line holds"
    click.echo(f"{all_lines} together; the digest is {shorten_digest(digest)}.")
    sys.exit(ExitCode.DONE)


def _tell(lines: Sequence[Line]) -> Iterator[str]:
    """Yield a heading for each run, and below it every cell and what followed."""
    for run, of_run in groupby(lines, lambda line: line.run):
        there = list(of_run)
        yield f"Run {run}" + (f", saved: {there[0].saved}" if there[0].saved else "")
        for line in there:
            if not line.entry.cells:
                yield f"  {line.entry.after}."
            yield from _tell_cells(line.entry.cells)
            if line.entry.followed:
                yield f"    {line.entry.followed}"


def _tell_cells(cells: Sequence[Change]) -> Iterator[str]:
    """Yield a line for each cell; of rows that were typed into while they were blank one for each row, and headers."""
    rows = [[*row] for _, row in groupby(cells, lambda cell: (cell.sheet, cell.who, _row_of(cell)))]
    for heading, alike in groupby(rows, _head):
        if heading:
            yield f"  {heading}"
        for row in alike:
            if heading:
                where = ", ".join(filter(None, (f"Row {_row_of(row[0])}", row[0].who)))
                yield f"    {where}: {' | '.join(cell.after for cell in row)}"
            else:
                yield from map(_tell_cell, row)


def _head(row: Sequence[Change]) -> str:
    """Return the sheet and the headers of a row that was typed; blank where something stood there, or of one cell."""
    if len(row) == 1 or any(cell.before for cell in row):
        return ""
    return f"{row[0].sheet}: {' | '.join(cell.column for cell in row)}"


def _tell_cell(cell: Change) -> str:
    where = ", ".join(filter(None, (f"{cell.sheet}!{cell.cell}", cell.who, cell.column)))
    return f"  {where}: {cell.before or 'blank'} → {cell.after or 'blank'}"


def _row_of(cell: Change) -> int:
    return Place(cell.sheet, cell.cell).position[0]
