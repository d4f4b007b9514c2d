"""From a sheet's raw cells to rows of values by field, with every problem found on the way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import find_nearest, header_key, join_words, tidy
from turnabout_sheets.sheets.cell_kinds import CORRECT, FILLED, TEXT, UnreadableCellError, format_cell, name_moment
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address

HEADER_SEARCH_ROWS = 20

SHOWN_LETTERS = 80  # of a cell that cannot be read


@dataclass(slots=True)
class Row:
    """A row that is not blank, with its values by field (None where blank)."""

    number: int  # as Excel shows it
    fields: Mapping[str, int]  # where in ``cells`` the value of each stands: all rows of a table share it
    cells: tuple[Any, ...]

    def __getitem__(self, field: str) -> Any:
        return self.cells[self.fields[field]]

    @property
    def values(self) -> dict[str, Any]:
        """The values by field."""
        return dict(zip(self.fields, self.cells, strict=True))


def make_table_row(number: int, values: Mapping[str, Any]) -> Row:
    """Return a row with such values by field."""
    return Row(number, {field: place for place, field in enumerate(values)}, tuple(values.values()))


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet that was read."""

    sheet: Sheet
    title: str  # on its tab
    header_row: int
    positions: Mapping[str, int]  # the columns of the fields that the sheet has, counted from 0
    rows: tuple[Row, ...]
    grid: Grid = field(default_factory=lambda: Grid("", ()), repr=False, compare=False)

    def place(self, row: int, field: str) -> Place:
        """Return the place of a field in a row, numbered as Excel shows it (the header's column where it lacks)."""
        position = self.positions.get(field)
        return Place(self.title, "" if position is None else address(row - 1, position))


def read_table(grid: Grid, sheet: Sheet) -> tuple[Table | None, list[Problem]]:
    """Return ``grid`` as a table, None where no header was found, and the problems of its cells.

    A cell that could not be read is None in its row, so that everything else can still be checked.
    """
    header, lacking = _find_header(grid, sheet)
    if lacking:
        if not sheet.required and not grid.flags and all(_is_blank(value) for row in grid.rows for value in row):
            return None, []
        return None, [_no_header(grid, header, lacking, sheet)]
    positions, problems = _find_columns(grid, header, sheet)
    columns = [_read_column(grid, header, column, positions.get(column.field), problems) for column in sheet.columns]
    unreadable = {problem.place.position[0] for problem in problems}
    fields = {column.field: place for place, column in enumerate(sheet.columns)}
    rows, blank_row = [], (None,) * len(columns)
    for number, values in enumerate(zip(*columns, strict=True), header + 2):
        if values != blank_row or number in unreadable:
            rows.append(Row(number, fields, values))
    table = Table(sheet, grid.name, header + 1, positions, tuple(rows), grid)
    known = {problem.place for problem in problems}
    for column in sheet.columns:
        if column.filled and column.field in positions:
            at = fields[column.field]
            blank = (table.place(row.number, column.field) for row in rows if row.cells[at] is None)
            message = f"{column.header} is blank; expected {column.kind.expects}."
            hint = "Fill it in, or clear the whole row."
            problems += [error(place, message, hint) for place in blank if place not in known]
    return table, sorted(problems, key=lambda problem: problem.place.position)


def _is_blank(value: Raw) -> bool:
    return isinstance(value, str) and not tidy(value)


def _find_header(grid: Grid, sheet: Sheet) -> tuple[int, list[str]]:
    """Return the first of the rows that may be the header with the most required ones, and which of these it lacks."""
    required = [column.header for column in sheet.columns if column.required]
    heads = [{header_key(format_cell(value)) for value in row} for row in grid.rows[:HEADER_SEARCH_ROWS]]
    lacking = [[header for header in required if header_key(header) not in there] for there in heads]
    fewest = min(lacking, key=len, default=required)
    return (lacking.index(fewest) if lacking else 0), fewest


def _no_header(grid: Grid, header: int, lacking: Sequence[str], sheet: Sheet) -> Problem:
    known = {header_key(column.header) for column in sheet.columns}
    close = [
        f'"{title}" may be meant for "{near}"'
        for title in map(format_cell, grid.rows[header] if grid.rows else ())
        if header_key(title) not in known and (near := find_nearest(title, lacking))
    ]
    return error(
        Place(grid.name, address(header, 0) if len(lacking) < sum(column.required for column in sheet.columns) else ""),
        f"None of the first {HEADER_SEARCH_ROWS} rows has all the headers that this sheet needs; "
        f"not found: {join_words(lacking, 'and')}." + (f" {'; '.join(close)}." if close else ""),
        "Give one row these headers; their order is free, and other columns may stand between them.",
    )


