"""Reads a CSV file as Excel and others write them."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.core.problems import Message, SaidError, say_system
from turnabout_sheets.sheets.grid import Grid

MOST_BYTES = 200 * 10**6
"""What is larger is no list of players or results; the tables of ten thousand events are smaller."""

LOOKED_AT = 200
"""How many lines tell what stands between the cells of all."""

_DELIMITERS = "\t;,|"
"""The likeliest first: where all lines have two of them, a text in a cell has the other."""

_LINE = re.compile(r"[^\r\n]+(?:\r\n?|\n)?|\r\n?|\n")

_RULE = re.compile(r"[\s:+|=-]*[=-]{3}[\s:+|=-]*")
"""The line between the head and the rows of a table in Markdown, and of others that are drawn."""

_NONE = "\x1f"
"""Stands between no cells that anybody types."""

_END = "\0"
"""Stands as a row of its own after the last one, unless a quotation mark that is never closed has swallowed it."""


class CsvError(SaidError):
    """A CSV file could not be read; the text is for the organizer."""


def read_csv(path: Path) -> Grid:
    """Read a CSV file, in Unicode or Windows letters, with commas, semicolons or tabs; the grid has the file's name.

    Raises `CsvError` for a file that cannot be read, is too large, or is no CSV.
    """
    text = _text(path)
    delimiter = _find_delimiter(text)
    lines = chain(_lines(text, len(text.rstrip())), [_END])
    rows: list[list[str]] = []
    alike: dict[str, str] = {}  # the same few texts stand in most cells of a long list
    begun = 1
    try:
        reader = csv.reader(lines, delimiter=delimiter)
        for row in reader:
            rows.append([] if _RULE.fullmatch("".join(row)) else list(map(alike.setdefault, row, row)))
            last, begun = begun, reader.line_num + 1
    except csv.Error:
        raise _not_closed(path, begun) from None
    if rows.pop() != [_END]:
        raise _not_closed(path, last)
    return Grid(path.name, rows)


def _lines(text: str, end: int) -> Iterator[str]:
    """Yield the lines of a text up to a place in it, one after the other, as a list may be long.

    Only \\n and \\r end a line; splitlines knows more, and would cut cells in two.
    """
    return (line[0] for line in _LINE.finditer(text, 0, end))


def _find_delimiter(text: str) -> str:
    """Return what stands between the cells: what most of the first lines have; where none has, nothing does.

    A list of names may have a comma here and there, and a title stands above many a table.
    """
    filled = (line for line in _lines(text, len(text)) if line.strip() and not _RULE.fullmatch(line))
    lines = list(islice(filled, LOOKED_AT))
    counts = {each: sum(each in line.strip(" \r\n") for line in lines) for each in _DELIMITERS}
    likely = max(_DELIMITERS, key=lambda each: counts[each])
    return likely if 2 * counts[likely] > len(lines) else _NONE


def _text(path: Path) -> str:
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise CsvError(
                Message("{file} holds more than any event needs. Check that it is the right file.", file=path.name),
            )
        data = read_file(path, MOST_BYTES)
    except FileNotFoundError as reason:
        raise CsvError(
            Message(
                "{file} is not there. Check the name and the folder, or copy the path in the file manager.",
                file=path.name,
            ),
        ) from reason
    except OSError as reason:
        raise CsvError(say_system(reason, path.name)) from reason
    try:
        text = data.decode("utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        raise CsvError(
            Message("{file} is not plain text, as a CSV file is. Save it again as CSV.", file=path.name),
        )
    return text


def _not_closed(path: Path, line: int) -> CsvError:
    return CsvError(
        Message(
            "{file} cannot be read from line {line} on: a quotation mark opens a cell that does not end. Correct the "
            "line, or save the list again as CSV.",
            file=path.name,
            line=line,
        ),
    )
