"""Whatever an organizer's workbook holds, all that the program does to it leaves the rest as it was, byte for byte."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from itertools import count, cycle
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from python_calamine import CalamineError, CalamineWorkbook

from tests.dose import by_day, dose, examples
from tests.support.commands import turnabout
from tests.support.late import let_in
from tests.workbook.conftest import Convert
from tests.workbook.test_sniff import REFUSED
from tests.workbook.untouched import Package, assert_the_rest_is_untouched, faults
from tests.workbook.zoo import FEATURES, ODD_FRONTS, PARTS, WORKBOOKS, adopt, written
from turnabout_sheets.jobs.edit import EditError, enter_result

pytestmark = [
    pytest.mark.usefixtures("no_pages"),
    pytest.mark.filterwarnings(
        "ignore:Unknown worksheet reference 'Standings'"
    ),  # XlsxWriter, of the organizer's chart
]

Rows = Mapping[str, int]
"""Into how many rows of a sheet was typed."""


def run(workbook: Path) -> Rows:
    done = turnabout("run", workbook)
    assert done.exit_code == 0, done.output
    return {}


def run_again(workbook: Path) -> Rows:
    after = workbook.read_bytes()
    run(workbook)
    assert workbook.read_bytes() == after, "a second run changes nothing"
    return {}


def enter(workbook: Path, table: int = 1) -> Rows:
    """Type a result into the desk's form."""
    assert enter_result(workbook, table, "a 14 a 31").answer.value == "written"
    return {last_round(workbook): 1}


def enter_others(workbook: Path) -> Rows:
    with contextlib.suppress(EditError):
        for table in count(2):
            enter(workbook, table)
    return {last_round(workbook): 4}


def late_entry(workbook: Path) -> Rows:
    """Let somebody in at the desk: a row on Players, a header where one lacks, and one or the bye's in the round."""
    problems, _ = let_in(workbook, "Mia")
    assert not problems
    return {"Players": 2, last_round(workbook): 2}


def last_round(workbook: Path) -> str:
    return max(name for name in Package(workbook.read_bytes()).sheets if name.startswith("Round "))


Operations = Sequence[Callable[[Path], Rows]]
ALL: Final[Operations] = (run, enter, late_entry, run, enter_others, run, run_again)
"""The first and the last run that is not in vain add a round, which comes to the front, beside the one before."""

TURNS: Final = (
    (run, enter),
    (run, run_again),
    (run, late_entry),
    (run, enter, enter_others, run),
)
"""What is done by day to one thing after the other."""


OF_EACH: Final[Mapping[str, Operations]] = {
    thing: dose(steps, ALL) for thing, steps in zip([*FEATURES, *PARTS, *WORKBOOKS], cycle(TURNS), strict=False)
}


def do_all(folder: Path, before: bytes, steps: Operations = ALL) -> bytes:
    """Do everything to a workbook, and compare what it is after each with what it was."""
    workbook = folder / "event.xlsx"
    workbook.write_bytes(before)
    for step in steps:
        was = workbook.read_bytes()
        rows = step(workbook)
        assert_the_rest_is_untouched(was, workbook.read_bytes(), rows)
    after = workbook.read_bytes()
    assert values(after, before) == values(before, before)
    return after


def values(data: bytes, of: bytes) -> dict[str, object]:
    """Return what calamine reads of the sheets of a workbook, if it can read that, but for Players."""
    found: dict[str, object] = {}
    with warnings.catch_warnings(action="ignore"):
        for name in Package(of).sheets.keys() - {"Players"}:
            try:
                CalamineWorkbook.from_filelike(io.BytesIO(of)).get_sheet_by_name(name).to_python()
            except (CalamineError, KeyError, IndexError):
                continue
            book = CalamineWorkbook.from_filelike(io.BytesIO(data))
            found[name] = book.get_sheet_by_name(name).to_python()
    return found


def assert_opens(data: bytes, *titles: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        book = load_workbook(io.BytesIO(data))
    assert {*titles, "Standings", "Round 1"} <= set(book.sheetnames)
    assert [cell.value for cell in book["Standings"]["A"]][:2] == ["Rank", 1]
    assert book.active == book[max(name for name in book.sheetnames if name.startswith("Round "))]


def test_a_workbook_with_everything__all_operations__the_rest_is_untouched(tmp_path: Path) -> None:
    before = written(FEATURES, PARTS)
    after = do_all(tmp_path, before)
    macros = (Package(data).parts["xl/vbaProject.bin"] for data in (before, after))
    assert len({*macros}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["by openpyxl", "by hand"])
def test_a_workbook_of_another_program__all_operations__the_rest_is_untouched(tmp_path: Path, name: str) -> None:
    after = do_all(tmp_path, WORKBOOKS[name]())
    if name != "by hand":
        assert_opens(after, "Players", "Notes & more")


@pytest.mark.soak
@pytest.mark.parametrize("thing", by_day(*[*OF_EACH][::6], *[*WORKBOOKS][::2], of=OF_EACH))
def test_each_thing__operations_in_turn__the_rest_is_untouched(tmp_path: Path, thing: str) -> None:
    before = WORKBOOKS[thing]() if thing in WORKBOOKS else written({thing} & {*FEATURES}, {thing} & {*PARTS})
    after = do_all(tmp_path, before, OF_EACH[thing])
    assert faults(after) == faults(before)
    if thing in FEATURES:
        assert_opens(after, *Package(before).sheets)
    if thing not in ODD_FRONTS:
        package = Package(after)
        (front,) = [name for name, part in package.sheets.items() if b'tabSelected="1"' in package.parts[part]]
        assert front == max(name for name in package.sheets if name.startswith("Round "))


@pytest.mark.nightly
@examples(10)
@given(features=st.sets(st.sampled_from(sorted(FEATURES))), parts=st.sets(st.sampled_from(sorted(PARTS))))
def test_any_things_together__all_operations__the_rest_is_untouched(
    tmp_path_factory: pytest.TempPathFactory, features: set[str], parts: set[str]
) -> None:
    do_all(tmp_path_factory.mktemp("any"), written(features, parts))


@pytest.mark.soak
def test_a_file_that_breaks_readers__operations_in_turn__the_rest_is_untouched(real_file: Path, tmp_path: Path) -> None:
    before = real_file.read_bytes()
    if real_file.stem in REFUSED:
        workbook = tmp_path / "event.xlsx"
        workbook.write_bytes(before)
        done = turnabout("run", workbook)
        assert (done.exit_code, done.output.count("\n"), done.output[:11]) == (4, 1, "event.xlsx "), done.output
        assert workbook.read_bytes() == before
    else:
        do_all(tmp_path, adopt(before), dose(TURNS[crc32(real_file.name.encode()) % 3], ALL))


@pytest.mark.office
@pytest.mark.parametrize("name", by_day("everything", of=["everything", "by openpyxl"]))
def test_what_libreoffice_has_saved__all_operations__the_rest_is_untouched__and_opens_there(
    tmp_path: Path, convert: Convert, name: str
) -> None:
    before = written(FEATURES, PARTS) if name == "everything" else WORKBOOKS[name]()
    after = do_all(tmp_path, convert(before, "xlsx"))
    assert_opens(convert(after, "xlsx"), *Package(before).sheets)
