"""What stands beside a workbook, in the folder of its earlier versions: which warnings are meant so (desk 2.22).

As long as these are the same, they are told nowhere any more; the log notes them, and when they are told again. All
that is known there is taken along where another file goes on with the event: what was published stays so.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from turnabout_sheets.changes.log import Line
from turnabout_sheets.core.atomic_write import move_into_place, sync_folder, temporary
from turnabout_sheets.core.backups import backup_folder, explain_errors, make_backup_folder
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.core.problems import Problem, Severity, say_system, sort_problems
from turnabout_sheets.jobs.kept_rounds import MOST_BYTES as MOST_BYTES_OF_ROUND
from turnabout_sheets.jobs.kept_rounds import find_kept_files
from turnabout_sheets.jobs.known import FILE as KNOWN
from turnabout_sheets.jobs.known import MOST_BYTES as MOST_BYTES_KNOWN
from turnabout_sheets.jobs.known import read_known
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.workbook.files.save import SaveError

FILE: Final = "accepted.json"
MOST_BYTES: Final = 1 << 20

_ACCEPTED: Final = "Taken as it is meant: "
_AGAIN: Final = "Not taken as meant any more: "

Accepted = frozenset[tuple[str, str]]
"""The sheets and messages of warnings."""


def read_accepted(workbook: Path) -> Accepted:
    """Return which warnings of a workbook are meant so; none where that is not known."""
    with contextlib.suppress(OSError, TypeError, ValueError):
        data = json.loads(read_file(backup_folder(workbook) / FILE, MOST_BYTES))
        return frozenset((str(sheet), str(message)) for sheet, message in data)
    return frozenset()


def keep_accepted(workbook: Path, accepted: Accepted) -> None:
    """Write down which warnings of a workbook are meant so. Raises `SaveError`."""
    data = json.dumps(sorted(accepted)).encode()
    try:
        with explain_errors(workbook):
            file = make_backup_folder(workbook) / FILE
            with temporary(file, data) as written:
                move_into_place(written, file)
    except OSError as error:
        raise SaveError(
            f"What is meant in {as_text(workbook.name)} is not remembered, because {error}.",
            say_system(error, workbook.name),
        ) from error


def accept(workbook: Path, problem: Problem) -> None:
    """Remember that a warning is meant so. Raises `SaveError`."""
    keep_accepted(workbook, read_accepted(workbook) | {name_warning(problem)})


def name_warning(problem: Problem) -> tuple[str, str]:
    """Return by what a warning is known again: in which row it stands does not matter."""
    return problem.place.sheet, problem.message


def list_warnings(outcome: RunOutcome) -> list[Problem]:
    """Return the warnings that are told of a workbook, in their order on the screen."""
    found = sort_problems((*outcome.problems, *outcome.notes))
    return [each for each in found if each.severity is Severity.WARNING]


def leave_out_accepted(outcome: RunOutcome, workbook: Path) -> RunOutcome:
    """Return an outcome that does not tell what is meant so."""
    known = read_accepted(workbook)
    accepted = [each for each in list_warnings(outcome) if name_warning(each) in known]
    if not accepted:
        return outcome

    def leave_out(problems: Iterable[Problem]) -> list[Problem]:
        return [each for each in problems if each not in accepted]

    return replace(
        outcome, problems=leave_out(outcome.problems), notes=leave_out(outcome.notes), accepted=tuple(accepted)
    )


def tell_accepted(workbook: Path, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield what the log does not say yet of the warnings that are meant so."""
    noted: dict[str, bool] = {}
    for line in lines:
        for beginning in (_ACCEPTED, _AGAIN):
            if line.after.startswith(beginning):
                noted[line.after.removeprefix(beginning)] = beginning == _ACCEPTED
    before = {each for each, is_accepted in noted.items() if is_accepted}
    now = {f"{sheet}: {message}" for sheet, message in read_accepted(workbook)}
    yield from (Line(after=f"{_ACCEPTED}{each}") for each in sorted(now - before))
    yield from (Line(after=f"{_AGAIN}{each}") for each in sorted(before - now))


def take_along(workbook: Path, copy: Path) -> None:
    """Have known beside a copy of a workbook what is known beside that, unless more is known there already.

    So are the rounds that are published and wait until the workbook is closed. Raises `WorkbookError`.
    """
    try:
        rounds = find_kept_files(workbook)
        known, there = read_known(workbook), read_known(copy)
        with explain_errors(copy):
            is_new = known.version > there.version or known.event != there.event
            if known.version and is_new:
                _copy(backup_folder(workbook) / KNOWN, copy, MOST_BYTES_KNOWN)
            if meant := read_accepted(workbook) - read_accepted(copy):
                keep_accepted(copy, read_accepted(copy) | meant)
            for number in {*rounds} - {*find_kept_files(copy)}:
                _copy(rounds[number], copy, MOST_BYTES_OF_ROUND)
    except OSError as error:
        raise SaveError(
            f"{as_text(copy.name)} is not followed, because {error}.", say_system(error, copy.name)
        ) from error


def _copy(file: Path, workbook: Path, most: int) -> None:
    target = make_backup_folder(workbook) / file.name
    with temporary(target, read_file(file, most)) as written:
        move_into_place(written, target)
    sync_folder(target.parent)
