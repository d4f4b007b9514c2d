"""Keeps the log of a workbook: compares what a run has read with what the last one had, and notes what was changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from turnabout_sheets.changes.differences import compare_rows
from turnabout_sheets.changes.effects import Effects
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.changes.log import (
    BEGINS,
    TALLIED,
    Block,
    Kind,
    Line,
    add_lines,
    describe_block,
    group_changes,
)
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import compute
from turnabout_sheets.jobs.compute import Computed
from turnabout_sheets.jobs.knowledge import read_inputs
from turnabout_sheets.jobs.known import Known
from turnabout_sheets.jobs.restore import tell_restored
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.reading.published import write_grid
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.grid import Grid, keep_columns
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.ours.round_sheet import foresee_grid
from turnabout_sheets.workbook.read import read_saved, read_saved_by

NOT_READ: Final = "What the last run read cannot be read any more; the log goes on from here"
"""The line of a workbook whose memory was altered, or is gone."""

_ANSWERED: Final[Mapping[Asked, str]] = {
    Asked.PAIRS: "The names of round {} were taken as played",
    Asked.RESULTS: "The results of round {} were taken as they are",
    Asked.CLEARED: "The results of round {} were cleared, and that is meant",
    Asked.GONE: "Round {} was paired anew, though it was published",
    Asked.OLDER: "The workbook was taken as it is, though it is older than the newest state",
    Asked.FEW: "Round {} was paired for those who are marked in Here, fewer than half",
    Asked.PLAYERS: "The players were taken as they stand, beside other values than before",
}
"""The line of a question that was answered: it is so as it is."""


def keep_log(computed: Computed) -> Known:
    """Return what a workbook knows once a run without errors has noted what was changed; else it stays as it is."""
    assert computed.read is not None, "a run without errors"
    path, inside = computed.source.path, computed.knowledge.inside
    read = {grid.name: grid for grid in _list_grids(_leave_out_unread(computed.read), computed.outcome.kept)}
    inputs = {name: write_grid(grid) for name, grid in read.items()}
    new = [*tell_restored(path, inside.lines)]
    new += [Line(after=_ANSWERED[asked].format(number)) for asked, number in sorted(computed.answered)]
    new += _list_lines(computed, inside, read, inputs)
    lines = add_lines(inside.lines, _tell_saved(computed), new)
    inputs |= {grid.name: write_grid(grid) for grid in _foresee_new_rounds(computed, read.values())}
    return computed.knowledge.renew(computed.outcome, lines, inputs)


def _tell_saved(computed: Computed) -> str:
    """Return when the workbook was saved, with the setting Log names also by whom; what is not known is left out."""
    package = computed.source.package
    saved = computed.source.saved or read_saved(package)
    named = computed.read is not None and computed.read.settings.log_names
    name = read_saved_by(package) if named else ""
    return " ".join(filter(None, (f"{saved:%Y-%m-%d %H:%M}" if saved else "", name and f"by {name}")))


def _list_lines(
    computed: Computed, inside: Known, read: Mapping[str, Grid], inputs: Mapping[str, str]
) -> Iterator[Line]:
    """Yield what there is to note of what was changed since the last run; ``inputs`` are the texts of what was read."""
    if not inside.lines:
        yield Line(after=NOT_READ if computed.knowledge.is_lost else BEGINS)
    elif inside.inputs != inputs:
        same = {name: grid for name, grid in read.items() if inside.inputs.get(name) == inputs[name]}
        before = read_inputs(inside, computed.source, same)
        yield from _describe_changes(computed, *before) if before else [Line(after=NOT_READ)]


def _describe_changes(computed: Computed, before: Event, format: Format, problems: Sequence[Problem]) -> Iterator[Line]:
    """Yield what was changed since a version; what the program has paired is no change, unless it was there before."""
    results = computed.outcome.results
    assert results is not None, "a run without errors"
    after, new_rounds = _leave_out_unread(results.event), {new.number for new in computed.outcome.new_rounds}
    fields = {*results.format.entry.fields}
    headers = [column.header for column in results.format.sheets.matches.columns if column.field in fields]
    effects: Effects | None = None
    blocks = group_changes(before, after, compare_rows(before, after, new_rounds))
    for block in blocks:
        line = describe_block(block, headers)
        if not has_errors(problems) and _may_matter(block):
            effects = effects or Effects(compute(before, format), results, blocks)
            line = line._replace(followed=effects.describe(block))
        elif block.round and block.round + 1 in {new.number for new in computed.outcome.paired}:
            line = line._replace(followed=f"round {block.round + 1} was paired")
        yield line


def _may_matter(block: Block) -> bool:
    """Tell whether points may follow from a block; of results and players that come in they are not told."""
    by_sheet = block.changes[0].sheet
    if block.changes[0].column in TALLIED:
        return False
    if by_sheet == "Players":
        new = {change.who for change in block.changes if change.column == "Player" and not change.before}
        return any(change.who not in new for change in block.changes)
    return block.kind is not Kind.NEW or not (block.matches or by_sheet == "Event")


def _leave_out_unread(event: Event) -> Event:
    """Return an event as if its sheets had only the columns that are read: what stands beside them decides nothing."""
    return replace(event, tables={title: _narrow(table) for title, table in event.tables.items()})


def _narrow(table: Table) -> Table:
    return replace(table, grid=keep_columns(table.grid, table.positions.values()))


def _list_grids(event: Event, kept: Iterable[int]) -> list[Grid]:
    """Return the sheets that an event was read from; rounds that are ``kept`` for it have none yet."""
    new = {*map(title_round, kept)}
    grids = [table.grid for title, table in event.tables.items() if table.grid.rows and title not in new]
    return list({grid.name: grid for grid in grids}.values())


def _foresee_new_rounds(computed: Computed, read: Iterable[Grid]) -> Iterator[Grid]:
    """Yield the sheets of the new rounds just as the next run will read them."""
    behind = max((grid.days_behind for grid in read), default=0)
    for new in (*computed.outcome.new_rounds, *computed.outcome.to_type):
        assert computed.outcome.event is not None, "new rounds are of an event"
        declared = [place for place, column in enumerate(new.columns) if isinstance(column, Column)]
        sheet = keep_columns(foresee_grid(new, computed.outcome.event), declared)
        yield replace(sheet, days_behind=behind)
