"""The log: what the organizer changed from run to run, in lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from turnabout_sheets.changes.differences import Change, ChangedRow
from turnabout_sheets.core.text import list_numbers
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.sheets.cell_kinds import NUMBER
from turnabout_sheets.sheets.declarations import Column, Sheet

LOG: Final = Sheet(
    "Log",
    "What was changed between the runs, the newest first; results of before a later round was paired come first.",
    (
        Column("Run", "run", NUMBER, help="Runs that found nothing changed are not counted.", width=6),
        Column("Saved (local time)", "saved", help="When the workbook was saved before the run, or typed into on the "
               "desk's page; by whom, if Log names is yes.", width=18),
        Column("Sheet", "sheet", width=12),
        Column("Who", "who", help="The player or the table.", width=22),
        Column("Column", "column", width=20),
        Column("Before", "before", width=20),
        Column("After", "after", width=24),
        Column("What followed", "followed", help="Points, ranks and awards that came of it.", width=60),
    ),
)  # fmt: skip

REMEMBERED: Final = Sheet(
    "Remembered",
    "What the last run read, and all lines of the log; very hidden.",
    (
        Column("Remembered", "what", help="What the piece is of.", width=14),
        Column("Text", "text", help="A piece of the text, as JSON.", width=60),
    ),
)  # fmt: skip

OPEN, CLOSE = "[", "]"
"""Around each piece there, so that no program takes a space from its ends, or takes it for a number."""

MOST_LINES: Final = 100
"""How many lines of the log are shown, the newest; all are remembered."""

BEGINS: Final = "The log begins here"
"""What the first line says."""


class Line(NamedTuple):
    """What stands in a row of the sheet Log, in its order: whose cells were changed, from what to what, and so on."""

    run: int = 0
    saved: str = ""
    sheet: str = ""
    who: str = ""
    column: str = ""
    before: str = ""
    after: str = ""
    followed: str = ""


def add_lines(lines: Sequence[Line], saved: str, new: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines, oldest first, with the new ones of a further run behind them."""
    run = lines[-1].run + 1 if lines else 1
    return (*lines, *(line._replace(run=run, saved=saved) for line in new))


def newest_first(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of the newest run first; those of a run stay in their order."""
    return sorted(lines, key=lambda line: -line.run)


MOST_ROWS: Final = 10
"""How many corrected rows of a sheet have a line each; more of them were pasted, and have one together."""
LONGEST: Final = 200
"""How many characters of a value are shown."""
TALLIED: Final = ("Here", "Paid")
"""The columns whose cells have one line together in each run: they are filled in one by one, all morning."""
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


def group_changes(before: Event, after: Event, changed: Iterable[ChangedRow]) -> list[Block]:
    """Return the changes from one event to the next in blocks, in the order of the log."""
    rows = [{(match.sheet, match.row): match for match in event.rows} for event in (after, before)]
    found = defaultdict[tuple[Kind, str, int, str], list[tuple[Change, Match | None]]](list)
    for row in changed:
        for change in row.changes:
            there = [each.get((row.sheet, row.number)) for each in rows if change.cell]
            match = next((each for each in there if each is not None and each.table == row.table), None)
            tallied = change.column if change.column in TALLIED else ""
            place = _classify(before, change, match), change.sheet, match.round if match else 0, tallied
            found[place].append((change, match))
    blocks = list[Block]()
    for (kind, *_), pairs in sorted(found.items(), key=lambda item: item[0][0]):
        by_who = defaultdict[str, list[tuple[Change, Match | None]]](list)
        for change, match in pairs:
            by_who[change.who].append((change, match))
        # Each corrected row has a line, but all that is new and many corrected rows have one together.
        is_one = kind is Kind.NEW or len(by_who) > MOST_ROWS
        for each in [[pair for one in by_who.values() for pair in one]] if is_one else by_who.values():
            matches = {(match.sheet, match.row): match for _, match in each if match is not None}
            blocks.append(Block(kind, [change for change, _ in each], [*matches.values()]))
    return blocks


def _classify(before: Event, change: Change, match: Match | None) -> Kind:
    by_results = not before.settings.method.at_once
    if match is not None and match.round < before.last_round and by_results:
        return Kind.OLD
    return Kind.CORRECTED if change.before and change.column not in TALLIED else Kind.NEW


def find_late(
    before: Event, after: Event, changed: Iterable[ChangedRow], running: int, result_headers: Collection[str]
) -> list[Change]:
    """Return what was typed into cells of a result, by their headers, in rounds before the one that was ``running``.

    A result that is missing now is reported anyway.
    """
    blocks = (each for each in group_changes(before, after, changed) if 0 < each.round < running)
    changes = (change for block in blocks for change in block.changes)
    return [change for change in changes if change.after and change.column in result_headers]


def describe_block(block: Block, result_headers: Collection[str]) -> Line:
    """Return what the log says of a block: of one row its cells, of several only how many they are."""
    first = block.changes[0]
    who = list(dict.fromkeys(change.who for change in block.changes))
    if len(who) == 1:
        before, after = join_values(block.changes)
        columns = _clip(", ".join(change.column for change in block.changes))
        return Line(sheet=first.sheet, who=first.who, column=columns, before=before, after=after)
    with_result = {change.who for change in block.changes if change.column in result_headers}
    line = Line(sheet=first.sheet, who=_name_rows(block, who, first.sheet))
    if block.matches and with_result == {*who}:
        return line._replace(after=f"{len(who)} results")
    headers = ", ".join(dict.fromkeys(change.column for change in block.changes))
    return line._replace(column=_clip(headers), after=f"{len(who)} rows, {len(block.changes)} cells")


def _name_rows(block: Block, who: Sequence[str], sheet: str) -> str:
    tables = sorted({match.table for match in block.matches if match.table is not None})
    if not tables:
        return f"{who[0]} and {len(who) - 1} more"
    word = "Tables" if sheet == f"Round {block.round}" else f"Round {block.round}, tables"
    if len(tables) == 1:
        return f"{word.removesuffix('s')} {tables[0]}"
    if tables[-1] - tables[0] >= len(tables):
        return _clip(f"{word} {list_numbers(tables)}")
    return f"{word} {tables[0]} to {tables[-1]}"


def join_values(cells: Iterable[Change]) -> tuple[str, str]:
    """Return what the line of a row says of its cells: what they were, and what they are."""
    both = ([_clip(getattr(cell, name)) or BLANK for cell in cells] for name in ("before", "after"))
    was, now = ("" if {*values} == {BLANK} else _clip(", ".join(values)) for values in both)
    return was, now


def _clip(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
