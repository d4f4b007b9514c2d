"""The commands ``turnabout archive …`` that change what is there. What takes time to load is loaded where used."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from turnabout_sheets.cli.archive_access import (
    change_options,
    open_named,
    show_progress,
    tell_done,
)
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
from turnabout_sheets.core.command_line import ExitCode, name_program, word_command
from turnabout_sheets.core.safe_files import follow_links
from turnabout_sheets.core.text import join_words
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS

if TYPE_CHECKING:
    from turnabout_sheets.archive.journal import Command
    from turnabout_sheets.archive.store import Archive
    from turnabout_sheets.jobs.archive import Read

AT_ONCE = 100
"""How many events of lists are written in one go: others who write wait no longer than for these."""

MOST_SHOWN = 10
"""Of so many events it is shown how they were understood."""

sure_option = click.option(
    "--yes", "sure", is_flag=True, help="Do not ask whether an event replaces one that may be another."
)


@click.command()
@files_argument
@click.option("--provisional", is_flag=True, help="Also events that are not finished; they have no awards.")
@sure_option
@change_options
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
        from turnabout_sheets.jobs.archive import add_events, read_workbook

        tell_if_open(files)
        reads = (read_workbook(file, provisional=provisional) for file in files)
        done = add_events(opened, command, show_progress(reads, len(files), "Workbooks"), sure=sure)
        _tell_all(opened, command, done, trial=dry_run)


@click.command("import")
@click.argument("sources", cls=Files, nargs=-1, required=True, type=FILE)
@click.option("--name", metavar="NAME", help="The name of the event of a table; else the name of the file.")
@click.option("--date", type=DAY, metavar="DAY", help="The day of that event, such as 2012-05-31.")
@click.option(
    "--format",
    metavar="FORMAT",
    help="The system of tables that are no lists of ours; only Turnabout is rated.",
)
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), help="How many rounds that event had.")
@click.option("--skip-errors", is_flag=True, help="Leave out events with errors in their rows, not all lists.")
@click.option("--provisional", is_flag=True, help="Also events that are not finished; they have no awards.")
@sure_option
@change_options
def import_(
    sources: tuple[Path, ...],
    provisional: bool,
    dry_run: bool,
    sure: bool,
    skip_errors: bool,
    command: Command,
    named: str | None,
    **given: Any,
) -> None:
    """Bring in old results, files or folders: workbooks, lists, tables, NRTM files."""
    with open_named(named, beside=Path(), create=True, trial=dry_run) as opened:
        from turnabout_sheets.cli.archive_output import record_lines
        from turnabout_sheets.jobs.archive import add_events, read_workbook
        from turnabout_sheets.jobs.import_results import find_files, is_workbook_of_event, read_lists
        from turnabout_sheets.jobs.new import NewError, choose_format

        try:
            given["format"] = choose_format(given["format"]).name if given["format"] else None
        except NewError as reason:
            raise click.UsageError(str(reason)) from reason
        found, left = find_files(sources, opened.place)
        tell_if_open(found)
        books = {path: called for path, called in found.items() if is_workbook_of_event(path)}
        listed = {path: called for path, called in found.items() if path not in books}
        lists = read_lists(listed, given, skip_errors=skip_errors)
        if dry_run and len(lists.events) <= MOST_SHOWN:
            for each in lists.events:
                echo(record_lines(each.record) if each.record else ())
        events = show_progress(lists.events, len(lists.events), "Events")
        reads = (read_workbook(book, provisional=provisional) for book in show_progress(books, len(books), "Workbooks"))
        done = chain(
            lists.refused,
            add_events(opened, command, events, sure=sure, at_once=AT_ONCE),
            add_events(opened, command, (each.called(books[each.file]) for each in reads), sure=sure),
        )
        _tell_all(opened, command, done, [*lists.remarks, *left], lists.warnings, trial=dry_run, brief=not dry_run)


def _tell_all(
    opened: Archive,
    command: Command,
    done: Iterable[Read],
    remarks: Sequence[str] = (),
    warnings: Sequence[str] = (),
    *,
    trial: bool,
    brief: bool = False,
) -> None:
    """Say what becomes of each event, in ``brief`` only what changes; then how many there are, and what looks odd.

    Where one may be another than the event that it would replace, ask; then leave with the worst of the exit codes.
    """
    from turnabout_sheets.archive.people import find_mistyped, last_player
    from turnabout_sheets.cli.archive_output import added_lines, outcome_lines
    from turnabout_sheets.jobs.archive import add_events, find_doubles

    with opened.reading() as connection:
        last = last_player(connection)
    all_done: list[Read] = []
    files, twice = dict[int, Path](), list[str]()
    for read in done:
        if (doubt := read.doubt) and _is_somebody_there():
            asked = f"{doubt.title}: {doubt.said[0]} Is it the same event, and does it replace that?"
            if click.confirm(asked, err=True):
                (read,) = add_events(opened, command, [replace(read, added=None)], sure=True)
        all_done.append(replace(read, record=None, source=None))  # of many, these take much memory
        if read.added is None or read.doubt or read.source is None:
            continue
        if read.added.told or not brief:
            echo(added_lines(read.added, trial=trial))
        if (
            read.source.kind == "workbook"
            and not read.event
            and files.setdefault(read.added.event, read.file) is not read.file
        ):
            first = files[read.added.event]
            twice.append(f"{first} and {read.file} are both of {read.added.title}; the archive has the second one.")
    with opened.reading() as connection:
        doubles, near = find_doubles(connection, all_done), find_mistyped(connection, last)
    odd = [*warnings, *twice, *map(str, doubles)]
    code = max((each.exit for each in all_done), default=ExitCode.DONE)
    nearly = [f"{str(each).removesuffix('.')}: {each.values['command']}" for each in near]
    echo(outcome_lines(all_done, remarks, odd, nearly, trial=trial), err=bool(code))
    click.echo(f"Archive: {opened.place}", err=bool(code))
    sys.exit(code)


@click.command()
@click.argument("name")
@click.argument("other")
@change_options
def merge(name: str, other: str, dry_run: bool, command: Command, named: str | None) -> None:
    """Say that OTHER is the same person as NAME, who is shown from now on."""
    from turnabout_sheets.archive.people import merge

    with open_named(named, trial=dry_run) as opened, opened.writing() as connection:
        done = merge(connection, command, name, other)
    tell_done([done], trial=dry_run)


@click.command()
@click.argument("name")
@click.option("--event", "events", multiple=True, help="Only in this event, where somebody else had the same name.")
@click.option("--to", metavar="NAME", help="Who that was in truth: a name that tells the two apart.")
@change_options
def split(
    name: str, events: tuple[str, ...], to: str | None, dry_run: bool, command: Command, named: str | None
) -> None:
    """Say that NAME, who was merged with somebody, is another person; or was in some events."""
    if bool(events) != bool(to):
        raise click.UsageError("--event and --to go together: in which events NAME was somebody else, and who.")
    from turnabout_sheets.archive.people import split, split_events

    with open_named(named, trial=dry_run) as opened, opened.writing() as connection:
        done = split_events(connection, command, name, events, to) if to else split(connection, command, name)
    tell_done([done], trial=dry_run)


@click.command()
@click.argument("name")
@click.argument("other")
@change_options
def apart(name: str, other: str, dry_run: bool, command: Command, named: str | None) -> None:
    """Say that NAME and OTHER are two people, so that they are not listed as perhaps one; merge takes it back."""
    from turnabout_sheets.archive.people import tell_apart

    with open_named(named, trial=dry_run) as opened, opened.writing() as connection:
        done = tell_apart(connection, command, name, other)
    tell_done([done], trial=dry_run)


@click.command()
@name_argument(required=False)
@click.option("--off", is_flag=True, help="Name them on pages again.")
@change_options
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
        with opened.writing() as connection:
            done = (unhide if off else hide)(connection, command, name)
        beyond = "" if off else " Copies of them that others have, search engines among them, cannot be reached."
        anew = f"The pages follow when they are published anew: {name_program()} archive ratings --pages FOLDER."
        tell_done([done, f"{anew}{beyond}"], trial=dry_run)


@click.command()
@click.argument("event")
@click.option("--yes", is_flag=True, help="Do not ask.")
@change_options
def remove(event: str, yes: bool, dry_run: bool, command: Command, named: str | None) -> None:
    """Take an EVENT out of the archive, after asking; undo brings it back."""
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.archive.events import find_event, remove_event, title_of

        with opened.reading() as connection:
            number = find_event(connection, event)
            title = title_of(connection, number)
        if not (yes or dry_run):
            _confirm(f"Remove {title} from the archive {opened.place}? All ratings change with it.")
        with opened.writing() as connection:
            remove_event(connection, command, number)
        back = "" if dry_run else " turnabout archive undo brings it back."
        tell_done([f"Removed {title}.{back}"], trial=dry_run)


@click.command()
@click.option("--yes", is_flag=True, help="Do not ask where that is more than one change.")
@change_options
def undo(yes: bool, dry_run: bool, command: Command, named: str | None) -> None:
    """Take back what the last command changed in the archive; redo does it again."""
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.archive.journal import find_last, undo
        from turnabout_sheets.cli.archive_output import change_lines

        with opened.reading() as connection:
            last = find_last(connection)
        if len(last) > 1 and not (yes or dry_run):
            echo(change_lines("To be taken back", last))
            _confirm(
                f"Take back all {len(last):,} changes in the archive {opened.place}? All ratings change with them."
            )
        with opened.writing() as connection:
            undo(connection, command, last)
        tell_done(change_lines("Took back", last), trial=dry_run)


@click.command()
@change_options
def redo(dry_run: bool, command: Command, named: str | None) -> None:
    """Do again what undo took back last, if nothing else was changed since."""
    from turnabout_sheets.archive.journal import redo
    from turnabout_sheets.cli.archive_output import change_lines

    with open_named(named, trial=dry_run) as opened, opened.writing() as connection:
        again = redo(connection, command)
    tell_done(change_lines("Did again", again), trial=dry_run)


@click.command()
@change_options
def rebuild(dry_run: bool, command: Command, named: str | None) -> None:
    """Compute all events anew from the workbooks and lists that the archive keeps."""
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.archive.errors import DAMAGED, ArchiveError
        from turnabout_sheets.archive.store import is_damaged
        from turnabout_sheets.jobs.archive import add_events, count_kept, load_kept, recompute

        if is_damaged(opened):
            raise ArchiveError(DAMAGED.fill(file=opened.place))
        reads = show_progress(map(recompute, load_kept(opened)), count_kept(opened), "Events")
        _tell_all(opened, command, add_events(opened, command, reads), trial=dry_run, brief=True)


@click.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@change_options
def forget(name: str, yes: bool, dry_run: bool, command: Command, named: str | None) -> None:
    """Put a new name such as Player 1f3a in place of NAME, and of all that says who it was; nobody can undo that."""
    with open_named(named, trial=dry_run) as opened:
        from turnabout_sheets.archive.errors import ArchiveError
        from turnabout_sheets.archive.forgetting import UNREACHED, forget, tell_whom
        from turnabout_sheets.archive.store import compact

        def show(digests: Sequence[str]) -> Iterable[str]:
            return show_progress(digests, len(digests), "Workbooks")

        with opened.reading() as connection:
            whom = tell_whom(connection, name, show)
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
        with opened.writing() as connection:
            outcome = forget(connection, command, name, show, None if yes else whom.workbooks)
        tell_done([*whom.tell_teams(before=dry_run), *outcome.tell()], trial=dry_run)
        try:
            compact(opened)
        except ArchiveError as reason:
            click.echo(f"{reason} Until the archive is written anew, some of the name may be found in its free space.")
        click.echo(UNREACHED)


def _confirm(question: str) -> None:
    """Go on only after a yes; where there is nobody to ask, say how to say it beforehand."""
    try:
        confirmed = click.confirm(question)
    except (click.Abort, RuntimeError):  # the end of standard input, or none at all
        click.echo(err=True)
        fail("There was no answer, so nothing was done; where nobody can be asked, add --yes.", ExitCode.USAGE)
    if not confirmed:
        raise click.Abort


def _is_somebody_there() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()
