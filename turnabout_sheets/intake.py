"""From sheets to an event: finds the organizer's sheets, reads each as declared, and knows the players by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

import pandas as pd

from turnabout_sheets.formats.base import Format
from turnabout_sheets.grid import Grid
from turnabout_sheets.kinds import ANYTHING, PLAYER, PLAYER_OR_BYE, TEXT, WINNER, Unreadable, shown
from turnabout_sheets.model import BYE, BYE_NAME, Event, Player
from turnabout_sheets.problems import Place, Problem, error, warning
from turnabout_sheets.schema import Column, Sheet
from turnabout_sheets.settings import DECLARATIONS, Settings
from turnabout_sheets.tables import Row, Table, read_table
from turnabout_sheets.text import header_key, key, listing, nearest

EVENT_SHEET = Sheet(
    "Event",
    "The settings of the event.",
    (
        Column("Setting", "setting", TEXT, "The name of a setting.", required=True, filled=True, width=22),
        Column("Value", "value", ANYTHING, "What you want. Blank: the default.", required=True, width=30),
    ),
)

_ROUND_NAME = re.compile(r"round (\d{1,3})")


def round_number(sheet_name: str) -> int | None:
    """Return N for a sheet called Round N, else None."""
    match = _ROUND_NAME.fullmatch(key(sheet_name))
    return int(match[1]) if match else None


def read_event(
    grids: Sequence[Grid], formats: Sequence[Format], file_name: str
) -> tuple[Event | None, Format, list[Problem]]:
    """Read an event from the sheets of a workbook.

    Returns the event (None where not even the players could be read), its format and every problem of single cells;
    checks across rows come after. ``file_name`` stands in for the event's name where that is blank.
    """
    by_name = {key(grid.name): grid for grid in grids}
    settings, format, problems = _read_settings(by_name.get(key(EVENT_SHEET.name)), formats, file_name)
    if format is None:
        return None, formats[0], problems
    players_grid = by_name.get(key(format.players.name))
    if players_grid is None:
        problems.append(_no_players_sheet(grids, format))
        return None, format, problems
    tables: dict[str, Table] = {}
    for sheet in format.input_sheets:
        grid = by_name.get(key(sheet.name))
        if grid is not None:
            table, found = read_table(grid, sheet)
            problems += found
            if table is not None:
                tables[sheet.name] = table
    if format.players.name not in tables:
        return None, format, problems
    players = _players(tables[format.players.name])
    by_key: dict[str, int] = {}
    for player in players:
        by_key.setdefault(key(player.name), player.number)
    round_tables, found = _read_rounds(grids, format, tables.pop(format.results_sheet.name, None))
    problems += found
    tables = {
        name: _resolve_players(table, by_key, players, problems) if name != format.players.name else table
        for name, table in tables.items()
    }
    match_rows: list[dict[str, Any]] = []
    for number, table in round_tables:
        resolved = _resolve_players(table, by_key, players, problems)
        tables[table.title] = resolved
        match_rows += _match_rows(resolved, number, players, problems)
    event = Event(settings, players, _match_frame(match_rows, format), tables)
    return event, format, problems


def _read_settings(
    grid: Grid | None, formats: Sequence[Format], file_name: str
) -> tuple[Settings, Format | None, list[Problem]]:
    """Read the Event sheet. The format is None where it is not one of ``formats``."""
    if grid is None:
        place = Place(EVENT_SHEET.name)
        hint = "Add a sheet Event with the columns Setting and Value if anything else is meant."
        message = f'There is no Event sheet; taken as a {formats[0].name} event called "{file_name}".'
        return Settings(name=file_name), formats[0], [warning(place, message, hint)]
    table, problems = read_table(grid, EVENT_SHEET)
    by_key = {header_key(declaration.name): field for field, declaration in DECLARATIONS.items()}
    values: dict[str, Any] = {}
    rows: dict[str, Row] = {}
    for row in table.rows if table else ():
        name, value = row["setting"], row["value"]
        if name is None or table is None:
            continue
        field = by_key.get(header_key(name))
        if field is None:
            problems.append(_unknown_setting(table.place(row.number, "setting"), name))
        elif field in rows:
            place = table.place(row.number, "setting")
            first = table.place(rows[field].number, "setting")
            problems.append(
                error(place, f'The setting "{name}" stands in {first.cell} already.', "Delete one of the two.")
            )
        else:
            rows[field] = row
            if value is not None:
                declaration = DECLARATIONS[field]
                try:
                    values[field] = declaration.kind.read(value)
                except Unreadable as expected:
                    problems.append(
                        error(
                            table.place(row.number, "value"),
                            f'{declaration.name} is "{shown(value)}"; expected {expected}.',
                            _hint(shown(value), declaration.kind.choices),
                        )
                    )
    settings = Settings(**{"name": file_name, **values})
    by_format = {key(each.name): each for each in formats}
    format = by_format.get(key(settings.format))
    if format is None:
        names = [each.name for each in formats]
        assert table is not None
        problems.append(
            error(
                table.place(rows["format"].number, "value"),
                f'Format is "{settings.format}"; expected {listing(names)}.',
                _hint(settings.format, names),
            )
        )
        return settings, None, problems
    for field in values:
        if field not in format.settings:
            assert table is not None
            problems.append(
                warning(
                    table.place(rows[field].number, "setting"),
                    f"{format.name} does not use the setting {DECLARATIONS[field].name}; it is ignored.",
                    "Clear its value.",
                )
            )
    return settings, format, problems


def _hint(found: str, known: Iterable[str]) -> str:
    near = nearest(found, tuple(known))
    return f'Did you mean "{near}"?' if near else "Correct the cell."


def _unknown_setting(place: Place, name: str) -> Problem:
    near = nearest(name, [declaration.name for declaration in DECLARATIONS.values()])
    hint = f'Did you mean "{near}"?' if near else "Delete the row, or see the How to sheet for the settings there are."
    return warning(place, f'The setting "{name}" is not known and is ignored.', hint)


def _no_players_sheet(grids: Sequence[Grid], format: Format) -> Problem:
    names = [grid.name for grid in grids]
    near = nearest(format.players.name, names)
    found = f"the sheets are {listing(names, 'and')}" if names else "it has no sheets"
    return error(
        Place(format.players.name),
        f"The workbook has no sheet Players; {found}.",
        f'If "{near}" is meant, rename it to Players.' if near else "Add it, or start from turnabout new.",
    )


def _players(table: Table) -> tuple[Player, ...]:
    """Return the players as they stand; rows without a name were reported and are left out."""
    known = {each.name for each in fields(Player)}
    named = [row for row in table.rows if row["name"] is not None]
    return tuple(
        Player(
            number=number,
            row=row.number,
            **{name: value for name, value in row.values.items() if name in known and value is not None},
        )
        for number, row in enumerate(named)
    )


def _read_rounds(
    grids: Sequence[Grid], format: Format, results: Table | None
) -> tuple[list[tuple[int | None, Table]], list[Problem]]:
    """Return the tables of matches: (N, Round N) each, and (None, Results) whose rows name their round themselves."""
    tables: list[tuple[int | None, Table]] = []
    problems: list[Problem] = []
    seen: dict[int, str] = {}
    if results is not None:
        tables.append((None, results))
        seen = dict.fromkeys((row["round"] for row in results.rows if row["round"] is not None), results.title)
    for number, grid in sorted(_numbered(grids), key=lambda pair: pair[0]):
        table, found = read_table(grid, format.matches.renamed(grid.name))
        problems += found
        if table is None:
            continue
        if number in seen:
            problems.append(
                error(
                    Place(grid.name),
                    f"Round {number} stands on the sheet {seen[number]} already; expected in one place only.",
                    "Delete it from one of the two sheets.",
                )
            )
        seen[number] = grid.name
        tables.append((number, table))
    return tables, problems


def _numbered(grids: Sequence[Grid]) -> Iterator[tuple[int, Grid]]:
    for grid in grids:
        number = round_number(grid.name)
        if number is not None:
            yield number, grid


def _resolve_players(
    table: Table, by_key: Mapping[str, int], players: Sequence[Player], problems: list[Problem]
) -> Table:
    """Put player numbers in place of names; a name that is not on the Players sheet is reported and becomes None."""
    columns = [column for column in table.sheet.columns if column.kind in (PLAYER, PLAYER_OR_BYE)]
    if not columns:
        return table

    def resolve(row: Row) -> Row:
        values = dict(row.values)
        for column in columns:
            name = values[column.field]
            if name is None:
                continue
            number = by_key.get(key(name))
            if number is None and column.kind is PLAYER_OR_BYE and key(name) == key(BYE_NAME):
                number = BYE
            if number is None:
                problems.append(_unknown_player(table.place(row.number, column.field), column, name, players))
            values[column.field] = number
        return Row(row.number, values)

    return Table(table.sheet, table.title, table.header_row, table.positions, tuple(map(resolve, table.rows)))


def _unknown_player(place: Place, column: Column, name: str, players: Sequence[Player]) -> Problem:
    near = nearest(name, [player.name for player in players])
    return error(
        place,
        f'{column.header} is "{name}"; expected {column.kind.expects}.',
        f'Did you mean "{near}"?' if near else "Correct the name, or add the player to the Players sheet.",
    )


def _match_rows(
    table: Table, number: int | None, players: Sequence[Player], problems: list[Problem]
) -> list[dict[str, Any]]:
    winners = [column for column in table.sheet.columns if column.kind is WINNER]
    rows = []
    for row in table.rows:
        values = {**row.values, "sheet": table.title, "row": row.number}
        if number is not None:
            values["round"] = number
        names = {
            key(players[values[side]].name): side.upper() for side in ("a", "b") if values[side] not in (None, BYE)
        }
        sides = {"a": "A", "b": "B", "draw": "Draw"}
        for column in winners:
            typed = values[column.field]
            if typed is None:
                continue
            values[column.field] = sides.get(key(typed)) or names.get(key(typed))
            if values[column.field] is None:
                known = [
                    "A",
                    "B",
                    "Draw",
                    *(players[values[side]].name for side in ("a", "b") if values[side] not in (None, BYE)),
                ]
                problems.append(
                    error(
                        table.place(row.number, column.field),
                        f'{column.header} is "{typed}"; expected {listing(known)}.',
                        _hint(typed, known),
                    )
                )
        if values.get("round") is not None:
            rows.append(values)
    return rows


def _match_frame(rows: Sequence[Mapping[str, Any]], format: Format) -> pd.DataFrame:
    """Return the frame of matches that `turnabout_sheets.model.Event` describes."""
    columns = ["round", *(column.field for column in format.matches.columns), "sheet", "row"]
    frame = pd.DataFrame(
        {name: pd.Series([row.get(name) for row in rows], dtype=object) for name in columns}, columns=columns
    )
    frame[["round", "row"]] = frame[["round", "row"]].astype("int64")
    # A stable sort keeps the rows of a round in the order of its sheet.
    return frame.sort_values("round", kind="stable", ignore_index=True)
