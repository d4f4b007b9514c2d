"""Reads tables of matches as people keep them, a row for each, as our list of match records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from turnabout_sheets.archive.lists.roster import ID_OF
from turnabout_sheets.archive.lists.rows import MATCHES
from turnabout_sheets.archive.lists.scores import is_nobody, read_result, read_winner
from turnabout_sheets.archive.lists.titles import read_round
from turnabout_sheets.archive.lists.understood import SHOWN_LETTERS, MadeList
from turnabout_sheets.core.problems import MOST
from turnabout_sheets.core.text import header_key, key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.list_layout import Header, is_filled, list_texts, turn_round
from turnabout_sheets.reading.list_words import DAY, EVENT, NAME, OPPONENT, RESULT, ROUND, TABLE, WHOLE_NAME, WINNER
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw

_ASIDE: Final = (EVENT, DAY, ROUND, TABLE, RESULT, WINNER)
MATCHED: Final = Sheet("matches", "", (Column("Player", "name"), *(Column(word.title(), word) for word in _ASIDE)))
"""What a table of matches may have; its headers are found as those of a list of players are."""

_WHERE: Final = 'Add a column Round, call the sheet "Round 1", or write "Round 1" above the table or between its rows.'


def read_matches(grid: Grid, header: Header, titled_round: int | None) -> MadeList | None:
    """Read a table of matches; None for one that has not two players in a row.

    ``titled_round`` is the round that its title or its sheet's name says it is of.
    """
    columns, scores = _find_columns(header)
    if "b" not in columns:
        return None
    made = MadeList(MATCHES, grid, header.row, columns)
    below = range(header.row + 1, len(grid.rows))
    names = {made.text(at, side) for at in below for side in ("a", "b")}
    made.turned = turn_round({name for name in names if not is_nobody(name)})
    for at, number, a, b in _read_sides(made, header, titled_round):
        is_bye = is_nobody(a) or is_nobody(b)
        made.counts["byes"] += is_bye
        winner = "" if is_bye else _read_who_won(made, at, scores, (a, b))
        ids = [made.text(at, each) for each in ID_OF.values()]
        if is_nobody(a):
            a, b, ids = b, a, ids[::-1]
        b = BYE_NAME if is_bye else b
        table = made.text(at, "table").rstrip(".")
        table = table if table.strip("-–—") else ""
        made.rows[at] = {"round": number, "table": table, "a": a, "b": b, "winner": winner}
        made.rows[at] |= {each: id for each, id in zip(ID_OF.values(), ids, strict=True) if each in columns}
        if len(made.problems) > MOST:
            break  # more than that nobody corrects before the next try
    roundless = next((at for at, row in made.rows.items() if row["round"] == ""), None)
    if roundless is not None:
        column = columns.get("round", columns["a"])
        made.refuse(roundless, column, "Nothing says which round this match is of; expected its number.", _WHERE)
    made.rounds = max((row["round"] for row in made.rows.values() if isinstance(row["round"], int)), default=None)
    places = sorted((at, MATCHES.column(each).header.lower()) for each, at in made.columns.items())
    places += [(at, "score") for at in scores if len(scores) > 1]
    made.taken = ", ".join(f"{what} from {header.titles[at]}" for at, what in places)
    made.told += ["names turned round: first name first"] if made.turned else []
    if titled_round is not None and "round" not in columns:
        made.told.append(f"round {titled_round}, as its title or its sheet's name says")
    return made


def _find_columns(header: Header) -> tuple[Mapping[str, int], Sequence[int]]:
    """Return the columns of the fields of our list, and those with scores: one, or one for each player.

    Player IDs stand where the headers are ours: it is these that are asked for where two people have one name.
    """
    opponents, scores = header.columns(OPPONENT)[:2], header.columns(RESULT)[:2]
    players = sorted([*header.columns(WHOLE_NAME, NAME)[: 2 - len(opponents)], *opponents])
    one = {"event": EVENT, "date": DAY, "round": ROUND, "table": TABLE, "winner": WINNER}
    columns = {each: at[0] for each, meaning in one.items() if (at := header.columns(meaning))}
    alone = {"winner": scores[0]} if len(scores) == 1 else {}
    titles = {header_key(title): at for at, title in enumerate(header.titles)}
    asked = {each: header_key(MATCHES.column(each).header) for each in ID_OF.values()}
    ids = {each: titles[title] for each, title in asked.items() if title in titles}
    return alone | columns | ids | dict(zip("ab", players, strict=False)), scores


def _read_sides(made: MadeList, header: Header, titled_round: int | None) -> Iterator[tuple[int, Raw, str, str]]:
    """Yield the rows that are matches or byes: the round, and who stands on both sides.

    Between them there may be lines that say the round, the headers again, notes, and rows without players.
    """
    current: Raw = "" if titled_round is None else titled_round
    titles = tuple(header.titles[made.columns[side]] for side in ("a", "b"))
    for at in range(header.row + 1, len(made.grid.rows)):
        a, b = made.text(at, "a"), made.text(at, "b")
        filled = [text for text in list_texts(made.grid.rows[at]) if text]
        alone = filled[0] if len(filled) == 1 and not (a and b) else ""
        said = None if alone.isdecimal() else read_round(alone)
        if said is not None:
            current = said
            made.counts["lines between that say the round"] += 1
        elif alone and not (a and any(map(is_filled, made.grid.rows[at - 1]))):
            made.left[at] = alone[:SHOWN_LETTERS]
        elif is_nobody(a) and is_nobody(b):
            made.counts["rows without players left out"] += bool(filled)
        elif (a, b) != titles:
            typed = made.text(at, "round")
            current = (read_round(typed) or typed) if typed else current
            made.counts["rows without a round, taken as of the one above"] += "round" in made.columns and not typed
            yield at, current, a, b


def _read_who_won(made: MadeList, at: int, scores: Sequence[int], sides: Sequence[str]) -> str:
    """Return who won, or what stands in the column of winners and is to be judged by our list."""
    column = made.columns.get("winner")
    score = " - ".join(made.text(at, each) for each in scores)
    won = read_result(score) if score.strip(" -") else ""
    typed = "" if column in (None, *scores) else made.text(at, "winner")
    names = {key(name): side for name, side in zip(sides, "AB", strict=True)} if len({*map(key, sides)}) > 1 else {}
    winner = (names.get(key(typed)) or read_winner(typed)) if typed else won
    where = scores[0] if scores else column or 0
    if won is None and made.refuse_day(at, where, "a score", "2-1"):
        pass
    elif typed and winner and won and winner != won:
        made.refuse(at, where, f'The result is {score}, and the winner "{typed}".', "Correct one of the two.")
    elif winner is None and column is None:
        made.refuse(at, where, f'The result is "{score}"; expected a number for each player.', "Correct the cells.")
    made.counts["without a result"] += winner == ""
    made.counts["of 0-0, taken as a draw"] += winner == "Draw" and "0" in score and not score.strip(" 0:–-")
    return (typed or score) if winner is None else winner
