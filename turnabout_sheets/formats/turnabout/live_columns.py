"""The live columns next to a round's results: the organizer sees points and mistakes while typing.

The formulas look up a deck's option on the sheet Players and its worth on the sheet Scales, so that they follow what is
corrected there. They are never read back.
"""

from __future__ import annotations

from turnabout_sheets.event.model import BYE_NAME
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
    step,
    to_number,
)
from turnabout_sheets.formats.turnabout.checks import LETHAL_POISON
from turnabout_sheets.formats.turnabout.scoring import (
    DEFAULT_OPTION,
    GAMES,
    MATCH_POINTS_LEAST,
    MATCH_POINTS_MOST,
    VICTORY_POINTS,
    VP_STEPS,
    losing_deck,
)
from turnabout_sheets.formats.turnabout.sheets import SCALES
from turnabout_sheets.sheets.grid import column_letters

SIDES = ("a", "b")
MOST_OPTIONS = 60
"""How many rows of the sheet Scales the formulas look at."""

_LETTERS = {column.field: column_letters(index) for index, column in enumerate(SCALES.columns)}


def _scale(field: str, rows: int = MOST_OPTIONS) -> str:
    """The range of a column of the sheet Scales."""
    letter = _LETTERS[field]
    return f"Scales!${letter}$2:${letter}${1 + rows}"


def _row(cells: Cells, side: str) -> str:
    """In which row of the sheet Players a player stands, counted from the first; 0 where the name is not there."""
    names, name = cells["players.name"], clean(cells[side])
    found = f"SUMPRODUCT(({clean(names)}={name})*(ROW({names})-ROW({names.partition(':')[0]})+1))"
    return f'=IF(OR({name}="",{name}="{BYE_NAME}"),0,{found})'


def _registered(cells: Cells, side: str) -> str:
    """The option of a deck by the sheet Players: the default where that says nothing (rules 1.2.5)."""
    row, default = cells[f"Row {side.upper()}"], quoted(DEFAULT_OPTION)
    if "players.option" not in cells:
        return f'=IF({row}=0,"",{default})'
    option = clean(f"INDEX({cells['players.option']},{row})")
    return f'=IF({row}=0,"",IF({option}="",{default},{option}))'


def _won(cells: Cells, game: int) -> str:
    """Who won a game: A, B or Draw; ? where it is neither player, blank where nothing is typed."""
    typed = f"winner_{game}"
    told = f'IF({is_drawn(cells, typed)},"Draw","?")'
    for side in reversed(SIDES):
        told = f'IF({has_won(cells, typed, side)},"{side.upper()}",{told})'
    return f'=IF({clean(cells[typed])}="","",{told})'


def _lost(cells: Cells, game: int) -> str:
    """In which row of the sheet Scales the option of the deck that lost stands (rules 1.2.5)."""
    options = []
    for side in SIDES:
        owner = losing_deck(game, side.upper())
        stated = clean(cells[f"option_{owner}"])
        options.append(f'IF({stated}="",{cells[f"Registered {owner.upper()}"]},{stated})')
    won, (first, second) = cells[f"Won {game}"], options
    option = f'IF({won}="A",{first},IF({won}="B",{second},""))'
    return f'=IFERROR(MATCH({option},{_scale("option")},0),"")'


def _looked_up(cells: Cells, game: int, field: str) -> str:
    return f"INDEX({_scale(field)},{cells[f'Lost {game}']})"


def _counts(cells: Cells, game: int) -> str:
    return f'=IFERROR({_looked_up(cells, game, "counts")},"")'


def _number(cells: Cells, game: int) -> str:
    """What the winner of a game has counted, as a number; blank where it is none."""
    return f"={to_number(cells[f'count_{game}'])}"


def _points(cells: Cells, game: int) -> str:
    """The match points of a game's winner (rules 1.2.2 and 1.2.3)."""
    base, per_unit, rounding = (_looked_up(cells, game, field) for field in ("base", "per_unit", "rounding"))
    count = cells[f"Number {game}"]
    # Rounding to nine places first undoes what a fraction such as 1/3 loses in a spreadsheet's arithmetic.
    exact = f"ROUND({base}+{per_unit}*{count},9)"
    whole = f'IF({rounding}="down",ROUNDDOWN({exact},0),ROUNDUP({exact},0))'
    points = f"MAX({MATCH_POINTS_LEAST},MIN({MATCH_POINTS_MOST},{whole}))"
    return f'=IF({cells[f"Won {game}"]}="Draw",0,IF(AND({cells[f"Lost {game}"]}<>"",ISNUMBER({count})),{points},""))'


