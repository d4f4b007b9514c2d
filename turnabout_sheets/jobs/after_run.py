"""A run, and what is asked for after it: the event's site is published, and a command may upload it.

The site goes into a folder, which may be a web space or a shared folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.problems import Message
from turnabout_sheets.jobs.outcome import Options, Published, RunOutcome, prints_folder


def run_and_publish(path: Path, options: Options) -> RunOutcome:
    """Do what `jobs.run.run` does, and then what is asked for after a run."""
    from turnabout_sheets.jobs.run import run  # slow to load

    return do_after_run(run(path, replace(options, publish=None, then="")), options)


def do_after_run(outcome: RunOutcome, options: Options) -> RunOutcome:
    """Publish what a run has come to, and run the command, where these are asked for; return what came of it, too."""
    if options.publish is not None:
        outcome = publish_outcome(outcome, options)
    if options.then:
        from turnabout_sheets.jobs.hooks import run_then  # few runs need it

        outcome = replace(outcome, then_failed=run_then(outcome, options))
    return outcome


def publish_outcome(outcome: RunOutcome, options: Options) -> RunOutcome:
    """Publish what a run has come to, where that is asked for; return the outcome with what came of it.

    Only what changes is written, each page in one step. With errors in the workbook the site stays as it is; one that
    cannot be written is told, and what the run has done stays.
    """
    from turnabout_sheets.prints.publish import PrintsError, publish  # few runs need them
    from turnabout_sheets.prints.site import make_site

    if options.publish is None or outcome.results is None:
        return outcome
    prints = outcome.prints or options.prints or prints_folder(outcome.workbook)
    try:
        _require_apart(options.publish, [outcome.workbook, prints])
        pages = make_site(outcome.results, options.templates)
        written = publish(options.publish, pages, overwrite=options.overwrite, dry_run=options.dry_run)
    except PrintsError as reason:
        said = Message("The event is not published. {why}", why=reason.said or str(reason))
        refused = Published(options.publish, refused=said)
        return replace(outcome, exit=max(outcome.exit, ExitCode.FILE), published=refused)
    return replace(outcome, published=Published(options.publish, written))


def _require_apart(folder: Path, kept: Sequence[Path]) -> None:
    """Raise `PrintsError` where somebody who sees the folder would see what is not to be published."""
    from turnabout_sheets.prints.publish import PrintsError

    whole = follow_links(folder)
    for each in kept:
        if follow_links(each).is_relative_to(whole):
            raise PrintsError(
                Message(
                    "{file} lies in the folder {folder}, and would be published with all names in it. Name a folder "
                    "of its own for the site.",
                    file=each.name,
                    folder=whole,
                ),
            )
