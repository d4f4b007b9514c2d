"""From a sheet's raw cells to rows of values by field, with every problem found on the way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from string import ascii_uppercase, digits
from typing import Any, Final

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import find_nearest, header_key, join_words, tidy
from turnabout_sheets.sheets.cell_kinds import CORRECT, FILLED, TEXT, UnreadableCellError, format_cell, name_moment
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address, column_letters

HEADER_SEARCH_ROWS = 20

SHOWN_LETTERS = 80
"""How many letters of a cell that cannot be read a message shows."""


@dataclass(slots=True)
class Row:
    """A row that is not blank: its number as Excel shows it, and its values by field (None where blank).

    All rows of a table share ``fields``, which says where in ``cells`` the value of each stands: of old results there
    may be a million.
    """

    number: int
    fields: Mapping[str, int]
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
    """A sheet that was read: its declaration, the name on its tab, and its rows.

    ``positions`` gives the column of each field that the sheet has, counted from 0; ``grid`` has the cells as typed.
    """

    sheet: Sheet
    title: str
    header_row: int
    positions: Mapping[str, int]
    rows: tuple[Row, ...]
    grid: Grid = field(default_factory=lambda: Grid("", ()), repr=False, compare=False)

    def place(self, row: int, field: str) -> Place:
        """Return the place of a field in a row, numbered as Excel shows it (the header's column where it lacks)."""
        position = self.positions.get(field)
        return Place(self.title, "" if position is None else address(row - 1, position))


def read_table(grid: Grid, sheet: Sheet) -> tuple[Table | None, list[Problem]]:
    """Read ``grid`` as the declared ``sheet``.

    Returns the table with the problems of its cells, or None where no header row was found. A cell that could not be
    read is None in its row, so that everything else can still be checked.
    """
    header = _find_header(grid, sheet)
    if header is None:
        if all(_is_blank(value) for row in grid.rows for value in row) and not grid.flags and not sheet.required:
            return None, []
        return None, [_no_header(grid, sheet)]
    positions, problems = _find_columns(grid, header, sheet)
    columns = [_Cells(column, positions.get(column.field), grid.days_behind) for column in sheet.columns]
    fields = {column.field: place for place, column in enumerate(sheet.columns)}
    rows = []
    for index, values, row_problems in _read_rows(grid, header, columns):
        problems += row_problems
        if values is not None:
            rows.append(Row(index + 1, fields, values))
    problems += [found for each in columns if (found := _find_lost_digits(grid, each))]
    return Table(sheet, grid.name, header + 1, positions, tuple(rows), grid), problems


def _is_blank(value: Raw) -> bool:
    return isinstance(value, str) and not tidy(value)


def _find_header(grid: Grid, sheet: Sheet) -> int | None:
    wanted = {header_key(column.header) for column in sheet.columns if column.required}
    for index, row in enumerate(grid.rows[:HEADER_SEARCH_ROWS]):
        if wanted <= {header_key(format_cell(value)) for value in row}:
            return index
    return None


def _no_header(grid: Grid, sheet: Sheet) -> Problem:
    required = [column.header for column in sheet.columns if column.required]

    def there(row: Sequence[Raw]) -> set[str]:
        return {header_key(format_cell(value)) for value in row}

    counts = [sum(header_key(header) in there(row) for header in required) for row in grid.rows[:HEADER_SEARCH_ROWS]]
    index = counts.index(max(counts)) if any(counts) else None
    best = () if index is None else grid.rows[index]
    missing = [header for header in required if header_key(header) not in there(best)]
    known = {header_key(column.header) for column in sheet.columns}
    close = [
        f'"{format_cell(value)}" may be meant for "{near}"'
        for value in best
        if header_key(format_cell(value)) not in known and (near := find_nearest(format_cell(value), missing))
    ]
    return error(
        Place(grid.name, "" if index is None else address(index, 0)),
        f"None of the first {HEADER_SEARCH_ROWS} rows has all the headers that this sheet needs; "
        f"not found: {join_words(missing, 'and')}." + (f" {'; '.join(close)}." if close else ""),
        "Give one row these headers; their order is free, and other columns may stand between them.",
    )


def _find_columns(grid: Grid, header: int, sheet: Sheet) -> tuple[dict[str, int], list[Problem]]:
    """Find each declared column; name headers that stand twice, and unknown ones that look like a missing one."""
    own = {header_key(column.header): column for column in sheet.columns}
    there = {header_key(format_cell(value)) for value in grid.rows[header]}
    by_key = {other: column for word, column in own.items() if word not in there for other in column.also} | own
    positions: dict[str, int] = {}
    problems: list[Problem] = []
    unknown: list[tuple[int, str]] = []
    for position, value in enumerate(grid.rows[header]):
        column = by_key.get(header_key(format_cell(value)))
        place = Place(grid.name, address(header, position))
        if column is None:
            if not _is_blank(value):
                unknown.append((position, format_cell(value)))
        elif column.field in positions:
            first = address(header, positions[column.field])
            message = f'The header "{column.header}" stands in {first} already.'
            problems.append(error(place, message, "Rename or delete one of the two."))
        else:
            positions[column.field] = position
    lacking = [column.header for column in sheet.columns if column.field not in positions]
    for position, title in unknown:
        if near := find_nearest(title, lacking):
            place = Place(grid.name, address(header, position))
            message = f'The header "{title}" is not known, so its column is ignored.'
            problems.append(warning(place, message, f'If "{near}" is meant, write it so.'))
    return positions, problems


_TRUTHS: Final = (True, False)
"""The numbers 1 and 0 are the same key as these, and another thing in a cell."""


class _Known(dict[Raw, Any]):
    """What the cells of a column say, by what stands in them: each is read once, as most stand there often."""

    def __init__(self, read: Callable[[Raw], Any]) -> None:
        super().__init__()
        self.read = read

    def __missing__(self, raw: Raw) -> Any:
        """Return the value of a cell, None where it is blank. Raises `UnreadableCellError`."""
        value = None if _is_blank(raw) else self.read(raw)
        if isinstance(raw, str | float) and raw not in _TRUTHS:
            self[raw] = value
        return value


class _Cells:
    """A declared column and its ``position`` on the sheet, counted from 0; None where the sheet does not have it."""

    def __init__(self, column: Column, position: int | None, days_behind: int) -> None:
        self.column, self.position = column, position
        read, behind = column.kind.read, days_behind if column.kind.is_day else 0
        self.known = _Known((lambda raw: read(raw + behind if isinstance(raw, float) else raw)) if behind else read)


def _read_rows(
    grid: Grid, header: int, columns: Sequence[_Cells]
) -> Iterator[tuple[int, tuple[Any, ...] | None, Sequence[Problem]]]:
    """Yield the index of each row below the header, its values (None for a blank row), and its cells' problems."""
    width = 1 + max((each.position for each in columns if each.position is not None), default=0)
    beyond = [""] * (width + 1)  # the last cell is always blank: there stands what the sheet does not have
    quick = [(each.known, -1 if each.position is None else each.position) for each in columns]
    filled = [place for place, each in enumerate(columns) if each.column.filled and each.position is not None]
    letters = {column_letters(each.position) for each in columns if each.position is not None}
    flagged = {int(cell.lstrip(ascii_uppercase)) - 1 for cell in grid.flags if cell.rstrip(digits) in letters}
    nothing = (None,) * len(columns)
    for index in range(header + 1, len(grid.rows)):
        cells = [*grid.rows[index], *beyond]
        if index not in flagged:
            with suppress(UnreadableCellError):
                values = tuple([known[cells[position]] for known, position in quick])
                if values == nothing:
                    yield index, None, ()
                    continue
                if not any(values[place] is None for place in filled):
                    yield index, values, ()
                    continue
        yield index, *_read_row(grid, index, cells, columns)


def _read_row(
    grid: Grid, index: int, cells: Sequence[Raw], columns: Sequence[_Cells]
) -> tuple[tuple[Any, ...] | None, Sequence[Problem]]:
    """Return the values of a row in which something may be wrong, and what is."""
    values: list[Any] = []
    problems: list[Problem] = []
    for each in columns:
        value = None
        if each.position is not None:
            place, raw = Place(grid.name, address(index, each.position)), cells[each.position]
            flag = grid.flags.get(place.cell) if each.column.kind is not FILLED else None
            if flag is not None and flag.startswith("#"):
                message = f"{each.column.header} shows the error {flag}; expected {each.column.kind.expects}."
                problems.append(error(place, message, "Correct the formula, or type the value."))
            elif flag is not None:
                message = (
                    f"{each.column.header} is a formula that no spreadsheet program has calculated yet, so its value "
                    "is not known."
                )
                hint = "Open the workbook in Excel or LibreOffice, save it, and run again; or type the value."
                problems.append(error(place, message, hint))
            else:
                try:
                    value = each.known[raw]
                except UnreadableCellError as expected:
                    problems.append(unreadable_error(place, raw, each.column, str(expected)))
        values.append(value)
    if not problems and all(value is None for value in values):
        return None, ()
    return tuple(values), [*problems, *_find_unfilled(grid, index, columns, values, problems)]


def _find_unfilled(
    grid: Grid, index: int, columns: Sequence[_Cells], values: Sequence[Any], problems: Sequence[Problem]
) -> Iterator[Problem]:
    reported = {problem.place.cell for problem in problems}
    for each, value in zip(columns, values, strict=True):
        if each.column.filled and value is None and each.position is not None:
            cell = address(index, each.position)
            if cell not in reported:
                yield error(
                    Place(grid.name, cell),
                    f"{each.column.header} is blank; expected {each.column.kind.expects}.",
                    "Fill it in, or clear the whole row.",
                )


def _find_lost_digits(grid: Grid, cells: _Cells) -> Problem | None:
    """Find numbers of more digits than a spreadsheet keeps, such as Player IDs; the digits behind became 0."""
    at, column = cells.position, cells.column
    long = [raw for raw in cells.known if isinstance(raw, float) and raw >= 1e15] if column.kind is TEXT else []
    if at is None or not long:
        return None
    row = next(index for index, row in enumerate(grid.rows) if long[0] in row[at : at + 1])
    message = f"{column.header} {format_cell(long[0])} has more than 15 digits, and a spreadsheet keeps only 15."
    also = f"; {len(long) - 1} more in this column, too" if len(long) > 1 else ""
    return warning(Place(grid.name, address(row, at)), message, f"Type it with an apostrophe before it{also}.")


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