def _find_columns(grid: Grid, header: int, sheet: Sheet) -> tuple[dict[str, int], list[Problem]]:
    """Find each declared column; name headers that stand twice, and unknown ones that look like a missing one."""
    own = {header_key(column.header): column for column in sheet.columns}
    titles = [*map(format_cell, grid.rows[header])]
    there = {*map(header_key, titles)}
    by_key = {other: column for word, column in own.items() if word not in there for other in column.also} | own
    positions: dict[str, int] = {}
    problems: list[Problem] = []
    for position, title in enumerate(titles):
        column = by_key.get(header_key(title))
        if column is not None and positions.setdefault(column.field, position) != position:
            message = f'The header "{column.header}" stands in {address(header, positions[column.field])} already.'
            place = Place(grid.name, address(header, position))
            problems.append(error(place, message, "Rename or delete one of the two."))
    lacking = [column.header for column in sheet.columns if column.field not in positions]
    for position, title in enumerate(titles if lacking else ()):
        if title and header_key(title) not in by_key and (near := find_nearest(title, lacking)):
            message = f'The header "{title}" is not known, so its column is ignored.'
            place = Place(grid.name, address(header, position))
            problems.append(warning(place, message, f'If "{near}" is meant, write it so.'))
    return positions, problems


def _read_column(
    grid: Grid, header: int, column: Column, position: int | None, problems: list[Problem]
) -> Sequence[Any]:
    """Return the values of a declared column below the header, None where blank, and add its cells' ``problems``.

    What stands in a cell is read once, as most stands there often; 1 and TRUE are the same key, so these are not.
    """
    below = grid.rows[header + 1 :]
    if position is None:
        return [None] * len(below)
    flags = {} if column.kind is FILLED else grid.flags
    days_behind = grid.days_behind if column.kind.is_day else 0
    known: dict[Raw, Any] = {}
    values: list[Any] = []
    for index, row in enumerate(below, header + 1):
        raw = row[position] if position < len(row) else ""
        if not flags and type(raw) is not bool and raw in known:
            values.append(known[raw])
            continue
        value, flag = None, flags and flags.get(address(index, position))
        if flag:
            problems.append(_flag_error(Place(grid.name, address(index, position)), column, flag))
        elif not _is_blank(raw):
            try:
                value = column.kind.read(raw + days_behind if isinstance(raw, float) else raw)
            except UnreadableCellError as expected:
                place = Place(grid.name, address(index, position))
                problems.append(unreadable_error(place, raw, column, str(expected)))
            else:
                if type(raw) is not bool:
                    known[raw] = value
        values.append(value)
    long = [raw for raw in known if isinstance(raw, float) and raw >= 1e15] if column.kind is TEXT else []
    if long:  # more digits than a spreadsheet keeps, as of a Player ID; those behind became 0
        first = next(index for index, row in enumerate(grid.rows) if long[0] in row[position : position + 1])
        message = f"{column.header} {format_cell(long[0])} has more than 15 digits, and a spreadsheet keeps only 15."
        also = f"; {len(long) - 1} more in this column, too" if len(long) > 1 else ""
        hint = f"Type it with an apostrophe before it{also}."
        problems.append(warning(Place(grid.name, address(first, position)), message, hint))
    return values


def _flag_error(place: Place, column: Column, flag: str) -> Problem:
    if flag.startswith("#"):
        message = f"{column.header} shows the error {flag}; expected {column.kind.expects}."
        return error(place, message, "Correct the formula, or type the value.")
    return error(
        place,
        f"{column.header} is a formula that no spreadsheet program has calculated yet, so its value is not known.",
        "Open the workbook in Excel or LibreOffice, save it, and run again; or type the value.",
    )


def unreadable_error(place: Place, raw: Raw, column: Column, expected: str) -> Problem:
    """Return the problem of a cell that its column's kind cannot read."""
    remedy = column.remedy or column.kind.remedy
    if made := name_moment(raw):
        expected += f", but the spreadsheet has made {made} of it"
        if remedy == CORRECT and not column.kind.choices:
            remedy = "Type it again, without dashes, slashes or colons."
    typed = format_cell(raw)
    shown = typed if len(typed) <= SHOWN_LETTERS else f"{typed[:SHOWN_LETTERS]}…"
    return error(
        place, f'{column.header} is "{shown}"; expected {expected}.', suggest(typed, column.kind.choices, remedy)
    )


def suggest(found: str, known: Collection[str], otherwise: str = CORRECT) -> str:
    """Return what to do about a word that is none of ``known``: the nearest one is offered, if one is near."""
    near = find_nearest(found, known)
    return f'Did you mean "{near}"?' if near else otherwise
