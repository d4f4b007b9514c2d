"""Reads the lists of players that people have: by what their headers mean, and always saying what was taken.

A list is made into the sheet Players that it would be, row by row in its place, and read as that: so every problem of a
cell is told with the cell's own address.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from turnabout_sheets.core.problems import Problem
from turnabout_sheets.core.text import header_key, join_words, key, tidy
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.header_words import (
    ALIAS,
    FIRST,
    LAST,
    NAME,
    NAME_PARTS,
    NUMBER,
    OPPONENT,
    WHOLE_NAME,
    meanings,
    total_words,
)
from turnabout_sheets.sheets.cell_kinds import WHOLES, format_cell
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address, column_letters
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS, Row, read_table

FIELD: Final = "name"
"""The field of the sheet Players that every list has."""

NAMING: Final = frozenset((WHOLE_NAME, NAME, ALIAS, *NAME_PARTS))

SHOWN = 6
"""So many cells of a row, or columns that are not used, are shown."""

_NUMBERED = re.compile(r"(\d{1,5})(?:[.):]\s*|\s+)(\S.*)")
_BLANK_FIGURES: Final = frozenset(("-", "–", "—", "?", "n/a"))
"""What people type where there is no number."""

EXPECTED = (
    'Expected a row of headers such as "Player" and "Rating", or "First name" and "Last name" (English, German, French '
    "or Spanish), or nothing but one name in each line."
)


class PlayerListError(Exception):
    """A list of players is none that can be read; the text is for the organizer."""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The players of a list: rows of the sheet Players by field, with the number that each row has in the list.

    ``source`` says from which columns, ``remarks`` what else the organizer should know; ``sheet`` is the name of the
    sheet, where there were several.
    """

    rows: Sequence[Row]
    source: str
    remarks: Sequence[str]
    problems: Sequence[Problem]
    sheet: str = ""

    def describe(self, done: str) -> str:
        """Return in one line what was ``done`` with how many players ("taken"), and from which columns."""
        where = f" from the sheet {self.sheet}" if self.sheet else ""
        return f"{len(self.rows)} player{'' if len(self.rows) == 1 else 's'} {done}{where}: {self.source}."


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where things stand in a list: the header's row (-1: it has none), and the columns that make each field."""

    header: int
    columns: Mapping[str, tuple[int, ...]]
    unused: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


def read_player_list(grids: Sequence[Grid], sheet: Sheet, file: str) -> PlayerList:
    """Read the list that a file's sheets hold as the declared ``sheet`` of players.

    That is the sheet of this name, else the first that has known headers, else the first that has anything. Raises
    `PlayerListError` for a list of unknown form.
    """
    own = [grid for grid in grids if key(grid.name) == key(sheet.name)]
    filled = [grid for grid in own or grids if any(_is_filled(value) for row in grid.rows for value in row)]
    if not filled:
        raise PlayerListError(f"{file} is empty: there is no player in it. Check that it is the right file, and saved.")
    headed = ((grid, layout) for grid in filled if (layout := _find_layout(grid, sheet, file, is_own=bool(own))))
    grid, layout = next(headed, None) or (filled[0], _bare_layout(filled[0], file))
    names = _Names(grid, layout, turns=not own)
    canonical = _as_sheet(grid, layout, names, sheet)
    table, problems = read_table(canonical, sheet)
    rows = table.rows if table else ()
    lines = layout.header < 0  # a header was put above a list that has none
    rows = tuple(Row(row.number - lines, row.values) for row in rows)
    source, remarks = _describe(grid, layout, names, sheet), [*names.remarks, *_find_repeated(rows)]
    return PlayerList(rows, source, remarks, problems, grid.name if len(grids) > 1 else "")


def _is_filled(value: Raw) -> bool:
    return not isinstance(value, str) or bool(tidy(value))


def _texts(row: Sequence[Raw]) -> list[str]:
    return [format_cell(value) for value in row]


# Where things stand


