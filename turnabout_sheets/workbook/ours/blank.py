"""A ready workbook for a new event: sheets, drop-downs, notes, and the page that says how it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.core.text import header_key, join_words, key, yes_or_no
from turnabout_sheets.event.format import Format
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.sheets.cell_kinds import DATE, FILLED, MARK, PLAYER, format_cell
from turnabout_sheets.sheets.declarations import HOW_TO, Column, Sheet
from turnabout_sheets.sheets.grid import Grid, column_letters
from turnabout_sheets.sheets.table import read_table
from turnabout_sheets.workbook.ooxml.book import PLAIN, Cell, NewBook
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.appearance import WRAPPED, WRAPPED_CENTRE

STEPS = (
    "Event: fill in name and date. Everything else has a default; select a cell to read what it does.",
    "Players: one row each. {players}",
    "{begin}",
    "{first_run} {slips}",
    "Type each result into the round's sheet: {results}. The columns to the right show what it comes to at once, "
    "and say what is missing.",
    "{again} {next_run}",
    "Late entry: {late}. Drop-out: fill in Dropped after. No-show: choose a Ruling in the round's sheet.",
    "To draw a round again: delete its sheet and {go_on}. To change a pairing: edit the names and {go_on}.",
    "Grey tabs are the program's and are rewritten on every run. Blue tabs, and every sheet you add, are yours: the "
    "program never changes them.",
)

HIDDEN_SHEETS = (
    "These sheets are hidden, as few events need them: {sheets}. To see one, right-click any tab and choose Unhide "
    "(LibreOffice: Show Sheet)."
)

TOLD = ("players", "first_run", "results", "next_run", "late")
"""What a format says in the steps, by field."""


class Way(NamedTuple):
    """How an organizer reaches the program, as the steps say it; they may name the workbook as ``{file}``."""

    begin: str
    slips: str
    again: str
    go_on: str  # what is done after a change


BY_COMMAND: Final = Way(
    begin="Save and close the workbook, then run:  turnabout run {file}",
    slips="It writes pairing slips to print, in the folder beside this workbook. Open index.html there.",
    again="Save, close and run again.",
    go_on="run",
)


BY_DESK: Final = Way(
    begin="Save the workbook: the desk, a page in your browser, says what to do next. If it is not open, start "
    "Turnabout as before, and choose this workbook.",
    slips="Print its slips from the desk, and close the workbook for a moment, so that the program can add its sheets.",
    again="Save: the desk says what is next, and whose result is missing.",
    go_on="save",
)


def add_how_to(book: NewBook, format: Format, file: str, way: Way, hidden: Sequence[str] = ()) -> None:
    """Add the sheet How to of a workbook that will be called ``file``, and in which some sheets are ``hidden``."""
    page: Worksheet = book.create_sheet(HOW_TO)
    appearance.set_up(page, appearance.YOURS_COLOUR)
    named = f'"{file}"' if " " in file else file
    ways = {field: text.format(file=named) for field, text in way._asdict().items()}
    told = {field: getattr(format.guidance, field).format(file=named, **ways) for field in TOLD}
    text, middle = book.look(alignment=WRAPPED), book.look(alignment=WRAPPED_CENTRE)
    title = book.look(font=Font(name="Calibri", size=16, bold=True))
    rows: list[list[Cell]] = [[(f"How to run a {format.name} event with this workbook", title)], []]
    steps = (*STEPS, HIDDEN_SHEETS.format(sheets=join_words(hidden, "and"))) if hidden else STEPS
    rows += [[(number, middle), (step.format(**ways, **told), text)] for number, step in enumerate(steps, 1)]
    book.fill(page, rows)
    page.column_dimensions["A"].width = 5
    for row in range(3, 3 + len(steps)):
        page.row_dimensions[row].height = 32
        page.merge_cells(start_row=row, end_row=row, start_column=2, end_column=12)


ROOM = 500  # rows of an empty sheet that have drop-downs
HELP_WIDTH = 90

GROUPS: Final = {
    "name": "Event",
    "rounds": "Rounds",
    "bye_vp": "Points",
    "tie_breaks": "Points",
    "deck_choice": "Decks",
    "deck_type": "Clock",
    "timing": "Clock",
    "cards_sorted_by": "Printing",
    "paper": "Printing",
    "event_id": "Archive",
}
"""What the sheet Event calls the settings from one on, by its field."""


def make_blank_workbook(
    format: Format,
    players: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
    file: str,
    others: Mapping[str, Sequence[Mapping[str, Any]]] = MappingProxyType({}),
    way: Way = BY_COMMAND,
) -> NewBook:
    """Return a ready workbook for an event of ``format``.

    ``players`` are rows of the Players sheet by field, ``settings`` values by the name of their field, ``file`` is what
    the workbook will be called, ``others`` are rows of further sheets, by sheet, ``way`` is how the organizer reaches
    the program. Sheets that are seldom used and have no rows are hidden.
    """
    book = NewBook()
    hidden = [sheet.name for sheet in format.others if sheet.seldom and not others.get(sheet.name)]
    _add_event(book, format, settings)
    add_input_sheet(book, format.players, players, format)
    for sheet in format.others:
        add_input_sheet(book, sheet, others.get(sheet.name, ()), format)
    for name in hidden:
        book[name].sheet_state = Worksheet.SHEETSTATE_HIDDEN
    add_how_to(book, format, file, way, hidden)
    return book


def add_input_sheet(
    book: NewBook, sheet: Sheet, rows: Sequence[Mapping[str, Any]] = (), format: Format | None = None, room: int = ROOM
) -> None:
    """Add a sheet to fill in with ``rows`` by field, drop-downs and notes; of an event, in the terms of its format."""
    tinted, cells = book.look(fill=appearance.INPUT_FILL, border=appearance.THIN_LINE), list[list[Cell]]()
    for values in rows:
        cells.append([])
        for column in sheet.columns:  # players are ticked as they come
            value, look = values.get(column.field), tinted if column.kind in (MARK, FILLED) else PLAIN
            cells[-1].append((yes_or_no(value) if isinstance(value, bool) else value, look))
    colour, last = appearance.YOURS_COLOUR, max(room, len(rows) + 50)
    page = appearance.lay_out(book, sheet.name, sheet.columns, cells, (sheet.purpose,), colour=colour)
    for index, column in enumerate(sheet.columns):
        letter = column_letters(index)
        players = f"Players!$A$2:$A${ROOM}" if format and column.kind is PLAYER else ""
        suggestions = format.guidance.suggestions.get((sheet.name, column.field), ()) if format else ()
        appearance.add_rule(page, column, f"{letter}2:{letter}{last}", suggestions, players)
    letter = column_letters(len(sheet.columns) - 1)
    if format and sheet is format.players:
        page.auto_filter.ref = f"A1:{letter}{last}"
    page.print_area = f"A1:{letter}{appearance.LAST_ROW}"


def make_list_workbook(sheets: Sequence[Sheet]) -> NewBook:
    """Return an empty workbook of lists, with the drop-downs and notes of their columns."""
    book = NewBook()
    for sheet in sheets:
        add_input_sheet(book, sheet, room=10 * ROOM)
    return book


def add_lost_sheet(book: NewBook, format: Format, lost: Grid) -> None:
    """Add the sheet Event, or one of the organizer's, as new, with what stood in it as it was read."""
    by_name = {key(sheet.name): sheet for sheet in (EVENT_SHEET, *format.input)}
    sheet = by_name[key(lost.name)]
    table, _ = read_table(lost, sheet)
    columns, header = (table.positions, table.header_row) if table is not None else ({}, len(lost.rows))
    rows = list[dict[str, str | Fraction]]()
    for row in lost.rows[header:]:
        cells = {field: row[at] for field, at in columns.items() if at < len(row) and row[at] != ""}
        # a day as a text, as somebody may have typed it, by whatever days the file counts
        rows.append({field: Fraction(x) if isinstance(x, float) else format_cell(x) for field, x in cells.items()})
    if sheet is EVENT_SHEET:
        typed = {header_key(str(row.get("setting", ""))): row.get("value") for row in rows}
        _add_event(book, format, {field: typed.get(header_key(each.name)) for field, each in format.settings.items()})
    else:
        add_input_sheet(book, sheet, rows, format)


