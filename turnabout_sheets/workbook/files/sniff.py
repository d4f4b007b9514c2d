"""Telling in plain words why a file is no workbook that we can use, before any reader sees it.

Organizers bring what they have: an old .xls, a CSV file renamed, half a download. A reader's own message ("File is not
a zip file") does not help them. What a file is shows in its first bytes, whatever its name says. Time and memory are
bounded: a file's size, and what it unpacks to, are looked at before anything is read or unpacked.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from turnabout_sheets.core.atomic_write import is_too_long
from turnabout_sheets.core.command_line import is_started_by_icon, name_program
from turnabout_sheets.core.ordinary_files import OddFileError
from turnabout_sheets.core.ordinary_files import read_file as read_ordinary_file
from turnabout_sheets.core.problems import Said, say_system
from turnabout_sheets.core.text import find_nearest
from turnabout_sheets.workbook.files.other_programs import LOCKS
from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.package import (
    DAMAGED_FILE,
    OTHER_KIND,
    PROTECTED,
    SAVE_AS_XLSX,
    TOO_LARGE,
    TOO_MUCH,
    Package,
    UnusableWorkbookError,
)

LONG_PATH: Final = "has too long a path for Windows; move it to a folder near the top"
"""What to say of a workbook that cannot be found for that."""

MAX_FILE: Final = 128 << 20
"""Bytes that a workbook may have. An event of a thousand players has well under one million."""

WORKBOOKS: Final = (".xlsx", ".xlsm")
"""How workbooks end."""

_AROUND: Final = " \"'“”„‘’"
"""What gets around a name when it is copied: spaces, and all kinds of quotation marks."""

_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PROTECTED: Final = (
    "is protected with a password; in Excel remove it (File > Info > Protect Workbook > Encrypt with Password) and save"
)
_TEXT_MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
_NO_TEXT: Final = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1a")
"""Bytes that no plain text has; DOS ends one with the last of those that are left out."""

_BEGINNINGS: Final = (
    ((b"<html", b"<!doctype html", b"<table", b"<head", b"<body"), f"is a web page, not a workbook; {SAVE_AS_XLSX}"),
    ((b"<?xml", b"<workbook"), f"is an XML file, not a workbook; {SAVE_AS_XLSX}"),
    ((b"%pdf",), "is a PDF file, not a workbook; take the workbook that it was made from"),
    ((b"{\\rtf",), "is a text document, not a workbook; take the workbook itself"),
    (
        (b"\x89png", b"\xff\xd8\xff", b"gif8", b"ii*\0", b"mm\0*"),
        "is a picture, not a workbook; take the workbook itself",
    ),
    (
        (b"rar!", b"7z\xbc\xaf", b"\x1f\x8b"),
        "is a packed archive, not a workbook; unpack it and take the workbook in it",
    ),
)
"""How files of other kinds begin, in lower case, and what to say of them."""


def refusal(source: Path | bytes, name: str | None = None) -> str | None:
    """Return one sentence why a file (or the bytes of one, called `name`) cannot be used, or None if it can.

    The sentence begins with the file's name and says what the file is and what to do.
    """
    try:
        require_workbook(read_file(source) if isinstance(source, Path) else source)
    except UnusableWorkbookError as error:
        return f"{name or (source.name if isinstance(source, Path) else 'The workbook')} {error.reason}."
    return None


def read_file(path: Path) -> bytes:
    """Return a file's bytes; raises `UnusableWorkbookError` if there is no such file, or an absurdly large one."""
    try:
        size = path.stat().st_size
        if size > MAX_FILE:
            raise UnusableWorkbookError(f"has {size >> 20} MB, {TOO_MUCH}", said=TOO_LARGE)
        return read_ordinary_file(path, MAX_FILE + 1)
    except OddFileError as error:
        raise UnusableWorkbookError(
            f"is {error.kind}, not a workbook; name the workbook itself", said=Said("files.odd", {})
        ) from error
    except FileNotFoundError as error:
        if is_too_long(error):
            raise UnusableWorkbookError(LONG_PATH, said=Said("files.long_path", {})) from error
        raise UnusableWorkbookError(f"does not exist; {_suggest(path)}", said=Said("start.not_there", {})) from error
    except PermissionError as error:
        raise UnusableWorkbookError(
            "may not be read; close it in Excel, or ask its owner for access", said=Said("files.not_allowed", {})
        ) from error
    except OSError as error:
        raise UnusableWorkbookError(
            f"cannot be read ({error.strerror or error}); copy it to this computer", said=say_system(error)
        ) from error


