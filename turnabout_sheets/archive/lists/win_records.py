"""Matches won, drawn and lost as standings have them: in one cell or in three, and with the byes among them or not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final, NamedTuple

from turnabout_sheets.archive.lists.scores import DASHES
from turnabout_sheets.core.text import header_key
from turnabout_sheets.reading.list_words import DRAWS, LOSSES, WINS, known_headers, read_letters
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS
from turnabout_sheets.sheets.grid import Raw

COUNTS: Final = {WINS: "won", DRAWS: "drawn", LOSSES: "lost"}
"""What records count, and the word for each; they are fields of our placings, too."""


def read_record(text: str) -> tuple[int, ...] | None:
    """Return the two or three figures of a record: "7-2-0", "3/0/1", "4 : 1"; None where it is none."""
    parts = re.split(r"\s*[-/:]\s*|\s+", text.translate(DASHES))
    if len(parts) not in (2, 3) or not all(part.isdecimal() and len(part) < 4 for part in parts):
        return None
    return tuple(map(int, parts))


def _order_in(title: str) -> Sequence[str]:
    """Return what the figures of a record are, in their order, as its header tells; nothing where it does not."""
    words = [word for word in map(header_key, re.split(r"[\W_]+", title)) if word]
    letters = list(words[0]) if len(words) == 1 and len(words[0]) < 4 else words
    if all(len(letter) == 1 for letter in letters):
        found = read_letters(letters)
        return found if all(found) else ()
    known = known_headers({WINS, DRAWS, LOSSES})
    found = [known.get(word, "") for word in words]
    return found if all(found) and len(set(found)) == len(found) > 1 else ()


def find_order(
    title: str, records: Mapping[int, Sequence[int]], points: Mapping[int, Fraction | None]
) -> tuple[Sequence[str], str]:
    """Return what the figures of records are, in their order, and why.

    The ``title`` of their column says so; else it is the order by which 3 for a win and 1 for a draw give the points of
    most rows.
    """
    most = max(map(len, records.values()), default=0)
    if len(named := _order_in(title)) >= most and named:
        return named, "as its header says"

    alike = Counter((tuple(record), points.get(at)) for at, record in records.items())

    def count(order: Sequence[str]) -> int:
        each = ((dict(zip(order, record, strict=False)), scored, times) for (record, scored), times in alike.items())
        return sum(times for won, scored, times in each if scored == 3 * won.get(WINS, 0) + won.get(DRAWS, 0))

    usual = (WINS, LOSSES, DRAWS)
    best = max((usual, *permutations(COUNTS)), key=count)
    return (best, "as the points say") if count(best) else (usual, "as is usual")


class _Counted(NamedTuple):
    """The matches in a row of standings: won, in all, and the byes; what cannot be read is none."""

    wins: int
    played: int
    byes: int


def _count(row: Mapping[str, Raw]) -> _Counted:
    figures = [row.get(each, 0) for each in (*COUNTS, "byes")]
    wins, draws, losses, byes = (
        int(figure) if isinstance(figure, int | float) and 0 <= figure <= MOST_ROUNDS else 0 for figure in figures
    )
    return _Counted(wins, wins + draws + losses, byes)


def count_rounds(rows: Sequence[dict[str, Raw]], rounds: int | None) -> tuple[int | None, Sequence[str]]:
    """Return how many rounds the records of all players show, and what is told of byes; None for no records.

    In our placings wins are without byes: where a row would have more than the ``rounds`` that are known, or than
    anybody without a bye has played, byes are among the wins and are taken out of them.
    """
    counted = [(row, _count(row)) for row in rows if WINS in row]
    if not counted:
        return None, ()
    most = min(max(each.played + each.byes for _, each in counted), MOST_ROUNDS)
    limit = rounds or max((each.played for _, each in counted if not each.byes), default=most)
    if not any(each.byes for _, each in counted):
        return most, ()
    if most <= limit:
        return most, ["byes apart from wins"]
    for row, each in counted:
        row[WINS] = float(max(each.wins - each.byes, 0))
    return max(each.played for _, each in counted), ["byes taken out of the wins, among which they are"]
