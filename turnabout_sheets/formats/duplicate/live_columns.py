"""The live columns beside a round's results: who won with which stock, and mistakes, while the organizer types.

What a win is worth is known when all rounds at the table are in, so that no formula in a round can tell it.
"""

from __future__ import annotations

from turnabout_sheets.formats.duplicate.stocks import OTHER
from turnabout_sheets.formats.live import (
    Cells,
    clean,
    first_true,
    has_won,
    is_bye,
    is_drawn,
    is_no_show,
    live,
    quoted,
)


def _deck(cells: Cells, side: str) -> str:
    """The stock of a side; blank, it is the one that the other has not."""
    mine, theirs = clean(cells[f"deck_{side.lower()}"]), clean(cells[f"deck_{OTHER[side].lower()}"])
    return f'IF({mine}<>"",{mine},IF({theirs}="A","B",IF({theirs}="B","A","?")))'


def _result(cells: Cells) -> str:
    """Say in words who won with which stock: the letters of players and stocks are easily mixed up."""
    told = '""'
    for side in ("B", "A"):
        told = f'IF({has_won(cells, "winner", side)},{cells[side.lower()]}&" with stock "&{_deck(cells, side)},{told})'
    told = f'IF({is_drawn(cells, "winner")},"Draw",{told})'
    return f'=IF(OR({cells["winner"]}="",{is_bye(cells)},{is_no_show(cells)}),"",{told})'


def _check(cells: Cells) -> str:
    """Say in words what is missing or impossible in the row, the first thing first; blank where all is well."""
    winner, drawn = cells["winner"], is_drawn(cells, "winner")
    deck_a, deck_b = clean(cells["deck_a"]), clean(cells["deck_b"])
    anybody = f"OR({drawn},{has_won(cells, 'winner', 'A')},{has_won(cells, 'winner', 'B')})"
    no_stock = ",".join(f'AND({deck}<>"",{deck}<>"A",{deck}<>"B")' for deck in (deck_a, deck_b))
    tests = (
        (f'AND({is_bye(cells)},{winner}<>"")', "A sit-out has no result"),
        (f'AND({is_no_show(cells)},{winner}<>"")', "Ruling or result, not both"),
        (f'OR({winner}="",{is_bye(cells)},{is_no_show(cells)})', ""),
        (f"NOT({anybody})", "Winner is neither player"),
        (f"OR({no_stock})", "Deck A and Deck B: only A or B"),
        (f'AND({deck_a}<>"",{deck_a}={deck_b})', "Both cannot have the same stock"),
        (f'AND(NOT({drawn}),{deck_a}="",{deck_b}="")', "Who had which stock?"),
    )
    return first_true([(test, quoted(words)) for test, words in tests])


LIVE_COLUMNS = (
    live("Result", "Who won, and with which stock.", _result, width=40, completes=True, in_words=True),
    live("Check", "What is missing or impossible in this row.", _check, width=34, warns=True, in_words=True),
)
