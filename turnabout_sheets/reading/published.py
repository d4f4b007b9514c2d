"""Rounds that were published while the workbook was open: each is read as the sheet that it will be, once it can be.

Whatever happens to the workbook until then, such a round is treated as if its sheet had been there all the time
(rules 1.4.16). So is what a run remembers of the sheets that it has read: a sheet comes out of its text exactly as it
went in, with types, blanks and errors.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from turnabout_sheets.core.problems import Place, Problem, collect, error, warning
from turnabout_sheets.core.text import find_nearest, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE_NAME, Player
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.grid import Grid, Raw
from turnabout_sheets.sheets.table import Table, read_table

OPEN, CLOSE = "[", "]"
"""Around each piece, so that no program takes a space from its ends, or takes it for a number."""

_KINDS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "at": datetime.fromisoformat,
    "day": date.fromisoformat,
    "time": time.fromisoformat,
    "for": lambda parts: timedelta(*parts),
}
"""What JSON has no values for, by the word that stands before it."""


def read_texts(grid: Grid) -> dict[str, str]:
    """Return the texts on the sheet Remembered by what they are, however much of it is there."""
    texts: dict[str, list[str]] = {}
    for row in grid.rows[1:]:
        what, piece = (str(cell) for cell in (*row, "", "")[:2])
        if what and piece:
            texts.setdefault(what, []).append(piece.removeprefix(OPEN).removesuffix(CLOSE))
    return {what: "".join(pieces) for what, pieces in texts.items()}


def write_grid(grid: Grid) -> str:
    """Return all of a sheet but its name as a text in ASCII, the same for the same sheet."""
    data = [grid.days_behind, dict(sorted(grid.flags.items())), grid.rows]
    return json.dumps(data, separators=(",", ":"), default=_write)


def read_grid(name: str, text: str) -> Grid:
    """Return the sheet of a text. Raises `ValueError` for one that `write_grid` has not written."""
    try:
        behind, flags, rows = json.loads(text, object_pairs_hook=_read)
        return Grid(name, [list(row) for row in rows], dict(flags), int(behind))
    except (TypeError, AttributeError) as error:
        raise ValueError("this is no sheet") from error


def _write(value: object) -> Mapping[str, object]:
    if isinstance(value, timedelta):
        return {"for": [value.days, value.seconds, value.microseconds]}
    assert isinstance(value, (date, time)), "a cell's value"
    word = "time" if isinstance(value, time) else "at" if isinstance(value, datetime) else "day"
    return {word: value.isoformat()}


def _read(pairs: list[tuple[str, Any]]) -> Any:
    """Return the value of a cell, or what the flags of a sheet are: addresses have figures, and these words none."""
    if len(pairs) == 1 and pairs[0][0] in _KINDS:
        return _KINDS[pairs[0][0]](pairs[0][1])
    return dict(pairs)


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A round whose pages were made before its sheet could be written.

    ``rows`` are those of its sheet, by field, with the players by name; ``ids`` has the Player ID of those who had one,
    by name. ``notes`` and ``summary`` are as in `rounds.new_round.NewRound`. ``file`` is where it is kept, as messages
    name it; ``fault`` says what is wrong with that file: then nothing but ``number`` is known. ``workbook`` is that for
    which it was kept, where that is gone: it may be the one that is read, under another name.
    """

    number: int
    file: str
    format: str = ""
    rows: tuple[Mapping[str, Any], ...] = ()
    ids: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    fault: str = ""
    workbook: str = ""

    @property
    def title(self) -> str:
        """What its sheet will be called."""
        return title_round(self.number)

    def is_of(self, format: Format) -> bool:
        """Say whether it is a round of that format."""
        return FORMATS.get(self.format) is format.outline

    @property
    def way_out(self) -> str:
        """How to do without it."""
        return f'To have round {self.number} paired anew instead, delete the file "{self.file}"'


def read_published(
    published: Sequence[PublishedRound],
    there: Collection[int],
    grids: Sequence[Grid],
    players: Sequence[Player],
    format: Format,
) -> tuple[list[tuple[int, Table]], list[Problem]]:
    """Return the tables of the published rounds that have no sheet yet, with the names as they stand on Players now.

    ``there`` are the rounds that the workbook has: its sheet goes before what was published. A round counts as soon as
    all rounds before it are there; where the workbook has gone back to an earlier version, it waits for them
    (rules 1.4.16).
    """
    known = {*there}
    tables: list[tuple[int, Table]] = []
    problems: list[Problem] = []
    for each in sorted(published, key=lambda each: each.number):
        if each.number in known or (each.workbook and not _may_belong(each, known, players, format)):
            continue
        if missing := [number for number in range(1, each.number) if number not in known]:
            problems.append(_comes_too_early(each, missing[0]))
            continue
        if found := collect(_find_obstacles(each, grids, players, format)):
            problems += found
            break
        table, unreadable = read_table(_make_grid(each, players, format), format.sheets.matches.with_name(each.title))
        if table is None or unreadable:
            problems.append(_is_unusable(each, "is damaged"))
            break
        known.add(each.number)
        tables.append((each.number, table))
    return tables, problems


