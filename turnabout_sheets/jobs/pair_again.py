"""Pairing the last round again while its sheet is in the workbook, as if it were not there, as long as it is blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnabout_sheets.core.problems import Severity
from turnabout_sheets.formats.live import find_live_columns
from turnabout_sheets.jobs.compare import list_rows
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.sheets.cell_kinds import format_cell

if TYPE_CHECKING:
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event, Player
    from turnabout_sheets.jobs.outcome import Computed


def find_blank_round(event: Event, format: Format) -> int:
    """Return the last round, if the program can pair it again: it has a sheet, and nothing of a result; 0 for none.

    Rounds that are typed are not paired, rounds that are paired at once have no last one, and a ruling is a result.
    """
    number, method = event.last_round, event.settings.method
    matches = event.rounds.get(number)
    if method.name == "manual" or method.at_once or number in event.published or not matches:
        return 0
    is_begun = any(match.ruling is not None for match in matches)
    is_begun = is_begun or any(row.result for row in list_rows(event, format, number))
    return number if not is_begun and event.tables[matches[0].sheet].title == title_round(number) else 0


def has_blank_sheet(event: Event, format: Format, number: int) -> bool:
    """Return whether the sheet of a round has nothing but headers and formulas, so that the round can be paired."""
    table = event.tables.get(title_round(number))
    if table is None:
        return False
    formulas = find_live_columns(table, format, hidden=True)
    rows = table.grid.rows[table.header_row :]
    return not any(format_cell(cell) for row in rows for at, cell in enumerate(row) if at not in formulas)


def can_leave_before(event: Event, format: Format, player: Player, number: int) -> bool:
    """Return whether a player can leave before a round that lists them, so that it is paired again for the others.

    In a bracket their opponent goes on, and nothing is paired again (rules 1.11.6).
    """
    can_be_paired = number == find_blank_round(event, format) and not event.settings.method.by_bracket
    return can_be_paired and any(player.number in match.pair for match in event.rounds[number])


def offer_blank_round(computed: Computed) -> int:
    """Return the same, if there is no error but on its sheet: there, a player who has left may be the very reason."""
    number = find_blank_round(computed.event, computed.format) if computed.event is not None else 0
    errors = {each.place.sheet for each in computed.problems if each.severity is Severity.ERROR}
    return number if errors <= {title_round(number)} else 0
