"""Make the state that a run leaves, with the lines of its log: what changed since the run before, and what followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from turnabout_sheets.changes import log
from turnabout_sheets.changes.differences import compare_rows
from turnabout_sheets.changes.effects import Effects
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import compute
from turnabout_sheets.jobs.compare import ANSWERS, find_changed, list_published, list_rows
from turnabout_sheets.jobs.outcome import Computed
from turnabout_sheets.jobs.read import Book, narrow
from turnabout_sheets.jobs.state import Seats, State
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.grid import keep_columns
from turnabout_sheets.sheets.grid_json import write_grid
from turnabout_sheets.workbook.ours.round_sheet import foresee_grid
from turnabout_sheets.workbook.read import read_saved, read_saved_by


def make_state(computed: Computed, *, is_saved: bool) -> State:
    """Return the state after a run without errors, once its sheets are in the workbook, or while they wait.

    The log is only in the workbook: it lists the changes since the run before.
    """
    book, event = computed.book, computed.event
    assert event is not None, "a run without errors"
    waiting = {title_round(number) for number in event.published}
    read = {title: text for title, text in book.sheets.items() if title not in waiting}
    behind = max((table.grid.days_behind for table in book.tables.values()), default=0)
    sheets = dict(read)
    for new in (*computed.new_rounds, *(computed.to_type if is_saved else ())):
        grid = foresee_grid(new, event)
        if is_saved:
            grid = keep_columns(grid, [at for at, each in enumerate(new.columns) if isinstance(each, Column)])
        sheets[new.sheet.name] = write_grid(replace(grid, days_behind=behind))
    printed = book.last.printed or book.last.sheets
    there = {player for match in event.rows for _, player in match.seats()}
    with_id = [player for player in event.players if player.player_id and player.number in there]
    state = State(
        event=book.state.event or book.source.digest,  # of its first run, so that equal workbooks give equal bytes
        number=book.inside.number or book.state.number,
        sheets=sheets,
        waiting=() if is_saved else tuple(new.sheet.name for new in computed.new_rounds),
        published=_list_published(computed, event),
        ids={name: player.player_id for player in with_id for name in (*player.former, player.name)},
        versions=book.beside.versions,
        printed={} if printed == sheets else printed,  # until the pages of this run are written
        restored=0 if is_saved else book.beside.restored,
    )
    if not is_saved:
        return state
    last = book.inside.lines[-1].run if book.inside.lines else 0  # which may have been killed before it was done
    answered = [log.Line(after=ANSWERS[kind].logged.format(sheet)) for kind, sheet in sorted(computed.answered)]
    back = f"Version {book.beside.restored:04} was brought back"
    if book.beside.restored and back not in {line.after for line in book.inside.lines if line.run == last}:
        answered.append(log.Line(after=back))
    lines = log.add_lines(book.inside.lines, _tell_saved(computed), [*answered, *_list_lines(computed, read)])
    return _count_up(book, state._replace(lines=lines))


def _count_up(book: Book, state: State) -> State:
    """Return a state with its number: one more than the workbook's, if anything is new.

    A restored version continues after the newest, so that it is an older copy nowhere.
    """
    beside, number = book.beside, book.inside.number or book.state.number
    if state.as_inside() != book.inside:
        number += 1
        if beside.restored and beside.event and beside.number >= number:
            same = state._replace(number=beside.number, lines=()).as_inside() == beside.as_inside()
            number = beside.number + (0 if same else 1)
    return state._replace(number=number)


def _list_published(computed: Computed, event: Event) -> dict[int, Seats]:
    """Return the rounds that players have seen: those paired by the program, and those typed before their results.

    A round changed by hand before it has results stays as first published, and so does one that is not to be played
    or whose sheet was deleted: if it is paired again, the slips that change are void.
    """
    book, format, published = computed.book, computed.format, computed.book.state.published
    names = event.names
    paired, changed = {new.number for new in computed.new_rounds}, find_changed(book)
    found = dict[int, Seats]()
    for number in sorted({*event.rounds, *published}):
        rows = list_rows(event, format, number) if number in event.rounds else []
        if number not in paired and number in published and book.before:
            if not rows or number in changed:
                rows = list_published(book, number)
                if number not in (*event.rounds, *event.unplayed) and any(row.result for row in rows):
                    continue  # the organizer has answered that it is to be gone
        elif number not in paired and any(row.result for row in rows):
            continue  # nobody saw it before it was played
        pairs = [(row.table, *(names.get(each, each) for each in row.pair)) for row in rows if None not in row.pair]
        found[number] = tuple((table, str(a), str(b)) for table, a, b in pairs)
    return found


def _tell_saved(computed: Computed) -> str:
    """Return when the workbook was saved, as far as known, and by whom if the setting Log names is on."""
    source, event = computed.book.source, computed.book.event
    saved = source.saved or read_saved(source.package)
    name = read_saved_by(source.package) if event is not None and event.settings.log_names else ""
    return " ".join(filter(None, (f"{saved:%Y-%m-%d %H:%M}" if saved else "", name and f"by {name}")))


def _list_lines(computed: Computed, read: Mapping[str, str]) -> Iterator[log.Line]:
    """Yield the lines about what changed since the last run; this one has ``read`` these sheets."""
    book, results = computed.book, computed.results
    assert results is not None, "a run without errors"
    if book.inside.lines and book.inside.sheets == read:
        return
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
