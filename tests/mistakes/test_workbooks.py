"""Workbooks with mistakes, and all that `turnabout check` says of each: a mistake that stops must stop, at its cell.

A file in ``workbooks`` begins with the sheets of all its cases that have none of that name. A case is a title behind
``==``, sheets as in `text_workbooks`, and in two lines each problem, which ``--rewrite-golden`` writes again: severity,
place and message, and what to do. Where ``After a run:`` and a sheet's name follow, so does what a run writes there.
``Players: Ada, Ben`` and ``Event: Rounds = 3, Bye VP = 20`` are short for sheets.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.books import cells
from tests.support.commands import turnabout
from tests.support.text_workbooks import as_text, read_sheets, write_workbook

FOLDER = Path(__file__).parent / "workbooks"
SAID = re.compile(r"^(?=(?:Error|Warning): |No problems\.$)", re.MULTILINE)


def load_cases() -> list[Any]:
    """Return the file, the default sheets, the case and what is expected of it."""
    cases = []
    for file in sorted(FOLDER.glob("*.txt")):
        default, *parts = re.split(r"^(== .+\n)", file.read_text("utf-8"), flags=re.MULTILINE)
        for title, body in zip(parts[::2], parts[1::2], strict=True):
            sheets, expected = SAID.split(body.rstrip("\n"), 1)
            cases.append(pytest.param(file, default, title + sheets, expected, id=f"{file.stem}: {title[3:-1]}"))
    return cases


@pytest.mark.parametrize(("file", "default", "case", "expected"), load_cases())
def test_a_workbook__when_it_is_checked__all_its_problems_are_said(
    file: Path, default: str, case: str, expected: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    sheets = read_sheets(spell_out(case.partition("\n")[2]))
    common = {} if "Event" in sheets else read_sheets(spell_out(default))
    workbook = write_workbook(tmp_path / "Friday.xlsx", common | sheets)
    said = check(workbook)
    for sheet in re.findall(r"^After a run: (.+)", expected, re.MULTILINE):
        turnabout("run", workbook)
        rows = [[None if value == "" else value for value in row] for row in cells(workbook, sheet)]
        said += f"After a run: {as_text({sheet: rows}).replace('[', '', 1).replace(']', '', 1)}"
    said = said.rstrip("\n")
    if request.config.getoption("--rewrite-golden"):
        file.write_text(file.read_text("utf-8").replace(case + expected, case + said), "utf-8")
    else:
        assert said == expected


def spell_out(sheets: str) -> str:
    """Return the text with the short forms of sheets as sheets."""
    names = re.sub(
        r"^Players: (.+)", lambda found: "[Players]\nPlayer\n" + found[1].replace(", ", "\n"), sheets, flags=re.M
    )
    return re.sub(
        r"^Event: (.+)",
        lambda found: "[Event]\nSetting | Value\n" + found[1].replace(", ", "\n").replace(" = ", " | "),
        names,
        flags=re.M,
    )


def check(workbook: Path) -> str:
    """Return what is said of a workbook."""
    done = turnabout("check", workbook, "--json")
    problems = json.loads(done.stdout)["workbooks"][0]["problems"]
    assert done.exit_code == any(each["severity"] == "Error" for each in problems)
    lines = [
        f"{each['severity']}: {'!'.join(filter(None, (each['sheet'], each['cell'])))}: {each['problem']}\n"
        f"    {each['what to do']}\n"
        for each in problems
    ]
    return "".join(lines) or "No problems.\n"
