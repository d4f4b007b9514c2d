"""A desk that shows what a test tells it, and the states that there can be, made of the sample events."""

from __future__ import annotations

import atexit
import shutil
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest

from tests.support.books import SAMPLES
from tests.support.desk import Desk as Typing
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.state import DeskState, ToPrint
from turnabout_sheets.jobs.compare import Kind
from turnabout_sheets.jobs.outcome import Options, prints_folder
from turnabout_sheets.jobs.run import run
from turnabout_sheets.prints.page import load_pages

Change = Callable[[Path], object]
"""Types something into a workbook."""


class FakeDesk:
    """Has what the page asks of a desk."""

    def __init__(self, state: DeskState) -> None:
        self._state = state
        self._news = threading.Condition()
        self.rests = self.runs = 0
        self.accepted: list[tuple[Kind, str]] = []

    @property
    def state(self) -> DeskState:
        return self._state

    def show(self, **changes: Any) -> None:
        """Show another state from now on."""
        with self._news:
            self._state = replace(self._state, number=self._state.number + 1, **changes)
            self._news.notify_all()

    def wait_for_newer(self, number: int, timeout: float) -> DeskState:
        with self._news:
            self._news.wait_for(lambda: self._state.number != number, timeout)
            return self._state

    def note_printed(self, printed: ToPrint) -> None:
        now = self._state.to_print
        left = ToPrint("" if now.page == printed.page else now.page, None if now.again == printed.again else now.again)
        self.show(to_print=left)

    def note(self, **fields: Any) -> None:
        self.show(**fields)

    def run_now(self) -> None:
        self.runs += 1

    def accept(self, asked: Collection[tuple[Kind, str]]) -> None:
        self.accepted += asked
        self.note_answered(asked)

    def note_answered(self, asked: Collection[tuple[Kind, str]]) -> None:
        self.show(answered=self._state.answered.union(asked))

    @contextmanager
    def at_rest(self) -> Iterator[FakeDesk]:
        """Give what its steps are told."""
        self.rests += 1
        yield self


def as_desk(fake: FakeDesk) -> Desk:
    return cast(Desk, fake)


def run_sample(name: str, folder: Path, change: Change | None = None) -> DeskState:
    """Have a sample event in a folder, and all that a run leaves beside it; return what a desk shows of it.

    Each is run once in a test process, and once after each ``change`` of its workbook.
    """
    return copy_state(_run_sample(name, change), folder)


def copy_state(state: DeskState, folder: Path) -> DeskState:
    """Have the workbook of a state in another folder, and all that is beside it; return what a desk shows of that."""
    assert state.outcome is not None
    shutil.copytree(state.workbook.parent, folder, dirs_exist_ok=True)
    workbook = folder / state.workbook.name
    computed, pages = replace(state.outcome.computed, workbook=workbook), state.outcome.pages
    pages = pages and replace(pages, folder=prints_folder(workbook))
    outcome = replace(state.outcome, computed=computed, pages=pages)
    return replace(state, workbook=workbook, outcome=outcome)


@cache
def _run_sample(name: str, change: Change | None) -> DeskState:
    folder = TemporaryDirectory(ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)
    workbook = Path(shutil.copy(SAMPLES / f"{name}.xlsx", folder.name))
    if change is not None:
        change(workbook)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("turnabout_sheets.jobs.run.load_pages", load_pages)  # also for a test that wants no pages
        return show_workbook(workbook)


def speak_german(workbook: Path) -> None:
    """Set the language of an event."""
    Typing(workbook).type("Event", "Language", {"Value": "Deutsch"})


def show_workbook(workbook: Path) -> DeskState:
    """Run a workbook, and return what a desk shows of it."""
    outcome = run(workbook, Options())
    page = f"round-{outcome.computed.new_rounds[0].number:02}.html" if outcome.computed.new_rounds else ""
    return DeskState(1, workbook, outcome, to_print=ToPrint(page))
