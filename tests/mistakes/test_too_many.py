"""More problems than anybody works off: the first thousand are listed, the last line says where reading stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import turnabout
from tests.support.text_workbooks import write_workbook

pytestmark = pytest.mark.slow

MOST = 1000
STOPPED = f"There are more than {MOST} errors like those before; from here on nothing was looked at."
NAMES = [f"Player {number}" for number in range(30)]
HEADERS = ["Table", "Player A", "Player B", "Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count"]
Sheets = Mapping[str, Sequence[Sequence[Any]]]


def listed(folder: Path, sheets: Sheets) -> list[tuple[str, str, str]]:
    """Return the severity, the place and the message of what is listed of a workbook."""
    players = {"Players": [["Player"], *([name] for name in NAMES)]}
    workbook = write_workbook(folder / "Friday.xlsx", {"Event": [["Setting", "Value"]], **players, **sheets})
    problems = json.loads(turnabout("check", workbook, "--json").stdout)["workbooks"][0]["problems"]
    return [(each["severity"], f"{each['sheet']}!{each['cell']}", each["problem"]) for each in problems]


def results(*rows: Sequence[Any], times: int = MOST + 50) -> Sheets:
    return {"Results": [["Round", *HEADERS], *[row for row in rows for _ in range(times)]]}


WORKBOOKS: Mapping[str, Sheets] = {
    "cells": results(["x", 1, NAMES[0], NAMES[1], "A", 1, "B", 2]),
    "names": results([1, 1, NAMES[0], "Somebody", "A", 1, "B", 2]),
    "winners": results([1, 1, NAMES[0], NAMES[1], "Nobody", 1, "B", 2]),
    "players twice": {"Players": [["Player"], *[["Ada"]] * 2 * MOST]},
    "settings twice": {"Event": [["Setting", "Value"], *[["Name", "Friday"]] * (MOST + 50)]},
    "rounds": {f"Round {number}": [HEADERS, *[["x", "x", "y"]] * 400] for number in range(1, 9)},
}


@pytest.mark.parametrize("name", WORKBOOKS)
def test_a_thousand_errors__when_checked__the_first_are_listed_and_where_reading_stopped(
    name: str, tmp_path: Path
) -> None:
    found = listed(tmp_path, WORKBOOKS[name])
    assert MOST < len(found) < 3 * MOST
    assert STOPPED in {message for _, _, message in found}
    assert not any("missing" in message for _, _, message in found), "rows that were not read are not missed"
    if name == "players twice":
        assert [place for _, place, _ in found[-2:]] == [f"Players!A{MOST + 2}", f"Players!A{MOST + 3}"]


@pytest.mark.nightly
def test_a_problem_behind_many__is_listed_once_those_are_corrected(tmp_path: Path) -> None:
    good, bad = (1, "", NAMES[0], "BYE"), ("x", "", NAMES[0], "BYE")
    last = ("Error", f"Results!A{MOST + 52}")
    for before, is_listed in ((bad, False), (good, True)):
        sheet = [*results(before)["Results"], bad]
        assert (last in {each[:2] for each in listed(tmp_path, {"Results": sheet})}) == is_listed


def test_an_error_behind_many_warnings__is_listed(tmp_path: Path) -> None:
    headers = ["Player", "Round", "Points"]
    never = [[NAMES[0], 9, 1]] * (2 * MOST)
    found = listed(tmp_path, {"Adjustments": [headers, *never, ["Nobody", "", 1]]})
    assert ("Error", f"Adjustments!A{2 * MOST + 2}") in {each[:2] for each in found}
    assert f"There are {MOST} more warnings like those before, from here on." in {message for _, _, message in found}
    assert len(found) == MOST + 2


def test_a_list_of_something_else__is_no_event(tmp_path: Path) -> None:
    found = listed(tmp_path, {"Players": [["Player"], *([f"Row {number}"] for number in range(30_001))]})
    assert [each for each in found if each[0] == "Error"] == [
        ("Error", "Players!", "There are 30001 players and 0 rounds, more than any event has.")
    ]
