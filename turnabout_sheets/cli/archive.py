"""The commands ``turnabout archive …``. What takes time to load is loaded where it is used."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from turnabout_sheets.core.exit_codes import ExitCode

if TYPE_CHECKING:
    from turnabout_sheets.archive.store import Archive
    from turnabout_sheets.jobs.archive import ImportOutcome
    from turnabout_sheets.jobs.new import Seeding

T = TypeVar("T")

FILE = click.Path(path_type=Path)
FORMS = ("csv", "json", "parquet")
"""The forms of an export, as `archive.exchange.export` has them; a test compares them."""

LANGUAGES = ("en", "de", "fr", "es")


class Day(click.ParamType[str]):
    """A day on the calendar: 2026-05-31."""

    name = "DAY"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the day."""
        from turnabout_sheets.archive.dates import is_day

        if not is_day(value):
            self.fail(f'"{value}" is no day; expected one such as 2026-05-31.', param, ctx)
        return str(value)


DAY = Day()

archive_option = click.option(
    "--archive",
    "named",
    metavar="FILE",
    envvar="TURNABOUT_ARCHIVE",
    help="The archive: a file, or the address of a PostgreSQL database. Default: the environment variable "
    "TURNABOUT_ARCHIVE, else turnabout-archive.sqlite beside the workbook, or here.",
)


@click.group()
def archive() -> None:
    """Keep finished events, and ratings over the years."""


@archive.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--provisional", is_flag=True, help="Also events that are not finished; they have no awards.")
@click.option("--dry-run", is_flag=True, help="Only say what would change.")
@archive_option
def add(files: tuple[Path, ...], provisional: bool, dry_run: bool, named: str | None) -> None:
    """Put finished events into the archive, or new versions of them."""
    folders = {file.resolve().parent for file in files}
    if named is None and len(folders) > 1:
        raise click.UsageError("The workbooks lie in several folders; name the archive with --archive.")
    with _archive(named, beside=min(folders), create=not dry_run) as opened:
        from turnabout_sheets.archive.journal import Command
        from turnabout_sheets.archive.people import find_mistyped, last_player
        from turnabout_sheets.cli.archive_output import added_lines
        from turnabout_sheets.jobs.archive import add_workbooks

        with opened.reading() as connection:
            last = last_player(connection)
        report = add_workbooks(
            opened,
            files,
            Command(),
            provisional=provisional,
            progress=_progress,
            tell=lambda added: _echo(added_lines(added)),
            keep=not dry_run,
        )
        if dry_run:
            click.echo("Nothing was changed: this was a trial.")
        with opened.reading() as connection:
            report.warnings += find_mistyped(connection, last)
        _tell_report(report, opened)


@archive.command("import")
@click.argument("sources", nargs=-1, required=True, type=FILE)
@click.option("--provisional", is_flag=True, help="Also events that are not finished; they have no awards.")
@click.option("--report", "report_file", type=FILE, help="Write what could not be read into a text file, too.")
@archive_option
def import_(sources: tuple[Path, ...], provisional: bool, report_file: Path | None, named: str | None) -> None:
    """Bring in old results, files or whole folders: workbooks, and CSV lists; or what an archive exported."""
    with _archive(named, beside=Path(), create=True) as opened:
        from turnabout_sheets.archive.exchange.bring_in import bring_in
        from turnabout_sheets.archive.exchange.export_format import is_export
        from turnabout_sheets.cli.archive_output import added_lines, report_lines
        from turnabout_sheets.jobs.archive import import_results

        if len(sources) == 1 and is_export(sources[0]):
            rows = bring_in(opened, sources[0])
            click.echo(f"Brought in {rows['events']} versions of events with {rows['entries']} entries.")
            return
        report = import_results(
            opened,
            sources,
            provisional=provisional,
            progress=_progress,
            tell=lambda added: _echo(added_lines(added)) if added.told else None,
        )
        if report_file is not None:
            try:
                report_file.write_text("\n".join([*report_lines(report), ""]), "utf-8")
            except OSError as reason:
                _fail(f"{report_file} cannot be written ({reason.strerror}).", ExitCode.FILE)
        _tell_report(report, opened)


