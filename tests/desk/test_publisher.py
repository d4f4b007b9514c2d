"""A desk that publishes: at every save, in a thread of its own; what cannot be done is noted and tried again."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.desk.desks import PATIENCE, edit, save_like_excel, wait_for_fault, wait_until, watching
from tests.support.books import SAMPLES, sheet_names
from turnabout_sheets.desk import publisher
from turnabout_sheets.desk.publisher import Publisher
from turnabout_sheets.jobs.outcome import Options

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("short_pauses")]

NEW = {"D5": "A", "E5": 11, "F5": "B", "G5": 4}


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    folder = tmp_path / "events"
    folder.mkdir()
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", folder / "Friday.xlsx"))


def wait(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_each_save_is_published_and_the_last_one_when_the_desk_ends(workbook: Path, tmp_path: Path) -> None:
    """Desk 2.12."""
    site = tmp_path / "site"

    def shows(text: str) -> bool:
        return (site / "index.html").is_file() and text in (site / "index.html").read_text("utf-8")

    with watching(workbook) as desk, Publisher(desk, Options(publish=site)).at_work():
        wait(lambda: shows("9 results missing"))
        save_like_excel(workbook, edit(workbook.read_bytes(), **NEW))
        wait(lambda: shows("8 results missing"))
        assert desk.state.unpublished is None


def test_what_cannot_be_published_is_noted_until_it_is(workbook: Path, tmp_path: Path) -> None:
    """Publishing 2.14."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<!doctype html><title>Our club</title>")
    with watching(workbook) as desk, Publisher(desk, Options(publish=site)).at_work():
        state = wait_until(desk, lambda state: state.unpublished)
        assert str(state.unpublished).startswith("The event is not published. ")
        assert state.fault is None
        (site / "index.html").unlink()
        wait_until(desk, lambda state: not state.unpublished)
        assert (site / "screen.html").is_file()


def test_a_mistake_in_the_program_ends_nothing(workbook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right, broken = publisher.publish_site, threading.Event()

    def do(*arguments: object) -> object:
        if not broken.is_set():
            broken.set()
            raise ZeroDivisionError
        return right(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(publisher, "publish_site", do)
    with watching(workbook) as desk, Publisher(desk, Options(publish=tmp_path / "site")).at_work():
        assert "(ZeroDivisionError)" in str(wait_until(desk, lambda state: state.unpublished).unpublished)
        wait_until(desk, lambda state: not state.unpublished)


@pytest.mark.processes
def test_a_command_that_takes_its_time_holds_up_nobody_and_runs_once_for_what_has_come_meanwhile(
    workbook: Path, tmp_path: Path
) -> None:
    """Publishing 2.14."""
    said, go_on = tmp_path / "said.txt", tmp_path / "go on"
    program = (
        f"import os, time; open(r'{said}', 'a').write('x'); "
        f"[time.sleep(0.02) for _ in range(6000) if not os.path.exists(r'{go_on}')]"
    )
    options = Options(publish=tmp_path / "site", then=f'"{sys.executable}" -c "{program}"')
    with watching(workbook) as desk, Publisher(desk, options).at_work():
        wait(said.exists)
        for goals in (11, 12, 13):
            save_like_excel(workbook, edit(workbook.read_bytes(), **{**NEW, "E5": goals}))
            wanted = str(goals)
            wait_until(desk, lambda state, wanted=wanted: any(each.after == wanted for each in state.changes))  # type: ignore[misc]
        assert said.read_text() == "x", "it is still at the first"
        go_on.touch()
        wait(lambda: len(said.read_text()) >= 2)
    assert 2 <= len(said.read_text()) <= 4


def test_at_the_end_a_last_save_is_published(workbook: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with watching(workbook) as desk:
        wait_for_fault(desk, None)
        with Publisher(desk, Options(publish=site)).at_work():
            pass
    assert (site / "screen.html").is_file()


def test_a_round_that_waits_for_the_workbook_to_be_closed_is_published_at_once(workbook: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with watching(workbook) as desk, Publisher(desk, Options(publish=site)).at_work():
        wait((site / "screen.html").is_file)
        workbook.with_name("~$Friday.xlsx").write_bytes(b"")
        results = {
            f"{column}{row}": value
            for row in range(2, 11)
            for column, value in zip("DEFG", ("A", row, "A", 4), strict=True)
        }
        save_like_excel(workbook, edit(workbook.read_bytes(), **results))
        wait(lambda: "Round 4" in (site / "screen.html").read_text("utf-8"))
        assert "Round 4" not in sheet_names(workbook)
