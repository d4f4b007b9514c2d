"""Matches won, drawn and lost as standings have them: in one cell or in three, and with the byes among them or not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final

from turnabout_sheets.archive.lists.scores import DASHES
from turnabout_sheets.core.text import header_key
from turnabout_sheets.reading.list_words import DRAWS, LOSSES, WINS, known_headers, read_letters
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS
from turnabout_sheets.sheets.grid import Raw

COUNTS: Final = {WINS: "won", DRAWS: "drawn", LOSSES: "lost"}
"""What records count, and the word for each; they are fields of our placings, too."""
_USUAL: Final = (WINS, LOSSES, DRAWS)


def read_record(text: str) -> tuple[int, ...] | None:
    """Return the two or three figures of a record: "7-2-0", "3/0/1", "4 : 1"; None where it is none."""
    found = re.fullmatch(
        r"(\d{1,3})(?:\s*[-/:]\s*|\s+)(\d{1,3})(?:(?:\s*[-/:]\s*|\s+)(\d{1,3}))?", text.translate(DASHES)
    )
    return tuple(int(figure) for figure in found.groups() if figure) if found else None


def find_order(
    title: str, records: Mapping[int, Sequence[int]], points: Mapping[int, Fraction | None]
) -> tuple[Sequence[str], str]:
    """Return what the figures of records are, in their order, and why.

    The ``title`` of their column says so; else it is the order by which 3 for a win and 1 for a draw give the points of
    most rows.
    """
    named = _read_order(title)
    if named and len(named) >= max(map(len, records.values()), default=0):
        return named, "as its header says"
    alike = Counter((tuple(record), points.get(at)) for at, record in records.items())

    def count(order: Sequence[str]) -> int:
        each = ((dict(zip(order, record, strict=False)), scored, times) for (record, scored), times in alike.items())
        return sum(times for won, scored, times in each if scored == 3 * won.get(WINS, 0) + won.get(DRAWS, 0))

    best = max((_USUAL, *permutations(COUNTS)), key=count)
    return best, "as the points say" if count(best) else "as is usual"


def _read_order(title: str) -> Sequence[str]:
    """Return what the figures of a record are as its header tells, in letters or words; nothing where it does not."""
    words = [word for word in map(header_key, re.split(r"[\W_]+", title)) if word]
    letters = list(words[0]) if len(words) == 1 and len(words[0]) < 4 else words
    known = known_headers(COUNTS)
    is_letters = all(len(letter) == 1 for letter in letters)
    found = read_letters(letters) if is_letters else [known.get(word, "") for word in words]
    return found if all(found) and len(set(found)) == len(found) > 1 else ()


def count_rounds(rows: Sequence[dict[str, Raw]], rounds: int | None) -> tuple[int | None, Sequence[str]]:
    """Return how many rounds the records of all players show, and what is told of byes; None for no records.

    In our placings wins are without byes: where a row would have more than the ``rounds`` that are known, or than
    anybody without a bye has played, byes are among the wins and are taken out of them.
    """
    won = [row for row in rows if WINS in row]
    played = [sum(_count(row, each) for each in COUNTS) for row in won]
    byes = [_count(row, "byes") for row in won]
    most = min(max(map(sum, zip(played, byes, strict=True)), default=0), MOST_ROUNDS)
    if not any(byes):
        return most if won else None, ()
    limit = rounds or max((matches for matches, had in zip(played, byes, strict=True) if not had), default=most)
    if most <= limit:
        return most, ["byes apart from wins"]
    for row, had in zip(won, byes, strict=True):
        row[WINS] = float(max(_count(row, WINS) - had, 0))
    return max(played), ["byes taken out of the wins, among which they are"]


def _count(row: Mapping[str, Raw], field: str) -> int:
    """Return a figure of a row; what cannot be read is none."""
    figure = row.get(field, 0)
    return int(figure) if isinstance(figure, int | float) and 0 <= figure <= MOST_ROUNDS else 0
