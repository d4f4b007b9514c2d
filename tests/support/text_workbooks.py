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
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZipFile

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel

Rows = Sequence[Sequence[Any]]

CELL: Final = re.compile(r"(?:^|\|)\s*(?:'([^']*)'\s*(?=\||$)|([^|]*))")
NUMBER: Final = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
ERRORS: Final = ("#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!")

MAIN: Final = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINK: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml."
TYPES: Final = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{TYPE}styles+xml"/>{{}}</Types>'
)
LINKS: Final = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
STYLES: Final = (
    f'<styleSheet {MAIN}><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2">'
    '<xf xfId="0"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


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


def spell_out(sheets: str) -> str:
    """Return a text in which ``Players: Ada, Ben`` and ``Event: Rounds = 3, Bye VP = 20`` are short for sheets."""
    names = re.sub(
        r"^Players: (.+)", lambda found: "[Players]\nPlayer\n" + found[1].replace(", ", "\n"), sheets, flags=re.M
    )
    return re.sub(
        r"^Event: (.+)",
        lambda found: "[Event]\nSetting | Value\n" + found[1].replace(", ", "\n").replace(" = ", " | "),
        names,
        flags=re.M,
    )


def write_workbook(path: Path, sheets: Mapping[str, Rows]) -> Path:
    """Write a workbook of these sheets, and nothing else, and return where it is: ten times as fast as openpyxl."""
    parts = {f"xl/worksheets/sheet{n}.xml": _as_part(rows) for n, rows in enumerate(sheets.values(), 1)}
    kinds = "".join(f'<Override PartName="/{part}" ContentType="{TYPE}worksheet+xml"/>' for part in parts)
    targets = "".join(
        f'<Relationship Id="r{n}" Type="{LINK}worksheet" Target="/{part}"/>' for n, part in enumerate(parts, 1)
    )
    names = "".join(f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
    parts |= {
        "[Content_Types].xml": TYPES.format(kinds),
        "_rels/.rels": LINKS.format(f'<Relationship Id="r1" Type="{LINK}officeDocument" Target="xl/workbook.xml"/>'),
        "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{LINK[:-1]}"><sheets>{names}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": LINKS.format(
            f'{targets}<Relationship Id="styles" Type="{LINK}styles" Target="styles.xml"/>'
        ),
        "xl/styles.xml": STYLES,
    }
    with ZipFile(path, "w") as file:
        for name, part in parts.items():
            file.writestr(name, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{part}')
    return path


def _as_part(rows: Rows) -> str:
    lines = []
    for number, row in enumerate(rows, 1):
        places = (f"{get_column_letter(column)}{number}" for column in range(1, len(row) + 1))
        texts = (_as_cell(at, value) for at, value in zip(places, row, strict=True) if value is not None)
        lines.append(f'<row r="{number}">{"".join(texts)}</row>')
    return f"<worksheet {MAIN}><sheetData>{''.join(lines)}</sheetData></worksheet>"


def _as_cell(at: str, value: Any) -> str:
    if isinstance(value, bool):
        return f'<c r="{at}" t="b"><v>{value:d}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{at}"><v>{value!r}</v></c>'
    if isinstance(value, datetime | date):
        return f'<c r="{at}" s="1"><v>{to_excel(value)}</v></c>'
    if value in ERRORS:
        return f'<c r="{at}" t="e"><v>{value}</v></c>'
    if value.startswith("="):
        return f'<c r="{at}"><f>{escape(value[1:])}</f></c>'
    return f'<c r="{at}" t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'


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
