"""The box for a list of players, on the start page and before round 1: what was understood is shown, then chosen."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from turnabout_sheets.core.text import format_number
from turnabout_sheets.jobs.add_players import load_player_list, load_sent_list
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import Words
from turnabout_sheets.reading.player_list import Choice, PlayerList, Proposal, propose
from turnabout_sheets.sheets.declarations import Sheet

MOST_BYTES: Final = 12_000_000
"""Bytes of an order with a list: the page sends files of 8 MB at most, and one takes a third more as text."""


class Sent(NamedTuple):
    """A list as a page sends it: ``text`` that was pasted, or a ``file`` by its name, with its ``data`` in base 64.

    ``chosen``: what was chosen of its rows, as JSON; blank if nobody has looked at them.
    """

    text: str = ""
    file: str = ""
    data: str = ""
    chosen: str = ""


class ListReply(NamedTuple):
    """What was read of a list, as a piece of a page; or why nothing was, in a language."""

    shown: str
    text: str = ""
    language: str = ""


class ShownDoubt(NamedTuple):
    """A guess in the words of the page: what was guessed, and what else the ``field`` may hold, the guess first."""

    text: str
    field: str
    offers: Sequence[str]


class ShownRow(NamedTuple):
    """A row of the list: the name, what else is known of the player, and whether it is taken."""

    row: int
    name: str
    cells: Sequence[str]
    taken: bool
    doubts: Sequence[ShownDoubt]


class Understood(NamedTuple):
    """What was read of a list: ``headers`` of Players but for the name, ``behind`` what is not taken."""

    headers: Sequence[str]
    rows: Sequence[ShownRow]
    taken: int
    doubtful: int
    nameless: str
    behind: str


def read_sent(sent: Sent, sheet: Sheet, path: Path | None = None) -> PlayerList | None:
    """Return the list that was pasted or sent, else that in the file of a ``path``; None where there is none.

    Raises `PlayerListError`, `WorkbookError`, and `ValueError` for what no page of ours sends.
    """
    if sent.file:
        try:
            data = b64decode(sent.data, validate=True)
        except binascii.Error as reason:
            raise ValueError("not a file") from reason
        return load_sent_list(sent.file, data, sheet)
    if sent.text.strip():
        return load_sent_list("", sent.text.encode("utf-8", "replace"), sheet)
    return load_player_list(path, sheet) if path is not None else None


def read_sent_order(body: bytes) -> Sent:
    """Return a list as the desk's page sends it. Raises `ValueError` for what no page of ours sends."""
    try:
        order = Sent(**json.loads(body))
    except (TypeError, RecursionError) as reason:
        raise ValueError("not the fields of a list") from reason
    if not all(isinstance(each, str) for each in order):
        raise ValueError("not the values of a list")
    return order


def read_choices(text: str) -> Mapping[int, Choice]:
    """Return what was chosen, by row. Raises `ValueError` for what no page of ours sends."""
    try:
        told = json.loads(text)
        choices = {int(row): Choice(**choice) for row, choice in told.items()}
    except (TypeError, AttributeError, RecursionError) as reason:
        raise ValueError("not a choice") from reason
    for each in choices.values():
        is_told = isinstance(each.taken, bool) and isinstance(each.values, dict)
        if not is_told or not all(isinstance(value, str) for value in each.values.values()):
            raise ValueError("not the values of a choice")
    return choices


def render_list(listed: PlayerList, sheet: Sheet, w: Words, present: Collection[str] = ()) -> str:
    """Return the table of what was understood, in which each row can be taken or left."""
    proposals = propose(listed, sheet, present)
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
        ", ".join(nameless[:MOST_NAMED]) + (" …" if len(nameless) > MOST_NAMED else ""),
        ", ".join(listed.behind),
    )
    return render("desk/understood.html.j2", understood, w).decode()


MOST_NAMED: Final = 20
"""So many lines without a name are named."""


def _word_doubts(proposal: Proposal, w: Words) -> Iterator[ShownDoubt]:
    for doubt in proposal.doubts:
        texts = dict(zip(doubt.rows, doubt.texts, strict=False))
        text = texts.get(proposal.row, doubt.texts[0])
        yield ShownDoubt(w(doubt.about, text=text, row=doubt.rows[0], column=doubt.field), doubt.field, doubt.offers)


def _show(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else format_number(value)
