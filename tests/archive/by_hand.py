"""Archives with rows that are put into the tables directly, and what is found in them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, insert, select, update

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.exchange.export_format import BULKY_ROWS, TABLES
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, INFO, LINKS, MATCHES, PLAYERS, SOURCES
from turnabout_sheets.archive.store import Archive, open_archive

Rows = Mapping[Table, list[dict[str, Any]]]

ODD = [
    "",
    " ",
    "NA",
    "null",
    "None",
    "007",
    "1e5",
    "TRUE",
    "7/2",
    '=HYPERLINK("http://example.org","x")',
    "+1",
    "-1",
    "@SUM(A1)",
    "'",
    '"',
    '""',
    ",",
    "a,b;c\td",
    "two\nlines",
    "two\r\nlines",
    "old\rlines",
    "\n",
    "\\",
    "\\\\",
    "\\N",
    "Zoë Ångström",
    "👩‍👩‍👧 family",
    "\u2028\u2029\x85",
    "\ufeffmark",
    "\x01\x1f\x7f",
    "]}",
    "],",
    "x" * 200_000,
]


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def change(number: int, **more: Any) -> dict[str, Any]:
    plain = {"command": number, "at": "2026-05-31T18:04:11Z", "kind": "add", "file": "", "told": f"Change {number}"}
    return {
        "change": number,
        **plain,
        "undone": None,
        "state": None,
        "digest": f"Seal {number}",
        "note": None,
        "author": None,
        "details": None,
        **more,
    }


def player(number: int, name: str, player_id: str = "") -> dict[str, Any]:
    return {"player": number, "identity": f"#{number}", "player_id": player_id, "name": name}


def event(version: int, source: str, **more: Any) -> dict[str, Any]:
    names = {"event_id": "", "name": f"Event {version}", "name_key": f"event {version}", "format": "Turnabout"}
    plain = {"date": f"2026-05-{version % 28 + 1:02}", "venue": "", "organizer": "", "rounds": None, "field": 4}
    rest = {"rated": True, "provisional": False, "file": "", "source": source, "added": 1, "ended": None}
    rest |= {"terms": None, "digest": f"Event {version}"}
    names["id_key"] = str(more.get("event_id", "")).lower()
    return {"version": version, "event": version, **names, **plain, **rest, **more}


def entry(version: int, number: int, player: int, **more: Any) -> dict[str, Any]:
    counts = {"position": None, "wins": 0, "draws": 0, "losses": 0, "byes": 0, "points": None}
    rating = {"match_halves": None, "played_all": None, "multiplier": None, "award_halves": None, "status": ""}
    rating["details"] = None
    return {"version": version, "entry": number, "player": player, "name": f"P{player}", **counts, **rating, **more}


def rated(version: int, number: int, player: int, award_halves: int, **more: Any) -> dict[str, Any]:
    rating = {"position": number + 1, "match_halves": 4, "played_all": True, "multiplier": 2}
    return entry(version, number, player, **{**rating, "award_halves": award_halves, **more})


def match(version: int, number: int, a: int, b: int | None, **more: Any) -> dict[str, Any]:
    told = {"outcome_a": None, "outcome_b": None, "points_a": None, "points_b": None, "details": None}
    return {"version": version, "match": number, "round": 1, "place": None, "entry_a": a, "entry_b": b, **told, **more}


def link(number: int, player: int, main: int, **more: Any) -> dict[str, Any]:
    return {"link": number, "player": player, "event": None, "main": main, "added": 1, "ended": None, **more}


def worked() -> Rows:
    """A small archive with everything that tables can hold: blanks, empty texts, odd ones, links back and ahead."""
    book = bytes(range(256)) * 1000
    sources = [{"digest": digest(book), "kind": "workbook", "content": book}]
    sources += [{"digest": digest(bytes([n])), "kind": "record", "content": bytes([n])} for n in range(2 * BULKY_ROWS)]
    sources += [{"digest": "_", "kind": "record", "content": b""}, {"digest": "B", "kind": "record", "content": b""}]
    return {
        CHANGES: [change(1), change(2, undone=4), change(3, command=2, undone=4), change(4, kind="undo")],
        PLAYERS: [player(n, name) for n, name in enumerate(ODD, 1)],
        SOURCES: sources,
        EVENTS: [
            event(1, "B", ended=2, name="Replaced"),
            event(2, digest(book), event=1, event_id="E-1", rounds=3, venue="a,b"),
            event(3, "_", rated=False, provisional=True, date="2026-01-01"),
            event(4, "_", date="2026-06-01"),
        ],
        LINKS: [link(1, 2, 3, event=1), link(2, 4, 5), link(3, 5, 6, ended=3), link(4, 3, 1, event=4)],
        ENTRIES: [
            rated(1, 0, 1, 100),
            rated(2, 0, 1, 21, points="7/2", wins=3, draws=1, match_halves=7, multiplier=3),
            rated(2, 1, 2, 5, points="", match_halves=0, played_all=False, multiplier=0),
            rated(2, 2, 4, 12, points="\\", name="NA"),
            entry(2, 3, 6, points="\\\\", status="dropped"),
            entry(3, 0, 1),
            rated(4, 0, 3, 4),
            rated(4, 1, 5, 7),
        ],
        MATCHES: [
            match(2, 0, 0, 1, place=1, outcome_a="win", outcome_b="loss", points_a="18", points_b="0"),
            match(2, 1, 2, 3, outcome_a="", outcome_b=None, points_a="", points_b=None),
            match(2, 2, 3, None, round=2, outcome_a="bye"),
        ],
    }


def fill(connection: Connection, rows: Rows) -> None:
    for table in TABLES:
        if plain := rows.get(table):
            connection.execute(insert(table), [{**row, "undone": None} if table is CHANGES else row for row in plain])
    for row in rows.get(CHANGES, []):
        connection.execute(update(CHANGES).where(CHANGES.c.change == row["change"]).values(undone=row["undone"]))


def filled(place: str, rows: Rows) -> Archive:
    archive = open_archive(place, create=True)
    with archive.writing() as connection:
        fill(connection, rows)
    return archive


def content(archive: Archive) -> dict[str, set[tuple[Any, ...]]]:
    with archive.reading() as connection:
        found = {table.name: [tuple(row) for row in connection.execute(select(table))] for table in TABLES}
    assert all(len(rows) == len(set(rows)) for rows in found.values())
    return {name: set(rows) for name, rows in found.items()}


def as_content(rows: Rows) -> dict[str, set[tuple[Any, ...]]]:
    whole = {INFO: [{"name": "state", "value": "0" * 1024}, {"name": "version", "value": "4"}], **rows}
    return {
        table.name: {tuple(row[column.name] for column in table.columns) for row in whole.get(table, [])}
        for table in TABLES
    }


def data(path: Path) -> dict[str, bytes]:
    """The files of an export by name."""
    return {
        file.name if path.is_dir() else "": file.read_bytes() for file in (path.iterdir() if path.is_dir() else [path])
    }


def refused(job: Callable[[], object]) -> str:
    with pytest.raises(ArchiveError) as caught:
        job()
    return str(caught.value)
