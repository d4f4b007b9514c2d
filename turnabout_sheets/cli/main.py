"""The command ``turnabout``: arguments, messages and exit codes. What takes time to load is loaded where it is used."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from turnabout_sheets import __version__
from turnabout_sheets.cli.archive_access import archive_option, seeding_from
from turnabout_sheets.cli.parameters import (
    DAY,
    FILE,
    FOLDER,
    echo,
    fail,
    files_argument,
    format_option,
    publish_option,
    require_short_path,
    tell_if_open,
    then_option,
)
from turnabout_sheets.cli.start import OpeningGroup
from turnabout_sheets.core.command_line import PROGRAM, ExitCode, name_program, word_command

HELP = f"""Run Turnabout events from one Excel workbook.

\b
Start with:                         {name_program()} new "My event.xlsx"
Run a workbook, and open its pages: {name_program()} "My event.xlsx"
"""
VERSIONS = f"%(prog)s %(version)s (Python {sys.version.split()[0]})"
MODULES = {
    "archive": "archive_access",
    "export": "exporting",
    "print": "printing",
    "simulate": "simulating",
    "start": "start",
    "watch": "desk",
    "what-if": "what_if",
    "why": "why",
}


@click.group(cls=OpeningGroup, modules=MODULES, help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=PROGRAM, message=VERSIONS)
def main() -> None:
    """Prepare what all commands need; what the program is for stands in HELP."""
    # numpy would start a thread for each core when it is loaded, to multiply matrices; there are none here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        Path.cwd()
    except OSError:
        fail("The folder that you are in is no longer there; go into one that is (cd), and try again.", ExitCode.FILE)


@main.command()
@click.argument("file", type=FILE)
@format_option
@click.option("--players", type=FILE, help="A list of the players: CSV, text or workbook.")
@click.option("--playing", multiple=True, metavar="TEXT", help="What the list says of those who play: Confirmed, Yes.")
@click.option("--name", help="What the event is called. Default: the file's name.")
@click.option("--date", "day", type=DAY, help="The day of the event: 2026-05-31.")
@click.option("--from-archive", is_flag=True, help="Fill in the players' ratings as of the day of the event, or today.")
@archive_option
def new(
    file: Path,
    format_name: str,
    players: Path | None,
    playing: tuple[str, ...],
    name: str | None,
    day: str | None,
    from_archive: bool,
    named: str | None,
) -> None:
    """Make a ready workbook: sheets, drop-downs, notes; players from a list."""
    from turnabout_sheets.jobs.new import make_new_workbook

    if from_archive and players is None:
        raise click.UsageError("--from-archive fills in the ratings of a list of players: name it with --players.")
    tell_if_open([players] if players else [])
    seeding = seeding_from(named, file.parent, day) if from_archive else nullcontext(None)
    with seeding as seeds:
        problems, remarks = make_new_workbook(file, format_name, players, name, day=day, seeding=seeds, playing=playing)
    if problems:
        fail("\n".join(["The players cannot be taken over:", *map(str, problems)]), ExitCode.PROBLEMS)
    for remark in remarks:
        click.echo(remark)
    click.echo(
        f"{file} is ready. Open it, fill in Event and Players, save and close it. Then: {word_command('run', file)}"
    )


class RunCommand(click.Command):
    """The command ``run``, whose answers may also stand before the workbook: they take a SHEET where one follows."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; a workbook that follows an answer is no SHEET."""
        for place, (each, after) in enumerate(pairwise(args)):
            if each in ("--put-back", "--as-it-is") and Path(after).suffix.lower() in (".xlsx", ".xlsm"):
                args[place] = f"{each}="
        return super().parse_args(ctx, args)


answer_option: dict[str, Any] = {"is_flag": False, "flag_value": "", "multiple": True, "metavar": "[SHEET]"}


