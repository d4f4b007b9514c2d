"""Formulas for what moves while results are typed: beside a round's rows, the standings, and how far a round is.

Only functions that every spreadsheet program has had for twenty years.

Their points are those before the running round and what its live columns say of it; points of byes come with the first
result of the round, as they do in a run (rules 1.4.10). They rank by points alone: tie-breaks follow with the run.

A player is looked up in the round once; from then on only numbers are added. So thousands of players are told within
the time in which the round's own columns are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from turnabout_sheets.core.frames import pd
from turnabout_sheets.event.format import Format, LiveBlock, LiveColumn, LivePoints, LiveValue, get_name
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.progress import is_reported
from turnabout_sheets.event.results import DISQUALIFIED, Results, adjustments_as_of, running_round
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.event.standings import compute_ranks
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import ROUND_COLUMN, Sheet
from turnabout_sheets.sheets.grid import ROW, column_letters
from turnabout_sheets.sheets.table import Table

Cells = Mapping[str, str]
"""The addresses that a formula is made of; see `LiveColumn`."""

NO_BREAK_SPACE = "\u00a0"


def clean(cells: str) -> str:
    """The text of a cell or range without stray spaces, non-breaking ones too; "=" does not regard case by itself."""
    return f'TRIM(SUBSTITUTE({cells},"{NO_BREAK_SPACE}"," "))'


def to_number(cell: str) -> str:
    """The number in a cell, also one that is typed as text; blank where there is none.

    Behind the exponent that is added no text is a date or a time: 1/3 and 2:0 stay what they are. Full-width digits are
    digits where people type them.
    """
    return f'IF(ISNUMBER({cell}),{cell},IFERROR(VALUE(ASC({clean(cell)})&"E0"),""))'


def is_bye(cells: Cells) -> str:
    """Whether the row is a bye."""
    return f'{clean(cells["b"])}="{BYE_NAME}"'


def is_no_show(cells: Cells) -> str:
    """Whether there was no match: a ruling on who goes on after a drawn match is none of these."""
    return f'RIGHT({clean(cells["ruling"])},7)="no-show"'


def has_won(cells: Cells, winner: str, side: str) -> str:
    """Whether a side is who won, by letter or name, or by the beginning of this name alone, of two letters or more.

    A blank winner is not the blank player of an empty row.
    """
    won, name, other = clean(cells[winner]), clean(cells[side.lower()]), clean(cells["ab".replace(side.lower(), "")])
    begins = "LEFT({},LEN({}))={}"
    begun = f"AND(LEN({won})>1,{begins.format(name, won, won)},NOT({begins.format(other, won, won)}))"
    return f'OR({won}="{side.upper()}",AND({won}<>"",OR({won}={name},{begun})))'


def is_drawn(cells: Cells, winner: str) -> str:
    """Whether a game was drawn, or not finished."""
    return f'{clean(cells[winner])}="Draw"'


def first_true(tests: Sequence[tuple[str, str]], otherwise: str = '""') -> str:
    """The formula of the words beside the first test that holds; where none does, that of others."""
    formula = otherwise
    for test, words in reversed(tests):
        formula = f"IF({test},{words},{formula})"
    return f"={formula}"


def quoted(words: str) -> str:
    """Words as a formula writes them."""
    doubled = words.replace('"', '""')
    return f'"{doubled}"'


ROOM: Final = 50
"""Rows below a round's last one that formulas look at, too, for matches that are added by hand."""


class RoundCells(NamedTuple):
    """The cells of a round: its sheet, its columns, counted from 0, its first row and the last one that counts.

    Declared columns are known by field, live ones by header.
    """

    number: int
    title: str
    columns: Mapping[str, int]
    first: int
    last: int

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def column(self, name: str) -> str:
        """Return the range of a column as a formula on another sheet writes it; raises KeyError."""
        letter, title = column_letters(self.columns[name]), self.title.replace("'", "''")
        return f"'{title}'!${letter}${self.first}:${letter}${self.last}"


