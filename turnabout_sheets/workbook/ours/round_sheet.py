"""A new round's sheet, in the order that a person works in: who plays, what is filled in, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat, zip_longest
from typing import Any

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.event.format import SELDOM, Format, LiveColumn, get_name
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.rounds.new_round import NewRound, make_round
from turnabout_sheets.sheets.cell_kinds import NUMBER, TEXT
from turnabout_sheets.sheets.declarations import HOW_TO, Column
from turnabout_sheets.sheets.grid import ROW, Grid, Raw, column_letters, quote_title
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.ooxml.book import PLAIN, Cell, Formula, NewBook
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.appearance import BLANK, CENTRED, INPUT_FILL, NOTE_FONT, THIN_LINE, is_centred

PAIRING_NOTES = "Pairing notes (when paired)"  # the header of a column that is never read
NOTES_WIDTH = 92
ROOM_BELOW = 50  # rows below the last player or setting that drop-downs and formulas look at, too
ROOM_FOR_MORE = 10  # rows below a round's pairings, for matches added by hand
SEATS = ("table", "a", "b")  # the columns that stay in sight
Letters = Mapping[str, str]  # of a round's columns: declared ones by field, live ones by header


def find_neighbours(event: Event, format: Format, numbers: Iterable[int]) -> Mapping[str, str]:
    """Return the sheet that the sheet of each of these new rounds stands beside, by title: that of the round before.

    That of the first stands beside the players, and so does one whose rounds before have none.
    """
    new = {number: title_round(number) for number in numbers}
    sheets = {0: format.players.name} | {number: matches[0].sheet for number, matches in event.rounds.items()} | new
    return {title: sheets[max(each for each in sheets if each < number)] for number, title in new.items()}


def add_round(book: NewBook, new: NewRound, event: Event, format: Format) -> None:
    """Add a round's sheet, ready for entry: its pairings, drop-downs, number checks, live columns, and why it is so.

    The cells that the desk fills in are tinted, but for those of a bye.
    """
    letters = {get_name(column): column_letters(index) for index, column in enumerate(new.columns)}
    # Rows for matches that are added by hand: on a blank sheet all are.
    height = len(new.rows) + (ROOM_FOR_MORE if new.rows else ROOM_BELOW + len(event.players) // 2)
    columns, grey, cells = list[Column](), list[Column](), list[list[Cell]]()  # the cells by column
    live, left_alone = _live_cells(book, event, format, letters, 1 + height), {*SEATS, *SELDOM}
    left_alone |= {*format.not_asked(event.settings)}
    for each in new.columns:
        if isinstance(each, LiveColumn):
            grey.append(Column(each.header, "", TEXT if each.in_words else NUMBER, width=each.width))
            columns.append(grey[-1])
            cells.append([live[each.header]] * height)
            continue
        columns.append(each)
        cells.append([])
        look: dict[str, Any] = {"alignment": CENTRED} if is_centred(each.kind) else {}
        looks = book.look(**look), book.look(**look, fill=INPUT_FILL, border=THIN_LINE)
        for values in new.rows:
            value = values.get(each.field)
            wanted = each.field in format.entry_fields or (each.required and value is None)
            is_tinted = wanted and each.field not in left_alone and values["b"] != BYE
            cells[-1].append((_shown(event, each.field, value), looks[is_tinted]))
    if new.notes:
        grey.append(Column(PAIRING_NOTES, "", width=NOTES_WIDTH))
        columns.append(grey[-1])
        cells.append([(note, PLAIN) for note, _ in zip_longest(new.notes, new.rows)])
        cells[-1] += [BLANK, *((line, book.look(font=NOTE_FONT)) for line in new.summary)]
    rows = zip_longest(*cells, fillvalue=BLANK)
    page = appearance.lay_out(book, new.sheet.name, columns, rows, colour=appearance.YOURS_COLOUR, live=grey)
    if HOW_TO in book.sheetnames:
        book.move_sheet(page, -1)
    page.freeze_panes = f"{column_letters(len(SEATS))}2"
    page.print_area = f"A1:{letters[SELDOM[-1]]}{appearance.LAST_ROW}"
    for each in new.columns:
        shape, is_behind = page.column_dimensions[letters[get_name(each)]], get_name(each) in format.behind
        shape.hidden, shape.outline_level = is_behind or getattr(each, "hidden", False), int(is_behind)
    page.column_dimensions[column_letters(len(letters))].collapsed = bool(format.behind)  # this opens what is behind
    page.column_dimensions.max_outline = 1 if format.behind else None  # openpyxl looks for it too late
    choices = format.choices(event)
    for column in new.sheet.columns:
        letter = letters[column.field]
        players = _column_of(event.tables["Players"], "name") if column.field in SEATS[1:] else ""
        appearance.add_rule(page, column, f"{letter}2:{letter}{1 + height}", choices.get(column.field, ()), players)
    _add_colours(page, format.live_columns, letters, 1 + height)


def foresee_grid(new: NewRound, event: Event) -> Grid:
    """Return a round's sheet as it will be read once it is written, with live columns blank below their headers."""
    rows: list[list[Raw]] = [[*(column.header for column in new.columns), PAIRING_NOTES]]
    for values, note in zip(new.rows, chain(new.notes, repeat("")), strict=False):
        shown = (_shown(event, x.field, values.get(x.field)) if isinstance(x, Column) else "" for x in new.columns)
        rows.append([*("" if x is None else x if isinstance(x, str) else float(x) for x in shown), note])
    return Grid(new.sheet.name, [*rows, *([*[""] * len(new.columns), line] for line in new.summary)])


