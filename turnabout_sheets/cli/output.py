"""What a run says: a short, friendly summary on the terminal, and the same as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from turnabout_sheets.core.backups import word_written
from turnabout_sheets.core.command_line import ExitCode, word_command
from turnabout_sheets.core.problems import Problem, Severity
from turnabout_sheets.core.problems import sort_problems as by_place
from turnabout_sheets.core.text import format_number, join_words
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.output_sheets import describe_progress, player_names
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.jobs.outcome import Computed, Outcome
from turnabout_sheets.workbook.files.other_programs import OtherProgram

LEADERS = 3
SHOWN_PROBLEMS = 20
SHOWN_BYES = 3


def describe_outcome(
    found: Computed | Outcome, other: OtherProgram | None = None, *, dry_run: bool = False
) -> Iterator[str]:
    """Yield the lines about one workbook: what was read, problems; of a run also leaders, files, what to do next.

    First of all whether it is open in another program, because then all the rest is of what was saved last.
    """
    outcome = found if isinstance(found, Outcome) else None
    computed = found.computed if isinstance(found, Outcome) else found
    event, results, paired = computed.event, computed.results, computed.paired
    if other is not None:
        yield other.unseen
    yield _what_was_read(computed)
    if said := describe_unrated(computed):
        yield said
    yield from _problems((*computed.problems, *computed.notes), computed, only_checked=outcome is None)
    if event is not None and event.published:
        rounds = join_words([f"round {number}" for number in event.published], "and")
        if outcome is not None and computed.workbook in outcome.written:
            yield f"Published before, and in the workbook now: {rounds}."
        else:
            yield f"Published, and put into the workbook by the next run after it is closed: {rounds}."
    if outcome is None:
        if results is not None and results.finished and not results.event.settings.date:
            yield "The event is finished, but Date on the sheet Event is blank: the archive needs the day."
        return
    from turnabout_sheets.cli.next_words import describe_next_step, describe_outdated

    outdated = outcome.pages.outdated if outcome.pages else None
    if results is not None and results.played:
        yield _leaders(results)
    if event is not None and computed.remarks:
        rest = "; nothing to do" if outdated is None and not outcome.unprinted else ""
        kept = f"The pairings of round {event.last_round} stay as they are{rest}."
        yield " ".join([kept, *map(str, computed.remarks)])
    if len(paired) > 1 and event is not None and event.settings.method.at_once:
        yield f"Paired rounds {paired[0].number} to {paired[-1].number}, all at once."
    elif event is not None:
        yield from (f"Paired round {new.number}: {_pairing(event, new.rows)}." for new in paired)
    yield from _written(outcome, other, "Would write" if dry_run else "Wrote")
    if outcome.site is not None and outcome.site.written:
        yield f"Published {_count(len(outcome.site.written), 'page')} in the folder {outcome.site.folder}"
    if outcome.unpublished:
        yield str(outcome.unpublished)
    if outdated is not None:
        yield describe_outdated(outcome, outdated)
    if other is not None and not outcome.written:
        yield f"Next: {other.refusal}"
    else:
        yield from describe_next_step(outcome)


def outcome_data(found: Computed | Outcome, other: OtherProgram | None = None) -> dict[str, Any]:
    """Return the same as data for JSON."""
    outcome = found if isinstance(found, Outcome) else None
    computed = found.computed if isinstance(found, Outcome) else found
    event, results = computed.event, computed.results
    data: dict[str, Any] = {
        "workbook": str(computed.workbook),
        "exit": int(found.exit),
        "format": computed.format.name,
        "players": len(event.players) if event else None,
        "problems": [_problem_data(problem, computed.workbook) for problem in (*computed.problems, *computed.notes)],
        "written": [str(path) for path in outcome.written] if outcome else [],
    }
    if other is not None:
        data["open_elsewhere"] = other.unseen
    if outcome is not None:
        from turnabout_sheets.jobs.next_step import find_next_step

        data["next"] = find_next_step(computed)
        if outcome.unprinted:
            data["pages_not_written"] = str(outcome.unprinted)
        if outcome.site is not None:
            data["published"] = [str(path) for path in outcome.site.written]
        if outcome.unpublished:
            data["not_published"] = str(outcome.unpublished)
    if results is not None and event is not None:
        name, ranks = player_names(event), results.ranks
        data |= {
            "event": event.settings.name,
            "rounds_played": results.played,
            "rounds_scheduled": results.scheduled,
            "outstanding": len(results.outstanding),
            "finished": results.finished,
            "paired_rounds": [new.number for new in computed.new_rounds],
            "published_before": list(event.published),
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


def _problem_data(problem: Problem, workbook: Path) -> dict[str, str]:
    return {
        "severity": problem.severity.value,
        "sheet": problem.place.sheet,
        "cell": problem.place.cell,
        "problem": str(problem.message),
        "what to do": problem.word_hint(workbook),
    }


def _count(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else noun + 's'}"


def _what_was_read(computed: Computed) -> str:
    event = computed.event
    if event is None:
        return f"{computed.workbook.name}: the event could not be read."
    paired = event.last_round
    what = f"{event.settings.name} ({computed.format.name}): {_count(len(event.players), 'player')}"
    return f"{what}, {_count(paired, 'round')} paired." if paired else f"{what}."


def describe_unrated(computed: Computed) -> str:
    """Return that an event will not be rated for having too few players, as long as more may come (rules 1.7.6)."""
    event, results = computed.event, computed.results
    if event is None or not computed.format.rated or (results is not None and results.finished):
        return ""
    number = max(len(event.paired), sum(not player.never_started for player in event.players))
    if not 1 < number < FEWEST_RATED_PLAYERS:
        return ""
    return f"With {number} players the event will not be rated: that takes {FEWEST_RATED_PLAYERS} or more."


def _problems(problems: Sequence[Problem], computed: Computed, *, only_checked: bool) -> Iterator[str]:
    counts = Counter(problem.severity for problem in problems)
    found = [_count(counts[severity], severity.value.lower()) for severity in Severity if counts[severity]]
    stopped = " Nothing was computed." if computed.exit is ExitCode.PROBLEMS and not only_checked else ""
    if found:
        yield f"Found {' and '.join(found)}.{stopped}"
    elif only_checked:
        yield "No problems found."
    ordered = by_place(problems)
    for problem in ordered[:SHOWN_PROBLEMS]:
        yield f"  {problem.describe(computed.workbook)}"
    if len(ordered) > SHOWN_PROBLEMS:
        where = "; a run lists them" if only_checked else ""
        yield f"  … and {len(ordered) - SHOWN_PROBLEMS} more{where} on the sheet Problems."


def _leaders(results: Results) -> str:
    name, is_bracket = player_names(results.event), results.elimination is not None
    if is_bracket and not results.decided:
        return f"{describe_progress(results)} Still in: {len(results.still_in)} players."
    first = [f"{results.standings['rank'][player]}. {name[player]}" for player in results.order[:LEADERS]]
    if not is_bracket:
        points = (format_number(results.standings["points"][player]) for player in results.order)
        first = [f"{each} ({number})" for each, number in zip(first, points, strict=False)]
    leading = "" if is_bracket or results.finished else "Leading: "
    return f"{describe_progress(results)} {leading}{', '.join(first)}."


def _pairing(event: Event, rows: Sequence[Mapping[str, Any]]) -> str:
    tables = sum(row["b"] != BYE for row in rows)
    byes = [row for row in rows if row["b"] == BYE]
    told = [
        f"{event.players[row['a']].name} {'waits' if row.get('ruling') == WAITS else 'has the bye'}"
        for row in byes[:SHOWN_BYES]
    ]
    more = len(byes) - SHOWN_BYES
    told += [f"{more} more {'has' if more == 1 else 'have'} a bye"] if more > 0 else []
    return ", ".join([_count(tables, "table"), *told] if tables else told)


def _written(outcome: Outcome, other: OtherProgram | None, wrote: str) -> Iterator[str]:
    workbook = outcome.computed.workbook
    if not outcome.written and not outcome.unprinted:
        yield f"{'Nothing' if other is None else 'As it was saved last, nothing'} has changed since the last run."
    for path in outcome.written:
        if path.suffix != ".html":
            yield f"{wrote} {path}" if path == workbook or wrote != "Wrote" else word_written(path)
    if pages := [path for path in outcome.written if path.suffix == ".html"]:
        yield f"{wrote} {_count(len(pages), 'page')} in the folder {pages[0].parent}"
    if outcome.unprinted:
        command = word_command("print", workbook)
        yield f"The workbook is saved, but its pages are not: {outcome.unprinted} Then print them: {command}"
