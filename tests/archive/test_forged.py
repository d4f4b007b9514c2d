"""Archives that somebody has forged, and sealed as the program does: every digest fits, and most figures do.

What is kept of each event tells: `archive verify` computes it anew, and the checker of exports compares what it can.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from sqlalchemy import Column, Connection, Table, func, select, update

from tests.archive.importing import read_lists
from tests.archive.making import event, source
from tests.archive.shared import PAIRED, make_plan
from tests.dose import dose
from tests.support.books import SAMPLES
from tools import check_export
from turnabout_sheets.archive.events import Source, add_event, remove_event
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.from_results import make_entries, make_meetings
from turnabout_sheets.archive.hash_chain import digest_versions, update_rows
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import EventRecord, as_json
from turnabout_sheets.archive.replay import replay
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, MATCHES
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.core.digests import write_canonical
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.archive import read_workbook
from turnabout_sheets.jobs.simulate import add_oddities, simulate
from turnabout_sheets.jobs.verify_archive import verify_archive, verify_export
from turnabout_sheets.sheets.csv_file import read_csv

pytestmark = pytest.mark.soak


class Kept(NamedTuple):
    """An event that is honest: its record, and what it is archived from."""

    record: EventRecord
    source: Source


class World(NamedTuple):
    """The events that are forged: of workbooks, and of lists."""

    books: Sequence[Kept]
    lists: Sequence[Kept]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Odd events of each format and method as workbooks, and old results."""
    folder, books = tmp_path_factory.mktemp("forged"), []
    for seed in range(dose(len(PAIRED), 24)):
        name, plan = make_plan(seed)
        format, file = load(FORMATS[name]), folder / f"{seed}.xlsx"
        simulate(file, format, add_oddities(plan, format))
        read = read_workbook(file, provisional=True)
        if read.record is not None and read.source is not None and not read.record.provisional:
            books.append(Kept(read.record, read.source))
    records, _ = read_lists(read_csv(path) for path in sorted((SAMPLES / "old-results").glob("*.csv")))
    assert len(books) > dose(8, 15)
    return World(books, [Kept(record, source(record)) for record in records])


def put(connection: Connection, record: EventRecord, source: Source) -> int:
    """Archive an event, as the program does; return the number of its version."""
    add_event(connection, Command(), record, source)
    return int(connection.execute(select(func.max(EVENTS.c.version))).scalar_one())


def seal(connection: Connection, version: int) -> None:
    """Give a version the digest that its rows come to, and the state what follows of that."""
    (digest,) = digest_versions(connection, [version]).values()
    update_rows(connection, EVENTS, (EVENTS.c.version == version,), digest=digest)


OTHER: Final = event("Other", "2020-01-01", "Ann", "Bob")
"""An honest event that is archived beside each forged one: what is found must not be of it."""


Forge = Callable[[Random, World, Connection], Kept]
"""Archives an event that is forged, and returns it as it would be."""


def exchange_workbook(random: Random, world: World, connection: Connection) -> Kept:
    kept, other = random.sample(world.books, 2)
    put(connection, kept.record, other.source)
    return kept


def damage_workbook(random: Random, world: World, connection: Connection) -> Kept:
    kept = random.choice(world.books)
    content = kept.source.content[: random.randrange(1, len(kept.source.content))]
    put(connection, kept.record, replace(kept.source, content=content))
    return kept


OTHER_SIDE: Final = {"A": "B", "B": "A"}


def turn_result(random: Random, world: World, connection: Connection) -> Kept:
    """Let the other one win a match, with all that follows, as the program would compute it."""
    kept = random.choice([each for each in world.books if find_won(each.record)])
    meetings, place = list(kept.record.meetings), random.choice(find_won(kept.record))
    details = json.loads(meetings[place].details or "")
    for game in details.get("games", [details]):
        game["winner"] = OTHER_SIDE.get(game["winner"], game["winner"])
    meetings[place] = replace(meetings[place], details=write_canonical(details))
    results = replay(replace(kept.record, meetings=tuple(meetings)))
    assert results is not None
    entries = make_entries(results)
    played = make_meetings(results, {number: place for place, number in enumerate(entries)})
    put(connection, replace(kept.record, entries=tuple(entries.values()), meetings=played), kept.source)
    return kept


def find_won(record: EventRecord) -> Sequence[int]:
    """Find the matches in which somebody has won a game that is kept."""
    found = []
    for place, meeting in enumerate(record.meetings):
        details = json.loads(meeting.details or "{}")
        if any(game.get("winner") in OTHER_SIDE for game in details.get("games", [details])):
            found.append(place)
    return found