def _find_layout(grid: Grid, sheet: Sheet, file: str, *, is_own: bool) -> _Layout | None:
    """Return the layout by the row, among the first, with the most known headers; None where no row names players."""
    known = _known_headers(sheet)
    found = [
        {column: known[word] for column, text in enumerate(_texts(row)) if (word := header_key(text)) in known}
        for row in grid.rows[:HEADER_SEARCH_ROWS]
    ]
    heads = [at for at, means in enumerate(found) if {*NAMING, OPPONENT} & set(means.values())]
    if not heads:
        return None
    header = max(heads, key=lambda at: len(found[at]))
    titles, by_meaning = _texts(grid.rows[header]), defaultdict[str, list[int]](list)
    for column, meaning in found[header].items():
        by_meaning[meaning].append(column)
    whole = [header_key(titles[column]) for column in by_meaning[WHOLE_NAME] + by_meaning[NAME]]
    if by_meaning[OPPONENT] or len(set(whole)) < len(whole):
        raise PlayerListError(
            f"{file}: row {header + 1} has the headers {_quote(titles)}: that is a list of matches, not of players. "
            "Take a list with one row for each player."
        )
    name = _choose_name_columns(by_meaning, grid.rows[header + 1 :])
    columns = {FIELD: name}
    for each in sheet.columns:
        # In standings of others, Byes counts those that somebody has had.
        meant = is_own or each.kind is not WHOLES or not by_meaning[NUMBER]
        if each.field != FIELD and by_meaning[each.field] and meant:
            columns[each.field] = (by_meaning[each.field][0],)
    used = {column for at in columns.values() for column in at}
    numbers = tuple(by_meaning[NUMBER])
    unused = tuple(at for at, title in enumerate(titles) if title and at not in {*used, *numbers})
    return _Layout(header, columns, unused, numbers)


def _known_headers(sheet: Sheet) -> dict[str, str]:
    """Return what headers mean for a sheet: its own ones first; a field that it does not have is not known."""
    fields = {column.field for column in sheet.columns}
    general = {word: meaning for word, meaning in meanings().items() if meaning in {*NAMING, NUMBER, OPPONENT, *fields}}
    own = {header_key(column.header): column.field for column in sheet.columns}
    return {**general, **{word: WHOLE_NAME if field == FIELD else field for word, field in own.items()}}


def _choose_name_columns(by_meaning: Mapping[str, Sequence[int]], rows: Sequence[Sequence[Raw]]) -> tuple[int, ...]:
    """Return the columns that make the name together, in the order of a name."""
    at = {meaning: columns[0] for meaning, columns in by_meaning.items() if columns}
    parts = tuple(at[part] for part in NAME_PARTS if part in at)
    if WHOLE_NAME in at and not (parts and _are_numbers(rows, at[WHOLE_NAME])):
        return (at[WHOLE_NAME],)
    if parts and NAME in at and not (FIRST in at and LAST in at) and not _holds(rows, at[NAME], parts[0]):
        # "Name" beside "Vorname" is the surname, "Nombre" beside "Apellidos" the first name.
        place = LAST if FIRST in at else FIRST
        at[place] = at[NAME]
        return tuple(at[part] for part in NAME_PARTS if part in at)
    if FIRST in at and LAST in at:
        return parts
    return (at[NAME],) if NAME in at else parts or (at[ALIAS],)


def _cell(row: Sequence[Raw], column: int) -> Raw:
    return row[column] if column < len(row) else ""


def _value(row: Sequence[Raw], column: int) -> str:
    return format_cell(_cell(row, column))


def _are_numbers(rows: Sequence[Sequence[Raw]], column: int) -> bool:
    return all(text.isdecimal() for row in rows if (text := _value(row, column)))


def _holds(rows: Sequence[Sequence[Raw]], whole: int, part: int) -> bool:
    """Say whether a column has, in most rows, what another has and more: it is the whole name then."""
    pairs = [(key(_value(row, whole)), key(_value(row, part))) for row in rows]
    pairs = [(name, piece) for name, piece in pairs if name and piece]
    return bool(pairs) and 2 * sum(piece in name and piece != name for name, piece in pairs) > len(pairs)


