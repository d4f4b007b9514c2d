"""The live columns beside a round's results: the organizer sees points and mistakes while typing.

The formulas look up the sheet Scales, so that they follow scoring options added later. They use functions that every
spreadsheet program has had for twenty years, and are never read back.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.formats.base import LiveColumn
from turnabout_sheets.formats.turnabout.checks import LETHAL_POISON
from turnabout_sheets.formats.turnabout.scales import (
    MATCH_POINTS_LEAST,
    MATCH_POINTS_MOST,
    VICTORY_POINTS,
    VP_STEPS,
)
from turnabout_sheets.formats.turnabout.scoring import losing_deck
from turnabout_sheets.formats.turnabout.sheets import SCALES
from turnabout_sheets.sheets.grid import column_letters

MOST_OPTIONS = 60
"""How many rows of the sheet Scales the formulas look at."""

GAMES = (1, 2)
SIDES = ("a", "b")
Cells = Mapping[str, str]

_LETTERS = {column.field: column_letters(index) for index, column in enumerate(SCALES.columns)}


def _scale(field: str, rows: int = MOST_OPTIONS) -> str:
    """The range of a column of the sheet Scales."""
    letter = _LETTERS[field]
    return f"Scales!${letter}$2:${letter}${1 + rows}"


def _won(cells: Cells, game: int, side: str) -> str:
    winner = cells[f"winner_{game}"]
    return f'OR({winner}="{side.upper()}",{winner}={cells[side]})'


def _no_show(cells: Cells) -> str:
    """Whether there was no match: a ruling on who goes on after a drawn match is none of these."""
    return f'RIGHT({cells["ruling"]},7)="no-show"'


def _lost(game: int) -> LiveColumn:
    """In which row of the sheet Scales the option of the deck that lost stands."""

    def formula(cells: Cells) -> str:
        first, second = (cells[f"option_{losing_deck(game, side.upper())}"] for side in SIDES)
        option = f'IF({_won(cells, game, "a")},{first},IF({_won(cells, game, "b")},{second},""))'
        return f'=IFERROR(MATCH({option},{_scale("option")},0),"")'

    return LiveColumn(f"Lost {game}", "A step of the other columns.", formula, hidden=True)


def _looked_up(cells: Cells, game: int, field: str) -> str:
    return f"INDEX({_scale(field)},{cells[f'Lost {game}']})"


def _counts(game: int) -> LiveColumn:
    def formula(cells: Cells) -> str:
        return f'=IFERROR({_looked_up(cells, game, "counts")},"")'

    return LiveColumn(f"Counts {game}", f"What the winner of game {game} counts.", formula)


def _points(game: int) -> LiveColumn:
    """The match points of a game's winner (rules 1.2.2 and 1.2.3)."""

    def formula(cells: Cells) -> str:
        base, per_unit, rounding = (_looked_up(cells, game, field) for field in ("base", "per_unit", "rounding"))
        count = cells[f"count_{game}"]
        # Rounding to nine places first undoes what a fraction such as 1/3 loses in a spreadsheet's arithmetic.
        exact = f"ROUND({base}+{per_unit}*{count},9)"
        whole = f'IF({rounding}="down",ROUNDDOWN({exact},0),ROUNDUP({exact},0))'
        points = f"MAX({MATCH_POINTS_LEAST},MIN({MATCH_POINTS_MOST},{whole}))"
        drawn = f'{cells[f"winner_{game}"]}="Draw"'
        return f'=IF({drawn},0,IF(AND({cells[f"Lost {game}"]}<>"",ISNUMBER({count})),{points},""))'

    return LiveColumn(f"Points {game}", "A step of the other columns.", formula, hidden=True)


def _match_points(side: str) -> LiveColumn:
    def formula(cells: Cells) -> str:
        first, second = (cells[f"Points {game}"] for game in GAMES)
        total = "+".join(f"IF({_won(cells, game, side)},{cells[f'Points {game}']},0)" for game in GAMES)
        bye = f'{cells["b"]}="{BYE_NAME}"'
        return f'=IF(OR({first}="",{second}="",{bye},{_no_show(cells)}),"",{total})'

    return LiveColumn(f"MP {side.upper()}", f"Match points of player {side.upper()}.", formula, completes=side == "a")


def _victory_points(side: str, other: str) -> LiveColumn:
    """A share of the 30 VP (rules 1.3.2)."""

    def formula(cells: Cells) -> str:
        mine, theirs = cells[f"MP {side.upper()}"], cells[f"MP {other.upper()}"]
        steps = len(VP_STEPS)
        share = f"LOOKUP(ABS({mine}-{theirs}),{_scale('from', steps)},{_scale('winner', steps)})"
        return f'=IF({mine}="","",IF({mine}>={theirs},{share},{VICTORY_POINTS}-{share}))'

    return LiveColumn(f"VP {side.upper()}", f"Victory points of player {side.upper()}.", formula)


def _check(cells: Cells) -> str:
    """Say in words what is missing or impossible in the row, the first thing first; blank where all is well."""
    typed = f"COUNTA({','.join(cells[f'{what}_{game}'] for game in GAMES for what in ('winner', 'count'))})"
    bye, ruling = f'{cells["b"]}="{BYE_NAME}"', _no_show(cells)
    tests = [
        (f"AND({bye},{typed}>0)", "A bye has no result"),
        (f"AND({ruling},{typed}>0)", "Ruling or result, not both"),
        (f"OR({typed}=0,{bye},{ruling})", ""),
    ]
    for game in GAMES:
        winner, count, lost = cells[f"winner_{game}"], cells[f"count_{game}"], cells[f"Lost {game}"]
        draw, counts = f'{winner}="Draw"', cells[f"Counts {game}"]
        anybody = f"OR({draw},{_won(cells, game, 'a')},{_won(cells, game, 'b')})"
        tests += [
            (f'{winner}=""', f"Game {game}: who won?"),
            (f"NOT({anybody})", f"Game {game}: winner is neither player"),
            (f'AND({draw},{count}<>"")', f"Game {game}: a draw has no count"),
            (f'AND(NOT({draw}),{count}="")', f"Game {game}: count is missing"),
            (f"AND(NOT({draw}),N({count})<>INT(N({count})))", f"Game {game}: count is not a whole number"),
            (f"AND(NOT({draw}),NOT(ISNUMBER({count})))", f"Game {game}: count is not a number"),
            (f'AND(NOT({draw}),{lost}="")', f"Game {game}: scoring option is not known"),
            (
                f'AND(N({count})<0,IFERROR({_looked_up(cells, game, "allow_negative")},"")="no")',
                f"Game {game}: count is below 0",
            ),
            (f'AND({counts}="poison",N({count})>={LETHAL_POISON})', f"Game {game}: ten poison loses"),
        ]
    formula = '""'
    for test, words in reversed(tests):
        formula = f'IF({test},"{words}",{formula})'
    return f"={formula}"


LIVE_COLUMNS = (
    *(_counts(game) for game in GAMES),
    _match_points("a"),
    _match_points("b"),
    _victory_points("a", "b"),
    _victory_points("b", "a"),
    LiveColumn("Check", "What is missing or impossible in this row.", _check, width=32, warns=True),
    *(_lost(game) for game in GAMES),
    *(_points(game) for game in GAMES),
)
