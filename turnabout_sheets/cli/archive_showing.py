"""The commands ``turnabout archive …`` that show and verify. What takes time to load is loaded where used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from turnabout_sheets.cli.archive_access import (
    archive_option,
    change_options,
    explain_archive_errors,
    open_named,
    read_season,
    require_other,
    season_options,
    show_progress,
    tell_done,
)
from turnabout_sheets.cli.parameters import (
    DAY,
    FILE,
    PLACE,
    echo,
    fail,
    name_argument,
    overwrite_option,
    tell_if_open,
)
from turnabout_sheets.core.command_line import ExitCode, name_program, word_command
from turnabout_sheets.sheets.settings import LANGUAGES

if TYPE_CHECKING:
    from turnabout_sheets.archive.journal import Command
    from turnabout_sheets.archive.verify import Finding, Verdict


@click.command("list")
@archive_option
def list_(named: str | None) -> None:
    """List all events, the newest first."""
    with open_named(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.journal import list_changes
        from turnabout_sheets.archive.people import who_is_who
        from turnabout_sheets.archive.queries import load_events
        from turnabout_sheets.cli.archive_output import event_list

        last = next((each.digest for each in list_changes(connection, 1)), None)
        echo(event_list(load_events(connection, who_is_who(connection)), last))


@click.command()
@click.argument("event")
@click.option("--workbook", type=FILE, help="Write the workbook that the archive keeps of it, as it was archived.")
@overwrite_option
@archive_option
def show(event: str, workbook: Path | None, overwrite: bool, named: str | None) -> None:
    """Show an EVENT, by its number, name or Event ID: standings, awards and matches."""
    with open_named(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.events import find_event
        from turnabout_sheets.archive.people import who_is_who
        from turnabout_sheets.archive.queries import load_awards, load_events, load_matches, load_workbook
        from turnabout_sheets.archive.schema import EVENTS
        from turnabout_sheets.cli.archive_output import event_lines
        from turnabout_sheets.jobs.archive_place import write_kept_workbook

        number, who = find_event(connection, event), who_is_who(connection)
        if workbook is not None:
            require_other(workbook, [Path(opened.place)])
            write_kept_workbook(workbook, load_workbook(connection, number), overwrite=overwrite)
            click.echo(f"Wrote {workbook}", err=True)
        this = EVENTS.c.event == number
        (found,) = load_events(connection, who, this)
        awards = load_awards(connection, who, this)
        names = who.names_apart(row.person for row in awards)
        echo(event_lines(found, awards, load_matches(connection, this), names))


@click.command()
@season_options
@click.option(
    "--min-events", type=click.IntRange(1), default=1, show_default=True, help="Events it takes to be listed."
)
@click.option("--top", type=click.IntRange(1), default=20, show_default=True, help="So many on the screen.")
@click.option("--workbook", type=FILE, help="Write an Excel workbook: ratings, events and people.")
@click.option("--pages", type=FILE, help="Write web pages into a folder: the list, every player, every event.")
@click.option(
    "--language",
    type=click.Choice(tuple(LANGUAGES.values())),
    default="en",
    show_default=True,
    help="That of the pages.",
)
@overwrite_option
@archive_option
def ratings(
    min_events: int,
    top: int,
    workbook: Path | None,
    pages: Path | None,
    language: str,
    overwrite: bool,
    named: str | None,
    **of: Any,
) -> None:
    """Show the rating list, as of any day or of a season; write it as a workbook, or as pages."""
    last, season = read_season(**of)
    asked = (last, of["months"], min_events, season)
    with open_named(named) as opened:
        from turnabout_sheets.archive.ratings import make_rating_list
        from turnabout_sheets.cli.archive_output import rating_lines

        if workbook or pages:
            from turnabout_sheets.archive.queries import load_history

            with opened.reading() as connection:
                history = load_history(connection, *asked, matches=pages is not None)
        if workbook is not None:
            from turnabout_sheets.jobs.archive_place import require_decided
            from turnabout_sheets.workbook.files.save import require_ending, write_output
            from turnabout_sheets.workbook.ours.ratings_workbook import make_ratings_workbook

            require_other(workbook, [Path(opened.place)])
            if not overwrite:
                with opened.reading() as connection:
                    require_decided(connection, workbook)
            require_ending(workbook, ".xlsx", "an Excel workbook")
            write_output(workbook, make_ratings_workbook(history), overwrite=overwrite)
            click.echo(f"Wrote {workbook}", err=True)
        if pages is not None:
            from turnabout_sheets.cli.archive_people import published_lines
            from turnabout_sheets.prints.archive.pages import make_archive_pages
            from turnabout_sheets.prints.publish import publish_set

            written = publish_set(pages, make_archive_pages(history, language=language), overwrite=overwrite)
            click.echo(f"Wrote {len(written)} pages in the folder {pages}; open index.html there.", err=True)
            echo(published_lines(history), err=True)
        with opened.reading() as connection:
            found = make_rating_list(connection, *asked)
        echo(rating_lines(found, top))


@click.command()
@name_argument()
@click.option("--as-of", type=DAY, help="The last day that counts. Default: today.")
@archive_option
def player(name: str, as_of: str | None, named: str | None) -> None:
    """Show a player, by NAME or Player ID: rating, every event, and who they met."""
    with open_named(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.codecs import today
        from turnabout_sheets.archive.queries import load_profile
        from turnabout_sheets.cli.archive_output import profile_lines

        echo(profile_lines(load_profile(connection, name, as_of or today())))


@click.command()
@name_argument()
@season_options
@archive_option
def why(
    name: str,
    named: str | None,
    **of: Any,
) -> None:
    """Say where a rating comes from, by NAME or Player ID: event by event, step by step."""
    last, season = read_season(**of)
    with open_named(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.queries import load_career
        from turnabout_sheets.archive.why import explain_career
        from turnabout_sheets.prints.steps import describe_answers

        career = load_career(connection, name, last, of["months"], season)
        echo(describe_answers([explain_career(career)]))


@click.command()
@name_argument(required=False)
@click.option("--top", type=click.IntRange(1), default=50, show_default=True, help="So many pairs on the screen.")
@click.option("--from", "source", type=FILE, help="Take in what is filled in on the sheet People of this workbook.")
@change_options
def people(name: str, top: int, source: Path | None, dry_run: bool, command: Command, named: str | None) -> None:
    """List names that may belong to one person, the likeliest first; or those that may be NAME's."""
    if source is not None and name:
        raise click.UsageError("--from takes in the whole sheet; leave out NAME.")
    if source is None and dry_run:
        raise click.UsageError("--dry-run is for --from; without it, nothing is changed anyway.")
    with open_named(named, trial=dry_run) as opened:
        if source is not None:
            from turnabout_sheets.jobs.archive_place import decide_people

            tell_if_open([source])
            decided = decide_people(opened, command, source)
            if decided.problems:
                echo((problem.describe(source) for problem in decided.problems), err=True)
                fail("So nothing was done.", ExitCode.PROBLEMS)
            tell_done(decided.done, trial=dry_run)
            already = f", {decided.already} as it was already" if decided.already else ""
            back = f" {name_program()} archive undo takes all of it back." if decided.done and not dry_run else ""
            click.echo(f"From {source}: {_count(len(decided.done), 'correction')}{already}.{back}")
            return
        from turnabout_sheets.archive.people import find_person, who_is_who
        from turnabout_sheets.archive.queries import load_people
        from turnabout_sheets.cli.archive_people import near_lines

        with opened.reading() as connection:
            who = who_is_who(connection)
            label = who.label(find_person(who, name)) if name else ""
            echo(near_lines(load_people(connection, who), top, label))


