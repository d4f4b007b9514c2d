"""The checks across rows that every format has, in order: each a small pure function from an event to its problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final

from turnabout_sheets.core.days import EXAMPLE, DayError, read_day
from turnabout_sheets.core.problems import Problem, Severity, error, warning
from turnabout_sheets.core.text import header_key, join_words
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.rulings import find_replaced
from turnabout_sheets.reading import players, result_checks, round_checks
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.sheets.table import suggest

MANY: Final = 3  # so many errors in one column may have one cause


def unclear_day(event: Event, format: Format) -> Iterator[Problem]:
    """Find a date that does not mean one day: the archive would not take the event."""
    try:
        read_day(event.settings.date or EXAMPLE)
    except DayError as reason:
        message = f'Date: "{event.settings.date}" {reason}.'
        hint = f"Type the day as {EXAMPLE} (year, month, day). Till then pages show what was typed, and the archive"
        yield warning(event.setting_place("date"), message, f"{hint} does not take the event.")


def unknown_tie_breaks(event: Event, format: Format) -> Iterator[Problem]:
    """Find tie-breaks that the format does not have (rules 1.6.2)."""
    names = [each.name for each in format.tie_breaks]
    for name in event.settings.tie_breaks or ():
        if header_key(name) not in map(header_key, names):
            message = f'Tie-breaks names "{name}"; expected {join_words(names)}.'
            hint = suggest(name, names, "Correct the setting Tie-breaks.")
            yield error(event.setting_place("tie_breaks"), message, hint)


def adjustments_in_time(event: Event, format: Format) -> Iterator[Problem]:
    """Find adjustments for a round that is not scheduled: they would never count (rules 1.4.8)."""
    table = event.tables.get("Adjustments")
    last = max(progress.scheduled_rounds(event), event.last_round)
    for row in table.rows if table else ():
        if table is not None and row["round"] is not None and row["round"] > last:
            yield warning(
                table.place(row.number, "round"),
                f"The adjustment is for round {row['round']}, but the last round is {last}; it does not count.",
                "Correct the round, or clear it: without one the points count from the start.",
            )


def rulings_in_time(event: Event, format: Format) -> Iterator[Problem]:
    """Find rulings for a round that is not paired, of which nothing comes yet (rules 1.4.6), or about nobody."""
    table, in_bracket = event.tables.get("Rulings"), event.settings.method.by_bracket
    for row in table.rows if table else ():
        number, player, name = row["round"], row["player"], find_replaced(row["kind"])
        if table and name and player is not None and (not in_bracket or event.players[player].seat is None):
            message = f'Kind is "{row["kind"]}"; expected a player of an elimination event.'
            known = [each.name for each in event.players] if in_bracket else []
            hint = suggest(name, known, "Correct the name, or delete the row.")
            yield error(table.place(row.number, "kind"), message, hint)
        elif table and not name and number is not None and number > event.last_round:
            message = f"The ruling is for round {number}, which is not paired yet; until then it has no effect."
            hint = "If that is intended, ignore this; otherwise correct the round."
            yield warning(table.place(row.number, "round"), message, hint)


CHECKS = (
    players.usable_names,
    players.similar_names,
    players.shared_ids,
    players.doubtful_rows,
    players.presence,
    players.not_marked,
    unclear_day,
    unknown_tie_breaks,
    adjustments_in_time,
    rulings_in_time,
    round_checks.no_gap_between_rounds,
    round_checks.more_rounds_than_scheduled,
    round_checks.too_many_rounds,
    round_checks.once_in_a_round,
    round_checks.everybody_is_there,
    round_checks.nobody_plays_while_away,
    round_checks.rematches,
    result_checks.rulings,
    result_checks.results_over_formulas,
    round_checks.byes,
    result_checks.half_a_match,
    round_checks.table_numbers,
    result_checks.missing_results,
)
"""All of them, in the order in which their problems are shown within a sheet."""


def check_event(event: Event, format: Format) -> list[Problem]:
    """Run the general checks, then the format's own; a cell that could not be read has its problem already."""
    problems: list[Problem] = []
    for found in (*(check(event, format) for check in CHECKS), *(check(event) for check in format.checks)):
        problems += [problem for problem in found if problem.place not in event.unreadable]
    return problems


def sum_up_columns(problems: Sequence[Problem], event: Event | None, format: Format) -> Iterator[Problem]:
    """Yield one error more for a sheet of matches whose errors are mostly in columns with `MANY` errors or more."""
    places = [each.place for each in problems if each.severity is Severity.ERROR and each.place.cell]
    for sheet in dict.fromkeys(place.sheet for place in places):
        columns = Counter(place.position[1].strip() for place in places if place.sheet == sheet)
        odd = sorted((letters for letters, count in columns.items() if count >= MANY), key=lambda each: each.rjust(3))
        there, every = sum(columns[letters] for letters in odd), columns.total()
        if (round_number(sheet) is None and sheet != format.results_sheet.name) or there * 4 < max(every, MANY) * 3:
            continue
        first = min((place for place in places if place.sheet == sheet), key=attrgetter("position"))
        where = f"the column{'s' * (len(odd) > 1)} {join_words(odd, 'and')}"
        message = f"{there} of {every} errors are in {where}: are names and results in their columns?"
        hint = "If not, copy them there, and clear them here. Copy, do not cut: the formulas beside would follow."
        yield error(first, message, hint)
