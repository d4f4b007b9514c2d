"""Plans which cells change so that a round, or a workbook, is again as it was published (rules 1.4.18, safety 3.6).

Which row of now is which of then is told by what the accident has left: whichever way of pairing them up leaves most of
the known results where they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from turnabout_sheets.changes.differences import ChangedRow, Keys, pair_up
from turnabout_sheets.changes.guards import People
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.jobs.torn_players import Torn
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.sheets.cell_kinds import ANYTHING, NUMBER, RATING, WINNER, format_cell
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.ooxml.cells import CellChange

Values = Mapping[str, Any]
"""What stands in a row by field; players by number, who is not on Players any more by name."""


class MatchRow(NamedTuple):
    """A row of a round, then or now: its number on the sheet, and what stands there."""

    number: int
    values: Values

    @property
    def players(self) -> set[Any]:
        """Who stands there, but for a bye."""
        return {self.values["a"], self.values["b"]} - {BYE, None}

    @property
    def is_unclear(self) -> bool:
        """Whether a name is missing, or cannot be read."""
        return None in (self.values["a"], self.values["b"])

    def has_result(self, fields: Sequence[str]) -> bool:
        """Say whether any of the ``fields`` of a result is filled in; who waits for the final has none."""
        return not {*self.read(fields)} <= {None, WAITS}

    def read(self, fields: Sequence[str]) -> tuple[Any, ...]:
        """Return what stands in some fields."""
        return tuple(self.values.get(field) for field in fields)


class Way(Enum):
    """How rows of now are known as rows of then, and where results stay so: in words."""

    TABLE = "beside their table numbers"
    ROW = "in the rows that they are in"
    PAIR = "beside their players"


class Plan(NamedTuple):
    """The cells that change, the ``way``, and how many known results stay where they were by it.

    ``moved`` are the published rows that have their players, or their table, again; ``restored`` those that were gone,
    each with the row in which it stands now; ``cleared`` are rows that were too many. ``more``: more cells of results
    are filled in now than then.
    """

    changes: Sequence[CellChange]
    way: Way
    kept: int
    moved: Sequence[MatchRow]
    restored: Sequence[tuple[MatchRow, int]]
    cleared: Sequence[int]
    more: bool


_SEAT: Final = ("table", "a", "b")

_KEYS: Final[Mapping[Way, Sequence[str]]] = {
    Way.TABLE: ("all", "table", "pair", "a", "b"),
    Way.ROW: ("number", "all", "table", "pair", "a", "b"),
    Way.PAIR: ("pair with result", "pair", "table", "a", "b"),
}
"""By what rows are known, the surest first."""


def list_published(before: Event, number: int, people: People, event: Event) -> list[MatchRow]:
    """Return the rows of a round as a version ``before`` had them, with the ``people`` as they are in the event.

    It is empty where that version does not have the round.
    """
    names = {BYE: BYE_NAME, **{player.number: player.name for player in before.players}}
    found = find_rows(before, number)
    if found is None:
        return []
    table, rows = found
    winners = [column.field for column in table.sheet.columns if column.kind is WINNER]

    def convert(values: dict[str, Any]) -> Values:
        for side in ("a", "b"):
            name = names.get(values[side], "")
            player = people.get(key(name))
            values[side] = player if isinstance(player, int) else name
        for field in winners:  # a winner may be typed by name
            player = people.get(key(values[field] or ""))
            values[field] = event.players[player].name if isinstance(player, int) else values[field]
        return values

    return [row._replace(values=convert(dict(row.values))) for row in rows]


def find_rows(event: Event, number: int) -> tuple[Table, list[MatchRow]] | None:
    """Return the table of a round, and its rows as they are typed; None where the event has none."""
    for title, table in event.tables.items():
        if round_number(title) == number or {"round", "a"} <= table.positions.keys():
            rows = [MatchRow(row.number, row.values) for row in table.rows]
            if there := [row for row in rows if row.values.get("round", number) == number]:
                return table, there
    return None


def plan_rows(
    event: Event, format: Format, number: int, published: Sequence[MatchRow], *, results: bool = False
) -> Plan:
    """Return the plan that leaves most of the known results where they were, and changes fewest cells.

    Where no result tells, results stay beside their table numbers. Who came late, and rows of nobody who was
    published, stay as they are. ``results``: also these are to be as they were known.
    """
    rows = _Rows(event, format, number, published)
    plans = [rows.plan(way, results=results) for way in Way]
    return max(plans, key=lambda plan: (plan.kept, plan.way is not Way.PAIR, -len(plan.changes)))


class _Rows:
    """The rows of a round then and now, as far as they are to be put back.

    ``copies`` are rows of now that say just what another one does.
    """

    def __init__(self, event: Event, format: Format, number: int, published: Sequence[MatchRow]) -> None:
        self.event, self.fields = event, format.entry.fields
        self.by_table = "movement" not in format.methods
        found = find_rows(event, number)
        assert found is not None, "a round that is there"
        self.table, rows = found
        self.there = there = {player for row in published for player in row.players}
        late = [row for row in rows if _is_late(row, published, there)]
        byes = {player for row in late for player in row.players}
        self.was = [row for row in published if not (row.values["b"] == BYE and row.values["a"] in byes)]
        now = [row for row in rows if (row.players & there or row.is_unclear) and row not in late]
        firsts: dict[object, MatchRow] = {}
        places = {row.number: self._describe(row)["pair"] for row in published}
        for row in sorted(now, key=lambda row: places.get(row.number) != self._describe(row)["pair"]):
            firsts.setdefault(self._describe(row)["all"], row)
        self.now = [row for row in now if row in firsts.values()]
        self.copies = [row for row in now if row not in firsts.values()]

    def plan(self, way: Way, *, results: bool) -> Plan:
        """Return the plan in which rows are known in one way."""
        pairs = pair_up(*([(self._list_keys(row, way), row) for row in rows] for rows in (self.was, self.now)))
        both = [(was, now) for was, now in pairs if was is not None and now is not None]
        left = (now for was, now in pairs if was is None and now is not None)
        spare = [*self.copies, *(now for now in left if not now.is_unclear)]
        gone = [was for was, now in pairs if now is None and was is not None]
        moved, changes = self._move(both)
        if results:
            changes += [change for was, now in both for change in self._change(now, was.values, self.fields)]
        restored: list[tuple[MatchRow, int]] = []
        for was in gone:
            at = next((row for row in spare if row.number == was.number), spare[0] if spare else None)
            if at is not None:
                spare.remove(at)
            at = at or MatchRow(self._find_free(was, restored), {})
            restored.append((was, at.number))
            changes += self._change(at, was.values, tuple(self.table.positions))
        changes += [change for row in spare for change in self._change(row, {}, tuple(self.table.positions))]
        kept = sum(was.has_result(self.fields) and was.read(self.fields) == now.read(self.fields) for was, now in both)
        then, there = (
            sum(value is not None for row in rows for value in row.read(self.fields)) for rows in (self.was, self.now)
        )
        return Plan(changes, way, kept, moved, restored, [row.number for row in spare], there > then)

    def _move(self, both: Sequence[tuple[MatchRow, MatchRow]]) -> tuple[list[MatchRow], list[CellChange]]:
        """Return the rows in which the players or the table change, and the cells.

        What is stated at the table, such as an option, goes back only where it was moved: else it is new, and stays.
        Where decks stay at the tables, a match may be played at another one: it keeps that.
        """
        if not self.by_table:
            both = [(was, now) for was, now in both if was.read(_SEAT[1:]) != now.read(_SEAT[1:])]
        stated = [each for each in self.table.positions if each not in (*_SEAT, *self.fields, "round", "note")]
        then = Counter(value for was, _ in both for value in was.read(stated) if value is not None)
        there = Counter(value for _, now in both for value in now.read(stated))
        fields = _SEAT if then - there else (*_SEAT, *stated)
        changes = [(was, [*self._change(now, was.values, fields)]) for was, now in both]
        return [was for was, cells in changes if cells], [each for _, cells in changes for each in cells]

    def _change(self, row: MatchRow, values: Values, fields: Sequence[str]) -> Iterator[CellChange]:
        """Yield the changes that make these fields of a row hold what they shall hold.

        Where that is somebody who is not on Players any more, who stands there in their place stays.
        """
        for field in fields:
            value, now = values.get(field), row.values.get(field)
            if field not in self.table.positions or value == now:
                continue
            if field in ("a", "b"):
                if isinstance(value, str) and isinstance(now, int) and now not in self.there:
                    continue
                value = self._word(value)
            yield CellChange(self.table.title, row.number, self.table.positions[field], value)

    def _word(self, player: int | str | None) -> str | None:
        """Return what a cell says of a player."""
        if isinstance(player, int):
            return BYE_NAME if player == BYE else self.event.players[player].name
        return player

    def _find_free(self, was: MatchRow, restored: Sequence[tuple[MatchRow, int]]) -> int:
        """Return the number of a row in which nothing stands: that of before, or else the first below all others."""
        taken = {*(row.number for row in self.table.rows), *(number for _, number in restored)}
        is_free = was.number not in taken and was.number > self.table.header_row
        return was.number if is_free else max(taken, default=self.table.header_row) + 1

    def _list_keys(self, row: MatchRow, way: Way) -> Keys:
        known = self._describe(row)
        return tuple(known[each] for each in _KEYS[way])

    def _describe(self, row: MatchRow) -> Mapping[str, Any]:
        """Return by what a row is known; None: not by that."""
        a, b, table = row.values["a"], row.values["b"], row.values.get("table")
        result = row.read(self.fields)
        return {
            "number": row.number,
            "all": (table, a, b, result),
            "pair with result": (frozenset((a, b)), result),
            "pair": frozenset((a, b)),
            "table": table,
            "a": a,
            "b": b,
        }


def _is_late(row: MatchRow, published: Sequence[MatchRow], there: set[Any]) -> bool:
    """Say whether somebody who was not published sits down opposite who had a bye."""
    free = {each.values["a"] for each in published if each.values["b"] == BYE}
    return len(row.players) == 2 and len(row.players & free) == 1 and len(row.players - there) == 1


def plan_cells(event: Event, newest: Event, lost: Sequence[ChangedRow]) -> list[CellChange]:
    """Return the cells that make lost rows of an event what they were in the ``newest`` state.

    Rows that are gone go below the last of their sheet. What has no place here stays away, and so does a player's
    former name: it stands in every round, too.
    """
    changes: list[CellChange] = []
    last = {title: max([table.header_row, *(row.number for row in table.rows)]) for title, table in _list(event)}
    tables, before = dict(_list(event)), dict(_list(newest))
    for each in lost:
        if each.now is not None:
            changes += _type_back(tables[each.now.sheet], each)
        elif each.was is not None and each.was.sheet in tables:
            title = each.was.sheet
            last[title] += 1
            changes += _add_row(tables[title], last[title], before[title], each.was.number)
    return changes


def plan_torn(event: Event, torn: Sequence[Torn]) -> list[CellChange]:
    """Return the cells that put what was torn from the names of players beside them again."""
    table = event.tables["Players"]
    return [
        CellChange(table.title, row.number, table.positions[column.field], _to_typed(before, column))
        for row, column, before in torn
        if column.field in table.positions
    ]


def _list(event: Event) -> Iterator[tuple[str, Table]]:
    """Yield the sheets of an event by the names on their tabs."""
    return ((table.title, table) for table in event.tables.values())


def _type_back(table: Table, lost: ChangedRow) -> Iterator[CellChange]:
    """Yield the cells of a row that is there; what the newest state did not have is cleared."""
    assert lost.now is not None, "a row that is there"
    columns = {cell.address: table.sheet.column(field) for field, cell in lost.now.cells.items()}
    for change in lost.changes:
        column = columns[change.cell]
        is_new_name = lost.was is not None and table.sheet.name == "Players" and column.field == "name"
        if change.cell and not is_new_name:
            value = _to_typed(change.before, column)
            yield CellChange(table.title, lost.now.number, table.positions[column.field], value)


def _add_row(table: Table, number: int, before: Table, was: int) -> Iterator[CellChange]:
    """Yield the cells of a row that is gone, as ``before`` had them."""
    cells = before.grid.rows[was - 1]
    for field, position in before.positions.items():
        shown = format_cell(cells[position]) if position < len(cells) else ""
        if shown and field in table.positions:
            value = _to_typed(shown, table.sheet.column(field))
            yield CellChange(table.title, number, table.positions[field], value)


def _to_typed(shown: str, column: Column) -> str | int | None:
    """Return what is typed into a cell that is to show this: numbers as such, where they are meant as such."""
    if shown.removeprefix("-").isdecimal() and (column.kind.whole or column.kind in (NUMBER, RATING, ANYTHING)):
        return int(shown)
    return shown or None
