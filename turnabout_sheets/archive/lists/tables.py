"""Make our lists of tables with other headers: standings, a row for each player, and matches, a row for each match.

A table keeps its rows and columns, so that problems have the addresses of the organizer's cells; what is worked out
is put to the right of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from pathlib import PurePath
from typing import Final

from turnabout_sheets.archive.lists.rows import EVENTS, ID_OF, MATCHES, NAMED, PLACINGS, list_of
from turnabout_sheets.archive.lists.scores import (
    COUNTS,
    is_nobody,
    read_figure,
    read_order,
    read_place,
    read_record,
    read_result,
    read_round,
    read_winner,
)
from turnabout_sheets.archive.lists.understood import Given, Understood, count_of
from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.problems import Place, Problem, error, has_errors
from turnabout_sheets.core.text import header_key, join_words, key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.reading import list_words as words
from turnabout_sheets.reading.event_sheet import EVENT_SHEET, is_event_sheet
from turnabout_sheets.reading.player_list import (
    NAMING,
    Header,
    PlayerListError,
    find_header,
    is_filled,
    list_texts,
    quote,
    read_player_list,
    turn_round,
    value_at,
)
from turnabout_sheets.sheets.cell_kinds import ANYTHING, MOST_ROUNDS, format_cell
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS

_ASIDE: Final = (words.EVENT, words.DAY)
_OF_STANDINGS: Final = (words.PLACE, words.RECORD, words.WINS, words.DRAWS, words.LOSSES, words.POINTS, *_ASIDE)
_OF_MATCHES: Final = (words.ROUND, words.TABLE, words.RESULT, words.WINNER, *_ASIDE)
_MORE: Final = {"Byes": words.BYES_HAD, "Player ID": "player_id", "Played all rounds": "played_all"}
_PLAYER: Final = Column("Player", "name", required=True, filled=True)
_STANDINGS, _MATCHES = (
    Sheet("", "", (_PLAYER, *(Column(each.title(), each, ANYTHING) for each in fields), *more))
    for fields, more in (
        (_OF_STANDINGS, [Column(*each, ANYTHING) for each in _MORE.items()]),
        (_OF_MATCHES, [MATCHES.column(each) for each in ID_OF.values()]),
    )
)
"""What tables may have; their headers are found as those of a list of players are."""
_OURS: Final = {"name": "player", words.PLACE: "position", words.BYES_HAD: "byes"}
"""The fields of our placings that have another name here."""

_OF_ROWS: Final = (words.PLACE, words.RECORD, words.POINTS, words.OPPONENT, words.RESULT)
_NAMED: Final = frozenset(header_key(column.header) for column in NAMED)
_SHOWN_LETTERS: Final = 60
_EXPECTED: Final = (
    'Expected a row of headers such as "Place", "Player" and "Points", or "Round", "Player 1", "Player 2" and "Result" '
    "(English, German, French or Spanish)."
)


@dataclass(slots=True)
class _Table:
    """A table as one of our lists.

    ``columns`` are those of the table that have a field of ``sheet``, ``rows`` the values by field of each row, by its
    index. ``said`` is every guess, ``counts`` how often one was made, ``left`` are rows that were left out.
    """

    sheet: Sheet
    grid: Grid
    header: Header
    columns: dict[str, int]
    taken: str
    rows: dict[int, dict[str, Raw]] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    left: dict[int, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def text(self, at: int, column: int | str) -> str:
        """Return what a row shows in a column, or in that of a field, also an error; blank where there is none."""
        column = self.columns.get(column, -1) if isinstance(column, str) else column
        return "" if column < 0 else self.grid.flags.get(address(at, column)) or format_cell(self.value(at, column))

    def value(self, at: int, column: int) -> Raw:
        """Return what a row holds in a column."""
        return value_at(self.grid.rows[at], column)

    def refuse(self, at: int, column: int, message: str, hint: str = "Correct the cell.") -> None:
        """Note what is wrong with a cell."""
        if isinstance(self.value(at, column), date):  # which way round it was, nobody knows
            message = f"The cell shows {self.text(at, column)}: a score that became a date."
            hint = "Type it as text, with an apostrophe before it: '2-1."
        self.problems.append(error(Place(self.grid.name, address(at, column)), message, hint))

    def as_grid(self) -> Grid:
        """Return the list."""
        width = 1 + max(map(len, self.grid.rows[: self.header.row + 1]))
        fields = dict.fromkeys(each for row in self.rows.values() for each in row)
        columns = {each: self.columns.get(each, width + at) for at, each in enumerate(fields)}
        rows: list[Sequence[Raw]] = [()] * (1 + max(self.rows))
        head: dict[str, Raw] = {each: self.sheet.column(each).header for each in columns}
        for at, values in {self.header.row: head, **self.rows}.items():
            there = {columns[each]: value for each, value in values.items()}
            rows[at] = [there.get(column, "") for column in range(1 + max(columns.values()))]
        kept = {address(at, column) for at in (self.rows if self.grid.flags else ()) for column in columns.values()}
        flags = {cell: flag for cell, flag in self.grid.flags.items() if cell in kept}
        return replace(self.grid, rows=rows, flags=flags)


def sort_sheets(grids: Sequence[Grid], file: str, given: Given) -> Understood:
    """Return the lists that the sheets of a file are, each named as messages name it: after the file, and its sheet.

    Of a workbook with some of our lists the other sheets are left out and named; else all are read as tables.
    """
    is_text = len(grids) == 1 and file.endswith(grids[0].name)
    if any(is_event_sheet(grid.name) and list_of(grid, (EVENT_SHEET,)) for grid in grids):
        message = "This is the workbook of an event; expected Excel Workbook (.xlsx) for that."
        return Understood(problems=[error(Place(file), message, "Save it as that, and import it again.")])
    filled = [grid for grid in grids if any(is_filled(value) for row in grid.rows for value in row)]
    filled = [replace(grid, name=file if is_text else f"{file}, sheet {grid.name}") for grid in filled]
    if not any(map(_names_events, filled)):
        return read_tables(filled, file, given)
    ours: list[Grid] = []
    others: list[Grid] = []
    for grid in filled:
        (ours if _list_of(grid) is not None or _names_events(grid) else others).append(grid)
    return Understood(ours, remarks=[f"{grid.name}: left out, as it is no list of old results." for grid in others])


def _list_of(grid: Grid) -> Sheet | None:
    """Return which of our lists a sheet is; standings and matches with columns Event and Date are no list of events."""
    found = list_of(grid)
    header = _find_header(grid) if found is EVENTS else None
    return None if header and header.columns(words.EVENT) and header.columns(*_OF_ROWS) else found


def _names_events(grid: Grid) -> bool:
    """Return whether a sheet is one of our lists, by a column that says the event.

    Two such columns are enough where its other headers are misspelt, unless they are those of a table.
    """
    header = None if _list_of(grid) else _find_header(grid)
    if header and len(header.columns(*NAMING, words.OPPONENT, words.PLACE, words.POINTS)) > 1:
        return False
    return any(
        len(_NAMED.intersection(map(header_key, list_texts(row)))) > (list_of(Grid("", [row])) is None)
        for row in grid.rows[:HEADER_SEARCH_ROWS]
    )


def read_tables(grids: Sequence[Grid], file: str, given: Given) -> Understood:
    """Make our lists of the sheets of a ``file`` that has none of them; what it does not say must be ``given``."""
    read = [(grid, _read_table(grid)) for grid in grids]
    tables = [table for _, table in read if table is not None]
    if not tables:
        return Understood(problems=[_refuse(grids, file)])
    remarks = [f"{grid.name}: left out, as it has no results: {_quote(grid)}." for grid, table in read if table is None]
    unsaid = (each for table in reversed(tables) for each in _name_events(table, PurePath(file).stem, given))
    problems = [*{each.message: each for each in unsaid}.values()]  # once, where the first table is
    if given.format is None:
        systems = join_words(list(FORMATS))
        hint = f"Say it with --format: {systems}. Only Turnabout is rated."
        problems.append(error(Place(file), "Nothing says which system was played.", hint))
    standings = [table for table in tables if table.sheet is PLACINGS and "event" not in table.columns]
    for table in standings[1:]:
        message = f"These are standings, as those in {standings[0].grid.name} are; expected one table."
        hint = "Delete those that are not final, or save each event as a file."
        problems.append(error(Place(table.grid.name), message, hint))
    if not has_errors(problems):
        declared = list(_declare(tables, given))
        problems += [each for table in tables for each in table.problems]
    made = [] if has_errors(problems) else [*declared, *(table.as_grid() for table in tables)]
    return Understood(made, (), [*remarks, *(_describe(table, given) for table in tables)], problems)


def _find_header(grid: Grid) -> Header | None:
    of_matches = find_header(grid, _MATCHES)
    return of_matches if of_matches and of_matches.is_of_matches else find_header(grid, _STANDINGS)


def _read_table(grid: Grid) -> _Table | None:
    header = _find_header(grid)
    if header is None:
        return None
    table = (_read_matches if header.is_of_matches else _read_standings)(grid, header)
    if table is None:
        return None
    for at in range(header.row + 1, len(grid.rows)):
        if list_texts(grid.rows[at]) == header.titles:
            message = "The headers are here again; expected one table on a sheet."
            table.refuse(at, next(iter(table.columns.values())), message, "Delete the row, or put the table elsewhere.")
    if not (table.rows or table.problems):
        message = "There is nothing below the headers; expected a row for each player or match."
        table.problems.append(error(Place(grid.name), message, "Add them, or delete the table."))
    return table


# Standings


def _read_standings(grid: Grid, header: Header) -> _Table | None:
    """Read standings; None for a table of players without places and points."""
    try:
        listed = read_player_list([grid], _STANDINGS, grid.name)
    except PlayerListError:
        return None
    columns = {_OURS.get(meaning, meaning): at[0] for meaning, at in listed.columns.items()}
    if not {"position", words.POINTS} & columns.keys():
        return None
    table = _Table(PLACINGS, grid, header, columns, listed.source, problems=[*listed.problems])
    table.rows = {row - 1: {"player": values["name"] or ""} for row, values in listed.rows.items()}
    _leave_out_notes(table)
    for each in columns.keys() & {"byes", words.POINTS, "played_all", *COUNTS}:
        for at, row in table.rows.items():
            value = table.value(at, columns[each])
            row[each] = "" if isinstance(value, str) and not value.strip(" -–—?") else value
    if "player_id" in columns and _count_up([table.text(at, "player_id") for at in table.rows]):
        table.said.append("Player ID not taken, as it only numbers the rows")
        del columns["player_id"]
    for at, row in table.rows.items():
        row |= {"player_id": table.value(at, columns["player_id"])} if "player_id" in columns else {}
    _read_places(table)
    _read_records(table)
    table.said += [text.rstrip(".") for text in replace(listed, rows={}).remarks]  # without those that are repeated
    return table


def _count_up(texts: Sequence[str]) -> bool:
    """Return whether these are whole numbers, each one more than the one before, but for blank ones."""
    numbers = [int(text) if text.isdecimal() and len(text) < 10 else -1 for text in texts if text]
    return bool(numbers) and numbers[0] >= 0 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _leave_out_notes(table: _Table) -> None:
    """Leave out who has nothing but a name, and below the players, behind a gap, who has no place: sums and notes."""
    figures = [column for each, column in table.columns.items() if each not in ("player", "player_id", "event", "date")]
    last = max((at for at in table.rows if table.text(at, "position")), default=len(table.grid.rows))
    is_below = False
    for at in list(table.rows):
        is_below = at > last and (is_below or not any(map(is_filled, table.grid.rows[at - 1])))
        if is_below or not any(table.text(at, column) for column in figures):
            table.left[at] = str(table.rows.pop(at)["player"])


def _read_places(table: _Table) -> None:
    """Read the places: who has none is level with the one above; without any they are those by points."""
    column = table.columns.get("position")
    if column is None:
        points = {at: read_figure(table.text(at, words.POINTS)) or Fraction(0) for at in table.rows}
        ranks = {figure: rank for rank, figure in reversed([*enumerate(sorted(points.values(), reverse=True), 1)])}
        for at, figure in points.items():
            table.rows[at]["position"] = float(ranks[figure])
        table.said.append("places by points, shared where they are equal, as there is no column of places")
        return
    above: Raw = ""
    for at, row in table.rows.items():
        text = table.text(at, column)
        place = read_place(text)
        table.counts["without a place, level with the one above"] += not text
        above = above if not text else table.value(at, column) if place is None else float(place)
        row["position"] = above


def _read_records(table: _Table) -> None:
    """Take won, drawn and lost from one column, unless they have columns of their own."""
    column = table.columns.get(words.RECORD)
    if column is None or words.WINS in table.columns:
        return
    title = table.header.titles[column]
    order = read_order(title)
    for at, row in table.rows.items():
        text = table.text(at, column)
        record = read_record(text)
        if record and (len(record) == len(order) or (len(record) == 2 and order[1] == words.LOSSES)):
            row |= dict.fromkeys(COUNTS, 0.0)
            row |= dict(zip(order, map(float, record), strict=False))
        elif text and address(at, column) not in table.grid.flags:
            expected = f"expected matches {join_words([COUNTS[each] for each in order], 'and')}, such as 3-0-1"
            table.refuse(at, column, f'The record is "{text[:_SHOWN_LETTERS]}"; {expected}.')
    table.said.append(f"{title} is {'-'.join(COUNTS[each] for each in order)}")


def _count_rounds(table: _Table, rows: Sequence[dict[str, Raw]], rounds: int | None) -> int | None:
    """Return how many rounds the rows of an event show; None where they show none.

    In our placings wins are without byes: where a row would have more than the ``rounds`` that are known, or than
    any player without a bye has played, byes are among the wins and are taken out of them.
    """
    if table.sheet is MATCHES:
        return max((int(text) for row in rows if (text := str(row["round"])).isdecimal()), default=None)
    counted = [row for row in rows if words.WINS in row]
    played = [sum(_figure(row, each) for each in COUNTS) for row in counted]
    byes = [_figure(row, "byes") for row in counted]
    most = min(max(map(sum, zip(played, byes, strict=True)), default=0), MOST_ROUNDS)
    limit = rounds or max((count for count, had in zip(played, byes, strict=True) if not had), default=most)
    if not any(byes) or most <= limit:
        return most or None
    for row, had in zip(counted, byes, strict=True):
        row[words.WINS] = float(max(_figure(row, words.WINS) - had, 0))
    table.said.append("byes taken out of the wins, among which they are")
    return max(played)


def _figure(row: Mapping[str, Raw], each: str) -> int:
    figure = read_figure(format_cell(row.get(each, ""))) or 0
    return int(figure) if 0 <= figure <= MOST_ROUNDS else 0


# Matches


def _read_matches(grid: Grid, header: Header) -> _Table | None:
    """Read a table of matches; None for one that has not two players in a row.

    The round is in a column, else in the name of the sheet.
    """
    opponents, scores = header.columns(words.OPPONENT)[:2], header.columns(words.RESULT)[:2]
    players = sorted([*header.columns(words.WHOLE_NAME, words.NAME)[: 2 - len(opponents)], *opponents])
    if len(players) < 2:
        return None
    meanings = (words.ROUND, words.TABLE, words.WINNER, "a_id", "b_id")
    columns = {each: found[0] for each in meanings if (found := header.columns(each))}
    columns |= {"a": players[0], "b": players[1]}
    if len(scores) == 1:
        columns.setdefault("winner", scores[0])
    places = sorted((at, MATCHES.column(each).header.lower()) for each, at in columns.items())
    places += [(at, "score") for at in scores if len(scores) > 1]
    taken = ", ".join(f"{what} from {header.titles[at]}" for at, what in places)
    table = _Table(MATCHES, grid, header, columns, taken)
    of_sheet = read_round(grid.name.rpartition(", sheet ")[2])
    if "round" not in columns:
        if of_sheet:
            table.said.append(f"round {of_sheet}, as the sheet's name says")
        else:
            message = "Nothing says which round a match is of; expected its number."
            hint = 'Add a column Round, or rename the sheet "Round 1".'
            table.problems.append(error(Place(grid.name), message, hint))
    names = {table.text(at, side) for at in range(header.row + 1, len(grid.rows)) for side in ("a", "b")}
    turned = turn_round({name for name in names if not is_nobody(name)})
    table.said += ["names turned round: first name first"] if turned else []
    for at in range(header.row + 1, len(grid.rows)):
        filled = [text for column in range(len(grid.rows[at])) if (text := table.text(at, column))]
        a, b = table.text(at, "a"), table.text(at, "b")
        if is_nobody(a) and is_nobody(b) and len(filled) != 1:
            table.counts["rows without players left out"] += bool(filled)
        elif len(filled) == 1 and not (a and b):
            hint = f"Type a round into a column Round, {BYE_NAME} as the opponent of a bye; or delete the row."
            message = f'The row has nothing but "{filled[0][:_SHOWN_LETTERS]}"; expected a match.'
            table.refuse(
                at, next(column for column, value in enumerate(grid.rows[at]) if is_filled(value)), message, hint
            )
        else:
            number = table.text(at, "round")
            own = {"round": read_round(number) or number or of_sheet}
            table.rows[at] = own | _read_sides(table, at, scores, turned.get(a, a), turned.get(b, b), turned)
    return table


def _read_sides(
    table: _Table, at: int, scores: Sequence[int], a: str, b: str, turned: Mapping[str, str]
) -> dict[str, Raw]:
    """Return who met at which table, and who won."""
    sides: dict[str, Raw] = {each: table.text(at, each) for each in ID_OF.values() if each in table.columns}
    number = table.text(at, "table").rstrip(".")
    sides["table"] = number if number.strip("-–—") else ""
    is_bye = is_nobody(a) or is_nobody(b)
    table.counts["byes"] += is_bye
    if is_nobody(a):
        a, b = b, a
        sides |= {"a_id": sides["b_id"], "b_id": sides.get("a_id", "")} if "b_id" in sides else {}
    winner = "" if is_bye else _read_who_won(table, at, scores, a, b, turned)
    return {**sides, "a": a, "b": BYE_NAME if is_bye else b, "winner": winner}


def _read_who_won(table: _Table, at: int, scores: Sequence[int], a: str, b: str, turned: Mapping[str, str]) -> str:
    """Return who won, or what is in the column of winners and is to be judged by our list."""
    column = table.columns.get("winner")
    score = " - ".join(table.text(at, each) for each in scores)
    won = read_result(score) if score.strip(" -") else ""
    typed = "" if column in (None, *scores) else table.text(at, "winner")
    typed = turned.get(typed, typed)
    names = {} if key(a) == key(b) else {key(a): "A", key(b): "B"}
    winner = (names.get(key(typed)) or read_winner(typed)) if typed else won
    dated = [each for each in scores if isinstance(table.value(at, each), date)]
    if dated:
        table.refuse(at, dated[0], "")
    elif typed and winner and won and winner != won:
        table.refuse(at, scores[0], f'The result is {score}, and the winner "{typed}".', "Correct one of the two.")
    elif winner is None and column is None:
        message = f'The result is "{score}"; expected a number for each player.'
        table.refuse(at, scores[0], message, "Correct the cells.")
    table.counts["without a result"] += winner == ""
    table.counts["of 0-0, taken as a draw"] += winner == "Draw" and "0" in score and not score.strip(" 0:–-")
    return turned.get(score, typed or score) if winner is None else winner


# Which event


def _name_events(table: _Table, name: str, given: Given) -> Iterator[Problem]:
    """Say of each row which event it is of, by columns or options; a row that names none is of the one above it.

    Without a column for the name a table is of one event, as the rounds of a league have days of their own.
    """
    by = {each: columns[0] for each in (words.EVENT, words.DAY) if (columns := table.header.columns(each))}
    found = {each: {table.text(at, column) for at in table.rows} - {""} for each, column in by.items()}
    names, days = found.get("event", ()), found.get("date", ())
    said: dict[str, Raw] = {each: value for each, value in (("event", given.name), ("date", given.date)) if value}
    if not names:
        said.setdefault("event", name)
    if given.name and len(names) > 1:
        message = f"There are {len(names)} events, {quote(sorted(names))}; --name is for one."
        yield error(Place(table.grid.name), message, "Leave it out, or save each event as a file.")
    if not given.date and (not days or (len(days) > 1 and not names)):
        what = f": the column {table.header.titles[by['date']]} has {len(days)} days" if days else ""
        message = f'Nothing says on which day "{said.get("event", min(names, default=""))}" was played{what}.'
        several = "for several events, type Event and Date in every row"
        yield error(Place(table.grid.name), message, f"Give the day with --date, such as --date 2012-05-31; {several}.")
    own = {each: column for each, column in by.items() if each not in said}
    above: dict[str, Raw] = {}
    for at, row in table.rows.items():
        typed = {each: table.value(at, column) for each, column in own.items()}
        above = typed if any(map(is_filled, typed.values())) else above
        row |= above | said
    table.columns = {each: at for each, at in table.columns.items() if each not in by} | own


def _declare(tables: Sequence[_Table], given: Given) -> Iterator[Grid]:
    """Yield a list of the events that each table is the first to name: their format, and how many rounds they had."""
    facts: dict[tuple[str, str], tuple[_Table, int, int]] = {}
    for table in tables:
        rows = defaultdict[tuple[str, str], list[int]](list)
        for at, row in table.rows.items():
            rows[key(format_cell(row.get("event", ""))), format_cell(row.get("date", ""))].append(at)
        for event, its in rows.items():
            shown = _count_rounds(table, [table.rows[at] for at in its], given.rounds)
            there, at, before = facts.get(event, (table, its[0], 0))
            facts[event] = there, at, given.rounds or max(shown or 0, before)
    for table in tables:
        columns = {"event": 0, "date": 1, "format": 2, "rounds": 3}
        own = replace(table, sheet=EVENTS, columns=columns, rows={}, grid=replace(table.grid, flags={}))
        for (_, day), (there, at, rounds) in facts.items():
            with suppress(DayError):  # what is no day is reported with its cell
                if there is table and read_day(day):
                    own.rows[at] = {each: table.rows[at][each] for each in ("event", "date")}
                    own.rows[at] |= {"format": given.format or "", "rounds": rounds or ""}
        if own.rows:
            yield own.as_grid()


# What is reported


def _describe(table: _Table, given: Given) -> str:
    """Return in a line how much was made of what, and every guess."""
    size = count_of(len(table.rows), "placing" if table.sheet is PLACINGS else "match record")
    events = {(row.get("event", ""), row.get("date", "")) for row in table.rows.values()}
    of = f" of {len(events)} events" if len(events) > 1 else ""
    for name, day in events if len(events) == 1 else ():
        of = f' of "{format_cell(name)}"' + (f" ({format_cell(day)})" if day else "")
    told = [*table.said, *(f"{what}: {count}" for what, count in sorted((+table.counts).items()))]
    if table.left:
        told.append(f"{count_of(len(table.left), 'row')} left out: {quote(list(table.left.values()))}")
    system = f"format {given.format} from --format" if given.format else "no format"
    return f"{table.grid.name}: {'; '.join([f'{size}{of}: {table.taken}', *told, system])}."


def _refuse(grids: Sequence[Grid], file: str) -> Problem:
    """Return why nothing is taken of a file."""
    if not grids:
        return error(Place(file), "The file is empty.", "Check that it is the right file, and saved.")
    for grid in grids:
        if (header := find_header(grid, _STANDINGS)) and not header.is_of_matches:
            message = "This is a list of players; expected results: standings, or matches."
            return error(Place(grid.name), message, "Take it into a new event: turnabout new --players.")
    message = f"No row has headers of results; the first row is {_quote(grids[0])}. {_EXPECTED}"
    return error(Place(grids[0].name), message, "Type such a row of headers above the first row, and try again.")


def _quote(grid: Grid) -> str:
    """Return the texts of the first row that has several, else of the first that has any."""
    rows = [texts for row in grid.rows if (texts := [text[:_SHOWN_LETTERS] for text in list_texts(row) if text])]
    return quote(next((texts for texts in rows if len(texts) > 1), rows[0]))
