"""The bracket: who stands in which slot, who has gone on, how it is cut into sheets, and how it comes out on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from lxml import html

from tests.prints.events import ENGLISH, plain_names
from tests.prints.making import page_of
from tests.reading.grids import Cells, event_sheet, match, players, results, round_sheet
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.pages.bracket import make_view
from turnabout_sheets.rounds.next_rounds import pair
from turnabout_sheets.sheets.grid import Raw

SINGLE, DOUBLE = "single elimination", "double elimination"
Games = tuple[tuple[Raw, Raw], tuple[Raw, Raw]]
A_WINS: Games = (("A", 7), ("A", 9))
B_WINS: Games = (("B", 7), ("B", 9))
NOTHING: Games = (("", ""), ("", ""))


def elimination(method: str, names: Sequence[str], *rounds: Sequence[Cells], paper: str = "A4") -> Results:
    """Return an event of these players, seeded as listed, with the rounds' sheets as they are given."""
    settings = event_sheet(name="Town Open", pairing=method, first_round="listed", paper=paper)
    sheets = (round_sheet(number, *rows) for number, rows in enumerate(rounds, 1))
    there = [{"Player": name, "Player ID": f"P{number}"} for number, name in enumerate(names)]
    return results(settings, players(*there), *sheets)


def play(method: str, names: Sequence[str], rounds: int = 99, *, paper: str = "A4", reported: bool = True) -> Results:
    """Return an event that was paired by the program, whose better seed always wins, after ``rounds`` or its end.

    The last of them is not played yet unless it is to be ``reported``.
    """
    played: list[list[Cells]] = []
    while True:
        found = elimination(method, names, *played, paper=paper)
        if found.decided or len(played) == rounds:
            return found
        new, problems = pair(found, len(played) + 1)
        assert new is not None
        assert not problems
        rows: list[Cells] = []
        for row in new.rows:
            a, b = row["a"], row["b"]
            fought = b != BYE and (reported or len(played) + 1 < rounds)
            result = (A_WINS if a < b else B_WINS) if fought else NOTHING
            cells = match(names[a], "BYE" if b == BYE else names[b], *result, ruling=row.get("ruling") or "")
            rows.append({"Table": row["table"] or "", **cells})
        played.append(rows)


@pytest.mark.parametrize(
    ("n", "headings", "heights"),
    [
        (2, ["Bracket"], [[1]]),
        (20, ["Bracket"], [[16, 8, 4, 2, 1]]),
        (40, ["Bracket: tables 1–16", "Bracket: tables 17–32", "Bracket: from round 6"],
         [[16, 8, 4, 2, 1], [16, 8, 4, 2, 1], [1]]),
        (70, [*(f"Bracket: tables {first}–{first + 15}" for first in (1, 17, 33, 49)), "Bracket: from round 6"],
         [*[[16, 8, 4, 2, 1]] * 4, [2, 1]]),
    ],
)  # fmt: skip
def test_large_brackets_are_cut_into_sheets(n: int, headings: list[str], heights: list[list[int]]) -> None:
    sheets = make_view(play(SINGLE, plain_names(n), 1), ENGLISH).sheets
    assert [sheet.heading for sheet in sheets] == headings
    assert [[len(column.slots) for column in sheet.columns] for sheet in sheets] == heights
    assert [sheet.champion is not None for sheet in sheets] == [False] * (len(sheets) - 1) + [True]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "n", "rounds", "reported"),
    [(SINGLE, 40, 99, True), *((SINGLE, 11, 2, each) for each in (True, False)), (DOUBLE, 20, 4, True),
     (DOUBLE, 20, 4, False), (DOUBLE, 11, 9, True), (DOUBLE, 11, 9, False)],
)  # fmt: skip
def test_every_name_stands_where_its_player_has_been(method: str, n: int, rounds: int, reported: bool) -> None:
    """That is once a round, and once as champion; who is through to a round that is not paired yet, is there, too."""
    names = plain_names(n)
    found = play(method, names, rounds, reported=reported)
    expected = Counter(names[player] for row in found.event.rows for player in (row.a, row.b) if player != BYE)
    if found.decided:
        expected[found.still_in[0].name] += 1
    else:
        assert found.elimination is not None
        next_round = len(found.event.rounds) + 1
        going = found.elimination.survivors(found.event, next_round) if reported else ()
        expected.update(player.name for player in going if not found.elimination.lost_before(player.number, next_round))
    (page,) = page_of("bracket", found).values()
    assert Counter(bdi.text for bdi in html.document_fromstring(page).xpath("//bdi")) - Counter(
        {"Town Open": 99}
    ) == expected  # fmt: skip
