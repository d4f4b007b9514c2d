"""Types into a workbook that somebody comes, leaves, sits out or comes back, and takes it back; `coming` says what.

Who comes is let into the running round against the bye, if there is one, else with a bye of their own (rules 1.4.11).

Only here, in `add_players` and in `enter_result` does the program change cells on the organizer's sheets, because they
ask for just that. Nobody else's row is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from turnabout_sheets.core.problems import Place, Problem, Said, SaidError, has_errors
from turnabout_sheets.core.text import key
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.jobs.add_players import keep_used, plan_columns
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.coming import (
    COMING_AND_GOING,
    LateError,
    Offer,
    Way,
    list_offers,
    plan_move,
    require_possible,
)
from turnabout_sheets.jobs.enter_result import ResultCell, type_back
from turnabout_sheets.jobs.kept_rounds import drop_rounds, read_kept_rounds
from turnabout_sheets.jobs.kept_sheets import put_in_kept_rounds
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.reading.round_checks import everybody_is_there
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import OtherProgram, find_other_program
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.read import Worksheets


def _read_raw(grid: Grid, row: int, column: int) -> Raw:
    cells = grid.rows[row - 1] if row <= len(grid.rows) else ()
    return cells[column] if column < len(cells) else ""


Plan = Callable[[Event, Format], tuple[Sequence[CellChange], Iterable[Said]]]
"""Returns the cells to be changed in an event, and what that does. Raises `LateError`."""


class GoneError(SaidError):
    """What was offered is no longer so; what is ``said`` is why nothing else is, either."""

    def __init__(self, said: Said | None) -> None:
        super().__init__("It is not possible any more.", said)


@dataclass(frozen=True, slots=True)
class Moved:
    """What came of it that somebody comes or goes.

    ``outcome`` is what is found in the workbook as it is then, ``said`` what was done, in words. It is not ``done``
    because of errors, or of the ``other`` program that has the workbook open.
    ``changes`` are the cells of the organizer's that have, or would have changed, and ``cells`` says of each what it
    holds before and after.
    """

    outcome: RunOutcome
    done: bool = False
    changes: Sequence[CellChange] = ()
    cells: Sequence[ResultCell] = ()
    caused: Sequence[Problem] = ()
    other: OtherProgram | None = None
    said: Sequence[Said] = ()


def move(path: Path, name: str, offer: Offer) -> Moved:
    """Have somebody come or go as it was offered. Raises `LateError` where that is no longer so, or `WorkbookError`."""

    def plan(event: Event, format: Format) -> tuple[Sequence[CellChange], Iterable[Said]]:
        offers, why_not = list_offers(event, format, name)
        if offer not in offers:
            raise GoneError(why_not.said if why_not else None)
        return plan_move(event, format, name, offer.way, offer.round)

    return change(path, name, plan, offer.round if offer.way is Way.OUT else 0)


def change(path: Path, name: str, plan: Plan, anew: int = 0) -> Moved:
    """Change what a plan says of when the player called ``name`` is there, if the workbook is closed.

    Where it changes a round, or the rounds were paired at once, nothing may be wrong in the workbook; else nothing may
    be wrong that was right before, but on the sheet of a round that is paired ``anew`` after it. Raises `LateError` or
    `WorkbookError`.
    """
    return start_over(partial(_change, path, require_possible(name), plan, anew))[0]


def _change(path: Path, name: str, plan: Plan, anew: int) -> Moved:
    opened = save.open_workbook(path)
    kept = read_kept_rounds(opened.path)
    event, format, in_cells = read_source(opened, kept)
    if event is None:
        return Moved(check_source(path, opened, kept))
    missing = set(everybody_is_there(event, format))  # which may be cured here, by one command for each
    is_wrong = has_errors(in_cells) or _has_other_errors(check_event(event, format), missing)
    players, headers = plan_columns(opened, event.tables[format.sheets.players.name], COMING_AND_GOING)
    event = replace(event, tables={**event.tables, players.title: players})
    planned, done = plan(event, format)
    remarks = [*done]
    is_let_in = any(each.sheet != players.title for each in planned)
    in_rounds = is_let_in or event.settings.method.at_once
    if is_wrong and in_rounds:
        return Moved(check_source(path, opened, kept))
    source = put_in_kept_rounds(opened, kept, event, format) if in_rounds else opened
    changes = keep_used(headers, planned)
    changed = replace(source, data=change_cells(source.data, changes))
    outcome = check_source(path, changed, () if in_rounds else kept)
    there = missing.union(check_source(path, opened, kept).problems if is_wrong else ())
    there |= {each for each in outcome.problems if anew and each.place.sheet == title_round(anew)}
    if _has_other_errors(outcome.problems, there):
        return Moved(outcome, caused=[each for each in outcome.problems if each not in there])
    changes = [each for each in changes if each.row != event.tables[each.sheet].header_row]
    cells = _read_cells(source, changed, event, changes)
    moved = Moved(outcome, changes=changes, cells=cells, other=find_other_program(path))
    if moved.other is not None:
        return moved
    leaving = save.replace(opened, changed.data, min(event.published, default=0) if in_rounds else 0)
    if in_rounds:
        drop_rounds(opened.path, event.published)
    if is_let_in:
        remarks += _describe_more_rounds(event, outcome.event, name)
    outcome = replace(outcome, leaving=leaving)
    return replace(moved, outcome=outcome, done=True, said=remarks)


def _read_cells(
    before: save.Source, after: save.Source, event: Event, changes: Sequence[CellChange]
) -> list[ResultCell]:
    """Return what cells hold before they change, and what they shall hold; columns may be new."""
    titles = {each.sheet for each in changes}
    were, are = (
        {grid.name: grid for grid in Worksheets(source).read(lambda title: title in titles)}
        for source in (before, after)
    )
    return [
        ResultCell(
            f"{each.sheet}!{address(each.row - 1, each.column)}",
            Column(str(_read_raw(are[each.sheet], event.tables[each.sheet].header_row, each.column)), ""),
            Place(each.sheet, address(each.row - 1, each.column)),
            _read_raw(were[each.sheet], each.row, each.column),
            each.value,
        )
        for each in changes
    ]


def take_back(path: Path, moved: Moved) -> Moved:
    """Make the cells hold again what they held before, if they hold what was written, and nothing goes wrong by it.

    Raises `LateError` where they hold something else now, or `WorkbookError`.
    """
    return start_over(partial(_take_back, path, moved))[0]


def _take_back(path: Path, moved: Moved) -> Moved:
    opened = save.open_workbook(path)
    kept = read_kept_rounds(opened.path)
    event, _, _ = read_source(opened, kept)
    if event is None or not {each.sheet for each in moved.changes} <= {*event.tables}:
        return Moved(check_source(path, opened, kept))
    now = _read_cells(opened, opened, event, moved.changes)
    cells = type_back({each.field: each for each in now}, moved.cells)
    if cells is None:
        raise LateError("people.cells_changed")
    back = [each._replace(value=cell.after) for each, cell in zip(moved.changes, cells, strict=True)]
    changed = replace(opened, data=change_cells(opened.data, back))
    outcome = check_source(path, changed, kept)
    there = set(check_source(path, opened, kept).problems) if has_errors(outcome.problems) else set()
    undone = Moved(outcome, False, back, cells, other=find_other_program(path))
    if _has_other_errors(outcome.problems, there):
        return replace(undone, caused=[each for each in outcome.problems if each not in there])
    if undone.other is not None:
        return undone
    leaving = save.replace(opened, changed.data)
    outcome = replace(outcome, leaving=leaving)
    return replace(undone, outcome=outcome, done=True)


def _describe_more_rounds(before: Event, after: Event | None, name: str) -> Iterator[Said]:
    """Yield what there is to say where a player of round 1 is one more than the rounds are for (rules 1.5.10)."""
    method = before.settings.method
    if after is None or method.at_once or method.by_bracket:
        return
    others = replace(before, players=tuple(player for player in before.players if key(player.name) != key(name)))
    were, are = progress.scheduled_rounds(others), progress.scheduled_rounds(after)
    if are <= were:
        return
    yield Said("people.more_rounds", {"players": len(after.playing(1)), "are": are, "were": were})


def _has_other_errors(problems: Sequence[Problem], missing: Collection[Problem]) -> bool:
    """Say whether there are errors besides that somebody is ``missing``."""
    return has_errors([problem for problem in problems if problem not in missing])
