"""What a run says: a short, friendly summary on the terminal, and the same as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from turnabout_sheets.core.backups import BACKUPS_KEPT, Backup
from turnabout_sheets.core.command_line import ExitCode, word_command
from turnabout_sheets.core.problems import Problem, Severity
from turnabout_sheets.core.problems import sort_problems as by_place
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import describe_progress, player_names
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.jobs.outcome import RunOutcome, prints_folder
from turnabout_sheets.workbook.files.other_programs import OtherProgram

LEADERS = 3
SHOWN_PROBLEMS = 20
SHOWN_BYES = 3


def describe_outcome(outcome: RunOutcome, other: OtherProgram | None = None, *, dry_run: bool = False) -> Iterator[str]:
    """Yield the lines about one workbook: what was read, problems, leaders, what was written, what to do next.

    First of all whether it is open in another program, because then all the rest is of what was saved last.
    """
    if other is not None:
        yield other.unseen
    yield _what_was_read(outcome)
    if said := describe_unrated(outcome):
        yield said
    if outcome.started_over:
        yield "The workbook was saved during the run, so the run started over with that version."
    yield from _problems((*outcome.problems, *outcome.notes), outcome)
    if outcome.kept:
        yield _describe_kept(outcome, dry_run)
    if _is_undated(outcome):
        yield "The event is finished, but Date on the sheet Event is blank: the archive needs the day."
    if outcome.only_checked:
        return
    from turnabout_sheets.cli.next_words import describe_next_step, describe_outdated

    if outcome.results is not None and outcome.results.played:
        yield _leaders(outcome.results)
    if outcome.event is not None and outcome.remarks:
        from turnabout_sheets.prints.words import FALLBACK, load_words

        rest = "; nothing to do" if outcome.outdated is None and not outcome.unprinted else ""
        kept = f"The pairings of round {outcome.event.last_round} stay as they are{rest}."
        yield " ".join([kept, *map(load_words(FALLBACK).say, outcome.remarks)])
    if len(outcome.paired) > 1 and outcome.event is not None and outcome.event.settings.method.at_once:
        yield f"Paired rounds {outcome.paired[0].number} to {outcome.paired[-1].number}, all at once."
    else:
        yield from (f"Paired round {new.number}: {_pairing(outcome, new.rows)}." for new in outcome.paired)
    yield from _written(outcome, other, dry_run)
    yield from _published(outcome, dry_run)
    if outcome.outdated is not None and not outcome.unprinted:
        yield describe_outdated(outcome, outcome.outdated)
    if other is not None and not outcome.written:
        yield f"Next: save {other.workbook} in {other.name} (Ctrl+S), {other.way_out}"
    else:
        yield from describe_next_step(outcome)


def outcome_data(outcome: RunOutcome, other: OtherProgram | None = None) -> dict[str, Any]:
    """Return the same as data for JSON."""
    data: dict[str, Any] = {
        "workbook": str(outcome.workbook),
        "exit": int(outcome.exit),
        "format": outcome.format.name,
        "players": len(outcome.event.players) if outcome.event else None,
        "problems": [_problem_data(problem, outcome) for problem in (*outcome.problems, *outcome.notes)],
        "written": [str(path) for path in outcome.written],
    }
    if other is not None:
        data["open_elsewhere"] = other.unseen
    if not outcome.only_checked:
        from turnabout_sheets.jobs.next_step import find_next_step

        data["next"] = find_next_step(outcome)
    if outcome.unprinted:
        data["pages_not_written"] = str(outcome.unprinted)
    if outcome.waiting:
        data["sheets_wait"] = outcome.waiting
    if outcome.published is not None:
        data["published"] = [str(path) for path in outcome.published.written]
    if outcome.unpublished:
        data["not_published"] = str(outcome.unpublished)
    if outcome.results is not None and outcome.event is not None:
        results, name, ranks = outcome.results, player_names(outcome.event), outcome.results.ranks
        data |= {
            "event": outcome.event.settings.name,
            "rounds_played": results.played,
            "rounds_scheduled": results.scheduled,
            "outstanding": len(results.outstanding),
            "finished": results.finished,
            "paired_rounds": [new.number for new in outcome.new_rounds],
            "published_before": list(outcome.kept),
            "standings": [
                {
                    "rank": ranks[player] and int(ranks[player]),
                    "player": name[player],
                    "points": str(results.standings["points"][player]),
                }
                for player in results.order
            ],
        }
    return data


def _problem_data(problem: Problem, outcome: RunOutcome) -> dict[str, str]:
    return {
        "severity": problem.severity.value,
        "sheet": problem.place.sheet,
        "cell": problem.place.cell,
        "problem": problem.message,
        "what to do": problem.word_hint(outcome.workbook),
    }


def _count(number: int, noun: str, nouns: str = "") -> str:
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def _what_was_read(outcome: RunOutcome) -> str:
    event = outcome.event
    if event is None:
        return f"{outcome.workbook.name}: the event could not be read."
    paired = event.last_round
    what = f"{event.settings.name} ({outcome.format.name}): {_count(len(event.players), 'player')}"
    return f"{what}, {_count(paired, 'round')} paired." if paired else f"{what}."


def describe_unrated(outcome: RunOutcome) -> str:
    """Return that an event will not be rated for having too few players, as long as more may come (rules 1.7.6)."""
    event, results = outcome.event, outcome.results
    if event is None or not outcome.format.outline.rated or (results is not None and results.finished):
        return ""
    number = max(len(event.paired), sum(not player.never_started for player in event.players))
    if not 1 < number < FEWEST_RATED_PLAYERS:
        return ""
    return f"With {number} players the event will not be rated: that takes {FEWEST_RATED_PLAYERS} or more."


def _is_undated(outcome: RunOutcome) -> bool:
    """Say whether a check ends without the day that the archive will ask for; a run says it with what is next."""
    results = outcome.results
    return outcome.only_checked and results is not None and results.finished and not results.event.settings.date


def _problems(problems: tuple[Problem, ...], outcome: RunOutcome) -> Iterator[str]:
    counts = Counter(problem.severity for problem in problems)
    found = [_count(counts[severity], severity.value.lower()) for severity in Severity if counts[severity]]
    stopped = " Nothing was computed." if outcome.exit is ExitCode.PROBLEMS and not outcome.only_checked else ""
    if found:
        yield f"Found {' and '.join(found)}.{stopped}"
    elif outcome.only_checked:
        yield "No problems found."
    ordered = by_place(problems)
    for problem in ordered[:SHOWN_PROBLEMS]:
        yield f"  {problem.describe(outcome.workbook)}"
    if len(ordered) > SHOWN_PROBLEMS:
        where = "; a run lists them" if outcome.only_checked else ""
        yield f"  … and {len(ordered) - SHOWN_PROBLEMS} more{where} on the sheet Problems."


def _leaders(results: Results) -> str:
    name = player_names(results.event)
    if results.elimination is not None:
        if not results.decided:
            return f"{describe_progress(results)} Still in: {len(results.still_in)} players."
        ahead = [f"{results.standings['rank'][player]}. {name[player]}" for player in results.order[:LEADERS]]
        return f"{describe_progress(results)} {', '.join(ahead)}."
    first = [
        f"{results.standings['rank'][player]}. {name[player]} ({format_number(results.standings['points'][player])})"
        for player in results.order[:LEADERS]
    ]
    return f"{describe_progress(results)} {'' if results.finished else 'Leading: '}{', '.join(first)}."


def _describe_kept(outcome: RunOutcome, dry_run: bool) -> str:
    """Return what becomes of rounds that were published before their sheets could be written."""
    several = len(outcome.kept) > 1
    which = f"Rounds {outcome.kept[0]} to {outcome.kept[-1]}" if several else f"Round {outcome.kept[0]}"
    if dry_run or outcome.workbook not in outcome.written:
        verb, sheet = ("are", "sheets go") if several else ("is", "sheet goes")
        return f"{which} {verb} published; the {sheet} into the workbook with the next run after it is closed."
    verb, be = ("were", "are") if several else ("was", "is")
    return f"{which}, which {verb} published before, {be} in the workbook now."


def _pairing(outcome: RunOutcome, rows: Sequence[Mapping[str, Any]]) -> str:
    assert outcome.event is not None
    tables = sum(row["b"] != BYE for row in rows)
    byes = [row for row in rows if row["b"] == BYE]
    told = [
        f"{outcome.event.players[row['a']].name} {'waits' if row.get('ruling') == WAITS else 'has the bye'}"
        for row in byes[:SHOWN_BYES]
    ]
    more = len(byes) - SHOWN_BYES
    told += [f"{more} more {'has' if more == 1 else 'have'} a bye"] if more > 0 else []
    return ", ".join([_count(tables, "table"), *told] if tables else told)


def _written(outcome: RunOutcome, other: OtherProgram | None, dry_run: bool) -> Iterator[str]:
    books = [path for path in outcome.written if path.suffix != ".html"]
    pages = [path for path in outcome.written if path.suffix == ".html"]
    would = "Would write" if dry_run else "Wrote"
    if not outcome.written and not outcome.unprinted:
        yield f"{'Nothing' if other is None else 'As it was saved last, nothing'} has changed since the last run."
    for path in books:
        yield f"{would} {path}"
    if pages:
        yield f"{would} {_count(len(pages), 'page')} in the folder {pages[0].parent}"
    for earlier in outcome.earlier_names:
        yield (
            f'The folder "{prints_folder(earlier).name}" is of {earlier.name}, which is gone: if that is what '
            f"{outcome.workbook.name} was called before, delete that folder; its pages are not renewed any more."
        )
    yield from describe_leaving(outcome.leaving)
    if outcome.unprinted:
        yield _unprinted(outcome, dry_run)


def describe_leaving(leaving: Backup | None) -> Iterator[str]:
    """Yield a line of the earlier version that is the first to go, if any."""
    if leaving is not None:
        yield (
            f'The folder "{leaving.path.parent.name}" now has {BACKUPS_KEPT} earlier versions. From now on, of those '
            "before the last ten only the last one before each round and one of each ten stay, and others go, first "
            f"that of {leaving.replaced:%Y-%m-%d %H:%M:%S}; copy what you want to keep longer into another folder."
        )


def _published(outcome: RunOutcome, dry_run: bool) -> Iterator[str]:
    if outcome.published is not None and outcome.published.written:
        would = "Would publish" if dry_run else "Published"
        yield f"{would} {_count(len(outcome.published.written), 'page')} in the folder {outcome.published.folder}"
    if outcome.unpublished:
        yield str(outcome.unpublished)


def _unprinted(outcome: RunOutcome, dry_run: bool) -> str:
    why = str(outcome.unprinted or "")
    if dry_run:
        return why
    command = word_command("print", outcome.workbook)
    return f"The workbook is saved, but its pages are not: {why} Then print them: {command}"
