"""Reads the lists of players that people have, and always reports what it took from them.

A list is made into the sheet Players that it would be, row by row in its place, so problems have the list's cells.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from turnabout_sheets.core.problems import Message, Place, Problem, SaidError, Severity, error
from turnabout_sheets.core.text import header_key, join_words, key, tidy
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading import list_words as words
from turnabout_sheets.reading.event_sheet import is_event_sheet
from turnabout_sheets.sheets.cell_kinds import WHOLES, format_cell
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address, column_letters
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS, read_table

FIELD: Final = "name"  # that every list has
NAMING: Final = frozenset((words.WHOLE_NAME, words.NAME, words.ALIAS, *words.NAME_PARTS))

MAX_SHOWN: Final = 6  # of the cells of a row, or the columns that are not used

_OF_ONE_EVENT: Final = ("joined", "dropped_after", "byes", "away", "let_in", "here", "paid")  # of no player

_BLANK_FIGURES: Final = frozenset(("-", "–", "—", "?", "n/a"))  # where there is no number

_NAME: Final = re.compile(r'(?!=(?!")|#[A-Z/0]+[!?]|#N/A|https?://)(?=.*\w).{1,80}')
"""No formula, error of a cell or address; letters or figures, and no more than any name has."""

_LEAD: Final = re.compile(r"(?:[-*•]\s+|\d{1,5}[.)\0]\s*)+(?=.*[^\W\d])")
"""Bullets and numbers before a name."""

_TAG: Final = re.compile(r"\s*([(\[{][^)\]}]*[)\]}])")


class PlayerListError(SaidError):
    """A list of players cannot be read; the text is for the organizer."""


class Header(NamedTuple):
    """The row of a list's headers (-1: it has none), its texts, and the columns that mean something, by meaning."""

    row: int
    titles: Sequence[str]
    by_meaning: Mapping[str, Sequence[int]]

    def columns(self, *meanings: str) -> list[int]:
        """Return the columns that have one of these meanings."""
        return sorted(at for meaning in meanings for at in self.by_meaning.get(meaning, ()))

    @property
    def is_of_matches(self) -> bool:
        """Whether a row has two players: one is an opponent, or two columns have the same header."""
        whole = [header_key(self.titles[at]) for at in self.columns(words.WHOLE_NAME, words.NAME)]
        return bool(self.columns(words.OPPONENT)) or len(set(whole)) < len(whole)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The players of a list: what the sheet Players would have, by field, by the number of the row in the list."""

    rows: Mapping[int, Mapping[str, Any]]
    columns: Mapping[str, Sequence[int]]  # that make each field
    source: str  # from which headers, in words
    left: Mapping[int, str]  # what is written in rows that were left out, by number
    answers: Mapping[str, Mapping[int, str]]  # by header, unless all players are coming
    problems: Sequence[Problem]
    behind: Sequence[str] = ()  # headers of what belongs to the event that the list is of, which is not taken

    @property
    def repeated(self) -> dict[str, list[int]]:
        """The rows of names that are in the list more than once."""
        places = defaultdict[str, list[int]](list)
        for row, values in self.rows.items():
            places[key(values[FIELD] or "")].append(row)
        return {self.rows[rows[0]][FIELD]: rows for name, rows in places.items() if name and len(rows) > 1}

    @property
    def numbered(self) -> dict[int, Mapping[str, Any]]:
        """The rows, with a number behind a name that an earlier one has."""
        again = {row: place for rows in self.repeated.values() for place, row in enumerate(rows, 1) if place > 1}
        names = {row: f"{self.rows[row][FIELD]} ({place})" for row, place in again.items()}
        return {row: {**each, FIELD: names.get(row, each[FIELD])} for row, each in self.rows.items()}

    def list_doubts(self, row: int) -> list[tuple[str, str]]:
        """Return the headers and texts that do not say that a player is coming, where not all are."""
        said = ((title, texts[row]) for title, texts in self.answers.items())
        return [(title, text) for title, text in said if not words.says(text, words.COMES)]

    @property
    def remarks(self) -> list[str]:
        """What was taken, from which columns, and what the organizer should know besides, in sentences."""
        behind = f"Not taken, because it belongs to the earlier event: {', '.join(self.behind)}."
        rated = quote([each[FIELD] for each in self.rows.values() if re.search(r"\d{3}", each[FIELD] or "")])
        return [
            f"{len(self.rows)} player{'' if len(self.rows) == 1 else 's'} taken: {self.source}.",
            *([behind] if self.behind else []),
            *(f'Row {row} was left out, which is no player: "{text}".' for row, text in self.left.items()),
            *(
                f"{name} stands in the list {len(rows)} times (rows {join_words([*map(str, rows)], 'and')}). One "
                "person: keep one of the rows. Several: tell them apart, for example by an initial."
                for name, rows in self.repeated.items()
            ),
            *([f"Names with a number: {rated}. Correct them; a rating belongs in the column Rating."] if rated else []),
            *(str(each) for each in self.problems if each.severity is Severity.WARNING),
        ]


def read_player_list(grids: Sequence[Grid], sheet: Sheet, file: str) -> PlayerList:
    """Read the list that a file's sheets hold as the declared ``sheet`` of players; raise `PlayerListError`.

    That is the sheet of this name, else the first with known headers, else the first with anything: a name a line.
    """
    own = [grid for grid in grids if key(grid.name) == key(sheet.name)]
    filled = [grid for grid in own or grids if any(is_filled(value) for row in grid.rows for value in row)]
    if not filled:
        message = Message("{file} is empty: there is no player in it. Check that it is the right file, and saved.")
        raise PlayerListError(message.fill(file=file))
    headed = ((grid, header) for grid in filled if (header := find_header(grid, sheet)))
    lines = replace(filled[0], rows=[["\0".join(filter(None, list_texts(row)))] for row in filled[0].rows])
    grid, header = next(headed, None) or (lines, Header(-1, ("",), {words.WHOLE_NAME: (0,)}))
    if header.is_of_matches:
        message = Message(
            "{file}: row {row} has the headers {cells}. That is a list of matches, not of players. Use a list with one "
            "row for each player.",
            file=file,
            row=header.row + 1,
            cells=quote(header.titles),
        )
        raise PlayerListError(message)
    columns, behind = _find_columns(grid, header, sheet, is_own=bool(own)), list[str]()
    used = {*header.columns(words.NUMBER, words.PLACE), *(at for places in columns.values() for at in places)}
    if any(is_event_sheet(each.name) for each in grids) or {"dropped_after", "let_in"} <= columns.keys():
        below = grid.rows[header.row + 1 :]
        past = {field: columns.pop(field)[0] for field in _OF_ONE_EVENT if field in columns}
        behind = [header.titles[at] for at in past.values() if any(is_filled(value_at(row, at)) for row in below)]
    names, left = _find_names(grid, header, columns[FIELD])
    names, how = _tidy_names(names) if len(columns[FIELD]) == 1 and not own else (names, "")
    if header.row < 0 and (grid.flags or not names or any("\0" in name for name in names.values())):
        message = Message(
            "{file}: no row has headers that are known; the first row is {cells}. Expected: a row of headers such as "
            "Player and Rating, or First name and Last name, above the first player; or just one name in each line."
        )
        first = next(row for row in filled[0].rows if any(map(is_filled, row)))
        raise PlayerListError(message.fill(file=file, cells=quote(list_texts(first))))
    table, problems = read_table(_as_sheet(grid, header, columns, names, sheet), sheet)
    rows = {row.number - (header.row < 0): row.values for row in (table.rows if table else ())}
    titled = [at for at, title in enumerate(header.titles) if title not in ("", sheet.purpose)]  # of a sheet of ours
    unused = {at: header.titles[at] for at in titled if at not in used}
    source = _describe(header, columns, sheet, [*names.values()], how)
    if unused:
        more = f" and {len(unused) - MAX_SHOWN} more" if len(unused) > MAX_SHOWN else ""
        source += f"; not used: {', '.join(title.rstrip('.:') for title in [*unused.values()][:MAX_SHOWN])}{more}"
    if hidden := [name for at, name in names.items() if at + 1 in grid.hidden]:
        source += f"; in hidden rows: {quote(hidden)}"
    answers = {}
    for at, title in unused.items():
        said = {row: text_at(grid.rows[row - 1], at) or "(blank)" for row in rows}
        if words.says(title, words.COMING) and not all(words.says(answer, words.COMES) for answer in said.values()):
            answers[title] = said
    return PlayerList(rows, columns, source, left, answers, problems, behind)


def find_header(grid: Grid, sheet: Sheet) -> Header | None:
    """Return the row, among the first, with the most known headers; None where no row names players."""
    fields = {header_key(column.header): column.field for column in sheet.columns}  # its own headers go before others
    meant = frozenset((*NAMING, words.NUMBER, words.PLACE, words.OPPONENT, *fields.values()))
    known = {**words.known_headers(meant), **fields} | {header_key(sheet.column(FIELD).header): words.WHOLE_NAME}
    best = dict[int, str]()
    header = -1
    for row, cells in enumerate(grid.rows[:HEADER_SEARCH_ROWS]):
        there = {at: word for at, text in enumerate(list_texts(cells)) if (word := header_key(text))}
        single = [at for at, word in there.items() if len(word) == 1] if words.WINS in fields.values() else []
        letters = zip(single, words.read_letters([there[at] for at in single]), strict=True)
        found = {at: known[word] for at, word in there.items() if word in known}
        found |= {at: meaning for at, meaning in letters if meaning}
        if len(found) > len(best) and {*NAMING, words.OPPONENT} & {*found.values()}:
            header, best = row, found
    by_meaning = defaultdict[str, list[int]](list)
    for column, meaning in best.items():
        by_meaning[meaning].append(column)
    return Header(header, list_texts(grid.rows[header]), by_meaning) if best else None


def _find_columns(grid: Grid, header: Header, sheet: Sheet, *, is_own: bool) -> dict[str, tuple[int, ...]]:
    """Return the columns that make each field; those of the name in the order of a name."""
    at = {meaning: columns[0] for meaning, columns in header.by_meaning.items()}
    if words.NAME in at and (words.FIRST in at) != (words.LAST in at):
        part = words.FIRST if words.FIRST in at else words.LAST
        pairs = [(text_at(row, at[words.NAME]), text_at(row, at[part])) for row in grid.rows[header.row + 1 :]]
        whole = [key(one) in key(name) and one != name for name, one in pairs if name and one]
        if 2 * sum(whole) <= len(whole):
            # "Name" beside "Vorname" is the surname, "Nombre" beside "Apellidos" the first name.
            at[words.LAST if part == words.FIRST else words.FIRST] = at[words.NAME]
    parts = tuple(at[part] for part in words.NAME_PARTS if part in at)
    columns = {FIELD: tuple(at[each] for each in (words.WHOLE_NAME, words.NAME) if each in at)[:1]}
    is_ours = is_own and words.WHOLE_NAME in at
    if not columns[FIELD] or ({words.FIRST, words.LAST} <= at.keys() and not is_ours):
        columns[FIELD] = parts or (at[words.ALIAS],)
    is_numbered = bool(header.columns(words.NUMBER, words.PLACE))
    for each in sheet.columns:
        # In other people's standings, Byes counts those that a player has had.
        meant = is_own or each.kind is not WHOLES or not is_numbered
        if each.field != FIELD and meant and each.field in at:
            columns[each.field] = (at[each.field],)
    return columns


def _find_names(grid: Grid, header: Header, columns: Sequence[int]) -> tuple[dict[int, str], dict[int, str]]:
    """Return the name in each row, by its index, and what is written in rows without a player, by their number."""
    numbers = header.columns(words.NUMBER, words.PLACE)
    names, left = dict[int, str](), dict[int, str]()
    for at, row in enumerate(grid.rows[header.row + 1 :], header.row + 1):
        name, texts = " ".join(filter(None, (text_at(row, column) for column in columns))), list_texts(row)
        rest = [text for column, text in enumerate(texts) if text and column not in numbers]
        is_none = key(name) == key(BYE_NAME) or (header.row < 0 and not re.search(r"[^\W\d]", name))
        is_none |= any(address(at, column) in grid.formulas for column in columns)  # such give numbers
        if texts == header.titles:
            continue  # pages repeat them
        if _NAME.fullmatch(name) and not is_none and not words.says(re.sub(r"\d", "", name), words.TOTAL):
            names[at] = name
        elif rest:
            left[at + 1] = ", ".join(rest)[:60]
    marked = [at for at, name in names.items() if _LEAD.match(name)]
    if header.row < 0 and 2 * len(marked) > len(names):
        left |= {at + 1: names.pop(at) for at in [at for at in names if at < marked[0]]}  # a title
    return names, left


def _tidy_names(names: Mapping[int, str]) -> tuple[dict[int, str], str]:
    """Return names without bullets and numbers, first name first; and what was done."""
    bare = {at: _LEAD.sub("", name) for at, name in names.items()}
    numbered = [at for at, name in bare.items() if re.search(r"\d", names[at].removesuffix(name))]
    turned = turn_round(bare.values())
    done = {"turned round: first name first": turned, "without the numbers": numbered}
    how = ", ".join(each for each, is_done in done.items() if is_done)
    return {at: turned.get(name, name) for at, name in bare.items()}, f" ({how})" if how else ""


def _as_sheet(
    grid: Grid, header: Header, columns: Mapping[str, Sequence[int]], names: Mapping[int, str], sheet: Sheet
) -> Grid:
    """Return the list as the declared sheet: every row in its place (one lower without a header), names in one cell."""
    fields = {at[0]: field for field, at in columns.items()}
    place, width = columns[FIELD][0], max(fields) + 1
    below = range(header.row + 1, len(grid.rows))
    flags = {**grid.flags}  # an error in a part of a name is one of the name
    flags |= {
        address(at, place): grid.flags[address(at, each)]
        for at in (below if grid.flags else ())
        for each in columns[FIELD]
        if address(at, each) in grid.flags
    }
    head = [sheet.column(fields[at]).header if at in fields else "" for at in range(width)]
    rows: list[Sequence[Raw]] = [*[()] * header.row, head]
    for at in below:
        typed = [value_at(grid.rows[at], each) if each in fields else "" for each in range(width)]
        typed = ["" if format_cell(each).casefold() in _BLANK_FIGURES else each for each in typed]
        typed[place] = names.get(at, "")
        rows.append(typed if at in names or address(at, place) in flags else ())
    return Grid(grid.name, rows, flags, grid.days_behind)


def _describe(
    header: Header, columns: Mapping[str, Sequence[int]], sheet: Sheet, names: Sequence[str], how: str
) -> str:
    """Return from which headers the players were taken, or from which lines."""
    if header.row < 0:
        span = f', from "{names[0]}" to "{names[-1]}"' if len(names) > 1 else ""
        return f"one name in a line{how}, without a header{span}"
    titles = [text.rstrip(".:") or f"column {column_letters(at)}" for at, text in enumerate(header.titles)]
    taken = [f"name from {' + '.join(titles[at] for at in columns[FIELD])}{how}"]
    for field, (at, *_) in columns.items():
        word = sheet.column(field).header
        taken += [f"{word[:1].lower()}{word[1:]} from {titles[at]}"] if field != FIELD else []
    return ", ".join(taken)


# What of it is taken


def choose_playing(listed: PlayerList, playing: Collection[str], file: str) -> PlayerList:
    """Return a list with those who play, by the columns that say who is coming; ``playing`` has what these say."""
    wanted, problems = {*map(key, playing)}, [*listed.problems]
    for title, texts in listed.answers.items():
        if wanted.isdisjoint(map(key, texts.values())):
            said = [f"{text} ({times})" for text, times in Counter(texts.values()).most_common(MAX_SHOWN)]
            message = f'The column "{title}" has {join_words(said, "and")}.'
            hint = "Name those that play (turnabout new --playing Confirmed), or delete the rows of the others."
            problems.append(error(Place(file), message, hint))
    out = {row for texts in listed.answers.values() for row, text in texts.items() if key(text) not in wanted}
    rows = {row: values for row, values in listed.rows.items() if row not in out}
    return replace(listed, rows=rows, answers={}, problems=problems)


def choose(listed: PlayerList, taken: Collection[int]) -> PlayerList:
    """Return a list with the rows that are taken, and their problems; raise `ValueError` for what is no row."""
    chosen = {row: values for row, values in listed.numbered.items() if row in taken}
    if len(chosen) < len({*taken}):
        raise ValueError("not a row of the list")
    left = listed.rows.keys() - chosen.keys()
    problems = [each for each in listed.problems if each.place.position[0] not in left]
    return replace(listed, rows=chosen, left={}, answers={}, problems=problems)


# Cells and texts


def is_filled(value: Raw) -> bool:
    """Return whether a cell holds anything."""
    return not isinstance(value, str) or bool(tidy(value))


def list_texts(row: Sequence[Raw]) -> list[str]:
    """Return the texts of a row's cells."""
    return [format_cell(value) for value in row]


def value_at(row: Sequence[Raw], column: int) -> Raw:
    """Return what a row holds in a column; the empty text where it is shorter."""
    return row[column] if column < len(row) else ""


def text_at(row: Sequence[Raw], column: int) -> str:
    """Return the text of a row's cell in a column."""
    return format_cell(value_at(row, column))


def quote(texts: Sequence[str]) -> str:
    """Return the first of some texts as they are quoted in a sentence; blank ones are left out."""
    filled = [f'"{text}"' for text in texts if text]
    return ", ".join(filled[:MAX_SHOWN]) + (", …" if len(filled) > MAX_SHOWN else "")


def turn_round(names: Collection[str]) -> Mapping[str, str]:
    """Return those of some names that are "Last, First" turned round, with teams in brackets last; if most are so."""
    split = {name: [tidy(part) for part in _TAG.sub(" ", name).split(",")] for name in names}
    both = {name: parts for name, parts in split.items() if len(parts) == 2 and all(parts)}
    turned = {name: " ".join([parts[1], parts[0], *_TAG.findall(name)]) for name, parts in both.items()}
    return turned if 2 * len(turned) > len(split) else {}
