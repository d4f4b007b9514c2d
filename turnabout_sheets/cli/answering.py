"""How what is asked about published rounds is answered: put back, played so, paired anew."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

import click

from turnabout_sheets.cli.parameters import echo, fail
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.workbook.files.other_programs import find_other_program

if TYPE_CHECKING:
    from turnabout_sheets.event.guards import Asked
    from turnabout_sheets.jobs.put_back import PutBack

T = TypeVar("T")

PUT_BACK: Final = "--put-back"
PLAYED_SO: Final = "--played-so"
ANEW: Final = "--anew"
ANSWERS: Final = (PUT_BACK, PLAYED_SO, ANEW)
"""What can be answered to a question about a round, as options of the command ``pair``."""


def answer(file: Path, number: int, answer: str) -> NoReturn:
    """Do what is answered about a round, and run the workbook."""
    from turnabout_sheets.event.guards import Asked
    from turnabout_sheets.jobs.put_back import drop_published, put_back, require_asked

    if answer == PUT_BACK:
        _put_back(file, lambda: put_back(file, number))
    elif answer == PLAYED_SO:
        _accept(file, lambda: require_asked(file, number), {(Asked.PAIRS, number), (Asked.RESULTS, number)})
    else:
        _accept(file, lambda: drop_published(file, number), {(Asked.GONE, number)})


def put_back_missing(file: Path) -> NoReturn:
    """Put back what an older copy lacks."""
    from turnabout_sheets.jobs.put_back import put_back_missing

    _put_back(file, lambda: put_back_missing(file))


def _put_back(file: Path, job: Callable[[], PutBack]) -> NoReturn:
    """Put something back, and say what stands then."""
    from turnabout_sheets.cli.batch import run_all, tell
    from turnabout_sheets.cli.output import describe_effects
    from turnabout_sheets.jobs.options import Options

    done, saved = _attempt(file, job)
    click.echo(done)
    echo(describe_effects(*saved))
    sys.exit(tell(run_all([file], Options(pair=False), quiet=False, as_json=False)))


def _accept(file: Path, prepare: Callable[[], None], answers: set[tuple[Asked, int]]) -> NoReturn:
    """Run a workbook as it is, for which something is asked or is to be prepared."""
    from turnabout_sheets.cli.batch import run_all, tell
    from turnabout_sheets.jobs.options import Options

    _attempt(file, prepare)
    sys.exit(tell(run_all([file], Options(answers=frozenset(answers)), quiet=False, as_json=False)))


def _attempt(file: Path, job: Callable[[], T]) -> T:
    """Return what a job comes to; end the command where it cannot be done, or the workbook is open."""
    from turnabout_sheets.jobs.put_back import PutBackError
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    if other := find_other_program(file):
        fail(other.refusal, ExitCode.FILE)
    try:
        return job()
    except (PutBackError, WorkbookError) as reason:
        fail(str(reason), ExitCode.FILE if isinstance(reason, WorkbookError) else ExitCode.USAGE)
