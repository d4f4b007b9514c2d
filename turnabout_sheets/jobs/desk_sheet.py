"""Fills the sheet Desk from what a run comes to: the same for the same workbook, whoever looks at it and where.

What a run knows stands there as text; what is typed after it moves in formulas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from turnabout_sheets.core.file_names import as_text, read_name
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.format import LiveBlock, LiveValue, OutputSheet
from turnabout_sheets.event.output_sheets import PROBLEMS, DeskSheet, Line, Link, Shown, describe_progress, get_value
from turnabout_sheets.event.results import Results, list_waiting, running_round
from turnabout_sheets.formats.live import (
    ORDER,
    RANK_NOW,
    count_out,
    count_tables,
    find_check,
    find_round,
    first_true,
    points_now,
    quoted,
)
from turnabout_sheets.jobs.next_step import Advice, NextStep, advise, ask_for_results, find_next_step, title_sheet
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.prints.making import FILE as INDEX
from turnabout_sheets.prints.words import FALLBACK, load_words
from turnabout_sheets.sheets.grid import column_letters

MOST_LEADERS: Final = 10

NOW, FIRST_ROW = "B", 3
"""The column of what the lines say, and the row of the first behind that which says what to do next."""

TABLES, OUT, CHECK, ERRORS = "Tables", "Results missing", "To look at", "Errors"
"""What the lines are about that the first one looks at."""

Told = Mapping[str, tuple[str, Shown]]
"""Of other lines, by what they are about, the cell and what stands there."""


class Case(NamedTuple):
    """What to do where a test holds, which is a formula's; and whether it holds now."""

    test: str
    holds: bool
    words: str


def fill_desk_sheet(outcome: RunOutcome, standings: OutputSheet, workbook: Path, prints: Path) -> DeskSheet:
    """Return the sheet of a ``workbook``, for the outcome of a run without errors, with its pages in ``prints``."""
    results = outcome.results
    assert results is not None, "a run without errors"
    lines = [
        *_describe_round(results),
        *_count_problems(outcome),
        Line("Standings", describe_progress(results), Link(standings.sheet.name, sheet=standings.sheet.name)),
        *_count_marked(results),
        *_lead_to_pages(workbook, prints),
    ]
    told = {line.what: (f"{NOW}{row}", line.now) for row, line in enumerate(lines, FIRST_ROW)}
    live = list(_list_leaders(results, standings))
    points = points_now(results.format) if standings.live else results.format.points_name
    return DeskSheet([_describe_next(outcome, told), *lines], live or list(_list_first(standings)), points)


def _describe_next(outcome: RunOutcome, told: Told) -> Line:
    """Return the line that says what to do, where the others say what is ``told``."""
    outcome = replace(outcome, new_rounds=())  # as the next run finds it, to which no round is new
    step, results = find_next_step(outcome), outcome.results
    assert results is not None, "a run without errors"
    cell, errors = told[ERRORS]
    first = step if step is NextStep.ALLOW_PAIRING else NextStep.CORRECT
    cases = [Case(f"{cell}>0", get_value(errors) != 0, word_step(first, outcome))]
    words = word_step(step, outcome)
    if step in (NextStep.PLAY, NextStep.TYPE_RESULTS) and OUT in told:
        cases += _follow_typing(outcome, results, told)
        words = _say_when_all_is_in(results)
    formula = first_true([(each.test, quoted(each.words)) for each in cases], quoted(words))
    now = next((each.words for each in cases if each.holds), words)
    return Line("Next", LiveValue(formula, now), _link(step, results))


RUN_AGAIN: Final = ", save, and run again."


def word_step(step: NextStep, outcome: RunOutcome) -> str:
    """Return what to do next, short enough for a formula."""
    advice = advise(step, outcome, load_words(FALLBACK))
    if step is NextStep.TYPE_RESULTS:  # which are missing stands in the lines below
        advice = advice._replace(stands="")
    return advice.say(": run again." if step is NextStep.PAIR else RUN_AGAIN if advice.is_typed else ".")


def _follow_typing(outcome: RunOutcome, results: Results, told: Told) -> Iterator[Case]:
    """Yield what to do until every result of the running round is in, and all is well with it."""
    sheet = title_sheet(results, running_round(results))
    (all, tables), (out, missing) = told[TABLES], told[OUT]
    yield Case(f"{out}={all}", get_value(missing) == get_value(tables), word_step(NextStep.PLAY, outcome))
    yield Case(f"{out}>0", get_value(missing) != 0, _ask_for_results([sheet]))
    if CHECK in told:
        cell, check = told[CHECK]
        yield Case(f'{cell}<>""', get_value(check) != "", f"Put right what Check says in the sheet {sheet}{RUN_AGAIN}")


def _say_when_all_is_in(results: Results) -> str:
    """Return what is left when all of the running round is typed: results of earlier ones, or nothing."""
    earlier = sorted({match.round for match in list_waiting(results)} - {running_round(results)})
    if earlier:
        return _ask_for_results([title_sheet(results, number) for number in earlier])
    return "Every result of the round is in: save, close the workbook, and run again."


