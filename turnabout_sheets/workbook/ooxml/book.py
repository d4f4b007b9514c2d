"""Sheets of our own in the making: openpyxl makes all of them but their cells, which are written as text.

openpyxl would take a third of a run of 64 players for the cells alone, and half of one of 2,000. The bytes are the same
on every run: openpyxl stamps the time of day into each workbook.
"""

from __future__ import annotations

import html
import re
import zipfile
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from io import BytesIO
from shutil import disk_usage
from tempfile import gettempdir
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from turnabout_sheets.core.problems import Message
from turnabout_sheets.sheets.grid import ROW, column_letters
from turnabout_sheets.workbook.ooxml.cells import SPACE_MATTERS, to_writable
from turnabout_sheets.workbook.ooxml.package import MAIN, WorkbookError
from turnabout_sheets.workbook.ooxml.zip_rewrite import rewrite

_FULL: Final = "{file} was not written, because the disk is full. Make room, and try again."
_ROOM: Final = 1 << 24  # bytes that all sheets of a workbook of ours take, and more
_EPOCH: Final = datetime(1980, 1, 1)
_NO_FILES: Final = b"PK\x05\x06" + bytes(18)  # a zip file without members
_KNOWN_CELLS: Final = 1 << 16  # that are remembered as text: most are on a sheet again and again

_SHEET_DATA: Final = re.compile(rb"<(?P<name>(?:[\w.-]+:)?sheetData)\b[^>]*?(?:/>|>.*</(?P=name)\s*>)", re.DOTALL)


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """A formula, one and the same in all rows of a column; `ROW` is in the place of the row's number."""

    text: str


Value = Any
"""What a cell holds: a text, a number (exact, or one of pandas), a `Formula`, or a tuple, which is written as a list is
typed: "1, 4". None, the empty text, and what pandas has where a number is missing leave it blank."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The numbers of the styles of some cells, by what they hold: a text, a number, nothing."""

    text: str
    numbers: Sequence[str]  # for so many digits of the denominator; the first is that of whole numbers
    blank: str = ""  # without one, a cell that holds nothing is not written


PLAIN: Final = Look("0", ("0",))  # without a style
Cell = tuple[Value, Look]
Rows = Sequence[Sequence[Cell]]
"""The rows of a sheet: of each the cells, from column A on."""


class NewBook(Workbook):
    """Sheets in the making, none at first, and their rows by name."""

    def __init__(self, paper: str = "A4") -> None:
        super().__init__()
        self._paper: Final = Worksheet.PAPERSIZE_LETTER if paper == "Letter" else Worksheet.PAPERSIZE_A4
        self._model = self.worksheets[0]
        self.remove(self._model)
        self.rows: dict[str, Rows] = {}
        self._looks: dict[Hashable, Look] = {}

    def create_sheet(self, *words: Any, **named: Any) -> Any:
        """Add a sheet, which is printed on the paper of the book."""
        page = super().create_sheet(*words, **named)
        page.page_setup.paperSize = self._paper
        return page

    def look(self, numbers: Sequence[str] = ("General",), *, blank: bool = True, **looks: Any) -> Look:
        """Return how cells look: their alignment, fill, border and font, and the formats of ``numbers``.

        Equal looks are the same one, so equal cells that have them are turned into text only once. Cells that hold
        nothing look alike, too, unless they are not to be written (``blank``).
        """
        kind = (*numbers, blank, *looks.items())
        if kind not in self._looks:
            styles = []
            for number in ("General", *numbers):
                cell = WriteOnlyCell(self._model)
                for name, look in {"number_format": number, **looks}.items():
                    setattr(cell, name, look)
                styles.append(str(cell.style_id))
            self._looks[kind] = Look(styles[0], styles[1:], styles[0] if blank and styles[0] != PLAIN.text else "")
        return self._looks[kind]

    def fill(self, page: Worksheet, rows: Rows) -> None:
        """Give a sheet its rows, and openpyxl the first and the last of their cells, by which it tells the size."""
        self.rows[page.title] = rows
        page.cell(1, 1), page.cell(max(1, len(rows)), max((1, *map(len, rows))))

    def write_rows(self, name: str, cell: Callable[[Value, Look], str]) -> Iterator[bytes]:
        """Yield the rows of a sheet as they stand in its part; one without cells and height is left out."""
        rows, shapes = self.rows.get(name, ()), self[name].row_dimensions
        letters, shared = list[str](), dict[tuple[int, Value], int]()
        for row, cells in enumerate(rows, 1):
            number, written = str(row), []
            for index, (value, look) in enumerate(cells):
                if index == len(letters):
                    letters.append(column_letters(index))
                if rest := cell(value, look):
                    if isinstance(value, Formula):  # in full in its first row, to which the others refer (18.3.1.40)
                        first, known = len(shared), shared.setdefault((index, value), len(shared))
                        head, _, text = rest.partition("<f>")
                        rest = f'{head}<f t="shared" si="{known}"/><v></v></c>'
                        if known == first:
                            area = f"{letters[index]}{number}:{letters[index]}{len(rows)}"
                            rest = f'{head}<f t="shared" ref="{area}" si="{known}">{text.replace(ROW, number)}'
                    written.append(f'<c r="{letters[index]}{number}"{rest}')
            height = f' ht="{shapes[row].height:g}" customHeight="1"' if row in shapes else ""
            if written or height:
                yield f'<row r="{number}"{height}>{"".join(written)}</row>'.encode()


