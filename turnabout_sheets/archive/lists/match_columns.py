"""What a table of matches has, and who won the match in a row of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from turnabout_sheets.archive.lists.roster import ID_OF
from turnabout_sheets.archive.lists.rows import MATCHES
from turnabout_sheets.archive.lists.scores import find_day, read_result, read_winner, text_or_flag
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import header_key, key
from turnabout_sheets.reading.list_layout import Header, value_at
from turnabout_sheets.reading.list_words import NAME, OPPONENT, RESULT, ROUND, TABLE, WHOLE_NAME, WINNER
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, address

MATCHED: Final = Sheet(
    "matches", "", (Column("Player", "name"), *(Column(word.title(), word) for word in (ROUND, TABLE, RESULT, WINNER)))
)
"""What a table of matches may have; its headers are found as those of a list of players are."""


@dataclass(slots=True)
class Matches:
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
        return "" if column is None else text_or_flag(self.grid, at, column)

    def name(self, at: int, field: str) -> str:
        """Return a name, turned round if the others are."""
        text = self.text(at, field)
        return self.turned.get(text, text)

    def refuse(self, at: int, column: int, message: str, hint: str) -> None:
        """Take down what is wrong with a cell."""
        self.problems.append(error(Place(self.grid.name, address(at, column)), message, hint))


def find_columns(header: Header) -> tuple[dict[str, int], Sequence[int]]:
    """Return the columns of the fields of our list, and those with scores: one, or one for each player.

    Player IDs stand where the headers are ours: it is these that are asked for where two people have one name.
    """
    players = header.columns(OPPONENT)[:2]
    players = sorted([*header.columns(WHOLE_NAME, NAME)[: 2 - len(players)], *players])
    scores = header.columns(RESULT)[:2]
    one = {"round": header.columns(ROUND), "table": header.columns(TABLE), "winner": header.columns(WINNER)}
    columns = {each: at[0] for each, at in one.items() if at} | dict(zip("ab", players, strict=False))
    if len(scores) == 1:
        columns.setdefault("winner", scores[0])
    titles = [header_key(title) for title in header.titles]
    ids = {field: header_key(MATCHES.column(field).header) for field in ID_OF.values()}
    return columns | {field: titles.index(title) for field, title in ids.items() if title in titles}, scores


def read_who_won(table: Matches, at: int, sides: Sequence[str]) -> str:
    """Return who won, or what stands in the column of winners and is to be judged by our list."""
    row, column = table.grid.rows[at], table.columns.get("winner")
    score = " - ".join(text_or_flag(table.grid, at, each) for each in table.scores)
    won = read_result(score) if score.strip(" -") else ""
    typed = "" if column is None or column in table.scores else table.name(at, "winner")
    names = {key(name): side for name, side in zip(sides, "AB", strict=True)}
    winner = (names.get(key(typed)) or read_winner(typed)) if typed else won
    where = table.scores[0] if table.scores else 0 if column is None else column
    if won is None and (
        problem := find_day(value_at(row, where), "a score", Place(table.grid.name, address(at, where)))
    ):
        table.problems.append(problem)
    elif typed and winner and won and winner != won:
        table.refuse(at, where, f'The result is {score}, and the winner "{typed}".', "Correct one of the two.")
    elif winner is None and column is None:
        table.refuse(at, where, f'The result is "{score}"; expected a number for each player.', "Correct the cells.")
    table.counts["without a result"] += winner == ""
    table.counts["of 0-0, taken as a draw"] += winner == "Draw" and "0" in score and not score.strip(" 0:–-")
    return (typed or table.turned.get(score, score)) if winner is None else winner
