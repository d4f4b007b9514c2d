"""The box for a list of players on the start page: what was understood is shown, then rows are ticked."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from turnabout_sheets.core.text import format_number
from turnabout_sheets.desk.sentences import Form
from turnabout_sheets.jobs.new import load_sent_list
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import Words
from turnabout_sheets.reading.player_list import PlayerList, Proposal, propose
from turnabout_sheets.sheets.declarations import Sheet

MAX_BYTES: Final = 13_000_000
"""Bytes of an order with a list: the page sends files of 8 MB at most, as text."""

MAX_NAMED: Final = 20
"""So many lines without a name are named."""


class ShownDoubt(NamedTuple):
    """A guess in the words of the page; ``is_answer``: what the list says of who comes."""

    text: str
    is_answer: bool


class ShownRow(NamedTuple):
    """A row of the list: the name, what else is known of the player, and whether it is taken."""

    row: int
    name: str
    cells: Sequence[str]
    taken: bool
    doubts: Sequence[ShownDoubt]


class Understood(NamedTuple):
    """What was understood of a list: ``headers`` of Players but for the name, ``behind`` what is not taken."""

    headers: Sequence[str]
    rows: Sequence[ShownRow]
    taken: int
    doubtful: int
    nameless: str
    behind: str


def read_sent(form: Form, sheet: Sheet) -> PlayerList | None:
    """Return the list in the ``data`` of a ``file``, in base 64, or a ``text``; None where there is none.

    Raises `PlayerListError`, `WorkbookError`, and `ValueError` for what no page of ours sends.
    """
    if name := form.get("file"):
        try:
            data = b64decode(form.get("data", ""), validate=True)
        except binascii.Error as reason:
            raise ValueError("not a file") from reason
        return load_sent_list(name, data, sheet)
    if (text := form.get("text", "")).strip():
        return load_sent_list("", text.encode("utf-8", "replace"), sheet)
    return None


def render_list(listed: PlayerList, sheet: Sheet, w: Words) -> str:
    """Return the table of what was understood, in which each row can be taken or left."""
    proposals = propose(listed, sheet)
    columns = [
        column
        for column in sheet.columns
        if column.field != "name" and any(each.values[column.field] is not None for each in proposals)
    ]
    rows = [
        ShownRow(
            each.row,
            each.values["name"],
            [_show(each.values[column.field]) for column in columns],
            each.taken,
            list(_word_doubts(each, w)),
        )
        for each in proposals
    ]
    nameless = [str(doubt.rows[0]) for doubt in listed.doubts if doubt.about == "nameless"]
    understood = Understood(
        [column.header for column in columns],
        rows,
        sum(row.taken for row in rows),
        sum(bool(row.doubts) for row in rows),
        ", ".join(nameless[:MAX_NAMED]) + (" …" if len(nameless) > MAX_NAMED else ""),
        ", ".join(listed.behind),
    )
    return render("desk/understood.html.j2", understood, w).decode()


def _word_doubts(proposal: Proposal, w: Words) -> Iterator[ShownDoubt]:
    for doubt in proposal.doubts:
        texts = dict(zip(doubt.rows, doubt.texts, strict=False))
        text = texts.get(proposal.row, doubt.texts[0])
        words = w(doubt.about, text=text, row=doubt.rows[0], column=doubt.column)
        yield ShownDoubt(words, bool(doubt.column))


def _show(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else format_number(value)
