"""Puts into the bytes of a workbook what a run leaves there: its sheets, new rounds, the log, the state.

The same for the same workbook, wherever it is run.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from turnabout_sheets.changes import log
from turnabout_sheets.changes.differences import compare_rows
from turnabout_sheets.changes.effects import LATE, Effects
from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Severity, has_errors
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.output_sheets import (
    DESK,
    PROBLEMS,
    DeskSheet,
    Line,
    OutputSheet,
    describe_progress,
    problems_sheet,
)
from turnabout_sheets.event.results import Results, compute, find_rounds_ahead, running_round
from turnabout_sheets.jobs.compare import ANSWERS, count_results, list_rows
from turnabout_sheets.jobs.next_step import NextStep, advise, find_next_step, title_sheet
from turnabout_sheets.jobs.outcome import Computed
from turnabout_sheets.jobs.read import narrow, read_grids, rename_players
from turnabout_sheets.jobs.state import State, write_state
from turnabout_sheets.prints.making import FILE as INDEX
from turnabout_sheets.prints.words import FALLBACK, load_words
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.sheets.declarations import HOW_TO, Column
from turnabout_sheets.sheets.grid import keep_columns
from turnabout_sheets.sheets.grid_json import write_grid
from turnabout_sheets.workbook.ooxml.book import NewBook
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.workbook_part import Tabs
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.round_sheet import add_round, find_neighbours, foresee_grid
from turnabout_sheets.workbook.ours.run_sheets import add_desk, add_log, add_output_sheet, add_remembered
from turnabout_sheets.workbook.read import read_saved, read_saved_by

MOST_LEADERS: Final = 10
FEWEST_ROUNDS: Final = 3  # with fewer, a chart says nothing


def graft_sheets(computed: Computed, sheets: Sequence[OutputSheet], state: State | None, folder: str) -> bytes:
    """Return the workbook with these sheets, Desk, Problems, the state, and new rounds, the running one in front.

    ``folder`` beside it has the pages, to which a link leads; blank: they are elsewhere.
    """
    event, results, new_sheets = computed.event, computed.results, (*computed.new_rounds, *computed.to_type)
    book = NewBook(event.settings.paper) if event is not None else NewBook()
    problems = (each for each in computed.problems if each.severity is Severity.ERROR or each.place.cell)
    seen = {each.place.sheet for each in problems}  # that have an error, or a cell to follow a link to
    hidden, front, beside = set[str](), "", dict[str, str]()
    if results is not None:
        desk = _fill_desk_sheet(computed, results, sheets[0], folder)
        add_desk(book, desk)
        seen |= {line.link for line in desk.lines if not line.address}
    for sheet in (*sheets, problems_sheet(computed.problems, computed.workbook.name)):
        add_output_sheet(book, sheet)
        (hidden if sheet.idle else seen).add(sheet.sheet.name)
    if state is not None:
        add_log(book, state.lines)
        (seen if any(line.followed.startswith(LATE) for line in state.lines) else hidden).add(LOG.name)
        add_remembered(book, write_state(state.as_inside()))
    if event is not None:
        for new in new_sheets:
            add_round(book, new, event, computed.format)
        beside |= find_neighbours(event, computed.format, [new.number for new in new_sheets])
    for lost in (each for each in computed.book.lost if each.name in computed.book.beside.waiting):
        from turnabout_sheets.workbook.ours.blank import add_lost_sheet  # few runs need it

        add_lost_sheet(book, computed.format, lost)
        beside |= {EVENT_SHEET.name: computed.format.players.name, computed.format.players.name: EVENT_SHEET.name}
    if results is not None:
        running, ahead = running_round(results), find_rounds_ahead(results)
        titles = (*(new.sheet.name for new in computed.to_type), title_round(running))
        front = next((each for each in titles if each in book.sheetnames), "")
        hidden |= {title_round(number) for number in ahead}
        begun = (number for number in results.event.rounds if number >= running and number not in ahead)
        seen |= {title_sheet(results, number) for number in begun}
    tabs = Tabs(beside, hidden, seen - {"", REMEMBERED.name}, first=DESK.name, last=HOW_TO)
    again, ours = {new.sheet.name for new in computed.paired}, ours_of(computed.format)
    return graft(computed.book.source.data, book, ours=ours, front=front, tabs=tabs, again=again)


def _fill_desk_sheet(computed: Computed, results: Results, standings: OutputSheet, folder: str) -> DeskSheet:
    """Return the sheet after a run without errors."""
    after = replace(computed, waiting=(), paired=())  # as the next run finds it, to which no round is new
    step = find_next_step(after, to_print=True)
    advice = advise(step, after, load_words(FALLBACK))
    if step is NextStep.TYPE_RESULTS:  # the lines below say which are missing
        advice = advice._replace(stands="")
    ending = ": run again." if step is NextStep.PAIR else ", save, and run again." if advice.is_typed else "."
    lines, number = [Line("Next", advice.say(ending))], 0 if results.finished else running_round(results)
    if matches := [match for match in results.event.rounds.get(number, ()) if match.b != BYE]:
        missing = sum(match.index in results.event.outstanding for match in matches)
        sheet = title_sheet(results, number)
        lines.append(Line("Round", f"{number} of {results.scheduled}", sheet))
        lines.append(Line("Results missing", f"{missing} of {len(matches)}", sheet))
    warnings = sum(problem.severity is Severity.WARNING for problem in computed.problems)
    lines.append(Line("Warnings", warnings, PROBLEMS.name if warnings else ""))  # else hidden, perhaps
    lines.append(Line("Standings", describe_progress(results), standings.sheet.name))
    for what, count in results.event.count_marked().items():
        lines.append(Line(what.capitalize(), f"{count} of {len(results.event.expected)}", "Players"))
    with contextlib.suppress(UnicodeError):  # whatever encoding the system has here
        folder = os.fsencode(folder).decode()
    # No path of this computer: a workbook that is renamed leads to its former pages until the next run.
    if folder and folder == as_text(folder):
        # Letters of other alphabets stay, as spreadsheet programs write them.
        address = "".join(quote(each) if each.isascii() else each for each in f"{folder}/{INDEX}")
        lines.append(Line("Pages", "Slips, pairings and standings, to print.", INDEX, address))
    leaders = standings.frame[["rank", "player", "points"]].head(MOST_LEADERS)
    charts = results.format.make_charts(results) if results.played >= FEWEST_ROUNDS else ()
    return DeskSheet(lines, [*leaders.itertuples(index=False, name=None)], results.format.points_name, charts)


def make_state(computed: Computed, *, is_saved: bool) -> State:
    """Return the state after a run without errors, once its sheets are in the workbook, or while they wait.

    The log is only in the workbook: it lists the changes since the run before.
    """
    book, event = computed.book, computed.event
    assert event is not None, "a run without errors"
    sheets = {title: text for title, text in book.sheets.items() if title not in map(title_round, event.published)}
    behind = max((table.grid.days_behind for table in event.tables.values()), default=0)
    for new in (*computed.new_rounds, *(computed.to_type if is_saved else ())):
        grid = foresee_grid(new, event)
        if is_saved:
            grid = keep_columns(grid, [at for at, each in enumerate(new.columns) if isinstance(each, Column)])
        sheets[new.sheet.name] = write_grid(replace(grid, days_behind=behind))
    published, seen = _list_published(computed, event), {**book.state.sheets, **book.state.seen}
    by_hand, not_played = {each.place.sheet for each in computed.changed}, {*published} - event.rounds.keys()
    seen = {title: text for title, text in seen.items() if title in by_hand or round_number(title) in not_played}
    with_id = [player for player in event.players if player.player_id and player.number in event.paired]
    state = State(
        event=book.state.event or book.source.digest,  # of its first run, so that equal workbooks give equal bytes
        number=book.inside.number or book.state.number,
        sheets=sheets,
        waiting=() if is_saved else tuple(new.sheet.name for new in computed.new_rounds),
        published=published,
        seen={x.name: write_grid(rename_players(x, book.before[0], event)) for x in read_grids(seen)},
        ids={name: player.player_id for player in with_id for name in (*player.former, player.name)},
        versions=book.beside.versions,
        typed={} if is_saved or not book.beside.restored else book.beside.typed,
        restored=0 if is_saved else book.beside.restored,  # until the log says so
    )
    if not is_saved:
        return state
    last = book.inside.lines[-1].run if book.inside.lines else 0  # which may have been killed before it was done
    answered = [log.Line(after=ANSWERS[kind].logged.format(sheet)) for kind, sheet in sorted(computed.answered)]
    back = f"Version {book.beside.restored:04} was brought back"
    if book.beside.restored and back not in {line.after for line in book.inside.lines if line.run == last}:
        answered.append(log.Line(after=back))
    lines = log.add_lines(book.inside.lines, _tell_saved(computed), [*answered, *_list_lines(computed)])
    state = state._replace(lines=lines)
    if state.as_inside() == book.inside:
        return state
    # A restored version continues after the newest, so that it is an older copy nowhere.
    newest = max(state.number, book.beside.number if book.beside.restored else 0)
    return state._replace(number=newest + 1)


def _list_published(computed: Computed, event: Event) -> tuple[int, ...]:
    """Return the rounds that players have seen: those known, and those without a result, whoever has paired them.

    One whose sheet was deleted stays: if it is paired again, the slips that change are void.
    """
    book, there = computed.book, {*event.rounds, *event.unplayed}
    # The organizer has answered that a round with results is to be gone.
    known = {number for number in book.state.published if number in there or not count_results(book, number)}
    new = event.rounds.keys() - known
    blank = {each for each in new if not any(row.result for row in list_rows(event, computed.format, each))}
    return tuple(sorted(known | blank))


def _tell_saved(computed: Computed) -> str:
    """Return when the workbook was saved, as far as known, and by whom if the setting Log names is on."""
    source, event = computed.book.source, computed.book.event
    saved = source.saved or read_saved(source.package)
    name = read_saved_by(source.package) if event is not None and event.settings.log_names else ""
    return " ".join(filter(None, (f"{saved:%Y-%m-%d %H:%M}" if saved else "", name and f"by {name}")))


def _list_lines(computed: Computed) -> Iterator[log.Line]:
    """Yield the lines about what changed since the last run."""
    book, results = computed.book, computed.results
    assert results is not None, "a run without errors"
    last = book.read(book.inside) if book.inside.lines else None
    if last is None:
        yield log.Line(after=log.BEGINS)
        return
    before, format, problems = last
    after, paired = narrow(results.event), {new.number for new in computed.paired}
    fields = {*results.format.entry_fields}
    headers = [column.header for column in results.format.matches.columns if column.field in fields]
    effects: Effects | None = None
    # What the program has paired is no change, unless it was there before.
    blocks = log.group_changes(before, after, compare_rows(before, after, {new.number for new in computed.new_rounds}))
    for block in blocks:
        line = log.describe_block(block, headers)
        if not has_errors(problems) and _may_matter(block):
            effects = effects or Effects(compute(before, format), results, blocks)
            line = line._replace(followed=effects.describe(block))
        elif block.round and block.round + 1 in paired:
            line = line._replace(followed=f"round {block.round + 1} was paired")
        yield line


def _may_matter(block: log.Block) -> bool:
    """Return whether a block may change points; this is not reported for new results and players."""
    first = block.changes[0]
    if first.column in log.TALLIED:
        return False
    if first.sheet == "Players":
        new = {change.who for change in block.changes if change.column == "Player" and not change.before}
        return any(change.who not in new for change in block.changes)
    return block.kind is not log.Kind.NEW or not (block.matches or first.sheet == "Event")
