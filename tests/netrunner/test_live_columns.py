"""The live columns of a Netrunner round, calculated by LibreOffice, against the program's own points and checks."""

from __future__ import annotations

from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

import pytest

from tests.support.recalculation import recalculated
from tests.support.typed_round import Typed, make_round, type_rows
from turnabout_sheets.event.model import BYE
from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.jobs.check import check

pytestmark = pytest.mark.office

ENTRY = NETRUNNER.entry_fields
"""What the desk types: of both games the winner and both agenda points, and the ruling."""

LIVE = ("Points A", "Points B", "GMP A", "GMP B")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("live")


def shown(value: Any) -> str:
    """Return a figure as LibreOffice shows it in a cell without a number format."""
    return f"{float(value):g}"


AGENDA = [(0, 0), (4, 2), (2, 4), (6, 0), (0, 6), (3, 3), (5, 6)]


def all_kinds() -> list[Typed]:
    """Return results of every kind: all pairs of winners by side and by name, agenda points, no-shows."""
    agenda = cycle(product(AGENDA, repeat=2))
    rows: list[Typed] = []
    for one, two in product(("A", "B", "Draw", "@A", "@B"), repeat=2):
        rows += [(one, *first, two, *second, None) for first, second in islice(agenda, 2)]
    rows += [("A", None, 3, "B", 3, None, None), ("B", 6, None, "A", None, 5, None)]
    rows += [("@A", None, None, "A", None, None, None), ("B", None, None, "b", None, None, None)]
    rows += [("draw", 1, 2, "DRAW", 2, 1, None), ("A", None, " 3\u00a0", "B", "04", None, None)]
    return rows + [(None,) * 6 + (ruling,) for ruling in ("A no-show", "B no-show", "Both no-show")]


def test_live_points_are_the_points(folder: Path) -> None:
    rows = all_kinds()
    workbook = make_round(folder, "points", NETRUNNER, len(rows))
    type_rows(workbook, NETRUNNER, ENTRY, rows)
    outcome = check(workbook)
    assert outcome.results is not None
    live = recalculated(workbook, folder)["Round 1"]
    scored = outcome.results.scored
    seen, unplayed = 0, []
    for row, match in zip(live, scored, strict=False):  # below there is room for more
        if not match.is_played:  # a bye or a no-show
            gmp = ["", ""] if match.match.b == BYE else [shown(figure) for figure in match.points]
            assert [row[each] for each in (*LIVE, "Check")] == ["", "", *gmp, ""]
            unplayed.append(gmp)
            continue
        assert [row[each] for each in LIVE] == [shown(figure) for figure in (*match.totals, *match.points)]
        assert float(row["GMP A"]) + float(row["GMP B"]) == 3
        seen += 1
    assert seen == len(rows) - 3 == 56
    assert unplayed == [["0", "3"], ["3", "0"], ["0", "0"], ["", ""]]


# What is typed into a row, and what Check says.
CHECKS: list[tuple[Typed, str]] = [
    ((None, None, None, None, None, None, None), ""),
    (("A", None, 4, "B", 5, None, None), ""),
    (("A", None, None, "A", None, None, None), ""),
    (("@B", None, None, "B", None, None, None), ""),
    (("A", 7, 4, "B", 5, 9, None), ""),
    (("A", None, 4, None, None, None, None), "Game 2: who won?"),
    ((None, 3, None, "B", 2, None, None), "Game 1: who won?"),
    (("Zoe", 3, None, "B", 2, None, None), "Game 1: winner is neither player"),
    (("A", None, 4, "Zoe", 2, None, None), "Game 2: winner is neither player"),
    (("A", None, None, "B", 2, None, None), "Game 1: agenda points of B?"),
    (("A", None, 0, "B", None, None, None), "Game 2: agenda points of A?"),
    (("Draw", None, 0, "B", 5, None, None), "Game 1: agenda points of A?"),
    (("Draw", None, 0, "B", 0, None, None), ""),
    (("Draw", None, None, "Draw", None, None, None), ""),
    (("Draw", None, None, "Draw", None, 0, None), "Game 1: agenda points of A?"),
    (("Draw", 2, 0, "Draw", 0, None, None), "Game 2: agenda points of B?"),
    (("A", None, -1, "B", 2, None, None), "Game 1: agenda points of B: expected 0, 1, 2 …"),
    (("A", None, 2.5, "B", 2, None, None), "Game 1: agenda points of B: expected 0, 1, 2 …"),
    (("A", None, 2, "B", "two", None, None), "Game 2: agenda points of A: expected 0, 1, 2 …"),
    (("A", None, 7, "B", 2, None, None), "Game 1: agenda points of B: 7 would have won"),
    (("A", None, 2, "Draw", 8, 0, None), "Game 2: agenda points of A: 7 would have won"),
    (("A", None, 3, "B", 2, None, "A no-show"), "Ruling or result, not both"),
    ((None, None, 3, None, None, None, "Both no-show"), "Ruling or result, not both"),
    ((None, None, None, None, None, None, "A no-show"), ""),
]


def test_check_says_what_is_wrong(folder: Path) -> None:
    workbook = make_round(folder, "check", NETRUNNER, len(CHECKS))
    bye = (None, None, 3, None, None, None, None)
    type_rows(workbook, NETRUNNER, ENTRY, [*(typed for typed, _ in CHECKS), bye])
    rows = recalculated(workbook, folder)["Round 1"]
    assert [row["Check"] for row in rows[: len(CHECKS)]] == [words for _, words in CHECKS]
    both = [row for row in rows if row["Check"] == "Ruling or result, not both"]
    assert [row["Points A"] for row in both] == ["", ""]
    assert (rows[len(CHECKS)]["Player B"], rows[len(CHECKS)]["Check"]) == ("BYE", "A bye has no result")
    empty = [row for row in rows[len(CHECKS) + 1 :] if row["Player A"] == ""]
    assert empty
    assert {row[each] for row in empty for each in (*LIVE, "Check")} == {""}