def change_field(random: Random, world: World, connection: Connection) -> Kept:
    """Let the event be larger, with the awards that follow."""
    kept = random.choice([*world.books, *world.lists])
    larger = replace(kept.record, field=kept.record.field + random.randint(1, 20))
    put(connection, add_awards(larger) if kept.record.rated and kept.source.kind == "record" else larger, kept.source)
    return kept


FIGURES: Final = {
    ENTRIES: ["position", "wins", "draws", "losses", "byes", "points", "match_halves", "multiplier", "award_halves"],
    MATCHES: ["outcome_a", "outcome_b", "points_a", "points_b"],
}


def change_figure(random: Random, world: World, connection: Connection) -> Kept:
    """Change a figure, and nothing that follows."""
    kept = random.choice(world.books)
    version, table = put(connection, *kept), random.choice(list(FIGURES))
    rows = connection.execute(select(table).where(table.c.version == version)).mappings().all()
    row = random.choice(rows)
    column = random.choice([column for column in FIGURES[table] if row[column] is not None])
    key = [each == row[each.name] for each in table.primary_key]
    connection.execute(update(table).where(*key).values({column: other_figure(random, row[column])}))
    seal(connection, version)
    return kept


def other_figure(random: Random, value: int | str) -> int | str:
    """Return a figure that is not the one that was there, and might be."""
    if isinstance(value, int):
        return value + random.choice([-1, 1])
    if value in list(Outcome):
        return random.choice([each.value for each in Outcome if each.value != value])
    return str(Fraction(value) + random.choice([-1, Fraction(1, 2), 1]))


def give_to_another(random: Random, world: World, connection: Connection) -> Kept:
    """Let an award go to somebody else; the name stays as it was."""
    kept = random.choice([*world.books, *world.lists])
    version, (one, other) = put(connection, *kept), random.sample(range(len(kept.record.entries)), 2)
    those = select(ENTRIES.c.entry, ENTRIES.c.player).where(ENTRIES.c.version == version)
    players = dict(connection.execute(those).all())
    this = (ENTRIES.c.version == version, ENTRIES.c.entry == one)
    connection.execute(update(ENTRIES).where(*this).values(player=players[other]))
    seal(connection, version)
    return kept


def change_facts(random: Random, world: World, connection: Connection) -> Kept:
    """Change what an event is called, when and where it was, or by which terms it was played."""
    kept = random.choice(world.books)
    terms = json.loads(kept.record.terms or "")
    changed: Sequence[Mapping[str, Any]] = [
        {"name": f"{kept.record.name} II"},
        {"date": "2019-01-01"},
        {"venue": "Leeds"},
        {"organizer": "Kay"},
        {"event_id": "K-1"},
        {"rounds": (kept.record.rounds or 0) + 1},
        {"terms": write_canonical({**terms, "allow_rematches": not terms["allow_rematches"]})},
    ]
    put(connection, replace(kept.record, **random.choice(changed)), kept.source)
    return kept


def change_kept_list(random: Random, world: World, connection: Connection) -> Kept:
    """Change a row of the list that is kept, not what stands in the archive."""
    kept = random.choice(world.lists)
    put(connection, kept.record, replace(kept.source, content=as_json(change_row(random, kept.record))))
    return kept


def change_row_of_list(random: Random, world: World, connection: Connection) -> Kept:
    """Change what stands in the archive, with the award that follows, not the list that is kept."""
    kept = random.choice(world.lists)
    put(connection, add_awards(change_row(random, kept.record)), kept.source)
    return kept


def change_row(random: Random, record: EventRecord) -> EventRecord:
    entries, place = list(record.entries), random.randrange(len(record.entries))
    figure = random.choice(["wins", "draws", "losses", "byes", "position", "name", "player_id"])
    value = getattr(entries[place], figure)
    changed: Any = f"{value}x" if isinstance(value, str) else (value or 0) + 1
    entries[place] = replace(entries[place], **{figure: changed})
    return replace(record, entries=tuple(entries))


def forge_replaced(forge: Forge, random: Random, world: World, connection: Connection) -> Kept:
    """Forge a version, and put an honest one in its place, or remove the event."""
    kept = forge(random, world, connection)
    put(connection, *kept)
    rows = connection.execute(select(EVENTS).where(EVENTS.c.source == kept.source.digest)).all()
    if all(row.ended is None for row in rows):
        remove_event(connection, Command(), rows[-1].event)
    return kept


SEEN: Mapping[str, Forge] = {
    "workbook exchanged": exchange_workbook,
    "workbook damaged": damage_workbook,
    "field": change_field,
    "figure": change_figure,
    "award of another": give_to_another,
    "kept list": change_kept_list,
    "row of a list": change_row_of_list,
    "figure of a replaced version": partial(forge_replaced, change_figure),
    "field of a replaced version": partial(forge_replaced, change_field),
    "row of a list that was removed": partial(forge_replaced, change_row_of_list),
}
"""What the checker of exports finds, too."""

