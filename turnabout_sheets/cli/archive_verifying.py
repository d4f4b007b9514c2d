"""The command ``turnabout archive verify``. What takes time to load is loaded where used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnabout_sheets.cli.archive_access import archive_option, explain_archive_errors
from turnabout_sheets.cli.parameters import PLACE, echo
from turnabout_sheets.core.exit_codes import ExitCode

if TYPE_CHECKING:
    from turnabout_sheets.archive.verify import Finding, Verdict

SHOWN = 20
"""So many findings are told; of more, only how many they are."""


@click.command()
@click.argument("place", type=PLACE, required=False, metavar="[ARCHIVE or EXPORT]")
@archive_option
def verify(place: str | None, named: str | None) -> None:
    """Compute every figure of an archive or an export anew, and compare it and every digest; nothing is written."""
    with explain_archive_errors():
        from turnabout_sheets.jobs.archive_place import find_place
        from turnabout_sheets.jobs.verify_archive import verify_place

        verdict = verify_place(place or named or find_place(Path()))
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
        return
    figures, events = _count(verdict.figures, "figure"), _count(verdict.events, "event")
    if verdict.unknown:
        yield (
            f"{_count(verdict.unknown, 'figure')} could not be computed anew, because the archive has not what they "
            "come from."
        )
    yield f"all {figures} of {events} agree; {describe_last(verdict.digest)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _word(finding: Finding) -> str:
    from turnabout_sheets.archive.shown_values import show

    whose = f", {finding.whose}" if finding.whose else ""
    return f"{finding.where}{whose}: {finding.figure} is {show(finding.found)}; expected {show(finding.expected)}"
