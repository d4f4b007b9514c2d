"""What changed cells would do to an event, and to the round that would be paired now. Nothing is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.changes.differences import Change, find_changes
from turnabout_sheets.changes.effects import Difference, Pair, What, compare, leave_out_common, name_pairs
from turnabout_sheets.core.problems import Place, Problem, has_errors
from turnabout_sheets.core.text import find_nearest, join_words, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.progress import is_reported
from turnabout_sheets.event.results import Results, compute_as_of
from turnabout_sheets.jobs.check import find_problems
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.rounds.next_rounds import BY_METHOD, due_rounds, pair
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid, Raw, column_letters
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ours.recognition import is_read, ours_of

_CELL: Final = re.compile(r"(?:'((?:[^']|'')+)'|(.+?))!\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})\s*=(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
_MOST_COLUMNS: Final = 16_384
_ROOM: Final = 50
"""How many rows below the last filled one may be typed into, for further players and the like."""

EXAMPLE: Final = "Round 3!G7=12"


class WhatIfError(Exception):
    """A cell cannot be changed; the text says why."""


class Setting(NamedTuple):
    """A cell, and what stands there now and would then; blank where nothing does."""

    place: Place
    before: Raw
    after: Raw


class Version(NamedTuple):
    """An event as it is, or as it would be; ``results`` is None behind errors."""

    event: Event | None
    format: Format
    problems: Sequence[Problem]
    results: Results | None


class NewPairing(NamedTuple):
    """A round that would be paired: the pairs that only the pairing of now has, and those that only the other has.

    ``stays``: the round is paired already, so that its pairing stays (rules 1.4.9); where it has not ``begun``,
    ``after`` is what it would be if it were paired anew. ``refused`` says why it could not be paired.
    """

    round: int
    before: Sequence[Pair] = ()
    after: Sequence[Pair] = ()
    stays: bool = False
    begun: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What changed cells would do.

    ``cells`` are those that were set, ``changes`` what the program reads of them. ``differences`` and ``pairings`` are
    known where neither version has errors.
    """

    cells: Sequence[Setting]
    before: Version
    after: Version
    changes: Sequence[Change] = ()
    differences: Sequence[Difference] = ()
    pairings: Sequence[NewPairing] = ()

    @property
    def new_problems(self) -> Sequence[Problem]:
        """What would be wrong that is not now."""
        return [problem for problem in self.after.problems if problem not in self.before.problems]

    @property
    def headings(self) -> Mapping[Place, str]:
        """The cells that are headings of columns that are read, each with the cells below it: "C2 to C20"."""
        found = {}
        for place, table in self._read_of:
            row, letters = place.position[0], place.position[1].strip()
            if row == table.header_row and _column_index(letters) in table.positions.values():
                last = max((each.number for each in table.rows), default=row + 1)
                found[place] = f"{letters}{row + 1} to {letters}{last}"
        return found

    @property
    def unread(self) -> Mapping[Place, Sequence[str]]:
        """The cells in a column that is not read, such as one of the program's; each with the columns that are."""
        return {
            place: [
                f"{table.sheet.column(field).header} ({column_letters(index)})"
                for field, index in table.positions.items()
            ]
            for place, table in self._read_of
            if _column_index(place.position[1].strip()) not in table.positions.values()
        }

    @property
    def _read_of(self) -> Sequence[tuple[Place, Table]]:
        """The cells with what is read of their sheets."""
        tables = {table.title: table for table in (self.before.event.tables if self.before.event else {}).values()}
        places = (cell.place for cell in self.cells)
        return [(place, tables[place.sheet]) for place in places if place.sheet in tables]


def find_effects(path: Path, typed: Sequence[str]) -> WhatIf:
    """Return what cells of a workbook would do that are ``typed`` such as `EXAMPLE`.

    Raises `WhatIfError` for a cell that is not there or not read, `WorkbookError` where the workbook cannot be read.
    """
    source = save.open_workbook(path)
    wanted = [_read_typed(each) for each in typed]
    changer = _Changer(wanted, list(source.package.sheets))
    kept = read_kept_rounds(source.path)
    before, after = (_compute(*read_source(source, kept, change)) for change in (list, changer.change))
    changer.require_read(before.format)
    found = WhatIf(changer.list_settings(), before, after)
    if before.event is not None and after.event is not None:
        found = replace(found, changes=find_changes(before.event, after.event))
    if before.results is None or after.results is None:
        return found
    differences = compare(before.results, after.results)
    pairings = tuple(_compare_pairings(before.results, after.results, differences))
    return replace(found, differences=differences, pairings=pairings)


def _compute(event: Event | None, format: Format, in_cells: list[Problem]) -> Version:
    problems, results = find_problems(event, format, in_cells)
    return Version(event, format, problems, None if has_errors(problems) else results)


def _read_typed(typed: str) -> tuple[Place, Raw]:
    """Return the cell that is meant, and its value as a spreadsheet program reads what is typed."""
    parts = _CELL.fullmatch(typed.strip())
    if parts is None:
        raise WhatIfError(f'"{typed}" does not say which cell holds what; expected the like of "{EXAMPLE}".')
    quoted, plain, letters, row, value = parts.groups()
    sheet = quoted.replace("''", "'") if quoted else plain.strip()
    place = Place(sheet, letters.upper() + row)
    if value.strip().startswith("="):
        raise WhatIfError(f'{place}: the formula "{value.strip()}" is not worked out here. Type what it comes to.')
    return place, _read_value(value.strip())


