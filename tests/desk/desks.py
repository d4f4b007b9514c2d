"""Desks that really watch, and programs that save: in the manner of Excel, of LibreOffice, and in place."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.books import edited
from turnabout_sheets.core.safe_files import take_signature
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.state import DeskState, FaultKind
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.workbook.ooxml.package import Package

PATIENCE = 60.0
"""Seconds after which a desk is given up."""


@contextmanager
def watching(workbook: Path, options: Options | None = None) -> Iterator[Desk]:
    """Have a desk watch a workbook as long as the context lasts."""
    desk = Desk(workbook, options)
    desk.start()
    try:
        yield desk
    finally:
        desk.stop()


def wait_until(desk: Desk, is_so: Callable[[DeskState], object]) -> DeskState:
    """Return the first state of which something is so."""
    until = time.monotonic() + PATIENCE
    state = desk.state
    while not is_so(state):
        assert time.monotonic() < until, shorten(state)
        state = desk.wait_for_newer(state.number, 0.5)
    return state


def shorten(state: DeskState) -> DeskState:
    """Return what a message can have of a state: all of an event is thousands of lines."""
    return replace(state, outcome=None)


def wait_for_fault(desk: Desk, kind: FaultKind | None) -> DeskState:
    """Return the first state with a fault of this kind, or, for None, without any and with a workbook that was read."""
    if kind is None:
        return wait_until(desk, lambda state: state.outcome is not None and state.fault is None)
    return wait_until(desk, lambda state: state.fault is not None and state.fault.kind is kind)


def list_states(desk: Desk, seconds: float, after: Callable[[DeskState], object] = lambda _: True) -> list[DeskState]:
    """Return the states until something is so, and of some seconds ``after`` that; the present one first."""
    patience = time.monotonic() + PATIENCE
    until: float | None = None
    states = [desk.state]
    while until is None or time.monotonic() < until:
        if until is None and after(states[-1]):
            until = time.monotonic() + seconds
        assert time.monotonic() < patience, states
        state = desk.wait_for_newer(states[-1].number, 0.1)
        if state.number != states[-1].number:
            states.append(state)
    return states


def wait_until_seen(desk: Desk, workbook: Path) -> None:
    """Wait until the desk has looked into the workbook as it lies there now, also where that changes no state."""
    until = time.monotonic() + PATIENCE
    while desk._steps._stamp != take_signature(workbook)[0]:
        assert time.monotonic() < until, shorten(desk.state)
        time.sleep(0.01)


def edit(data: bytes, **cells: Any) -> bytes:
    """Return a workbook in which cells of its last round are others: ``D2="A"``."""
    last = max(name for name in Package(data).sheets if name.startswith("Round "))
    return edited(data, {last: cells})


def save_like_excel(workbook: Path, data: bytes) -> None:
    """Write a temporary file beside the workbook, delete that, and rename."""
    temporary = workbook.with_name(secrets.token_hex(4).upper())
    write_slowly(temporary, data)
    delete(workbook)
    temporary.rename(workbook)


def delete(file: Path) -> None:
    """Delete a file as Windows 10 does: its name is free at once. Under Wine it is when nobody reads it."""
    if sys.platform == "win32":
        file = file.rename(file.with_name(f"{secrets.token_hex(4)}.tmp"))
    file.unlink()


def save_like_libreoffice(workbook: Path, data: bytes) -> None:
    """Write a temporary file beside the workbook, and rename it over that; the lock is gone for a moment before."""
    lock = workbook.with_name(f".~lock.{workbook.name}#")
    lock.unlink(missing_ok=True)
    temporary = workbook.with_name(f"lu{os.getpid()}{secrets.token_hex(3)}.tmp")
    temporary.touch(0o600)
    lock.write_text(",kit,den,today;")
    write_slowly(temporary, data)
    temporary.replace(workbook)


def save_in_place(workbook: Path, data: bytes) -> None:
    """Write over the workbook, which for a while is not whole."""
    write_slowly(workbook, data)


def write_slowly(file: Path, data: bytes, pieces: int = 5, pause: float = 0.01) -> None:
    """Write a file in some pieces."""
    size = len(data) // pieces + 1
    with file.open("wb") as out:
        for start in range(0, len(data), size):
            out.write(data[start : start + size])
            out.flush()
            time.sleep(pause)
