"""Whatever stands in the state beside a workbook, and in the workbook that a round waits for, nothing falls over."""

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
from turnabout_sheets.jobs.check import check_read
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.jobs.run import run
from turnabout_sheets.jobs.state import UnlistedError
from turnabout_sheets.workbook.files.save import Source, open_workbook
from turnabout_sheets.workbook.ooxml.book import NewBook, to_bytes
from turnabout_sheets.workbook.ours.round_sheet import add_round, read_foreseen

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("no_pages")]

JSON: Final = (None, True, -1, 0, 7, 2.5, 1e400, "", "BYE", "x", "\ud800", "\x0b", [], {}, [[]], {"a": 1}, 10**30)


@pytest.fixture
def waiting(tmp_path: Path) -> tuple[Source, Path]:
    """An event in progress whose next round waits, and the file of its state."""
    path = tmp_path / "event.xlsx"
    path.write_bytes((SAMPLES / "in-progress.xlsx").read_bytes())
    path.with_name("~$event.xlsx").touch()
    run(path, Options(sheets_may_wait=True))
    return open_workbook(path), backup_folder(path) / "state.json"


@pytest.mark.parametrize("seed", range(dose(1, 200)))
def test_whatever_is_typed_into_the_workbook_meanwhile(seed: int, waiting: tuple[Source, Path]) -> None:
    random, whole = Random(seed), read_book(waiting[0])
    gone_in = 0
    for _ in range(25):
        book = whole.read_again(mistyped([*whole.grids], random)[0])
        if book.event is not None:
            new = NewBook()
            for number in book.event.published:
                add_round(new, read_foreseen(book.event, book.format, number), book.event, book.format)
                to_bytes(new)
                gone_in += 1
    assert gone_in, "it never went in"


@pytest.mark.parametrize("seed", range(dose(1, 200)))
def test_whatever_stands_in_the_file(seed: int, waiting: tuple[Source, Path]) -> None:
    random, (source, file) = Random(seed), waiting
    whole = json.loads(file.read_bytes())
    for _ in range(50):
        data = json.loads(json.dumps(whole))
        done = [spoil(data, random) for _ in range(random.randint(1, 2))]
        file.write_text(json.dumps(data), "utf-8")
        try:
            check_read(source.path, read_book(source))
        except UnlistedError:
            continue  # it says that the file is damaged
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
