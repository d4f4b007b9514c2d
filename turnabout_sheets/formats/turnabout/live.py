"""The live columns beside a round's results: the organizer sees points and mistakes while typing.

The formulas look up the sheet Scales, so that they follow scoring options added later. They use functions that every
spreadsheet program has had for twenty years, and are never read back.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnabout_sheets.formats.base import LiveColumn
from turnabout_sheets.formats.turnabout.scales import (
    DEFAULT_OPTION,
    MATCH_POINTS_LEAST,
    MATCH_POINTS_MOST,
    VICTORY_POINTS,
    VP_STEPS,
)
from turnabout_sheets.formats.turnabout.sheets import SCALES
from turnabout_sheets.grid import column_letters
from turnabout_sheets.model import BYE_NAME

MOST_OPTIONS = 60
"""How many rows of the sheet Scales the formulas look at."""

_LETTERS = {column.field: column_letters(index) for index, column in enumerate(SCALES.columns)}


def _scale(field: str, last_row: int) -> str:
    letter = _LETTERS[field]
    return f"Scales!${letter}$2:${letter}${last_row}"


def _of_option(field: str, option: str) -> str:
    last = 1 + MOST_OPTIONS
    return f"INDEX({_scale(field, last)},MATCH({option},{_scale('option', last)},0))"


def _option(cells: Mapping[str, str], side: str) -> str:
    """The option of a side's deck: as stated at the table, else the default. New rounds state it."""
    return f'IF({cells[f"option_{side}"]}="","{DEFAULT_OPTION}",{cells[f"option_{side}"]})'


def _won(cells: Mapping[str, str], game: int, side: str) -> str:
    return f'OR({cells[f"winner_{game}"]}="{side.upper()}",{cells[f"winner_{game}"]}={cells[side]})'


def _game_points(cells: Mapping[str, str], game: int, side: str) -> str:
    """Match points of a side from a game: Turnabout, scoring rule 2 (seed 000). In game 1 the winner's deck lost."""
    option = _option(cells, side if game == 1 else {"a": "b", "b": "a"}[side])
    # The rounding to nine places undoes what a fraction such as 1/3 loses in a spreadsheet's arithmetic.
    exact = f"ROUND({_of_option('base', option)}+{_of_option('per_unit', option)}*{cells[f'count_{game}']},9)"
    rounded = f'IF({_of_option("rounding", option)}="down",ROUNDDOWN({exact},0),ROUNDUP({exact},0))'
    points = f"MAX({MATCH_POINTS_LEAST},MIN({MATCH_POINTS_MOST},{rounded}))"
    return f"IF({_won(cells, game, side)},{points},0)"


def _complete(cells: Mapping[str, str]) -> str:
    counted = (f'OR({cells[f"winner_{game}"]}="Draw",ISNUMBER({cells[f"count_{game}"]}))' for game in (1, 2))
    given = (f'{cells[f"winner_{game}"]}<>""' for game in (1, 2))
    return f'AND({cells["b"]}<>"{BYE_NAME}",{cells["ruling"]}="",{",".join((*given, *counted))})'


def _match_points(side: str) -> LiveColumn:
    def formula(cells: Mapping[str, str]) -> str:
        total = "+".join(_game_points(cells, game, side) for game in (1, 2))
        return f'=IF({_complete(cells)},IFERROR({total},""),"")'

    return LiveColumn(f"MP {side.upper()}", f"Match points of player {side.upper()} so far.", formula)


def _victory_points(side: str, other: str) -> LiveColumn:
    def formula(cells: Mapping[str, str]) -> str:
        mine, theirs = cells[f"MP {side.upper()}"], cells[f"MP {other.upper()}"]
        last = 1 + len(VP_STEPS)
        share = f"LOOKUP(ABS({mine}-{theirs}),{_scale('from', last)},{_scale('winner', last)})"
        return f'=IF({mine}="","",IF({mine}>={theirs},{share},{VICTORY_POINTS}-{share}))'

    return LiveColumn(f"VP {side.upper()}", f"Victory points of player {side.upper()}.", formula)


def _check(cells: Mapping[str, str]) -> str:
    """Say in words what is missing or impossible in the row, the first thing first; blank where all is well."""
    nothing = (
        "AND(" + ",".join(f'{cells[f"{what}_{game}"]}=""' for game in (1, 2) for what in ("winner", "count")) + ")"
    )
    tests = [(f'AND({cells["b"]}="{BYE_NAME}",NOT({nothing}))', "A bye has no result")]
    tests += [(f'AND({cells["ruling"]}<>"",NOT({nothing}))', "Ruling or result, not both")]
    tests += [(f'OR({nothing},{cells["ruling"]}<>"",{cells["b"]}="{BYE_NAME}")', "")]
    for game in (1, 2):
        winner, count = cells[f"winner_{game}"], cells[f"count_{game}"]
        known = f'OR({winner}="A",{winner}="B",{winner}="Draw",{winner}={cells["a"]},{winner}={cells["b"]})'
        draw = f'{winner}="Draw"'
        whole = f"IF(ISNUMBER({count}),{count}=INT({count}),FALSE)"
        tests += [
            (f'{winner}=""', f"Game {game}: who won?"),
            (f"NOT({known})", f"Game {game}: winner is neither player"),
            (f'AND({draw},{count}<>"")', f"Game {game}: a draw has no count"),
            (f'AND(NOT({draw}),{count}="")', f"Game {game}: count is missing"),
            (f"AND(NOT({draw}),NOT({whole}))", f"Game {game}: count is not a whole number"),
        ]
        for side in ("a", "b"):
            option = _option(cells, side if game == 1 else {"a": "b", "b": "a"}[side])
            negative = f'IFERROR({_of_option("allow_negative", option)},"no")'
            counted = f'IFERROR({_of_option("counts", option)},"")'
            won = _won(cells, game, side)
            tests += [
                (f'AND({won},N({count})<0,{negative}<>"yes")', f"Game {game}: count is below 0"),
                (f'AND({won},N({count})>9,{counted}="poison")', f"Game {game}: ten poison loses"),
            ]
    formula = '""'
    for test, words in reversed(tests):
        formula = f'IF({test},"{words}",{formula})'
    return f"={formula}"


LIVE_COLUMNS = (
    _match_points("a"),
    _match_points("b"),
    _victory_points("a", "b"),
    _victory_points("b", "a"),
    LiveColumn("Check", "What is missing or impossible in this row.", _check, width=30),
)
