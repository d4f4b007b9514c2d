"""Adds the players of a list to a workbook: those who are not there yet, below the others; nothing else is touched.

Like `late_entry`, this types into a sheet of the organizer's, because the organizer asks for just that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from turnabout_sheets.archive.similar_names import find_similar
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.core.text import key
from turnabout_sheets.event import progress
from turnabout_sheets.event.model import Event
from turnabout_sheets.jobs.check import check_source, read_source
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.more_columns import keep_used, plan_columns
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.player_lists import load_player_list
from turnabout_sheets.reading.player_list import PlayerList
from turnabout_sheets.sheets.table import Row
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells


class AddError(Exception):
    """No player can be added now; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Addition:
    """What came of adding a list to a workbook.

    ``outcome`` is what is found in the workbook with the players; ``added`` and ``present`` are names, ``remarks`` what
    the organizer should look at. From ``first`` on those who were added are paired. With errors in the workbook or in
    the list (``refused``) nothing was written.
    """

    outcome: RunOutcome
    listed: PlayerList | None = None
    added: Sequence[str] = ()
    present: Sequence[str] = ()
    remarks: Sequence[str] = ()
    first: int = 1

    @property
    def refused(self) -> Sequence[Problem]:
        """The problems of a list that has errors."""
        return self.listed.problems if self.listed is not None and has_errors(self.listed.problems) else ()


def add_players(path: Path, source: Path) -> Addition:
    """Add the players of the list ``source`` to a workbook.

    Raises `AddError`, `PlayerListError`, or `WorkbookError` where one of the files cannot be read or written.
    """
    workbook = save.open_workbook(path)
    kept = read_kept_rounds(workbook.path)
    event, format, in_cells = read_source(workbook, kept)
    before = check_source(path, workbook, kept)
    if event is None or before.exit or has_errors(in_cells):
        return Addition(before)
    first = _find_first_round(event)
    listed = load_player_list(source, format.sheets.players)
    if has_errors(listed.problems):
        return Addition(before, listed)
    new, present, remarks = _compare(event, listed)
    added = [row["name"] for row in new]
    remarks = [*listed.remarks, *remarks, *_find_near(event, added)]
    if not new:
        return Addition(before, listed, (), present, remarks, first)
    table = event.tables[format.sheets.players.name]
    rows = [_fill_in(row, first) for row in new]
    table, headers = plan_columns(workbook, table, {field for row in rows for field in row})
    below = max((row.number for row in table.rows), default=table.header_row) + 1
    changes = [
        CellChange(table.title, number, table.positions[field], value)
        for number, row in enumerate(rows, below)
        for field, value in row.items()
    ]
    data = change_cells(workbook.data, keep_used(headers, changes))
    outcome = check_source(path, replace(workbook, data=data), kept)
    if outcome.exit:
        return Addition(outcome, listed)
    saved = save.replace(workbook, data)
    outcome = replace(outcome, leaving=saved.leaving, separated=saved.separated)
    return Addition(outcome, listed, added, present, remarks, first)


def _find_first_round(event: Event) -> int:
    """Return the first round that is not paired yet; raises `AddError` where there is none (rules 1.4.6, 1.10.2)."""
    first = event.last_round + 1
    method = event.settings.method
    if event.last_round and (method.at_once or method.by_bracket):
        raise AddError(f"The rounds of this {method.name} are drawn already, so nobody can be added from a list.")
    if event.last_round and first > progress.scheduled_rounds(event):
        raise AddError(f"Round {event.last_round}, the last one, is paired, so nobody can be added from a list.")
    return first


def _compare(event: Event, listed: PlayerList) -> tuple[list[Row], list[str], list[str]]:
    """Return the rows of those who are not there yet, the names of those who are, and what is odd about them."""
    by_name = {key(name): player.name for player in event.players for name in player.names}
    by_id = {key(player.player_id): player.name for player in event.players if player.player_id}
    new: dict[str, Row] = {}
    present: list[str] = []
    remarks: list[str] = []
    for row in listed.rows:
        name, player_id = row["name"], key(row["player_id"] or "")
        if key(name) in by_name:
            present.append(by_name[key(name)])
        elif player_id in by_id:
            present.append(by_id[player_id])
            remarks.append(
                f"{name} was not added: {by_id[player_id]} has the same Player ID. If these are two people, correct it."
            )
        elif key(name) in new:
            remarks.append(f"{name} was added once.")
        else:
            new[key(name)] = row
    return list(new.values()), list(dict.fromkeys(present)), remarks


def _find_near(event: Event, added: Sequence[str]) -> Iterator[str]:
    """Ask about those who were added though somebody who is there has nearly the same name."""
    there = [(player.number, player.name, "", player.names) for player in event.players]
    start = len(there)
    near = find_similar([*there, *((start + at, name, "", (name,)) for at, name in enumerate(added))])
    for at, name in enumerate(added):
        for other, why in near.get(start + at, ()):
            if other < start:
                known = event.players[other].name
                yield (
                    f"Is {name} the same person as {known} ({why})? {name} was added; "
                    f"if it is one person, delete the row of {name} on the sheet Players."
                )


def _fill_in(row: Row, first: int) -> Mapping[str, str | int]:
    """Return what is typed for a player, by field; who comes late joins in the first round that is not paired yet."""
    filled = {field: value for field, value in row.values.items() if value is not None}
    if first > 1:
        filled["joined"] = max(first, filled.get("joined", first))
    return {field: _as_typed(value) for field, value in filled.items()}


def _as_typed(value: Any) -> str | int:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else f"{float(value):.10g}"
    return value if isinstance(value, int) else str(value)