def _may_belong(each: PublishedRound, known: Collection[int], players: Sequence[Player], format: Format) -> bool:
    """Say whether a round of a workbook that is gone is the next of this one: as far as players and rounds tell."""
    is_next = each.number == max(known, default=0) + 1
    return is_next and each.is_of(format) and len(_find_names(each, players)) == len({*_names(each)})


def _find_obstacles(
    each: PublishedRound, grids: Sequence[Grid], players: Sequence[Player], format: Format
) -> Iterator[Problem]:
    """Find what keeps a round from being taken in; nothing is asked of it where the first is found."""
    in_the_way = next((grid.name for grid in grids if round_number(grid.name) == each.number), None)
    if each.fault:
        yield _is_unusable(each, each.fault)
    elif each.workbook:
        yield error(
            Place(each.title),
            f"Round {each.number} of the same players is published, and kept for {each.workbook}, which is gone.",
            f"If this workbook was called so, give it that name again, run, and rename it then. If it was not, delete "
            f'the file "{each.file}".',
        )
    elif not each.is_of(format):
        yield error(
            Place("Event"),
            f"Round {each.number} was published as a round of {each.format}, and Format is {format.name} now.",
            f"Set Format back to {each.format}. {each.way_out}.",
        )
    elif in_the_way is not None:
        yield error(
            Place(in_the_way),
            f"Round {each.number} is published and to have this sheet, which has no pairings.",
            "Rename or delete the sheet, or type into it who plays whom.",
        )
    else:
        called = _find_names(each, players)
        yield from (_unknown_player(each, name, players) for name in _names(each) if name not in called)


def _is_unusable(each: PublishedRound, fault: str) -> Problem:
    return error(
        Place(each.title),
        f'Round {each.number} is published, but the file "{each.file}", which has it until the workbook can be written '
        f"to, {fault}.",
        f"Type the round as it is on its page into a sheet {each.title}. {each.way_out}.",
    )


def _comes_too_early(each: PublishedRound, missing: int) -> Problem:
    return warning(
        Place(each.title),
        f"Round {each.number} is published, but the workbook has no round {missing}: is it an earlier version?",
        f"If it is, bring the last one back. Once round {missing} is paired anew, round {each.number} will be, too.",
    )


def _unknown_player(each: PublishedRound, name: str, players: Sequence[Player]) -> Problem:
    near = find_nearest(name, [player.name for player in players])
    meant = f" (is it {near}?)" if near else ""
    return error(
        Place("Players"),
        f"{name}, who plays in round {each.number} as it is published, is not on the sheet Players{meant}.",
        f"Give the player this name back until the sheet {each.title} is in the workbook. {each.way_out}.",
    )


def _names(each: PublishedRound) -> list[str]:
    """Return who plays in a round, in the order of its rows."""
    seats = (row.get(side) for row in each.rows for side in ("a", "b"))
    return [name for name in seats if isinstance(name, str) and name != BYE_NAME]


def _find_names(each: PublishedRound, players: Sequence[Player]) -> Mapping[str, str]:
    """Return what those who play in a round are called now: as they were, or else by their Player ID."""
    by_name = {key(name): player.name for player in reversed(players) for name in player.names}
    by_id = {key(player.player_id): player.name for player in players if player.player_id}
    now = {name: by_name.get(key(name)) or by_id.get(key(each.ids.get(name, ""))) for name in _names(each)}
    return {name: called for name, called in now.items() if called is not None}


def _make_grid(each: PublishedRound, players: Sequence[Player], format: Format) -> Grid:
    """Return the sheet of a round as it will be read once it is written."""
    called = {**_find_names(each, players), BYE_NAME: BYE_NAME}

    def cell(row: Mapping[str, Any], field: str) -> Raw:
        value: Raw = "" if row.get(field) is None else row[field]
        return called[str(value)] if field in ("a", "b") else value

    columns = [column.field if isinstance(column, Column) else "" for column in format.round_columns]
    headers = [column.header for column in format.round_columns]
    return Grid(each.title, [headers, *([cell(row, field) for field in columns] for row in each.rows)])
