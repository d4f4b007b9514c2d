"""Takes a name out of a kept workbook, with what the program itself remembers in it, so that its log holds together.

Lines of the log that were altered before stay so, and so does a seal that did not fit: what is rewritten proves no more
than what there was.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from turnabout_sheets.changes.differences import Change
from turnabout_sheets.changes.log import (
    LOG,
    REMEMBERED,
    Entry,
    Line,
    change_lines,
    join_values,
    read_lines,
    seal,
    write_lines,
)
from turnabout_sheets.core.renaming import Renaming
from turnabout_sheets.core.text import header_key, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.jobs.log_store import SEAL, SHEET, STATE, read_ours, recall
from turnabout_sheets.reading.event_sheet import EVENT_SHEET, choose_format, is_event_sheet
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.reading.published import OPEN, read_texts
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.ownership import Ours, find_homes
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError
from turnabout_sheets.workbook.ooxml.rename import Figures, rename_in_workbook
from turnabout_sheets.workbook.ours.book import make_workbook, scratch_bytes
from turnabout_sheets.workbook.ours.recognition import ours_of, require_known_form
from turnabout_sheets.workbook.ours.run_sheets import add_log, add_remembered
from turnabout_sheets.workbook.read import Worksheets

_NAME, _ID = "player", "playerid"
"""The headers of columns with names and Player IDs, by `header_key`."""


def rename_workbook(data: bytes, renaming: Renaming) -> bytes | None:
    """Return a workbook in which nobody is called so any more; None where that cannot be done wholly.

    The same workbook and pseudonym give the same bytes. Whatever bytes come, this raises nothing.
    """
    with contextlib.suppress(WorkbookError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        source = Source(Path("workbook.xlsx"), data, "")
        require_known_form(source)
        format = choose_format(Worksheets(source).read(is_event_sheet))
        figures = _list_figures(source, format) if renaming.numbers else {}
        return rename_in_workbook(*_renew_log(source, ours_of(format), renaming), figures)
    return None


def _list_figures(source: Source, format: Format) -> Figures:
    """Return below which headers the program reads numbers, by sheet; None for one that it writes."""
    known = {key(sheet.name): sheet for sheet in (EVENT_SHEET, *format.sheets.input)}
    figures: dict[str, Collection[str] | None] = {}
    for title in source.package.sheets:
        sheet = known.get(key(title)) if round_number(title) is None else format.sheets.matches
        figures[title] = [header_key(column.header) for column in sheet.columns] if sheet else ()
    homes = find_homes(source.package, ours_of(format)).values()
    return figures | {home.title: None for home in homes if not home.is_new}


def _renew_log(source: Source, ours: Ours, renaming: Renaming) -> tuple[bytes, Renaming, Collection[str]]:
    """Return a workbook in which the sheets Log and Remembered have another name for somebody, and fit each other.

    With it comes what stood in cells of Remembered, and may stand among the texts that cells share though none does.
    """
    data = source.data
    remembered, grid = recall(source, ours), read_ours(source, ours, REMEMBERED)
    if grid is None:
        return data, renaming, ()
    renaming, old = _add_spellings(renaming, remembered.lines), read_texts(grid)
    if remembered.damaged:
        if any(renaming.is_in(text.encode()) for text in old.values()):
            raise UnusableWorkbookError("remembers what cannot be read")
        return data, renaming, ()
    new = {_rename_what(what, renaming): _rename_text(what, text, renaming) for what, text in old.items()}
    if new == old:
        return data, renaming, ()
    lines = read_lines(new.get("lines", ""))
    said = {what: text for what, text in new.items() if what not in (STATE, SEAL)}
    if seal(remembered.lines, remembered.sealed) == remembered.seal:
        if STATE in new:
            new[STATE] = seal(lines, said)
        else:
            new[SEAL] = seal(lines, {what.removeprefix(SHEET): said[what] for what in said if what.startswith(SHEET)})
    book = make_workbook()
    if read_ours(source, ours, LOG) is not None:
        add_log(book, lines)
    add_remembered(book, new)
    renewed = bytes(graft(data, scratch_bytes(book), ours=ours, rows=book.rows))
    now = read_ours(replace(source, data=renewed), ours, REMEMBERED)
    before, after = ({str(cell) for row in each.rows for cell in row} if each else set() for each in (grid, now))
    return renewed, renaming, {cell for cell in before - after if cell.startswith(OPEN)}


def _add_spellings(renaming: Renaming, lines: Sequence[Line]) -> Renaming:
    """Return what also takes out a whole name that was typed otherwise at first: reasons of pairings have it yet."""
    for line in reversed(lines):  # the newest first: it leads to the one before
        for cell in line.entry.cells:
            if header_key(cell.column) == _NAME and renaming.replace(cell.who) == renaming.pseudonym:
                typed = [each for each in (cell.before, cell.after) if len(each.split()) > 1]
                new = {each for each in typed if key(each) not in map(key, (*renaming.names, *renaming.kept))}
                renaming = replace(renaming, names=[*renaming.names, *sorted(new)])
    return renaming


def _rename_what(what: str, renaming: Renaming) -> str:
    return SHEET + renaming.replace(what.removeprefix(SHEET)) if what.startswith(SHEET) else what


def _rename_text(what: str, text: str, renaming: Renaming) -> str:
    """Return one of the texts that are remembered; just as it is where nobody is called so."""
    if what in (STATE, SEAL):
        return text
    if what == "lines":
        return write_lines([*change_lines(read_lines(text), partial(_rename_line, renaming))])
    data = json.loads(text)
    new = _rename(_CLEAR.get(what, _clear_column)(renaming, data), renaming)
    return text if new == data else json.dumps(new, separators=(",", ":"))


def _rename(value: Any, renaming: Renaming) -> Any:
    """Return a value of JSON with every text in it renamed."""
    if isinstance(value, str):
        return renaming.replace(value)
    if isinstance(value, list):
        return [_rename(each, renaming) for each in value]
    if isinstance(value, dict):
        return {renaming.replace(name): _rename(each, renaming) for name, each in value.items()}
    return value


def _clear_ids(renaming: Renaming, data: Mapping[str, str]) -> Any:
    return {name: each for name, each in data.items() if not renaming.is_id(each)}


def _clear_lists(renaming: Renaming, data: Any) -> Any:
    """Return the lists of the draw, in which a Player ID stands behind a name (`event.entry_lists`)."""
    return [
        [*settings, [[name, "" if renaming.is_id(each) else each, *more] for name, each, *more in entrants]]
        for *settings, entrants in data
    ]


def _clear_column(renaming: Renaming, data: Any) -> Any:
    """Return a sheet, if it is one, without the IDs in its column Player ID."""
    if not (isinstance(data, list) and renaming.ids):
        return data
    *other, rows = data
    columns: set[int] = set()
    new = []
    for row in rows:
        columns |= {place for place, cell in enumerate(row) if isinstance(cell, str) and header_key(cell) == _ID}
        new.append(["" if at in columns and renaming.is_id(format_cell(cell)) else cell for at, cell in enumerate(row)])
    return [*other, new]


_CLEAR: Final[Mapping[str, Callable[[Renaming, Any], Any]]] = {"ids": _clear_ids, "entry lists": _clear_lists}
"""What takes Player IDs out of what is remembered, by what it is; of all else, out of a sheet."""


def _rename_line(renaming: Renaming, line: Line) -> Line:
    """Return a line without a name, also that of who saved the workbook."""
    return line._replace(saved=renaming.replace(line.saved), entry=_rename_entry(renaming, line.entry))


def _rename_entry(renaming: Renaming, entry: Entry) -> Entry:
    """Return what a line says, with its cells, in which an earlier name or Player ID of theirs may stand, too."""

    def change(cell: Change) -> Change:
        header, is_theirs = header_key(cell.column), renaming.replace(cell.who) == renaming.pseudonym
        values = [cell.before, cell.after]
        if header == _ID:
            values = ["" if is_theirs or renaming.is_id(each) else each for each in values]
        elif header == _NAME and is_theirs:
            others = {"", *map(key, renaming.kept)}
            values = [each if key(each) in others else renaming.pseudonym for each in values]
        return Change(*map(renaming.replace, (*cell[:4], *values)))

    cells = tuple(map(change, entry.cells))
    told = (entry.before, entry.after)
    before, after = join_values(cells) if told == join_values(entry.cells) else map(renaming.replace, told)
    sheet, who, column, followed = map(renaming.replace, (entry.sheet, entry.who, entry.column, entry.followed))
    return Entry(sheet, who, column, before, after, followed, cells)
