"""The commands ``turnabout archive …`` that show what is there. What takes time to load is loaded where used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from turnabout_sheets.cli.archive_access import explain_archive_errors, of_season, showing
from turnabout_sheets.cli.parameters import FILE, name_argument, overwrite_option
from turnabout_sheets.core.command_line import word_command
from turnabout_sheets.sheets.settings import LANGUAGES

if TYPE_CHECKING:
    from turnabout_sheets.archive.rows import History
    from turnabout_sheets.archive.store import Archive


@click.command("list")
@click.argument("event", required=False)
@click.option("--workbook", type=FILE, help="Write the workbook that the archive keeps of EVENT, as it was archived.")
@overwrite_option
@showing
def list_(opened: Archive, event: str | None, workbook: Path | None, overwrite: bool) -> Iterator[str]:
    """List all events, or show an EVENT by number, name or Event ID."""
    from turnabout_sheets.archive.events import find_event
    from turnabout_sheets.archive.queries import load_workbook
    from turnabout_sheets.cli.archive_output import event_lines, event_list
    from turnabout_sheets.jobs.archive_place import write_kept_workbook

    if not event:
        if workbook:
            raise click.UsageError("Say of which EVENT to write the workbook.")
        yield from event_list(opened)
        return
    with opened.reading() as connection:
        number = find_event(connection, event)
        kept = load_workbook(connection, number) if workbook else None
    if workbook and kept:
        write_kept_workbook(workbook, kept, overwrite=overwrite)
        click.echo(f"Wrote {workbook}", err=True)
    yield from event_lines(opened, number)


@click.command()
@click.option("--last", type=click.IntRange(1), default=20, show_default=True, help="So many changes.")
@showing
def log(opened: Archive, last: int) -> Iterator[str]:
    """List changes, and what undo would take back."""
    from turnabout_sheets.cli.archive_output import log_lines

    return log_lines(opened, last)


@click.command()
@of_season
@click.option("--min-events", type=click.IntRange(1), default=1, help="Events it takes to be listed.")
@click.option("--top", type=click.IntRange(1), default=20, help="So many on the screen; else 20.")
@click.option("--workbook", type=FILE, help="Write an Excel workbook: ratings, events and people.")
@click.option("--pages", type=FILE, help="Write web pages into a folder: the list, every player, every event.")
@click.option("--language", type=click.Choice(tuple(LANGUAGES.values())), default="en", help="That of the pages.")
@overwrite_option
@showing
def ratings(
    opened: Archive,
    asked: tuple[str, int | None, Any],
    min_events: int,
    top: int,
    workbook: Path | None,
    pages: Path | None,
    language: str,
    overwrite: bool,
) -> Iterator[str]:
    """Show ratings; write them as a workbook, or as pages."""
    from turnabout_sheets.archive.ratings import make_rating_list
    from turnabout_sheets.cli.archive_output import rating_lines

    as_of, months, season = asked
    with opened.reading() as connection:
        if workbook or pages:
            from turnabout_sheets.archive.queries import load_history

            history = load_history(connection, as_of, months, min_events, season, results=pages is not None)
        listed = make_rating_list(connection, as_of, months, min_events, season)
    if workbook is not None:
        write_ratings_workbook(workbook, history, overwrite=overwrite)
    if pages is not None:
        from turnabout_sheets.prints.archive.pages import make_archive_pages
        from turnabout_sheets.prints.publish import publish_set

        written = publish_set(pages, make_archive_pages(history, language=language), overwrite=overwrite)
        click.echo(f"Wrote {len(written)} pages in the folder {pages}; open index.html there.", err=True)
        if history.hidden:
            yield f"Hidden on pages: {len(history.hidden)}."
    yield from rating_lines(listed, top)


def write_ratings_workbook(file: Path, history: History, *, overwrite: bool = False) -> None:
    """Write a ratings workbook, over nothing but one that is as it was written."""
    from turnabout_sheets.archive.conceal import conceal
    from turnabout_sheets.workbook.files.save import require_ending, write_output
    from turnabout_sheets.workbook.ours.ratings_workbook import make_ratings_workbook

    require_ending(file, ".xlsx", "an Excel workbook")
    write_output(file, make_ratings_workbook(conceal(history)), overwrite=overwrite)
    click.echo(f"Wrote {file}", err=True)


@click.command()
@name_argument()
@of_season
@showing
def player(opened: Archive, name: str, asked: tuple[str, int | None, Any]) -> Iterator[str]:
    """Show a player: rating, events, opponents, and why."""
    from turnabout_sheets.cli.archive_output import player_lines

    return player_lines(opened, name, *asked)


@click.command()
@click.argument("folder", type=FILE)
@showing
def export(opened: Archive, folder: Path) -> Iterator[str]:
    """Write CSV files into a FOLDER."""
    from turnabout_sheets.archive.codecs import today
    from turnabout_sheets.archive.export import export
    from turnabout_sheets.archive.queries import load_history

    with opened.reading() as connection:
        history = load_history(connection, today())
    yield from map(str, export(history, folder))


@click.command()
@click.argument("file", type=FILE)
@overwrite_option
def lists(file: Path, overwrite: bool) -> None:
    """Write an empty workbook of lists for old results."""
    with explain_archive_errors():
        from turnabout_sheets.archive.lists.declared import LISTS
        from turnabout_sheets.workbook.files.save import require_ending, write_output
        from turnabout_sheets.workbook.ooxml.book import to_bytes
        from turnabout_sheets.workbook.ours.blank import make_list_workbook

        require_ending(file, ".xlsx", "an Excel workbook")
        write_output(file, to_bytes(make_list_workbook(LISTS)), overwrite=overwrite)
    click.echo(f"Wrote {file}: fill in its lists, and import it with {word_command('archive import', file)}.")