def _read_value(typed: str) -> Raw:
    if _NUMBER.fullmatch(typed):
        return float(typed)
    if key(typed) in ("true", "false"):
        return key(typed) == "true"
    return typed.removeprefix("'")


def _column_index(letters: str) -> int:
    index = 0
    for letter in letters:
        index = 26 * index + ord(letter) - ord("A") + 1
    return index - 1


class _Changer:
    """Sets cells on the sheets of a workbook, as they are read; knows afterwards what had stood there."""

    def __init__(self, wanted: Sequence[tuple[Place, Raw]], sheets: Sequence[str]) -> None:
        by_key = {key(name): name for name in sheets}
        self._sheets = sheets
        self._wanted: dict[Place, Raw] = {}
        self._was: dict[Place, Raw] = {}
        for place, value in wanted:
            name = by_key.get(key(place.sheet))
            if name is None:
                number = round_number(place.sheet)
                alike = (sheet for sheet in sheets if round_number(sheet) == number)
                near = next(alike, None) if number else find_nearest(place.sheet, sheets)
                hint = f'Did you mean "{near}"?' if near else f"The sheets are {join_words(sheets, 'and')}."
                raise WhatIfError(f'{place}: there is no sheet "{place.sheet}". {hint}')
            if (here := Place(name, place.cell)) in self._wanted:
                both = f"{show_raw(self._wanted[here])} and {show_raw(value)}"
                raise WhatIfError(f"{here} is set twice, to {both}. Set every cell once.")
            self._wanted[here] = value

    def require_read(self, format: Format) -> None:
        """Refuse cells on sheets that the program does not read. Raises `WhatIfError`."""
        read = [name for name in self._sheets if is_read(name, format)]
        for place in self._wanted:
            if place.sheet not in read:
                whose = "writes it anew at every run" if place.sheet in ours_of(format).names else "does not read it"
                raise WhatIfError(
                    f"{place}: the sheet {place.sheet} decides nothing, as the program {whose}. "
                    f"Name a cell on {join_words(read)}."
                )

    def change(self, grids: Sequence[Grid]) -> list[Grid]:
        """Return the sheets with the cells set. Raises `WhatIfError` for one far away from all others."""
        return [self._change_sheet(grid) for grid in grids]

    def list_settings(self) -> list[Setting]:
        """Return the cells, with what stands there now."""
        return [Setting(place, self._was.get(place, ""), value) for place, value in self._wanted.items()]

    def _change_sheet(self, grid: Grid) -> Grid:
        mine = {place: value for place, value in self._wanted.items() if place.sheet == grid.name}
        if not mine or not grid.rows:
            return grid
        rows = [list(row) for row in grid.rows]
        width = max(map(len, rows))
        for place, value in mine.items():
            number, letters = place.position
            row, column = number - 1, _column_index(letters.strip())
            if row >= len(grid.rows) + _ROOM or column >= _MOST_COLUMNS:
                raise WhatIfError(
                    f"{place}: nothing stands there; the sheet {grid.name} ends with the cell "
                    f"{column_letters(width - 1)}{len(grid.rows)}. Name a cell from A1 to there."
                )
            rows += [[""] * width for _ in range(row + 1 - len(rows))]
            rows[row] += [""] * (column + 1 - len(rows[row]))
            self._was[place] = rows[row][column]
            rows[row][column] = value
        flags = {cell: flag for cell, flag in grid.flags.items() if Place(grid.name, cell) not in mine}
        return replace(grid, rows=rows, flags=flags)


def _compare_pairings(before: Results, after: Results, differences: Sequence[Difference]) -> Iterator[NewPairing]:
    """Yield the rounds that would be paired now, and the last that is paired where it has to do with the change."""
    event, last = after.event, after.event.last_round
    played = [match for match in event.rounds.get(last, ()) if match.b != BYE]
    begun = any(is_reported(match, after.format.entry.result_fields) for match in played)
    if last and not begun and not event.settings.method.at_once and _can_pair(after, last):
        there = name_pairs(event, [match.pair for match in event.as_paired(last)])
        anew, refused = _pair_anew(compute_as_of(after, last - 1), last)
        pairs = ((), ()) if refused else leave_out_common(there, anew)
        yield NewPairing(last, *pairs, stays=True, refused=refused)
    elif not event.settings.method.at_once and any(
        each.what is What.MATCH and each.round < last for each in differences
    ):
        yield NewPairing(last, stays=True, begun=True)
    for number in sorted({*due_rounds(before), *due_rounds(after)}):
        was, _ = _pair_anew(before, number) if number in due_rounds(before) else ((), "")
        now, refused = _pair_anew(after, number) if number in due_rounds(after) else ((), "")
        yield NewPairing(number, *leave_out_common(was, now), refused=refused)
        if refused:
            return


def _can_pair(results: Results, number: int) -> bool:
    return results.event.settings.pairing in BY_METHOD and number - 1 in results.after


def _pair_anew(results: Results, number: int) -> tuple[tuple[Pair, ...], str]:
    """Return the pairs of a round as it would be paired, and why it cannot be."""
    new, problems = pair(results, number)
    if new is None:
        return (), f"{problems[0].message} {problems[0].hint}"
    return name_pairs(results.event, [(row["a"], row["b"]) for row in new.rows]), ""


def show_raw(value: Raw) -> str:
    """Return what a cell shows; "nothing" where it is blank."""
    return format_cell(value) or "nothing"
