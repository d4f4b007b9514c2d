"""The commands ``turnabout archive …`` that change what is there. What takes time to load is loaded where used."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from turnabout_sheets.cli.archive_access import acting, changing, confirm, end
from turnabout_sheets.cli.archive_showing import write_ratings_workbook
from turnabout_sheets.cli.parameters import DAY, FILE, Files, echo, fail, files_argument, name_argument, tell_if_open
from turnabout_sheets.core.command_line import ExitCode, name_program, word_command
from turnabout_sheets.core.text import alphabetical_key, join_words
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from turnabout_sheets.archive.events import Added
    from turnabout_sheets.archive.log import Change, Command
    from turnabout_sheets.archive.store import Archive
    from turnabout_sheets.core.problems import Message
    from turnabout_sheets.jobs.archive import Read

AT_ONCE = 100
"""How many events of lists are written in one go: others who write wait no longer than for these."""

SHOWN, SHOWN_EVENTS = 20, 10
"""How many findings, remarks and changes, and events of lists in a trial are shown."""

sure_option = click.option("--yes", "sure", is_flag=True, help="Do not ask whether an event replaces another one.")
provisional_option = click.option("--provisional", is_flag=True, help="Also unfinished events; they have no awards.")
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


@click.command()
@files_argument
@provisional_option
@sure_option
@partial(changing, create=True)
def add(opened: Archive, command: Command, files: tuple[Path, ...], provisional: bool, sure: bool) -> Iterator[str]:
    """Archive finished events, or new versions of them."""
    from turnabout_sheets.jobs.archive import add_events, read_workbook

    tell_if_open(files)
    reads = (read_workbook(file, provisional=provisional) for file in files)
    yield from tell_all(opened, command, add_events(opened, command, reads, sure=sure))


@click.command("import")
@click.argument("sources", cls=Files, nargs=-1, required=True, type=FILE)
@click.option("--name", metavar="NAME", help="The name of the event of a table; else the name of the file.")
@click.option("--date", type=DAY, metavar="DAY", help="The day of that event, such as 2012-05-31.")
@click.option("--format", metavar="FORMAT", help="The system of a table with other headers; only Turnabout is rated.")
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), help="How many rounds that event had.")
@click.option("--skip-errors", is_flag=True, help="Leave out events with errors in their rows, not all lists.")
@provisional_option
@sure_option
@partial(changing, create=True)
def import_(opened: Archive, command: Command, sources: tuple[Path, ...], **given: Any) -> Iterator[str]:
    """Import old results: workbooks, lists, tables, NRTM files, or folders of them."""
    from turnabout_sheets.jobs.archive import add_events
    from turnabout_sheets.jobs.import_results import find_files, is_workbook_of_event, read_results, read_workbooks
    from turnabout_sheets.jobs.new import choose_format

    sure, provisional, skip_errors = given.pop("sure"), given.pop("provisional"), given.pop("skip_errors")
    given["format"] = choose_format(given["format"]).name if given["format"] else None
    found, left = find_files(sources, opened.place)
    tell_if_open(found)
    books = {path: called for path, called in found.items() if is_workbook_of_event(path)}
    others = {path: called for path, called in found.items() if path not in books}
    done = chain(
        add_events(opened, command, read_results(others, given, skip_errors=skip_errors), sure=sure, at_once=AT_ONCE),
        add_events(opened, command, read_workbooks(books, provisional=provisional), sure=sure),
    )
    yield from left
    yield from tell_all(opened, command, done)


def tell_all(opened: Archive, command: Command, reads: Iterable[Read]) -> Iterator[str]:
    """Yield what becomes of each event, of lists only what changes; then how many there are, and what is odd.

    Where one may be another than the event that it would replace, ask; then leave with the worst of the exit codes.
    """
    from turnabout_sheets.archive.people import last_player
    from turnabout_sheets.cli.archive_output import event_lines
    from turnabout_sheets.jobs.archive import add_events, find_remarks

    with opened.reading() as connection:
        last = last_player(connection)
    kinds, done, told = Counter[str](), list[Any](), list[str]()
    for read in reads:
        if (doubt := read.doubt) and sys.stdin is not None and sys.stdin.isatty():
            asked = f"{doubt.title}: {doubt.said[0]} Is it the same event, and does it replace that?"
            if click.confirm(asked, err=True):
                (read,) = add_events(opened, command, [replace(read, added=None)], sure=True)
        done.append(replace(read, record=None, source=None))  # of many, these take much memory
        told += map(str, read.remarks)
        echo(describe_refused(read), err=True)
        if read.added is not None and not read.exit:
            kinds[read.added.kind] += 1
            if read.added.kind == "replace" or (read.source and read.source.content) or opened.trial is not None:
                yield from describe_added(read.added)
            if opened.trial is not None and not (read.source and read.source.content) and kinds.total() <= SHOWN_EVENTS:
                yield from event_lines(opened, read.added.event)
    with opened.reading() as connection:
        odd = [describe_remark(each) for each in find_remarks(connection, done, last)]
    counted = {"added": kinds["add"], "replaced": kinds["replace"], "as they were": kinds["same"]}
    yield f"Events: {', '.join(f'{number} {word}' for word, number in counted.items() if number) or 'none'}."
    yield from (*told, *odd[:SHOWN])
    if len(odd) > SHOWN:
        yield f"… and {len(odd) - SHOWN} more; {name_program()} archive merge lists names that are nearly others."
    yield f"Archive: {opened.place}"
    sys.exit(max((each.exit for each in done), default=ExitCode.DONE))


def describe_added(added: Added) -> Iterator[str]:
    """Yield what became of an event."""
    if added.kind == "replace":
        yield f"{added.title}: replaces number {added.event}; {'what changes:' if added.said else 'same results.'}"
        yield from (f"  {line}" for line in added.said)
    else:
        became = f"added as number {added.event}" if added.kind == "add" else "already archived, unchanged"
        yield f"{added.title}: {became}."


def describe_remark(remark: Message) -> str:
    """Return what looks odd, with the command that helps, if there is one."""
    command = remark.values.get("command")
    return f"{str(remark).removesuffix('.')}: {command}" if command else str(remark)


def describe_refused(read: Read) -> Iterator[str]:
    """Yield why the event of a file is not in the archive, if it is not, and what to do."""
    if read.exit:
        why = f"{read.file}: {' '.join(read.fault)}" if read.fault else read.refused or str(read.file)
        yield f"Not archived: {why}"
        yield from (f"  {problem.describe(read.file)}" for problem in read.errors)


@click.command()
@click.argument("name", required=False)
@click.argument("other", required=False)
@click.option("--sheet", type=FILE, help="Do what is filled in on the sheet People of this workbook, or write it.")
@changing
def merge(opened: Archive, command: Command, name: str | None, other: str | None, sheet: Path | None) -> Iterator[str]:
    """Make OTHER the same person as NAME; or list likely pairs."""
    from turnabout_sheets.archive.people import merge
    from turnabout_sheets.cli.archive_output import pair_lines

    if bool(name) != bool(other) or (name and sheet):
        raise click.UsageError("Name two people, or nobody: to list who may be one person, or for --sheet.")
    if sheet is not None:
        yield from merge_by_sheet(opened, command, sheet)
    elif name and other:
        with opened.writing() as connection:
            done = merge(connection, command, name, other)
        yield end(done)
    else:
        yield from pair_lines(opened)


def merge_by_sheet(opened: Archive, command: Command, sheet: Path) -> Iterator[str]:
    """Do what is filled in on the sheet People of a ratings workbook; where there is none, write it."""
    from turnabout_sheets.archive.codecs import today
    from turnabout_sheets.archive.queries import load_history
    from turnabout_sheets.jobs.archive_place import decide_people

    if not sheet.exists():
        with opened.reading() as connection:
            history = load_history(connection, today(), results=False)
        write_ratings_workbook(sheet, history)
        yield f"Fill in its sheet People, save and close it; then: {word_command('archive merge --sheet', sheet)}"
        return
    tell_if_open([sheet])
    decided = decide_people(opened, command, sheet)
    if decided.problems:
        yield from (problem.describe(sheet) for problem in decided.problems)
        fail("So nothing was done.", ExitCode.PROBLEMS)
    yield from map(end, decided.done)
    back = f" {name_program()} archive undo takes all of it back." if decided.done else ""
    yield f"From {sheet}: {len(decided.done)} done, {decided.already} as it was already.{back}"


@click.command()
@click.argument("name")
@click.option("--event", "events", multiple=True, help="Only in this event, where somebody else had the same name.")
@click.option("--to", metavar="NAME", help="Who that was in truth: a name that tells the two apart.")
@acting
def split(connection: Connection, command: Command, name: str, events: tuple[str, ...], to: str | None) -> str:
    """Part NAME from a merged person; or say who NAME was in some events."""
    from turnabout_sheets.archive.people import split, split_events

    if bool(events) != bool(to):
        raise click.UsageError("--event and --to go together: in which events NAME was somebody else, and who.")
    return split_events(connection, command, name, events, to) if to else split(connection, command, name)


@click.command()
@click.argument("name")
@click.argument("other")
@acting
def apart(connection: Connection, command: Command, name: str, other: str) -> str:
    """Keep NAME and OTHER apart: they are two people. Merge takes it back."""
    from turnabout_sheets.archive.people import tell_apart

    return tell_apart(connection, command, name, other)


@click.command()
@name_argument(required=False)
@click.option("--off", is_flag=True, help="Name them on pages again.")
@changing
def hide(opened: Archive, command: Command, name: str, off: bool) -> Iterator[str]:
    """Leave NAME out of pages; or list who is left out."""
    from turnabout_sheets.archive.people import hide, who_is_who

    if not name:
        with opened.reading() as connection:
            who = who_is_who(connection)
        yield f"Hidden on pages: {'; '.join(sorted(map(who.label, who.hidden), key=alphabetical_key)) or 'nobody'}."
        return
    with opened.writing() as connection:
        done = hide(connection, command, name, off=off)
    yield f"{end(done)} Write the pages again: {name_program()} archive ratings --pages FOLDER."


@click.command()
@click.argument("event")
@yes_option
@changing
def remove(opened: Archive, command: Command, event: str, yes: bool) -> Iterator[str]:
    """Remove an EVENT, after asking; undo restores it."""
    from turnabout_sheets.archive.events import find_event, remove_event, title_of

    with opened.reading() as connection:
        number = find_event(connection, event)
        title = title_of(connection, number)
    confirm(opened, f"Remove {title} from the archive {opened.place}? All ratings change with it.", yes=yes)
    with opened.writing() as connection:
        remove_event(connection, command, number)
    yield f"Removed {title}. {name_program()} archive undo brings it back."


@click.command()
@yes_option
@changing
def undo(opened: Archive, command: Command, yes: bool) -> Iterator[str]:
    """Take back what the last command changed."""
    from turnabout_sheets.archive.log import find_last, undo

    with opened.reading() as connection:
        last = find_last(connection)
    if len(last) > 1 and not yes and opened.trial is None:
        yield from change_lines("To be taken back", last)
        confirm(opened, f"Take back all {len(last):,} changes in the archive {opened.place}?", yes=yes)
    with opened.writing() as connection:
        undo(connection, command, last)
    yield from change_lines("Took back", last)


@click.command()
@changing
def redo(opened: Archive, command: Command) -> Iterator[str]:
    """Do again what undo took back last."""
    from turnabout_sheets.archive.log import redo

    with opened.writing() as connection:
        again = redo(connection, command)
    yield from change_lines("Did again", again)


def change_lines(done: str, changes: list[Change]) -> Iterator[str]:
    """Yield what was ``done`` with the changes of a command, the newest first."""
    yield from (end(f"{done}: {each.told}") for each in changes[:SHOWN])
    if len(changes) > SHOWN:
        yield f"{done}: … and {len(changes) - SHOWN:,} more."


@click.command()
@click.argument("name")
@yes_option
@changing
def forget(opened: Archive, command: Command, name: str, yes: bool) -> Iterator[str]:
    """Replace NAME everywhere, for good, by one such as Player 1f3a."""
    from turnabout_sheets.archive.errors import ArchiveError
    from turnabout_sheets.archive.forget import UNREACHED, forget, prepare_forgetting
    from turnabout_sheets.archive.store import compact

    with opened.reading() as connection:
        found = prepare_forgetting(connection, name)
    if found.workbooks and not yes:
        yield "The archive will no longer keep the workbooks of these events; it keeps the results:"
        yield from (f"  {title}, number {number}" for number, title in found.workbooks.items())
        first = str(next(iter(found.workbooks)))
        yield f"To save one first: {word_command('archive list', first)} --workbook FILE"
    yield from found.tell(before=True)
    names, events = join_words(sorted({found.person.label, *found.person.names}), "and"), len(found.events)
    which = f"Forget {names}, in {events} event{'' if events == 1 else 's'} of the archive {opened.place}?"
    confirm(opened, f"{which} That cannot be taken back, nor can any change before it.", yes=yes)
    with opened.writing() as connection:
        done = forget(connection, command, name, found.sealed)
    yield from done.tell(before=False)
    try:
        if opened.trial is None:
            compact(opened)
    except ArchiveError as reason:
        yield f"{reason} Until the archive is written anew, some of the name may be found in its free space."
    yield UNREACHED


@click.command()
@click.option("--no-recompute", is_flag=True, help="Do not compute the events again from what is kept of them.")
@click.option("--rebuild", is_flag=True, help="Write what comes of it into the archive.")
@changing
def verify(opened: Archive, command: Command, no_recompute: bool, rebuild: bool) -> Iterator[str]:
    """Check what is archived, and compute all events again."""
    from turnabout_sheets.archive.forgotten import tell_forgettings
    from turnabout_sheets.cli.archive_output import describe_last
    from turnabout_sheets.jobs.archive import rebuild_events, verify_archive

    for each in rebuild_events(opened, command) if rebuild else ():
        yield f"{each.where}, written anew: {each.what}"
    found = list(verify_archive(opened, recompute=not no_recompute))
    yield from (f"{each.where}: {each.what}" for each in found[:SHOWN])
    if len(found) > SHOWN:
        yield f"… and {len(found) - SHOWN} more"
    with opened.reading() as connection:
        yield from tell_forgettings(connection)
    if found:
        sys.exit(ExitCode.PROBLEMS)
    yield f"{'The seals agree' if no_recompute else 'All events agree, computed again'}; {describe_last(opened)}."