@archive.command("list")
@archive_option
def list_(named: str | None) -> None:
    """List all events, the newest first."""
    with _archive(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.people import who_is_who
        from turnabout_sheets.archive.queries import load_events
        from turnabout_sheets.cli.archive_output import event_list

        _echo(event_list(load_events(connection, who_is_who(connection))))


@archive.command()
@click.argument("event")
@archive_option
def show(event: str, named: str | None) -> None:
    """Show an EVENT, by its number, name or Event ID: standings, awards and matches."""
    with _archive(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.events import find_event
        from turnabout_sheets.archive.people import who_is_who
        from turnabout_sheets.archive.queries import load_awards, load_events, load_matches
        from turnabout_sheets.archive.schema import EVENTS
        from turnabout_sheets.cli.archive_output import event_lines

        number, who = find_event(connection, event), who_is_who(connection)
        this = EVENTS.c.event == number
        (found,) = load_events(connection, who, this)
        _echo(event_lines(found, load_awards(connection, who, this), load_matches(connection, this)))


@archive.command()
@click.option("--as-of", type=DAY, help="The last day that counts. Default: today.")
@click.option("--months", type=click.IntRange(1, 12000), help="Only the events of the last N months.")
@click.option(
    "--min-events", type=click.IntRange(1), default=1, show_default=True, help="Events it takes to be listed."
)
@click.option("--top", type=click.IntRange(1), default=20, show_default=True, help="So many on the screen.")
@click.option("--workbook", type=FILE, help="Write an Excel workbook: ratings, events, awards, people and charts.")
@click.option("--pages", type=FILE, help="Write web pages into a folder: the list, every player, every event.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="That of the pages.")
@click.option("--json", "as_json", is_flag=True, help="Print a machine-readable list.")
@archive_option
def ratings(
    as_of: str | None,
    months: int | None,
    min_events: int,
    top: int,
    workbook: Path | None,
    pages: Path | None,
    language: str,
    as_json: bool,
    named: str | None,
) -> None:
    """Show the rating list, as of any day; write it as a workbook, or as pages."""
    with _archive(named) as opened:
        from turnabout_sheets.archive.dates import today
        from turnabout_sheets.archive.ratings import make_rating_list
        from turnabout_sheets.cli.archive_output import rating_data, rating_lines

        asked = (as_of or today(), months, min_events)
        if workbook or pages:
            _write_history(opened, asked, workbook, pages, language)
        with opened.reading() as connection:
            found = make_rating_list(connection, *asked)
        if as_json:
            click.echo(json.dumps(rating_data(found), indent=2, ensure_ascii=False))
        else:
            _echo(rating_lines(found, top))


def _write_history(
    opened: Archive, asked: tuple[str, int | None, int], workbook: Path | None, pages: Path | None, language: str
) -> None:
    from turnabout_sheets.archive.queries import load_history
    from turnabout_sheets.jobs.archive import publish_history, write_ratings_workbook
    from turnabout_sheets.prints.publish import PrintsError
    from turnabout_sheets.workbook.ooxml.package import WorkbookError

    with opened.reading() as connection:
        found = load_history(connection, *asked)
    try:
        if workbook is not None:
            write_ratings_workbook(found, workbook)
            click.echo(f"Wrote {workbook}", err=True)
        if pages is not None:
            written = publish_history(found, pages, language)
            click.echo(f"Wrote {len(written)} pages in the folder {pages}; open index.html there.", err=True)
    except (WorkbookError, PrintsError) as reason:
        _fail(str(reason), ExitCode.FILE)


@archive.command()
@click.argument("name")
@click.option("--as-of", type=DAY, help="The last day that counts. Default: today.")
@archive_option
def player(name: str, as_of: str | None, named: str | None) -> None:
    """Show a player, by NAME or Player ID: rating, every event, and who they met."""
    with _archive(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.dates import today
        from turnabout_sheets.archive.queries import load_profile
        from turnabout_sheets.cli.archive_output import profile_lines

        _echo(profile_lines(load_profile(connection, name, as_of or today())))


@archive.command()
@archive_option
def people(named: str | None) -> None:
    """List names that may belong to one person."""
    with _archive(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.people import who_is_who
        from turnabout_sheets.archive.queries import load_people
        from turnabout_sheets.cli.archive_output import near_lines

        _echo(near_lines(load_people(connection, who_is_who(connection))))


@archive.command()
@click.argument("name")
@click.argument("other")
@archive_option
def merge(name: str, other: str, named: str | None) -> None:
    """Say that OTHER is the same person as NAME, who is shown from now on."""
    with _archive(named) as opened:
        from turnabout_sheets.archive.journal import Command
        from turnabout_sheets.archive.people import merge

        with opened.writing() as connection:
            done = merge(connection, Command(), name, other)
        click.echo(f"{done}.")


@archive.command()
@click.argument("name")
@click.option("--event", "events", multiple=True, help="Only in this event, where somebody else had the same name.")
@click.option("--to", metavar="NAME", help="Who that was in truth: a name that tells the two apart.")
@archive_option
def split(name: str, events: tuple[str, ...], to: str | None, named: str | None) -> None:
    """Say that NAME, who was merged with somebody, is another person; or was in some events."""
    if bool(events) != bool(to):
        raise click.UsageError("--event and --to go together: in which events NAME was somebody else, and who.")
    with _archive(named) as opened:
        from turnabout_sheets.archive.journal import Command
        from turnabout_sheets.archive.people import split, split_events

        with opened.writing() as connection:
            done = split_events(connection, Command(), name, events, to) if to else split(connection, Command(), name)
        click.echo(f"{done}.")


@archive.command()
@click.argument("event")
@click.option("--yes", is_flag=True, help="Do not ask.")
@archive_option
def remove(event: str, yes: bool, named: str | None) -> None:
    """Take an EVENT out of the archive, after asking; undo brings it back."""
    with _archive(named) as opened:
        from turnabout_sheets.archive.events import find_event, remove_event, title_of
        from turnabout_sheets.archive.journal import Command

        with opened.reading() as connection:
            number = find_event(connection, event)
            title = title_of(connection, number)
        if not yes:
            click.confirm(f"Remove {title} from the archive {opened.place}? All ratings change with it.", abort=True)
        with opened.writing() as connection:
            remove_event(connection, Command(), number)
        click.echo(f"Removed {title}. turnabout archive undo brings it back.")


@archive.command()
@click.option("--last", type=click.IntRange(1), default=20, show_default=True, help="So many changes.")
@archive_option
def journal(last: int, named: str | None) -> None:
    """List what was changed in the archive, the newest first."""
    with _archive(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.journal import list_changes
        from turnabout_sheets.cli.archive_output import journal_lines

        _echo(journal_lines(list_changes(connection, last)))


@archive.command()
@archive_option
def undo(named: str | None) -> None:
    """Take back what the last command changed in the archive."""
    with _archive(named) as opened:
        from turnabout_sheets.archive.journal import undo

        with opened.writing() as connection:
            taken_back = undo(connection)
        for change in taken_back:
            click.echo(f"Took back: {change.told}.")


@archive.command()
@archive_option
def rebuild(named: str | None) -> None:
    """Compute all events anew from the workbooks and lists that the archive keeps."""
    with _archive(named) as opened:
        from turnabout_sheets.cli.archive_output import added_lines
        from turnabout_sheets.jobs.archive import rebuild

        report = rebuild(opened, progress=_progress, tell=lambda added: _echo(added_lines(added)))
        _tell_report(report, opened)


@archive.command()
@click.argument("target", type=FILE)
@click.option("--format", "form", type=click.Choice(FORMS), default="csv", show_default=True, help="The form.")
@archive_option
def export(target: Path, form: str, named: str | None) -> None:
    """Write all tables for other programs: to a folder of CSV or Parquet files, or to a JSON file."""
    with _archive(named) as opened:
        from turnabout_sheets.archive.exchange.export import export

        for file in export(opened, target, form):
            click.echo(file)


@contextlib.contextmanager
def seeding_from(named: str | None, beside: Path, day: str | None) -> Iterator[Seeding]:
    """Give what knows the ratings of players at the beginning of a day, else of today."""
    with _archive(named, beside=beside) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.dates import today
        from turnabout_sheets.archive.seeding import find_seeds

        yield lambda players: find_seeds(connection, players, day or today())


@contextlib.contextmanager
def _archive(named: str | None, *, beside: Path = Path(), create: bool = False) -> Iterator[Archive]:
    """Open the archive; whatever stands against it is said, and ends the command."""
    from turnabout_sheets.archive.errors import DAMAGED, ArchiveError, NotThereError
    from turnabout_sheets.archive.store import DEFAULT_NAME, is_damaged, open_archive

    opened = None
    try:
        opened = open_archive(named or str(beside / DEFAULT_NAME), create=create)
        yield opened
    except ArchiveError as reason:
        _fail(str(reason), ExitCode.USAGE if isinstance(reason, NotThereError) else ExitCode.FILE)
    except (click.ClickException, click.Abort):
        raise
    except Exception:
        # Anything may go wrong with values that were damaged; all else is a mistake of ours, and is shown as such.
        if opened is None or not is_damaged(opened):
            raise
        _fail(f"The archive {opened.place} {DAMAGED}", ExitCode.FILE)


def _tell_report(report: ImportOutcome, opened: Archive) -> None:
    """Say what a command did, and leave with the worst of the exit codes."""
    from turnabout_sheets.cli.archive_output import report_lines

    _echo(report_lines(report), err=bool(report.exit))
    click.echo(f"Archive: {opened.place}", err=bool(report.exit))
    sys.exit(report.exit)


def _progress(things: Iterable[T], count: int, label: str) -> Iterable[T]:
    """Show how far so many things are, where somebody looks on."""
    if count < 2 or not sys.stderr.isatty():
        return things
    return _with_bar(things, count, label)


def _with_bar(things: Iterable[T], count: int, label: str) -> Iterator[T]:
    with click.progressbar(things, label=label, length=count, file=sys.stderr) as bar:
        yield from bar


def _echo(lines: Iterable[str], *, err: bool = False) -> None:
    for line in lines:
        click.echo(line, err=err)


def _fail(message: str, code: int) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(code)
