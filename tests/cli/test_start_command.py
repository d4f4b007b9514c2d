"""`turnabout start`: what the icons do, and the window that stays until somebody has read it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.desk.desks import watching
from tests.real_software import fork_in_terminal
from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from tests.support.page import Page
from turnabout_sheets.cli import terminal
from turnabout_sheets.desk.open_desks import note_address
from turnabout_sheets.desk.server import serve

pytestmark = pytest.mark.slow

STAYS = "Press Enter to close this window."


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "Friday.xlsx"))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser is asked to show."""
    asked: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: asked.append(address) or True)
    return asked


@pytest.fixture
def in_window(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note each time that a window waits."""
    waits: list[str] = []
    monkeypatch.setattr("turnabout_sheets.cli.start.keep_window", lambda: waits.append(STAYS))
    return waits


def test_a_workbook_on_the_icon_is_run_and_its_pages_are_opened(workbook: Path, opened: list[str]) -> None:
    other = Path(shutil.copy(workbook, workbook.with_name("Other.xlsx")))
    done = turnabout("start", workbook, other)
    assert done.exit_code == 0
    assert opened == [(workbook.parent / f"{name} prints" / "index.html").as_uri() for name in ("Friday", "Other")]


def test_the_slips_of_the_running_round_are_printed_and_opened(workbook: Path, opened: list[str]) -> None:
    assert turnabout("run", workbook).exit_code == 0
    before = workbook.read_bytes()
    done = turnabout("start", "--print", workbook)
    slips = workbook.parent / "Friday prints" / "round-03-slips.html"
    assert (done.exit_code, done.output) == (0, f"{slips}\n")
    assert opened == [slips.as_uri()]
    assert workbook.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--desk",), "--desk and --print are for one workbook; name it."),
        (("--print", "a.xlsx", "b.xlsx"), "--desk and --print are for one workbook; name it."),
        (("--print", "--desk", "a.xlsx"), "Choose one of --desk and --print."),
        (("Fryday.xlsx",), "Fryday.xlsx is not there."),
        (("--desk", "Fryday.xlsx"), "Fryday.xlsx is not there."),
        (("--print", "Fryday.xlsx"), "Fryday.xlsx is not there."),
        (("--frobnicate",), "No such option"),
        ((" ",), "is no file."),
    ],
)
def test_the_window_stays_whatever_comes_of_it(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_window: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = turnabout("start", *arguments)
    assert done.exit_code in (2, 4)
    assert said in done.output
    assert in_window == [STAYS]


def test_the_window_stays_after_a_fault(workbook: Path, monkeypatch: pytest.MonkeyPatch, in_window: list[str]) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("turnabout_sheets.jobs.print.print_pages", fail)
    monkeypatch.setattr(tempfile, "tempdir", str(workbook.parent))  # for the report
    done = turnabout("start", "--print", workbook)
    assert done.exit_code == 5
    assert "This is a fault of the program" in done.output
    assert in_window == [STAYS]


def test_only_windows_of_icons_stay(workbook: Path, in_window: list[str], opened: list[str]) -> None:
    assert turnabout("start", workbook).exit_code == 0
    assert in_window == [STAYS]
    assert turnabout(workbook).exit_code == 0
    assert turnabout("check", workbook).exit_code == 0
    assert in_window == [STAYS]


def test_where_output_is_redirected_nobody_is_waited_for(workbook: Path, opened: list[str]) -> None:
    assert STAYS not in turnabout("start", workbook).output


def test_a_program_without_a_window_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    terminal.keep_window()


@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals here")
def test_in_a_window_enter_is_waited_for(workbook: Path) -> None:
    arguments = [sys.executable, "-m", "turnabout_sheets", "start", "--print", str(workbook.with_name("Fryday.xlsx"))]
    child, terminal = fork_in_terminal()
    if child == 0:
        os.execv(arguments[0], arguments)
    said = b""
    while STAYS.encode() not in said:
        said += os.read(terminal, 1000)
    assert b"Fryday.xlsx is not there" in said
    assert os.waitpid(child, os.WNOHANG) == (0, 0)
    os.write(terminal, b"\n")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4
    os.close(terminal)


def end_when(page: Callable[[Page], object], seen: list[Any]) -> Callable[[str], bool]:
    """Return a browser: it does something with the first page that it is to open, then the program is ended."""

    def look(address: str) -> None:
        seen.append(page(Page(address)))
        signal.raise_signal(signal.SIGINT)

    def show(address: str) -> bool:
        Thread(target=look, args=(address,)).start()
        return True

    return show


@pytest.mark.usefixtures("short_pauses")
def test_without_a_workbook_one_is_chosen_on_a_page_that_becomes_its_desk(
    workbook: Path, monkeypatch: pytest.MonkeyPatch, in_window: list[str]
) -> None:
    seen: list[Any] = []

    def choose(start: Page) -> list[str]:
        desk = Page(start.do("open", path=str(workbook))["address"])
        return [desk.ask(), desk.address]

    monkeypatch.setattr("webbrowser.open", end_when(choose, seen))
    done = turnabout("start")
    assert done.exit_code == 0
    ((page, address),) = seen
    assert "Friday.xlsx" in page
    assert f"The desk of {workbook}: {address}\n" in done.output
    assert "To end it, close this window." in done.output
    assert in_window == [STAYS]


@pytest.mark.usefixtures("short_pauses")
def test_the_desk_of_a_workbook_is_opened(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr("webbrowser.open", end_when(Page.ask, seen))
    assert turnabout("start", "--desk", workbook).exit_code == 0
    assert "Friday.xlsx" in seen[0]


def test_a_desk_that_is_open_is_shown_and_no_second_one_started(
    workbook: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("turnabout_sheets.desk.open_desks.open_cache", lambda name: tmp_path)
    with watching(workbook) as desk, serve(desk) as server:
        note_address(workbook, server.address)
        done = turnabout("start", "--desk", workbook)
        assert done.exit_code == 0
        assert [Page(each).address for each in opened] == [server.address]
    assert server.token not in opened[0]
    assert "The desk of Friday.xlsx is open already, in another window." in done.output


def test_a_new_workbook_is_opened_in_the_program_for_workbooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    launched: list[str] = []
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: tmp_path)
    monkeypatch.setattr("click.launch", lambda path: launched.append(path) or 127)

    def new(start: Page) -> Any:
        return start.do("new", name="Cup", system="Netrunner")

    monkeypatch.setattr("webbrowser.open", end_when(new, seen))
    done = turnabout("start")
    event = tmp_path / "Turnabout" / "Cup.xlsx"
    assert launched == [str(event)]
    assert f"No program for workbooks was found; open {event} in one." in done.output
    assert seen[0]["address"].startswith("http://127.0.0.1:")
