"""Makes a ready workbook for a new event, with players from a list where there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from turnabout_sheets.archive.seeding import Seed
from turnabout_sheets.core.file_names import as_text, find_fault
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.core.text import header_key, join_words, key
from turnabout_sheets.formats import FORMATS, find_format
from turnabout_sheets.formats.base import Format
from turnabout_sheets.sheets.csv_file import CsvError, read_csv
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import Row, read_table
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ours.blank import make_blank_workbook
from turnabout_sheets.workbook.ours.book import to_bytes
from turnabout_sheets.workbook.read import Worksheets


class NewError(Exception):
    """A workbook could not be made; the text is for the organizer."""


Seeding = Callable[[Sequence[tuple[str, str]]], Sequence[Seed]]
"""Gives the seeds of players, who are named by name and Player ID."""


def make_new_workbook(
    file: Path,
    format_name: str,
    players: Path | None,
    name: str | None,
    *,
    day: str | None = None,
    seeding: Seeding | None = None,
) -> tuple[list[Problem], list[str]]:
    """Write a ready workbook to ``file``, which must not exist.

    Returns the errors of the list of players, and remarks about their ratings, where these are to come from
    ``seeding``; if there are errors, nothing is written. Raises `NewError`, `WorkbookError` or `ArchiveError`.
    """
    format = choose_format(format_name)
    require_name(file)
    table, problems = _players(players, format) if players else ((), [])
    if has_errors(problems):
        return problems, []
    rows: Sequence[Mapping[str, Any]] = [row.values for row in table]
    remarks: list[str] = []
    if seeding is not None:
        rows, remarks = _fill_in_ratings(rows, seeding)
    settings = {"name": name or file.stem, "format": format.name, "date": day}
    save.write_new(file, to_bytes(make_blank_workbook(format, rows, settings, file.name)))
    return [], remarks


def require_name(file: Path) -> None:
    """Raise `NewError` unless a workbook can be called so, here and on other computers."""
    if fault := find_fault(file.name):
        raise NewError(f'"{as_text(file.name)}": {fault}. Choose another name.')
    if file.suffix.lower() != ".xlsx":
        raise NewError(f"{file.name or file} does not end in .xlsx; a workbook's name does. Add it.")


def _fill_in_ratings(rows: Sequence[Mapping[str, Any]], seeding: Seeding) -> tuple[list[Mapping[str, Any]], list[str]]:
    """Fill in the ratings that are blank; and say how many are, and what is odd."""
    found = seeding([(row["name"] or "", row["player_id"] or "") for row in rows])
    known = sum(seed.rating is not None for seed in found)
    remarks = [f"{known} of {len(rows)} players have a rating in the archive."]
    seeded = [
        row if row["rating"] is not None else {**row, "rating": seed.rating}
        for row, seed in zip(rows, found, strict=True)
    ]
    return seeded, remarks + [seed.remark for seed in found if seed.remark]


def choose_format(name: str) -> Format:
    """Return the format called ``name``; raises `NewError`."""
    format = find_format(name)
    if format is None:
        names = join_words(tuple(FORMATS))
        raise NewError(f'The format is "{name}"; expected {names}. Choose one with --format.')
    return format


def _players(source: Path, format: Format) -> tuple[Sequence[Row], list[Problem]]:
    """Read players from a workbook's Players (or only) sheet, or from a CSV file, with headers or names alone."""
    if source.suffix.lower() == ".csv":
        try:
            grid = read_csv(source)
        except CsvError as reason:
            raise NewError(str(reason)) from reason
        if not _has_header(grid, format):
            grid = Grid(grid.name, [[format.sheets.players.columns[0].header], *grid.rows])
    else:
        grids = Worksheets(save.open_workbook(source)).read(lambda _: True)
        grid = next((each for each in grids if key(each.name) == key(format.sheets.players.name)), grids[0])
    table, problems = read_table(grid, format.sheets.players)
    return (table.rows if table else ()), problems


def _has_header(grid: Grid, format: Format) -> bool:
    wanted = {header_key(column.header) for column in format.sheets.players.columns if column.required}
    return any(wanted <= {header_key(str(value)) for value in row} for row in grid.rows[:20])
