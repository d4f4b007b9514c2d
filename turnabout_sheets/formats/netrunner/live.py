"""The live columns beside a round's results: the organizer sees points, GMP and mistakes while typing."""

from __future__ import annotations

from collections.abc import Mapping

from turnabout_sheets.formats.base import LiveColumn
from turnabout_sheets.formats.netrunner.scoring import GAME_WON, GAMES
from turnabout_sheets.model import BYE_NAME

SIDES = ("a", "b")
Cells = Mapping[str, str]


def _won(cells: Cells, game: int, side: str) -> str:
    winner = cells[f"winner_{game}"]
    return f'OR({winner}="{side.upper()}",{winner}={cells[side]})'


def _no_match(cells: Cells) -> str:
    return f'OR({cells["b"]}="{BYE_NAME}",RIGHT({cells["ruling"]},7)="no-show")'


def _reported(cells: Cells) -> str:
    known = [
        f'OR({cells[f"winner_{game}"]}="Draw",{_won(cells, game, "a")},{_won(cells, game, "b")})' for game in GAMES
    ]
    return f"AND(NOT({_no_match(cells)}),{','.join(known)})"


def _points(side: str) -> LiveColumn:
    """10 for a game won, else the agenda points scored ("match winner", Data Table, seed 004)."""

    def formula(cells: Cells) -> str:
        each = [f"IF({_won(cells, game, side)},{GAME_WON},N({cells[f'agenda_{game}_{side}']}))" for game in GAMES]
        return f'=IF({_reported(cells)},{"+".join(each)},"")'

    return LiveColumn(f"Points {side.upper()}", f"Points of player {side.upper()}.", formula)


def _gmp(side: str, other: str) -> LiveColumn:
    """One for each game and the match, half for a tie (NTP 2.7, seed 004)."""

    def formula(cells: Cells) -> str:
        games = [f'IF({cells[f"winner_{game}"]}="Draw",0.5,IF({_won(cells, game, side)},1,0))' for game in GAMES]
        mine, theirs = cells[f"Points {side.upper()}"], cells[f"Points {other.upper()}"]
        match = f"IF({mine}={theirs},0.5,IF({mine}>{theirs},1,0))"
        return f'=IF({mine}="","",{"+".join([*games, match])})'

    return LiveColumn(f"GMP {side.upper()}", f"GMP of player {side.upper()}.", formula, completes=side == "a")


def _check(cells: Cells) -> str:
    """Say in words what is missing or impossible in the row, the first thing first; blank where all is well."""
    typed = ",".join(cells[f"{what}_{game}{side}"] for game in GAMES for what, side in _ENTRY)
    bye, ruling = f'{cells["b"]}="{BYE_NAME}"', f'RIGHT({cells["ruling"]},7)="no-show"'
    tests = [
        (f"AND({bye},COUNTA({typed})>0)", "A bye has no result"),
        (f"AND({ruling},COUNTA({typed})>0)", "Ruling or result, not both"),
        (f"OR(COUNTA({typed})=0,{bye},{ruling})", ""),
    ]
    for game in GAMES:
        winner = cells[f"winner_{game}"]
        anybody = f'OR({winner}="Draw",{_won(cells, game, "a")},{_won(cells, game, "b")})'
        tests += [(f'{winner}=""', f"Game {game}: who won?"), (f"NOT({anybody})", f"Game {game}: winner is neither")]
        for side in SIDES:
            points, not_won = cells[f"agenda_{game}_{side}"], f"NOT({_won(cells, game, side)})"
            whose = f"Game {game}: agenda points of {side.upper()}"
            tests += [
                (f'AND({not_won},{points}="")', f"{whose}?"),
                (f'AND({points}<>"",OR(N({points})<0,N({points})<>INT(N({points}))))', f"{whose}: 0 to 7"),
            ]
    formula = '""'
    for test, words in reversed(tests):
        formula = f'IF({test},"{words}",{formula})'
    return f"={formula}"


_ENTRY = (("winner", ""), ("agenda", "_a"), ("agenda", "_b"))

LIVE_COLUMNS = (
    _points("a"),
    _points("b"),
    _gmp("a", "b"),
    _gmp("b", "a"),
    LiveColumn("Check", "What is missing or impossible in this row.", _check, width=32),
)
