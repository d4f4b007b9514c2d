"""The live columns beside a round's results: who won with which stock, and mistakes, while the organizer types.

What a win is worth is known when all rounds at the table are in, so that no formula in a round can tell it.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.formats.base import LiveColumn
from turnabout_sheets.formats.duplicate.stocks import OTHER

Cells = Mapping[str, str]


def _won(cells: Cells, side: str) -> str:
    """Whether a side is who won; a blank winner is not the blank player of an empty row."""
    winner = cells["winner"]
    return f'OR({winner}="{side}",AND({winner}<>"",{winner}={cells[side.lower()]}))'


def _deck(cells: Cells, side: str) -> str:
    """The stock of a side; blank, it is the one that the other has not."""
    mine, theirs = cells[f"deck_{side.lower()}"], cells[f"deck_{OTHER[side].lower()}"]
    return f'IF({mine}<>"",{mine},IF({theirs}="A","B",IF({theirs}="B","A","?")))'


def _bye(cells: Cells) -> str:
    return f'{cells["b"]}="{BYE_NAME}"'


def _no_show(cells: Cells) -> str:
    return f'RIGHT({cells["ruling"]},7)="no-show"'


def _result(cells: Cells) -> str:
    """Say in words who won with which stock: the letters of players and stocks are easily mixed up."""
    winner = cells["winner"]
    told = '""'
    for side in ("B", "A"):
        told = f'IF({_won(cells, side)},{cells[side.lower()]}&" with stock "&{_deck(cells, side)},{told})'
    told = f'IF({winner}="Draw","Draw",{told})'
    return f'=IF(OR({winner}="",{_bye(cells)},{_no_show(cells)}),"",{told})'


def _check(cells: Cells) -> str:
    """Say in words what is missing or impossible in the row, the first thing first; blank where all is well."""
    winner, deck_a, deck_b = cells["winner"], cells["deck_a"], cells["deck_b"]
    anybody = f'OR({winner}="Draw",{_won(cells, "A")},{_won(cells, "B")})'
    no_stock = ",".join(f'AND({deck}<>"",{deck}<>"A",{deck}<>"B")' for deck in (deck_a, deck_b))
    tests = (
        (f'AND({_bye(cells)},{winner}<>"")', "A sit-out has no result"),
        (f'AND({_no_show(cells)},{winner}<>"")', "Ruling or result, not both"),
        (f'OR({winner}="",{_bye(cells)},{_no_show(cells)})', ""),
        (f"NOT({anybody})", "Winner is neither player"),
        (f"OR({no_stock})", "Deck A and Deck B: only A or B"),
        (f'AND({deck_a}<>"",{deck_a}={deck_b})', "Both cannot have the same stock"),
        (f'AND({winner}<>"Draw",{deck_a}="",{deck_b}="")', "Who had which stock?"),
    )
    formula = '""'
    for test, words in reversed(tests):
        formula = f'IF({test},"{words}",{formula})'
    return f"={formula}"


LIVE_COLUMNS = (
    LiveColumn("Result", "Who won, and with which stock.", _result, width=40, completes=True),
    LiveColumn("Check", "What is missing or impossible in this row.", _check, width=34, warns=True),
)
