"""How our sheets look: one place for colours, fonts and what every sheet has, and for single cells and values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Final

from openpyxl.cell import Cell as PageCell
from openpyxl.cell import MergedCell, WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.core.text import join_words
from turnabout_sheets.sheets.cell_kinds import DATE, NUMBER, SHARE, WINNER, CellKind
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.workbook.ooxml.row_writer import Cell, Look, Value, to_writable
from turnabout_sheets.workbook.ours.book import NewBook

OURS_COLOUR = "7F7F7F"
"""The tab of a sheet that the program rebuilds."""

YOURS_COLOUR = "2E75B6"
"""The tab of a sheet that is the organizer's."""

HEADER_FONT = Font(name="Calibri", size=11, bold=True, color="FFFFFF")
HEADER_FILL = {
    OURS_COLOUR: PatternFill("solid", fgColor="595959"),
    YOURS_COLOUR: PatternFill("solid", fgColor="1F4E79"),
}
LIVE_FILL = PatternFill("solid", fgColor="7F7F7F")
HEADER_ALIGNMENT = Alignment(wrap_text=True, vertical="center")
CENTRED_HEADER = Alignment(wrap_text=True, vertical="center", horizontal="center")
INPUT_FILL = PatternFill("solid", fgColor="FFF8E1")
TEXT_FONT = Font(name="Calibri", size=11)
NOTE_FONT = Font(name="Calibri", size=11, italic=True, color="7F7F7F")
LINK_FONT = Font(name="Calibri", size=11, underline="single", color="0563C1")
THIN_LINE = Border(bottom=Side(style="thin", color="D9D9D9"))
GROUP_LINE = Border(top=Side(style="thin", color="7F7F7F"))
CENTRED = Alignment(horizontal="center")
LINE_HEIGHT = 15
WRAPPED_CENTRE = Alignment(wrap_text=True, vertical="top", horizontal="center")
WRAPPED = Alignment(wrap_text=True, vertical="top")
WRAPPED_LEFT = Alignment(wrap_text=True, vertical="top", horizontal="left")

WIDEST = 44
"""How wide long names may make their column."""

NAMES = ("player", "player_a", "player_b", "name")
"""The fields of columns that long names make wider."""

LAST_ROW = 1 << 20
"""The last row that a sheet has."""

LONGEST_LIST = 255
"""A drop-down list written out in a cell's rule may not be longer than this."""


def is_centred(kind: CellKind) -> bool:
    """Say whether the cells of a kind stand in the middle: numbers, and the letters of winners."""
    return kind.whole or kind.most is not None or kind in (NUMBER, SHARE, WINNER)


def head(sheet: Worksheet, columns: Sequence[Column], colour: str, frozen: str = "A2") -> None:
    """Write the header row of a sheet, freeze it, with what is left of a cell, and prepare the sheet to be printed."""
    for position, column in enumerate(columns, 1):
        add_heading(sheet, position, column, HEADER_FILL[colour])
    sheet.row_dimensions[1].height = 32
    sheet.freeze_panes = frozen
    sheet.print_title_rows = "1:1"
    set_up(sheet, colour)


def add_heading(sheet: Worksheet, position: int, column: Column, fill: PatternFill) -> None:
    """Write the header of a column, and give the column its width; a gap between columns has no header."""
    if column.header:
        alignment = CENTRED_HEADER if is_centred(column.kind) else HEADER_ALIGNMENT
        put_value(sheet.cell(1, position), column.header, font=HEADER_FONT, fill=fill, alignment=alignment)
    sheet.column_dimensions[get_column_letter(position)].width = column.width


def widen(sheet: Worksheet, letter: str, names: Iterable[str]) -> None:
    """Make a column as wide as the longest of its names needs, but no wider than `WIDEST`."""
    dimension = sheet.column_dimensions[letter]
    dimension.width = max(dimension.width, min(WIDEST, 2 + max(map(len, names), default=0)))


def set_up(sheet: Worksheet, colour: str) -> None:
    """Colour a sheet's tab, and have the sheet printed landscape, as wide as the page, with its name and the page."""
    sheet.sheet_properties.tabColor = colour
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.page_margins.left = sheet.page_margins.right = 0.4  # inches
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.oddFooter = HeaderFooterItem()
    sheet.oddFooter.left.text, sheet.oddFooter.right.text = "&A", "&P / &N"


def print_columns(sheet: Worksheet, number: int) -> None:
    """Have the first so many columns printed, down to the last row that has anything: also what is typed later."""
    sheet.print_area = f"A1:{get_column_letter(number)}{LAST_ROW}"


def note(sheet: Worksheet, column: int, lines: Sequence[str]) -> None:
    """Write a note beside a sheet's header, where it is seen and in nobody's way; empty lines are left out."""
    for row, line in enumerate([line for line in lines if line], 1):
        put_value(sheet.cell(row, column), line, font=NOTE_FONT, alignment=Alignment(vertical="center"))


def height_for(texts: Sequence[str], widths: Sequence[int]) -> int:
    """Return the height of a row whose texts wrap; not every program works it out when it opens a file."""
    return LINE_HEIGHT * max(1 + int(len(text) / (1.1 * width)) for text, width in zip(texts, widths, strict=True))


