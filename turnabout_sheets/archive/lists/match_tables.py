"""Reads tables of matches as people keep them, a row for each, as our list of match records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from turnabout_sheets.archive.lists.made import SHOWN_LETTERS, MadeList
from turnabout_sheets.archive.lists.match_columns import Matches, find_columns, read_who_won
from turnabout_sheets.archive.lists.roster import ID_OF
from turnabout_sheets.archive.lists.rows import MATCHES
from turnabout_sheets.archive.lists.scores import is_nobody
from turnabout_sheets.archive.lists.titles import read_round
from turnabout_sheets.core.problems import MOST
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.list_layout import (
    Header,
    is_filled,
    list_texts,
    quote,
    text_at,
    turn_round,
)
from turnabout_sheets.sheets.grid import Grid, Raw

_WHERE: Final = 'Add a column Round, call the sheet "Round 1", or write "Round 1" above the table or between its rows.'


def read_matches(grid: Grid, header: Header, titled_round: int | None) -> MadeList | None:
    """Read a table of matches; None for one that has not two players in a row.

    ``titled_round`` is the round that its title or its sheet's name says it is of.
    """
    columns, scores = find_columns(header)
    if "b" not in columns:
        return None
    below = range(header.row + 1, len(grid.rows))
    names = {text_at(grid.rows[at], columns[side]) for at in below for side in ("a", "b")}
    table = Matches(grid, columns, scores, turn_round({name for name in names if not is_nobody(name)}))
    rows = dict(_read_rows(table, header, titled_round))
    roundless = next((at for at, row in rows.items() if row["round"] == ""), None)
    if roundless is not None:
        column = columns.get("round", columns["a"])
        table.refuse(roundless, column, "Nothing says which round this match is of; expected its number.", _WHERE)
    last = max((row["round"] for row in rows.values() if isinstance(row["round"], int)), default=None)
    places = sorted((at, MATCHES.column(each).header.lower()) for each, at in columns.items())
    places += [(at, "score") for at in scores if len(scores) > 1]
    taken = ", ".join(f"{what} from {header.titles[at]}" for at, what in places)
    told = ["names turned round: first name first"] if table.turned else []
    if titled_round is not None and "round" not in columns:
        told.append(f"round {titled_round}, as its title or its sheet's name says")
    told = [*told, *(f"{what}: {count}" for what, count in sorted((+table.counts).items()))]
    if table.left:
        told.append(f"{len(table.left)} row{'s' * (len(table.left) > 1)} left out: {quote(table.left)}")
    return MadeList(MATCHES, grid, header.row, columns, rows, taken, told, last, table.problems)


def _read_rows(table: Matches, header: Header, titled_round: int | None) -> Iterator[tuple[int, Mapping[str, Raw]]]:
    """Yield the rows that are matches or byes, by index, as our list has them."""
    current: Raw = "" if titled_round is None else titled_round
    titles = [header.titles[table.columns[side]] for side in ("a", "b")]
    for at in range(header.row + 1, len(table.grid.rows)):
        sides = [table.name(at, side) for side in ("a", "b")]
        if not all(sides):
            filled = [text for text in list_texts(table.grid.rows[at]) if text]
            if len(filled) == 1 and not filled[0].isdecimal() and (said := read_round(filled[0])):
                current = said
                table.counts["lines between that say the round"] += 1
                continue
            if len(filled) == 1 and not (sides[0] and any(map(is_filled, table.grid.rows[at - 1]))):
                table.left.append(filled[0][:SHOWN_LETTERS])
                continue
            if not filled and not any(sides):
                continue
        if all(map(is_nobody, sides)) or sides == titles:
            table.counts["rows without players left out"] += sides != titles
            continue
        typed = table.text(at, "round")
        current = (read_round(typed) or typed) if typed else current
        table.counts["rows without a round, taken as of the one above"] += "round" in table.columns and not typed
        bye = next((other for other, side in zip(sides[::-1], sides, strict=True) if is_nobody(side)), "")
        a, b = (bye, BYE_NAME) if bye else sides
        ids = {field: table.text(at, field) for field in ID_OF.values() if field in table.columns}
        if ids and is_nobody(sides[0]):
            ids = {"a_id": ids.get("b_id", ""), "b_id": ids.get("a_id", "")}
        table.counts["byes"] += bool(bye)
        winner = "" if bye else read_who_won(table, at, sides)
        if len(table.problems) > MOST:
            return  # more than that nobody corrects before the next try
        yield at, {"round": current, "table": _read_table(table, at), "a": a, "b": b, **ids, "winner": winner}


def _read_table(table: Matches, at: int) -> Raw:
    text = table.text(at, "table").rstrip(".")
    return text if text.strip("-–—") else ""
