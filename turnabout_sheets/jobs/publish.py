"""What follows a run where it is asked for: the event's site is published, and a command may upload it.

The site goes into a folder, which may be a web space or a shared folder.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from tempfile import TemporaryFile
from typing import Any, Final

from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import follow_links
from turnabout_sheets.jobs.outcome import Options, Outcome, Printed

LIMIT: Final = 120
"""Seconds after which the command is ended: an upload that hangs would hold up all that follow."""

FAILED: Final = Message(
    "The command after the run has failed{last}. The next run that changes something runs it again."
)


def publish(outcome: Outcome, options: Options) -> Outcome:
    """Publish the site of a run and run the command, where these are asked for; return the outcome with what they did.

    With errors in the workbook the site stays as it is; else those pages are written that have changed, each in one
    step.
    """
    site, results = options.publish, outcome.computed.results
    if site is not None and results is not None:
        from turnabout_sheets.prints.publish import PrintsError  # few runs need them
        from turnabout_sheets.prints.publish import publish as write_pages
        from turnabout_sheets.prints.site import make_site

        printed = Printed(site)
        try:
            whole, workbook = follow_links(site), outcome.computed.workbook
            for each in (workbook, options.find_prints(workbook)):
                if follow_links(each).is_relative_to(whole):
                    said = Message(
                        "{file} lies in the folder {folder}, and would be published with all names in it. Name a "
                        "folder of its own for the site."
                    )
                    raise PrintsError(said.fill(file=each.name, folder=whole))
            pages = make_site(results, options.templates)
            written = write_pages(site, pages, overwrite=options.overwrite, dry_run=options.dry_run)
            printed = replace(printed, written=written)
        except PrintsError as reason:
            why = reason.said or str(reason)
            printed = replace(printed, refused=Message("The event is not published. {why}", why=why))
        outcome = replace(outcome, site=printed)
    return replace(outcome, then_failed=run_then(outcome, options)) if options.then else outcome


def run_then(outcome: Outcome, options: Options, limit: float = LIMIT) -> Message | None:
    """Run the command of ``options`` if the run has changed something published; return why it failed, else None.

    Where no site is published, anything that the run has written counts. The command reads no input, and of its output
    only the last line is shown, where it fails. It is ended after ``limit`` seconds.
    """
    workbook, site = outcome.computed.workbook, outcome.site
    changed = site.written if site else options.publish is None and outcome.written
    if not changed or options.dry_run:
        return None
    folder = site.folder if site else options.find_prints(workbook)
    names = {"TURNABOUT_WORKBOOK": str(workbook.absolute()), "TURNABOUT_FOLDER": str(folder.absolute())}
    how: dict[str, Any] = {"shell": True, "env": {**os.environ, **names}, "timeout": limit, "check": False}
    with TemporaryFile() as output:
        try:
            done = subprocess.run(
                options.then, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, **how
            )
            output.seek(0)
            lines = output.read().decode(errors="replace").split("\n") if done.returncode else []
            last = next((f': "{line[-200:]}"' for each in reversed(lines) if (line := each.strip())), "")
            return FAILED.fill(last=f" ({done.returncode}{last})") if done.returncode else None
        except OSError as error:  # too long for Windows
            return FAILED.fill(last=f" ({error.strerror or error})")
        except subprocess.TimeoutExpired:
            return FAILED.fill(last=f" (it was ended after {limit:g} s)")
