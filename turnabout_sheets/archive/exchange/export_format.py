"""What an export of the archive is: its forms, how values stand in them, and the manifest by which it is known."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from sqlalchemy import Boolean, Column, Integer, LargeBinary, Table, Text

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.schema import METADATA
from turnabout_sheets.core.ordinary_files import open_file

FORMAT: Final = "turnabout archive"
MANIFEST: Final = "archive.json"
"""The file of the manifest where an export is a folder; in the form json, the file begins with it."""

EXCEL: Final = "csv for Excel"
"""A form that is only to be looked at: no cell in it is a formula, and it cannot be imported."""

SUFFIXES: Mapping[str, str] = {"csv": ".csv", EXCEL: ".csv", "parquet": ".parquet"}
"""The ends of file names, by form, where an export is a folder."""

FORMS: Final = ("csv", "json", "parquet")
TABLES: tuple[Table, ...] = tuple(METADATA.sorted_tables)
"""All tables, none before one that it refers to."""

ROWS: Final = 10_000
"""How many rows are read or written at once."""

BULKY_ROWS: Final = 32
"""The same where a row holds a whole workbook."""

_LONGEST_MANIFEST: Final = 1 << 20
_LOOKED_AT: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Value:
    """How values of a type stand in an export: as text in CSV, as what JSON has, and as what Parquet has.

    What reads raises `ValueError` where a value is none; ``parquet`` is the name of the type in polars.
    """

    name: str
    fits: Callable[[Any], bool]
    to_text: Callable[[Any], str]
    from_text: Callable[[str], Any]
    parquet: str
    from_json: Callable[[Any], Any] = lambda value: value


def _whole(text: str) -> int:
    number = int(text)
    if str(number) != text:  # 007, +7, 1_000
        raise ValueError(text)
    return number


def _yes_or_no(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def to_base64(content: bytes) -> str:
    """Return ``content`` as text."""
    return base64.b64encode(content).decode()


def _from_base64(text: object) -> bytes:
    if not isinstance(text, str):
        raise ValueError(text)
    return base64.b64decode(text, validate=True)


def _is_text(value: object) -> bool:
    """Tell whether it is text that can be stored: JSON may hold halves of characters."""
    return isinstance(value, str) and (value.isascii() or value.encode(errors="replace").decode() == value)


VALUES: Mapping[type[Any], Value] = {
    Integer: Value("a whole number", lambda v: type(v) is int and abs(v) < 1 << 63, str, _whole, "Int64"),
    Text: Value("text", _is_text, str, str, "String"),
    Boolean: Value("true or false", lambda v: type(v) is bool, lambda v: str(v).lower(), _yes_or_no, "Boolean"),
    LargeBinary: Value("base64 text", lambda v: type(v) is bytes, to_base64, _from_base64, "Binary", _from_base64),
}
"""By the type of a column."""


def value_of(column: Column[Any]) -> Value:
    """Return how the values of ``column`` stand in an export."""
    return VALUES[type(column.type)]


def to_cell(column: Column[Any]) -> Callable[[Any], str]:
    """Return what makes a cell of CSV of a value of ``column``.

    A column that may be blank has blank cells where it is; so that empty text differs from them, text of nothing but
    backslashes, or of nothing at all, has one backslash more there.
    """
    put = value_of(column).to_text
    if not column.nullable:
        return put

    def cell(value: Any) -> str:
        if value is None:
            return ""
        text = put(value)
        return text if text.strip("\\") else text + "\\"

    return cell


_FORMULA: Final = re.compile(r"(^|[,;|\t\r\n])([\s\"]*)(?=[=+\-@＝＋－＠])")
"""Where a spreadsheet program may take what follows for a formula: at the beginning of a cell, and, as it may take
another character for the one between cells, after any of these."""


def to_cell_for_excel(column: Column[Any]) -> Callable[[Any], str]:
    """Return what makes a cell of CSV of a value of ``column`` that no spreadsheet program takes for a formula."""
    put = to_cell(column)
    if not isinstance(column.type, Text):
        return put
    return lambda value: _FORMULA.sub(r"\1\2'", put(value))


def from_cell(column: Column[Any]) -> Callable[[str], Any]:
    """Return what reads a cell of CSV of ``column``, as `to_cell` writes it."""
    get = value_of(column).from_text
    if not column.nullable:
        return get

    def value(cell: str) -> Any:
        if not cell:
            return None
        return get(cell if cell.strip("\\") else cell[:-1])

    return value


def polars() -> ModuleType:
    """Return the package that Parquet files need, which not everybody has. Raises `ArchiveError`."""
    try:
        import polars
    except ModuleNotFoundError as error:
        raise ArchiveError("Parquet files need the package polars: pip install turnabout-sheets[parquet].") from error
    return polars


def rows_at_once(table: Table) -> int:
    """Return how many rows of ``table`` are read or written at once."""
    return BULKY_ROWS if any(isinstance(column.type, LargeBinary) for column in table.columns) else ROWS


@dataclass(frozen=True, slots=True)
class Part:
    """A table in an export: how many rows, and the SHA-256 of its file (in JSON, of the lines of its rows)."""

    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an export says of itself; ``version`` is that of the tables, ``parts`` are by the name of the table.

    ``digest`` is that of the last change; None where nothing was ever changed, and in exports of older versions.
    """

    form: str
    version: int
    parts: Mapping[str, Part]
    digest: str | None = None

    def as_json(self, indent: int | None = None) -> str:
        """Return the manifest as it is written."""
        tables = {name: {"rows": part.rows, "sha256": part.sha256} for name, part in self.parts.items()}
        said = {"format": FORMAT, "form": self.form, "version": self.version, "digest": self.digest, "tables": tables}
        return json.dumps(said, indent=indent)

    def place(self, path: Path, table: str) -> str:
        """Return what messages call a table of the export at ``path``."""
        if self.form in SUFFIXES:
            return str(path / file_name(table, self.form))
        return f"{path}, table {table}"