def _bare_layout(grid: Grid, file: str) -> _Layout:
    """Return the layout of a list without a header: one column with names, and perhaps one that numbers them."""
    columns = sorted({at for row in grid.rows for at, value in enumerate(row) if _is_filled(value)})
    first = next(_texts(row) for row in grid.rows if any(map(_is_filled, row)))
    if len(columns) == 2 and _count_up([_value(row, columns[0]) for row in grid.rows]):
        columns = columns[1:]
    if len(columns) > 1 or grid.flags:
        raise PlayerListError(
            f"{file}: no row has headers that are known; the first row is {_quote(first)}. {EXPECTED} Type such a row "
            "of headers above the first player, save, and try again."
        )
    title, *names = [text for row in grid.rows if (text := _value(row, columns[0]))]
    if _may_be_title(title, names):
        raise PlayerListError(
            f'{file}: the first line, "{title}", may be a title or a player. Delete it if it is a title; if it is a '
            'player, type a line "Player" above it; and try again.'
        )
    return _Layout(-1, {FIELD: tuple(columns)})


def _count_up(texts: Sequence[str]) -> bool:
    """Say whether these are whole numbers, each one more than the one before, but for blank ones."""
    numbers = [int(text) if text.isdecimal() else -1 for text in texts if text]
    return bool(numbers) and numbers[0] >= 0 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _may_be_title(first: str, others: Sequence[str]) -> bool:
    """Say whether a line above names has what none of them has: a word for players, or a number."""
    words = tuple(word for word, meaning in meanings().items() if meaning in NAMING and len(word) > 3)

    def speaks(text: str) -> bool:
        return any(header_key(token).startswith(words) for token in text.split())

    def counts(text: str) -> bool:
        return any(letter.isdecimal() for letter in text)

    return len(others) > 1 and any(sign(first) and not any(map(sign, others)) for sign in (speaks, counts))


def _quote(texts: Sequence[str]) -> str:
    filled = [f'"{text}"' for text in texts if text]
    return ", ".join(filled[:SHOWN]) + (", …" if len(filled) > SHOWN else "")


# The names


class _Names:
    """The name in each row below the header, by row index; and what was done to make them out."""

    def __init__(self, grid: Grid, layout: _Layout, *, turns: bool) -> None:
        self.turned = self.numbered = False
        self.remarks: list[str] = []
        columns = layout.columns[FIELD]
        below = range(layout.header + 1, len(grid.rows))
        found = {at: " ".join(filter(None, (_value(grid.rows[at], column) for column in columns))) for at in below}
        header = _texts(grid.rows[layout.header]) if layout.header >= 0 else None
        repeated = {at for at in below if header is not None and _texts(grid.rows[at])[: len(header)] == header}
        self.by_row = {at: name for at, name in found.items() if name and at not in repeated}
        self._leave_out_totals()
        for at in below:
            if at not in self.by_row and at not in repeated and not found[at]:
                self._note_nameless(grid, layout, at)
        if len(columns) == 1:
            self._strip_numbers()
            if turns:
                self._turn_round()
        self._leave_out(lambda at: key(self.by_row[at]) == key(BYE_NAME), "which is no player")

    def _leave_out_totals(self) -> None:
        last = [at for at in sorted(self.by_row)[-2:] if len(self.by_row) > 1]
        words = total_words()
        self._leave_out(lambda at: at in last and re.sub(r"\d", "", header_key(self.by_row[at])) in words, "a sum")

    def _leave_out(self, odd: Callable[[int], bool], why: str) -> None:
        for at in [at for at in self.by_row if odd(at)]:
            self.remarks.append(f'Row {at + 1} was left out: "{self.by_row.pop(at)}", {why}.')

    def _note_nameless(self, grid: Grid, layout: _Layout, at: int) -> None:
        told = [value for column, value in enumerate(_texts(grid.rows[at])) if value and column not in layout.numbers]
        if told:
            self.remarks.append(f"Row {at + 1} was left out, because it has no name: {_quote(told)}.")

    def _strip_numbers(self) -> None:
        """Take off the numbers of a list that somebody has numbered by hand: 1. Ann, 2. Ben."""
        found = [_NUMBERED.fullmatch(name) for name in self.by_row.values()]
        matches = [match for match in found if match]
        if len(matches) == len(found) > 1 and _count_up([match[1] for match in matches]):
            self.numbered = True
            self.by_row = dict(zip(self.by_row, (match[2] for match in matches), strict=True))

    def _turn_round(self) -> None:
        """Turn "Last, First" round, where most names are so."""
        split = {at: [part.strip() for part in name.split(",")] for at, name in self.by_row.items()}
        turnable = [at for at, parts in split.items() if len(parts) == 2 and all(parts)]
        if 2 * len(turnable) > len(split):
            self.turned = True
            self.by_row |= {at: f"{split[at][1]} {split[at][0]}" for at in turnable}
        odd = [name for name in self.by_row.values() if "," in name]
        if odd:
            verb = "has a comma and was" if len(odd) == 1 else "have a comma and were"
            self.remarks.append(f"{_quote(odd)} {verb} taken as written.")


