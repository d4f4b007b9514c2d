"""How our sheets look: one place for colours and fonts, for what every sheet has, and for lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.core.text import join_words
from turnabout_sheets.sheets.cell_kinds import DATE, NUMBER, SHARE, WINNER, CellKind
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml.book import PLAIN, Cell, Look, NewBook, Value

OURS_COLOUR = "7F7F7F"  # the tab of a sheet that the program rebuilds
YOURS_COLOUR = "2E75B6"  # the tab of a sheet that is the organizer's

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
LEFT = Alignment(horizontal="left")
MIDDLE = Alignment(vertical="center")
LINE_HEIGHT = 15
WRAPPED_CENTRE = Alignment(wrap_text=True, vertical="top", horizontal="center")
WRAPPED = Alignment(wrap_text=True, vertical="top")
WRAPPED_LEFT = Alignment(wrap_text=True, vertical="top", horizontal="left")

NAMES = ("player", "player_a", "player_b", "name", "a", "b")  # fields of columns that long names make wider
WIDEST = 44  # to so much
LAST_ROW = 1 << 20
LONGEST_LIST = 255  # of a drop-down that is written out in a cell's rule


def is_centred(kind: CellKind) -> bool:
    """Say whether the cells of a kind stand in the middle: numbers, and the letters of winners."""
    return kind.whole or kind.most is not None or kind in (NUMBER, SHARE, WINNER)


def lay_out(
    book: NewBook,
    title: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Cell]],
    notes: Iterable[str] = (),
    *,
    colour: str = OURS_COLOUR,
    live: Collection[Column] = (),
) -> Worksheet:
    """Add a sheet and return it: a header that stays in sight, rows, and right of them notes, a line a row.

    Rows beside notes have a cell for each column. A gap between columns has no header; that of ``live`` columns is
    grey.
    """
    page: Worksheet = book.create_sheet(title)
    set_up(page, colour)
    page.row_dimensions[1].height = 32
    page.freeze_panes, page.print_title_rows = "A2", "1:1"
    header, below = list[Cell](), [*rows]
    for index, column in enumerate(columns):
        names = [str(row[index][0] or "") for row in below if column.field in NAMES and index < len(row)]
        wanted = min(WIDEST, 2 + max(map(len, names), default=0))
        page.column_dimensions[column_letters(index)].width = max(column.width, wanted)
        fill = LIVE_FILL if column in live else HEADER_FILL[colour]
        alignment = CENTRED_HEADER if is_centred(column.kind) else HEADER_ALIGNMENT
        header.append((column.header or None, book.look(blank=False, font=HEADER_FONT, fill=fill, alignment=alignment)))
    cells, note = [header, *below], book.look(font=NOTE_FONT, alignment=MIDDLE)
    if colour == OURS_COLOUR:
        page.print_area = f"A1:{column_letters(len(columns) - 1)}{len(cells)}"
    blank = [BLANK] * len(columns)
    for row, line in enumerate(filter(None, notes)):
        cells[row:] = [[*(cells[row] if row < len(cells) else blank), BLANK, (line, note)], *cells[row + 1 :]]
    book.fill(page, cells)
    return page


def set_up(sheet: Worksheet, colour: str) -> None:
    """Colour a sheet's tab, and have the sheet printed landscape, as wide as the page, with its name and the page."""
    sheet.sheet_properties.tabColor = colour
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.page_margins.left = sheet.page_margins.right = 0.4  # inches
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.oddFooter = HeaderFooterItem()
    sheet.oddFooter.left.text, sheet.oddFooter.right.text = "&A", "&P / &N"


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


BLANK: Final[Cell] = (None, PLAIN)

FORMATS: Final = ("General", "# ?/?", "# ??/??", "0.000")
"""The number formats of exact numbers, by the digits of the denominator: 4, 4 1/2, 4 5/12."""

DAY_FORMAT: Final = "yyyy-mm-dd"


class _Row(Sequence[Cell]):
    """A row of a list; its cells are put together as they are written, as of many they take much time and memory."""

    def __init__(self, values: Sequence[Value], looks: Sequence[Look]) -> None:
        self._values, self._looks = values, looks

    def __len__(self) -> int:
        return len(self._looks)

    def __getitem__(self, index: Any) -> Any:
        return self._values[index], self._looks[index]

    def __iter__(self) -> Iterator[Cell]:
        return zip(self._values, self._looks, strict=True)


def add_listing(
    book: NewBook,
    sheet: Sheet,
    rows: Sequence[Sequence[Value]],
    notes: Iterable[str] = (),
    to_fill: Collection[str] = (),
) -> Worksheet:
    """Add a sheet that is a list of rows, however many, with ``notes`` beside them, and return it.

    The fields ``to_fill`` are tinted, as all cells are that people fill in.
    """
    looks = list[Look]()
    for column in sheet.columns:
        numbers = (DAY_FORMAT,) if column.kind is DATE else ("0 %",) if column.kind is SHARE else FORMATS
        alignment = LEFT if column.kind is DATE else CENTRED if is_centred(column.kind) else Alignment()
        shown = book.look(numbers, blank=False, alignment=alignment)
        looks.append(book.look(fill=INPUT_FILL, border=THIN_LINE) if column.field in to_fill else shown)
    page = lay_out(book, sheet.name, sheet.columns, (_Row(row, looks) for row in rows), notes)
    if rows:
        page.auto_filter.ref = f"A1:{column_letters(len(looks) - 1)}{len(rows) + 1}"
    return page