@main.command(cls=RunCommand)
@files_argument
@click.option("--output", type=FILE, help="Write there and leave the workbook alone (one workbook only).")
@click.option("--prints", type=FILE, help="The folder for the pages. Default: NAME prints, beside the workbook.")
@click.option("--templates", type=FOLDER, help="A folder of your own templates; they go before the shipped ones.")
@publish_option
@then_option
@click.option("--no-pair", "pair", is_flag=True, flag_value=False, default=True, help="Do not pair the next round.")
@click.option("--dry-run", is_flag=True, help="Write nothing; say what would be written.")
@click.option(
    "--put-back", **answer_option, help="Put back what is asked about, or what is asked about SHEET; pair nothing."
)
@click.option("--as-it-is", **answer_option, help="Take as it is what is asked about, or what is asked about SHEET.")
@click.option("--new-event", is_flag=True, help="Begin a new event: nothing counts as published, and the log is new.")
@click.option(
    "--pair-again", type=click.IntRange(1), metavar="N", help="Pair the newest round again, which has no result yet."
)
@click.option("--json", "as_json", is_flag=True, help="Print a machine-readable report.")
def run(
    files: tuple[Path, ...],
    put_back: tuple[str, ...],
    as_it_is: tuple[str, ...],
    pair_again: int | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Read, check, compute, pair the next round, write the sheets, print the pages."""
    answers = put_back or as_it_is or how["new_event"] or pair_again is not None
    if len(files) > 1 and (answers or any(how[each] for each in ("output", "prints", "publish", "then"))):
        raise click.UsageError(
            "--output, --prints, --publish, --then and answers are for one workbook; run the workbooks one by one."
        )
    if answers and (how["dry_run"] or how["output"]):
        raise click.UsageError("Answers change the workbook: leave out --dry-run and --output.")
    from turnabout_sheets.cli.batch import do_all
    from turnabout_sheets.jobs.outcome import Options
    from turnabout_sheets.jobs.run import run as run_workbook

    options = Options(**how)
    if answers:
        from turnabout_sheets.cli.changing import answer

        options = answer(files[0], options, put_back, as_it_is, pair_again)
    done = do_all(partial(run_workbook, options=options), files, as_json=as_json, dry_run=options.dry_run)
    sys.exit(max(done))


@main.command()
@files_argument
@click.option("--json", "as_json", is_flag=True, help="Print a machine-readable report.")
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Only read and check; write nothing."""
    from turnabout_sheets.cli.batch import do_all
    from turnabout_sheets.jobs.check import check

    sys.exit(max(do_all(check, files, as_json=as_json)))


@main.command()
@click.argument("file", type=FILE)
@click.argument("number", type=click.IntRange(1), required=False)
def restore(file: Path, number: int | None) -> None:
    """List the earlier versions of a workbook, or bring one back by its NUMBER."""
    from turnabout_sheets.core.backups import backup_folder, find_renamed, list_backups
    from turnabout_sheets.core.safe_files import follow_links
    from turnabout_sheets.jobs.read import restore as bring_back
    from turnabout_sheets.workbook.files import save

    followed = follow_links(file)
    try:
        if followed.is_dir():
            fail(f"{file} is a folder, not a workbook; name the workbook itself.", ExitCode.FILE)
        kept = list_backups(followed)
        renamed = [each for each in find_renamed(followed) if list_backups(each)] if followed.exists() else []
    except OSError as error:
        fail(
            f"The earlier versions of {file.name} cannot be looked for ({error.strerror or error}); allow reading the "
            f"folder {backup_folder(followed)}, or copy it and the workbook to where you may.",
            ExitCode.FILE,
        )
    others = [
        f"There are some of {each.name}, which is gone, in {backup_folder(each).name}: if that is what {file.name} was "
        "called before, give it that name again, and try again."
        for each in renamed
    ]
    if not kept:
        require_short_path(followed)
        none = (
            f"There is no earlier version of {file.name} in the folder {backup_folder(followed)}; check the name, or "
            "bring that folder back to the workbook if one of them was moved."
        )
        fail("\n".join([none, *others]), ExitCode.FILE)
    if number is None:
        click.echo(f"Earlier versions of {file.name}, the newest first:")
        for place, backup in enumerate(kept, 1):
            before = f"  before round {backup.before_round} was added" if backup.before_round else ""
            click.echo(f"{place:4}  replaced {backup.replaced:%Y-%m-%d %H:%M:%S}{before}")
        echo([f"Bring one back with: {word_command('restore', file)} NUMBER", *others])
        return
    if number > len(kept):
        there = "is 1 earlier version" if len(kept) == 1 else f"are {len(kept)} earlier versions"
        raise click.UsageError(f"There {there}; the number is {number}.")
    if save.is_version(file, kept[number - 1]):
        click.echo(f"{file} is as that version already; nothing was changed.")
        return
    bring_back(file, kept[number - 1])
    click.echo(f"{file} is restored as of {kept[number - 1].replaced:%Y-%m-%d %H:%M:%S}.")
    click.echo("The replaced version is now version 1, should you want it back.")
