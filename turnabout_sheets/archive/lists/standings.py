"""Reads standings as other programs print them and people keep them, as our list of placings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Final

from turnabout_sheets.archive.lists.made import SHOWN_LETTERS, MadeList
from turnabout_sheets.archive.lists.rows import PLACINGS
from turnabout_sheets.archive.lists.scores import read_figure, read_place
from turnabout_sheets.archive.lists.standings_table import STANDINGS, Standings, leave_out_rows_below
from turnabout_sheets.archive.lists.win_records import COUNTS, count_rounds, find_order, read_record
from turnabout_sheets.core.problems import Place, error
from turnabout_sheets.core.text import tidy
from turnabout_sheets.reading.list_layout import count_up, text_at, value_at
from turnabout_sheets.reading.list_words import BYES_HAD, DRAWS, LOSSES, PLACE, POINTS, RECORD, WINS
from turnabout_sheets.reading.player_list import read_player_list
from turnabout_sheets.sheets.grid import Grid, Raw, address

_OURS: Final = {"player": "name", "player_id": "player_id", "position": PLACE, "points": POINTS, "byes": BYES_HAD,
                WINS: WINS, DRAWS: DRAWS, LOSSES: LOSSES}  # fmt: skip
"""The fields of our placings, and what they are here."""


def read_standings(grid: Grid, rounds: int | None) -> MadeList | None:
    """Read standings; None for a table of players without places and points. ``rounds``: where somebody has said so.

    Raises `PlayerListError` for a table without players, or of matches.
    """
    listed = read_player_list([grid], STANDINGS, grid.name)
    columns = listed.layout.columns
    if listed.layout.header < 0 or not {PLACE, POINTS} & columns.keys():
        return None
    found = Standings(grid, listed, {row.number - 1: {"player": row["name"] or ""} for row in listed.rows})
    leave_out_rows_below(found)
    for ours, meaning in _OURS.items():
        if meaning in columns and meaning not in ("name", PLACE):
            for at in found.rows:
                value = value_at(grid.rows[at], columns[meaning][0])
                found.rows[at][ours] = value if ours == "player_id" else _tidy(value)
    _keep_ids(found)
    _read_places(found)
    _read_records(found)
    shown, said = count_rounds(list(found.rows.values()), rounds)
    kept = {ours: columns[meaning][0] for ours, meaning in _OURS.items() if meaning in columns}
    kept = {ours: column for ours, column in kept.items() if any(ours in row for row in found.rows.values())}
    doubts = [doubt for doubt in listed.doubts if doubt.about != "twice" and doubt.rows[0] - 1 not in found.left]
    told = [*found.told, *said, *(text.rstrip(".") for text in replace(listed, doubts=doubts).remarks)]
    problems = [*listed.problems, *found.problems]
    return MadeList(PLACINGS, grid, listed.layout.header, kept, found.rows, listed.source, told, shown, problems)


def _tidy(value: Raw) -> Raw:
    """Return a figure as our lists have it: 4.5 for "4½", and nothing for a dash."""
    if not isinstance(value, str):
        return value
    figure = read_figure(tidy(value))
    return (value if value.strip(" -–—?") else "") if figure is None else float(figure)


def _keep_ids(found: Standings) -> None:
    """Leave out IDs that do nothing but number the rows."""
    texts = list(found.texts("player_id").values())
    if texts and count_up(texts):
        found.told.append("Player ID not taken, as it only numbers the rows")
        for row in found.rows.values():
            del row["player_id"]


def _read_places(found: Standings) -> None:
    places = found.texts(PLACE)
    above: Raw = ""
    for at, text in places.items():
        place = read_place(text)
        if text and place is None and found.refuse(at, PLACE, "a place"):
            continue
        above = above if not text else text if place is None else float(place)
        found.rows[at]["position"] = above
    blank = sum(not text for text in places.values())
    if blank and places:
        found.told.append(f"{blank} without a place, level with the one above")
    if not places:
        points = {at: read_figure(text) or Fraction(0) for at, text in found.texts(POINTS).items()}
        before = Counter(points.values())
        ranks, rank = {}, 1
        for figure in sorted(before, reverse=True):
            ranks[figure], rank = rank, rank + before[figure]
        for at, figure in points.items():
            found.rows[at]["position"] = float(ranks[figure])
        found.told.append("places by points, shared where they are equal, as there is no column of places")


def _read_records(found: Standings) -> None:
    """Take won, drawn and lost from one column, unless they have columns of their own."""
    texts = found.texts(RECORD)
    if not texts or WINS in found.listed.layout.columns:
        return
    column = found.column(RECORD) or 0
    records = {at: record for at, text in texts.items() if (record := read_record(text))}
    for at in [at for at, text in texts.items() if text and at not in records]:
        if not found.refuse(at, RECORD, "a record"):
            typed = texts[at][:SHOWN_LETTERS]
            message = f'The record is "{typed}"; expected matches won, drawn and lost, such as 3-0-1.'
            found.problems.append(error(Place(found.grid.name, address(at, column)), message, "Correct the cell."))
    title = text_at(found.grid.rows[found.listed.layout.header], column)
    points = {at: read_figure(text) for at, text in found.texts(POINTS).items()}
    order, why = find_order(title, records, points)
    for at, record in records.items():
        found.rows[at] |= dict.fromkeys(COUNTS, 0.0) | dict(zip(order, map(float, record), strict=False))
    found.told.append(f"{title} is {'-'.join(COUNTS[meaning] for meaning in order)}, {why}")
