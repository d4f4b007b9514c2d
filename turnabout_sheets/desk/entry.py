"""Results that are typed on the desk's page: the form of a match, and the way into the workbook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnabout_sheets.desk.edits import word_value
from turnabout_sheets.desk.sentences import Form, Reply, words_of
from turnabout_sheets.event.results import compute, running_round
from turnabout_sheets.jobs.edit import EditError, enter_result, find_match, read_raw
from turnabout_sheets.reading.typed_results import list_players, word_line
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS, WINNER, format_cell, whole

if TYPE_CHECKING:
    from turnabout_sheets.desk.edits import Edits
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.prints.words import Words


class EntryField(NamedTuple):
    """A field to be typed into, and what it is called; ``choices`` of which one is taken; whether it is a ``number``.

    A choice is what is typed then, and how it is said.
    """

    name: str
    label: str
    choices: Sequence[tuple[str, str]]
    number: bool


class EntryForm(NamedTuple):
    """The form: the running round, its fields, and ``how`` they are typed, with a line that says all of them.

    ``closed`` says why nothing can be entered now, blank where it can.
    """

    round: int
    fields: Sequence[EntryField]
    how: str
    closed: str


def make_form(state: DeskState, w: Words) -> EntryForm | None:
    """Return the form for the event of a state; None as long as no round is paired."""
    event = state.computed.event if state.computed else None
    if state.computed is None or event is None or not event.rounds:
        return None
    format, other = state.computed.format, state.open_in
    not_asked = format.not_asked(event.settings)
    example = {name: value for name, value in format.example_match.items() if name not in not_asked}
    fields = tuple(_make_field(event, format, name, w) for name in format.entry_fields if name not in not_asked)
    how = "desk.entry.how" if any(field.number for field in fields) else "desk.entry.how_winner"
    return EntryForm(
        running_round(state.computed.results or compute(event, format)),
        fields,
        w(how, example=word_line(format, example)),
        w("desk.entry.open", file=state.workbook.name, program=other.name) if other else "",
    )


def _make_field(event: Event, format: Format, name: str, w: Words) -> EntryField:
    column = format.matches.column(name)
    choices = () if column.kind is WINNER else format.choices(event).get(name, column.kind.choices)
    return EntryField(name, w.name_column(column), [(each, word_value(each, w)) for each in choices], column.kind.whole)


_TABLE: Final = whole(1)
_ROUND: Final = whole(1, MOST_ROUNDS)


def show_match(state: DeskState, number: str, table: str) -> Mapping[str, Any]:
    """Return who plays at a table, and what is in of their result, by field; nothing where there is no match."""
    computed = state.computed
    if computed is None or computed.event is None or not (_TABLE.takes(table) and _ROUND.takes(number)):
        return {}
    try:
        match = find_match(computed.event, _ROUND.read(number), _TABLE.read(table))
    except EditError:
        return {}
    sheet, fields = computed.event.tables[match.sheet], computed.format.entry_fields
    return {
        "players": [player.name for player in list_players(computed.event, match).values()],
        "typed": {field: format_cell(read_raw(sheet, match.row, field)) for field in fields},
    }


def enter(edits: Edits, form: Form) -> Reply:
    """Enter a result: behind the number of the table may be a line with all of it, else it is in the other fields.

    ``confirmed``: in place of a result that is in.
    """
    w, typed = words_of(edits.desk.state), {**form}
    table, round, confirmed = typed.pop("table"), typed.pop("round"), bool(typed.pop("confirmed", ""))
    first, _, line = " ".join(table.split()).partition(" ")
    for kind, found in ((_TABLE, first), (_ROUND, round)):
        if not kind.takes(found):
            return edits.refuse(w("desk.entry.no_number", found=found), w.language)
    result = line or typed
    if not result:
        return edits.refuse(w("desk.entry.blank", table=first), w.language)
    at, number = _TABLE.read(first), _ROUND.read(round)
    return edits.type(lambda path: enter_result(path, at, result, round=number, confirmed=confirmed))