def read_foreseen(event: Event, format: Format, number: int) -> NewRound:
    """Return a round of an event that was read from such a sheet, as it is to be written."""
    table = event.tables[title_round(number)]
    headers, *rows = table.grid.rows
    at = headers.index(PAIRING_NOTES) if PAIRING_NOTES in headers else len(headers)
    notes = [str(row[at]) if at < len(row) else "" for row in rows]
    count = len(table.rows) if any(notes) else 0
    new = make_round(format, number, [row.values for row in table.rows])
    return replace(new, notes=tuple(notes[:count]), summary=tuple(notes[count:]))


def _live_cells(book: NewBook, event: Event, format: Format, letters: Letters, last: int) -> Mapping[str, Cell]:
    """Return the cells of the live columns by header; they are the same in every row but for its number."""
    cells = {
        f"{name.casefold()}.{field}": _column_of(event.tables[name], field)
        for name in ("Players", "Event")
        if name in event.tables
        for field in event.tables[name].positions
    }
    cells |= {f"round.{name}": f"${letter}$2:${letter}${last}" for name, letter in letters.items()}
    cells |= {name: f"{letter}{ROW}" for name, letter in letters.items()}
    formulas, centred = format.write_formulas(cells), book.look(alignment=appearance.CENTRED)
    return {
        each.header: (Formula(f"={formulas[each.header]}"), PLAIN if each.hidden or each.in_words else centred)
        for each in format.live_columns
    }


def _shown(event: Event, field: str, value: Any) -> Any:
    if field in ("a", "b") and value is not None:
        return BYE_NAME if value == BYE else event.players[value].name
    return value


def _column_of(table: Table, field: str) -> str:
    """Return the range of a column of a sheet, with room for what comes later."""
    letter = column_letters(table.positions[field])
    first, last = table.header_row + 1, max((row.number for row in table.rows), default=0) + ROOM_BELOW
    return f"{quote_title(table.title)}!${letter}${first}:${letter}${last}"


def _add_colours(page: Worksheet, columns: Sequence[LiveColumn], letters: Letters, last: int) -> None:
    """Make what is wrong red, and a row grey once nothing is to be typed or put right there any more."""
    warning = [letters[column.header] for column in columns if column.warns]
    for letter in warning:
        page.conditional_formatting.add(
            f"{letter}2:{letter}{last}", FormulaRule(formula=[f'${letter}2<>""'], font=Font(bold=True, color="C00000"))
        )
    done = [f'${letters["b"]}2="{BYE_NAME}"', f'RIGHT(${letters["ruling"]}2,7)="no-show"']
    done += [f'${letters[column.header]}2<>""' for column in columns if column.completes]
    finished = [f'${letter}2=""' for letter in warning] + [f"OR({','.join(done)})"]
    page.conditional_formatting.add(
        f"A2:{column_letters(len(letters) - 1)}{last}",
        FormulaRule(formula=[f"AND({','.join(finished)})"], fill=PatternFill("solid", bgColor="EDEDED")),
    )
