"""Reads standings as other programs print them and people keep them, as our list of placings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from turnabout_sheets.archive.lists.rows import PLACINGS
from turnabout_sheets.archive.lists.scores import read_figure, read_place, show
from turnabout_sheets.archive.lists.understood import SHOWN_LETTERS, MadeList
from turnabout_sheets.archive.lists.win_records import COUNTS, count_rounds, find_order, read_record
from turnabout_sheets.core.text import tidy
from turnabout_sheets.reading.list_layout import count_up, is_filled, list_texts, text_at, value_at
from turnabout_sheets.reading.list_words import BYES_HAD, DAY, DRAWS, EVENT, LOSSES, PLACE, POINTS, RECORD, WINS
from turnabout_sheets.reading.player_list import PlayerList, read_player_list
from turnabout_sheets.sheets.cell_kinds import ANYTHING
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw

_FIGURES: Final = {"Place": PLACE, "Record": RECORD, "Wins": WINS, "Draws": DRAWS, "Losses": LOSSES, "Byes": BYES_HAD,
                   "Points": POINTS, "Event": EVENT, "Date": DAY}  # fmt: skip
STANDINGS: Final = Sheet(
    "standings",
    "",
    (
        Column("Player", "name", required=True, filled=True),
        Column("Player ID", "player_id", ANYTHING),
        *(Column(header, meaning, ANYTHING) for header, meaning in _FIGURES.items()),
        Column("Played all rounds", "played_all", ANYTHING),
    ),
)
"""What a table of standings may have; it is found as a list of players is."""

_OURS: Final = {"name": "player", PLACE: "position", BYES_HAD: "byes"}
"""The fields of our placings that are called otherwise here."""


def read_standings(grid: Grid, rounds: int | None) -> MadeList | None:
    """Read standings; None for a table of players without places and points. ``rounds``: where somebody has said so.

    Raises `PlayerListError` for a table without players, or of matches.
    """
    listed = read_player_list([grid], STANDINGS, grid.name)
    columns = {_OURS.get(meaning, meaning): at[0] for meaning, at in listed.layout.columns.items()}
    if listed.layout.header < 0 or not {"position", POINTS} & columns.keys():
        return None
    made = MadeList(PLACINGS, grid, listed.layout.header, columns, taken=listed.source, problems=[*listed.problems])
    made.rows = {row.number - 1: {"player": row["name"] or ""} for row in listed.rows}
    _refuse_second_table(made)
    _leave_out_rows_below(made, listed)
    for ours in columns.keys() & {"byes", POINTS, "played_all", *COUNTS}:
        for at, row in made.rows.items():
            row[ours] = _tidy(value_at(grid.rows[at], columns[ours]))
    _read_ids(made)
    _read_places(made)
    _read_records(made)
    made.rounds, said = count_rounds(list(made.rows.values()), rounds)
    doubts = [
        doubt for doubt in listed.doubts if not doubt.about.endswith("twice") and doubt.rows[0] - 1 not in made.left
    ]
    made.told += [*said, *(text.rstrip(".") for text in replace(listed, doubts=doubts).remarks)]
    return made


def _refuse_second_table(made: MadeList) -> None:
    """Refuse the headers again below the players where the places begin anew: that is another event."""
    titles, first = list_texts(made.grid.rows[made.header]), next(iter(made.rows), 0)
    again = [at for at in range(first + 1, len(made.grid.rows)) if list_texts(made.grid.rows[at]) == titles]
    for at in again:
        below = next((row for row in made.rows if row > at), first)
        if below != first and made.text(below, "position") == made.text(first, "position") != "":
            column = made.columns["player"]
            made.refuse(at, column, "The headers stand here again: that is another table.", "Put it on its own sheet.")


def _tidy(value: Raw) -> Raw:
    """Return a figure as our lists have it: 4.5 for "4½", and nothing for a dash."""
    if not isinstance(value, str):
        return value
    figure = read_figure(tidy(value))
    return (value if value.strip(" -–—?") else "") if figure is None else float(figure)


def _leave_out_rows_below(made: MadeList, listed: PlayerList) -> None:
    """Leave out sums and notes: below the players and without a place, with nothing but a name, or without one."""
    figures = [column for field, column in made.columns.items() if field not in ("player", "player_id")]
    last = max((at for at in made.rows if made.text(at, "position")), default=len(made.grid.rows))
    is_below = False
    for at in list(made.rows):
        is_below = at > last and (is_below or not any(map(is_filled, made.grid.rows[at - 1])))
        if is_below or not any(made.text(at, column) for column in figures):
            made.left[at] = str(made.rows.pop(at)["player"])
    known = {*made.rows, *made.left, *(row - 1 for doubt in listed.doubts for row in doubt.rows)}
    for at in range(made.header + 1, len(made.grid.rows)):
        texts = [] if at in known else [text for text in list_texts(made.grid.rows[at]) if text]
        if len(texts) == 1 and not texts[0].rstrip(".").isdecimal():
            made.left[at] = texts[0][:SHOWN_LETTERS]


def _read_ids(made: MadeList) -> None:
    """Take the IDs, unless they do nothing but number the rows."""
    ids = {at: made.text(at, "player_id") for at in made.rows if "player_id" in made.columns}
    if count_up(list(ids.values())):
        made.told.append("Player ID not taken, as it only numbers the rows")
        return
    for at in ids:
        made.rows[at]["player_id"] = value_at(made.grid.rows[at], made.columns["player_id"])


def _read_places(made: MadeList) -> None:
    """Read the places: who has none is level with the one above; without any they are those by points."""
    column = made.columns.get("position")
    if column is None:
        points = {at: read_figure(made.text(at, POINTS)) or Fraction(0) for at in made.rows}
        ranks = {figure: rank for rank, figure in reversed([*enumerate(sorted(points.values(), reverse=True), 1)])}
        for at, figure in points.items():
            made.rows[at]["position"] = float(ranks[figure])
        made.told.append("places by points, shared where they are equal, as there is no column of places")
        return
    above: Raw = ""
    for at, row in made.rows.items():
        text = made.text(at, column)
        place = read_place(text)
        made.counts["without a place, level with the one above"] += not text
        if not text or place is not None or not made.refuse_day(at, column, "a place", "2-3"):
            above = above if not text else text if place is None else float(place)
            row["position"] = above


def _read_records(made: MadeList) -> None:
    """Take won, drawn and lost from one column, unless they have columns of their own."""
    column = made.columns.get(RECORD)
    if column is None or WINS in made.columns:
        return
    texts = {at: show(value_at(made.grid.rows[at], column)) for at in made.rows}
    records = {at: record for at, text in texts.items() if (record := read_record(text))}
    for at, text in texts.items():
        if text and at not in records and not made.refuse_day(at, column, "a record", "2-1-0"):
            expected = "expected matches won, drawn and lost, such as 3-0-1"
            made.refuse(at, column, f'The record is "{text[:SHOWN_LETTERS]}"; {expected}.')
    title = text_at(made.grid.rows[made.header], column)
    points = {at: read_figure(made.text(at, POINTS)) for at in records}
    order, why = find_order(title, records, points)
    for at, record in records.items():
        made.rows[at] |= dict.fromkeys(COUNTS, 0.0) | dict(zip(order, map(float, record), strict=False))
    made.told.append(f"{title} is {'-'.join(COUNTS[meaning] for meaning in order)}, {why}")
