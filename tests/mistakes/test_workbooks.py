"""Workbooks with mistakes, and all that `turnabout check` says of each: a mistake that stops must stop, at its cell.

A file in ``workbooks`` begins with the sheets of all its cases that have none of that name. A case is a title behind
``==``, sheets as in `text_workbooks`, and in two lines each problem, which ``--rewrite-golden`` writes again: severity,
place and message, and what to do. ``After a run, Standings: Player | VP`` is followed by what a run writes there.
``Players: Ada, Ben`` and ``Event: Rounds = 3, Bye VP = 20`` are short for sheets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.dose import dose
from tests.support.books import cells, records, sheet_names
from tests.support.commands import turnabout
from tests.support.text_workbooks import read_sheets, spell_out, write_workbook

FOLDER = Path(__file__).parent / "workbooks"
SAID = re.compile(r"^(?=(?:Error|Warning): |No problems\.$)", re.MULTILINE)


def load_cases() -> list[Any]:
    """Return the file, the default sheets, the case and what is expected of it."""
    cases = []
    for file in sorted(FOLDER.glob("*.txt")):
        default, *parts = re.split(r"^(== .+\n)", file.read_text("utf-8"), flags=re.MULTILINE)
        for title, body in zip(parts[::2], parts[1::2], strict=True):
            sheets, expected = SAID.split(body.rstrip("\n"), 1)
            marks = [pytest.mark.slow] if len(cases) % 3 or "After a run, " in expected else []
            name = f"{file.stem}: {title[3:-1]}"
            cases.append(pytest.param(file, default, title + sheets, expected, id=name, marks=marks))
    return cases


CASES = load_cases()
ERRORS = [each for each in CASES if "Error: " in each.values[3]]
OF_EACH_FILE = [*{each.values[0]: each for each in ERRORS}.values()]


@pytest.mark.parametrize(("file", "default", "case", "expected"), CASES)
def test_a_workbook__when_it_is_checked__all_its_problems_are_said(
    file: Path, default: str, case: str, expected: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    workbook = write(tmp_path, default, case)
    said = check(workbook)
    for sheet, headers in re.findall(r"^After a run, (.+?): (.+)", expected, re.MULTILINE):
        turnabout("run", workbook)
        said += f"After a run, {sheet}: {as_lines(records(workbook, sheet), headers.split(' | '))}"
    said = said.rstrip("\n")
    if request.config.getoption("--rewrite-golden"):
        file.write_text(file.read_text("utf-8").replace(case + expected, case + said), "utf-8")
    else:
        assert said == expected


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(("file", "default", "case", "expected"), dose(OF_EACH_FILE, ERRORS))
def test_a_workbook_with_an_error__when_it_is_run__nothing_of_it_is_changed(
    file: Path, default: str, case: str, expected: str, tmp_path: Path
) -> None:
    workbook = write(tmp_path, default, case)
    sheets = {name: cells(workbook, name) for name in sheet_names(workbook)}
    assert turnabout("run", workbook).exit_code == 1
    found = {name: cells(workbook, name) for name in sheet_names(workbook)}
    listed = [row[0] for row in found.pop("Problems")]
    assert found == sheets
    said = sorted(each for each in listed if each in ("Error", "Warning"))
    assert said == sorted(re.findall(r"^(Error|Warning): ", expected, re.MULTILINE))


def write(folder: Path, default: str, case: str) -> Path:
    """Write the workbook of a case."""
    sheets = read_sheets(spell_out(case.partition("\n")[2]))
    common = {} if "Event" in sheets else read_sheets(spell_out(default))
    return write_workbook(folder / "Friday.xlsx", common | sheets)


def as_lines(rows: Sequence[Mapping[str, Any]], headers: Sequence[str]) -> str:
    """Return some columns as lines of text, the first with the headers."""
    texts = [headers, *([str(row[header]) for header in headers] for row in rows)]
    return "".join(f"{' | '.join(text).rstrip()}\n" for text in texts if any(text))


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
