"""Reads the lists of players that people have: by what their headers mean, and always saying what was taken.

A list is made into the sheet Players that it would be, row by row in its place, and read as that: so every problem of a
cell is told with the cell's own address.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from string import digits
from typing import Any, Final, NamedTuple

from turnabout_sheets.core.problems import Message, Place, Problem, Severity, error
from turnabout_sheets.core.text import header_key, join_words, key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.event_sheet import is_event_sheet
from turnabout_sheets.reading.list_layout import (
    FIELD,
    SHOWN,
    Layout,
    PlayerListError,
    bare_layout,
    count_up,
    find_layout,
    is_filled,
    list_texts,
    quote,
    speaks_of_players,
    text_at,
    turn_round,
    value_at,
)
from turnabout_sheets.reading.list_words import COMES, COMING, TOTAL, says, words_of
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address, column_letters
from turnabout_sheets.sheets.table import Row, make_table_row, read_table

_BLANK_FIGURES: Final = frozenset(("-", "–", "—", "?", "n/a"))
"""What people type where there is no number."""

_OF_ONE_EVENT: Final = frozenset(("joined", "dropped_after", "byes", "away", "let_in", "here", "paid"))
"""What of the sheet Players belongs to an event, and not to its players."""


_MOST_LETTERS: Final = 80
"""What is longer is no name."""

_NO_NAME: Final = re.compile(r'=(?!")|#(?:[A-Z/0]+[!?]|N/A)|https?://|[-–—=_:+|]+$')
"""How a formula begins (but for a text as some lists quote it), an error of a cell, an address; the line of a table."""

_ODD: Final = re.compile(r"[\d:?<>]|^[=@#]|://|\s[-–—]+\s|[\u2190-\u2bff\U0001f000-\U0001faff]")
"""What names seldom have: figures, such as a rating or a time, a note behind a dash, emoji, what a program wrote."""

_BULLET: Final = re.compile(r"^(?:[-*•·◦▪+>]+\s+|[-*•·]+(?=\w)|\[[ xX]?\]\s*)+")
_RATED: Final = re.compile(r"(.*[^\W\d].*?)\s*(?:\(([1-9]\d{2,3})\)|[,;]\s*([1-9]\d{2,3}))")
_NUMBERED: Final = re.compile(r"(\d{1,5})(?:([.)])\s*|[:\s]\s*)(\S.*)")


class About(StrEnum):
    """What is doubtful in rows of a list: the key of the words that pages have for it."""

    NO_PLAYER = "list.doubt.no_player"
    NAMELESS = "nameless"
    ODD = "list.doubt.odd"
    CELL = "list.doubt.cell"
    TWICE = "list.doubt.twice"
    ANSWER = "list.doubt.answer"


class Doubt(NamedTuple):
    """A doubt about rows of a list, as they are numbered there, with the ``texts`` that it is about."""

    about: About
    rows: tuple[int, ...]
    texts: tuple[str, ...]
    column: str = ""  # which says who comes

    def describe(self) -> str:
        """Return what is doubtful in a sentence or two, and what to do."""
        listed = [f"{row}" for row in self.rows]
        rows = join_words(listed, "and") if len(listed) <= SHOWN else f"{', '.join(listed[:SHOWN])}, …"
        if self.about is About.TWICE:
            return (
                f"{self.texts[0]} stands in the list {len(self.rows)} times (rows {rows}). One person: keep one of "
                "the rows. Several: tell them apart, for example by an initial."
            )
        if self.about is About.ODD:
            if len(listed) == 1:
                return f"Row {rows}: {quote(self.texts)} was taken as written. Correct the list if it is no name."
            return f"Rows {rows}: {quote(self.texts)} were taken as written. Correct the list if they are no names."
        why = "because it has no name" if self.about is About.NAMELESS else "which is no player"
        return f"Row {rows} was left out, {why}: {quote(self.texts)}."


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The players of a list: rows of the sheet Players by field, with the number that each row has in the list.

    ``source`` says from which columns, which ``layout`` has, ``doubts`` what was guessed; ``left`` are the lines that
    were left out, by their number. ``sheet`` is the name of the sheet, where there were several. ``behind`` are the
    headers of what belongs to the event that the list is of, which is not taken.
    """

    rows: Sequence[Row]
    layout: Layout
    source: str
    doubts: Sequence[Doubt]
    problems: Sequence[Problem]
    left: Mapping[int, str]
    sheet: str = ""
    behind: Sequence[str] = ()

    @property
    def remarks(self) -> list[str]:
        """What the organizer should know besides, in sentences."""
        warned = [str(each) for each in self.problems if each.severity is Severity.WARNING]
        behind = f"Not taken, because it belongs to the earlier event: {', '.join(self.behind)}."
        told = [doubt.describe() for doubt in self.doubts if doubt.about not in (About.CELL, About.ANSWER)]
        return [*([behind] if self.behind else []), *told, *warned]

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
        raise PlayerListError(
            Message(
                "{file} is empty: there is no player in it. Check that it is the right file, and saved.", file=file
            ),
        )
    headed = ((grid, layout) for grid in filled if (layout := find_layout(grid, sheet, file, is_own=bool(own))))
    has_rating = any(column.field == "rating" for column in sheet.columns)
    grid, layout = next(headed, None) or (filled[0], bare_layout(filled[0], file, has_rating=has_rating))
    behind: list[str] = []
    if any(is_event_sheet(each.name) for each in grids) or {"dropped_after", "let_in"} <= layout.columns.keys():
        past = {field: at for field, (at, *_) in layout.columns.items() if field in _OF_ONE_EVENT}
        below = grid.rows[layout.header + 1 :]
        behind = [sheet.column(field).header for field, at in past.items() if any(text_at(row, at) for row in below)]
        layout = replace(layout, columns={field: at for field, at in layout.columns.items() if field not in past})
    is_rated = has_rating and "rating" not in layout.columns
    names = _read_names(grid, layout, is_own=bool(own), is_rated=is_rated)
    canonical = _as_sheet(grid, layout, names, sheet)
    table, problems = read_table(canonical, sheet)
    rows = table.rows if table else ()
    lines = layout.header < 0  # a header was put above a list that has none
    rows = tuple(replace(row, number=row.number - lines) for row in rows)
    problems = [_lift(problem) for problem in problems] if lines else problems
    source = _describe(grid, layout, names, sheet)
    if hidden := [name for at, name in names.by_row.items() if at + 1 in grid.hidden]:
        source += f"; in hidden rows: {quote(hidden)}"
    doubts = [*names.doubts, *_doubt_cells(grid, problems), *_find_repeated(rows), *_find_answers(grid, layout, rows)]
    return PlayerList(rows, layout, source, doubts, problems, names.left, grid.name if len(grids) > 1 else "", behind)


