"""Results as they are told at the desk, in a line: what each word is taken for, and what is said of it.

``typed_results.txt`` has lines as they are typed, and below each the fields that are not blank, or what is wrong.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import examples
from tests.reading.grids import event_sheet, sheet
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.reading.typed_results import read_fields, read_line

FILE = Path(__file__).parent / "typed_results.txt"
HEADERS = {
    "Turnabout": ("Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count"),
    "Netrunner": [f"Game {game} {what}" for game in (1, 2) for what in ("winner", "agenda A", "agenda B")],
    "Duplicate Magic": ("Deck A", "Deck B", "Winner"),
}


@cache
def event_of(format: str, a: str, b: str, pairing: str = "") -> tuple[Any, Any]:
    """Return an event with one match, in row 2 of a sheet, and its format."""
    columns = 1 + ("&" in a)
    teams = [[*name.split(" & ")] for name in (a, b) if name != "BYE"]
    row: list[Any] = [1, a.split(" & ")[0], b.split(" & ")[0]]
    event, known, found = read_event(
        [
            event_sheet(format=format, pairing=pairing),
            sheet("Players", ["Player", "Partner"][:columns], teams),
            sheet("Round 1", ["Table", "Player A", "Player B", *HEADERS[format], "Ruling"], [row]),
        ],
        "Test",
    )
    assert event is not None, found
    return event, known


def told(line: str, format: str = "Turnabout", a: str = "Ada Lind", b: str = "Ben Moss") -> dict[str, Any] | list[str]:
    """Return the values of the fields that are not blank, or what is wrong."""
    event, known = event_of(format, a, b)
    (match,) = event.rows
    typed, problems = read_line(line, event, known, match)
    values, unreadable = read_fields(typed, event, known, match)
    if problems or unreadable:
        return [str(problem) for problem in unreadable or problems]
    assert set(typed) == set(values) == set(known.entry_fields), "a line says all of a result"
    return {field: value for field, value in values.items() if value is not None}


def play(text: str) -> str:
    """Return the file with what is taken and said now."""
    format = a = b = ""
    lines = []
    for line in text.splitlines():
        if found := re.fullmatch(r"# (.+): (.+) against (.+)", line):
            format, a, b = found.groups()
        if line.startswith("    "):
            continue
        lines.append(line)
        if line and not found:
            answer = told(line.removesuffix("|"), format, a, b)
            said = answer if isinstance(answer, list) else [", ".join(f"{field} {answer[field]}" for field in answer)]
            lines += [f"    {each or 'nothing'}" for each in said]
    return "\n".join(lines) + "\n"


def test_a_line_that_is_typed__is_taken_as_it_is_meant_or_answered(request: pytest.FixtureRequest) -> None:
    text = FILE.read_text("utf-8")
    if request.config.getoption("--rewrite-golden"):
        FILE.write_bytes(play(text).encode())
    else:
        assert play(text).splitlines() == text.splitlines()


@pytest.mark.parametrize("format", HEADERS)
def test_fields_alone__leave_the_others_out(format: str) -> None:
    event, known = event_of(format, "Ada Lind", "Ben Moss")
    winner = known.result_fields[0]
    assert read_fields({winner: " ADA  lind "}, event, known, event.rows[0]) == ({winner: "A"}, [])
    assert read_fields({winner: "", "ruling": ""}, event, known, event.rows[0]) == ({winner: None, "ruling": None}, [])


@pytest.mark.parametrize(("pairing", "is_offered"), [("swiss", False), ("single elimination", True)])
def test_who_goes_on__is_offered_only_where_somebody_goes_out(pairing: str, is_offered: bool) -> None:
    event, known = event_of("Turnabout", "Ada Lind", "Ben Moss", pairing)
    _, (problem,) = read_fields({"ruling": "nobody came"}, event, known, event.rows[0])
    assert ("A advances" in str(problem.message)) == is_offered


@given(st.data())
@examples(60)
def test_a_result_told_in_full__is_read_as_it_is_meant(data: st.DataObject) -> None:
    """Also where both are called nearly the same: a whole name, a letter or Draw is always clear."""
    format = data.draw(st.sampled_from(sorted(HEADERS)))
    words = st.sampled_from(["Ann", "Anna", "An", "Bo", "Draws", "Lind"])
    names = st.lists(words, min_size=1, max_size=3).map(" ".join)
    a, b = data.draw(st.lists(names, min_size=2, max_size=2, unique=True))
    known = event_of(format, a, b)[1]
    line: list[str] = []
    expected: dict[str, Any] = {}
    for field in known.entry_fields:
        if field == "ruling":
            continue
        if not known.matches.column(field).kind.whole:
            expected[field] = data.draw(st.sampled_from(["A", "B", "Draw"]))
            line.append(data.draw(st.sampled_from([expected[field], expected[field].lower()])))
        elif data.draw(st.booleans()):
            expected[field] = data.draw(st.integers(0, 99))
            line.append(str(expected[field]))
        else:
            line.append("-")
    if ruling := data.draw(st.sampled_from(["", "A no-show", "B no-show", "Both no-show"])):
        expected["ruling"] = ruling
        line.append(ruling)
    assert told(" ".join(line), format, a, b) == expected


@given(st.text(st.sampled_from("ab -d1٣.,;nrwo\t\u00a0"), max_size=20), st.sampled_from(sorted(HEADERS)))
@examples(60)
def test_whatever_is_typed__is_read_or_answered(line: str, format: str) -> None:
    answer = told(line, format)
    if isinstance(answer, list):
        assert all(each.startswith("Error: Round 1!") and each.endswith(("?", ".")) for each in answer)