def find_live_columns(table: Table, format: Format, *, hidden: bool = False) -> Mapping[int, LiveColumn]:
    """Return the columns of a sheet, counted from 0, in which its formulas tell something; if asked, ``hidden`` too."""
    by_header = {each.header: each for each in format.entry.live_columns if hidden or not each.hidden}
    titles = table.grid.rows[table.header_row - 1] if table.header_row <= len(table.grid.rows) else ()
    texts = enumerate(map(format_cell, titles))
    return {column: by_header[title] for column, title in texts if title in by_header}


def find_round(event: Event, format: Format, number: int) -> RoundCells | None:
    """Return where a round of an event without errors stands; None where it has no rows.

    On the sheet Results it has its own rows only, as others may follow; None where rows of others stand among them.
    """
    matches = event.rounds.get(number, ())
    if not matches:
        return None
    table = event.tables[matches[0].sheet]
    columns = {get_name(column): place for place, column in enumerate(format.round_columns)}
    if table.grid.rows:  # else it is paired just now, and its sheet will have these
        live = find_live_columns(table, format, hidden=True)
        columns = {**table.positions, **{each.header: place for place, each in live.items()}}
    if ROUND_COLUMN.field not in table.positions:
        return RoundCells(number, table.title, columns, table.header_row + 1, matches[-1].row + ROOM)
    first, last = (limit(match.row for match in matches) for limit in (min, max))
    others = (match for match in event.rows if match.sheet == matches[0].sheet and match.round != number)
    if any(first < match.row < last for match in others):
        return None
    return RoundCells(number, table.title, columns, first, last)


def count_tables(results: Results, round: RoundCells) -> LiveValue:
    """Return how many matches a round has; byes are none."""
    matches = [match for match in results.event.rounds[round.number] if match.b != BYE]
    return LiveValue(f"=SUMPRODUCT({_is_match(round)})", len(matches))


def count_out(results: Results, round: RoundCells) -> LiveValue:
    """Return how many matches of a round are not reported (rules 1.4.10): neither ruled on, nor filled in whole."""
    fields, live = results.format.entry.result_fields, results.format.entry.live_columns
    out = [match for match in results.event.rounds[round.number] if not is_reported(match, fields)]
    blank = "+".join(f"(LEN({clean(round.column(field))})=0)" for field in fields)
    blank += "".join(f"+({round.column(each.header)}=1)" for each in live if each.lacks and each.header in round)
    ruled = f'(RIGHT({clean(round.column("ruling"))},7)="no-show")' if "ruling" in round else "0"
    return LiveValue(f"=SUMPRODUCT({_is_match(round)}*({ruled}=0)*({blank}>0))", len(out))


def find_check(results: Results, round: RoundCells) -> LiveValue | None:
    """Return what the live columns find missing or impossible in a round, where they have a word for it.

    That is the first row that has one, with its table, after the number of such rows; blank where there is none.
    """
    column = next((live.header for live in results.format.entry.live_columns if live.warns), "")
    if column not in round or "table" not in round:
        return None
    words, tables = round.column(column), round.column("table")
    first, count = f'MATCH("?*",{words},0)', f"SUMPRODUCT(--(LEN({words})>0))"
    found = f'{count}&": table "&INDEX({tables},{first})&", "&INDEX({words},{first})'
    formula = f'=IFERROR(IF({count}=0,"",{found}),"")'
    return LiveValue(formula, _read_check(results, round, column))


def _read_check(results: Results, round: RoundCells, column: str) -> str:
    """Return the same by the words that the sheet showed when it was saved last."""
    table = results.event.tables[results.event.rounds[round.number][0].sheet]
    rows = table.grid.rows[round.first - 1 : round.last]
    at = {name: round.columns[name] for name in (column, "table")}
    said = [[format_cell(row[at[name]]) if at[name] < len(row) else "" for name in ("table", column)] for row in rows]
    found = [each for each in said if each[1]]
    return f"{len(found)}: table {found[0][0]}, {found[0][1]}" if found else ""


def _is_match(round: RoundCells) -> str:
    """Whether a row is a match, as a factor of 1 or 0 for each row."""
    a, b = clean(round.column("a")), clean(round.column("b"))
    return f'(LEN({a})>0)*(LEN({b})>0)*({b}<>"{BYE_NAME}")'


SEAT: Final = "Seat"
"""Header of the column that says where in the round a player sits: its row, counted from 1, below 0 as player B."""

