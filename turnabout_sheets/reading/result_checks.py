"""Checks of what is typed into match rows, over their headers or into their notes: rulings, results, what lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from itertools import groupby
from typing import Final

from turnabout_sheets.core.outcomes import WINNERS
from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import header_key, join_words, key
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format, LiveColumn
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.formats.live import find_live_columns
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address, cell_range
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS

COPY: Final = "(Copy, do not cut: the formulas beside would follow.)"


def find_lost_header(grid: Grid, sheet: Sheet) -> Problem | None:
    """Return the error of a sheet whose header has values in place of the headers that it lacks; None else.

    The values must be ones that the columns take, and the headers of the columns that are never blank must be there.
    """
    for index, row in enumerate(grid.rows[:HEADER_SEARCH_ROWS]):
        there = [header_key(format_cell(value)) for value in row]
        lacking = [each for each in sheet.columns if each.required and header_key(each.header) not in there]
        if not lacking or any(each.filled for each in lacking):
            continue
        known = {header_key(each.header) for each in sheet.columns}
        for first in range(len(row) - len(lacking) + 1):
            here = range(first, first + len(lacking))
            if not any(there[each] in known for each in here) and _are_values(row[first : here.stop], lacking):
                return _tell(grid, index, here, lacking)
    return None


def _are_values(cells: Sequence[Raw], columns: Sequence[Column]) -> bool:
    """Say whether cells are values of columns: the first is one, and no other is anything else."""
    if not format_cell(cells[0]):
        return False
    for cell, column in zip(cells, columns, strict=True):
        words = {header_key(word) for word in column.kind.choices}
        text = format_cell(cell)
        if text and ((words and header_key(text) not in words) or not column.kind.takes(cell)):
            return False
    return True


def _tell(grid: Grid, header: int, columns: range, lacking: Sequence[Column]) -> Problem:
    last = max(
        index
        for index, row in enumerate(grid.rows)
        if index >= header and any(format_cell(cell) for cell in row[columns[0] : columns.stop])
    )
    headers = cell_range(header, columns[0], header, columns[-1])
    here, there = (cell_range(header + down, columns[0], last + down, columns[-1]) for down in (0, 1))
    names = join_words([each.header for each in lacking], "and")
    return error(
        Place(grid.name, address(header, columns[0])),
        f"The results in {here} stand one row too high: they were put over the headers in {headers}.",
        f"Copy them to {there}, and type the headers into {headers} again: {names}. {COPY}",
    )


SHOWN: Final = 4
"""How many cells are named."""

_SCORE: Final = re.compile(r"(?<!\d)\d{1,2} ?[-–:/] ?\d{1,2}(?!\d)")
_WORD: Final = re.compile(r"\w+")
_WORDS: Final = frozenset(
    "a b and by game games g1 g2 in to vs "
    "win wins won winner winning victory beat beats defeated def draw draws drawn tie tied loss lose loses lost "
    "sieg sieger gewinnt gewann gewonnen siegt remis unentschieden verliert verlor verloren gegen "
    "gagne gagné gagnant bat victoire nul nulle égalité perd perdu "
    "gana ganó ganador victoria vence empate tablas pierde perdió".split()
)
"""What a result is told in, besides names and figures, in the languages of the pages."""


def results_in_notes(event: Event, format: Format) -> Iterator[Problem]:
    """Find matches without a result whose Note has what looks like one: one warning for a sheet."""
    typed = [field for field in format.entry.fields if field != "ruling"]
    for title, matches in groupby(event.rows, lambda match: match.sheet):
        found = [
            (match, format_cell(note))
            for match in matches
            if match.b != BYE and match.ruling is None and all(match[field] is None for field in typed)
            if (note := _read_note(event, match)) != "" and _looks_like_result(note, event, match)
        ]
        if not found:
            continue
        told = [f'"{text}" in {event.place(match, "note").cell}' for match, text in found[:SHOWN]]
        more = [f"{len(found) - SHOWN} more"] if len(found) > SHOWN else []
        headers = [event.tables[title].sheet.column(field).header for field in typed]
        several = len(found) > 1
        yield warning(
            event.place(found[0][0], "note"),
            f"{join_words([*told, *more], 'and')} look{'s' * (not several)} like {'results' if several else 'a result'}"
            ", but what stands in Note is not read.",
            f"Type {'them' if several else 'it'} into {join_words(headers, 'and')}; who won is A, B, Draw or the name.",
        )


def _read_note(event: Event, match: Match) -> Raw:
    """Return what was typed as a match's note."""
    table = event.tables[match.sheet]
    at, rows = table.positions.get("note"), table.grid.rows
    cells = rows[match.row - 1] if match.row <= len(rows) else ()
    return cells[at] if at is not None and at < len(cells) else ""


def _looks_like_result(note: Raw, event: Event, match: Match) -> bool:
    """Say whether a note has nothing but names of the two players, a score, and words for who won.

    Of 2-1 and 2:1 spreadsheet programs make a day and a time.
    """
    if isinstance(note, date | time | timedelta):
        return True
    rest, scores = _SCORE.subn(" ", key(format_cell(note)))
    for name in (key(each) for _, player in match.seats() for each in event.players[player].names):
        rest = rest.replace(name, " a ")
        rest = re.sub(rf"(?<!\w){re.escape(name.split()[0])}(?!\w)", " a ", rest)
    words = [word for word in _WORD.findall(rest) if not word.isdecimal()]
    return bool(words or scores) and all(word in _WORDS for word in words)


_SIDES: Final = ("A", "B")


def rulings(event: Event, format: Format) -> Iterator[Problem]:
    """Find rows with both a ruling and a result, and rulings about nobody (rules 1.4.4)."""
    for match in event.rows:
        if match.ruling is None:
            continue
        place = event.place(match, "ruling")
        if any(match[field] is not None for field in format.entry.fields if field != "ruling"):
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
    entry = [field for field in format.entry.fields if field != "ruling"]
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
    """Name matches of which only some games are reported: they do not count yet (rules 1.4.10)."""
    for match in event.rows:
        missing = [field for field in format.entry.result_fields if match[field] is None]
        if 0 < len(missing) < len(format.entry.result_fields) and match.b != BYE and match.ruling is None:
            game = format.sheets.matches.column(missing[0]).header.removesuffix(" winner")
            yield warning(
                event.place(match, missing[0]),
                f"{game} is not reported, so the match does not count yet.",
                "Fill in A, B or Draw; a game that was not finished is a Draw.",
            )


def missing_results(event: Event, format: Format) -> Iterator[Problem]:
    """Name the results that are missing in rounds before the last: the next round is paired already.

    Where all rounds are paired at once, the last one is that which has results.
    """
    waiting = {match.index for match in progress.outstanding_matches(event, format.entry.result_fields)}
    last = (
        progress.last_played_round(event, format.entry.result_fields)
        if event.settings.method.at_once
        else event.last_round
    )
    for number, paired in event.rounds.items():
        matches = [match for match in paired if match.index in waiting]
        if not matches or number >= last:
            continue
        tables = join_words([str(match.table or "?") for match in matches], "and")
        several = "s" * (len(matches) > 1)
        yield warning(
            event.place(matches[0], format.entry.result_fields[0]),
            f"Round {number} lacks {len(matches)} result{several} (table{several} {tables}), though round "
            f"{last} {'has some' if event.settings.method.at_once else 'is paired'}.",
            "Type the missing results; until then the standings are provisional.",
        )