def _add_event(book: NewBook, format: Format, settings: Mapping[str, Any]) -> None:
    """Add the settings, the first of each group below a line, and values at the left, as what they do is."""
    more = (("What it does", HELP_WIDTH), ("If blank", 26), ("Group", 12))
    columns, group = [*EVENT_SHEET.columns, *(Column(header, "", width=width) for header, width in more)], ""
    bold, rows = Font(name="Calibri", size=11, bold=True), list[list[Cell]]()
    for field, setting in format.settings.items():
        begins, group = GROUPS.get(field, group) != group, GROUPS.get(field, group)
        plain: dict[str, Any] = {"alignment": appearance.WRAPPED_LEFT}
        plain |= {"border": appearance.GROUP_LINE} if begins else {}
        shown = appearance.DAY_FORMAT if setting.kind is DATE else "General"
        value = book.look(**plain, fill=appearance.INPUT_FILL, number_format=shown)
        named, told = book.look(**plain, font=bold), book.look(**plain)
        rows.append([(setting.name, named), (settings.get(field), value), (setting.help, told)])
        rows[-1] += [(setting.shown_default, told), (group if begins else None, named)]
    page = appearance.lay_out(book, EVENT_SHEET.name, columns, rows, colour=appearance.YOURS_COLOUR)
    for row, setting in enumerate(format.settings.values(), 2):
        page.row_dimensions[row].height = appearance.height_for([setting.help], [HELP_WIDTH])
        appearance.add_rule(page, Column(setting.name, "", setting.kind, setting.help), f"B{row}")