def add_rule(page: Worksheet, column: Column, cells: str, choices: Sequence[str] = (), source: str = "") -> None:
    """Give the cells of a column their drop-down list, number check or input help, where it has one.

    ``choices`` stand in for the kind's own; ``source`` is a range of cells to choose from instead.
    """
    kind: CellKind = column.kind
    written = ",".join(choices or kind.choices)
    rule = DataValidation(allow_blank=True, errorStyle="warning", showErrorMessage=True, errorTitle=column.header)
    expected = join_words(choices) if choices and kind.choices else kind.expects
    rule.error = f"Expected {expected}. Keep it all the same?"[:225]
    if source:
        rule.type, rule.formula1 = "list", source
    elif written and len(written) <= LONGEST_LIST and not any("," in each for each in choices):
        rule.type, rule.formula1 = "list", f'"{written}"'
    elif kind.whole or kind.most is not None:
        rule.type, rule.operator = "whole" if kind.whole else "decimal", "between"
        rule.formula1 = str(-9999 if kind.least is None else kind.least)
        rule.formula2 = str(9999 if kind.most is None else kind.most)
    elif not column.help:
        return
    if column.help:
        rule.showInputMessage, rule.promptTitle, rule.prompt = True, column.header[:32], column.help[:255]
    rule.add(cells)
    page.add_data_validation(rule)


PLAIN: Final = Look("0", ("0",))
"""How a cell looks without a style."""

FORMATS: Final = ("General", "# ?/?", "# ??/??", "0.000")
"""The number formats of exact numbers, by the digits of the denominator: 4, 4 1/2, 4 5/12 (see `pick_format`)."""

DAY_FORMAT: Final = "yyyy-mm-dd"
LEFT: Final = Alignment(horizontal="left")


def column_look(book: NewBook, column: Column) -> Look:
    """Return how the cells of a column look that is only read: where they stand, and how numbers are shown."""
    if column.kind is DATE:
        return make_look(book, (DAY_FORMAT,), blank=False, alignment=LEFT)
    numbers = ("0 %",) if column.kind is SHARE else FORMATS
    return make_look(book, numbers, blank=False, **({"alignment": CENTRED} if is_centred(column.kind) else {}))


def make_look(book: NewBook, numbers: Sequence[str] = ("General",), *, blank: bool = True, **looks: Any) -> Look:
    """Return how cells look: their alignment, fill, border and font, and the formats of ``numbers``.

    Equal looks are the same one, so equal cells that have them are turned into text only once. Cells that hold nothing
    look alike, too, unless they are not to be written (``blank``).
    """
    kind = (*numbers, blank, *looks.items())
    if kind not in book.looks:
        styles = []
        for number in ("General", *numbers):
            cell = WriteOnlyCell(book.worksheets[0])
            put_value(cell, None, **looks, number_format=number)
            styles.append(str(cell.style_id))
        book.looks[kind] = Look(styles[0], styles[1:], styles[0] if blank and styles[0] != PLAIN.text else "")
    return book.looks[kind]


def put_value(cell: PageCell | MergedCell, value: Any, **looks: Any) -> None:
    """Put a value into a cell, and give the cell its font, fill, border and alignment.

    Exact numbers are numbers, and text is text even where it looks like a formula; see `to_writable`.
    """
    for name, look in looks.items():
        setattr(cell, name, look)
    if isinstance(value, tuple):  # a list, as it is typed: 1, 4
        value = ", ".join(map(str, value)) or None
    if isinstance(value, str):
        cell.value = to_writable(value)
        cell.data_type = "s"
    elif isinstance(value, Fraction):
        cell.value = int(value) if value.denominator == 1 else float(value)
    elif value is not None and value == value:
        cell.value = int(value)


def add_listing(
    book: NewBook,
    sheet: Sheet,
    rows: Sequence[Sequence[Value]],
    notes: Sequence[str] = (),
    to_fill: Collection[str] = (),
) -> Worksheet:
    """Add a sheet that is a list of rows, however many, with ``notes`` beside them, a line a row, and return it.

    The fields ``to_fill`` are tinted, as all cells are that people fill in.
    """
    page: Worksheet = book.create_sheet(sheet.name)
    head(page, sheet.columns, OURS_COLOUR)
    page.print_area = area = f"A1:{get_column_letter(len(sheet.columns))}{len(rows) + 1}"
    if rows:
        page.auto_filter.ref = area
    note(page, len(sheet.columns) + 2, notes[:1])
    for index, column in enumerate(sheet.columns):
        if column.field in NAMES:
            widen(page, get_column_letter(index + 1), (str(row[index]) for row in rows))
    tinted, told = make_look(book, fill=INPUT_FILL, border=THIN_LINE), make_look(book, font=NOTE_FONT)
    looks = [tinted if column.field in to_fill else column_look(book, column) for column in sheet.columns]
    blank = [None] * len(looks)
    cells: list[Iterable[Cell]]
    cells = [zip(values or blank, looks, strict=True) for values, _ in zip_longest(rows, notes[1:])]
    for row, line in enumerate(notes[1:]):
        cells[row] = [*cells[row], (None, PLAIN), (line, told)]
    book.rows[page.title] = cells
    return page