ORDER: Final = "Order"
"""Header of the column whose largest number is the leader's: equal players stand there in the order of the sheet."""

BEFORE: Final = "Before"
"""Header of the column with the points before the round."""

RANK_NOW: Final = "Rank now"

MOST_PLAYERS: Final = 2_000
"""With more of them a spreadsheet program is slower to rank all than a person to type the next result."""

SMALL: Final = 1_000_000
"""By this part of a point, equal players are told apart: more rows than a sheet has players, less than any points."""


def points_now(format: Format) -> str:
    """Return the header of the points that move: VP now."""
    return f"{format.points_name} now"


def standings_columns(format: Format) -> tuple[LiveColumn, ...]:
    """Return the columns of formulas beside the standings of a format; none where its rounds cannot tell points."""
    if format.entry.live_points is None:
        return ()
    now, points = points_now(format), format.points_name
    help = f"{points} with what is typed into the running round, until the next run."
    return (
        LiveColumn(RANK_NOW, f"By {now} alone; the tie-breaks follow with the next run.", partial(_rank, now)),
        LiveColumn(now, help, _points, width=9),
        LiveColumn(BEFORE, "A step of the other columns.", _begin, hidden=True),
        LiveColumn(SEAT, "A step of the other columns.", _seat, hidden=True),
        LiveColumn(ORDER, "A step of the other columns.", partial(_order, now), hidden=True),
    )


def live_standings(results: Results, sheet: Sheet, order: Sequence[int]) -> LiveBlock | None:
    """Return what stands beside the standings, whose rows are the players ``order``; None where nothing is to move.

    That is so once the event is finished, where something else ranks than points, where the round that is running
    stands on a sheet without live columns, and where there are more than `MOST_PLAYERS`.
    """
    points, number = results.format.entry.live_points, running_round(results)
    if points is None or results.finished or results.elimination is not None or not number:
        return None
    if len(order) > MOST_PLAYERS:
        return None
    round = find_round(results.event, results.format, number)
    if round is None or any(each not in round for each in ("ruling", points.a, points.b)):
        return None
    columns = standings_columns(results.format)
    return LiveBlock(columns, list(_rows(results, sheet, order, round, columns)))


def describe_live(results: Results, live: LiveBlock | None) -> str:
    """Return a line on what moves beside the standings; blank where nothing could."""
    now, number = points_now(results.format), running_round(results)
    if live is not None:
        return f"{RANK_NOW} and {now} follow what is typed into round {number}; tie-breaks count from the next run on."
    if results.format.entry.live_points is not None and len(results.event.players) > MOST_PLAYERS:
        return f"{RANK_NOW} and {now} are left out with more than {MOST_PLAYERS:,} players."
    return ""


def _rows(
    results: Results, sheet: Sheet, order: Sequence[int], round: RoundCells, columns: Sequence[LiveColumn]
) -> Iterator[Sequence[LiveValue | int | Fraction | None]]:
    """Yield what stands in the columns, player by player; nothing for who is disqualified."""
    points = results.format.entry.live_points
    assert points is not None, "there are columns"
    now, standings = points_now(results.format), results.standings
    names = [*(column.field for column in sheet.columns), *(column.header for column in columns)]
    letters = {name: column_letters(place) for place, name in enumerate(names)}
    cells = {name: f"{letter}{ROW}" for name, letter in letters.items()}
    cells |= {f"round.{name}": round.column(name) for name in ("a", "b", "ruling")}
    cells |= {"points a": round.column(points.a), "points b": round.column(points.b)}
    cells |= {"bye": str(points.bye(results.event)), "all": f"${letters[now]}$2:${letters[now]}${len(order) + 1}"}
    ranked = standings[standings["lead"] != DISQUALIFIED]
    ranked = ranked.assign(now=_count_adjustments(results, ranked["points"], round.number))
    ranks = dict(zip(ranked.index, map(int, compute_ranks(ranked, ("now",))), strict=True))
    points_of, earned = ranked["now"].to_dict(), _find_earned(results, round.number)
    seats = _find_seats(results.event, points, round)
    formulas = {column.header: column.formula(cells) for column in columns}
    for row, player in enumerate(order, 2):
        if player not in ranks:
            yield [None] * len(columns)
            continue
        total, seat = Fraction(points_of[player]), seats.get(player, 0)
        fixed: dict[str, int | Fraction] = {BEFORE: total, SEAT: 0}
        if seat is not None:
            fixed = {BEFORE: total - earned.get(player, 0)}
        values = {RANK_NOW: ranks[player], now: total, SEAT: seat or 0, ORDER: total - Fraction(row, SMALL)}
        yield [fixed[name] if name in fixed else LiveValue(each, values[name]) for name, each in formulas.items()]


