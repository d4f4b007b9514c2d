"""Results that stand columns beside their own, whole rows that do, and columns that are swapped."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import join_words
from turnabout_sheets.formats.live import find_live_columns
from turnabout_sheets.reading.causes.trial import Cause, Errors, Trial
from turnabout_sheets.reading.result_checks import COPY
from turnabout_sheets.sheets.cell_kinds import REMARK, TEXT, format_cell
from turnabout_sheets.sheets.grid import Grid, cell_range

FEWEST: Final = 3
"""How many errors must have a cause in common: fewer are told one by one, each with its own remedy."""

_DISTANCES: Final = {1: "one column", 2: "two columns"}


@dataclass(frozen=True, slots=True)
class Move:
    """What puts cells right: by column, counted from 0, the column whose value belongs there.

    ``moved`` begins the sentence about it, with ``{here}`` for the range; blank where two columns are swapped.
    """

    sources: Mapping[int, int]
    moved: str = ""

    @property
    def touched(self) -> frozenset[int]:
        """All columns that the move fills or empties."""
        return frozenset(self.sources) | frozenset(self.sources.values())

    @property
    def overwritten(self) -> frozenset[int]:
        """The columns whose own value the move would lose: it must be blank there."""
        return frozenset(self.sources) - frozenset(self.sources.values())

    @property
    def emptied(self) -> frozenset[int]:
        """The columns that are blank afterwards."""
        return frozenset(self.sources.values()) - frozenset(self.sources)


@dataclass(frozen=True, slots=True)
class _Run:
    """Rows that a move puts right, and how many errors it explains; what is ``left`` are cells with other errors."""

    move: Move
    rows: Sequence[int]
    explained: int
    left: frozenset[tuple[int, int]]


def find_columns_off(trial: Trial) -> Cause | None:
    """Return the move of columns that explains the most errors, the first of several; None without any."""
    if sum(map(len, trial.errors.values())) < FEWEST:
        return None
    runs = [
        run
        for move in _moves(trial)
        if _may_explain(trial, move) and not trial.has_flags(move.touched)
        for run in _find_runs(trial, move, trial.with_grid(_apply(trial.grid, move, trial.rows)).errors)
        if run.explained >= FEWEST
    ]
    if not runs:
        return None
    best = max(runs, key=lambda run: (run.explained, _count_different(trial, run)))
    rows = range(best.rows[0], best.rows[-1] + 1)
    cured = _apply(trial.grid, best.move, rows)
    problem = _tell(trial, best, _find_last(trial, best))
    return Cause(problem, _gone(trial, best, trial.with_grid(cured).errors), cured)


def _find_last(trial: Trial, run: _Run) -> int:
    """Return the last row of a run: of a sheet that was not looked at to its end, also behind those rows."""
    last, move = run.rows[-1], run.move
    whole = trial.with_grid(trial.table.grid)
    if any(trial.has_any(row, move.touched) for row in range(last + 1, trial.rows.stop)):
        return last
    for row in range(trial.rows.stop, whole.rows.stop):
        if whole.has_any(row, move.overwritten) or not all(whole.fits(row, *each) for each in move.sources.items()):
            break
        if whole.has_any(row, move.touched):
            last = row
    return last


def _count_different(trial: Trial, run: _Run) -> int:
    """Return how many different values a move brings to new columns: results differ, a column of decks may not."""
    cells = ((trial.grid.rows[row], source) for row in run.rows for source in run.move.sources.values())
    return len({format_cell(row[source]) for row, source in cells if source < len(row)})


def _gone(trial: Trial, run: _Run, after: Errors) -> frozenset[Place]:
    """Return the cells whose problems have the cause of a run: those that are moved, and those that it alone spoils.

    Where results are typed, also that some are missing is said of what was not read as it is meant.
    """
    cells: set[tuple[int, int]] = set()
    for row in range(run.rows[0], run.rows[-1] + 1):
        before = trial.errors.get(row, frozenset())
        cells |= {(row, column) for column in run.move.touched | {*trial.results} - before}
        cells |= {(row, column) for column in before - after.get(row, frozenset())}
    return frozenset(trial.place(*cell) for cell in cells - run.left)


def _moves(trial: Trial) -> Iterator[Move]:
    """Yield the moves that are tried: results, and whole rows, one or two columns beside their own; columns swapped."""
    every = sorted(trial.positions.values())
    rows = [column for column in every if not trial.results or column <= trial.results[-1]]
    for name, block in (("results", trial.results), ("rows", rows)):
        if not block or list(block) != list(range(block[0], block[0] + len(block))):
            continue  # columns of somebody's own stand between
        for distance in (1, -1, 2, -2):
            if block[0] + distance >= 0:
                side = "right" if distance > 0 else "left"
                moved = f"The {name} in {{here}} stand {_DISTANCES[abs(distance)]} too far {side}."
                yield Move({column: column + distance for column in block}, moved)
    wrong = frozenset().union(*trial.errors.values())
    for one, other in combinations(every, 2):
        if one in wrong or other in wrong:
            yield Move({one: other, other: one})


def _may_explain(trial: Trial, move: Move) -> bool:
    """Say whether a move brings values to their like in rows with errors enough: far quicker than to try it."""
    explained = 0
    for row, columns in trial.errors.items():
        if all(trial.fits(row, *each) for each in move.sources.items()):
            explained += len(columns)
    return explained >= FEWEST


def _apply(grid: Grid, move: Move, rows: Collection[int]) -> Grid:
    """Return the sheet with the cells of some rows moved."""
    cells = list(grid.rows)
    for row in rows:
        old = [*grid.rows[row], *[""] * (max(move.touched) + 1 - len(grid.rows[row]))]
        cells[row] = [
            (old[move.sources[column]] if column in move.sources else "") if column in move.touched else value
            for column, value in enumerate(old)
        ]
    return replace(grid, rows=cells)


def _find_runs(trial: Trial, move: Move, after: Errors) -> Iterator[_Run]:
    """Yield the runs of rows that a move puts right; blank rows between them, of byes, say, belong to them."""
    lost = _lost(trial, move)
    kept = {row: columns - lost for row, columns in after.items()}
    run: list[int] = []
    for row in trial.rows:
        written_over = not lost or trial.has_any(row, lost)  # else nothing of the row came to stand where names do
        mended = written_over and _mends(trial, row, move, kept.get(row, frozenset()))
        if mended or _goes_along(trial, row, move, after):
            run.append(row)
        elif row in trial.errors or kept.get(row) or trial.has_any(row, move.touched - _names(trial)):
            yield from _make_run(trial, run, move, kept)
            run = []
    yield from _make_run(trial, run, move, kept)


def _make_run(trial: Trial, rows: Sequence[int], move: Move, after: Errors) -> Iterator[_Run]:
    if rows:
        stays = {row: after.get(row, frozenset()) for row in rows}
        left = {(row, move.sources.get(column, column)) for row in rows for column in stays[row]}
        explained = sum(len(trial.errors.get(row, frozenset())) - len(stays[row]) for row in rows)
        yield _Run(move, rows, explained, frozenset(left))


def _mends(trial: Trial, row: int, move: Move, after: frozenset[int]) -> bool:
    """Say whether a move takes errors from a row, adds none, and loses nothing that stands there.

    What comes to a column that takes any text, a remark, say, was not meant for it by that alone: something else must
    come back for it.
    """
    before = trial.errors.get(row, frozenset())
    if len(after) >= len(before) or after - move.touched - before or trial.has_any(row, move.overwritten):
        return False
    free = {
        trial.positions[each.field]
        for each in trial.table.sheet.columns
        if each.kind in (TEXT, REMARK) and trial.has(each.field)
    }
    freed = {source for target, source in move.sources.items() if target in free and source in before}
    return all(source in move.sources and trial.has_any(row, {move.sources[source]}) for source in freed)


def _goes_along(trial: Trial, row: int, move: Move, after: Errors) -> bool:
    """Say whether a row without errors has been moved with those around it: it comes to have none where they go.

    The letter of who won may be that of the deck over which it stands. Of columns that are swapped nothing was moved.
    """
    return bool(
        move.overwritten
        and row not in trial.errors
        and row not in after
        and all(trial.has_any(row, {move.sources[column]}) for column in move.overwritten)
        and not trial.has_any(row, move.overwritten)
        and all(trial.fits(row, *each) for each in move.sources.items())
    )


def _names(trial: Trial) -> frozenset[int]:
    return frozenset(trial.positions[field] for field in ("table", "a", "b") if trial.has(field))


def _lost(trial: Trial, move: Move) -> frozenset[int]:
    """Return the columns that a move empties and that must not be blank: what stood there was written over."""
    columns = [each.field for each in trial.table.sheet.columns if each.filled and trial.has(each.field)]
    return move.emptied & {trial.positions[field] for field in columns}


def _tell(trial: Trial, run: _Run, last: int) -> Problem:
    """Return the one error in place of many, to the ``last`` row that it speaks of."""
    move, first = run.move, run.rows[0]
    sources, targets = sorted(move.sources.values()), sorted(move.sources)
    place = trial.place(first, sources[0])
    if not move.moved:
        names = [f"{trial.headers[column]} ({cell_range(first, column, last, column)})" for column in sources]
        return error(
            place,
            f"{join_words(names, 'and')} are swapped: what belongs into the one stands in the other.",
            f"Copy each to where it belongs. {COPY}",
        )
    here, there = (cell_range(first, columns[0], last, columns[-1]) for columns in (sources, targets))
    emptied = cell_range(first, min(move.emptied), last, max(move.emptied))
    lost = [trial.headers[column] for column in sorted(_lost(trial, move))]
    again = f", and type there again what was written over: {join_words(lost, 'and')}" if lost else ""
    live = find_live_columns(trial.table, trial.format)
    if over := [live[column].header for column in sorted(move.emptied & live.keys())]:
        again += f", and copy the formula{'s' * (len(over) > 1)} of {join_words(over, 'and')} there from another row"
    return error(place, move.moved.format(here=here), f"Copy them to {there} and clear {emptied}{again}. {COPY}")
