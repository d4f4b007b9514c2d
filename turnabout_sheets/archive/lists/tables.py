"""Makes our lists of tables with other headers: standings, a row for each player, or matches, a row for each match.

Each row and column keeps its place, so that problems have the addresses of the organizer's cells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from datetime import date
from pathlib import PurePath
from typing import Any, Final

from turnabout_sheets.archive.lists.declared import COUNT, EVENTS, MATCHES, NAMED, PERSON, PLACINGS, find_list
from turnabout_sheets.archive.lists.old_events import OldTable, Reading
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import header_key, join_words, key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.reading import list_words as words
from turnabout_sheets.reading.event_sheet import EVENT_SHEET, is_event_sheet
from turnabout_sheets.reading.player_list import (
    Header,
    PlayerListError,
    find_header,
    is_filled,
    list_texts,
    quote,
    read_player_list,
    text_at,
    turn_round,
    value_at,
)
from turnabout_sheets.sheets.cell_kinds import CORRECT, NUMBER, CellKind, format_cell
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS, Table, make_table_row, read_table

_DASHES: Final = str.maketrans("–—−‐‑", "-----")
_PLACE: Final = re.compile(
    r"[=T]?[-. ]*(\d{1,6})(?:[.,]0)? ?(?:st|nd|rd|th|er|re|e|o|a|º|ª|ème)?\.?(?: ?[-/] ?\d{1,6}\.?)?[ =.]*",
    re.IGNORECASE,
)
_RECORD: Final = re.compile(r"(\d{1,3})(?:\s*[-/:]\s*|\s+)(\d{1,3})(?:(?:\s*[-/:]\s*|\s+)(\d{1,3}))?")
_SCORE: Final = re.compile(r"(\d{0,9}½|\d{1,9}(?:[.,]\d)?)f?[-:/](\d{0,9}½|\d{1,9}(?:[.,]\d)?)f?(?:[-:/]\d+)?", re.I)
"""Games won by both, and drawn; `0-1F` is a forfeit."""
_WON: Final = {"+-": "A", "+--": "A", "-+": "B", "--+": "B", "=-=": "Draw", "==": "Draw", "½": "Draw",
               "1": "A", "2": "B", "player1": "A", "player2": "B"}  # fmt: skip
_OPEN: Final = frozenset(("", "-", "--", "---", "-:-", ":", "*", "?", "-/-", "0-0-0", "0:0:0", "0/0/0"))


def _read_place(value: Raw) -> int:
    found = _PLACE.fullmatch(format_cell(value).translate(_DASHES))
    return int(found[1]) if found else COUNT.read(value)


_FIELDS: Final = {"name": "player", words.PLACE: "position", words.BYES_HAD: "byes"}
"""The fields of our placings where columns of standings mean something else in lists of players."""
_STANDINGS: Final = Sheet("", "", (
    Column("Player", "name", PERSON, required=True, filled=True),
    Column("Place", words.PLACE, CellKind(COUNT.expects, _read_place)),
    Column("Record", words.RECORD, remedy="Type it as text, with an apostrophe before it: '3-0-1."),
    *map(PLACINGS.column, (words.WINS, words.DRAWS, words.LOSSES, words.POINTS)),
    replace(PLACINGS.column("byes"), field=words.BYES_HAD),
    *map(PLACINGS.column, ("player_id", "played_all", words.EVENT, words.DAY)),
))  # fmt: skip
_OF_MATCHES: Final = (words.ROUND, words.TABLE, words.WINNER, "a_id", "b_id", words.EVENT, words.DAY)
_MATCHES: Final = Sheet(
    "", "", (Column("Player", "name"), Column("Result", words.RESULT), *map(MATCHES.column, _OF_MATCHES))
)
"""Their headers are found as those of a list of players are."""


def read_sheets(grids: Sequence[Grid], file: str, given: Mapping[str, Any]) -> Reading:
    """Return the lists that a file's sheets are: ours as they are, else tables made into them.

    What the rows of a table do not say of their event is ``given``: its name (else that of the file), date, format and
    rounds. Sheets are named after the file.
    """
    if any(is_event_sheet(grid.name) and read_table(grid, EVENT_SHEET)[0] for grid in grids):
        hint = "Save it as an Excel Workbook (.xlsx), and import it again."
        return Reading(problems=[error(Place(file), "This is the workbook of an event.", hint)])
    is_text = len(grids) == 1 and file.endswith(grids[0].name)
    filled = [grid for grid in grids if any(is_filled(value) for row in grid.rows for value in row)]
    filled = [replace(grid, name=file if is_text else f"{file}, sheet {grid.name}") for grid in filled]
    if not any(map(_is_list, filled)):
        return _read_tables(filled, file, given)
    tables, remarks = list[OldTable](), list[str]()
    for grid in filled:
        sheet = find_list(grid)
        table, problems = read_table(grid, sheet) if sheet else (None, [])
        if table:
            tables.append(OldTable(table, problems))
        else:
            remarks.append(f"{grid.name}: left out, as it is no list of old results.")
    return Reading(tables, remarks=remarks)


def _is_list(grid: Grid) -> bool:
    """Return whether a sheet is one of our lists, and not a table with some of their headers."""
    found, header = find_list(grid), _find_header(grid)
    if found is EVENTS:
        return not (header and header.columns(words.PLACE, words.POINTS, words.RECORD, words.OPPONENT))
    named = {header_key(column.header) for column in NAMED}
    return bool(found) and any(named & {*map(header_key, list_texts(row))} for row in grid.rows[:HEADER_SEARCH_ROWS])


def _read_tables(grids: Sequence[Grid], file: str, given: Mapping[str, Any]) -> Reading:
    tables, remarks = list[OldTable](), list[str]()
    for grid in grids:
        header = _find_header(grid)
        said = {field for field, fact in (("event", "name"), ("date", "date")) if given[fact]}
        made = header and (_read_matches if header.is_of_matches else _read_standings)(grid, header, said)
        columns, rows, told, problems = made or ({}, {}, [], [])
        if header is None or not (rows or problems):
            remarks.append(f"{grid.name}: left out, as it has no results.")
            continue
        event, day = None, None
        for values in rows.values():  # one that names no event is of that above
            if values.get("event") or values.get("date"):
                event, day = values.get("event"), values.get("date")
            stem = None if words.EVENT in columns else PurePath(file).stem
            values |= {"event": given["name"] or event or stem, "date": given["date"] or day}
        events = {f"{values['event'] or ''} {values['date'] or ''}".strip() for values in rows.values()}
        kind, sheet = ("match records", MATCHES) if header.is_of_matches else ("placings", PLACINGS)
        of = f"{len(events)} events" if len(events) != 1 else "".join(events)
        remarks.append(f"{grid.name}: {kind}: {len(rows)}, of {of}; {'; '.join(told)}.")
        days = {values["date"] for values in rows.values()} - {None}
        is_one = given["name"] or words.EVENT not in columns
        if (is_one and len(days) > 1) or not (days or words.DAY in columns or given["date"]):
            several = f": Date has {len(days)} days" if days else ""
            message = f"Nothing says on which day this was played{several}."
            hint = "Add --date, such as --date 2012-05-31; for several events, type Event and Date in every row."
            problems.append(error(Place(grid.name), message, hint))
            rows = {}
        if again := [at for at, row in enumerate(grid.rows) if list_texts(row) == header.titles][1:]:
            message = "The headers are here again; expected one table on a sheet."
            hint = "Delete the row, or put the table on a sheet of its own."
            problems.append(error(Place(grid.name, address(again[0], 0)), message, hint))
        if given["format"] is None and not tables:
            hint = f"Say it with --format: {join_words(list(FORMATS))}. Only Turnabout is rated."
            problems.append(error(Place(file), "Nothing says which system was played.", hint))
        fields = [column.field for column in sheet.columns]
        listed = [
            make_table_row(number, {each: values.get(each) for each in fields}) for number, values in rows.items()
        ]
        tables.append(OldTable(Table(sheet, grid.name, header.row + 1, columns, tuple(listed)), problems, given))
    if tables:
        return Reading(tables, remarks=remarks)
    heads = [[text[:60] for text in texts if text] for grid in grids for texts in map(list_texts, grid.rows[:20])]
    message = f"There are no results in it. One of its first rows is {quote(max(heads, key=len, default=[]))}."
    hint = (
        'Above the results, type a row such as "Place", "Player" and "Points", or "Round", "Player 1", "Player 2" and '
        '"Result". A list of players is for a new event: turnabout new --players.'
    )
    empty = error(Place(file), "The file is empty.", "Check that it is the right file, and saved.")
    return Reading(problems=[error(Place(file), message, hint) if grids else empty])


def _find_header(grid: Grid) -> Header | None:
    of_matches = find_header(grid, _MATCHES)
    return of_matches if of_matches and of_matches.is_of_matches else find_header(grid, _STANDINGS)


Made = tuple[dict[str, int], dict[int, dict[str, Any]], list[str], list[Problem]]
"""The columns of a list by field, its rows by number, what is reported, and what is wrong."""


def _read_standings(grid: Grid, header: Header, said: Set[str]) -> Made | None:
    """Read standings, without the columns of what is ``said``; None for a table without places and points.

    Anyone with nothing but a name is left out, and so is, behind a gap, a row without a place: a sum or a note.
    """
    records = header.columns(words.RECORD)[:1] if not header.columns(words.WINS) else []
    order = [name for at in records for name in _read_order(header.titles[at])]

    def read_record(value: Raw) -> Mapping[str, int]:
        """Return matches won, drawn and lost."""
        found = _RECORD.fullmatch(format_cell(value).translate(_DASHES))
        figures = [int(each) for each in found.groups() if each] if found else []
        if not figures or (len(figures) < len(order) and order[1] != words.LOSSES):
            raise ValueError
        return dict.fromkeys((words.DRAWS, words.LOSSES), 0) | dict(zip(order, figures, strict=False))

    kinds = {words.RECORD: CellKind(f"{'-'.join(order)}, such as 3-0-1", read_record)}
    read = [each for each in _STANDINGS.columns if each.field not in said | ({words.RECORD} if not order else set())]
    sheet = Sheet("", "", tuple(replace(each, kind=kinds.get(each.field, each.kind)) for each in read))
    try:
        listed = read_player_list([grid], sheet, grid.name)
    except PlayerListError:
        return None
    columns = {_FIELDS.get(each, each): at[0] for each, at in listed.columns.items()}
    if not {"position", "points"} & columns.keys():
        return None
    told, rows = [listed.source, *(f'left out: "{each}"' for each in listed.left.values())], dict[int, dict[str, Any]]()
    figures = [at for each, at in columns.items() if each not in ("player", "player_id")]
    problems, above = [*listed.problems], None
    for number, values in listed.rows.items():
        cells, row = grid.rows[number - 1], {_FIELDS.get(each, each): value for each, value in values.items()}
        typed = text_at(cells, columns["position"]) if "position" in columns else "-"
        is_behind = not typed and number - 1 not in rows and number - 2 != header.row
        if is_behind or not any(text_at(cells, at) for at in figures):
            told.append(f'left out: "{row["player"]}"')
            continue
        if row["position"] is None:
            row["position"] = above if not typed else None if typed.strip("-–—") else 0
        above = row["position"]
        cell = Place(grid.name, address(number - 1, columns.get("position", 0)))
        if above is None and cell not in {each.place for each in listed.problems}:
            shown = f'"{typed}"' if typed else "blank"
            problems.append(error(cell, f"Place is {shown}; expected {COUNT.expects}.", CORRECT))
        rows[number] = row | (row.get(words.RECORD) or {})
    if "player_id" in columns and [row["player_id"] for row in rows.values()] == [*map(str, range(1, len(rows) + 1))]:
        told.append("Player ID not taken, as it only numbers the rows")
        rows = {number: row | {"player_id": None} for number, row in rows.items()}
    if order:
        told.append(f"{header.titles[records[0]]} is {'-'.join(order)}")
    if "position" not in columns:
        points = [row["points"] or 0 for row in rows.values()]
        rows = {
            number: row | {"position": 1 + sum(each > (row["points"] or 0) for each in points)}
            for number, row in rows.items()
        }
        told.append("places by points, shared where they are equal, as there is no column of places")
    left = listed.rows.keys() - rows.keys()
    return columns, rows, told, [each for each in problems if each.place.position[0] not in left]


def _read_order(title: str) -> Sequence[str]:
    """Return what the figures of a record are by its header, `W-D-L` or `Siege-Niederlagen`; else the usual order."""
    parts = [word[:1] for word in map(header_key, re.split(r"[\W_]+", title)) if word]
    found = words.read_letters(parts if len(parts) > 1 or len(title) > 3 else [*header_key(title)])
    is_said = all(found) and len(found) > 1 and (*found,) != (words.WINS, words.LOSSES)
    return found if is_said else (words.WINS, words.LOSSES, words.DRAWS)


def _read_matches(grid: Grid, header: Header, said: Set[str]) -> Made | None:
    """Read a table of matches, without the columns of what is ``said``; None where no row has two players.

    The round is in a column, else in the name of the sheet.
    """
    opponents, scores = header.columns(words.OPPONENT)[:2], header.columns(words.RESULT)[:2]
    players = sorted([*header.columns(words.WHOLE_NAME, words.NAME)[: 2 - len(opponents)], *opponents])
    if len(players) < 2:
        return None
    columns = {each: places[0] for each in _OF_MATCHES if each not in said and (places := header.columns(each))}
    columns |= {"a": players[0], "b": players[1]}
    told = [f"{MATCHES.column(each).header} from {header.titles[column]}" for each, column in columns.items()]
    told += [f"result from {header.titles[column]}" for column in scores]
    of_sheet, problems = _read_round(grid.name.rpartition(", sheet ")[2]), list[Problem]()
    end = max(map(len, grid.rows))
    if words.ROUND not in columns:
        if not of_sheet:
            message = "Nothing says which round a match is of; expected its number."
            problems.append(error(Place(grid.name), message, 'Add a column Round, or rename the sheet "Round 1".'))
            return columns, {}, told, problems
        told.append(f"round {of_sheet}, as the sheet's name says")
        columns[words.ROUND] = end
    if columns.keys() & {"a_id", "b_id"}:  # that of player B is player A's where A is nobody
        columns = {"a_id": end + 1, "b_id": end + 1} | columns
    winner_at = columns.get(words.WINNER, end)
    columns |= {words.WINNER: scores[0]} if scores and winner_at == end else {}
    below = range(header.row + 1, len(grid.rows))
    named = {text_at(grid.rows[at], side) for at in below for side in players}
    turned = turn_round([name for name in named if not _is_nobody(name)])
    rows: dict[int, dict[str, Raw]] = {header.row: {each: MATCHES.column(each).header for each in columns}}
    for at in below:
        cells = [grid.flags.get(address(at, column)) or text for column, text in enumerate(list_texts(grid.rows[at]))]
        filled = [column for column, text in enumerate(cells) if text]
        if len(filled) == 1:
            message = f'The row has nothing but "{cells[filled[0]][:60]}"; expected a match.'
            hint = f"Type a round into a column Round, {BYE_NAME} as the opponent of a bye; or delete the row."
            problems.append(error(Place(grid.name, address(at, filled[0])), message, hint))
        typed = {each: text_at(cells, column) for each, column in columns.items()}
        sides = [(typed[each], typed.get(f"{each}_id", "")) for each in "ab" if not _is_nobody(typed[each])]
        if not sides or len(filled) == 1:
            continue
        (a, a_id), (b, b_id) = [*sides, (BYE_NAME, "")][:2]
        row: dict[str, Raw] = {**typed, "a": turned.get(a, a), "b": turned.get(b, b), "a_id": a_id, "b_id": b_id}
        row[words.ROUND] = _read_round(typed[words.ROUND]) or typed[words.ROUND] or of_sheet
        row[words.TABLE] = typed.get(words.TABLE, "").rstrip(".").strip("-–—")
        dated = [value for column in scores if isinstance(value := value_at(grid.rows[at], column), date)]
        score, winner = " - ".join(text_at(cells, column) for column in scores), text_at(cells, winner_at)
        won = [_read_winner(turned.get(each, each), row) for each in (winner, score) if each.strip(" -") and sides[1:]]
        # A score that the spreadsheet took for a day: which way round it was, nobody knows.
        row[words.WINNER] = dated[0] if dated else f"{winner} ({score})" if len({*won} - {""}) > 1 else "".join(won[:1])
        rows[at] = row
    by_column = {column: each for each, column in columns.items()}
    listed = [
        [rows[at].get(by_column.get(column, ""), "") for column in range(end + 2)] if at in rows else ()
        for at in range(len(grid.rows))
    ]
    flags = {cell: flag for cell, flag in grid.flags.items() if Place("", cell).position[0] - 1 in rows}
    table, found = read_table(replace(grid, rows=listed, flags=flags), MATCHES)
    made = {row.number: row.values for row in table.rows} if table else {}
    return columns, made, told, [*problems, *found]


def _read_winner(text: str, row: Mapping[str, Any]) -> str:
    """Return who won, as our list has it, by a score, a sign or a name; what cannot be read is left to that."""
    typed = re.sub(r"\s+", "", text).translate(_DASHES)
    if typed in _OPEN:
        return ""
    if score := _SCORE.fullmatch(typed):
        one, other = (NUMBER.read(part) for part in score.groups())
        return "A" if one > other else "B" if other > one else "Draw"
    names = {key(row[side]): side.upper() for side in "ab"}
    if len(names) > 1 and key(text) in names:
        return names[key(text)]
    return "Draw" if words.says(text, words.DRAW) else _WON.get(re.sub(r"[:/]", "", typed).lower(), text)


def _read_round(text: str) -> str:
    """Return the number of a text that is a round: "Round 2", "2. Runde", "R2"; blank for any other text."""
    found = re.findall(r"\d{1,3}", text)
    return found[0] if len(found) == 1 and words.says(text.replace(found[0], ""), words.ROUND) else ""


def _is_nobody(text: str) -> bool:
    """Return whether nobody is named where an opponent might be: a bye."""
    return not text.strip("-–—−.*_/() ") or words.says(text, words.NOBODY)