def _ask_for_results(sheets: Sequence[str]) -> str:
    return Advice(ask_for_results(list(dict.fromkeys(sheets)), load_words(FALLBACK))).say(RUN_AGAIN)


def _link(step: NextStep, results: Results) -> Link | None:
    """Return where it is done, if that is a sheet that is there."""
    match step:
        case NextStep.LIST_PLAYERS | NextStep.CLOSE:
            title = results.event.tables["Players"].title
        case NextStep.TYPE_RESULTS | NextStep.DECIDE:
            title = title_sheet(results, running_round(results))
        case NextStep.ALLOW_PAIRING:
            title = PROBLEMS.name
        case NextStep.ARCHIVE:
            title = results.format.sheets.output[0].name
        case _:
            return None
    return Link(title, sheet=title)


def _describe_round(results: Results) -> Iterator[Line]:
    """Yield how far the running round is; nothing where none is running."""
    number = 0 if results.finished else running_round(results)
    round = find_round(results.event, results.format, number)
    if round is None:
        return
    link = Link(round.title, sheet=round.title)
    yield Line("Round", f"{number} of {results.scheduled}", link)
    yield Line(TABLES, count_tables(results, round))
    yield Line(OUT, count_out(results, round), link)
    check = find_check(results, round)
    if check is not None:
        yield Line(CHECK, check, link)


def _count_problems(outcome: RunOutcome) -> Iterator[Line]:
    """Yield how many errors and warnings the last run has found: one that is stopped writes no other sheet.

    Nothing leads to the sheet while it is hidden, as it has nothing to say.
    """
    link = Link(PROBLEMS.name, sheet=PROBLEMS.name)
    for what, severity in ((ERRORS, Severity.ERROR), ("Warnings", Severity.WARNING)):
        found = sum(problem.severity is severity for problem in outcome.problems)
        count = f"=IFERROR(COUNTIF({PROBLEMS.name}!$A:$A,{quoted(str(severity))}),0)"
        yield Line(what, LiveValue(count, found), link if found else None)


def _count_marked(results: Results) -> Iterator[Line]:
    """Yield how many players are marked as here, and how many have paid; nothing where nobody is marked."""
    for what, count in results.event.count_marked().items():
        shown = f"{count} of {len(results.event.expected)}"
        yield Line(what.capitalize(), shown, Link("Players", sheet="Players"))


def _lead_to_pages(workbook: Path, prints: Path) -> Iterator[Line]:
    """Yield where the pages are, if that can be said without a path of this computer, and at all: beside the workbook.

    Who renames the workbook finds those of before until the next run, which makes new ones and leads to them.
    """
    folder = read_name(prints.name)
    if follow_links(prints.parent) == follow_links(workbook.parent) and folder == as_text(folder):
        address = "/".join(_quote(name) for name in (folder, INDEX))
        yield Line("Pages", "Slips, pairings and standings, to print.", Link(INDEX, address=address))


def _quote(name: str) -> str:
    """Return a name as it stands in an address; letters of other alphabets stay, as spreadsheet programs write them."""
    return "".join(quote(letter) if letter.isascii() else letter for letter in name)


def _list_leaders(results: Results, standings: OutputSheet) -> Iterator[Sequence[Shown]]:
    """Yield rank, name and points of the leaders, as formulas that follow the standings; nothing where these stay."""
    if standings.live is None:
        return
    names = [*(each.field for each in standings.sheet.columns), *(each.header for each in standings.live.columns)]
    last, now = len(standings.frame) + 1, points_now(results.format)
    shown = (RANK_NOW, "player", now)
    ranges = {
        name: f"{standings.sheet.name}!${letters}$2:${letters}${last}"
        for name in (*shown, ORDER)
        for letters in [column_letters(names.index(name))]
    }
    for place, values in enumerate(_sort_by_points(standings, standings.live, now)[:MOST_LEADERS], 1):
        found = f"MATCH(LARGE({ranges[ORDER]},{place}),{ranges[ORDER]},0)"
        formulas = (f'=IFERROR(INDEX({ranges[name]},{found}),"")' for name in shown)
        yield [LiveValue(*each) for each in zip(formulas, values, strict=True)]


def _sort_by_points(standings: OutputSheet, live: LiveBlock, now: str) -> Sequence[Sequence[Any]]:
    """Return rank, name and points now of all who are ranked, those who are equal in the order of the sheet."""
    headers = [column.header for column in live.columns]
    ranked = []
    for name, row in zip(standings.frame["player"], live.rows, strict=True):
        rank, points = (row[headers.index(header)] for header in (RANK_NOW, now))
        if isinstance(rank, LiveValue) and isinstance(points, LiveValue):
            ranked.append((rank.value, name, points.value))
    return sorted(ranked, key=itemgetter(0))


def _list_first(standings: OutputSheet) -> Iterator[Sequence[Shown]]:
    """Yield rank, name and points of the first in the standings."""
    frame = standings.frame[["rank", "player", "points"]].head(MOST_LEADERS)
    yield from frame.itertuples(index=False, name=None)