def _suggest(path: Path) -> str:
    """Return what to do where there is no such file: what stands in its folder may be meant."""
    there: dict[str, str] = {}
    with contextlib.suppress(OSError):
        books = (each for each in path.parent.iterdir() if each.suffix.lower() in WORKBOOKS and each.name != path.name)
        there = {each.stem: each.name for each in books if not each.name.startswith(LOCKS)}
    typed = Path(path.name.strip(_AROUND))
    meant = find_nearest(typed.stem if typed.suffix.lower() in WORKBOOKS else typed.name, there)
    by_icon = is_started_by_icon()
    if meant is None:
        by_command = f"make a new workbook with: {name_program()} new"
        how = "double-click the Turnabout icon, and make a new event there" if by_icon else by_command
        return f"check the name and the folder, or {how}"
    near = there[meant]
    typed_so = f"type its name so{', in quotes' if ' ' in near else ''}"
    how = "drop it on the Turnabout icon" if by_icon else typed_so
    return f'in that folder there is "{near}": if that is meant, {how}'


def require_workbook(data: bytes) -> Package:
    """Return the package that a file's bytes are; raises `UnusableWorkbookError` if they are no usable workbook."""
    if len(data) > MAX_FILE:
        raise UnusableWorkbookError(f"has {len(data) >> 20} MB, {TOO_MUCH}", said=TOO_LARGE)
    if not data.startswith(b"PK"):
        reason, said = _find_kind(data)
        raise UnusableWorkbookError(reason, said=said)
    package = Package(data)
    if not package.sheets:
        raise UnusableWorkbookError(f"has no worksheets; {SAVE_AS_XLSX}")
    for part, beginning in package.check():
        if part.casefold().endswith((".xml", ".rels")) and bounds.declares_doctype(beginning):
            raise UnusableWorkbookError(
                f"has a document type declaration in {part}, which no spreadsheet program writes; {SAVE_AS_XLSX}"
            )
    return package


def _find_kind(data: bytes) -> tuple[str, Said]:
    """Return what a file is that is no zip file, and how pages say it."""
    if not data.strip(b"\0"):
        reason = "is empty; perhaps it has not been downloaded whole, so take a backup or download it again"
        return reason, DAMAGED_FILE
    if _utf16("EncryptedPackage") in data and data.startswith(_OLE):
        return _PROTECTED, PROTECTED
    return _name_kind(data), OTHER_KIND


def _name_kind(data: bytes) -> str:
    """Say what other kind of file it is."""
    if data.startswith(_OLE):
        return _old_office_file(data)
    text = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    for beginnings, reason in _BEGINNINGS:
        if text.startswith(beginnings):
            return reason
    if data.startswith(_TEXT_MARKS) or _NO_TEXT.isdisjoint(data[:4096]):
        return f"is a plain text file (CSV?), not a workbook; {SAVE_AS_XLSX}"
    return f"is not an Excel workbook; {SAVE_AS_XLSX}"


def _old_office_file(data: bytes) -> str:
    """Say what a compound file is ([MS-CFB]): its directory names its streams in UTF-16."""
    if _utf16("Workbook") in data or _utf16("Book") in data:
        return f"is an old Excel file (.xls), whatever its name says; {SAVE_AS_XLSX}"
    return f"is an old Office file, but not a workbook; {SAVE_AS_XLSX}"


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-le")
