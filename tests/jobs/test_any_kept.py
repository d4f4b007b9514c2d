"""Whatever stands in the file of a kept round, and in the workbook that it goes into, nothing falls over."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.dose import dose
from tests.support.books import SAMPLES
from tests.support.odd_input import ODD, mistyped
from turnabout_sheets.core.backups import backup_folder
from turnabout_sheets.event.results import compute
from turnabout_sheets.jobs.kept_rounds import keep_rounds, make_new_rounds, read_kept_rounds
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.rounds.next_rounds import add_notes, pair
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files.save import Source, open_workbook
from turnabout_sheets.workbook.ours.book import make_workbook, to_bytes
from turnabout_sheets.workbook.ours.round_sheet import add_round
from turnabout_sheets.workbook.read import Worksheets

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("no_pages")]

JSON: Final = (
    None,
    True,
    -1,
    0,
    1,
    7,
    2.5,
    1e400,
    "",
    "BYE",
    "A",
    "x",
    "\ud800",
    "\x0b",
    [],
    {},
    [[]],
    {"a": 1},
    10**30,
)


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Source, Path]:
    """An event in progress, and the file of its next round."""
    path = tmp_path / "event.xlsx"
    path.write_bytes((SAMPLES / "in-progress.xlsx").read_bytes())
    source = open_workbook(path)
    event, format, _ = read_source(source)
    assert event is not None
    results = compute(event, format)
    new, _ = pair(results, 3)
    assert new is not None
    keep_rounds(source, (), [add_notes(results, new)], event, format)
    return source, backup_folder(path) / "round 03.json"


def write(grids: list[Grid], workbook: Path) -> bool:
    """Read an event with what is kept, check it, and write the sheet of the round; say whether it goes in."""
    published = read_kept_rounds(workbook)
    event, format, _ = read_event(grids, "typed", published)
    if event is None:
        return False
    check_event(event, format)
    book = make_workbook()
    for new in make_new_rounds(published, event, format):
        add_round(book, new, event, format)
    if event.published:
        to_bytes(book)
    return bool(event.published)


@pytest.mark.parametrize("seed", range(dose(1, 200)))
def test_whatever_is_typed_into_the_workbook_meanwhile(seed: int, kept: tuple[Source, Path]) -> None:
    random, (source, _) = Random(seed), kept
    read = Worksheets(source).read(lambda _: True)
    gone_in = 0
    for _ in range(dose(12, 25)):
        grids, done = mistyped(read, random)
        try:
            gone_in += write(grids, source.path)
        except Exception as fault:
            pytest.fail(f"{fault!r} after typing {done}")
    assert gone_in, "it never went in"


@pytest.mark.parametrize("seed", range(dose(1, 200)))
def test_whatever_stands_in_the_file(seed: int, kept: tuple[Source, Path]) -> None:
    random, (source, file) = Random(seed), kept
    read = Worksheets(source).read(lambda _: True)
    whole = json.loads(file.read_bytes())
    for _ in range(dose(25, 50)):
        data = json.loads(json.dumps(whole))
        done = [spoil(data, random) for _ in range(random.randint(1, 2))]
        file.write_text(json.dumps(data), "utf-8")
        try:
            write(read, source.path)
        except Exception as fault:
            pytest.fail(f"{fault!r} after {done}")


def spoil(data: Any, random: Random) -> tuple[object, object]:
    """Put something odd into a random place, take it away, or add it; return where and what."""
    key: Any = random.choice([*data] if isinstance(data, dict) else range(len(data)))
    if isinstance(data[key], dict | list) and data[key] and random.random() < 0.8:
        return spoil(data[key], random)
    value = random.choice((*JSON, *(each for each in ODD if isinstance(each, str | float | bool))))
    if isinstance(data, dict) and random.random() < 0.2:
        del data[key]
        return key, "gone"
    data[key] = value
    return key, value
