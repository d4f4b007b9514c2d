"""What a run has written, as text that a person can compare: sheets as CSV, pages without their markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

from lxml import etree, html

from tests.support.books import as_csv, cells, sheet_names

BLOCKS: Final = set(
    "address article aside body br button caption dd details div dl dt fieldset figcaption figure footer form g h1 h2"
    " h3 h4 h5 h6 header hr label legend li main nav ol optgroup option p section select summary svg table tbody"
    " tfoot thead title tr ul".split()
)
SPOKEN: Final = ("aria-label", "alt", "title", "placeholder")
UNSHOWN: Final = ("script", "style", "template")
TO_FILL_IN: Final = {"tick": "☐", "line": "__", "box": "[ ]"}
"""What stands for what is empty on paper, by its class."""
CLOSED: Final = re.compile(r"(?<=>)(?=<)")


def sheets_as_text(workbook: Path, before: Path) -> str:
    """Return each sheet that is new or changed, by name: the order of its columns, then the columns by header.

    A column without a header, such as the notes beside a table, keeps its place at the end.
    """
    known = {name: cells(before, name) for name in sheet_names(before)}
    there = [f"sheets: {', '.join(sheet_names(workbook))}\n"]
    for name in sorted(sheet_names(workbook)):
        rows = cells(workbook, name)
        if name != "Remembered" and rows and rows != known.get(name):
            headers = [str(header) for header in rows[0]]
            order = sorted(range(len(headers)), key=lambda at: (headers[at] == "", headers[at]))
            there.append(f"\n[{name}]\n{' | '.join(headers)}\n{as_csv([[row[at] for at in order] for row in rows])}")
    return "".join(there)


def looks_as_text(workbook: Path) -> str:
    """Return all that a workbook has besides what stands in cells, an element a line: styles, widths, lists, charts.

    Of the cells there is the number of the style, for each row that is not like the one above it, and the formulas of
    the second row.
    """
    lines = []
    with ZipFile(workbook) as parts:
        for name in sorted(parts.namelist()):
            if re.match(r"xl/((worksheets|charts|drawings)/turnabout.*|styles|workbook)\.xml", name):
                before, _, rest = parts.read(name).decode().partition("<sheetData>")
                rows, _, after = rest.rpartition("</sheetData>")
                lines += [f"\n[{name}]", *CLOSED.split(before), *_looks_of_rows(rows), *CLOSED.split(after)]
    return "\n".join(line for line in lines if line) + "\n"


def _looks_of_rows(rows: str) -> Iterator[str]:
    last = ""
    for number, row in re.findall(r'<row r="(\d+)"(.*?)</row>', rows, re.DOTALL):
        styles = " ".join(re.findall(r'<c r="[A-Z]+\d+"(?: s="(\d+)")?', row))
        if styles != last:
            yield f"row {number}, styles {styles}"
            last = styles
        if number == "2":
            yield from (f"<f>{each}</f>" for each in re.findall(r"<f\b[^>]*[^/]?>(.*?)</f>", row))


def page_as_text(page: str) -> str:
    """Return what a page shows, a block or a row of a table a line; a row's cells are parted by ``|``."""
    lines = (" ".join(line.split()) for line in "".join(_texts(html.document_fromstring(page))).split("\n"))
    return "".join(f"{line}\n" for line in lines if line.strip("| "))


def _texts(element: Any) -> Iterator[str]:
    if element.tag is etree.Comment or element.tag in UNSHOWN:
        return
    if element.tag in BLOCKS:
        yield "\n"
    if element.tag in ("h1", "h2", "h3"):
        yield f"{'#' * int(element.tag[1])} "
    yield from (f"[{element.get(name)}] " for name in SPOKEN if element.get(name))
    yield from (f" {TO_FILL_IN[name]} " for name in element.get("class", "").split() if name in TO_FILL_IN)
    yield " ".join((element.text or "").split("\n"))
    for child in element:
        yield from _cells(child) if child.tag in ("td", "th") else _texts(child)
        yield " ".join((child.tail or "").split("\n"))
    if element.tag == "a":
        yield f" <{element.get('href')}>"
    if element.tag in BLOCKS:
        yield "\n"


def _cells(cell: Any) -> Iterable[str]:
    """Return a cell of a table in one line."""
    yield re.sub(r"\s+", " ", "".join(_texts(cell))).strip()
    yield " | "
