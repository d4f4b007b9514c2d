"""Reads tables of matches as people keep them, a row for each, as our list of match records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from turnabout_sheets.archive.lists.made import MadeList
from turnabout_sheets.archive.lists.rows import MATCHES
from turnabout_sheets.archive.lists.scores import find_day, is_nobody, read_result, read_winner
from turnabout_sheets.archive.lists.titles import read_round
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.list_layout import (
    Header,
    find_header,
    is_filled,
    list_texts,
    quote,
    text_at,
    turn_round,
    value_at,
)
from turnabout_sheets.reading.list_words import NAME, OPPONENT, RESULT, ROUND, TABLE, WHOLE_NAME, WINNER
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address

MATCHED: Final = Sheet(
    "matches", "", (Column("Player", "name"), *(Column(word.title(), word) for word in (ROUND, TABLE, RESULT, WINNER)))
)
"""What a table of matches may have; its headers are found as those of a list of players are."""

_WHERE: Final = 'Add a column Round, call the sheet "Round 1", or write "Round 1" above the table or between its rows.'


@dataclass(slots=True)
class _Matches:
    """A table of matches on the way: its columns by field of our list; what is guessed, and how often."""

    grid: Grid
    columns: dict[str, int]
    scores: Sequence[int]
    turned: Mapping[str, str]
    counts: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def text(self, at: int, field: str) -> str:
        """Return the text of a row in the column of a field; blank where there is none."""
        column = self.columns.get(field)
        return "" if column is None else text_at(self.grid.rows[at], column)

    def name(self, at: int, field: str) -> str:
        """Return a name, turned round if the others are."""
        text = self.text(at, field)
        return self.turned.get(text, text)

    def refuse(self, at: int, column: int, message: str, hint: str) -> None:
        """Take down what is wrong with a cell."""
        self.problems.append(error(Place(self.grid.name, address(at, column)), message, hint))


def read_matches(grid: Grid, titled_round: int | None) -> MadeList | None:
    """Read a table of matches; None for one that has not two players in a row.

    ``titled_round`` is the round that its title or its sheet's name says it is of.
    """
    header = find_header(grid, MATCHED)
    if header is None or not header.is_of_matches:
        return None
    columns, scores = _find_columns(header)
    if "b" not in columns:
        return None
    below = range(header.row + 1, len(grid.rows))
    names = {text_at(grid.rows[at], columns[side]) for at in below for side in ("a", "b")}
    table = _Matches(grid, columns, scores, turn_round({name for name in names if not is_nobody(name)}))
    rows = dict(_read_rows(table, header, titled_round))
    roundless = next((at for at, row in rows.items() if row["round"] == ""), None)
    if roundless is not None:
        column = columns.get("round", columns["a"])
        table.refuse(roundless, column, "Nothing says which round this match is of; expected its number.", _WHERE)
    last = max((row["round"] for row in rows.values() if isinstance(row["round"], int)), default=None)
    taken = ", ".join(
        f"{MATCHES.column(field).header.lower()} from {header.titles[at]}" for field, at in columns.items()
    )
    turned = ["names turned round: first name first"] if table.turned else []
    told = [*turned, *(f"{count} {what}" for what, count in sorted((+table.counts).items()))]
    if table.left:
        told.append(f"{len(table.left)} row{'s' * (len(table.left) > 1)} left out: {quote(table.left)}")
    return MadeList(MATCHES, grid, header.row, columns, rows, taken, told, last, table.problems)


def _find_columns(header: Header) -> tuple[dict[str, int], Sequence[int]]:
    """Return the columns of the fields of our list, and those with scores: one, or one for each player."""
    players = header.columns(OPPONENT)[:2]
    players = sorted([*header.columns(WHOLE_NAME, NAME)[: 2 - len(players)], *players])
    scores = header.columns(RESULT)[:2]
    one = {"round": header.columns(ROUND), "table": header.columns(TABLE), "winner": header.columns(WINNER)}
    columns = {each: at[0] for each, at in one.items() if at} | dict(zip("ab", players, strict=False))
    if len(scores) == 1:
        columns.setdefault("winner", scores[0])
    return columns, scores


def _read_rows(table: _Matches, header: Header, titled_round: int | None) -> Iterator[tuple[int, Mapping[str, Raw]]]:
    """Yield the rows that are matches or byes, by index, as our list has them."""
    current: Raw = "" if titled_round is None else titled_round
    titles = [header.titles[table.columns[side]] for side in ("a", "b")]
    for at in range(header.row + 1, len(table.grid.rows)):
        sides = [table.name(at, side) for side in ("a", "b")]
        if not all(sides):
            filled = [text for text in list_texts(table.grid.rows[at]) if text]
            if len(filled) == 1 and not filled[0].isdecimal() and (said := read_round(filled[0])):
                current = said
                continue
            if len(filled) == 1 and not (sides[0] and any(map(is_filled, table.grid.rows[at - 1]))):
                table.left += filled
                continue
            if not filled:
                continue
        if all(map(is_nobody, sides)) or sides == titles:
            table.counts["rows without players left out"] += sides != titles
            continue
        typed = table.text(at, "round")
        current = (read_round(typed) or typed) if typed else current
        table.counts["rows without a round, taken as of the one above"] += "round" in table.columns and not typed
        bye = next((other for other, side in zip(sides[::-1], sides, strict=True) if is_nobody(side)), "")
        a, b = (bye, BYE_NAME) if bye else sides
        table.counts["byes"] += bool(bye)
        winner = "" if bye else _read_winner(table, at, sides)
        yield at, {"round": current, "table": _read_table(table, at), "a": a, "b": b, "winner": winner}


def _read_table(table: _Matches, at: int) -> Raw:
    text = table.text(at, "table").rstrip(".")
    return text if text.strip("-–—") else ""


def _read_winner(table: _Matches, at: int, sides: Sequence[str]) -> str:
    """Return who won, or what stands in the column of winners and is to be judged by our list."""
    named = table.columns.get("winner")
    column = named if named is not None else table.scores[0] if table.scores else None
    for each in {*table.scores, *([named] if named is not None else [])}:
        cell = value_at(table.grid.rows[at], each)
        if problem := find_day(cell, "a score", Place(table.grid.name, address(at, each))):
            table.problems.append(problem)
            return ""
    score = " - ".join(text_at(table.grid.rows[at], each) for each in table.scores)
    won = read_result(score) if score.strip(" -") else ""
    typed = table.name(at, "winner") if named not in table.scores else ""
    winner = read_winner(typed) if typed else won
    names = {key(name): side for name, side in zip(sides, "AB", strict=True)}
    winner = names.get(key(typed), winner) if typed else winner
    if typed and winner and won and winner != won and column is not None:
        table.refuse(at, column, f'The winner is "{typed}", and the result {score}.', "Correct one of the two.")
    elif winner is None and len(table.scores) == 2 and not typed and column is not None:
        table.refuse(at, column, f'The result is "{score}"; expected a number for each player.', "Correct the cells.")
    table.counts["without a result"] += winner == ""
    table.counts["of 0-0, taken as a draw"] += winner == "Draw" and score.strip("0 ") in ("-", ":", "–")
    return (typed or table.turned.get(score, score)) if winner is None else winner