UNSEEN: Mapping[str, Forge] = {
    "result with all that follows": turn_result,
    "facts": change_facts,
    "result of a replaced version": partial(forge_replaced, turn_result),
}
"""What takes reading a workbook as the program does."""


def test_what_is_forged_and_sealed_is_found(world: World, tmp_path: Path) -> None:
    """Safety 9.5, checking 2.6, 4.1 and 4.2; archive 9.1 and 9.5."""
    open_archive(str(tmp_path / "empty.sqlite"), create=True)
    kinds = {**SEEN, **UNSEEN}
    for seed in range(dose(len(kinds), 500)):
        random, kind = Random(seed), list(kinds)[seed % len(kinds)]
        archive = open_archive(str(shutil.copy(tmp_path / "empty.sqlite", tmp_path / "archive.sqlite")))
        with archive.writing() as connection:
            put(connection, OTHER, source(OTHER))
            kinds[kind](random, world, connection)
        (tmp_path / "export.json").unlink(missing_ok=True)
        export(archive, tmp_path / "export.json", "json")
        findings = verify_export(tmp_path / "export.json").findings if seed % 2 else verify_archive(archive).findings
        assert findings, (seed, kind)
        assert not any(each.figure in ("state", "digest", "digest of the record") for each in findings), "it is sealed"
        checked = check_export.check_export(*check_export.read_export(tmp_path / "export.json"))
        assert checked.findings or kind in UNSEEN, (seed, kind)


ELSEWHERE: Final = ("version", "event", "entry", "match", "player", "source", "digest", "file", "added", "ended")
"""Columns that lead to other rows, or say where these come from: above, and in `tests.archive.test_journal_rows`."""

COLUMNS: Final = [
    (table, column) for table in (EVENTS, ENTRIES, MATCHES) for column in table.columns if column.name not in ELSEWHERE
]


def alter(random: Random, value: Any) -> Any:
    """Return what might stand in the same place, and did not; of what is nested, some part is altered, or gone."""
    match value:
        case bool():
            return not value
        case dict() if value:
            name = random.choice([each for each in value if value[each] is not None])
            gone = {each: value[each] for each in value if each != name}
            return gone if random.random() < 0.2 else {**value, name: alter(random, value[name])}
        case list():
            return value[1:] or [7]
        case str() if value not in list(Outcome) and not re.fullmatch(r"-?\d+(/\d+)?", value):
            return f"{value[:-1]}{'b' if value[-1:] == 'a' else 'a'}"
        case int() | str():
            return other_figure(random, value)
    return 1


def change_column(random: Random, world: World, connection: Connection, place: tuple[Table, Column[Any]]) -> None:
    """Change what stands in a column, where something does; and, in JSON, some part of it."""
    (table, column), kept = place, random.choice(world.books)
    version = put(connection, *kept)
    rows = connection.execute(select(table).where(table.c.version == version)).mappings().all()
    row = random.choice([row for row in rows if row[column.name] not in (None, "{}")] or rows)
    value = row[column.name]
    if column.name in ("terms", "details"):
        value = write_canonical(alter(random, json.loads(value or "{}") or {"group": ""}))
    elif column.name in ("entry_a", "entry_b"):
        value = random.choice([each for each in range(len(kept.record.entries)) if each != value])
    elif column.name.startswith("outcome"):
        value = other_figure(random, value or "")
    else:
        value = alter(random, value)
    key = [each == row[each.name] for each in table.primary_key]
    connection.execute(update(table).where(*key).values({column.name: value}))
    seal(connection, version)


def test_whatever_column_is_altered_and_sealed_is_found(world: World, tmp_path: Path) -> None:
    """Safety 9.5: each figure in turn."""
    for seed, place in enumerate(dose(COLUMNS[::8], 15 * COLUMNS)):
        (tmp_path / "archive.sqlite").unlink(missing_ok=True)
        archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
        with archive.writing() as connection:
            put(connection, OTHER, source(OTHER))
            change_column(Random(seed), world, connection, place)
        findings = verify_archive(archive).findings
        assert findings, (seed, str(place[1]))
        assert not any(each.figure in ("state", "digest", "digest of the record") for each in findings), "it is sealed"


def test_what_is_honest_agrees(world: World, tmp_path: Path) -> None:
    """Checking 4.1 and 4.2."""
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    with archive.writing() as connection:
        for kept in (Kept(OTHER, source(OTHER)), *world.books, *world.lists):
            put(connection, *kept)
    verdict = verify_archive(archive)
    assert verdict.findings == []
    export(archive, tmp_path / "export.json", "json")
    assert check_export.check_export(*check_export.read_export(tmp_path / "export.json")).findings == []