def _match_points(cells: Cells, side: str) -> str:
    first, second = (cells[f"Points {game}"] for game in GAMES)
    total = "+".join(f'IF({cells[f"Won {game}"]}="{side.upper()}",{cells[f"Points {game}"]},0)' for game in GAMES)
    return f'=IF(OR({first}="",{second}="",{is_bye(cells)},{is_no_show(cells)}),"",{total})'


def _victory_points(cells: Cells, mine: str, theirs: str) -> str:
    """A share of the 30 VP (rules 1.3.2)."""
    mine, theirs, steps = cells[mine], cells[theirs], len(VP_STEPS)
    share = f"LOOKUP(ABS({mine}-{theirs}),{_scale('from', steps)},{_scale('winner', steps)})"
    return f'=IF({mine}="","",IF({mine}>={theirs},{share},{VICTORY_POINTS}-{share}))'


def _check(cells: Cells) -> str:
    """Say in words what is missing or impossible in the row, the first thing first; blank where all is well."""
    typed = f"COUNTA({','.join(cells[f'{what}_{game}'] for game in GAMES for what in ('winner', 'count'))})"
    bye, ruling = is_bye(cells), is_no_show(cells)
    tests = [
        (f"AND({bye},{typed}>0)", quoted("A bye has no result")),
        (f"AND({ruling},{typed}>0)", quoted("Ruling or result, not both")),
        (f"OR({typed}=0,{bye},{ruling})", quoted("")),
        *((f"{cells[f'Row {side.upper()}']}=0", quoted(f"{side.upper()} is not on Players")) for side in SIDES),
    ]
    for game in GAMES:
        tests += [(test, quoted(f"Game {game}: {words}")) for test, words in _check_game(cells, game)]
    for side in SIDES:
        stated, registered = clean(cells[f"option_{side}"]), cells[f"Registered {side.upper()}"]
        words = f'"Option {side.upper()}: on Players it is "&{registered}'
        tests.append((f'AND({stated}<>"",{stated}<>{registered})', words))
    return first_true(tests)


def _check_game(cells: Cells, game: int) -> list[tuple[str, str]]:
    """What can be wrong with a game, and the words for it."""
    won, count, lost = cells[f"Won {game}"], cells[f"count_{game}"], cells[f"Lost {game}"]
    number = cells[f"Number {game}"]
    decided, negative = f'{won}<>"Draw"', _looked_up(cells, game, "allow_negative")
    return [
        (f'{won}=""', "who won?"),
        (f'{won}="?"', "winner is neither player"),
        (f'AND({won}="Draw",{count}<>"")', "a draw has no count"),
        (f'AND({decided},{count}="")', "count is missing"),
        (f"AND({decided},N({number})<>INT(N({number})))", "count is not a whole number"),
        (f"AND({decided},NOT(ISNUMBER({number})))", "count is not a number"),
        (f'AND({decided},{lost}="")', "scoring option is not known"),
        (f'AND(N({number})<0,IFERROR({negative},"")="no")', "count is below 0"),
        (f'AND({cells[f"Counts {game}"]}="poison",N({number})>={LETHAL_POISON})', "ten or more poison?"),
    ]


LIVE_COLUMNS = (
    *(live(f"Counts {game}", f"What the winner of game {game} counts.", _counts, game, width=10) for game in GAMES),
    live("MP A", "Match points of player A.", _match_points, "a", completes=True),
    live("MP B", "Match points of player B.", _match_points, "b"),
    live("VP A", "Victory points of player A.", _victory_points, "MP A", "MP B"),
    live("VP B", "Victory points of player B.", _victory_points, "MP B", "MP A"),
    live("Check", "What is missing or impossible in this row.", _check, width=32, warns=True, in_words=True),
    *(step(f"Row {side.upper()}", _row, side) for side in SIDES),
    *(step(f"Registered {side.upper()}", _registered, side) for side in SIDES),
    *(step(f"Won {game}", _won, game) for game in GAMES),
    *(step(f"Lost {game}", _lost, game) for game in GAMES),
    *(step(f"Points {game}", _points, game) for game in GAMES),
    *(step(f"Number {game}", _number, game) for game in GAMES),
)