def _count_adjustments(results: Results, points: pd.Series, number: int) -> pd.Series:
    """Return points with what Adjustments says up to a round, which may not have begun."""
    known, coming = (adjustments_as_of(results.event, last) for last in (results.played, number))
    players = zip(map(int, points.index), points, strict=True)
    counted = [Fraction(each) - known.get(player, 0) + coming.get(player, 0) for player, each in players]
    return pd.Series(counted, index=points.index, dtype=object)


def _find_earned(results: Results, number: int) -> Mapping[int, Fraction | int]:
    """Return what players have from a round by its reported matches, and by its bye."""
    in_round = results.sides[results.sides["round"] == number]
    return dict(zip(in_round["player"], in_round["points"], strict=True))


def _find_seats(event: Event, points: LivePoints, round: RoundCells) -> Mapping[int, int | None]:
    """Return where the players of a round sit (see `SEAT`); None where a ruling decides, whatever is typed there."""
    ruled = points.ruled(event)
    return {
        player: None if match.index in ruled else (match.row - round.first + 1) * (1 if side == "a" else -1)
        for match in event.rounds[round.number]
        for side, player in match.seats()
    }


def _begin(cells: Cells) -> str:
    """No formula: there stand numbers."""
    return ""


def _seat(cells: Cells) -> str:
    """Where a player sits: found at once where the name stands as on this sheet, else by all that may be typed.

    In what MATCH looks for, ~ makes a letter of *, ? and itself.
    """
    sought, name = cells["player"], clean(cells["player"])
    for letter in "~*?":
        sought = f'SUBSTITUTE({sought},"{letter}","~{letter}")'
    exactly = [f"MATCH({sought},{cells[side]},0)" for side in ("round.a", "round.b")]
    slowly = []
    for side in ("round.a", "round.b"):
        first = cells[side].partition(":")[0]
        slowly.append(f"SUMPRODUCT(({clean(cells[side])}={name})*(ROW({cells[side]})-ROW({first})+1))")
    return f"=IFERROR({exactly[0]},IFERROR(-{exactly[1]},{slowly[0]}-{slowly[1]}))"


def _points(cells: Cells) -> str:
    """The points before the round, and what the player has in it: by its live columns, else by bye or no-show."""
    row = f"ABS({cells[SEAT]})"
    ruling = clean(f"INDEX({cells['round.ruling']},{row})")
    # What is written at once: a bye counts as soon as anybody has a result, a no-show is one.
    no_shows = f'SUMPRODUCT(--(RIGHT({cells["round.ruling"]},7)="no-show"))'
    begun = f"COUNT({cells['points a']})+{no_shows}>0"
    opponent = f"INDEX({cells['round.b']},{row})"
    is_bye = f'{clean(opponent)}="{BYE_NAME}"'
    absent = f'OR({ruling}="A no-show",{ruling}="Both no-show",{ruling}="{WAITS}")'
    bye = f'IF({absent},0,IF({ruling}="B no-show",{cells["bye"]},IF({is_bye},IF({begun},{cells["bye"]},0),0)))'
    unplayed = {"a": bye, "b": f'IF({ruling}="A no-show",{cells["bye"]},0)'}
    told = {side: f"INDEX({cells[f'points {side}']},{row})" for side in unplayed}
    a, b = (f"IF(ISNUMBER({told[side]}),{told[side]},{unplayed[side]})" for side in unplayed)
    return f"={cells[BEFORE]}+IFERROR(IF({cells[SEAT]}>0,{a},IF({cells[SEAT]}<0,{b},0)),0)"


def _rank(now: str, cells: Cells) -> str:
    return f"=RANK({cells[now]},{cells['all']})"


def _order(now: str, cells: Cells) -> str:
    return f"={cells[now]}-ROW()/{SMALL}"
