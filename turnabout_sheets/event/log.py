"""The log: what the organizer changed from run to run, as lines that hold together by their digests.

A line's digest is of all that it says, of its cells, and of the digest of the line before: so a line that is altered,
missing or in another place does not fit those beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from turnabout_sheets.core.digests import digest, shorten_digest
from turnabout_sheets.event.differences import Change
from turnabout_sheets.sheets.cell_kinds import NUMBER
from turnabout_sheets.sheets.declarations import Column, Sheet

LOG: Final = Sheet(
    "Log",
    "What was changed between the runs, the newest first; results of before a later round was paired come first.",
    (
        Column("Run", "run", NUMBER, help="Runs that found nothing changed are not counted.", width=6),
        Column("Saved", "saved", help="When the workbook was saved before, in UTC, as it says itself; by whom, if Log "
               "names is yes.", width=17),
        Column("Sheet", "sheet", width=12),
        Column("Who", "who", help="The player or the table.", width=22),
        Column("Column", "column", width=20),
        Column("Before", "before", width=20),
        Column("After", "after", width=24),
        Column("What followed", "followed", help="Points, ranks and awards that came of it.", width=60),
        Column("Digest", "digest", help="By which an altered or missing line is found.", width=17),
    ),
)  # fmt: skip

REMEMBERED: Final = Sheet(
    "Remembered",
    "What the last run read, and all lines of the log with their cells; very hidden.",
    (
        Column("Remembered", "what", help="The sheets that were read, the lines, or the seal of both.", width=14),
        Column("Text", "text", help="A piece of the text, as JSON.", width=60),
    ),
)  # fmt: skip

MOST_LINES: Final = 100
"""So many lines of the log are shown, the newest; all are remembered."""

BEGINS: Final = "The log begins here"
"""What the first line says."""

_OWN: Final = ("run", "saved", "sheet", "who", "column", "before", "after", "followed")


class Entry(NamedTuple):
    """What a line says besides its run: whose cells were changed, from what to what, and what ``followed``."""

    sheet: str = ""
    who: str = ""
    column: str = ""
    before: str = ""
    after: str = ""
    followed: str = ""
    cells: tuple[Change, ...] = ()


class Line(NamedTuple):
    """An entry of a run; ``saved`` as on the sheet, ``digest`` in 64 hexadecimal digits."""

    run: int
    saved: str
    entry: Entry
    digest: str = ""

    @property
    def texts(self) -> tuple[int | str, ...]:
        """What it says itself, without its cells."""
        entry = self.entry
        said = (entry.sheet, entry.who, entry.column, entry.before, entry.after, entry.followed)
        return (self.run, self.saved, *said)

    @property
    def shown(self) -> tuple[int | str, ...]:
        """What the sheet Log shows of it."""
        return (*self.texts, shorten_digest(self.digest))


def add_entries(lines: Sequence[Line], saved: str, entries: Iterable[Entry]) -> list[Line]:
    """Return the lines, oldest first, with those of a further run behind them; without entries just as they are."""
    log, run = list(lines), lines[-1].run + 1 if lines else 1
    for entry in entries:
        line = Line(run, saved, entry)
        log.append(line._replace(digest=digest_line(line, log[-1].digest if log else "")))
    return log


def digest_line(line: Line, before: str) -> str:
    """Return the digest that a line should have behind one with the digest ``before``."""
    return digest([*line.texts, _list_cells(line), before])


def _list_cells(line: Line) -> list[tuple[str, ...]]:
    return [tuple(cell) for cell in line.entry.cells]


def seal(lines: Sequence[Line], texts: Mapping[str, str]) -> str:
    """Return the digest by which the remembered ``texts``, by what they are, fit the last line."""
    digests = {what: sha256(text.encode()).hexdigest() for what, text in texts.items()}
    return digest([lines[-1].digest if lines else "", digests])


def find_break(lines: Sequence[Line]) -> int | None:
    """Return the index of the first line that does not fit those before it; None where all hold together."""
    before = ""
    for index, line in enumerate(lines):
        if line.digest != digest_line(line, before):
            return index
        before = line.digest
    return None


def newest_first(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of the newest run first; those of a run stay in their order."""
    return sorted(lines, key=lambda line: -line.run)


def write_lines(lines: Sequence[Line]) -> str:
    """Return the lines as text, in ASCII, from which `read_lines` makes the same again."""
    return json.dumps([[*line.texts, _list_cells(line), line.digest] for line in lines], separators=(",", ":"))


def read_lines(text: str) -> list[Line]:
    """Return the lines of a text. Raises `ValueError` for one that `write_lines` has not written."""
    try:
        return [
            Line(
                run,
                saved,
                Entry(sheet, who, column, before, after, then, tuple(Change(*cell) for cell in cells)),
                digest,
            )
            for run, saved, sheet, who, column, before, after, then, cells, digest in json.loads(text)
        ]
    except TypeError as error:
        raise ValueError("these are no lines of a log") from error


def line_data(line: Line) -> Mapping[str, Any]:
    """Return a line as data for JSON, with every cell."""
    cells = [cell._asdict() for cell in line.entry.cells]
    return {**dict(zip(_OWN, line.texts, strict=True)), "cells": cells, "digest": line.digest}
