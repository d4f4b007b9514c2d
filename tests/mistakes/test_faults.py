"""A mistake in the program, wherever it is: sentences, an exit code of its own, a report without anybody's data.

The n-th call of a function of the program fails, counted from when a command is given.
"""

from __future__ import annotations

import inspect
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from tests.dose import dose
from tests.support.books import SAMPLES
from tests.support.commands import turnabout

pytestmark = pytest.mark.slow

FAULT = 5
SECRET = "Björn Eriksen of /home/bjorn"


class PanicException(BaseException):
    """Called as what libraries in Rust raise: no `Exception`."""


KINDS = (AssertionError, FloatingPointError, PanicException)
COMMANDS = {
    "run": "in-progress.xlsx",
    "check": "in-progress.xlsx",
    "print": "in-progress.xlsx",
    "archive add": "finished.xlsx",
    "archive import": "finished.xlsx",
    "archive verify": "",
    "archive list": "",
}
"""Commands, and the sample that each is given."""


@contextmanager
def calls_counted(failing: int = 0, error: BaseException | None = None) -> Iterator[list[int]]:
    """Count the calls of functions of the program; one of them fails."""
    count = [0]

    def look(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if "turnabout_sheets" in code.co_filename and not code.co_flags & inspect.CO_GENERATOR:
            count[0] += 1
            if error is not None and count[0] == failing:
                raise error

    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield count
    finally:
        sys.settrace(before)


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder into which reports are written."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "temporary"


def sample(name: str, sample: str = "in-progress.xlsx") -> Path:
    return Path(shutil.copy(SAMPLES / sample, name))


@pytest.mark.soak
@pytest.mark.parametrize("command", dose([*COMMANDS][:4], [*COMMANDS]))
def test_a_fault__at_any_call__is_told_in_sentences(command: str, reports: Path) -> None:
    """Safety 8.1."""
    words, needed = command.split(), COMMANDS[command]
    if not needed:
        turnabout("archive", "add", sample("archived.xlsx", "finished.xlsx"))
    for turn in range(2):  # the first may do more
        with calls_counted() as calls:
            assert turnabout(*words, *([sample(f"{turn}.xlsx", needed)] if needed else [])).exit_code == 0
    random = Random(command)
    for turn in range(dose(2 if command == "run" else 1, 30)):
        workbook = sample(f"Björn's {command} {turn}.xlsx", needed or "in-progress.xlsx")
        kind = KINDS[(turn + len(command)) % len(KINDS)]
        at = random.randrange(calls[0] // 50, calls[0] * 49 // 50)
        with calls_counted(at, kind(SECRET)) as reached:
            done = turnabout(*words, *([workbook] if needed else []))
        assert done.exit_code == FAULT, (at, reached, done.output)
        assert f"This is a fault of the program, not of yours ({kind.__name__})." in done.stderr
        assert "Traceback" not in done.output
        assert SECRET not in done.output
        (report,) = reports.iterdir()
        assert str(report) in done.stderr
        told = report.read_text("utf-8")
        assert f".{kind.__name__}\n" in told
        assert re.search(r"^  turnabout_sheets/\w+/\w+\.py, line \d+, \w+$", told, re.MULTILINE)
        assert not [each for each in (SECRET, "Björn", "bjorn", str(Path.cwd()), str(Path.home())) if each in told]
        report.unlink()
        assert turnabout(*words, *([workbook] if needed else [])).exit_code == 0, "the next one is done as ever"


def test_one_workbook_that_fails__among_others__does_not_stop_them(reports: Path) -> None:
    """Safety 8.1."""
    with calls_counted() as calls:
        turnabout("check", sample("first.xlsx"))
    with calls_counted(calls[0] * 3 // 2, FloatingPointError(SECRET)):
        done = turnabout("check", *(sample(name) for name in ("one.xlsx", "two.xlsx", "three.xlsx")), "--json")
    found = json.loads(done.stdout)["workbooks"]
    exits = [(each["exit"], each.get("fault")) for each in found]
    assert exits == [(0, None), (FAULT, "FloatingPointError"), (0, None)]
    with calls_counted() as calls:
        turnabout("archive", "add", sample("old.xlsx", "cup.xlsx"))
    with calls_counted(calls[0] // 2, FloatingPointError(SECRET)):
        done = turnabout("archive", "add", "old.xlsx", sample("good.xlsx", "finished.xlsx"))
    assert done.exit_code == FAULT
    assert "Not archived: old.xlsx: This is a fault of the program" in done.stderr
    assert "Events: 1 added." in done.stdout
    with calls_counted(calls[0] * 9 // 10, FloatingPointError(SECRET)):
        done = turnabout("archive", "add", sample("late.xlsx", "duplicate.xlsx"))


def test_a_report__that_cannot_be_written__is_shown(reports: Path) -> None:
    """Safety 8.1; and it has no endless traceback, but the causes."""

    def endless() -> None:
        endless()

    error = KeyError(SECRET)
    with pytest.raises(RecursionError) as reason:
        endless()
    error.__cause__ = reason.value
    reports.rmdir()
    with calls_counted(5000, error):
        done = turnabout("check", sample("event.xlsx"))
    assert done.exit_code == FAULT
    report = done.stderr.partition("Please send us this report; it holds no name and no result:\n")[2]
    assert report.startswith("turnabout-sheets ")
    assert "builtins.KeyError" in report
    assert "builtins.RecursionError" in report
    assert len(report.splitlines()) < 80
    assert SECRET not in done.output
