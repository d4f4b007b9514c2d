"""More errors than anybody works off: all are listed, and the event of a list of something else is not read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import turnabout
from tests.support.text_workbooks import write_workbook

pytestmark = pytest.mark.slow

MANY = 1050
NAMES = [f"Player {number}" for number in range(30)]
HEADERS = ["Round", "Table", "Player A", "Player B", "Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count"]
Sheets = Mapping[str, Sequence[Sequence[Any]]]


def listed(folder: Path, sheets: Sheets) -> list[tuple[str, str, str]]:
    """Return the severity, the place and the message of what is listed of a workbook."""
    players = {"Players": [["Player"], *([name] for name in NAMES)]}
    workbook = write_workbook(folder / "Friday.xlsx", {"Event": [["Setting", "Value"]], **players, **sheets})
    problems = json.loads(turnabout("check", workbook, "--json").stdout)["workbooks"][0]["problems"]
    return [(each["severity"], f"{each['sheet']}!{each['cell']}", each["problem"]) for each in problems]


@pytest.mark.parametrize(
    ("row", "columns"),
    [
        (["x", 1, NAMES[0], NAMES[1], "A", 1, "B", 2], "A"),
        ([1, 1, NAMES[0], NAMES[1], "Nobody", 1, "B", 2], "E"),
    ],
)
def test_an_error_in_every_row_is_listed_in_every_row(row: Sequence[Any], columns: str, tmp_path: Path) -> None:
    found = {place for severity, place, _ in listed(tmp_path, {"Results": [HEADERS, *[row] * MANY]})}
    assert {f"Results!{column}{row}" for row in range(2, MANY + 2) for column in columns} <= found
