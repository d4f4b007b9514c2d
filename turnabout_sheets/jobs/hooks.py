"""Runs a command of the organizer's after a run that has changed something: it may upload what was published."""

from __future__ import annotations

import os
import subprocess
from tempfile import TemporaryFile
from typing import Final

from turnabout_sheets.core.problems import Message
from turnabout_sheets.jobs.outcome import Options, RunOutcome, prints_folder

LIMIT: Final = 120
"""Seconds after which the command is ended: an upload that hangs would hold up all that follow."""


def run_then(outcome: RunOutcome, options: Options, limit: float = LIMIT) -> Message | None:
    """Run the command of ``options`` if the run has changed something published; return why it failed, else None.

    Where no site is published, anything that the run has written counts. It reads nothing, and only the last line that
    it says is told, where it fails. It is ended after ``limit`` seconds.
    """
    published = outcome.published
    changed = published.written if published else options.publish is None and outcome.written
    if not changed or options.dry_run:
        return None
    folder = published.folder if published else outcome.prints or prints_folder(outcome.workbook)
    names = {"TURNABOUT_WORKBOOK": str(outcome.workbook.absolute()), "TURNABOUT_FOLDER": str(folder.absolute())}
    with TemporaryFile() as said:
        try:
            done = subprocess.run(
                options.then,
                shell=True,  # the organizer's own words, as typed
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env={**os.environ, **names},
                timeout=limit,
                check=False,
            )
        except OSError as error:  # too long for Windows
            return _fail(f" ({error.strerror or error})")
        except subprocess.TimeoutExpired:
            return Message(
                "The command after the run was ended, because it took longer than {n} seconds. The next run that "
                "changes something runs it again.",
                n=f"{limit:g}",
            )
        if not done.returncode:
            return None
        said.seek(0)
        lines = said.read().decode(errors="replace").split("\n")
    last = next((f': "{line[-200:]}"' for each in reversed(lines) if (line := each.strip())), "")
    return _fail(f" ({done.returncode}{last})")


def _fail(why: str) -> Message:
    return Message(
        "The command after the run has failed{last}. The next run that changes something runs it again.", last=why
    )
