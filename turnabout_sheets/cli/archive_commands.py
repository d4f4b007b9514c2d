"""The commands ``turnabout archive …``. What takes time to load is loaded where it is used."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial, wraps
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from sqlalchemy import Connection

from turnabout_sheets.archive import forget as forgetting
from turnabout_sheets.archive import log as changes
from turnabout_sheets.archive.derive import last_player
from turnabout_sheets.archive.errors import ArchiveError, NotThereError
from turnabout_sheets.archive.events import find_event, remove_event
from turnabout_sheets.archive.export import export as export_tables
from turnabout_sheets.archive.log import Command, shorten_digest
from turnabout_sheets.archive.people import Corrections, find_still_named, list_partners, who_is_who
from turnabout_sheets.archive.queries import load_career, load_events, load_history, load_workbook
from turnabout_sheets.archive.rows import Season
from turnabout_sheets.archive.store import Archive, compact
from turnabout_sheets.archive.why import explain_career
from turnabout_sheets.cli.archive_access import Lines, changing, correcting, end, showing
from turnabout_sheets.cli.parameters import DAY, FILE, Files, echo, fail, files_argument, name_argument, tell_if_open
from turnabout_sheets.core.backups import word_written
from turnabout_sheets.core.command_line import ExitCode, name_program, word_command, word_command_of_names
from turnabout_sheets.core.days import today
from turnabout_sheets.core.text import alphabetical_key, join_words, list_numbers, yes_or_no
from turnabout_sheets.prints.archive.event import event_page
from turnabout_sheets.prints.archive.ledger import make_ledger
from turnabout_sheets.prints.archive.lists import rating_list_page
from turnabout_sheets.prints.archive.player import player_page
from turnabout_sheets.prints.archive.wording import day_text
from turnabout_sheets.prints.steps import describe_answers
from turnabout_sheets.prints.words import FALLBACK, load_words
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS
from turnabout_sheets.sheets.settings import LANGUAGES
from turnabout_sheets.workbook.files.save import require_ending, write_output

if TYPE_CHECKING:
    from turnabout_sheets.jobs.archive import Read

AT_ONCE = 300
"""How many events of lists are written in one go: others who write wait no longer than for these."""

SHOWN, SHOWN_EVENTS, SHOWN_PAIRS = 20, 10, 50
"""How many findings, remarks and changes, events of lists in a trial, and pairs of people are shown."""

BECAME = {"add": "added as number {}", "replace": "replaces number {}", "same": "already archived, unchanged"}
"""What became of an event."""

_NUMBER = re.compile(r"[0-9½ /]*")

sure_option = click.option("--yes", "sure", is_flag=True, help="Do not ask whether an event replaces another one.")
provisional_option = click.option("--provisional", is_flag=True, help="Also unfinished events; they have no awards.")


@partial(changing, create=True)
@files_argument
@provisional_option
@sure_option
def add(opened: Archive, command: Command, files: tuple[Path, ...], provisional: bool, sure: bool) -> Iterator[str]:
    """Archive finished events, or new versions of them."""
    from turnabout_sheets.jobs.archive import add_events, read_workbook

    tell_if_open(files)
    reads = (read_workbook(file, provisional=provisional) for file in files)
    yield from tell_all(opened, command, add_events(opened, command, reads, sure=sure))


@partial(changing, create=True)
@click.argument("sources", cls=Files, nargs=-1, required=True, type=FILE)
@click.option("--name", metavar="NAME", help="The name of the event of a table; else the name of the file.")
@click.option("--date", type=DAY, metavar="DAY", help="The day of that event, such as 2012-05-31.")
@click.option("--format", metavar="FORMAT", help="The system of a table with other headers; only Turnabout is rated.")
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), help="How many rounds that event had.")
@click.option("--skip-errors", is_flag=True, help="Leave out events with errors in their rows, not all lists.")
@provisional_option
@sure_option
def import_(opened: Archive, command: Command, sources: tuple[Path, ...], **given: Any) -> Iterator[str]:
    """Import old results: workbooks, lists, tables, NRTM files, or folders of them."""
    from turnabout_sheets.jobs.archive import add_events, read_workbook
    from turnabout_sheets.jobs.import_results import find_files, is_workbook_of_event, read_results
    from turnabout_sheets.jobs.new import choose_format

    sure, provisional, skip_errors = given.pop("sure"), given.pop("provisional"), given.pop("skip_errors")
    given["format"] = choose_format(given["format"]).name if given["format"] else None
    found, left = find_files(sources, opened.place)
    tell_if_open(found)
    books = {path: called for path, called in found.items() if is_workbook_of_event(path)}
    others = {path: called for path, called in found.items() if path not in books}
    reads = (read_workbook(path, called=called, provisional=provisional) for path, called in books.items())
    done = chain(
        add_events(opened, command, read_results(others, given, skip_errors=skip_errors), sure=sure, at_once=AT_ONCE),
        add_events(opened, command, reads, sure=sure),
    )
    yield from left
    yield from tell_all(opened, command, done)


def tell_all(opened: Archive, command: Command, reads: Iterable[Read]) -> Iterator[str]:
    """Yield what becomes of each event, of lists only what changes; then how many there are, and what is odd.

    Where one may be another than the event that it would replace, ask; then leave with the worst of the exit codes.
    """
    from turnabout_sheets.jobs.archive import add_events, find_remarks

    with opened.reading() as connection:
        last = last_player(connection)
    kinds, done, told = Counter[str](), list[Any](), list[str]()
    for read in reads:
        if (doubt := read.doubt) and sys.stdin is not None and sys.stdin.isatty():
            asked = f"{doubt.title}: {doubt.said[0]} Is it the same event, and does it replace that?"
            if click.confirm(asked, err=True):
                (read,) = add_events(opened, command, [replace(read, added=None, problems=())], sure=True)
        done.append(replace(read, record=None, source=None))  # of many, these take much memory
        told += map(str, read.remarks)
        if read.exit:
            where = f"{read.file}: " if read.exit is ExitCode.FAULT else ""
            click.echo(f"Not archived: {where}{read.reason or read.file}", err=True)
            echo((f"  {problem.describe(read.file)}" for problem in read.errors), err=True)
        elif (added := read.added) is not None:
            kinds[added.kind] += 1
            is_listed = not (read.source and read.source.content)
            if added.kind == "replace" or not is_listed or opened.trial is not None:
                yield f"{added.title}: {BECAME[added.kind].format(added.event)}{':' if added.said else '.'}"
                yield from (f"  {line}" for line in added.said)
            if is_listed and opened.trial is not None and kinds.total() <= SHOWN_EVENTS:
                with opened.reading() as connection:
                    yield from event_lines(connection, added.event)
    with opened.reading() as connection:
        odd = find_remarks(connection, done, last)
    counted = {"added": kinds["add"], "replaced": kinds["replace"], "as they were": kinds["same"]}
    yield f"Events: {', '.join(f'{number} {word}' for word, number in counted.items() if number) or 'none'}."
    yield from told
    yield from shorten(odd, f"; {name_program()} archive merge lists names that are nearly others.")
    yield f"Archive: {opened.place}"
    sys.exit(max((each.exit for each in done), default=ExitCode.DONE))


@changing
@click.argument("name", required=False)
@click.argument("other", required=False)
@click.option("--sheet", type=FILE, help="Do what is filled in on the sheet People of this workbook, or write it.")
def merge(opened: Archive, command: Command, name: str | None, other: str | None, sheet: Path | None) -> Iterator[str]:
    """Make OTHER the same person as NAME; or list likely pairs."""
    if bool(name) != bool(other) or (name and sheet):
        raise click.UsageError("Name two people, or nobody: to list who may be one person, or for --sheet.")
    if sheet is not None:
        yield from merge_by_sheet(opened, command, sheet)
    elif name and other:
        with opened.writing() as connection:
            done = Corrections(connection, command).merge(name, other)
        yield end(done)
    else:
        with opened.reading() as connection:
            history = load_history(connection, today(), results=False)
        lines = []
        for why, main, same in ((each.why, each.main.label, each.other.label) for each in history.pairs):
            merging = word_command_of_names("archive merge", main, same)
            lines.append(f"{main} and {same}: {why}. If they are one:  {merging}")
        yield from shorten(lines, f"; {name_program()} archive merge --sheet FILE writes them all.", SHOWN_PAIRS)
        told = "; ".join(f"{why} ({number})" for why, number in Counter(each.why for each in history.pairs).items())
        yield f"Of {len(history.people)} people these may be one person: {told or 'none'}."
        if history.pairs:
            yield f"To stop listing two different people:  {name_program()} archive apart NAME OTHER"


def merge_by_sheet(opened: Archive, command: Command, sheet: Path) -> Iterator[str]:
    """Do what is filled in on the sheet People of a ratings workbook; where there is none, write it."""
    from turnabout_sheets.archive.decisions import decide
    from turnabout_sheets.workbook.ours.ratings_workbook import make_ratings_workbook

    if not sheet.exists():
        with opened.reading() as connection:
            history = load_history(connection, today(), results=False)
        write_workbook(sheet, make_ratings_workbook(history))
        yield f"Fill in its sheet People, save and close it; then: {word_command('archive merge --sheet', sheet)}"
    else:
        tell_if_open([sheet])
        done, already = decide(opened, command, sheet)
        yield from map(end, done)
        back = f" {name_program()} archive undo takes all of it back." if done else ""
        yield f"From {sheet}: {len(done)} done, {already} as it was already.{back}"


@correcting
@click.argument("name")
@click.option("--event", "events", multiple=True, help="Only in this event, where somebody else had the same name.")
@click.option("--to", metavar="NAME", help="Who that was in truth: a name that tells the two apart.")
def split(connection: Connection, command: Command, name: str, events: Sequence[str], to: str) -> Iterator[str]:
    """Part NAME from a merged person; or say who NAME was in some events."""
    if bool(events) != bool(to):
        raise click.UsageError("--event and --to go together: in which events NAME was somebody else, and who.")
    correct = Corrections(connection, command)
    yield end(correct.split_events(name, events, to) if to else correct.split(name))


@correcting
@click.argument("name")
@click.argument("other")
def apart(connection: Connection, command: Command, name: str, other: str) -> Iterator[str]:
    """Keep NAME and OTHER apart: they are two people. Merge takes it back."""
    yield end(Corrections(connection, command).tell_apart(name, other))


@changing
@name_argument(required=False)
@click.option("--off", is_flag=True, help="Name them on pages again.")
def hide(opened: Archive, command: Command, name: str, off: bool) -> Iterator[str]:
    """Leave NAME out of pages; or list who is left out."""
    if not name:
        with opened.reading() as connection:
            who = who_is_who(connection)
        yield f"Hidden on pages: {'; '.join(sorted(map(who.label, who.hidden), key=alphabetical_key)) or 'nobody'}."
        return
    with opened.writing() as connection:
        done = Corrections(connection, command).hide(name, off=off)
        named = list(find_still_named(connection))
    yield f"{end(done)} Write the pages again: {name_program()} archive ratings --pages FOLDER."
    yield from named


@correcting
@click.argument("event")
def remove(connection: Connection, command: Command, event: str) -> Iterator[str]:
    """Remove an EVENT; undo restores it."""
    title = remove_event(connection, command, event)
    yield f"Removed {title}. {name_program()} archive undo brings it back."


@correcting
def undo(connection: Connection, command: Command) -> Iterator[str]:
    """Take back what the last command changed; redo does it again."""
    return shorten([end(f"Took back: {each.told}") for each in changes.undo(connection, command)])


@correcting
def redo(connection: Connection, command: Command) -> Iterator[str]:
    """Do again what undo took back last."""
    return shorten([end(f"Did again: {each.told}") for each in changes.redo(connection, command)])


def shorten(lines: Sequence[object], more: str = "", most: int = SHOWN) -> Iterator[str]:
    """Yield the first lines, and how many there are ``more``."""
    yield from map(str, lines[:most])
    if len(lines) > most:
        yield f"… and {len(lines) - most:,} more{more}"


@changing
@name_argument()
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(opened: Archive, command: Command, name: str, yes: bool) -> Iterator[str]:
    """Replace NAME everywhere, for good, by one such as Player 1f3a."""
    with opened.reading() as connection:
        found = forgetting.prepare_forgetting(connection, name)
    if found.workbooks:
        yield "The archive will no longer keep the workbooks of these events; it keeps the results:"
        yield from (f"  {title}, number {number}" for number, title in found.workbooks.items())
        yield f"To save one first: {word_command('archive list', str(min(found.workbooks)))} --workbook FILE"
    if found.shared:
        yield "Others have that name, too: where nothing says who is meant, it stays."
    for team in sorted(filter(list_partners, found.names)):
        yield f"{team} is a team: all of them are forgotten by that name. To forget one of them, give that name alone."
    names, events = join_words(sorted({found.label, *found.names}), "and"), len(found.events)
    which = f"Forget {names}, in {events} event{'' if events == 1 else 's'} of the archive {opened.place}?"
    if not yes and opened.trial is None:
        try:
            click.confirm(f"{which} That cannot be taken back, nor can any change before it.", abort=True)
        except (click.Abort, RuntimeError):  # no, or nobody is there to say it
            fail("Nothing was done. Where nobody can be asked, add --yes.", ExitCode.USAGE)
    with opened.writing() as connection:
        forgetting.forget(connection, command, found)
    yield f"{found}."
    try:
        if opened.trial is None:
            compact(opened)
    except ArchiveError as reason:
        yield f"{reason} Until the archive is rewritten, some of the name may be found in its free space."
    yield forgetting.UNREACHED


@changing
@click.option("--no-recompute", is_flag=True, help="Do not compute the events again from what is kept of them.")
@click.option("--rebuild", is_flag=True, help="Write what comes of it into the archive.")
def verify(opened: Archive, command: Command, no_recompute: bool, rebuild: bool) -> Iterator[str]:
    """Check what is archived, and compute all events again."""
    from turnabout_sheets.jobs.archive import rebuild_events, verify_archive

    for each in rebuild_events(opened, command) if rebuild else ():
        yield f"Rewritten: {each}"
    found = list(verify_archive(opened, recompute=not no_recompute))
    yield from shorten([said for _, said in found])
    if found:
        sys.exit(max(found)[0])
    with opened.reading() as connection:
        last = shorten_digest(changes.last_seal(connection))
    yield f"{'The seals agree' if no_recompute else 'All events agree, computed again'}; the last change is {last}."


@showing
@click.argument("event", required=False)
@click.option("--workbook", type=FILE, help="Write the workbook that the archive keeps of EVENT, as it was archived.")
def list_(connection: Connection, event: str | None, workbook: Path | None) -> Iterator[str]:
    """List all events, or show an EVENT by number, name or Event ID."""
    if workbook and not event:
        raise click.UsageError("Say of which EVENT to write the workbook.")
    if event:
        number = find_event(connection, event)
        if workbook:
            name, content = load_workbook(connection, number)
            write_workbook(workbook, content, kept=name)
        yield from event_lines(connection, number)
    else:
        events = load_events(connection, who_is_who(connection))
        rows = [
            (each.event, day_text(each.date, FALLBACK), each.name, each.event_id, each.format, each.field,
             "provisional" if each.provisional else yes_or_no(each.rated), ", ".join(each.winners))
            for each in reversed(events)
        ]  # fmt: skip
        yield from table("Number, Date, Event, Event ID, Format, Players, Rated, Winner", rows)
        last = shorten_digest(changes.last_seal(connection))
        yield f"{len(events)} event{'' if len(events) == 1 else 's'}; the last change is {last}."


def event_lines(connection: Connection, number: int) -> Iterator[str]:
    """Yield the page of an event."""
    history = load_history(connection, today(), only=[number])
    w = load_words(FALLBACK)
    page = event_page(history.events[0], make_ledger(history, w), w)
    yield from (f"Number {number}", *fact_lines(page), *([page.note, ""] if page.note else []))
    columns = attrgetter("position", "player", "results", "points", "award", "status", "entered")
    yield from table("Position, Player, Results, Points, Award, Status, ", map(columns, page.entries))
    columns = attrgetter("table", "a", "b", "points", "outcome")
    for each in page.rounds:
        matches = table("Table, Player A, Player B, Points, Result", map(columns, each.lines))
        yield from ("", each.heading, *matches)


@showing
@click.option("--last", type=click.IntRange(1), default=20, show_default=True, help="So many changes.")
def log(connection: Connection, last: int) -> Iterator[str]:
    """List changes, and what undo would take back."""
    for each in changes.list_changes(connection)[:last]:
        more = {"taken back by": each.undone, "by": each.author, "note:": each.note, "from": each.file}
        told = "; ".join([each.told, *(f"{what} {value}" for what, value in more.items() if value)])
        yield f"{each.number:5}  {each.at}  {shorten_digest(each.seal):14}  {each.kind:8} {told}"
    try:
        found = changes.find_last(connection)
        yield f"Undo would take back: {list_numbers(each.number for each in found)}."
    except NotThereError as reason:
        yield str(reason)


def of_season(command: Lines) -> Lines:
    """Give a command the options that say which events count, as ``asked``: the last day, and a `Season`."""

    @click.option("--as-of", type=DAY, help="The last day that counts. Default: today.")
    @click.option("--from", "first", type=DAY, help="The first day that counts. Default: the first of all.")
    @click.option("--months", type=click.IntRange(1, 12000), help="Only the events of the last N months.")
    @click.option("--best", type=click.IntRange(1), help="Only the N highest awards of each player count.")
    @click.option("--events", "parts", metavar="TEXT", multiple=True, help="Only events with TEXT in their name.")
    @wraps(command)
    def choose(connection: Connection, as_of: str | None, first: str | None, months: int | None, **given: Any) -> Any:
        if first and months:
            raise click.UsageError("--from and --months both say where the season begins; leave out one of them.")
        season = Season(first or "", given.pop("best"), given.pop("parts"), months, given.pop("fewest", 1))
        return command(connection, asked=(as_of or today(), season), **given)

    return choose


@showing
@of_season
@click.option("--min-events", "fewest", type=click.IntRange(1), default=1, help="Events it takes to be listed.")
@click.option("--top", type=click.IntRange(1), default=20, help="So many on the screen; else 20.")
@click.option("--workbook", type=FILE, help="Write an Excel workbook: ratings, events and people.")
@click.option("--pages", type=FILE, help="Write web pages into a folder: the list, every player, every event.")
@click.option("--language", type=click.Choice(tuple(LANGUAGES.values())), default="en", help="That of the pages.")
def ratings(
    connection: Connection, asked: Any, top: int, workbook: Path | None, pages: Path | None, language: str
) -> Iterator[str]:
    """Show ratings; write them as a workbook, or as pages."""
    if workbook or pages:
        history = load_history(connection, *asked, results=bool(pages), word=load_words(language)("archive.hidden"))
    if workbook:
        from turnabout_sheets.workbook.ours.ratings_workbook import make_ratings_workbook

        write_workbook(workbook, make_ratings_workbook(history))
    if pages:
        from turnabout_sheets.prints.archive.pages import make_archive_pages
        from turnabout_sheets.prints.publish import publish_set

        written = publish_set(pages, make_archive_pages(history, language=language))
        click.echo(f"Wrote {len(written)} pages in the folder {pages}; open index.html there.", err=True)
        if history.hidden:
            yield f"Hidden on pages: {len(history.hidden)}."
    w = load_words(FALLBACK)
    page = rating_list_page(make_ledger(load_history(connection, *asked, only=()), w), w)
    yield from map(_word, page.about)
    if shown := page.lines[:top]:
        yield from table("Rank, Player, Player ID, Rating, Events, Wins, Best, Gained, Ranks, Last event", shown)
    if len(page.lines) > top:
        yield f"… and {len(page.lines) - top} more; --top shows more of them."


def write_workbook(file: Path, content: bytes, kept: str = "") -> None:
    """Write a workbook under a name by which Excel opens it, one that was ``kept`` as it is, and say so."""
    require_ending(file, Path(kept).suffix or ".xlsx", Path(kept).name or "an Excel workbook")
    write_output(file, content, is_workbook=not kept)
    click.echo(word_written(file), err=True)


@showing
@name_argument()
@of_season
def player(connection: Connection, name: str, asked: Any) -> Iterator[str]:
    """Show a player: rating, events, opponents, and why."""
    person, history = load_career(connection, name, *asked)
    if person.person in history.hidden:
        yield "Hidden on pages:"
    w = load_words(FALLBACK)
    page = player_page(person, make_ledger(history, w), w)
    yield from fact_lines(page)
    columns = attrgetter("date", "event", "position", "results", "points", "award", "total", "entered", "note")
    yield from table("Date, Event, Position, Results, Points, Award, Sum, , ", map(columns, page.events))
    if page.opponents:
        yield from ("", *table("Opponent, Played, Won, Drawn, Lost, Last", page.opponents))
    yield from ("", *describe_answers([explain_career(person, history)]))


@showing
@click.argument("folder", type=FILE)
def export(connection: Connection, folder: Path) -> Iterator[str]:
    """Write CSV files into a FOLDER."""
    history = load_history(connection, today(), word=load_words(FALLBACK)("archive.hidden"))
    yield from map(str, export_tables(history, folder))


@click.command()
@click.argument("file", type=FILE)
def lists(file: Path) -> None:
    """Write an empty workbook of lists for old results."""
    from turnabout_sheets.archive.lists.declared import LISTS
    from turnabout_sheets.workbook.ooxml.book import to_bytes
    from turnabout_sheets.workbook.ours.blank import make_list_workbook

    write_workbook(file, to_bytes(make_list_workbook(LISTS)))
    click.echo(f"Fill in its lists, and import it with {word_command('archive import', file)}.")


def fact_lines(page: Any) -> Iterator[str]:
    """Yield the facts about an event or a player."""
    yield _word(page.name)
    yield from (f"{fact.label}: {_word(fact.value)}" for fact in page.facts)
    yield ""


def table(headers: str, rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the lines of a table, numbers to the right; None is blank, and a link is what it is called."""
    texts = [headers.split(", "), *([_word(cell) for cell in row] for row in rows)]
    columns = []
    for header, *cells in zip(*texts, strict=True):
        width, is_right = max(map(len, (header, *cells))), all(_NUMBER.fullmatch(each) for each in cells)
        columns.append([each.rjust(width) if is_right else each.ljust(width) for each in (header, *cells)])
    yield from ("  ".join(line).rstrip() for line in zip(*columns, strict=True))


def _word(cell: object) -> str:
    # Pages keep names in their own direction with signs that a terminal would show.
    text = str(getattr(cell, "name", "" if cell is None else cell))
    return text.translate({0x2068: None, 0x2069: None, 0xA0: " "})