def scratch_bytes(book: Workbook) -> bytes:
    """Return the bytes of a workbook that is only a step on the way: not compressed, and without the rows.

    openpyxl writes each sheet into a temporary file first. Raises `WorkbookError` where there is no room for these.
    """
    if disk_usage(folder := gettempdir()).free < _ROOM:
        raise WorkbookError(Message(_FULL, file=folder))
    book.properties.created = book.properties.modified = _EPOCH
    with zipfile.ZipFile(saved := BytesIO(), "w") as archive:
        ExcelWriter(book, archive).write_data()
    return saved.getvalue()


def to_bytes(book: Workbook) -> bytes:
    """Return the bytes of a workbook's file; the same content gives the same bytes."""
    with zipfile.ZipFile(BytesIO(scratch_bytes(book))) as saved:
        parts = {name: saved.read(name) for name in saved.namelist()}
    if isinstance(book, NewBook):
        for page in book.worksheets:
            parts[page.path[1:]] = with_rows(parts[page.path[1:]], book.write_rows(page.title, cell_writer()))
    return rewrite(_NO_FILES, parts)


def with_rows(sheet: bytes, rows: Iterable[bytes]) -> bytes:
    """Return a worksheet part with these rows in place of its own, if these can be found."""
    if (found := _SHEET_DATA.search(sheet)) is None:
        return sheet
    space = b' xmlns="%s"' % MAIN.encode() if b":" in found["name"] else b""
    between = (b"<sheetData%s>" % space, *rows, b"</sheetData>")
    return b"".join((sheet[: found.start()], *between, sheet[found.end() :]))


def cell_writer(style: Callable[[str], str] = str, formula: Callable[[str], str] = str) -> Callable[[Value, Look], str]:
    """Return what writes a value and a look as they are in a row, from the cell's style on; "" where it has neither.

    ``style`` and ``formula`` put them in terms of the workbook. In a `Formula`, `ROW` is left as it is.
    """

    def styled(number: str) -> str:
        return "" if number == "0" else f' s="{style(number)}"'  # the first style needs no name

    @lru_cache(_KNOWN_CELLS)
    def write(value: Value, look: Look) -> str:
        if isinstance(value, tuple):
            value = ", ".join(map(str, value))
        if value is None or value == "" or value != value:
            return f"{styled(look.blank)}/>" if look.blank else ""
        if isinstance(value, Formula):  # with an empty text for its value: without one, some programs show 0
            shown = html.escape(formula(value.text.removeprefix("=")), quote=False)
            return f'{styled(look.text)} t="str"><f>{shown}</f><v></v></c>'
        if isinstance(value, str):
            space = ' xml:space="preserve"' if SPACE_MATTERS.search(value) else ""
            # XML takes a carriage return for the end of a line, unless it is written as a reference.
            shown = html.escape(to_writable(value), quote=False).replace("\r", "&#13;")
            return f'{styled(look.text)} t="inlineStr"><is><t{space}>{shown}</t></is></c>'
        number = value if isinstance(value, Fraction) else int(value)
        exact, digits = (int(number), 0) if number.denominator == 1 else (float(number), len(str(number.denominator)))
        return f"{styled(look.numbers[min(digits, len(look.numbers) - 1)])}><v>{exact!r}</v></c>"

    return write
