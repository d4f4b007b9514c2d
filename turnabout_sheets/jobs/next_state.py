"""The state that a run leaves, with the lines of its log: what was changed since the run before, and what followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from turnabout_sheets.changes.differences import compare_rows
from turnabout_sheets.changes.effects import Effects
from turnabout_sheets.changes.log import (
    BEGINS,
    TALLIED,
    Block,
    Line,
    add_lines,
    describe_block,
    group_changes,
)
from turnabout_sheets.changes.log import (
    Kind as BlockKind,
)
from turnabout_sheets.core.backups import now
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.results import compute
from turnabout_sheets.jobs.compare import Kind, find_changed, find_people, list_published, list_rows
from turnabout_sheets.jobs.outcome import Computed
from turnabout_sheets.jobs.read import Book, narrow
from turnabout_sheets.jobs.restore import note_restored
from turnabout_sheets.jobs.state import Published, State
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.grid import keep_columns
from turnabout_sheets.sheets.grid_json import write_grid
from turnabout_sheets.workbook.ours.round_sheet import foresee_grid
from turnabout_sheets.workbook.read import read_saved, read_saved_by

NOT_READ: Final = "What the last run read cannot be read any more; the log goes on from here"
"""The line of a workbook whose memory was altered, or is gone."""

_ANSWERED: Final[Mapping[Kind, str]] = {
    Kind.GONE: "{} was paired again, though it was published",
    Kind.SEATS: "The names of {} were taken as played",
    Kind.VALUES: "The values of {} were taken as they are",
    Kind.OLDER: "The workbook was taken as it is, though it is older than the newest state",
    Kind.FEW: "Round 1 was paired for those who are marked in Here, fewer than half",
}
"""The line of a question that was answered: it is so as it is."""


def make_state(computed: Computed, *, is_saved: bool) -> State:
    """Return the state of an event after a run without errors, once its sheets are in the workbook, or while they wait.

    Only in the workbook there is a log: it says what was changed since the run before.
    """
    book = computed.book
    assert computed.event is not None, "a run without errors"
    waiting = {title_round(number) for number in computed.event.published}
    read = {title: text for title, text in book.sheets.items() if title not in waiting}
    behind = max((table.grid.days_behind for table in book.tables.values()), default=0)
    sheets = dict(read)
    for new in (*computed.new_rounds, *(computed.to_type if is_saved else ())):
        grid = foresee_grid(new, computed.event)
        if is_saved:
            grid = keep_columns(grid, [at for at, each in enumerate(new.columns) if isinstance(each, Column)])
        sheets[new.sheet.name] = write_grid(replace(grid, days_behind=behind))
    inside, before = book.inside, book.state
    state = State(
        event=before.event or book.source.digest,  # of its first run, so that the same workbook gives the same bytes
        number=inside.number,
        sheets=sheets,
        waiting=() if is_saved else tuple(new.sheet.name for new in computed.new_rounds),
        published=_list_published(computed),
        ids=_list_ids(computed.event),
        versions=book.beside.versions,
    )
    if not is_saved:
        return state._replace(restored=book.beside.restored)
    new_lines = [
        *note_restored(inside, book.beside),
        *(Line(after=_ANSWERED[kind].format(sheet)) for kind, sheet in sorted(computed.answered)),
        *_list_lines(computed, read),
    ]
    state = state._replace(lines=add_lines(inside.lines, _tell_saved(computed), new_lines))
    return state._replace(number=_number(book, state))


def _number(book: Book, state: State) -> int:
    """Return the number of a state: one more than the workbook's, if anything is new.

    A version that was brought back goes on after the newest, so that it is an older copy nowhere.
    """
    beside, number = book.beside, book.inside.number or book.state.number
    if state.as_inside() == book.inside:
        return number
    if not beside.restored or not beside.event or beside.number <= number:
        return number + 1
    return beside.number + (state._replace(number=beside.number, lines=()).as_inside() != beside.as_inside())


def _list_published(computed: Computed) -> dict[int, Published]:
    """Return the rounds that players have seen: those that the program has paired, or that were typed before results.

    One that was changed by hand without a result stays as they saw it first, and so does one that is not to be played,
    or whose sheet was deleted: once it is paired again, slips that change are void.
    """
    book, event, format = computed.book, computed.event, computed.format
    assert event is not None, "a run without errors"
    names: Mapping[Any, str] = {BYE: BYE_NAME, **{player.number: player.name for player in event.players}}
    paired, changed = {new.number for new in computed.new_rounds}, find_changed(book)
    people = find_people(book.before[0], event) if book.before else {}
    time, found = f"{now():%Y-%m-%d %H:%M}", dict[int, Published]()
    for number in sorted({*event.rounds, *book.state.published}):
        is_known = number in book.state.published and book.before is not None
        rows = list_rows(event, format, number) if number in event.rounds else []
        if is_known and number not in paired and (not rows or number in changed):
            rows = list_published(book, number, people)
            if number not in (*event.rounds, *event.unplayed) and any(row.result for row in rows):
                continue  # somebody has said that it is to be gone
        elif not is_known and number not in paired and any(row.result for row in rows):
            continue  # nobody has seen it before it was played
        known = book.beside.published.get(number)
        seats = tuple(row.seat for row in rows if None not in row.pair)
        named = tuple((table, *(str(names.get(each, each)) for each in pair)) for table, *pair in seats)
        found[number] = Published(known.time if known else time, named)
    return found


def _list_ids(event: Event) -> dict[str, str]:
    """Return the Player IDs of those who play in rounds and have one, by name, also a former one."""
    there = {player for match in event.rows for _, player in match.seats()}
    with_id = [player for player in event.players if player.player_id and player.number in there]
    return {name: player.player_id for player in with_id for name in (*player.former, player.name)}


def _tell_saved(computed: Computed) -> str:
    """Return when the workbook was saved, with the setting Log names also by whom; what is not known is left out."""
    source, event = computed.book.source, computed.book.event
    saved = source.saved or read_saved(source.package)
    name = read_saved_by(source.package) if event is not None and event.settings.log_names else ""
    return " ".join(filter(None, (f"{saved:%Y-%m-%d %H:%M}" if saved else "", name and f"by {name}")))


def _list_lines(computed: Computed, read: Mapping[str, str]) -> Iterator[Line]:
    """Yield what there is to note of what was changed since the last run, which has ``read`` these sheets."""
    book = computed.book
    if not book.inside.lines:
        yield Line(after=NOT_READ if book.is_lost else BEGINS)
        return
    if book.inside.sheets == read:
        return
    last = book.read(book.inside)
    if last is None:
        yield Line(after=NOT_READ)
        return
    results = computed.results
    assert results is not None, "a run without errors"
    before, format, problems = last
    after, new_rounds = narrow(results.event), {new.number for new in computed.new_rounds}
    fields = {*results.format.entry.fields}
    headers = [column.header for column in results.format.sheets.matches.columns if column.field in fields]
    effects: Effects | None = None
    # What the program has paired is no change, unless it was there before.
    blocks = group_changes(before, after, compare_rows(before, after, new_rounds))
    for block in blocks:
        line = describe_block(block, headers)
        if not has_errors(problems) and _may_matter(block):
            effects = effects or Effects(compute(before, format), results, blocks)
            line = line._replace(followed=effects.describe(block))
        elif block.round and block.round + 1 in {new.number for new in computed.paired}:
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
    return block.kind is not BlockKind.NEW or not (block.matches or by_sheet == "Event")
