"""Where things stand in a list of players: which row is its header, what its columns mean, which make the name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from turnabout_sheets.core.problems import Message, SaidError
from turnabout_sheets.core.text import header_key, key, tidy
from turnabout_sheets.reading.list_words import (
    ALIAS,
    FIRST,
    LAST,
    NAME,
    NAME_PARTS,
    NUMBER,
    OPPONENT,
    PLACE,
    TITLE,
    WHOLE_NAME,
    WINS,
    known_headers,
    read_letters,
    words_of,
)
from turnabout_sheets.sheets.cell_kinds import WHOLES, format_cell
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid, Raw
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS

FIELD: Final = "name"
"""The field of the sheet Players that every list has."""

NAMING: Final = frozenset((WHOLE_NAME, NAME, ALIAS, *NAME_PARTS))

SHOWN = 6
"""How many cells of a row, or columns that are not used, are shown."""


class PlayerListError(SaidError):
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


class Header(NamedTuple):
    """The row of a list's headers, its texts, and the columns that mean something, by meaning."""

    row: int
    titles: Sequence[str]
    by_meaning: Mapping[str, Sequence[int]]

    def columns(self, *meanings: str) -> list[int]:
        """Return the columns that have one of these meanings."""
        return sorted(at for meaning in meanings for at in self.by_meaning.get(meaning, ()))

    @property
    def is_of_matches(self) -> bool:
        """Whether a row has two players: one is an opponent, or two columns are called the same."""
        whole = [header_key(self.titles[at]) for at in self.columns(WHOLE_NAME, NAME)]
        return bool(self.columns(OPPONENT)) or len(set(whole)) < len(whole)


def find_header(grid: Grid, sheet: Sheet) -> Header | None:
    """Return the row, among the first, with the most known headers; None where no row names players."""
    fields = {header_key(column.header): column.field for column in sheet.columns}  # its own headers go before others
    meant = frozenset((*NAMING, NUMBER, PLACE, OPPONENT, *fields.values()))
    known = {**known_headers(meant)} | {word: WHOLE_NAME if field == FIELD else field for word, field in fields.items()}
    has_letters = WINS in known.values()
    found = []
    for row in grid.rows[:HEADER_SEARCH_ROWS]:
        words = {at: word for at, text in enumerate(list_texts(row)) if (word := header_key(text))}
        single = [at for at, word in words.items() if len(word) == 1] if has_letters else []
        letters = zip(single, read_letters([words[at] for at in single]), strict=True)
        by_word = {at: known[word] for at, word in words.items() if word in known}
        found.append(by_word | {at: meaning for at, meaning in letters if meaning})
    heads = [at for at, means in enumerate(found) if {*NAMING, OPPONENT} & set(means.values())]
    if not heads:
        return None
    header = max(heads, key=lambda at: len(found[at]))
    by_meaning = defaultdict[str, list[int]](list)
    for column, meaning in found[header].items():
        by_meaning[meaning].append(column)
    return Header(header, list_texts(grid.rows[header]), by_meaning)


def find_layout(grid: Grid, sheet: Sheet, file: str, *, is_own: bool) -> Layout | None:
    """Return the layout by the row, among the first, with the most known headers; None where no row names players."""
    header = find_header(grid, sheet)
    if header is None:
        return None
    if header.is_of_matches:
        raise PlayerListError(
            Message(
                "{file}: row {row} has the headers {cells}. That is a list of matches, not of players. Use a list "
                "with one row for each player.",
                file=file,
                row=header.row + 1,
                cells=quote(header.titles),
            ),
        )
    numbers = tuple(header.columns(NUMBER, PLACE))
    columns = {FIELD: _choose_name_columns(header.by_meaning, grid.rows[header.row + 1 :])}
    for each in sheet.columns:
        # In standings of others, Byes counts those that somebody has had.
        meant = is_own or each.kind is not WHOLES or not numbers
        if each.field != FIELD and meant and (found := header.columns(each.field)):
            columns[each.field] = (found[0],)
    used = {column for at in columns.values() for column in at} | {*numbers}
    titled = [at for at, title in enumerate(header.titles) if title not in ("", sheet.purpose)]  # of a sheet of ours
    unused = tuple(at for at in titled if at not in used)
    return Layout(header.row, columns, unused, numbers)


