"""Events in which nothing was played: every page is there, and no command is at a loss."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.dose import take_turns
from tests.field.typed import WON, type_workbook
from tests.support.commands import turnabout

pytestmark = pytest.mark.field

BOTH: Any = [("Player",), ("Ann",), ("Ben",)]
OVER: list[list[tuple[Any, ...]]] = [
    [(1, "Ann", "Ben", "A no-show")],
    [(1, "Ann", "Ben", "Both no-show")],
    [(1, "Ann", "BYE", None), (2, "Ben", "BYE", None)],
    [(1, "Ann", "BYE", "A no-show"), (2, "Ben", "BYE", "A no-show")],
]
EACH = [(format, ("", "manual")[(place + more) % 2]) for place, format in enumerate(WON) for more in range(2)]
EMPTY = [[("Player",)], BOTH, [("Player", "Dropped after"), ("Ann", 0), ("Ben", 0)]]


def print_all(workbook: Path) -> set[str]:
    """Run, print every page that the command knows, ask what can be asked, and return the names of all pages."""
    told = re.search(r"commas between: (.+?)\. --", " ".join(turnabout("print", "--help").output.split()))
    names = told[1].replace("- ", "-").replace(" ", "") if told else ""
    assert "balance" in names
    assert turnabout("run", workbook).exit_code == 0
    for asked in (("print", workbook, "--only", names), ("why", workbook, "Ben")):
        assert turnabout(*asked).exit_code in (0, 2)
    return {page.name for page in workbook.parent.glob("event prints/*.html")}


@pytest.mark.slow
@pytest.mark.parametrize(("format", "method"), take_turns(EACH, day=6, quick=1))
def test_every_page_is_made(format: str, method: str, tmp_path: Path) -> None:
    rounds = [[(1, "Ann", "Ben", *WON[format], None)], *OVER]
    made = []
    for place, (rows, players) in enumerate([*((rows, BOTH) for rows in rounds), *(([], each) for each in EMPTY)]):
        (tmp_path / str(place)).mkdir()
        settings = {"Format": format, "Rounds": 1, "Pairing": method}
        made.append(print_all(type_workbook(tmp_path / str(place) / "event.xlsx", settings, *rows, Players=players)))
    assert {"standings-after-round-01.html", "report.html"} <= made[0]
    assert [made[0] - each - {"table-cards.html"} for each in made[:5]] == [set()] * 5, "no cards where nobody sits"
