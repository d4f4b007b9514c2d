"""Workbooks as text: a sheet begins with its name in brackets, cells are parted by ``|``, a row is a line.

    [Players]
    Player | Rating | Here
    Ada    | 1500   |
    '007   |        | x

Spaces around a cell do not count. ``12`` and ``1.5`` are numbers, ``2026-05-29`` is a date, ``TRUE`` and ``FALSE`` are
truth values, ``=A1`` is a formula without a value, ``#N/A`` an error; what follows ``'`` is text as it stands, and ends
with a second ``'`` where spaces or a ``|`` belong to it. ``\\n`` is a line break,
``\\u00a0`` a sign that cannot be seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final
from unicodedata import combining

from openpyxl import Workbook, load_workbook

Rows = Sequence[Sequence[Any]]

CELL: Final = re.compile(r"(?:^|\|)\s*(?:'([^']*)'\s*(?=\||$)|([^|]*))")
NUMBER: Final = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
ERRORS: Final = ("#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!")


def read_sheets(text: str) -> dict[str, Rows]:
    """Return the rows by sheet; a line before the first sheet is an error."""
    sheets: dict[str, list[Sequence[Any]]] = {}
    rows: list[Sequence[Any]]
    for line in text.splitlines():
        if name := re.fullmatch(r"\[(.+)\]", line):
            rows = sheets.setdefault(_without_escapes(name[1]), [])
        else:
            rows.append([_value(*found) for found in CELL.findall(line)] if line.strip() else [])
    return {name: _without_last_blank(rows) for name, rows in sheets.items()}


def write_workbook(path: Path, sheets: Mapping[str, Rows]) -> Path:
    """Write a workbook of these sheets, and nothing else, and return where it is."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                if value is not None:
                    cell = sheet.cell(number, column, value)
                    if isinstance(value, str) and not value.startswith("=") and value not in ERRORS:
                        cell.data_type = "s"
    book.save(path)
    return path


def as_text(sheets: Mapping[str, Rows]) -> str:
    """Return the text that `read_sheets` reads as these sheets; columns stand below each other."""
    return "\n".join(f"[{name}]\n{_as_lines(rows)}" for name, rows in sheets.items())


def sheets_of(path: Path) -> dict[str, Rows]:
    """Return the rows of a workbook's visible sheets; formulas as such."""
    book = load_workbook(path)
    return {
        sheet.title: _without_last_blank([list(row) for row in sheet.iter_rows(values_only=True)])
        for sheet in book.worksheets
        if sheet.sheet_state == "visible"
    }


def _value(quoted: str, plain: str) -> Any:
    plain = plain.strip()
    if quoted or not plain:
        return _without_escapes(quoted) or None
    if plain.startswith("'"):
        return _without_escapes(plain[1:])
    if NUMBER.fullmatch(plain):
        return float(plain) if "." in plain else int(plain)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", plain):
        return datetime.fromisoformat(plain)
    return {"TRUE": True, "FALSE": False}.get(plain, _without_escapes(plain))


def _without_escapes(text: str) -> str:
    return re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text.replace("\\n", "\n"))


def _written(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    if not isinstance(value, str):
        return repr(value)
    text = "".join(sign if _is_seen(sign) else f"\\u{ord(sign):04x}" for sign in value).replace("\\u000a", "\\n")
    is_plain = text == text.strip() and "|" not in text and _value("", text) == value and text[:1] not in ("'", "[")
    return text if is_plain else f"'{text}" if "'" in text else f"'{text}'"


def _is_seen(sign: str) -> bool:
    """Return whether a reader can tell a sign from others; a mark on the letter before it cannot be told from that."""
    return sign.isprintable() and not combining(sign)


def _as_lines(rows: Rows) -> str:
    texts = [[_written(value) for value in row] for row in rows]
    widths: dict[int, int] = {}
    for row in texts:
        for column, text in enumerate(row):
            widths[column] = max(widths.get(column, 0), len(text))
    lines = [" | ".join(text.ljust(widths[column]) for column, text in enumerate(row)).rstrip() for row in texts]
    return "".join(f"{line}\n" for line in lines)


def _without_last_blank(rows: Iterable[Sequence[Any]]) -> Rows:
    kept = list(rows)
    while kept and all(value is None for value in kept[-1]):
        kept.pop()
    return kept