@click.command()
@click.option("--last", type=click.IntRange(1), default=20, show_default=True, help="So many changes.")
@archive_option
def journal(last: int, named: str | None) -> None:
    """List what was changed in the archive, the newest first."""
    with open_named(named) as opened, opened.reading() as connection:
        from turnabout_sheets.archive.journal import list_changes
        from turnabout_sheets.cli.archive_output import journal_lines

        echo(journal_lines(list_changes(connection, last)))


@click.command()
@click.argument("folder", type=FILE)
@archive_option
def export(folder: Path, named: str | None) -> None:
    """Write the tables as CSV files into a FOLDER, for other programs."""
    with open_named(named) as opened:
        from turnabout_sheets.archive.export import export

        echo(map(str, export(opened, folder)))


SHOWN = 20
"""How many findings are told; of more, only how many they are."""


@click.command()
@click.argument("place", type=PLACE, required=False, metavar="[ARCHIVE]")
@archive_option
def verify(place: str | None, named: str | None) -> None:
    """Compute an archive again from what it keeps of each event, and compare; nothing is written."""
    with open_named(place or named) as opened:
        from turnabout_sheets.jobs.archive import compare_kept, count_kept, load_kept, verify_archive

        compared = show_progress(map(compare_kept, load_kept(opened)), count_kept(opened), "Events")
        verdict = verify_archive(opened, compared)
    echo(verdict_lines(verdict), err=bool(verdict.findings))
    sys.exit(ExitCode.PROBLEMS if verdict.findings else ExitCode.DONE)


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Yield what came of it: that all agrees, or the first things that do not."""
    from turnabout_sheets.cli.archive_output import describe_last

    if verdict.findings:
        for finding in verdict.findings[:SHOWN]:
            yield _word(finding)
        more = len(verdict.findings) - SHOWN
        if more > 0:
            yield f"… and {more} more"
        yield from _word_forgettings(verdict)
        return
    if not verdict.events:
        yield f"There are no events to compare anything of; {describe_last(verdict.digest)}"
        return
    if verdict.listed:
        are = "is" if verdict.listed == 1 else "are"
        yield f"{_count(verdict.listed, 'figure')} of old lists without games {are} as those lists say."
    yield from _word_forgettings(verdict)
    events = _count(verdict.events, "event")
    yield f"all {_count(verdict.figures, 'figure')} of {events} agree; {describe_last(verdict.digest)}"


def _word_forgettings(verdict: Verdict) -> Iterator[str]:
    """Yield why seals are not those that were published once, and workbooks are not kept."""
    from turnabout_sheets.core.digests import shorten_digest

    if verdict.forgotten:
        are = "is" if verdict.forgotten == 1 else "are"
        events = _count(verdict.forgotten, "event")
        yield f"{events} {are} kept without a workbook, as somebody was forgotten; the results were compared instead."
    for each in verdict.forgettings:
        when = f"were rewritten when somebody was forgotten (change {each.change}, {each.day})"
        before, since = map(shorten_digest, (each.before, each.since))
        if before == since:
            yield f"Digests of events {when}; the last seal of the journal before that stayed {since}."
            continue
        now = "is" if each is verdict.forgettings[-1] else "was then"
        seals = f"Seals up to change {each.change - 1}"
        yield f"{seals} {when}: the last of them was {before} before, and {now} {since} since."


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _word(finding: Finding) -> str:
    from turnabout_sheets.archive.codecs import show

    whose = f", {finding.whose}" if finding.whose else ""
    if not finding.figure:
        return f"{finding.where}: {finding.found}"
    found, expected = show(finding.found), show(finding.expected)
    return f"{finding.where}{whose}: {finding.figure} is {found}; expected {expected}"


@click.command()
@click.argument("file", type=FILE)
@overwrite_option
def lists(file: Path, overwrite: bool) -> None:
    """Write an empty workbook for old results, with the lists Events, Placings and Matches, to be imported."""
    with explain_archive_errors():
        from turnabout_sheets.archive.lists.declared import LISTS
        from turnabout_sheets.workbook.files.save import require_ending, write_output
        from turnabout_sheets.workbook.ooxml.book import to_bytes
        from turnabout_sheets.workbook.ours.blank import make_list_workbook

        require_ending(file, ".xlsx", "an Excel workbook")
        write_output(file, to_bytes(make_list_workbook(LISTS)), overwrite=overwrite)
    click.echo(f"Wrote {file}: fill in its lists, and import it with {word_command('archive import', file)}.")
