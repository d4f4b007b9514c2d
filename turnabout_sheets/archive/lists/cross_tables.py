"""Reads the matches in a cross-table of chess programs: in every round a cell with opponent, colour and result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from turnabout_sheets.archive.lists.roster import ID_OF
from turnabout_sheets.archive.lists.rows import MATCHES
from turnabout_sheets.archive.lists.scores import DASHES
from turnabout_sheets.archive.lists.titles import read_round
from turnabout_sheets.archive.lists.understood import MadeList
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.list_layout import Header, text_at
from turnabout_sheets.reading.list_words import NUMBER, PLACE
from turnabout_sheets.sheets.grid import address

_CELL: Final = re.compile(r"(\d{1,4})\s*[wbsn]\s*([-01½+=])|(?:-\s*([01½]?))?", re.IGNORECASE)
"""The opponent's number, the colour in one of four languages, and the result; else a bye with what it counts."""
_TITLE: Final = re.compile(r"(\d{1,3})\.?\s*(?:rd|r)\.?", re.IGNORECASE)
_WINNERS: Final = {"10": "A", "01": "B", "½½": "Draw", "==": "Draw", "+-": "A", "-+": "B", "--": ""}
"""By what the cells of both have for a result. Where both forfeited, nobody won."""

_HINT: Final = "Correct the cell, or the opponent's."

_Cells = Mapping[tuple[int, int], re.Match[str]]
"""The cells of rounds by row and column."""


def read_cross_table(placings: MadeList, header: Header) -> MadeList | None:
    """Read the matches in standings that are a cross-table; None where they are none."""
    rounds = {at: number for at, title in enumerate(header.titles) if (number := _read_title(title))}
    made = MadeList(MATCHES, placings.grid, placings.header, {}, rounds=max(rounds.values(), default=None))
    texts = {(row, column): made.text(row, column) for row in placings.rows for column in rounds}
    read = {at: found for at, text in texts.items() if (found := _CELL.fullmatch(text.translate(DASHES)))}
    cells = {at: found for at, found in read.items() if found[1]}
    if len(cells) <= len(texts) - len(read):
        return None
    numbers, word = _find_numbers(placings, header, cells)
    matches = []
    for at, text in texts.items():
        met = _meet(at, cells, numbers) if at in cells else None
        if met is not None:
            matches += [(at, *met)] if at[0] < met[0] else []
        elif at in cells:
            made.refuse(*at, f'The cell is "{text}"{_show_opponent(at, cells, numbers, made)}.', _HINT)
        elif at not in read:
            expected = "expected an opponent, a colour and a result, such as 5w1"
            made.refuse(*at, f'The cell is "{text}"; {expected}.', _HINT)
    byes = [(at, None, "") for at, found in read.items() if found[3] == "1"]
    for number, ((row, column), other, winner) in enumerate([*matches, *byes], made.header + 1):
        made.rows[number] = {"round": rounds[column], "winner": winner, "b": BYE_NAME}
        for side, there in (("a", row), *([("b", other)] if other is not None else [])):
            player = placings.rows[there]
            made.rows[number] |= {side: player["player"], ID_OF[side]: player.get("player_id", "")}
    made.counts |= {"byes": len(byes), "byes of ½ left out": sum(found[3] == "½" for found in read.values())}
    columns = sorted({column for _, column in cells})
    made.taken = f"round from {header.titles[columns[0]]} to {header.titles[columns[-1]]}, opponents by {word}"
    placings.taken = placings.taken.partition("; not used")[0]  # these columns are
    return made


def _read_title(title: str) -> int | None:
    found = _TITLE.fullmatch(title)
    return int(found[1]) if found else read_round(title)


def _find_numbers(placings: MadeList, header: Header, cells: _Cells) -> tuple[Mapping[int, int], str]:
    """Return the row of each number that opponents are given by, and what has these numbers.

    That is the column by which most cells agree with the opponent's, else the order of the rows.
    """
    offered = [(dict(enumerate(placings.rows, 1)), "the order of the rows")]
    for column in sorted(header.columns(NUMBER, PLACE), reverse=True):
        texts = {row: text_at(placings.grid.rows[row], column).rstrip(".") for row in placings.rows}
        numbers = {int(text): row for row, text in texts.items() if text.isdecimal() and len(text) < 5}
        offered.append((numbers, header.titles[column].rstrip(".")))
    return max(reversed(offered), key=lambda each: sum(_meet(at, cells, each[0]) is not None for at in cells))


def _meet(at: tuple[int, int], cells: _Cells, numbers: Mapping[int, int]) -> tuple[int, str] | None:
    """Return the opponent's row and who won, as a cell and that of the opponent say; None where they do not agree."""
    row, column = at
    there = numbers.get(int(cells[at][1]), row)
    other = cells.get((there, column))
    if other is None or there == row or numbers.get(int(other[1])) != row:
        return None
    winner = _WINNERS.get(cells[at][2] + other[2])
    return None if winner is None else (there, winner)


def _show_opponent(at: tuple[int, int], cells: _Cells, numbers: Mapping[int, int], made: MadeList) -> str:
    number = int(cells[at][1])
    if number not in numbers:
        return f", and no player has the number {number}"
    there = numbers[number], at[1]
    return f'; the opponent\'s, {address(*there)}, is "{made.text(*there)}", which does not agree'
