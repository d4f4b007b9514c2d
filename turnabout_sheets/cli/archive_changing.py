"""The commands ``turnabout archive …`` that change what is there. What takes time to load is loaded where used."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnabout_sheets.cli.archive_access import (
    archive_option,
    change_options,
    open_named,
    show_progress,
    tell_done,
    tell_outcome,
    trial_option,
)
from turnabout_sheets.cli.last_resort import contain_faults
from turnabout_sheets.cli.parameters import (
    DAY,
    FILE,
    Files,
    echo,
    fail,
    files_argument,
    name_argument,
    require_short_path,
    tell_if_open,
)
from turnabout_sheets.cli.terminal import tell_reading
from turnabout_sheets.core.command_line import ExitCode, name_program, word_command
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.text import join_words
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS

if TYPE_CHECKING:
    from turnabout_sheets.archive.journal import Command
    from turnabout_sheets.jobs.archive_place import Ways

sure_option = click.option(
    "--yes", "sure", is_flag=True, help="Do not ask whether an event replaces one that may be another."
)


@click.command()
@files_argument
@click.option("--provisional", is_flag=True, help="Also events that are not finished; they have no awards.")
@trial_option
@sure_option
@change_options
@archive_option
def add(
    files: tuple[Path, ...], provisional: bool, dry_run: bool, sure: bool, command: Command, named: str | None
) -> None:
    """Put finished events into the archive, or new versions of them."""
    folders = {follow_links(file).parent for file in files}
    if named is None and len(folders) > 1:
        raise click.UsageError("The workbooks lie in several folders; name the archive with --archive.")
    if named is None:
        for file in files:
            require_short_path(file)  # else its folder would be said to have no archive
    with open_named(named, beside=min(folders), create=True, trial=dry_run) as opened:
        from turnabout_sheets.cli.archive_output import added_lines
        from turnabout_sheets.jobs.archive import add_workbooks, warn_of_mistyped

        tell_if_open(files)
        ways = _make_ways(sure=sure, trial=dry_run, tell=lambda added: echo(added_lines(added, trial=dry_run)))
        add_all = partial(add_workbooks, opened, files, command, ways, provisional=provisional)
        tell_outcome(warn_of_mistyped(opened, add_all), opened, trial=dry_run)


@click.command("import")
@click.argument("sources", cls=Files, nargs=-1, required=True, type=FILE)
@click.option("--name", metavar="NAME", help="The name of the event of a table; else the name of the file.")
@click.option("--date", "day", type=DAY, metavar="DAY", help="The day of that event, such as 2012-05-31.")
@click.option(
    "--format",
    "format_name",
    metavar="FORMAT",
    help="The system of tables that are no lists of ours; only Turnabout is rated.",
)
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), help="How many rounds that event had.")
@click.option("--dry-run", is_flag=True, help="Only say what would change, and how tables were understood.")
@click.option("--provisional", is_flag=True, help="Also events that are not finished; they have no awards.")
@sure_option
@change_options
@archive_option
def import_(
    sources: tuple[Path, ...],
    name: str | None,
    day: str | None,
    format_name: str | None,
    rounds: int | None,
    dry_run: bool,
    provisional: bool,
    sure: bool,
    command: Command,
    named: str | None,
) -> None:
    """Bring in old results, files or folders: workbooks, lists, tables, NRTM files."""
    with open_named(named, beside=Path(), create=True, trial=dry_run) as opened:
        from turnabout_sheets.cli.archive_output import added_lines, record_lines
        from turnabout_sheets.jobs.archive import warn_of_mistyped
        from turnabout_sheets.jobs.import_results import find_files, import_results
        from turnabout_sheets.jobs.new import NewError, choose_format

        try:
            format = choose_format(format_name).name if format_name else None
        except NewError as reason:
            raise click.UsageError(str(reason)) from reason
        given = {"name": name, "date": day, "format": format, "rounds": rounds}
        given = {fact: value for fact, value in given.items() if value is not None}
        found = find_files(sources, opened.place)
        tell_if_open(found.files)
        ways = _make_ways(
            sure=sure,
            trial=dry_run,
            tell=lambda added: echo(added_lines(added, trial=dry_run)) if added.told or dry_run else None,
            show=lambda record: echo(record_lines(record)) if dry_run else None,
        )
        import_all = partial(import_results, opened, found, command, ways, given=given, provisional=provisional)
        tell_outcome(warn_of_mistyped(opened, import_all), opened, trial=dry_run)


@click.command()
@click.argument("name")
@click.argument("other")
@trial_option
@change_options
@archive_option
def merge(name: str, other: str, dry_run: bool, command: Command, named: str | None) -> None:
    """Say that OTHER is the same person as NAME, who is shown from now on."""
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.archive.people import merge

        with opened.writing(keep=not dry_run) as connection:
            done = merge(connection, command, name, other)
        tell_done([f"{done.removesuffix('.')}."], trial=dry_run)


@click.command()
@click.argument("name")
@click.option("--event", "events", multiple=True, help="Only in this event, where somebody else had the same name.")
@click.option("--to", metavar="NAME", help="Who that was in truth: a name that tells the two apart.")
@trial_option
@change_options
@archive_option
def split(
    name: str, events: tuple[str, ...], to: str | None, dry_run: bool, command: Command, named: str | None
) -> None:
    """Say that NAME, who was merged with somebody, is another person; or was in some events."""
    if bool(events) != bool(to):
        raise click.UsageError("--event and --to go together: in which events NAME was somebody else, and who.")
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.archive.people import split, split_events

        with opened.writing(keep=not dry_run) as connection:
            done = split_events(connection, command, name, events, to) if to else split(connection, command, name)
        tell_done([f"{done.removesuffix('.')}."], trial=dry_run)


@click.command()
@click.argument("name")
@click.argument("other")
@trial_option
@change_options
@archive_option
def apart(name: str, other: str, dry_run: bool, command: Command, named: str | None) -> None:
    """Say that NAME and OTHER are two people, so that they are not listed as perhaps one; merge takes it back."""
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.archive.people import tell_apart

        with opened.writing(keep=not dry_run) as connection:
            done = tell_apart(connection, command, name, other)
        tell_done([f"{done.removesuffix('.')}."], trial=dry_run)


@click.command()
@name_argument(required=False)
@click.option("--off", is_flag=True, help="Name them on pages again.")
@trial_option
@change_options
@archive_option
def hide(name: str, off: bool, dry_run: bool, command: Command, named: str | None) -> None:
    """Say that NAME is not to be named on published pages; or list who is hidden."""
    if not name and (off or dry_run):
        raise click.UsageError("Say who: type the name of a player, or the Player ID.")
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.archive.people import hide, unhide, who_is_who
        from turnabout_sheets.cli.archive_people import hidden_lines

        if not name:
            with opened.reading() as connection:
                who = who_is_who(connection)
                echo(hidden_lines([who.label(person) for person in who.hidden]))
            return
        with opened.writing(keep=not dry_run) as connection:
            done = (unhide if off else hide)(connection, command, name)
        beyond = "" if off else " Copies of them that others have, search engines among them, cannot be reached."
        anew = f"The pages follow when they are published anew: {name_program()} archive ratings --pages FOLDER."
        tell_done([f"{done.removesuffix('.')}.", f"{anew}{beyond}"], trial=dry_run)


@click.command()
@click.argument("event")
@click.option("--yes", is_flag=True, help="Do not ask.")
@trial_option
@change_options
@archive_option
def remove(event: str, yes: bool, dry_run: bool, command: Command, named: str | None) -> None:
    """Take an EVENT out of the archive, after asking; undo brings it back."""
    with open_named(named) as opened:
        from turnabout_sheets.archive.events import find_event, remove_event, title_of

        with opened.reading() as connection:
            number = find_event(connection, event)
            title = title_of(connection, number)
        if dry_run:
            tell_done([f"Removed {title}."], trial=True)
            return
        if not yes:
            _confirm(f"Remove {title} from the archive {opened.place}? All ratings change with it.")
        with opened.writing() as connection:
            remove_event(connection, command, number)
        click.echo(f"Removed {title}. turnabout archive undo brings it back.")


@click.command()
@click.option("--yes", is_flag=True, help="Do not ask where that is more than one change.")
@trial_option
@change_options
@archive_option
def undo(yes: bool, dry_run: bool, command: Command, named: str | None) -> None:
    """Take back what the last command changed in the archive; redo does it again."""
    with open_named(named) as opened:
        from turnabout_sheets.archive.journal import find_last, undo
        from turnabout_sheets.cli.archive_output import change_lines

        with opened.reading() as connection:
            last = find_last(connection)
        if not dry_run:
            if len(last) > 1 and not yes:
                echo(change_lines("To be taken back", last))
                _confirm(
                    f"Take back all {len(last):,} changes in the archive {opened.place}? All ratings change with them."
                )
            with opened.writing() as connection:
                undo(connection, command, last)
        tell_done(change_lines("Took back", last), trial=dry_run)


@click.command()
@trial_option
@change_options
@archive_option
def redo(dry_run: bool, command: Command, named: str | None) -> None:
    """Do again what undo took back last, if nothing else was changed since."""
    with open_named(named) as opened:
        from turnabout_sheets.archive.journal import find_taken_back, redo
        from turnabout_sheets.cli.archive_output import change_lines

        with opened.reading() as connection:
            again = find_taken_back(connection)
        if not dry_run:
            with opened.writing() as connection:
                redo(connection, command, again)
        tell_done(change_lines("Did again", again), trial=dry_run)


@click.command()
@trial_option
@change_options
@archive_option
def rebuild(dry_run: bool, command: Command, named: str | None) -> None:
    """Compute all events anew from the workbooks and lists that the archive keeps."""
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.cli.archive_output import added_lines
        from turnabout_sheets.jobs.verify_archive import rebuild

        ways = _make_ways(sure=False, trial=dry_run, tell=lambda added: echo(added_lines(added, trial=dry_run)))
        outcome = rebuild(opened, command, ways)
        tell_outcome(outcome, opened, trial=dry_run)


@click.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@trial_option
@change_options
@archive_option
def forget(name: str, yes: bool, dry_run: bool, command: Command, named: str | None) -> None:
    """Put a new name such as Player 1f3a in place of NAME, and of all that says who it was; nobody can undo that."""
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.jobs.forget import find_whom, forget_person

        ways = _make_ways(sure=False, trial=dry_run)
        whom = find_whom(opened, name, ways)
        if whom.workbooks and not yes:
            click.echo("The archive will no longer keep the workbooks of these events; it keeps the results:")
            echo(f"  {title}, number {number}" for number, title in whom.workbooks.items())
            first = next(iter(whom.workbooks))
            click.echo(f"To save one first: {word_command('archive show', str(first))} --workbook FILE")
        if not (yes or dry_run):
            also = [each for each in whom.names if each != whom.label]
            under = f", also under {join_words(also, 'and')}," if also else ""
            events = f"{whom.events} event{'' if whom.events == 1 else 's'}"
            teams = "".join(f"{each} " for each in whom.tell_teams(before=True))
            _confirm(
                f"{teams}Forget {whom.label}, who{under} stands in {events} of the archive {opened.place}? That cannot "
                "be taken back, nor can any change before it."
            )
        expected = None if yes else whom.workbooks
        done = forget_person(opened, command, name, ways, expected=expected)
        tell_done([*whom.tell_teams(before=dry_run), *done.tell()], trial=dry_run)


def _confirm(question: str) -> None:
    """Go on only after a yes; where there is nobody to ask, say how to say it beforehand."""
    try:
        confirmed = click.confirm(question)
    except (click.Abort, RuntimeError):  # the end of standard input, or none at all
        click.echo(err=True)
        fail("There was no answer, so nothing was done; where nobody can be asked, add --yes.", ExitCode.USAGE)
    if not confirmed:
        raise click.Abort


def _make_ways(*, sure: bool, trial: bool, **told: Callable[..., object]) -> Ways:
    """Return how a command reports, and asks whether it replaces an event: no question if ``sure``, or to nobody."""
    from turnabout_sheets.jobs.archive_place import Ways

    confirm = (lambda _: sure) if sure or not _is_somebody_there() else partial(click.confirm, err=True)
    return Ways(show_progress, confirm=confirm, boundary=contain_faults, tell_wait=tell_reading, keep=not trial, **told)


def _is_somebody_there() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()
