"""What other programs have open: commands wait for a moment, or say in one sentence who has to close what."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.support.commands import turnabout
from tests.windows.holding import ALONE, EXCEL, READER, Holder, held
from turnabout_sheets.jobs.edit import enter_result

A_MOMENT = 0.4
"""Seconds for which a scanner holds what is new."""

UNREADABLE = "Friday.xlsx may not be read. Close it in other programs, or ask its owner for access.\n"
IN_THE_WAY = "Friday.xlsx cannot be replaced, because a program has it open. Close it there, and try again.\n"


@contextmanager
def held_for_a_moment(path: Path, holder: Holder) -> Iterator[None]:
    """Have a program hold a file, and close it while what is done in the context waits for that."""
    taken = Event()

    def hold() -> None:
        with held(path, holder):
            taken.set()
            time.sleep(A_MOMENT)

    program = Thread(target=hold)
    program.start()
    taken.wait()
    yield
    program.join()


@pytest.mark.parametrize("holder", [ALONE, EXCEL, READER], ids=["alone", "excel", "reader"])
def test_a_file_that_is_held_for_a_moment_is_waited_for(friday: Path, holder: Holder) -> None:
    with held_for_a_moment(friday, holder):
        done = turnabout("run", "Friday.xlsx")
    assert (done.exit_code, "Wrote Friday.xlsx" in done.output) == (0, True), done.output
    with held_for_a_moment(friday.parent / "Friday prints" / "index.html", holder):
        done = turnabout("print", "Friday.xlsx", "--paper", "Letter")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(("holder", "said"), [(ALONE, UNREADABLE), (EXCEL, IN_THE_WAY), (READER, IN_THE_WAY)])
def test_what_would_write_a_workbook_that_is_held_says_so_and_leaves_it(
    friday: Path, holder: Holder, said: str
) -> None:
    before = friday.read_bytes()
    with held(friday, holder):
        done = turnabout("run", "Friday.xlsx")
        assert (done.exit_code, done.output) == (4, said)
        done = turnabout("new", "Friday.xlsx")
        assert (done.exit_code, "exists already" in done.output) == (4, True)
    assert friday.read_bytes() == before
    assert [each.name for each in friday.parent.glob(".turnabout-*")] == []
    assert "Wrote Friday.xlsx" in turnabout("run", "Friday.xlsx").output
    with held(friday, holder):
        done = turnabout("restore", "Friday.xlsx", "1")
    assert (done.exit_code, done.output) == (4, said)


def test_what_only_reads_a_workbook_reads_it_while_excel_has_it_open(friday: Path) -> None:
    with held(friday, EXCEL):
        for command in (["check"], ["print", "--round", "1"], ["archive", "add"], ["run", "--dry-run"]):
            assert turnabout(*command, "Friday.xlsx").exit_code == 0


@pytest.mark.parametrize("holder", [ALONE, EXCEL, READER], ids=["alone", "excel", "reader"])
def test_a_page_or_an_output_that_is_held_is_named(friday: Path, holder: Holder) -> None:
    assert turnabout("run", "Friday.xlsx", "--output", "Copy.xlsx").exit_code == 0
    page = friday.parent / "Copy prints" / "report.html"
    with held(page, holder):
        done = turnabout("print", "Friday.xlsx", "--prints", "Copy prints", "--only", "report", "--paper", "Letter")
    assert done.output == (
        "report.html cannot be replaced, because a program has it open. Close it there, and try again.\n"
    )
    enter_result(friday, 1, "a 12 b 7", confirmed=True)
    with held(friday.parent / "Copy.xlsx", holder):
        done = turnabout("run", "Friday.xlsx", "--output", "Copy.xlsx")
    assert (done.exit_code, done.output) == (4, IN_THE_WAY.replace("Friday", "Copy"))


def test_an_export_that_is_held_is_left_whole(friday: Path) -> None:
    assert turnabout("archive", "add", "Friday.xlsx").exit_code == 0
    assert turnabout("archive", "export", "club").exit_code == 0
    before = {each.name: each.read_bytes() for each in Path("club").iterdir()}
    with held_for_a_moment(Path("club/events.csv"), READER):
        assert turnabout("archive", "export", "club").exit_code == 0
    with held(Path("club/events.csv"), READER):
        done = turnabout("archive", "export", "club")
    assert done.exit_code in (0, 4), done.output  # Wine lets a folder be renamed in which a file is open
    assert {each.name: each.read_bytes() for each in Path("club").iterdir()} == before
