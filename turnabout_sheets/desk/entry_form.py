"""The form of the desk's page into which a result is typed; its fields are those that are filled in on the sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from turnabout_sheets.event.results import compute
from turnabout_sheets.event.waiting import running_round
from turnabout_sheets.reading.typed_results import word_line
from turnabout_sheets.sheets.cell_kinds import WINNER

if TYPE_CHECKING:
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.prints.words import Words


class EntryField(NamedTuple):
    """A field to be typed into: its name and header; ``choices`` of which one is taken; whether it is a ``number``."""

    name: str
    header: str
    choices: Sequence[str]
    number: bool


class EntryForm(NamedTuple):
    """The form: the running round, its fields, an ``example`` of a line that says all of them.

    ``closed`` says why nothing can be entered now, blank where it can.
    """

    round: int
    fields: Sequence[EntryField]
    example: str
    closed: str


def make_form(state: DeskState, w: Words) -> EntryForm | None:
    """Return the form for the event of a state; None as long as no round is paired."""
    event = state.outcome.event if state.outcome else None
    if state.outcome is None or event is None or not event.rounds:
        return None
    format, other = state.outcome.format, state.open_in
    not_asked = format.entry.not_asked(event.settings)
    example = {name: value for name, value in format.guidance.example_match.items() if name not in not_asked}
    return EntryForm(
        running_round(state.outcome.results or compute(event, format)),
        tuple(_make_field(format, name) for name in format.entry.fields if name not in not_asked),
        word_line(format, example),
        w("desk.entry.open", file=state.workbook.name, program=other.name) if other else "",
    )


def _make_field(format: Format, name: str) -> EntryField:
    column = format.sheets.matches.column(name)
    choices = () if column.kind is WINNER else column.kind.choices
    return EntryField(name, column.header, choices, column.kind.whole)