def _choose_name_columns(by_meaning: Mapping[str, Sequence[int]], rows: Sequence[Sequence[Raw]]) -> tuple[int, ...]:
    """Return the columns that make the name together, in the order of a name."""
    at = {meaning: columns[0] for meaning, columns in by_meaning.items() if columns}
    parts = tuple(at[part] for part in NAME_PARTS if part in at)
    whole = [text for row in rows if WHOLE_NAME in at and (text := text_at(row, at[WHOLE_NAME]))]
    if WHOLE_NAME in at and not (parts and all(map(str.isdecimal, whole))):
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


def _holds(rows: Sequence[Sequence[Raw]], whole: int, part: int) -> bool:
    """Say whether a column has, in most rows, what another has and more: it is the whole name then."""
    pairs = [(key(text_at(row, whole)), key(text_at(row, part))) for row in rows]
    pairs = [(name, piece) for name, piece in pairs if name and piece]
    return bool(pairs) and 2 * sum(piece in name and piece != name for name, piece in pairs) > len(pairs)


def bare_layout(grid: Grid, file: str, *, has_rating: bool) -> Layout:
    """Return the layout of a list without a header: one column with names, perhaps one that numbers them, and ratings.

    ``has_rating``: a column of numbers that may be ratings is one.
    """
    columns = sorted({at for row in grid.rows for at, value in enumerate(row) if is_filled(value)})
    first = next(list_texts(row) for row in grid.rows if any(map(is_filled, row)))
    numbers = (
        tuple(columns[:1]) if len(columns) > 1 and count_up([text_at(row, columns[0]) for row in grid.rows]) else ()
    )
    names = [at for at in columns if at not in numbers]
    beside = [text for row in grid.rows if len(names) == 2 and (text := text_at(row, names[1]))]
    ratings = names[1:] if has_rating and beside and all(map(_MAY_BE_RATING.fullmatch, beside)) else []
    names = [at for at in names if at not in ratings]
    if len(names) > 1 or grid.flags:
        raise PlayerListError(
            Message(
                "{file}: no row has headers that are known; the first row is {cells}. Expected: a row of headers such "
                "as Player and Rating, or First name and Last name, above the first player; or just one name in each "
                "line.",
                file=file,
                cells=quote(first),
            ),
        )
    if not any(letter.isalpha() for row in grid.rows for letter in text_at(row, names[0])):
        raise PlayerListError(
            Message(
                "{file}: no row has a name; the first row is {cells}. Expected: one name in each line, or a table "
                "with headers such as Player and Rating.",
                file=file,
                cells=quote(first),
            ),
        )
    return Layout(-1, {FIELD: tuple(names), **({"rating": tuple(ratings)} if ratings else {})}, numbers=numbers)


_MAY_BE_RATING: Final = re.compile(r"[1-9]\d{2,3}([.,]\d{1,2})?|[1-9][.,]\d{3}|[-–—?]")


def count_up(texts: Sequence[str]) -> bool:
    """Say whether these are whole numbers, each one more than the one before, but for blank ones."""
    numbers = [int(text) if text.isdecimal() and len(text) < 10 else -1 for text in texts if text]
    return bool(numbers) and numbers[0] >= 0 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def speaks_of_players(text: str) -> bool:
    """Say whether a line has a word for players, or for what they sign up to, as no name has."""
    begun = (*words_of(WHOLE_NAME), *words_of(TITLE))
    return any(header_key(token).startswith(begun) for token in text.split())


def quote(texts: Sequence[str]) -> str:
    """Return the first of some texts as they are quoted in a sentence; blank ones are left out."""
    filled = [f'"{text}"' for text in texts if text]
    return ", ".join(filled[:SHOWN]) + (", …" if len(filled) > SHOWN else "")


_TAG: Final = re.compile(r"\s*([(\[{][^)\]}]*[)\]}])")


def turn_round(names: Collection[str]) -> Mapping[str, str]:
    """Return those of some names that are "Last, First" turned round, by what they are; none unless most are so.

    What stands in brackets, such as a country or a team, comes last.
    """
    split = {name: [tidy(part) for part in _TAG.sub(" ", name).split(",")] for name in names}
    turned = {
        name: " ".join([parts[1], parts[0], *_TAG.findall(name)])
        for name, parts in split.items()
        if len(parts) == 2 and all(parts)
    }
    return turned if 2 * len(turned) > len(split) else {}
