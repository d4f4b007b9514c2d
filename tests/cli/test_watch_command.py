"""The command ``watch``: what it says, and the ways in which it ends."""

from __future__ import annotations

import _thread
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread, Timer
from typing import Any, cast

import pytest

from tests.desk.desks import PATIENCE, edit, save_like_excel, wait_until, watching
from tests.dose import by_day
from tests.real_software import fork_in_terminal
from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from tests.support.page import Page
from turnabout_sheets.cli.desk import describe_news
from turnabout_sheets.desk import server
from turnabout_sheets.desk.open_desks import InstanceLock
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind
from turnabout_sheets.jobs.outcome import Outcome

pytestmark = pytest.mark.slow

OUT = "The results of tables 1–3 and 5–9 are missing. Type the results into the sheet Round 3, and save."


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "Friday.xlsx"))


@contextmanager
def started(workbook: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "turnabout_sheets", "watch", str(workbook), "--no-browser", *more]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process = subprocess.Popen(command, preexec_fn=heed_hangups if os.name == "posix" else None, **streams)
    limit = Timer(3 * PATIENCE, process.kill)  # who waits for a line that does not come reads the end
    limit.start()
    try:
        yield process
    finally:
        limit.cancel()
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def heed_hangups() -> None:
    """Have a process end with its terminal also where the tests do not, as in ``nohup make test``."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def is_free(workbook: Path) -> bool:
    """Say whether no desk has a workbook."""
    turn = InstanceLock(workbook)
    try:
        return turn.take()
    finally:
        turn.give_back()


def test_while_nothing_is_new_no_event_is_looked_at() -> None:
    state = DeskState(1, Path("Friday.xlsx"), cast(Outcome, object()))
    assert list(describe_news(state, state)) == []
    with pytest.raises(AttributeError):
        list(describe_news(state, replace(state, number=2)))


def end(desk: subprocess.Popen[str], workbook: Path, name: str) -> None:
    """End a desk by a signal: it says nothing more, and leaves nothing behind."""
    desk.send_signal(getattr(signal, name))
    assert desk.wait(PATIENCE) == 0
    assert desk.stdout is not None
    assert desk.stdout.read() == ""
    assert is_free(workbook)
    assert [each.name for each in workbook.parent.rglob("*.tmp")] == []


@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise here")
def test_it_says_where_the_page_is_and_what_a_save_changed_and_ends_cleanly(workbook: Path) -> None:
    """Desk 1.1 and 1.2."""
    with started(workbook) as desk:
        address = read_line(desk)
        assert address.startswith("http://127.0.0.1:")
        assert read_line(desk)[10:].startswith("Print the pages of round 3, and ")
        assert "Friday" in Page(address.strip()).ask()
        assert not is_free(workbook)
        save_like_excel(workbook, edit(workbook.read_bytes(), D5="A", E5=11, F5="B", G5=4))
        lines = [read_line(desk)[10:] for _ in range(5)]
        assert lines[1] == "Round 3!E5: Table 4, Game 1 count: blank → 11"
        assert lines[4] == OUT
        end(desk, workbook, "SIGINT")


@pytest.mark.processes
@pytest.mark.skipif(sys.platform != "linux", reason="what programs are started with is read otherwise here")
@pytest.mark.parametrize("command", by_day("start", of=["watch", "start"]))
def test_what_others_see_of_the_browser_is_worth_nothing(workbook: Path, tmp_path: Path, command: str) -> None:
    """Safety 6.8; desk 1.3."""
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f"#!/bin/sh\ncat /proc/[0-9]*/cmdline | tr '\\0' '\\n' > {seen}.part\nmv {seen}.part {seen}\n")
    browser.chmod(0o700)
    asked = [sys.executable, "-m", "turnabout_sheets", command, *([str(workbook)] if command == "watch" else [])]
    variables = os.environ | {"BROWSER": f"{browser} %s", "HOME": str(tmp_path)}
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True, env=variables) as program:
        try:
            address = next(line for line in iter(partial(read_line, program), "") if line.startswith("http"))
            until = time.monotonic() + PATIENCE
            while not seen.exists():
                assert time.monotonic() < until
                time.sleep(0.05)
            told = seen.read_text("utf-8", "replace")
            assert address.partition("token=")[2].strip() not in told
            (file,) = {line for line in told.splitlines() if line.startswith("file://") and "/open-" in line}
            assert Page(file).address == address.strip()
        finally:
            program.kill()


@pytest.mark.usefixtures("short_pauses")
def test_what_is_written_after_it_was_shown_is_not_said_twice(workbook: Path) -> None:
    with watching(workbook) as desk:
        begun = wait_until(desk, lambda state: state.outcome is not None and state.outcome.digest)
        save_like_excel(workbook, edit(workbook.read_bytes(), D5="A", E5=11, F5="B", G5=4))
        seen = wait_until(desk, lambda state: state.changes)
        written = wait_until(desk, lambda state: state.outcome is not seen.outcome)
    said = list(describe_news(begun, seen))
    assert said[1] == "Round 3!E5: Table 4, Game 1 count: blank → 11"
    assert said[-1] == OUT
    assert list(describe_news(seen, written)) == []
    gone = replace(written, number=written.number + 1, fault=Fault(FaultKind.MISSING))
    (line,) = describe_news(written, gone)
    assert line.startswith("Friday.xlsx is no longer there.")
    assert list(describe_news(gone, written)) == [OUT]


@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals here")
def test_it_ends_when_its_terminal_is_closed(workbook: Path) -> None:
    """Desk 1.2."""
    arguments = [sys.executable, "-m", "turnabout_sheets", "watch", str(workbook), "--no-browser"]
    child, terminal = fork_in_terminal()
    if child == 0:
        heed_hangups()
        os.execv(arguments[0], arguments)
    assert b"http://127.0.0.1:" in os.read(terminal, 1000)
    os.close(terminal)
    until = time.monotonic() + PATIENCE
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert os.waitstatus_to_exitcode(ended[1]) == 0
    assert is_free(workbook)
    assert [each.name for each in workbook.parent.rglob("*.tmp")] == []


@pytest.mark.usefixtures("short_pauses")
def test_it_ends_when_the_last_page_is_closed_if_asked(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Desk 1.2."""
    monkeypatch.setattr(server, "serve", partial(server.serve, heartbeat=0.2))
    opened: list[str] = []

    def visit(address: str) -> None:
        with Page(address).open("events") as stream:
            opened.append(stream.readline().decode())

    def open_page(address: str) -> bool:
        Thread(target=visit, args=(address,)).start()
        return True

    monkeypatch.setattr("webbrowser.open", open_page)
    limit = Timer(PATIENCE, _thread.interrupt_main)
    limit.start()
    done = turnabout("watch", workbook, "--until-closed")
    assert limit.is_alive(), "it ends by itself"
    limit.cancel()
    assert done.exit_code == 0
    assert len(opened) == 1


