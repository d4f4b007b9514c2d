"""Small events for the archive, and the command as an organizer gives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from click.testing import CliRunner, Result
from sqlalchemy import Connection, Table, select

from turnabout_sheets.archive.derive import derive, read_lines
from turnabout_sheets.archive.events import Added, Source, add_event
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.archive.schema import DERIVED, METADATA
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.archive.verify import verify
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.outcomes import A_WINS
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS

FOUR = ("Ada", "Ben", "Cleo", "Dan")


def event(name: str, date: str, *players: str, ids: Mapping[str, str] | None = None, **facts: Any) -> EventRecord:
    """Make an event of players in order of finish (four unless named): everybody met everybody, the better one won.

    ``ids`` are Player IDs by name.
    """
    players = players or FOUR
    last, rated = len(players) - 1, len(players) >= FEWEST_RATED_PLAYERS

    def entry(place: int, player: str) -> Entry:
        entry = Entry(
            player,
            (ids or {}).get(player, ""),
            position=place + 1,
            wins=last - place,
            losses=place,
            points=Fraction(last - place),
        )
        wins, times = Fraction(last - place), last + 1 - place
        rating = {"match_wins": wins, "played_all": True, "multiplier": times, "award": (wins + 1) * times}
        return replace(entry, **rating) if rated else entry

    return EventRecord(
        name=name,
        date=date,
        format="Turnabout",
        field=len(players),
        entries=tuple(entry(place, player) for place, player in enumerate(players)),
        meetings=tuple(
            Meeting(number, 1, a, b, *A_WINS, Fraction(1), Fraction(0))
            for number, (a, b) in enumerate(combinations(range(len(players)), 2), 1)
        ),
        rounds=len(players) * last // 2,
        **facts,
    )


def source(record: EventRecord, file: str = "old.csv") -> Source:
    """Return what a record of an old list comes from."""
    return Source(file)


def add(archive: Archive, *records: EventRecord, command: Command | None = None) -> list[Added]:
    """Archive events as one command does."""
    command = command or Command()
    added = []
    for record in records:
        with archive.writing() as connection:
            added.append(add_event(connection, command, record, source(record)))
    return added


def turnabout(*words: object, answer: str = "") -> Result:
    """Give the command ``turnabout archive …``; an error that is not explained fails the test."""
    from turnabout_sheets.cli.main import main

    result = CliRunner().invoke(main, ["archive", *map(str, words)], input=answer)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code != ExitCode.FAULT, result.output
    return result


def contents(archive: Archive) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables, by table, in the order of their keys."""
    with archive.reading() as connection:
        return _read_tables(connection, METADATA.sorted_tables)


def read_tables(archive: Archive) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of the derived tables, by column; of the entries also what the log says of them."""
    with archive.reading() as connection:
        tables = {
            table.name: [dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()]
            for table in DERIVED
        }
        lines = {line.number: line.body for line in read_lines(connection)}
    bodies = {row["event"]: lines[row["line"]]["entries"] for row in tables["events"]}
    for row in tables["entries"]:
        row |= dict(zip(("player", *Entry.__slots__), bodies[row["event"]][row["entry"]], strict=True))
    return tables


def assert_derived(archive: Archive) -> None:
    """Fail where the derived tables are not those that come of the log alone."""
    with archive.trying() as trial, trial.writing() as connection:
        before = _read_tables(connection, DERIVED)
        derive(connection)
        assert _read_tables(connection, DERIVED) == before


def _read_tables(connection: Connection, tables: Sequence[Table]) -> dict[str, list[tuple[Any, ...]]]:
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for table in tables
    }


def assert_sealed(archive: Archive) -> None:
    """Fail where something is not as the program wrote it."""
    with archive.reading() as connection:
        assert verify(connection) == []
    assert_derived(archive)