class _Names(NamedTuple):
    """The name in each row that has one, by row index; the lines that were left out, by their number."""

    by_row: Mapping[int, str]
    left: Mapping[int, str]
    doubts: Sequence[Doubt]
    turned: bool
    numbered: bool
    ratings: Mapping[int, str]


def _read_names(grid: Grid, layout: Layout, *, is_own: bool, is_rated: bool) -> _Names:
    """Read the names; what is no player is left out, and numbers, bullets, ratings and order are put right."""
    columns, below = layout.columns[FIELD], range(layout.header + 1, len(grid.rows))
    header = list_texts(grid.rows[layout.header]) if layout.header >= 0 else None
    names, left, doubts = dict[int, str](), dict[int, str](), list[Doubt]()
    for at in below:
        texts = list_texts(grid.rows[at])
        name = " ".join(filter(None, (text_at(grid.rows[at], column) for column in columns)))
        told = tuple(text for column, text in enumerate(texts) if text and column not in layout.numbers)
        if header is not None and texts[: len(header)] == header:
            continue
        if name:
            names[at] = name
        elif told:
            doubts.append(Doubt(About.NAMELESS, (at + 1,), told))
    others = {column for field, places in layout.columns.items() if field != FIELD for column in places}
    ends = [*names][-2:] if len(names) > 1 else []
    said = {at: [text for each, text in enumerate(list_texts(grid.rows[at])) if each not in others] for at in ends}
    no_names = {at for at in ends if any(re.sub(r"\d", "", header_key(text)) in words_of(TOTAL) for text in said[at])}
    no_names |= {at for at in ends if any(address(at, column) in grid.formulas for column in columns)}
    headings = [at for at, name in names.items() if layout.header < 0 and speaks_of_players(name)]
    no_names |= {*headings} if headings == [*names][:1] else set()  # one line above all others
    numbered = turned = False
    ratings = dict[int, str]()
    if len(columns) == 1:
        if not is_own:
            names = {at: _BULLET.sub("", name, count=1) or name for at, name in names.items()}
        matches = {
            at: match for at, name in names.items() if at not in no_names and (match := _NUMBERED.fullmatch(name))
        }
        figures = [int(match[1]) for match in matches.values()]
        pointed = all(match[2] for match in matches.values()) and figures == sorted({*figures})
        all_count = len(matches) == len(names.keys() - no_names) and count_up([match[1] for match in matches.values()])
        if numbered := len(matches) > 1 and (pointed or all_count):
            names |= {at: match[3] for at, match in matches.items()}
        for at, name in names.items() if is_rated and not is_own else ():
            if at not in no_names and (match := _RATED.fullmatch(name)):
                names[at], ratings[at] = match[1], match[2] or match[3]
    for at, name in list(names.items()):
        if at in no_names or len(name) > _MOST_LETTERS or key(name) == key(BYE_NAME) or _NO_NAME.match(name):
            left[at + 1] = names.pop(at)
            shown = name if len(name) <= _MOST_LETTERS else f"{name[:60]}…"
            doubts.append(Doubt(About.NO_PLAYER, (at + 1,), (shown,)))
    if len(columns) == 1 and not is_own:
        swapped = turn_round(list(names.values()))
        turned, names = bool(swapped), {at: swapped.get(name, name) for at, name in names.items()}
    rows = [*names]
    is_titled = layout.header < 0 and len(rows) > 2 and rows[1] > rows[0] + 1 and rows[-1] - rows[1] == len(rows) - 2
    titles = rows[:1] if is_titled else []  # one line above a gap, and no other gap
    odd = [at for at, name in names.items() if at in titles or _ODD.search(name) or speaks_of_players(name)]
    odd += [at for at, name in names.items() if "," in name and at not in odd and not is_own]
    if odd:
        doubts.append(Doubt(About.ODD, tuple(at + 1 for at in odd), tuple(names[at] for at in odd)))
    return _Names(names, left, doubts, turned, numbered, ratings)


