"""Enters a result for a person who does not type into cells: the cells of a match change, nothing else."""

from __future__ import annotations

from pathlib import Path

from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import to_spans
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.event.results import compute, running_round
from turnabout_sheets.jobs.edit import Answer, Change, Edit, EditError, edit, read_raw
from turnabout_sheets.reading.typed_results import Typed, read_fields, read_line
from turnabout_sheets.sheets.cell_kinds import format_cell


def enter_result(
    path: Path, table: int, typed: str | Typed, *, round: int | None = None, confirmed: bool = False
) -> Edit:
    """Enter the result of the match at a table; without a round, of that which is running.

    ``typed`` is a line, which says all of the result (see `reading.typed_results`), or texts by field: those that are
    not named stay as they are, and the empty text clears a cell. What stands there is replaced if it is ``confirmed``.

    Raises `EditError`, or `WorkbookError` where the workbook cannot be read or written.
    """

    def plan(event: Event, format: Format) -> Edit:
        match = find_match(event, running_round(compute(event, format)) if round is None else round, table)
        texts, problems = read_line(typed, event, format, match) if isinstance(typed, str) else (typed, [])
        values, unreadable = read_fields(texts, event, format, match)
        if problems or unreadable:
            return Edit(Answer.REFUSED, problems=unreadable or problems, match=match)
        sheet = event.tables[match.sheet]
        shown = {field: format_cell(read_raw(sheet, match.row, field)) for field in values}
        there, _ = read_fields(shown, event, format, match)
        changes = [
            Change(sheet, match.row, field, value)
            for field, value in values.items()
            if value != there.get(field) or event.place(match, field) in event.unreadable
        ]
        replaces = any(shown[each.field] for each in changes)
        return Edit(Answer.TAKEN if replaces and not confirmed else Answer.SAME, changes, match=match)

    return edit(path, plan)


def find_match(event: Event, number: int, table: int) -> Match:
    """Return the match at a table of a round. Raises `EditError`."""
    matches = event.rounds.get(number, [])
    found = [match for match in matches if match.table == table]
    if len(found) > 1:
        said = Message("Table {table} is there more than once in round {round}. Correct that first.", table=table)
        raise EditError(said.fill(round=number))
    if not found:
        spans = to_spans(sorted({match.table for match in matches if match.table is not None}))
        tables = tuple(f"{span[0]}–{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)
        said = Message("Round {round} has no table {table}; its tables are {tables}.", round=number, table=table)
        raise EditError(said.fill(tables=tables or "–"))
    return found[0]
