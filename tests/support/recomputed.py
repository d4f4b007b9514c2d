"""Points reckoned once more from what stands in a workbook, by sums as a person makes them; nothing of the program.

Only plain workbooks are reckoned: whatever is written in an unusual way is left to the program.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

from tests.support.edited_book import Book, find_header

STEPS = (0, 1, 4, 7, 10, 13, 16, 19, 23, 27, 31, 36, 41, 46, 51, 56)
"""From which difference on there is one victory point more, beginning with 15 (rules 1.3.2)."""

NO_SHOWS = {"a no-show": "b", "b no-show": "a", "both no-show": ""}

WINS_AND_BYES: Mapping[str, tuple[str, str, str]] = {
    "Turnabout": ("VP", "Wins", "Byes"),
    "Duplicate Magic": ("Points", "Wins", "Sit-outs"),
    "Netrunner": ("GMP", "", "Byes"),
}
"""What stands on Standings, by format: points, wins, byes."""


class UnclearError(Exception):
    """Something is written in an unusual way."""


@dataclass
class Line:
    """What a player comes to."""

    points: Fraction = Fraction(0)
    wins: int = 0
    byes: int = 0


@dataclass(frozen=True)
class Row:
    """A row of a round, reported or not; ``b`` is "" for a bye; ``values`` are its cells by header."""

    round: int
    a: str
    b: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ruling(self) -> str:
        return str(self.values.get("ruling", "")).strip().casefold()

    def winners(self) -> list[str]:
        """Return who won each game, in capitals, in whatever order the columns stand; "" where nothing is reported."""
        found = [value for header, value in sorted(self.values.items()) if header.endswith("winner")]
        return [plain(value, "A", "B", "DRAW", "") for value in found]

    @property
    def is_reported(self) -> bool:
        return not self.b or bool(self.ruling) or all(self.winners())

    def count(self, header: str) -> int:
        """Return a count; no number is 0."""
        value = self.values.get(header, "")
        if value == "":
            return 0
        if not isinstance(value, float | int) or int(value) != value:
            raise UnclearError(value)
        return int(value)


def plain(value: Any, *words: str) -> str:
    """Return a word in capitals if it is one of ``words``."""
    if not isinstance(value, str) or value.upper() not in words:
        raise UnclearError(value)
    return value.upper()


def table_of(book: Book, sheet: str, *headers: str) -> list[dict[str, Any]]:
    """Return the rows of a table by header, as written."""
    rows = book.rows(sheet)
    found = find_header(rows, *headers)
    if found is None:
        raise UnclearError(sheet)
    first, columns = found
    return [
        {header: row[column] for header, column in columns.items()}
        for row in rows[first + 1 :]
        if any(row[column] != "" for column in columns.values())
    ]


LANGUAGES = (["round"], ["runde"], ["ronde"], ["ronda"])
"""A sheet of a round may be called so in each language of the pages."""


def round_numbers(book: Book) -> dict[int, str]:
    """Return the sheet of each round."""
    names = {sheet: sheet.casefold().split() for sheet in book.sheets}
    return {int(words[1]): sheet for sheet, words in names.items() if words[:1] in LANGUAGES and len(words) == 2
            and words[1].isdecimal() and words[1][0] != "0"}  # fmt: skip


def read_rows(book: Book) -> list[Row]:
    """Return the rows of all rounds."""
    return [
        Row(number, str(row["player a"]), "" if row["player b"] == "BYE" else str(row["player b"]), row)
        for number, sheet in sorted(round_numbers(book).items())
        for row in table_of(book, sheet, "Player A", "Player B")
        if row["player a"] != "" or row["player b"] != ""
    ]


def reckon(book: Book, format: str) -> dict[str, Line]:
    """Return what each player comes to. Raises `UnclearError` where that is not plain."""
    players = table_of(book, "Players", "Player")
    rows = read_rows(book)
    names = {str(row["player"]) for row in players}
    if any(name not in names for row in rows for name in filter(None, (row.a, row.b))):
        raise UnclearError("a name that is not on Players")
    for row in rows:
        for name in filter(None, (row.a, row.b)):
            _present(next(player for player in players if player["player"] == name), row)
    return reckon_rows(rows, players, format)


def reckon_rows(rows: Sequence[Row], players: Sequence[Mapping[str, Any]], format: str) -> dict[str, Line]:
    """Return what each of the ``players``, rows by header, comes to by the rows of all rounds."""
    waiting = min((row.round for row in rows if not row.is_reported), default=999)
    begun = max((row.round for row in rows if row.b and row.is_reported), default=0)
    with_matches = {row.round for row in rows if row.b}
    while begun + 1 in {row.round for row in rows} - with_matches and waiting > begun:
        begun += 1
    reported = [row for row in rows if row.round <= begun and row.is_reported]
    lines = {str(row["player"]): Line() for row in players}
    SUMS[format](reported, lines, {str(row["player"]): row for row in players})
    return lines


def _present(player: Mapping[str, Any], row: Row) -> None:
    """Who is not there in a round that was paired before makes a bye of the match: not so plain."""
    first, last = player.get("joined round", ""), player.get("dropped after", "")
    away = [player.get(header, "") for header in ("away", "byes")]
    if (first != "" and first > row.round) or (last != "" and last < row.round) or any(away):
        raise UnclearError(player)


def _unplayed(rows: Sequence[Row], lines: Mapping[str, Line], worth: Fraction | None) -> Iterator[Row]:
    """Give byes what they are worth, and yield the rows that were played."""
    for row in rows:
        if row.b and not row.ruling:
            yield row
            continue
        if row.ruling and row.ruling not in NO_SHOWS:
            raise UnclearError(row.ruling)
        there = NO_SHOWS.get(row.ruling, "a")
        for name in filter(None, (row.a if "a" in there else "", row.b if "b" in there else "")):
            lines[name].byes += 1
            lines[name].points += worth or 0


def _turnabout(rows: Sequence[Row], lines: Mapping[str, Line], players: Mapping[str, Mapping[str, Any]]) -> None:
    for row in _unplayed(rows, lines, Fraction(18)):
        points = {"A": 0, "B": 0}
        for game, winner in enumerate(row.winners(), 1):
            if winner == "DRAW":
                continue
            lost = winner if game == 1 else "AB".replace(winner, "")
            name = row.a if lost == "A" else row.b
            stated = row.values[f"option {lost.casefold()}"] or players[name]["scoring option"] or "Dominaria"
            counted = row.count(f"game {game} count")
            points[winner] += match_points(plain(stated, "DOMINARIA", "TOLARIA", "PHYREXIA"), counted)
        ahead = points["A"] - points["B"]
        share = 14 + sum(step <= abs(ahead) for step in STEPS)
        first = share if ahead >= 0 else 30 - share
        lines[row.a].points += first
        lines[row.b].points += 30 - first
        if ahead:
            lines[row.a if ahead > 0 else row.b].wins += 1


def match_points(option: str, count: int) -> int:
    """Return the match points of a game won (rules 1.2.2 and 1.2.3)."""
    exact = {
        "DOMINARIA": 10 + Fraction(count),
        "TOLARIA": 10 + Fraction(count, 2),
        "PHYREXIA": 30 - Fraction(2 * count),
    }
    return min(30, max(10, ceil(exact[option])))


def _netrunner(rows: Sequence[Row], lines: Mapping[str, Line], players: Mapping[str, Mapping[str, Any]]) -> None:
    for row in _unplayed(rows, lines, Fraction(3)):
        sums = [0, 0]
        decided = {*row.winners()} in ({"A"}, {"B"})
        for game, winner in enumerate(row.winners(), 1):
            for side, letter in enumerate("AB"):
                agenda = f"game {game} agenda {letter.casefold()}"
                if winner != letter and not decided and row.values.get(agenda, "") == "":
                    raise UnclearError(row)  # what can decide the match may be missing
                sums[side] += 10 if winner == letter else row.count(agenda)
                share = Fraction(winner == letter) if winner != "DRAW" else Fraction(1, 2)
                lines[row.b if side else row.a].points += share
        for side, name in enumerate((row.a, row.b)):
            mine, other = sums[side], sums[1 - side]
            lines[name].points += Fraction(1, 2) if mine == other else Fraction(mine > other)


def _duplicate(rows: Sequence[Row], lines: Mapping[str, Line], players: Mapping[str, Mapping[str, Any]]) -> None:
    games: Counter[float] = Counter()
    won: dict[tuple[float, str], list[str]] = defaultdict(list)
    own: dict[str, list[float]] = defaultdict(list)
    for row in _unplayed(rows, lines, None):
        table = row.count("table")
        games[table] += 1
        for name in (row.a, row.b):
            own[name].append(table)
        (winner,) = row.winners()
        if winner != "DRAW":
            stock, other = (plain(row.values[f"deck {side}"], "A", "B", "") for side in "ab")
            mine, theirs = (stock, other) if winner == "A" else (other, stock)
            mine = mine or {"A": "B", "B": "A"}.get(theirs, "")
            if not mine or mine == theirs:
                raise UnclearError(row)
            won[table, mine].append(row.a if winner == "A" else row.b)
    for (table, _), winners in won.items():
        for name in winners:
            lines[name].wins += 1
            lines[name].points += games[table] - (len(winners) - 1)
    for name, line in lines.items():
        if line.byes and own[name]:
            line.points += line.byes * line.points / len(own[name])


SUMS = {"Turnabout": _turnabout, "Duplicate Magic": _duplicate, "Netrunner": _netrunner}
