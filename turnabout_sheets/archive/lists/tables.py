"""Makes our lists of tables with other headers: standings, a row for each player, or matches, a row for each match.

The header row is renamed, and the cells of some columns are put as we write them. Each row and column keeps its
place, so that problems have the addresses of the organizer's cells; what has no column of its own is put to the right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import PurePath
from typing import Any, Final

from turnabout_sheets.archive.lists.declared import EVENTS, MATCHES, NAMED, PLACINGS, find_list
from turnabout_sheets.archive.lists.old_events import List, Reading
from turnabout_sheets.core.problems import Place, Problem, error, has_errors
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
from turnabout_sheets.sheets.cell_kinds import ANYTHING, NUMBER, UnreadableCellError, format_cell
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS, read_table

_OF_STANDINGS: Final = {
    words.PLACE: "position", words.RECORD: "record", words.WINS: "wins", words.DRAWS: "draws", words.LOSSES: "losses",
    words.POINTS: "points", words.BYES_HAD: "byes", "player_id": "player_id", "played_all": "played_all",
}  # fmt: skip
"""The columns that standings may have, and the fields of our placings."""
_OF_MATCHES: Final = (words.ROUND, words.TABLE, words.RESULT, words.WINNER, "a_id", "b_id")
_NAMED: Final = {"event": words.EVENT, "date": words.DAY}
_HEADERS: Final = {"played_all": "Played all rounds", "player_id": "Player ID", "a_id": "Player A ID",
                   "b_id": "Player B ID", words.BYES_HAD: "Byes"}  # fmt: skip
_STANDINGS, _MATCHES = (
    Sheet("", "", (
        Column("Player", "name", required=True, filled=True),
        *(Column(_HEADERS.get(each, each.title()), each, ANYTHING) for each in fields),
    ))
    for fields in ((*_OF_STANDINGS, *_NAMED.values()), (*_OF_MATCHES, *_NAMED.values()))
)  # fmt: skip
"""Their headers are found as those of a list of players are."""

_PLACE: Final = re.compile(
    r"[=T]?[-. ]*(\d{1,6})(?:[.,]0)? ?(?:st|nd|rd|th|er|re|e|o|a|º|ª|ème)?\.?(?: ?[-/] ?\d{1,6}\.?)?[ =.]*",
    re.IGNORECASE,
)
_RECORD: Final = re.compile(r"(\d{1,3})(?:\s*[-/:]\s*|\s+)(\d{1,3})(?:(?:\s*[-/:]\s*|\s+)(\d{1,3}))?")
_SCORE: Final = re.compile(r"(\d*½|\d+(?:[.,]\d)?)f?[-:/](\d*½|\d+(?:[.,]\d)?)f?(?:[-:/]\d+)?", re.IGNORECASE)
"""Games won by both, and drawn; `0-1F` is a forfeit."""
_WON: Final = {"+-": "A", "+--": "A", "-+": "B", "--+": "B", "=-=": "Draw", "==": "Draw", "½": "Draw",
               "1": "A", "2": "B", "player1": "A", "player2": "B"}  # fmt: skip
_OPEN: Final = frozenset(("", "-", "--", "---", "-:-", ":", "*", "?", "-/-", "0-0-0", "0:0:0", "0/0/0"))
_DASHES: Final = str.maketrans("–—−‐‑", "-----")


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
    lists = [List(grid, sheet) for grid in filled if (sheet := find_list(grid))]
    left = {grid.name for grid in filled} - {each.grid.name for each in lists}
    return Reading(lists, remarks=[f"{name}: left out, as it is no list of old results." for name in sorted(left)])


def _is_list(grid: Grid) -> bool:
    """Return whether a sheet is one of our lists, and not a table with some of their headers."""
    found, header = find_list(grid), _find_header(grid)
    if found is None or found is EVENTS:
        is_table = header and header.columns(words.PLACE, words.POINTS, words.RECORD, words.OPPONENT)
        return found is not None and not is_table
    named = {header_key(column.header) for column in NAMED}
    return any(named & {*map(header_key, list_texts(row))} for row in grid.rows[:HEADER_SEARCH_ROWS])


def _read_tables(grids: Sequence[Grid], file: str, given: Mapping[str, Any]) -> Reading:
    said: dict[str, Raw] = {"event": given["name"] or "", "date": given["date"] or ""}
    lists, remarks, problems = list[List](), list[str](), list[Problem]()
    for grid in grids:
        header = _find_header(grid)
        made = header and (_read_matches if header.is_of_matches else _read_standings)(grid, header)
        if header is None or made is None:
            remarks.append(f"{grid.name}: left out, as it has no results.")
            continue
        sheet, columns, rows, told, found = made
        own = {each: at[0] for each, meaning in _NAMED.items() if (at := header.columns(meaning)) and not said[each]}
        days = {text_at(grid.rows[row], own["date"]) for row in rows} - {""} if "date" in own else {said["date"] or ""}
        if (rows and not days - {""}) or (len(days) > 1 and "event" not in own):
            message = "Nothing says on which day this was played" + (
                f": Date has {len(days)} days." if len(days) > 1 else "."
            )
            hint = (
                "Say it with --date, such as --date 2012-05-31; for several events, type Event and Date in every row."
            )
            found.append(error(Place(grid.name), message, hint))
        above = dict[str, Raw]()
        for row, values in rows.items():  # one that names no event is of that above
            typed = {each: value_at(grid.rows[row], at) for each, at in own.items()}
            above = typed if any(map(is_filled, typed.values())) else above
            values |= said | above
            values["event"] = values["event"] or ("" if "event" in own else PurePath(file).stem)
        again = [at for at in range(header.row + 1, len(grid.rows)) if list_texts(grid.rows[at]) == header.titles]
        if again:
            message = "The headers are here again; expected one table on a sheet."
            hint = "Delete the row, or put the table on a sheet of its own."
            found.append(error(Place(grid.name, address(again[0], 0)), message, hint))
        if not (rows or found):
            message = "There is nothing below the headers; expected a row for each player or match."
            found.append(error(Place(grid.name), message, "Add them, or delete the table."))
        problems += found
        lists.append(List(_rename(grid, header, sheet, columns | own, rows), sheet, given))
        kind = "placings" if sheet is PLACINGS else "match records"
        events = {" ".join(format_cell(row[each]) for each in said).strip() for row in rows.values()}
        of = f"{len(events)} events" if len(events) != 1 else "".join(events)
        remarks.append(f"{grid.name}: {kind}: {len(rows)}, of {of}; {'; '.join(told)}.")
    if not lists:
        heads = [[text[:60] for text in texts if text] for grid in grids for texts in map(list_texts, grid.rows[:20])]
        first = max(heads, key=len, default=[])
        message = f"No row has headers of results; one of the first is {quote(first)}."
        hint = (
            'Type a row such as "Place", "Player" and "Points", or "Round", "Player 1", "Player 2" and "Result" above '
            "it. A list of players is for a new event: turnabout new --players."
        )
        empty = error(Place(file), "The file is empty.", "Check that it is the right file, and saved.")
        return Reading(problems=[error(Place(file), message, hint) if first else empty])
    if given["format"] is None:
        hint = f"Say it with --format: {join_words(list(FORMATS))}. Only Turnabout is rated."
        problems.append(error(Place(file), "Nothing says which system was played.", hint))
    return Reading([] if has_errors(problems) else lists, remarks=remarks, problems=problems)


def _find_header(grid: Grid) -> Header | None:
    of_matches = find_header(grid, _MATCHES)
    return of_matches if of_matches and of_matches.is_of_matches else find_header(grid, _STANDINGS)


Rows = dict[int, dict[str, Raw]]
Made = tuple[Sheet, dict[str, int], Rows, list[str], list[Problem]]
"""Which list a table is, its columns and rows (by index) by field, what is reported, and what is wrong."""


def _rename(grid: Grid, header: Header, sheet: Sheet, columns: Mapping[str, int], rows: Rows) -> Grid:
    width = 1 + max(map(len, grid.rows[: header.row + 1]))
    fields = dict.fromkeys(each for row in rows.values() for each in row)
    at = {each: columns.get(each, width + place) for place, each in enumerate(fields)}
    listed: list[Sequence[Raw]] = [()] * len(grid.rows)
    shown: Rows = {header.row: {each: sheet.column(each).header for each in fields}}
    for row, values in (shown | rows).items():
        by_column = {at[each]: value for each, value in values.items()}
        listed[row] = [by_column.get(column, "") for column in range(1 + max(at.values(), default=0))]
    kept = {address(row, column) for row in (rows if grid.flags else ()) for column in at.values()}
    return Grid(grid.name, listed, {cell: flag for cell, flag in grid.flags.items() if cell in kept}, grid.days_behind)


def _read_standings(grid: Grid, header: Header) -> Made | None:
    """Read standings; None for a table of players without places and points.

    Anyone with nothing but a name is left out, and so is, behind a gap, a row without a place: a sum or a note.
    """
    try:
        listed = read_player_list([grid], _STANDINGS, grid.name)
    except PlayerListError:
        return None
    columns = {_OF_STANDINGS.get(each, each): at[0] for each, at in listed.columns.items()}
    columns["player"] = columns.pop("name")
    if not {"position", "points"} & columns.keys():
        return None
    titles, told, rows = header.titles, [listed.source], Rows()
    told += [f'left out: "{each}"' for each in listed.left.values()]
    ids = [f"{format_cell(row['player_id'] or '')}" for row in listed.rows.values()] if "player_id" in columns else []
    if ids == [f"{number}" for number in range(1, len(ids) + 1)] != []:
        told.append("Player ID not taken, as it only numbers the rows")
        del columns["player_id"]
    order = _read_order(titles[columns["record"]]) if "record" in columns and "wins" not in columns else ()
    if order:
        told.append(f"{titles[columns['record']]} is {'-'.join(order)}")
    figures = [at for each, at in columns.items() if each not in ("player", "player_id")]
    above: Raw = ""
    problems = [*listed.problems]
    for at, values in ((number - 1, values) for number, values in listed.rows.items()):
        row: dict[str, Raw] = {
            field: "" if values[each] is None else values[each]
            for each, field in _OF_STANDINGS.items()
            if field in columns and field not in ("record", "position")
        }
        place = text_at(grid.rows[at], columns["position"]) if "position" in columns else ""
        record = text_at(grid.rows[at], columns["record"]) if order else ""
        counted = _read_record(record, order)
        if record and not counted:
            message = f'The record is "{record[:60]}"; expected {"-".join(order)}, such as 3-0-1.'
            cell = Place(grid.name, address(at, columns["record"]))
            problems.append(error(cell, message, "Type it as text, with an apostrophe before it: '3-0-1."))
        row |= counted
        is_behind = "position" in columns and not place and at - 1 not in rows and at - 1 != header.row
        if is_behind or not any(text_at(grid.rows[at], each) for each in figures):
            told.append(f'left out: "{values["name"]}"')
            continue
        if "position" in columns:
            found = _PLACE.fullmatch(place.translate(_DASHES))
            if found:
                above = float(found[1])
            elif place:
                above = 0.0 if not place.strip("-–—") else value_at(grid.rows[at], columns["position"])
            row["position"] = above
        rows[at] = {"player": values["name"] or "", **row}
    if "position" not in columns:
        points = {at: _read_figure(row["points"]) for at, row in rows.items()}
        for at, row in rows.items():
            row["position"] = 1.0 + sum(each > points[at] for each in points.values())
        told.append("places by points, shared where they are equal, as there is no column of places")
    return PLACINGS, columns, rows, told, problems


def _read_figure(value: Raw) -> Fraction:
    try:
        return Fraction(NUMBER.read(value)) if value != "" else Fraction(0)
    except UnreadableCellError:  # reported with its cell
        return Fraction(0)


def _read_order(title: str) -> Sequence[str]:
    """Return what the figures of a record are by its header, `W-D-L` or `Siege-Niederlagen`; else the usual order."""
    parts = [word[:1] for word in map(header_key, re.split(r"[\W_]+", title)) if word]
    found = words.read_letters(parts if len(parts) > 1 or len(title) > 3 else [*header_key(title)])
    is_said = all(found) and len(found) > 1 and (*found,) != (words.WINS, words.LOSSES)
    return found if is_said else (words.WINS, words.LOSSES, words.DRAWS)


def _read_record(text: str, order: Sequence[str]) -> Mapping[str, Raw]:
    """Return matches won, drawn and lost; nothing for what is no record."""
    found = _RECORD.fullmatch(text.translate(_DASHES))
    figures = [float(each) for each in found.groups() if each] if found else []
    if not figures or (len(figures) < len(order) and order[1] != words.LOSSES):
        return {}
    return dict.fromkeys((words.DRAWS, words.LOSSES), 0.0) | dict(zip(order, figures, strict=False))


def _read_matches(grid: Grid, header: Header) -> Made | None:
    """Read a table of matches; None for one that has not two players in a row.

    The round is in a column, else in the name of the sheet.
    """
    opponents, scores = header.columns(words.OPPONENT)[:2], header.columns(words.RESULT)[:2]
    players = sorted([*header.columns(words.WHOLE_NAME, words.NAME)[: 2 - len(opponents)], *opponents])
    if len(players) < 2:
        return None
    columns = {each: at[0] for each in _OF_MATCHES if each != words.RESULT and (at := header.columns(each))}
    columns |= {"a": players[0], "b": players[1]}
    winner_at = columns.get("winner")
    told = [f"{MATCHES.column(each).header} from {header.titles[at]}" for each, at in columns.items()]
    told += [f"result from {header.titles[at]}" for at in scores]
    columns |= {"winner": scores[0]} if scores and winner_at is None else {}
    of_sheet, problems = _read_round(grid.name.rpartition(", sheet ")[2]), list[Problem]()
    if "round" not in columns:
        told.append(f"round {of_sheet}, as the sheet's name says")
        if not of_sheet:
            message = "Nothing says which round a match is of; expected its number."
            problems.append(error(Place(grid.name), message, 'Add a column Round, or rename the sheet "Round 1".'))
    below = range(header.row + 1, len(grid.rows))
    turned = turn_round(
        {text for at in below for side in players if not _is_nobody(text := text_at(grid.rows[at], side))}
    )
    rows = Rows()
    for row_at in below:
        cells = [grid.flags.get(address(row_at, at)) or text for at, text in enumerate(list_texts(grid.rows[row_at]))]
        a, b = (text_at(cells, side) for side in players)
        filled = [at for at, text in enumerate(cells) if text]
        if _is_nobody(a) and _is_nobody(b) and len(filled) != 1:
            continue
        if len(filled) == 1:
            message = f'The row has nothing but "{text_at(cells, filled[0])[:60]}"; expected a match.'
            hint = f"Type a round into a column Round, {BYE_NAME} as the opponent of a bye; or delete the row."
            problems.append(error(Place(grid.name, address(row_at, filled[0])), message, hint))
            continue
        row: dict[str, Raw] = {each: text_at(cells, columns[each]) for each in ("a_id", "b_id") if each in columns}
        is_bye = _is_nobody(a) or _is_nobody(b)
        if _is_nobody(a):
            a, b = b, a
            row |= {"a_id": row["b_id"], "b_id": row.get("a_id", "")} if "b_id" in row else {}
        number = text_at(cells, columns["round"]) if "round" in columns else ""
        table = text_at(cells, columns["table"]).rstrip(".") if "table" in columns else ""
        row |= {"a": turned.get(a, a), "b": BYE_NAME if is_bye else turned.get(b, b)}
        row |= {"round": _read_round(number) or number or of_sheet, "table": table.strip("-–—")}
        dated = [value for at in scores if isinstance(value := value_at(grid.rows[row_at], at), date)]
        score = " - ".join(text_at(cells, at) for at in scores)
        typed = text_at(cells, winner_at) if winner_at is not None else ""
        won = [_read_winner(turned.get(each, each), row) for each in (typed, score) if each.strip(" -") and not is_bye]
        # A score that the spreadsheet took for a day: which way round it was, nobody knows.
        row["winner"] = dated[0] if dated else f"{typed} ({score})" if len({*won} - {""}) > 1 else won[0] if won else ""
        rows[row_at] = row
    return MATCHES, columns, rows, told, problems


def _read_winner(text: str, row: Mapping[str, Raw]) -> str:
    """Return who won, as our list has it, by a score, a sign or a name; what cannot be read is left to that."""
    typed = re.sub(r"\s+", "", text).translate(_DASHES)
    if typed in _OPEN:
        return ""
    if score := _SCORE.fullmatch(typed):
        one, other = (_read_figure(part) for part in score.groups())
        return "A" if one > other else "B" if other > one else "Draw"
    names = {key(f"{row[side]}"): side.upper() for side in "ab"}
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