def _find_answers(grid: Grid, layout: Layout, rows: Sequence[Row]) -> Iterator[Doubt]:
    """Yield the columns that say who comes, unless all do, with what they say in each row."""
    for column in layout.unused:
        answers = tuple(text_at(grid.rows[row.number - 1], column) or "(blank)" for row in rows)
        title = text_at(grid.rows[layout.header], column)
        if says(title, COMING) and not all(says(answer, COMES) for answer in answers):
            yield Doubt(About.ANSWER, tuple(row.number for row in rows), answers, title)


def _lift(problem: Problem) -> Problem:
    """Return a problem of a list to which a header was added with the cell's own address."""
    cell = problem.place.cell
    letters = cell.rstrip(digits)
    if not letters or cell == letters:
        return problem
    return replace(problem, place=replace(problem.place, cell=f"{letters}{int(cell[len(letters) :]) - 1}"))


def _doubt_cells(grid: Grid, problems: Sequence[Problem]) -> Iterator[Doubt]:
    """Yield what cannot be read, by the row of the list."""
    for problem in problems:
        letters = problem.place.cell.rstrip(digits)
        if problem.severity is Severity.ERROR and problem.place.cell != letters:
            row = int(problem.place.cell[len(letters) :])
            typed = [text for at, text in enumerate(list_texts(grid.rows[row - 1])) if column_letters(at) == letters]
            yield Doubt(About.CELL, (row,), tuple(typed) or ("",))


# What of it is taken


def choose_playing(listed: PlayerList, playing: Collection[str], file: str) -> PlayerList:
    """Return a list with those who play, as the columns say that tell who comes; ``playing`` has what these say."""
    asked = [doubt for doubt in listed.doubts if doubt.about is About.ANSWER]
    wanted, out, problems = {*map(key, playing)}, set[int](), [*listed.problems]
    for column in asked:
        out |= {row for row, text in zip(column.rows, column.texts, strict=True) if key(text) not in wanted}
        if wanted.isdisjoint(map(key, column.texts)):
            said = [f"{text} ({times})" for text, times in Counter(column.texts).most_common(SHOWN)]
            message = f'The column "{column.column}" has {join_words(said, "and")}.'
            hint = "Name those that play (turnabout new --playing Confirmed), or delete the rows of the others."
            problems.append(error(Place(file), message, hint))
    doubts = [doubt for doubt in listed.doubts if doubt not in asked and out.isdisjoint(doubt.rows)]
    rows = [row for row in listed.rows if row.number not in out]
    return replace(listed, rows=rows, doubts=doubts, problems=problems)


