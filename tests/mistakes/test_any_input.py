"""Whatever is typed into whatever cell, the program says what is wrong or does its work; it never falls over."""

from __future__ import annotations

from datetime import time, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.dose import dose
from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from tests.support.odd_input import ODD
from tests.support.text_workbooks import Rows, sheets_of, write_workbook

WRITABLE = [each for each in (*ODD, "#N/A", None) if not isinstance(each, time | timedelta)]


@cache
def sheets_of_sample(name: str) -> dict[str, Rows]:
    return sheets_of(SAMPLES / f"{name}.xlsx")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(dose(1, 200)))
def test_anything_that_is_typed__in_a_run__is_told_or_computed_with(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    computed = 0
    for number in range(dose(6, 12)):
        sheets, typed = mistyped(sheets_of_sample(random.choice(["finished", "in-progress", "duplicate"])), random)
        (tmp_path / str(number)).mkdir()
        exit_code = turnabout("run", write_workbook(tmp_path / str(number) / "typed.xlsx", sheets)).exit_code
        assert exit_code in (0, 1), typed
        computed += exit_code == 0
    assert computed, "nothing but errors: not even the work was tried"


def mistyped(sheets: dict[str, Rows], random: Random) -> tuple[dict[str, Rows], list[object]]:
    """Return the sheets with some cells changed, and what was changed."""
    changed: dict[str, list[list[Any]]] = {name: [list(row) for row in rows] for name, rows in sheets.items()}
    typed: list[object] = []
    for _ in range(random.randint(1, 4)):
        name = random.choice([each for each in changed if changed[each]])
        row = random.choice(changed[name])
        elsewhere = random.choice(changed[random.choice([each for each in changed if changed[each]])])
        column = random.randrange(min(12, len(row)))
        row[column] = random.choice((random.choice(WRITABLE), random.choice(elsewhere)))
        typed.append((name, changed[name].index(row) + 1, column, row[column]))
    return dict(changed), typed