# The sheet that it would be


def _as_sheet(grid: Grid, layout: _Layout, names: _Names, sheet: Sheet) -> Grid:
    """Return the list as the declared sheet: every row in its place (one lower without a header), names in one cell."""
    fields = {at[0]: field for field, at in layout.columns.items()}
    width = max(fields) + 1
    head = [sheet.column(fields[at]).header if at in fields else "" for at in range(width)]
    rows: list[Sequence[Raw]] = [[] for _ in range(layout.header)] + [head]
    flags = {}
    place = layout.columns[FIELD][0]
    for at in range(layout.header + 1, len(grid.rows)):
        cells = grid.rows[at]
        flag = next((grid.flags[each] for c in layout.columns[FIELD] if (each := address(at, c)) in grid.flags), "")
        if flag:
            flags[address(at, place)] = flag
        if at not in names.by_row and not flag:
            rows.append([])
            continue
        flags |= {each: grid.flags[each] for column in fields if (each := address(at, column)) in grid.flags}
        row = [_tidy_figure(_cell(cells, column)) if column in fields else "" for column in range(width)]
        name = names.by_row.get(at, "")
        row[place] = _cell(cells, place) if name == _value(cells, place) else name
        rows.append(row)
    return Grid(grid.name, rows, flags)


def _tidy_figure(value: Raw) -> Raw:
    return "" if isinstance(value, str) and tidy(value).casefold() in _BLANK_FIGURES else value


# What is said


def _describe(grid: Grid, layout: _Layout, names: _Names, sheet: Sheet) -> str:
    if layout.header < 0:
        ends = list(names.by_row.values())
        span = f', from "{ends[0]}" to "{ends[-1]}"' if len(ends) > 1 else ""
        return f"one name in a line{_how(names)}, without a header{span}"
    texts = _texts(grid.rows[layout.header])
    titles = [text.rstrip(".") or f"column {column_letters(at)}" for at, text in enumerate(texts)]
    taken = []
    for field, columns in layout.columns.items():
        word = "name" if field == FIELD else _lower_first(sheet.column(field).header)
        how = _how(names) if field == FIELD else ""
        taken.append(f"{word} from {' + '.join(titles[at] for at in columns)}{how}")
    unused = [titles[at] for at in layout.unused]
    more = f" and {len(unused) - SHOWN} more" if len(unused) > SHOWN else ""
    return ", ".join(taken) + (f"; not used: {', '.join(unused[:SHOWN])}{more}" if unused else "")


def _how(names: _Names) -> str:
    done = [
        word
        for word, is_done in (("turned round: first name first", names.turned), ("without the numbers", names.numbered))
        if is_done
    ]
    return f" ({', '.join(done)})" if done else ""


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _find_repeated(rows: Sequence[Row]) -> Iterator[str]:
    """Name who stands in a list more than once: whether that is one person, only the organizer knows."""
    places: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        places[key(row[FIELD] or "")].append(row)
    for same in places.values():
        if len(same) > 1 and same[0][FIELD]:
            where = join_words([str(row.number) for row in same], "and")
            yield (
                f"{same[0][FIELD]} stands in the list {len(same)} times (rows {where}). One person: keep one of the "
                "rows. Several: tell them apart, for example by an initial."
            )
