"""Reads standings as other programs print them and people keep them, as our list of placings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from turnabout_sheets.archive.lists.made import MadeList
from turnabout_sheets.archive.lists.rows import PLACINGS
from turnabout_sheets.archive.lists.scores import find_day, read_figure, read_place
from turnabout_sheets.archive.lists.win_records import COUNTS, count_rounds, find_order, read_record
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import tidy
from turnabout_sheets.reading.list_layout import count_up, is_filled, quote, text_at, value_at
from turnabout_sheets.reading.list_words import BYES_HAD, DRAWS, LOSSES, PLACE, POINTS, RECORD, WINS
from turnabout_sheets.reading.player_list import PlayerList, read_player_list
from turnabout_sheets.sheets.cell_kinds import ANYTHING
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address

STANDINGS: Final = Sheet(
    "standings",
    "",
    (
        Column("Player", "name", required=True, filled=True),
        Column("Player ID", "player_id", ANYTHING),
        Column("Place", PLACE, ANYTHING),
        Column("Record", RECORD, ANYTHING),
        Column("Wins", WINS, ANYTHING),
        Column("Draws", DRAWS, ANYTHING),
        Column("Losses", LOSSES, ANYTHING),
        Column("Byes", BYES_HAD, ANYTHING),
        Column("Points", POINTS, ANYTHING),
    ),
)
"""What a table of standings may have; it is found as a list of players is."""

_OURS: Final = {"player": "name", "player_id": "player_id", "position": PLACE, "points": POINTS, "byes": BYES_HAD,
                WINS: WINS, DRAWS: DRAWS, LOSSES: LOSSES}  # fmt: skip
"""The fields of our placings, and what they are here."""


@dataclass(slots=True)
class _Standings:
    """Standings on the way: the rows that are players, by index, with their values in our fields; what is guessed, and
    who was ``left`` out."""

    grid: Grid
    listed: PlayerList
    rows: dict[int, dict[str, Raw]]
    left: dict[int, str] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def column(self, meaning: str) -> int | None:
        """Return the column that has what is meant, None where none has."""
        return self.listed.layout.columns.get(meaning, (None,))[0]

    def texts(self, meaning: str) -> dict[int, str]:
        """Return the texts of a column, by row; nothing where there is none."""
        column = self.column(meaning)
        return {} if column is None else {at: text_at(self.grid.rows[at], column) for at in self.rows}

    def refuse(self, at: int, meaning: str, what: str) -> bool:
        """Take down the problem of a cell that has become a date; say whether there is one."""
        column = self.column(meaning)
        where = Place(self.grid.name, address(at, column or 0))
        problem = None if column is None else find_day(value_at(self.grid.rows[at], column), what, where)
        self.problems += [problem] if problem else []
        return problem is not None


def read_standings(grid: Grid, rounds: int | None) -> MadeList | None:
    """Read standings; None for a table of players without places and points. ``rounds``: where somebody has said so.

    Raises `PlayerListError` for a table without players, or of matches.
    """
    listed = read_player_list([grid], STANDINGS, grid.name)
    columns = listed.layout.columns
    if listed.layout.header < 0 or not {PLACE, POINTS} & columns.keys():
        return None
    found = _Standings(grid, listed, {row.number - 1: {"player": row["name"] or ""} for row in listed.rows})
    _leave_out_rows_below(found)
    for ours, meaning in _OURS.items():
        if meaning in columns and meaning not in ("name", PLACE):
            for at in found.rows:
                found.rows[at][ours] = _tidy(value_at(grid.rows[at], columns[meaning][0]))
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


def _leave_out_rows_below(found: _Standings) -> None:
    """Leave out what stands below the players: sums and notes, which have no place, or nothing but a name."""
    figures = [at[0] for meaning, at in found.listed.layout.columns.items() if meaning not in ("name", "player_id")]
    place, points = found.texts(PLACE), {at: read_figure(text) for at, text in found.texts(POINTS).items()}
    last = max((at for at, text in place.items() if text), default=-1)
    total, below = Fraction(0), False
    for at in sorted(found.rows):
        cells = found.grid.rows[at]
        below = below or not any(map(is_filled, found.grid.rows[at - 1]))
        is_bare = not any(text_at(cells, column) for column in figures)
        is_sum = total > 0 and points.get(at) == total
        if is_bare or (below and (at > last if place else is_sum)):
            found.left[at] = str(found.rows[at]["player"])
        total += points.get(at) or 0
    for at in found.left:
        del found.rows[at]
    if found.left:
        rows = f"{len(found.left)} row{'s' * (len(found.left) > 1)}"
        found.told.append(f"{rows} left out: {quote(list(found.left.values()))}")


def _keep_ids(found: _Standings) -> None:
    """Leave out IDs that do nothing but number the rows."""
    texts = list(found.texts("player_id").values())
    if texts and count_up(texts):
        found.told.append("Player ID not taken, as it only numbers the rows")
        for row in found.rows.values():
            del row["player_id"]


def _read_places(found: _Standings) -> None:
    places = found.texts(PLACE)
    above: Raw = ""
    for at, text in places.items():
        date = found.refuse(at, PLACE, "a place")
        place = read_place(text)
        above = (above if not text else text if place is None else place) if not date else ""
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
            found.rows[at]["position"] = ranks[figure]
        found.told.append("places by points, shared where they are equal, as there is no column of places")


def _read_records(found: _Standings) -> None:
    """Take won, drawn and lost from one column, unless they have columns of their own."""
    texts = {at: text for at, text in found.texts(RECORD).items() if not found.refuse(at, RECORD, "a record")}
    if not texts or WINS in found.listed.layout.columns:
        return
    column = found.column(RECORD) or 0
    records = {at: record for at, text in texts.items() if (record := read_record(text))}
    for at in [at for at, text in texts.items() if text and at not in records]:
        message = f'The record is "{texts[at]}"; expected matches won, drawn and lost, such as 3-0-1.'
        found.problems.append(error(Place(found.grid.name, address(at, column)), message, "Correct the cell."))
    title = text_at(found.grid.rows[found.listed.layout.header], column)
    points = {at: read_figure(text) for at, text in found.texts(POINTS).items()}
    order, why = find_order(title, records, points)
    for at, record in records.items():
        found.rows[at] |= dict.fromkeys(COUNTS, 0) | dict(zip(order, record, strict=False))
    found.told.append(f"{title} is {'-'.join(COUNTS[meaning] for meaning in order)}, {why}")
