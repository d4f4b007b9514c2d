"""The command ``turnabout archive verify``. What takes time to load is loaded where used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnabout_sheets.cli.archive_access import archive_option, explain_archive_errors, show_progress
from turnabout_sheets.cli.last_resort import shield
from turnabout_sheets.cli.parameters import PLACE, echo
from turnabout_sheets.cli.stopping import tell_reading
from turnabout_sheets.core.command_line import ExitCode, name_program

if TYPE_CHECKING:
    from turnabout_sheets.archive.verify import Finding, Verdict

SHOWN = 20
"""So many findings are told; of more, only how many they are."""


@click.command()
@click.argument("place", type=PLACE, required=False, metavar="[ARCHIVE or EXPORT]")
@archive_option
def verify(place: str | None, named: str | None) -> None:
    """Compute an archive or an export anew from what it keeps of each event, and compare; nothing is written."""
    with explain_archive_errors():
        from turnabout_sheets.jobs.archive_place import find_place
        from turnabout_sheets.jobs.verify_archive import Ways, verify_place

        verdict = verify_place(place or named or find_place(Path()), Ways(show_progress, shield, tell_reading))
    echo(verdict_lines(verdict), err=bool(verdict.findings))
    sys.exit(ExitCode.PROBLEMS if verdict.findings else ExitCode.DONE)


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Yield what came of it: that all agrees, or the first things that do not."""
    from turnabout_sheets.cli.archive_output import describe_last

    if verdict.findings:
        for finding in verdict.findings[:SHOWN]:
            yield _word(finding)
        more = len(verdict.findings) - SHOWN
        if more > 0:
            yield f"… and {more} more"
        if any(finding.older for finding in verdict.findings):
            yield f"What an older version of turnabout computed is set right by: {name_program()} archive rebuild"
        return
    for where, older in verdict.older:
        yield f"{where}, which is not in force any more, is as an older version of turnabout computed it ({older})."
    if verdict.listed:
        are = "is" if verdict.listed == 1 else "are"
        yield f"{_count(verdict.listed, 'figure')} of old lists {are} as the lists say, of which no games are known."
    events = _count(verdict.events, "event")
    earlier = f" and {_count(verdict.earlier, 'earlier version')}" if verdict.earlier else ""
    yield f"all {_count(verdict.figures, 'figure')} of {events}{earlier} agree; {describe_last(verdict.digest)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _word(finding: Finding) -> str:
    from turnabout_sheets.archive.shown_values import show

    whose = f", {finding.whose}" if finding.whose else ""
    if not finding.figure:
        return f"{finding.where}: {finding.found}"
    older = f" (an older version computed it so: {finding.older})" if finding.older else ""
    found, expected = show(finding.found), show(finding.expected)
    return f"{finding.where}{whose}: {finding.figure} is {found}; expected {expected}{older}"
