"""Reads the lists of players that people have: by what their headers mean, and always saying what was taken.

A list is made into the sheet Players that it would be, row by row in its place, and read as that: so every problem of a
cell is told with the cell's own address.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from turnabout_sheets.core.problems import Problem
from turnabout_sheets.core.text import header_key, join_words, key, tidy
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.list_layout import (
    FIELD,
    SHOWN,
    Layout,
    PlayerListError,
    bare_layout,
    count_up,
    find_headings,
    find_layout,
    find_lone_words,
    is_filled,
    list_texts,
    quote,
    text_at,
    total_words,
    value_at,
)
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address, column_letters
from turnabout_sheets.sheets.table import Row, read_table

GROUP: Final = "group"
"""The field of the sheet Players that headings in a list are taken for."""

_NUMBERED = re.compile(r"(\d{1,5})(?:[.):]\s*|\s+)(\S.*)")
_ODD = re.compile(r"[\d:]")
_BLANK_FIGURES: Final = frozenset(("-", "–", "—", "?", "n/a"))
"""What people type where there is no number."""


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


def read_player_list(grids: Sequence[Grid], sheet: Sheet, file: str) -> PlayerList:
    """Read the list that a file's sheets hold as the declared ``sheet`` of players.

    That is the sheet of this name, else the first that has known headers, else the first that has anything. Raises
    `PlayerListError` for a list of unknown form.
    """
    own = [grid for grid in grids if key(grid.name) == key(sheet.name)]
    filled = [grid for grid in own or grids if any(is_filled(value) for row in grid.rows for value in row)]
    if not filled:
        raise PlayerListError(f"{file} is empty: there is no player in it. Check that it is the right file, and saved.")
    headed = ((grid, layout) for grid in filled if (layout := find_layout(grid, sheet, file, is_own=bool(own))))
    grid, layout = next(headed, None) or (filled[0], bare_layout(filled[0], file))
    has_groups = any(column.field == GROUP for column in sheet.columns)
    names = _Names(grid, layout, turns=not own, has_groups=has_groups)
    canonical = _as_sheet(grid, layout, names, sheet)
    table, problems = read_table(canonical, sheet)
    rows = table.rows if table else ()
    lines = layout.header < 0  # a header was put above a list that has none
    rows = tuple(replace(row, number=row.number - lines) for row in rows)
    source, remarks = _describe(grid, layout, names, sheet), [*names.remarks, *_find_repeated(rows)]
    return PlayerList(rows, source, remarks, problems, grid.name if len(grids) > 1 else "")


# The names


class _Names:
    """The name in each row below the header, by row index; the groups of those below a heading; what was done."""

    def __init__(self, grid: Grid, layout: Layout, *, turns: bool, has_groups: bool) -> None:
        self.turned = self.numbered = False
        self.remarks: list[str] = []
        columns = layout.columns[FIELD]
        below = range(layout.header + 1, len(grid.rows))
        found = {at: " ".join(filter(None, (text_at(grid.rows[at], column) for column in columns))) for at in below}
        header = list_texts(grid.rows[layout.header]) if layout.header >= 0 else None
        repeated = {at for at in below if header is not None and list_texts(grid.rows[at])[: len(header)] == header}
        self.by_row = {at: name for at, name in found.items() if name and at not in repeated}
        self.group: dict[int, str] = {}
        self.has_groups = has_groups
        self._leave_out_totals(grid, layout)
        if layout.header < 0:
            self._take_headings()
        for at in below:
            if at not in self.by_row and at not in repeated and not found[at]:
                self._note_nameless(grid, layout, at)
        if len(columns) == 1:
            self._strip_numbers()
            if turns:
                self._turn_round()
        self._leave_out([at for at, name in self.by_row.items() if key(name) == key(BYE_NAME)], "which is no player")
        self._note_odd()

    def _leave_out_totals(self, grid: Grid, layout: Layout) -> None:
        last = [at for at in sorted(self.by_row)[-2:] if len(self.by_row) > 1]
        others = {column for field, at in layout.columns.items() if field != FIELD for column in at}

        def is_sum(at: int) -> bool:
            said = [text for column, text in enumerate(list_texts(grid.rows[at])) if column not in others]
            return any(re.sub(r"\d", "", header_key(text)) in total_words() for text in said)

        self._leave_out([at for at in last if is_sum(at)], "a sum")

    def _take_headings(self) -> None:
        """Take headings between nothing but names as the groups of those below them."""
        headings, heading = find_headings(self.by_row), ""
        for at in list(self.by_row):
            if at in headings:
                heading = headings[at]
                del self.by_row[at]
            elif heading:
                self.group[at] = heading
        if headings:
            kept = "the Group of those below them" if self.has_groups else "left out"
            rows = join_words([f'{at + 1} ("{heading}")' for at, heading in headings.items()], "and")
            self.remarks.append(f"Row{'s' * (len(headings) > 1)} {rows}: taken as headings, {kept}.")
        self._ask(list(find_lone_words(self.by_row)))

    def _ask(self, rows: Sequence[int]) -> None:
        for at in rows:
            self.remarks.append(f'Row {at + 1}, "{self.by_row[at]}", was taken as a player. Take it out if it is none.')

    def _leave_out(self, rows: Sequence[int], why: str) -> None:
        for at in rows:
            self.remarks.append(f'Row {at + 1} was left out: "{self.by_row.pop(at)}", {why}.')

    def _note_odd(self) -> None:
        """Ask about the few names that have a number or a colon, where most have none."""
        odd = [at for at, name in self.by_row.items() if _ODD.search(name)]
        self._ask(odd if 2 * len(odd) < len(self.by_row) else [])

    def _note_nameless(self, grid: Grid, layout: Layout, at: int) -> None:
        told = [
            value for column, value in enumerate(list_texts(grid.rows[at])) if value and column not in layout.numbers
        ]
        if told:
            self.remarks.append(f"Row {at + 1} was left out, because it has no name: {quote(told)}.")

    def _strip_numbers(self) -> None:
        """Take off the numbers of a list that somebody has numbered by hand: 1. Ann, 2. Ben."""
        found = [_NUMBERED.fullmatch(name) for name in self.by_row.values()]
        matches = [match for match in found if match]
        sections = groupby(zip(self.by_row, found, strict=True), lambda line: self.group.get(line[0]))
        numbers = [[match[1] for _, match in lines if match] for _, lines in sections]
        if len(matches) == len(found) > 1 and all(map(count_up, numbers)):
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
            self.remarks.append(f"{quote(odd)} {verb} taken as written.")


# The sheet that it would be


def _as_sheet(grid: Grid, layout: Layout, names: _Names, sheet: Sheet) -> Grid:
    """Return the list as the declared sheet: every row in its place (one lower without a header), names in one cell."""
    fields = {at[0]: field for field, at in layout.columns.items()}
    if names.group and names.has_groups:
        fields[max(fields) + 1] = GROUP  # beside the names, where the list has nothing
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
        row = [_tidy_figure(value_at(cells, column)) if column in fields else "" for column in range(width)]
        name = names.by_row.get(at, "")
        row[place] = value_at(cells, place) if name == text_at(cells, place) else name
        if at in names.group and names.has_groups:
            row[-1] = names.group[at]
        rows.append(row)
    return Grid(grid.name, rows, flags)


def _tidy_figure(value: Raw) -> Raw:
    return "" if isinstance(value, str) and tidy(value).casefold() in _BLANK_FIGURES else value


# What is said


def _describe(grid: Grid, layout: Layout, names: _Names, sheet: Sheet) -> str:
    if layout.header < 0:
        ends = list(names.by_row.values())
        span = f', from "{ends[0]}" to "{ends[-1]}"' if len(ends) > 1 else ""
        return f"one name in a line{_how(names)}, without a header{span}"
    texts = list_texts(grid.rows[layout.header])
    titles = [text.rstrip(".:") or f"column {column_letters(at)}" for at, text in enumerate(texts)]
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
