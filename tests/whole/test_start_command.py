"""`turnabout start`: what the icons do, and the window that stays until somebody has read it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.whole.books import SAMPLES
from tests.whole.test_run import turnabout
from turnabout_sheets.cli import window

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
    monkeypatch.setattr("turnabout_sheets.cli.opening.keep_window", lambda: waits.append(STAYS))
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
        (("--print", "a.xlsx", "b.xlsx"), "--desk and --print are for one workbook; name it."),
        (("--print", "--desk", "a.xlsx"), "Choose one of --desk and --print."),
        (("Fryday.xlsx",), "Fryday.xlsx does not exist; "),
        (("--desk", "Fryday.xlsx"), "Fryday.xlsx does not exist; "),
        (("--print", "Fryday.xlsx"), "Fryday.xlsx does not exist; "),
        (("--frobnicate",), "No such option"),
        ((" ",), "The name is blank."),
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
    window.keep_window()


@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals here")
def test_in_a_window_enter_is_waited_for(workbook: Path) -> None:
    import pty

    arguments = [sys.executable, "-m", "turnabout_sheets", "start", "--print", str(workbook.with_name("Fryday.xlsx"))]
    child, terminal = pty.fork()
    if child == 0:
        os.execv(arguments[0], arguments)
    said = b""
    while STAYS.encode() not in said:
        said += os.read(terminal, 1000)
    assert b"Fryday.xlsx does not exist" in said
    assert os.waitpid(child, os.WNOHANG) == (0, 0)
    os.write(terminal, b"\n")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4
    os.close(terminal)
