"""Where things stand in a list of players: which row is its header, and which columns make the name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from turnabout_sheets.core.text import header_key, key, tidy
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
)
from turnabout_sheets.sheets.cell_kinds import WHOLES, format_cell
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid, Raw
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS

FIELD: Final = "name"
"""The field of the sheet Players that every list has."""

NAMING: Final = frozenset((WHOLE_NAME, NAME, ALIAS, *NAME_PARTS))

SHOWN = 6
"""So many cells of a row, or columns that are not used, are shown."""

EXPECTED = (
    'Expected a row of headers such as "Player" and "Rating", or "First name" and "Last name" (English, German, French '
    "or Spanish), or nothing but one name in each line."
)


class PlayerListError(Exception):
    """A list of players is none that can be read; the text is for the organizer."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand in a list: the header's row (-1: it has none), and the columns that make each field."""

    header: int
    columns: Mapping[str, tuple[int, ...]]
    unused: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


def is_filled(value: Raw) -> bool:
    """Say whether a cell holds anything."""
    return not isinstance(value, str) or bool(tidy(value))


def list_texts(row: Sequence[Raw]) -> list[str]:
    """Return the texts of a row's cells."""
    return [format_cell(value) for value in row]


def find_layout(grid: Grid, sheet: Sheet, file: str, *, is_own: bool) -> Layout | None:
    """Return the layout by the row, among the first, with the most known headers; None where no row names players."""
    known = _known_headers(sheet)
    found = [
        {column: known[word] for column, text in enumerate(list_texts(row)) if (word := header_key(text)) in known}
        for row in grid.rows[:HEADER_SEARCH_ROWS]
    ]
    heads = [at for at, means in enumerate(found) if {*NAMING, OPPONENT} & set(means.values())]
    if not heads:
        return None
    header = max(heads, key=lambda at: len(found[at]))
    titles, by_meaning = list_texts(grid.rows[header]), defaultdict[str, list[int]](list)
    for column, meaning in found[header].items():
        by_meaning[meaning].append(column)
    whole = [header_key(titles[column]) for column in by_meaning[WHOLE_NAME] + by_meaning[NAME]]
    if by_meaning[OPPONENT] or len(set(whole)) < len(whole):
        raise PlayerListError(
            f"{file}: row {header + 1} has the headers {quote(titles)}: that is a list of matches, not of players. "
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
    return Layout(header, columns, unused, numbers)


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


def value_at(row: Sequence[Raw], column: int) -> Raw:
    """Return what a row holds in a column; the empty text where it is shorter."""
    return row[column] if column < len(row) else ""


def text_at(row: Sequence[Raw], column: int) -> str:
    """Return the text of a row's cell in a column."""
    return format_cell(value_at(row, column))


def _are_numbers(rows: Sequence[Sequence[Raw]], column: int) -> bool:
    return all(text.isdecimal() for row in rows if (text := text_at(row, column)))


def _holds(rows: Sequence[Sequence[Raw]], whole: int, part: int) -> bool:
    """Say whether a column has, in most rows, what another has and more: it is the whole name then."""
    pairs = [(key(text_at(row, whole)), key(text_at(row, part))) for row in rows]
    pairs = [(name, piece) for name, piece in pairs if name and piece]
    return bool(pairs) and 2 * sum(piece in name and piece != name for name, piece in pairs) > len(pairs)


def bare_layout(grid: Grid, file: str) -> Layout:
    """Return the layout of a list without a header: one column with names, and perhaps one that numbers them."""
    columns = sorted({at for row in grid.rows for at, value in enumerate(row) if is_filled(value)})
    first = next(list_texts(row) for row in grid.rows if any(map(is_filled, row)))
    if len(columns) == 2 and count_up([text_at(row, columns[0]) for row in grid.rows]):
        columns = columns[1:]
    if len(columns) > 1 or grid.flags:
        raise PlayerListError(
            f"{file}: no row has headers that are known; the first row is {quote(first)}. {EXPECTED} Type such a row "
            "of headers above the first player, save, and try again."
        )
    title, *names = [text for row in grid.rows if (text := text_at(row, columns[0]))]
    if _may_be_title(title, names):
        raise PlayerListError(
            f'{file}: the first line, "{title}", may be a title or a player. Delete it if it is a title; if it is a '
            'player, type a line "Player" above it; and try again.'
        )
    return Layout(-1, {FIELD: tuple(columns)})


def count_up(texts: Sequence[str]) -> bool:
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


def quote(texts: Sequence[str]) -> str:
    """Return the first of some texts as they are quoted in a sentence; blank ones are left out."""
    filled = [f'"{text}"' for text in texts if text]
    return ", ".join(filled[:SHOWN]) + (", …" if len(filled) > SHOWN else "")
