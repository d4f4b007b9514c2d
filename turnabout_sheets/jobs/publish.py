"""Publishes the event's site after a run, where that is asked for, and runs a command then, which may upload it."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from tempfile import TemporaryFile
from typing import Any, Final

from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import follow_links
from turnabout_sheets.jobs.outcome import Options, Outcome, Printed, prints_folder

LIMIT: Final = 120
"""Seconds after which the command is ended: an upload that hangs would hold up all that follow."""


def publish(outcome: Outcome, options: Options) -> Outcome:
    """Publish the site of a run without errors, and run the command, where asked for; return what came of it."""
    site, results, workbook = options.publish, outcome.computed.results, outcome.computed.workbook
    if site is not None and results is not None:
        from turnabout_sheets.prints.publish import PrintsError  # few runs need them
        from turnabout_sheets.prints.publish import publish as write_pages
        from turnabout_sheets.prints.site import make_site

        refused, written = None, list[Any]()
        try:
            whole = follow_links(site)
            for each in (workbook, prints_folder(workbook)):
                if follow_links(each).is_relative_to(whole):
                    said = Message(
                        "{file} lies in the folder {folder}, and would be published with all names in it. Name a "
                        "folder of its own for the site."
                    )
                    raise PrintsError(said.fill(file=each.name, folder=whole))
            pages = make_site(results, options.templates)
            written = write_pages(site, pages)
        except PrintsError as reason:
            refused = Message("The event is not published. {why}", why=reason.said or str(reason))
        outcome = replace(outcome, site=Printed(site, written, refused), unpublished=refused)
    return replace(outcome, unpublished=outcome.unpublished or run_then(outcome, options)) if options.then else outcome


def run_then(outcome: Outcome, options: Options, limit: float = LIMIT) -> Message | None:
    """Run the command of ``options`` if what is published has changed, else any file; return why it failed, else None.

    The command reads no input, and of its output only the last line is shown, where it fails.
    """
    workbook, site = outcome.computed.workbook, outcome.site
    changed = site.written if site else options.publish is None and outcome.written
    if not changed:
        return None
    folder, why = site.folder if site else prints_folder(workbook), ""
    names = {"TURNABOUT_WORKBOOK": str(workbook.absolute()), "TURNABOUT_FOLDER": str(folder.absolute())}
    how: dict[str, Any] = {"shell": True, "env": {**os.environ, **names}, "timeout": limit, "check": False}
    with TemporaryFile() as output:
        try:
            how |= {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
            if code := subprocess.run(options.then, **how).returncode:
                output.seek(0)
                said = [line.strip() for line in output.read().decode(errors="replace").split("\n") if line.strip()]
                why = f'{code}: "{said[-1][-200:]}"' if said else f"{code}"
        except OSError as error:  # too long for Windows
            why = error.strerror or str(error)
        except subprocess.TimeoutExpired:
            why = f"it was ended after {limit:g} s"
    failed = Message("The command after the run has failed ({why}). The next run that changes something runs it again.")
    return failed.fill(why=why) if why else None