class Proposal(NamedTuple):
    """A row of a list: the player that it would be, by field; whether it is taken if nobody chooses; its doubts."""

    row: int
    values: Mapping[str, Any]
    taken: bool
    doubts: Sequence[Doubt]


def propose(listed: PlayerList, sheet: Sheet) -> list[Proposal]:
    """Return all rows of a list in their order, those that were left out, too.

    Of duplicate names the first is taken; the others would be told apart by a number.
    """
    doubts: dict[int, list[Doubt]] = {}
    for doubt in listed.doubts:
        coming = {row for row, text in zip(doubt.rows, doubt.texts, strict=False) if says(text, COMES)}
        for row in doubt.rows:
            if not (
                row == doubt.rows[0] if doubt.about is About.TWICE else doubt.about is About.ANSWER and row in coming
            ):
                doubts.setdefault(row, []).append(doubt)
    nothing = dict.fromkeys(column.field for column in sheet.columns)
    rows = {row: {**nothing, FIELD: text} for row, text in listed.left.items()}
    rows |= {row.number: {**nothing, **row.values} for row in listed.rows if row[FIELD]}
    return [_propose(row, rows[row], doubts.get(row, []), row not in listed.left) for row in sorted(rows)]


def _propose(row: int, values: Mapping[str, Any], doubts: list[Doubt], taken: bool) -> Proposal:
    for doubt in doubts:
        if doubt.about is About.TWICE:
            values, taken = {**values, FIELD: f"{values[FIELD]} ({doubt.rows.index(row) + 1})"}, False
    taken = taken and all(doubt.about is not About.ANSWER for doubt in doubts)
    return Proposal(row, values, taken, doubts)


def choose(listed: PlayerList, sheet: Sheet, taken: Collection[int]) -> PlayerList:
    """Return a list with the rows that are taken, and their problems; raise `ValueError` for what is no row."""
    proposals = {each.row: each for each in propose(listed, sheet)}
    if {*taken} - proposals.keys():
        raise ValueError("not a row of the list")
    chosen = [(row, each.values) for row, each in proposals.items() if row in taken]
    left = {row for row in proposals if row not in taken}
    problems = [each for each in listed.problems if not left & {*map(int, re.findall(r"\d+", each.place.cell))}]
    return replace(listed, rows=[make_table_row(*each) for each in chosen], doubts=[], problems=problems, left={})


# The sheet that it would be


def _as_sheet(grid: Grid, layout: Layout, names: _Names, sheet: Sheet) -> Grid:
    """Return the list as the declared sheet: every row in its place (one lower without a header), names in one cell."""
    fields = {at[0]: field for field, at in layout.columns.items()}
    width = max(fields) + 1
    head = [sheet.column(fields[at]).header if at in fields else "" for at in range(width)]
    head += [sheet.column("rating").header] if names.ratings else []
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
        typed = (value_at(cells, column) if column in fields else "" for column in range(width))
        row = ["" if format_cell(value).casefold() in _BLANK_FIGURES else value for value in typed]
        name = names.by_row.get(at, "")
        row[place] = value_at(cells, place) if name == text_at(cells, place) else name
        rows.append([*row, names.ratings[at]] if at in names.ratings else row)
    return Grid(grid.name, rows, flags)


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
        header = sheet.column(field).header
        word = "name" if field == FIELD else header[:1].lower() + header[1:]
        how = _how(names) if field == FIELD else ""
        taken.append(f"{word} from {' + '.join(titles[at] for at in columns)}{how}")
    unused = [titles[at] for at in layout.unused]
    more = f" and {len(unused) - SHOWN} more" if len(unused) > SHOWN else ""
    return ", ".join(taken) + (f"; not used: {', '.join(unused[:SHOWN])}{more}" if unused else "")


def _how(names: _Names) -> str:
    done = [
        word
        for word, is_done in (
            ("turned round: first name first", names.turned),
            ("without the numbers", names.numbered),
            ("with ratings", names.ratings),
        )
        if is_done
    ]
    return f" ({', '.join(done)})" if done else ""


def _find_repeated(rows: Sequence[Row]) -> Iterator[Doubt]:
    """Name who stands in a list more than once: whether that is one person, only the organizer knows."""
    places: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        places[key(row[FIELD] or "")].append(row)
    for same in places.values():
        if len(same) > 1 and same[0][FIELD]:
            yield Doubt(About.TWICE, tuple(row.number for row in same), (same[0][FIELD],))
