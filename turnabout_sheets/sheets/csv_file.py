"""Reads a CSV file as Excel and others write them, or a table of text that was pasted."""

from __future__ import annotations

import codecs
import csv
import re
from io import StringIO
from itertools import chain, islice

from turnabout_sheets.core.problems import Message, SaidError
from turnabout_sheets.sheets.grid import Grid

_SAMPLE = 200  # lines that tell what separates the cells of all
_DELIMITERS = "\t;,|"  # the likeliest first: where all lines have two of them, a text in a cell has the other
_RULE = re.compile(r"[\s:+|=-]*[=-]{3}[\s:+|=-]*")  # the line below the head of a table that is drawn
_NONE = "\x1f"  # separates no cells that anybody types
_END = "\0"  # a row of its own after the last one, unless a quotation mark that is never closed has swallowed it


class CsvError(SaidError):
    """A CSV file could not be read; the text is for the organizer."""


def read_csv(data: bytes, name: str) -> Grid:
    """Read a CSV file, in Unicode or Windows letters; the grid has the file's name. Raises `CsvError`."""
    try:
        text = data.decode("utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if _END in text:
        raise CsvError(Message("{file} is not plain text, as a CSV file is. Save it again as CSV.", file=name))
    text = text.rstrip()
    reader = csv.reader(chain(StringIO(text, newline=""), [_END]), delimiter=_find_delimiter(text))
    rows: list[tuple[str, ...]] = []
    line = begin = 1
    try:
        for row in reader:
            rows.append(() if _RULE.fullmatch("".join(row)) else tuple(row))
            line, begin = begin, reader.line_num + 1
        is_closed = rows.pop() == (_END,)
    except csv.Error:
        line, is_closed = begin, False
    if not is_closed:
        message = Message(
            "{file} cannot be read from line {line} on: a quotation mark opens a cell that does not end. Correct the "
            "line, or save the list again as CSV.",
            file=name,
            line=line,
        )
        raise CsvError(message)
    return Grid(name, rows)


def _find_delimiter(text: str) -> str:
    """Return what separates the cells: what most of the first lines have; where none has, nothing does."""
    filled = (line for line in StringIO(text, newline="") if line.strip() and not _RULE.fullmatch(line))
    lines = list(islice(filled, _SAMPLE))
    counts = {each: sum(each in line.strip(" \r\n") for line in lines) for each in _DELIMITERS}
    likely = max(_DELIMITERS, key=lambda each: counts[each])
    return likely if 2 * counts[likely] > len(lines) else _NONE
