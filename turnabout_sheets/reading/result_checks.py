"""Checks of what is typed into match rows: rulings, results, what lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from turnabout_sheets.core.outcomes import WINNERS
from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format, LiveColumn
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.formats.live import find_live_columns
from turnabout_sheets.sheets.cell_kinds import WINNER, format_cell
from turnabout_sheets.sheets.grid import address

_SIDES: Final = ("A", "B")


def rulings(event: Event, format: Format) -> Iterator[Problem]:
    """Find rows with both a ruling and a result, and rulings about nobody (rules 1.4.4)."""
    for match in event.rows:
        if match.ruling is None:
            continue
        place = event.place(match, "ruling")
        if any(match[field] is not None for field in format.entry_fields if field != "ruling"):
            yield error(
                place,
                f'The ruling is "{match.ruling}", but a result is typed, too; expected one of the two.',
                "Clear the ruling or the result.",
            )
        elif match.b == BYE and match.ruling not in ("A no-show", WAITS):
            yield error(
                place, f'The ruling is "{match.ruling}", but there is no player B.', 'Clear it, or choose "A no-show".'
            )
        elif match.ruling == WAITS and match.b != BYE:
            yield error(
                place,
                f'The ruling is "{WAITS}", but there is a player B; expected it beside a bye only.',
                "Clear it, or correct player B.",
            )


def results_of_byes(event: Event, format: Format) -> Iterator[Problem]:
    """Find results typed for byes."""
    entry = [field for field in format.entry_fields if field != "ruling"]
    for match in event.rows:
        if match.b != BYE or match.ruling is not None:
            continue  # a match, or somebody who sits the round out
        typed = [field for field in entry if match[field] is not None]
        if typed:
            yield error(
                event.place(match, typed[0]),
                "A result is typed for a bye, which has none.",
                "Clear the result, or correct player B.",
            )


def results_over_formulas(event: Event, format: Format) -> Iterator[Problem]:
    """Find winners and counts typed over formulas, right of where they belong: nobody would read them."""
    columns = {title: find_live_columns(table, format) for title, table in event.tables.items()}
    for match in event.rows:
        cells = event.tables[match.sheet].grid.rows
        row = cells[match.row - 1] if match.row <= len(cells) else ()
        for column, live in columns[match.sheet].items():
            text = format_cell(row[column]) if column < len(row) and row[column] != "" else ""
            if text and _is_result(text, live, event, match):
                yield error(
                    Place(match.sheet, address(match.row - 1, column)),
                    f'"{text}" stands where the formula of {live.header} was; nobody reads it there.',
                    "Type it into the column where it belongs, and copy the formula from another row.",
                )


def _is_result(text: str, live: LiveColumn, event: Event, match: Match) -> bool:
    """Say whether a text is no formula's but a result; only Check never has a number or Draw of its own."""
    if live.warns and text.isdigit():
        return True
    names = (name for _, player in match.seats() for name in event.players[player].names)
    return key(text) in map(key, (*(WINNERS if live.warns else _SIDES), *names))


def decisions(event: Event, format: Format) -> Iterator[Problem]:
    """Find rulings on who goes on where nobody goes out, or there is no opponent (rules 1.11.2)."""
    for match in event.rows:
        if match.advances is not None and (match.b == BYE or not event.settings.method.by_bracket):
            where = "beside a bye" if match.b == BYE else f"in this event; Pairing is {event.settings.pairing}"
            yield error(
                event.place(match, "ruling"),
                f'The ruling is "{match.advances} advances", but nobody goes out {where}.',
                "Clear the ruling.",
            )


def half_a_match(event: Event, format: Format) -> Iterator[Problem]:
    """Find games that are not reported, though the others are, or they have counts (rules 1.4.10)."""
    not_asked = format.not_asked(event.settings)
    for match in event.rows:
        missing = [field for field in format.result_fields if match[field] is None]
        for field in missing if match.is_match else ():
            column, place = format.matches.column(field), event.place(match, field)
            moot = (each for each, (on, _) in format.needless.items() if on == field and each not in not_asked)
            counts = [event.place(match, each).cell for each in moot if match[each] is not None]
            hint = f"Fill in {column.kind.expects}."
            if column.kind is WINNER:
                hint = "Fill in A, B or Draw; a game that was not finished is a Draw."
            message = f"{column.header.removesuffix(' winner')} is not reported,"
            if counts:
                message += f" but there is a count in {join_words(counts, 'and')}."
                yield error(place, message, "Fill in who won, or clear the count.")
            elif len(missing) < len(format.result_fields):
                yield warning(place, f"{message} so the match does not count yet.", hint)


def missing_results(event: Event, format: Format) -> Iterator[Problem]:
    """Name the results that are missing in rounds before the last: the next round is paired already.

    Where all rounds are paired at once, the last one is that which has results.
    """
    waiting = {match.index for match in progress.outstanding_matches(event, format.result_fields)}
    last = (
        progress.last_played_round(event, format.result_fields) if event.settings.method.at_once else event.last_round
    )
    for number, paired in event.rounds.items():
        matches = [match for match in paired if match.index in waiting]
        if not matches or number >= last:
            continue
        tables = join_words([str(match.table or "?") for match in matches], "and")
        several = "s" * (len(matches) > 1)
        yield warning(
            event.place(matches[0], format.result_fields[0]),
            f"Round {number} lacks {len(matches)} result{several} (table{several} {tables}), though round "
            f"{last} {'has some' if event.settings.method.at_once else 'is paired'}.",
            "Type the missing results; until then the standings are provisional.",
        )
