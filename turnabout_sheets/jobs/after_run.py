"""A run, and what is asked for after it: the event's site is published, and a command may upload it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from turnabout_sheets.jobs.outcome import Options, RunOutcome
from turnabout_sheets.jobs.unchanged import run_if_changed


def run_and_publish(path: Path, options: Options) -> RunOutcome:
    """Do what `jobs.unchanged.run_if_changed` does, and then what is asked for after a run."""
    return do_after_run(run_if_changed(path, replace(options, publish=None, then="")), options)


def do_after_run(outcome: RunOutcome, options: Options) -> RunOutcome:
    """Publish what a run has come to, and run the command, where these are asked for; return what came of it, too."""
    if options.publish is not None:
        from turnabout_sheets.jobs.publish_site import publish_outcome  # few runs need it

        outcome = publish_outcome(outcome, options)
    if options.then:
        from turnabout_sheets.jobs.hooks import run_then  # few runs need it

        outcome = replace(outcome, then_failed=run_then(outcome, options))
    return outcome
