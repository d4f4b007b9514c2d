"""The sheet How to of a new workbook: what to do step by step, however its organizer reaches the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from openpyxl import Workbook
from openpyxl.styles import Font

from turnabout_sheets.event.format import Format
from turnabout_sheets.sheets.declarations import HOW_TO
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.values import put_value

STEPS = (
    "Event: fill in name and date. Everything else has a default; select a cell to read what it does.",
    "Players: one row each. {players}",
    "{begin}",
    "{first_run} {slips}",
    "Type each result into the round's sheet: {results}. The columns to the right show what it comes to at once, "
    "and say what is missing.",
    "{again} {next_run}",
    "Somebody comes late: {late}. Somebody leaves: fill in Dropped after. Somebody does not show up: choose a "
    "Ruling in the round's sheet.",
    "To draw a round again: delete its sheet and {go_on}. To change a pairing: edit the names and {go_on}.",
    "Grey tabs are the program's and are written anew at every run. Blue tabs, and every sheet you add, are yours: the "
    "program never changes them.",
)

TOLD = ("players", "first_run", "results", "next_run", "late")
"""What a format says in the steps, by field."""


class Way(NamedTuple):
    """How an organizer reaches the program, as the steps say it.

    ``begin``: how it is reached the first time, and ``again`` later; ``slips``: how they are printed; ``go_on``: what
    is done after a change; ``take_chair``: how who comes late is given an empty chair, where all rounds are paired
    already. They may name the workbook as ``{file}``.
    """

    begin: str
    slips: str
    again: str
    go_on: str
    take_chair: str


BY_COMMAND: Final = Way(
    begin="Save and close the workbook, then run:  turnabout run {file}",
    slips="It writes pairing slips to print, in the folder beside this workbook. Open index.html there.",
    again="Save, close and run again.",
    go_on="run",
    take_chair='turnabout pair {file} --add "Their name"  gives them an empty chair, if there is one',
)


def _by_icon(opening: str) -> Way:
    return Way(
        begin="Save the workbook: the desk, a page in your browser, says what to do next. If it is not open: "
        f"{opening}, and choose this workbook.",
        slips="Print its slips from the desk, and close the workbook for a second, so that the sheets go in.",
        again="Save: the desk says what is next, and who is still out.",
        go_on="save",
        take_chair="add the name on Players with Joined round, and type it over BYE in the rounds from then on, if "
        "there is one",
    )


BY_ICON: Final[Mapping[str, Way]] = {
    "win32": _by_icon("double-click the icon Turnabout"),
    "darwin": _by_icon("double-click Turnabout.command"),
}
"""The way of who knows no commands, by the system as `sys.platform` calls it."""

BY_START: Final = _by_icon("run  turnabout start")
"""The same where there are no icons."""


def add_how_to(book: Workbook, format: Format, file: str, way: Way) -> None:
    """Add the sheet How to of a workbook that will be called ``file``."""
    page = book.create_sheet(HOW_TO)
    page.sheet_properties.tabColor = appearance.YOURS_COLOUR
    appearance.page(page)
    page.column_dimensions["A"].width = 5
    put_value(page["A1"], f"How to run a {format.name} event with this workbook")
    page["A1"].font = Font(name="Calibri", size=16, bold=True)
    for row, step in enumerate(STEPS, 3):
        put_value(page.cell(row, 1), row - 2)
        named = f'"{file}"' if " " in file else file
        ways = {field: text.format(file=named) for field, text in way._asdict().items()}
        told = {field: getattr(format.guidance, field).format(file=named, **ways) for field in TOLD}
        put_value(page.cell(row, 2), step.format(**ways, **told))
        page.merge_cells(start_row=row, end_row=row, start_column=2, end_column=12)
        page.cell(row, 1).alignment, page.cell(row, 2).alignment = appearance.WRAPPED_CENTRE, appearance.WRAPPED
        page.row_dimensions[row].height = 32
    start = len(STEPS) + 5
    put_value(page.cell(start - 1, 1), "A row of a round's sheet, filled in")
    page.cell(start - 1, 1).font = Font(name="Calibri", size=13, bold=True)
    for index, column in enumerate(format.sheets.matches.columns, 2):
        title, example, meaning = page.cell(start, index), page.cell(start + 1, index), page.cell(start + 2, index)
        put_value(title, column.header)
        title.font, title.fill = appearance.HEADER_FONT, appearance.HEADER_FILL[appearance.YOURS_COLOUR]
        title.alignment = appearance.HEADER_ALIGNMENT
        put_value(example, format.guidance.example_match.get(column.field))
        put_value(meaning, column.help)
        example.alignment = appearance.WRAPPED_CENTRE if appearance.is_centred(column.kind) else appearance.WRAPPED
        meaning.alignment, meaning.font = appearance.WRAPPED, appearance.NOTE_FONT
        page.column_dimensions[column_letters(index - 1)].width = 16
    page.row_dimensions[start].height = 32
    page.row_dimensions[start + 2].height = 150
    put_value(page.cell(start + 4, 2), format.guidance.example_story)
    page.merge_cells(start_row=start + 4, end_row=start + 4, start_column=2, end_column=12)
    page.cell(start + 4, 2).alignment = appearance.WRAPPED
    page.row_dimensions[start + 4].height = 64
