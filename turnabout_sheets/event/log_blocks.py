"""Changed cells in the blocks that the log has as one line each: old results first, corrections, then what is new."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from turnabout_sheets.event.differences import Change
from turnabout_sheets.event.log import Entry
from turnabout_sheets.event.model import Event, Match

MOST_ROWS: Final = 10
"""So many corrected rows of a sheet have a line each; more of them were pasted, and have one together."""
LONGEST: Final = 200
"""So many letters of a value are shown; the cells of a line have all of them."""
NAMED: Final = 4
"""So many tables are named one by one."""
BLANK: Final = "–"


class Kind(IntEnum):
    """What a change is, in the order of the log."""

    OLD = 0
    """Of a round that later ones were already paired after."""
    CORRECTED = 1
    NEW = 2


class Block(NamedTuple):
    """Changes of one ``kind`` on a sheet, and the ``matches`` that they are of, as they are now or were (gone ones)."""

    kind: Kind
    changes: Sequence[Change]
    matches: Sequence[Match]

    @property
    def round(self) -> int:
        """The round; 0 where it is about none."""
        return self.matches[0].round if self.matches else 0


def group_changes(before: Event, after: Event, changes: Sequence[Change]) -> list[Block]:
    """Return the changes from one event to the next in blocks, in the order of the log."""
    rows = [{(match.sheet, match.row): match for match in event.rows} for event in (after, before)]
    found: defaultdict[tuple[Kind, str, int], dict[str, list[tuple[Change, Match | None]]]]
    found = defaultdict(lambda: defaultdict(list))
    for change in changes:
        there = [each.get((change.sheet, _row_of(change))) for each in rows]
        match = next((each for each in there if each is not None and _is_about(change, each)), None)
        place = _classify(before, change, match), change.sheet, match.round if match else 0
        found[place][change.who].append((change, match))
    return [
        _make_block(kind, pairs)
        for (kind, _, _), by_who in sorted(found.items(), key=lambda item: item[0][0])
        for pairs in _share_out(kind, by_who)
    ]


def _share_out(
    kind: Kind, by_who: Mapping[str, list[tuple[Change, Match | None]]]
) -> Iterator[list[tuple[Change, Match | None]]]:
    """Yield what stands on one line: each corrected row, but all that is new and many corrected rows together."""
    if kind is Kind.NEW or len(by_who) > MOST_ROWS:
        yield [pair for pairs in by_who.values() for pair in pairs]
    else:
        yield from by_who.values()


def _make_block(kind: Kind, pairs: Sequence[tuple[Change, Match | None]]) -> Block:
    matches = dict.fromkeys((match.sheet, match.row) for _, match in pairs if match is not None)
    by_place = {(match.sheet, match.row): match for _, match in pairs if match is not None}
    return Block(kind, [change for change, _ in pairs], [by_place[place] for place in matches])


def _classify(before: Event, change: Change, match: Match | None) -> Kind:
    by_results = not before.settings.method.at_once
    if match is not None and match.round < before.last_round and by_results:
        return Kind.OLD
    return Kind.CORRECTED if change.before else Kind.NEW


def _is_about(change: Change, match: Match) -> bool:
    """Tell whether a change is of a match in its row: where a row is gone, another may stand there now."""
    named = re.search(r"able (\d+)$", change.who)
    return (int(named[1]) if named else None) == match.table


def _row_of(change: Change) -> int:
    return int(re.sub(r"\D", "", change.cell) or 0)


def describe_block(block: Block, result_headers: Collection[str]) -> Entry:
    """Return what the log says of a block: of one row its cells, of several only how many they are.

    ``result_headers`` are those of the cells that make a result.
    """
    first = block.changes[0]
    who = list(dict.fromkeys(change.who for change in block.changes))
    cells = tuple(block.changes)
    if len(who) == 1:
        columns = [change.column for change in block.changes]
        before, after = ([_clip(getattr(each, name)) for each in block.changes] for name in ("before", "after"))
        was, now = (_join(values) for values in (before, after))
        return Entry(first.sheet, first.who, _clip(", ".join(columns)), was, now, cells=cells)
    with_result = {change.who for change in block.changes if change.column in result_headers}
    where = first.sheet, _name_rows(block, who, first.sheet)
    if block.matches and with_result == {*who}:
        return Entry(*where, after=f"{len(who)} results", cells=cells)
    headers = ", ".join(dict.fromkeys(change.column for change in block.changes))
    return Entry(*where, _clip(headers), after=f"{len(who)} rows, {len(cells)} cells", cells=cells)


def _name_rows(block: Block, who: Sequence[str], sheet: str) -> str:
    tables = sorted({match.table for match in block.matches if match.table is not None})
    if not tables:
        return f"{who[0]} and {len(who) - 1} more"
    word = "Tables" if sheet == f"Round {block.round}" else f"Round {block.round}, tables"
    if len(tables) == 1:
        return f"{word.removesuffix('s')} {tables[0]}"
    if len(tables) <= NAMED and tables[-1] - tables[0] >= len(tables):
        return f"{word} {', '.join(map(str, tables))}"
    return f"{word} {tables[0]} to {tables[-1]}"


def _join(values: Sequence[str]) -> str:
    return _clip(", ".join(each or BLANK for each in values)) if any(values) else ""


def _clip(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
