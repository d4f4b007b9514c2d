"""Results that are entered in any format, in any order: only their cells change, and taken back all is as before."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.dose import whole_events
from tests.support.books import cells, edit
from tests.support.simulated import simulated
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.check import check_read
from turnabout_sheets.jobs.edit import Answer, enter_result, undo
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files.save import open_workbook

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

_CELL = re.compile(rb"<c\b[^>]*?(?:/>|>.*?</c>)", re.DOTALL)
_PLACE = re.compile(rb' r="([A-Z]+[0-9]+)"')


def parts(workbook: Path) -> dict[str, bytes]:
    with ZipFile(workbook) as package:
        return {name: package.read(name) for name in package.namelist()}


def canonical(part: bytes) -> bytes:
    return etree.tostring(etree.fromstring(part), method="c14n")


def raw_cells(part: bytes) -> dict[str, bytes]:
    """Return the cells of a worksheet part as they are written, by address."""
    return {
        found[1].decode(): cell for cell in _CELL.findall(part) if (found := _PLACE.search(cell[: cell.index(b">")]))
    }


def changed_cells(before: Path | Mapping[str, bytes], after: Path) -> set[str]:
    """Return the addresses of the cells that changed, in whatever sheet; nothing else of the file has."""
    old, new = before if not isinstance(before, Path) else parts(before), parts(after)
    assert list(old) == list(new)
    changed = {name for name in old if old[name] != new[name]}
    assert {name for name in changed if not name.startswith("xl/worksheets/")} <= {"xl/workbook.xml"}
    found = set()
    for name in changed - {"xl/workbook.xml"}:
        before_it, after_it = canonical(old[name]), canonical(new[name])
        was, now = raw_cells(before_it), raw_cells(after_it)
        found |= {place for place in {**was, **now} if was.get(place) != now.get(place)}
        assert _CELL.sub(b"", before_it) == _CELL.sub(b"", after_it), "all but the cells stays as it is"
    return found


def word(random: Random, field: str, value: Any, names: Mapping[str, str]) -> str:
    """Return how somebody may type a value: a winner by letter or name, in any case."""
    if value is None:
        return random.choice(["", " "])
    if field.startswith("winner") and value in names:
        return random.choice([value, value.lower(), names[value], names[value].upper()])
    return str(value)


def make_two_rounds(random: Random, workbook: Path) -> tuple[Event, Format]:
    """Make an event of any format, two rounds of which are paired, and no result of the second is in."""
    format = load(random.choice(list(FORMATS)))
    rounds = None if format.methods[0] == "movement" else 3
    plan = ("--rounds", rounds) if rounds else ()
    how = ("--format", format.name, "--players", random.randint(6, 9), "--played", 2, "--missing", 99)
    simulated(workbook, *how, *plan, "--seed", random.random(), *["--flat"] * (random.random() < 0.4))
    event = read_book(open_workbook(workbook)).event
    assert event is not None
    return event, format


def play(random: Random, event: Event, format: Format, each: Match) -> dict[str, Any]:
    """Return how a match ends, by field of what the desk fills in."""
    a, b = (event.players[number] for number in each.pair)
    played = format.play(random, {**each.fields, "table": each.table, "a": a, "b": b}, 0.0, 0.0)
    return {field: played.get(field) for field in format.entry_fields}


def filled_rows(workbook: Path, table: Table) -> list[list[Any]]:
    """Return what is read of a sheet; openpyxl drops what formulas have shown, so these are left out."""
    rows = ([row[column] for column in table.positions.values()] for row in cells(workbook, table.title))
    return [row for row in rows if any(row)]


@given(st.integers(0, 10**6))
@whole_events(4)
def test_results_entered_in_any_order_are_the_workbook_that_is_typed(seed: int) -> None:
    """The same sheets as if they were typed in a spreadsheet program, and every other cell is the same bytes.

    Taken back, all is as it was before.
    """
    random = Random(seed)
    with TemporaryDirectory() as folder:
        entered, typed, untouched = (Path(folder, f"{name}.xlsx") for name in ("entered", "typed", "untouched"))
        event, format = make_two_rounds(random, entered)
        shutil.copy(entered, typed)
        shutil.copy(entered, untouched)
        waiting = [each for each in event.rows if each.round == 2 and each.b != BYE]
        done, places = [], dict[str, dict[str, Any]]()
        for each in random.sample(waiting, random.randint(1, len(waiting))):
            result = play(random, event, format, each)
            names = dict(zip("AB", (event.players[number].name for number in each.pair), strict=True))
            told = {field: word(random, field, value, names) for field, value in result.items()}
            done.append(enter_result(entered, each.table or 0, told, round=2))
            assert done[-1].answer is Answer.WRITTEN, [str(problem) for problem in done[-1].problems]
            assert done[-1].outcome is not None
            assert done[-1].outcome.results is not None
            filled = {event.place(each, field).cell: value for field, value in result.items() if value is not None}
            places.setdefault(each.sheet, {}).update(filled)
        assert changed_cells(untouched, entered) == {cell for sheet in places.values() for cell in sheet}
        edit(typed, places)
        outcomes = [check_read(each, read_book(open_workbook(each))) for each in (entered, typed)]
        assert outcomes[0].problems == outcomes[1].problems
        first, second = (each.event for each in outcomes)
        assert first is not None
        assert second is not None
        assert first.rows == second.rows
        for table in event.tables.values():
            assert filled_rows(entered, table) == filled_rows(typed, table)
        for each in reversed(done):
            assert undo(entered, each).answer is Answer.WRITTEN
        for table in event.tables.values():
            assert filled_rows(entered, table) == filled_rows(untouched, table)
