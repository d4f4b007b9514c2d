"""The box for a list of players on the start page: what was understood is shown, then rows are ticked."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from turnabout_sheets.core.problems import Message, Severity
from turnabout_sheets.core.text import format_number
from turnabout_sheets.desk.sentences import Form
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import Words
from turnabout_sheets.reading.player_list import PlayerList, read_player_list
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.workbook.list_sheets import read_list_sheets

MAX_BYTES: Final = 13_000_000
"""Bytes of an order with a list: the page sends files of 8 MB at most, as text."""

MAX_NAMED: Final = 20
"""How many lines or cells are named."""


class ShownRow(NamedTuple):
    """A row of the list: the name, what else is known of the player, and why it may not be taken.

    ``answers`` is what the list says of who is coming, ``earlier`` the row that has the name already.
    """

    row: int
    name: str
    cells: Sequence[str]
    taken: bool
    earlier: int | None
    answers: Sequence[tuple[str, str]]


class Understood(NamedTuple):
    """What was understood of a list: ``headers`` of Players but for the name, and lists of what is not taken."""

    headers: Sequence[str]
    rows: Sequence[ShownRow]
    taken: int
    doubtful: int
    left: str  # lines
    unreadable: str  # cells
    behind: str  # columns


def read_sent(form: Form, sheet: Sheet, w: Words) -> PlayerList | None:
    """Return the list in the ``data`` of a ``file``, in base 64, or a ``text``; None where there is none.

    Raises `PlayerListError`, `WorkbookError`, and `ValueError` for what no page of ours sends.
    """
    name, data = form.get("file", ""), form.get("text", "").encode("utf-8", "replace")
    if name:
        try:
            data = b64decode(form.get("data", ""), validate=True)
        except binascii.Error as reason:
            raise ValueError("not a file") from reason
    elif not data.strip():
        return None
    name = name or w.say(Message("The pasted list"))
    return read_player_list(read_list_sheets(Path(name), data), sheet, name)


def render_list(listed: PlayerList, sheet: Sheet, w: Words) -> str:
    """Return the table of what was understood, in which each row can be taken or left."""
    columns = [
        column
        for column in sheet.columns
        if column.field != "name" and any(values[column.field] is not None for values in listed.rows.values())
    ]
    earlier = {row: rows[0] for rows in listed.repeated.values() for row in rows[1:]}
    rows = []
    for row, values in listed.numbered.items():
        cells, answers = [_show(values[column.field]) for column in columns], listed.list_doubts(row)
        is_taken = row not in earlier and not answers
        rows.append(ShownRow(row, values["name"], cells, is_taken, earlier.get(row), answers))
    taken = sum(row.taken for row in rows)
    understood = Understood(
        [column.header for column in columns],
        rows,
        taken,
        len(rows) - taken,
        _name_some([str(row) for row in listed.left]),
        _name_some([each.place.cell for each in listed.problems if each.severity is Severity.ERROR]),
        ", ".join(listed.behind),
    )
    return render("desk/understood.html.j2", understood, w).decode()


def _name_some(places: Sequence[str]) -> str:
    return ", ".join(places[:MAX_NAMED]) + (" …" if len(places) > MAX_NAMED else "")


def _show(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else format_number(value)