def test_the_name_of_a_workbook_and_watch_is_the_same_command(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: signal.raise_signal(signal.SIGINT))
    done = turnabout(workbook, "--watch")
    assert done.exit_code == 0
    assert done.output.startswith("http://127.0.0.1:")
    done = turnabout(workbook, workbook, "--watch")
    assert done.exit_code == 2
    assert "--watch is for one workbook" in done.output


def test_a_workbook_that_is_not_there_is_told_of_at_once(workbook: Path) -> None:
    done = turnabout("watch", workbook.with_name("Fryday.xlsx"))
    assert done.exit_code == 4
    assert done.output == ("Fryday.xlsx is not there, but “Friday.xlsx” is. If that is meant, choose it.\n")


def test_where_no_browser_can_be_started_the_address_is_said(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> Any:
        signal.raise_signal(signal.SIGINT)
        return False

    monkeypatch.setattr("webbrowser.open", interrupt)
    done = turnabout("watch", workbook)
    assert done.exit_code == 0
    assert done.output.startswith("http://127.0.0.1:")


@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise here")
def test_it_publishes_what_it_is_told_to_and_says_what_is_wanting(workbook: Path, tmp_path: Path) -> None:
    """Desk 2.12; however it is ended, it ends cleanly: here by SIGTERM."""
    with started(workbook, "--publish", str(tmp_path / "web"), "--then", "exit 7") as desk:
        lines = [read_line(desk) for _ in range(3)]
        assert any("The command after the run has failed (7). The next run" in line for line in lines)
        assert sorted(page.name for page in (tmp_path / "web").iterdir()) == ["index.html", "screen.html"]
        end(desk, workbook, "SIGTERM")
