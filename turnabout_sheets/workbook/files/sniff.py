"""Telling in plain words why a file is no workbook that we can use, or no table, before any reader sees it.

Organizers bring what they have: an old .xls, a CSV file renamed, half a download. What a file is shows in its first
bytes, whatever its name says. A file's size is looked at before it is read, and what it unpacks to before that is done.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Final

from turnabout_sheets.core import safe_files
from turnabout_sheets.core.problems import Message, say_system
from turnabout_sheets.core.text import find_nearest
from turnabout_sheets.workbook.files.other_programs import LOCKS
from turnabout_sheets.workbook.ooxml.package import (
    DAMAGED_FILE,
    OTHER_KIND,
    PROTECTED,
    TOO_LARGE,
    Package,
    UnusableWorkbookError,
)

LONG_PATH: Final = Message("The path of {file} is too long for Windows. Move it to a folder near the top.")
"""What to say of a workbook that cannot be found for that."""

MAX_FILE: Final = 128 << 20  # bytes of a workbook
_AROUND: Final = " \"'“”„‘’"  # what gets around a name when it is copied
WORKBOOKS: Final = (".xlsx", ".xlsm")
OLD: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # how the files of old Office programs begin
ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")

_BEGINNING: Final = 1 << 16  # bytes that tell which kind of file it is

_KINDS: Final = {
    rb"(?:<\?xml[^>]*>\s*|<!--[^>]*>\s*)*<(?:!doctype html|html|head|body|table|meta|div)\b": Message("a web page"),
    rb"<(?:\?xml|workbook|event)\b": Message("an XML file"),
    rb"%pdf|\{\\rtf": Message("a document"),
    rb"\x89png|\xff\xd8\xff|gif8[79]a|ii\*\0|mm\0\*|riff....webp|\0\0\0.ftyp(?:hei|mif|avif)": Message("a picture"),
    rb"SQLite format 3\0|\0\x01\0\0Standard (?:Jet|ACE) DB": Message("a database"),
    rb'\{\s*["}]|\[\s*(?:\{|\[|\]|"[^"\n]*"\s*[,\]])': Message("a JSON file"),
}
"""Kinds of files that are neither a workbook nor a table, by how they begin."""


def read_file(path: Path) -> bytes:
    """Return a file's bytes; raises `UnusableWorkbookError` if there is no such file, or an absurdly large one."""
    name = path.name or str(path)
    try:
        if path.stat().st_size > MAX_FILE:
            raise UnusableWorkbookError(TOO_LARGE, name)
        return safe_files.read_file(path)
    except OSError as error:
        said = say_system(error)
        if isinstance(error, FileNotFoundError):
            said = say_missing(path)
        elif isinstance(error, PermissionError):
            said = Message("{file} may not be read. Close it in other programs, or ask its owner for access.")
        raise UnusableWorkbookError(said, name) from error


def say_missing(path: Path) -> Message:
    """Return that there is no such file, and which workbook in its folder may be meant."""
    if safe_files.has_long_path(path):
        return LONG_PATH.fill(file=path.name)
    there: dict[str, str] = {}
    with contextlib.suppress(OSError):
        books = (each for each in path.parent.iterdir() if each.suffix.lower() in WORKBOOKS and each.name != path.name)
        there = {each.stem: each.name for each in books if not each.name.startswith(LOCKS)}
    typed = Path(path.name.strip(_AROUND))
    meant = find_nearest(typed.stem if typed.suffix.lower() in WORKBOOKS else typed.name, there)
    said = Message("{file} is not there. Check the name and the folder, or copy the path in the file manager.")
    if meant is not None:
        said = Message("{file} is not there, but “{near}” is. If that is meant, choose it.", near=there[meant])
    return said.fill(file=path.name)


def open_package(data: bytes) -> Package:
    """Return the package that a file's bytes are; raises `UnusableWorkbookError` if they are no workbook."""
    if len(data) > MAX_FILE:
        raise UnusableWorkbookError(TOO_LARGE)
    if not data.strip(b"\0"):
        raise UnusableWorkbookError(DAMAGED_FILE)
    if data.startswith(OLD) and ENCRYPTED in data:
        raise UnusableWorkbookError(PROTECTED)
    if not data.startswith(b"PK"):
        raise UnusableWorkbookError(find_kind(data) or OTHER_KIND)
    package = Package(data)
    if not package.sheets:
        raise UnusableWorkbookError
    return package


def find_kind(data: bytes) -> Message | None:
    """Return what a file is, by how it begins, that is no table; None for others: any text may be a table."""
    beginning = data[:_BEGINNING]
    if beginning.startswith(_UTF16_MARKS):
        beginning = beginning.decode("utf-16", "replace").encode()
    text = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()
    kind = next((name for pattern, name in _KINDS.items() if re.match(pattern, text, re.IGNORECASE)), None)
    said = Message("{file} is {kind}, not a workbook or a list. Save the table in it as .xlsx, .ods or .csv.")
    return said.fill(kind=kind) if kind else None
