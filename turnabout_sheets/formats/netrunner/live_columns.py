"""The live columns beside a round's results: the organizer sees points, GMP and mistakes while typing.

They follow what is typed in the row; a forfeit on the sheet Rulings counts from the next run on.
"""

from __future__ import annotations

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
from turnabout_sheets.formats.netrunner.checks import FIELDS, MOST_LOST
from turnabout_sheets.formats.netrunner.scoring import AGENDA_POINTS_TO_WIN, GAME_WON, GAMES, MATCH_GMP, SIDES
from turnabout_sheets.formats.netrunner.settings import AGENDA_POINTS, NOT_KEPT


def _won(cells: Cells, game: int, side: str) -> str:
    """Whether a side has won a game."""
    return has_won(cells, f"winner_{game}", side)


def _anybody(cells: Cells, game: int) -> str:
    """Whether it is known how a game ended."""
    return f"OR({is_drawn(cells, f'winner_{game}')},{','.join(_won(cells, game, side) for side in SIDES)})"


def _known(cells: Cells) -> str:
    """Whether the row is a match of which it is known how both games ended, as terms of AND."""
    return f"NOT({is_bye(cells)}),NOT({is_no_show(cells)}),{','.join(_anybody(cells, game) for game in GAMES)}"


def _count_typed(cells: Cells, prefix: str = "") -> str:
    """How many agenda points are typed: in the row, or by ``round.`` in the round."""
    return f"COUNTA({','.join(cells[prefix + field] for field in FIELDS)})"


def _agenda(cells: Cells, game: int, side: str) -> str:
    """The agenda points of a side, as a number; blank where they are none."""
    return f"={to_number(cells[f'agenda_{game}_{side.lower()}'])}"


def _sum(cells: Cells, side: str) -> str:
    """10 for a game won, else the agenda points scored (netrunner 5.3)."""
    agenda = {game: cells[f"Agenda {game} {side}"] for game in GAMES}
    return "=" + "+".join(f"IF({_won(cells, game, side)},{GAME_WON},N({agenda[game]}))" for game in GAMES)


def _kept(cells: Cells) -> str:
    """1 where agenda points are typed in this event, else 0 (netrunner 6.7)."""
    if "event.setting" not in cells:
        return "=1"
    setting, value = (clean(cells[f"event.{field}"]) for field in ("setting", "value"))
    return f"=IF(SUMPRODUCT(({setting}={quoted(AGENDA_POINTS.name)})*({value}={quoted(NOT_KEPT)}))>0,0,1)"


def _open(cells: Cells) -> str:
    """1 where agenda points are missing that can decide the match, else 0 (netrunner 6.5 and 6.6)."""
    ahead = f"{cells['Sum A']}-{cells['Sum B']}"
    missing = {
        side: "+".join(
            f'IF(AND({cells[f"agenda_{game}_{side.lower()}"]}="",NOT({_won(cells, game, side)})),{MOST_LOST},0)'
            for game in GAMES
        )
        for side in SIDES
    }
    decided = f"SIGN({ahead}-({missing['B']}))=SIGN({ahead}+{missing['A']})"
    drawn = ",".join(is_drawn(cells, f"winner_{game}") for game in GAMES)
    agreed = f"AND({drawn},{_count_typed(cells)}=0)"
    return f"=IF(AND({cells['Agenda kept']}=1,{_known(cells)}),IF(OR({decided},{agreed}),0,1),0)"


def _lacking(cells: Cells) -> str:
    """1 where these keep the match from counting, as some are typed in the round; else 0 (netrunner 6.5)."""
    return f"=IF(AND({cells['Agenda open']}=1,{_count_typed(cells, 'round.')}>0),1,0)"


def _points(cells: Cells, side: str) -> str:
    """What the match is won by (netrunner 5.3); blank where it does not count yet."""
    return f'=IF(AND({_known(cells)},{cells["Agenda lacking"]}=0),{cells[f"Sum {side}"]},"")'


def _gmp(cells: Cells, side: str, other: str) -> str:
    """One for each game and the match, half for a tie (netrunner 2.7); after a no-show as for a bye (netrunner 5.1)."""
    games = [f"IF({is_drawn(cells, f'winner_{game}')},0.5,IF({_won(cells, game, side)},1,0))" for game in GAMES]
    mine, theirs = cells[f"Points {side}"], cells[f"Points {other}"]
    match = f"IF({mine}={theirs},0.5,IF({mine}>{theirs},1,0))"
    unplayed = f'IF({clean(cells["ruling"])}="{other} no-show",{MATCH_GMP},0)'
    played = f'IF({mine}="","",{"+".join([*games, match])})'
    return f"=IF(AND({is_no_show(cells)},NOT({is_bye(cells)})),{unplayed},{played})"


def _check(cells: Cells) -> str:
    """Say in words what is missing or impossible in the row, the first thing first; blank where all is well."""
    fields = [f"{what}_{game}{side}" for game in GAMES for what, side in _ENTRY]
    typed = f"COUNTA({','.join(cells[field] for field in fields)})"
    tests = [
        (f"AND({is_bye(cells)},{typed}>0)", "A bye has no result"),
        (f"AND({is_no_show(cells)},{typed}>0)", "Ruling or result, not both"),
        (f"OR({typed}=0,{is_bye(cells)},{is_no_show(cells)})", ""),
    ]
    for game in GAMES:
        tests += [
            (f'{cells[f"winner_{game}"]}=""', f"Game {game}: who won?"),
            (f"NOT({_anybody(cells, game)})", f"Game {game}: winner is neither player"),
        ]
    tests.append((f"AND({cells['Agenda kept']}=0,{_count_typed(cells)}>0)", "Agenda points are not kept"))
    for game in GAMES:
        for side in SIDES:
            points, not_won = cells[f"agenda_{game}_{side.lower()}"], f"NOT({_won(cells, game, side)})"
            whose, typed_number = f"Game {game}: agenda points of {side}", cells[f"Agenda {game} {side}"]
            number = f"N({typed_number})"
            whole = f"AND(ISNUMBER({typed_number}),{number}>=0,{number}=INT({number}))"
            tests += [
                (f'AND({points}="",{not_won},{cells["Agenda open"]}=1)', f"{whose}?"),
                (f'AND({points}<>"",NOT({whole}))', f"{whose}: expected 0, 1, 2 …"),
                (f"AND({not_won},{number}>={AGENDA_POINTS_TO_WIN})", f"{whose}: {AGENDA_POINTS_TO_WIN} would have won"),
            ]
    return first_true([(test, quoted(words)) for test, words in tests])


_ENTRY = (("winner", ""), ("agenda", "_a"), ("agenda", "_b"))

LIVE_COLUMNS = (
    live("Points A", "Points of player A.", _points, "A"),
    live("Points B", "Points of player B.", _points, "B"),
    live("GMP A", "GMP of player A.", _gmp, "A", "B", completes=True),
    live("GMP B", "GMP of player B.", _gmp, "B", "A"),
    live("Check", "What is missing or impossible in this row.", _check, width=36, warns=True, in_words=True),
    *(step(f"Agenda {game} {side}", _agenda, game, side) for game in GAMES for side in SIDES),
    *(step(f"Sum {side}", _sum, side) for side in SIDES),
    step("Agenda kept", _kept),
    step("Agenda open", _open),
    step("Agenda lacking", _lacking),
)
