"""What was changed between two versions of an event: cell by cell, known by player, match and setting, never by row.

So rows that were sorted, columns that were moved and rounds that stand on another sheet are no changes, and a player
who was renamed is one: the name, and not every match.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from turnabout_sheets.core.text import header_key, key
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.sheets.cell_kinds import PLAYER, PLAYER_OR_BYE, WINNER, format_cell
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.table import Row, Table

T = TypeVar("T")
Keys = tuple[Hashable, ...]
"""By what something is known in another version, the surest first; None: not by that."""

_PEOPLE: Final = (PLAYER, PLAYER_OR_BYE)
_ROUNDS: Final = "Round N"


class Change(NamedTuple):
    """A cell that was changed: where it stands now (where it is gone: where it stood), whose it is, and its values.

    ``who`` is a player's name, "Table 3", a pair of names where there is no table, or blank for what belongs to nobody.
    ``column`` is the header, or the setting's name. ``before`` and ``after`` are as the cell shows them; blank: none.
    """

    sheet: str
    cell: str
    who: str
    column: str
    before: str
    after: str


def compare_rows(before: Event, after: Event, paired: Collection[int] = ()) -> Iterator[ChangedRow]:
    """Yield the rows that were changed from one version to the next, in the order of sheets and rows.

    ``paired`` are rounds that the program has paired; one that only one of the versions has is nobody's change.
    """
    unchanged = _list_unchanged(before, after)
    apart = {number for number in paired if (number in before.rounds) != (number in after.rounds)}
    was = _Version(before, identify_players(before, after)).list_rows(unchanged, apart)
    now = _Version(after, {player.number: player.number for player in after.players}).list_rows(unchanged, apart)
    for subject in dict.fromkeys((*now, *was)):
        for pair in pair_up(was.get(subject, ()), now.get(subject, ())):
            if changes := [*_compare(*pair)]:
                yield ChangedRow(*pair, changes)


def _list_unchanged(before: Event, after: Event) -> set[tuple[str, int]]:
    """Return the rows, by sheet and number, in which every cell is as it was: nearly all, and found at once."""
    found: set[tuple[str, int]] = set()
    for title, now in after.tables.items():
        was = before.tables.get(title)
        if was is not None and (was.positions, was.header_row) == (now.positions, now.header_row):
            both = enumerate(zip(was.grid.rows, now.grid.rows, strict=False), 1)
            found.update((title, number) for number, (one, other) in both if one == other)
    return found


def identify_players(before: Event, after: Event) -> dict[int, Hashable]:
    """Return who each player of ``before`` is in ``after``: the number there, or something that nobody is there.

    Players are known by name, then by Player ID; who was renamed, by the places in all rounds, then by the row.
    """

    def known(event: Event) -> list[tuple[Keys, int]]:
        seats = defaultdict(set)
        for match in event.rows:
            for side, player in match.seats():
                seats[player].add((match.round, match.table, side))
        return [
            (
                (key(each.name), key(each.player_id) or None, frozenset(seats[each.number]) or None, each.row),
                each.number,
            )
            for each in event.players
        ]

    pairs = pair_up(known(before), known(after))
    return {was: ("gone", was) if now is None else now for was, now in pairs if was is not None}


def pair_up(was: Sequence[tuple[Keys, T]], now: Sequence[tuple[Keys, T]]) -> list[tuple[T | None, T | None]]:
    """Return what is the same in two versions, in the order of the new one, then what is gone; by one key at a time."""
    found: dict[int, int] = {}
    left, new = list(range(len(was))), list(range(len(now)))
    for level in range(max((len(keys) for keys, _ in (*was, *now)), default=0)):
        there: dict[Hashable, deque[int]] = defaultdict(deque)
        for index in left:
            if (known := was[index][0][level]) is not None:
                there[known].append(index)
        for index in new:
            if there[now[index][0][level]]:
                found[index] = there[now[index][0][level]].popleft()
        taken = set(found.values())
        left, new = [each for each in left if each not in taken], [each for each in new if each not in found]
    pairs = [(was[found[index]][1] if index in found else None, item) for index, (_, item) in enumerate(now)]
    return [*pairs, *((was[index][1], None) for index in left)]


class ComparedCell(NamedTuple):
    """A cell that may have been changed: where it stands, what it is called, shows, and means in both versions."""

    address: str
    column: str
    shown: str
    meaning: Hashable


class ComparedRow(NamedTuple):
    """A row that may have been changed: on which sheet, its number there, whose it is, and its cells by field."""

    sheet: str
    number: int
    who: str
    cells: Mapping[str, ComparedCell]


class ChangedRow(NamedTuple):
    """A row that was changed: as it was, and as it is now, None where there is no such row; and which cells were."""

    was: ComparedRow | None
    now: ComparedRow | None
    changes: Sequence[Change]

    @property
    def sheet(self) -> str:
        """The sheet on which it stands, or stood."""
        return self._row.sheet

    @property
    def number(self) -> int:
        """Its number there: where it is gone, another row may have that now."""
        return self._row.number

    @property
    def table(self) -> Hashable:
        """The table of its match, None where it has none or is no match."""
        cell = self._row.cells.get("table")
        return None if cell is None else cell.meaning

    @property
    def _row(self) -> ComparedRow:
        row = self.now or self.was
        assert row is not None, "a row of one version at least"
        return row

    @property
    def called(self) -> Sequence[str]:
        """Whose it is, by the name then and the name now, as far as there are both."""
        return [row.who for row in (self.was, self.now) if row is not None]


def _compare(was: ComparedRow | None, now: ComparedRow | None) -> Iterator[Change]:
    """Yield the cells of a row that are not as they were; None where there is no such row."""
    row = now or was
    assert row is not None, "a row of one version at least"
    for field, cell in row.cells.items():
        before, after = ((each.cells.get(field) if each else None) for each in (was, now))
        if (before.meaning if before else None) != (after.meaning if after else None):
            shown = [each.shown if each else "" for each in (before, after)]
            yield Change(row.sheet, cell.address, row.who, cell.column, *shown)


class _Version:
    """A version of an event, and who its ``players`` are in the later one, by their numbers here."""

    def __init__(self, event: Event, players: Mapping[int, Hashable]) -> None:
        self.event = event
        self.names = event.names
        self.players: Mapping[Any, Hashable] = {BYE: BYE, **players}
        self.by_row = {player.row: self.players[player.number] for player in event.players}
        self.rounds = {match.sheet: match.round for match in event.rows}

    def list_rows(
        self, unchanged: Collection[tuple[str, int]], apart: Collection[int]
    ) -> dict[str, list[tuple[Keys, ComparedRow]]]:
        """Return by subject, a sheet or all rounds together, the rows that may have been changed, with their keys.

        Rounds that stay ``apart`` are left out.
        """
        found = defaultdict(list)
        for table in self.event.tables.values():
            is_round = {"a", "b"} <= {column.field for column in table.sheet.columns}
            for row in table.rows:
                number = _value(row, "round") or self.rounds.get(table.title, table.title) if is_round else 0
                if (table.title, row.number) not in unchanged and number not in apart:
                    found[_ROUNDS if is_round else table.sheet.name].append(self._describe(table, row, number))
        return found

    def _describe(self, table: Table, row: Row, round_number: object) -> tuple[Keys, ComparedRow]:
        """Return by what a row is known, and the row; ``round_number`` is 0 where it is no match."""
        cells = {column.field: self._describe_cell(table, row, column) for column in table.sheet.columns}
        meanings = {field: cell.meaning for field, cell in cells.items()}
        all_of_it = tuple(meanings.values())
        if round_number:
            pair = frozenset((meanings["a"], meanings["b"]))
            keys: Keys = ((round_number, all_of_it), (round_number, pair), (round_number, meanings["table"]))
            where = f"Round {round_number}, table" if cells.pop("round", None) else "Table"
            who = f"{where} {meanings['table']}" if meanings["table"] else f"{cells['a'].shown} – {cells['b'].shown}"
        elif table.sheet.name == "Event":
            keys, who = (header_key(cells["setting"].shown),), ""
            cells = {"value": cells["value"]._replace(column=cells["setting"].shown)}
        elif table.sheet.name == "Players":
            keys, who = (self.by_row.get(row.number),), cells["name"].shown
        else:
            keys = (all_of_it, all_of_it[0])
            people = [column.field for column in table.sheet.columns if column.kind in _PEOPLE]
            who = cells[people[0]].shown if people else ""
        return keys, ComparedRow(table.title, row.number, who, cells)

    def _describe_cell(self, table: Table, row: Row, column: Column) -> ComparedCell:
        value = _value(row, column.field)
        shown = _read_shown(table, row, column) if table.grid.rows else self._word(value, column)
        meaning = (shown or None) if value is None else self._mean(value, row, column)
        return ComparedCell(table.place(row.number, column.field).cell, column.header, shown, meaning)

    def _mean(self, value: Hashable, row: Row, column: Column) -> Hashable:
        """Return what a value means in both versions: who somebody is, and not what they are called."""
        if column.kind in _PEOPLE:
            return self.players.get(value, value)  # behind too many problems names stay names
        if column.kind is WINNER:
            sides = {key(self.names.get(row[side], "")): side.upper() for side in ("a", "b")}
            return sides.get(key(value), value)
        return value

    def _word(self, value: Any, column: Column) -> str:
        """Return what a cell will show that the program has just filled."""
        if value is None:
            return ""
        return self.names[value] if column.kind in _PEOPLE else str(value)


def _value(row: Row, field: str) -> Any:
    return row[field] if field in row.fields else None


def _read_shown(table: Table, row: Row, column: Column) -> str:
    """Return what a cell shows, whether it could be read or not."""
    cells = table.grid.rows[row.number - 1]
    position = table.positions.get(column.field, len(cells))
    return format_cell(cells[position]) if position < len(cells) else ""