def file_name(table: str, form: str) -> str:
    """Return the name of the file of a table, where an export is a folder."""
    return table + SUFFIXES[form]


_JSON_HEAD: Final = '{"manifest": '


def json_head(manifest: Manifest) -> bytes:
    """Return the first line of an export in the form json."""
    return f"{_JSON_HEAD}{manifest.as_json()},\n".encode()


def json_opening(table: str) -> bytes:
    """Return the line before the rows of a table in the form json."""
    return f'"{table}": [\n'.encode()


def json_closing(table: str) -> bytes:
    """Return the line after the rows of a table in the form json."""
    return b"]}\n" if table == TABLES[-1].name else b"],\n"


def read_manifest(path: Path) -> Manifest:
    """Return the manifest of the export at ``path``, of whatever version. Raises `ArchiveError` if it is none."""
    try:
        text = _manifest_text(path)
    except FileNotFoundError as error:
        missing = MANIFEST if path.is_dir() else "it"
        raise ArchiveError(f"{path} is no export of an archive: {missing} is not there; {_EXPECTED}") from error
    except OSError as error:
        raise ArchiveError(f"{path} cannot be read ({error.strerror or error}); {_EXPECTED}") from error
    except ValueError as error:
        raise _unknown(path) from error
    try:
        return _manifest(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _unknown(path) from error


_EXPECTED: Final = "name the file or the folder that turnabout archive export made."


def _unknown(path: Path) -> ArchiveError:
    damaged = f"its {MANIFEST}" if path.is_dir() else "its first line"
    return ArchiveError(f"{path} is no export of an archive, or {damaged} is damaged; {_EXPECTED}")


def _manifest_text(path: Path) -> str:
    if path.is_dir():
        with open_file(path / MANIFEST) as file:
            return file.read(_LONGEST_MANIFEST).decode()
    with open_file(path) as file:
        line = file.readline(_LONGEST_MANIFEST).decode()
    if not (line.startswith(_JSON_HEAD) and line.endswith(",\n")):
        raise ValueError(line[: len(_JSON_HEAD)])
    return line.removeprefix(_JSON_HEAD).removesuffix(",\n")


def _manifest(data: Any) -> Manifest:
    form, version, digest = data["form"], data["version"], data.get("digest")
    parts = {name: Part(part["rows"], part["sha256"]) for name, part in data["tables"].items()}
    sound = (
        data["format"] == FORMAT
        and form in (*FORMS, EXCEL)
        and type(version) is int
        and all(type(part.rows) is int and type(part.sha256) is str for part in parts.values())
        and isinstance(digest, str | None)
    )
    if not sound:
        raise ValueError(data)
    return Manifest(form, version, parts, digest)


def is_export(path: Path) -> bool:
    """Tell whether ``path`` can only be meant as an export of an archive, sound or not.

    A folder that has lost its manifest is none: its tables would be taken for lists of old results, and refused.
    """
    try:
        read_manifest(path)
    except ArchiveError:
        return _begins_like_one(path) or _is_there(path / MANIFEST)
    return True


def _begins_like_one(path: Path) -> bool:
    """Tell whether a JSON file has the beginning of an export, damaged or not: other programs write JSON, too."""
    if path.suffix != ".json":
        return False
    try:
        with open_file(path) as file:
            beginning = file.read(_LOOKED_AT)
    except OSError:
        return True  # so that it is said why it cannot be read
    return b'"manifest"' in beginning or FORMAT.encode() in beginning


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False  # where we may not look, or the folder lies too deep
