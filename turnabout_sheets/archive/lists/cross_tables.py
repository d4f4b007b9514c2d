"""Reads the matches in a cross-table of chess programs: in every round a cell with opponent, colour and result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from turnabout_sheets.archive.lists.made import MadeList
from turnabout_sheets.archive.lists.roster import ID_OF
from turnabout_sheets.archive.lists.rows import MATCHES
from turnabout_sheets.archive.lists.scores import DASHES, text_or_flag
from turnabout_sheets.archive.lists.titles import read_round
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.list_layout import Header, text_at
from turnabout_sheets.reading.list_words import NUMBER, PLACE
from turnabout_sheets.sheets.grid import Grid, Raw, address

_CELL: Final = re.compile(r"(\d{1,4})\s*[wbsn]\s*([-01½+=])", re.IGNORECASE)
"""The opponent's number, the colour in one of four languages, and the result."""
_ALONE: Final = re.compile(r"-\s*([01½]?)|")
"""No opponent: a bye with what it counts, or nothing."""
_TITLE: Final = re.compile(r"(\d{1,3})\.?\s*(?:rd|r)\.?", re.IGNORECASE)
_AGAINST: Final = {"1": "0", "0": "1", "½": "½", "+": "-", "-": "+"}
"""What the opponent's cell has for a result."""
_WINNERS: Final = {"1": "A", "+": "A", "0": "B", "-": "B", "½": "Draw"}


class _Cell(NamedTuple):
    """A cell with an opponent: its row, column and text, the round, the opponent's number, and the result."""

    row: int
    column: int
    text: str
    round: int
    opponent: int
    result: str


def read_cross_table(placings: MadeList, header: Header) -> MadeList | None:
    """Read the matches in standings that are a cross-table; None where they are none."""
    grid = placings.grid
    rounds = {at: number for at, title in enumerate(header.titles) if (number := _read_title(title))}
    texts = {
        (row, column): text_or_flag(grid, row, column).translate(DASHES) for row in placings.rows for column in rounds
    }
    matched = {at: found for at, text in texts.items() if (found := _CELL.fullmatch(text))}
    strange = [at for at, text in texts.items() if at not in matched and not _ALONE.fullmatch(text)]
    if not matched or len(strange) >= len(matched):
        return None
    cells = {
        (row, rounds[column]): _Cell(row, column, found[0], rounds[column], int(found[1]), found[2].replace("=", "½"))
        for (row, column), found in matched.items()
    }
    numbers, word = _find_numbers(placings, header, cells)
    byes = [at for at, text in texts.items() if (alone := _ALONE.fullmatch(text)) and alone[1] == "1"]
    halves = sum(bool(alone and alone[1] == "½") for alone in map(_ALONE.fullmatch, texts.values()))
    matches = {cell: other for cell, other in _pair(cells, numbers) if other is not None and cell.row < other.row}
    rows: list[Mapping[str, Raw]] = [
        _as_match(placings, cell.round, cell.row, other.row, _find_winner(cell, other))
        for cell, other in matches.items()
    ]
    rows += [_as_match(placings, rounds[column], row, None, "") for row, column in byes]
    at = range(placings.header + 1, placings.header + 1 + len(rows))
    titles = [header.titles[column] for column in sorted({cell.column for cell in cells.values()})]
    placings.taken = placings.taken.partition("; not used")[0]  # these columns are
    taken = f"round from {titles[0]} to {titles[-1]}, opponents by {word}"
    told = [f"byes: {len(byes)}", *([f"byes of ½ left out: {halves}"] if halves else [])]
    problems = [_refuse(grid, *each, f'is "{texts[each]}"; expected an opponent, a colour and a result, such as 5w1')
                for each in strange] + list(_find_contradictions(grid, cells, numbers))  # fmt: skip
    return MadeList(MATCHES, grid, placings.header, {}, dict(zip(at, rows, strict=True)), taken, told,
                    max(rounds.values()), problems)  # fmt: skip


def _read_title(title: str) -> int | None:
    found = _TITLE.fullmatch(title)
    return int(found[1]) if found else read_round(title)


def _find_numbers(
    placings: MadeList, header: Header, cells: Mapping[tuple[int, int], _Cell]
) -> tuple[Mapping[int, int], str]:
    """Return the row of each number that opponents are given by, and what has these numbers.

    That is the column by which most cells agree with the opponent's, else the order of the rows.
    """
    offered = [(dict(enumerate(placings.rows, 1)), "the order of the rows")]
    for column in sorted(header.columns(NUMBER, PLACE), reverse=True):
        texts = {row: text_at(placings.grid.rows[row], column).rstrip(".") for row in placings.rows}
        numbers = {int(text): row for row, text in texts.items() if text.isdecimal() and len(text) < 5}
        offered.append((numbers, header.titles[column].rstrip(".")))

    def count(numbers: Mapping[int, int]) -> int:
        return sum(other is not None and _agree(cell, other) for cell, other in _pair(cells, numbers))

    return max(reversed(offered), key=lambda each: count(each[0]))


def _pair(cells: Mapping[tuple[int, int], _Cell], numbers: Mapping[int, int]) -> Iterator[tuple[_Cell, _Cell | None]]:
    """Yield every cell with that of its opponent, None where that does not name it in turn."""
    for cell in cells.values():
        other = cells.get((numbers.get(cell.opponent, -1), cell.round))
        is_mutual = other is not None and other is not cell and numbers.get(other.opponent) == cell.row
        yield cell, other if is_mutual else None


def _agree(cell: _Cell, other: _Cell) -> bool:
    return _AGAINST[cell.result] == other.result or cell.result == other.result == "-"


def _find_winner(cell: _Cell, other: _Cell) -> str:
    """Return who won; nobody where both forfeited."""
    return "" if cell.result == other.result == "-" else _WINNERS[cell.result]


def _as_match(placings: MadeList, number: int, a: int, b: int | None, winner: str) -> Mapping[str, Raw]:
    players: list[Mapping[str, Raw]] = [{"player": BYE_NAME} if row is None else placings.rows[row] for row in (a, b)]
    sides = {side: player["player"] for side, player in zip("ab", players, strict=True)}
    ids = {
        ID_OF[side]: player["player_id"] for side, player in zip("ab", players, strict=True) if "player_id" in player
    }
    return {"round": number, **sides, **ids, "winner": winner}


def _find_contradictions(
    grid: Grid, cells: Mapping[tuple[int, int], _Cell], numbers: Mapping[int, int]
) -> Iterator[Problem]:
    for cell, other in _pair(cells, numbers):
        row = numbers.get(cell.opponent)
        if row is None:
            yield _refuse(
                grid, cell.row, cell.column, f'is "{cell.text}", and no player has the number {cell.opponent}'
            )
        elif other is None:
            there = text_at(grid.rows[row], cell.column)
            what = f'is "{cell.text}"; the opponent\'s, {address(row, cell.column)}, is "{there}" and names another'
            yield _refuse(grid, cell.row, cell.column, what)
        elif not _agree(cell, other) and cell.row < other.row:
            there = address(other.row, other.column)
            what = f'is "{cell.text}"; the opponent\'s, {there}, is "{other.text}", which is another result'
            yield _refuse(grid, cell.row, cell.column, what)


def _refuse(grid: Grid, row: int, column: int, what: str) -> Problem:
    return error(Place(grid.name, address(row, column)), f"The cell {what}.", "Correct the cell, or the opponent's.")
