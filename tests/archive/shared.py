"""What tests of the archive share: archives, exports, and what is said of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result
from sqlalchemy import select

from tests.archive.making import add, event, turnabout
from tools import check_export
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import IN_FORCE, load
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.people import merge
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.schema import EVENTS
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.jobs.simulate import Plan

OLDER = Path(__file__).parent / "older"


Whole = dict[str, Any]


def make_archive(file: Path, *events: EventRecord) -> Path:
    """Put events into an archive, Fay in one of them, and more that are then replaced, taken back and corrected."""
    archive = open_archive(str(file), create=True)
    add(archive, *events, event("Two", "2020-01-01", "Zoe", "Max"), event("Three", "2020-01-02", "A", "B"))
    add(archive, event("Two", "2020-01-01", "Zoe", "Max", venue="Leeds"))
    with archive.writing() as connection:
        merge(connection, Command(), "Fay", "Zoe")
    assert turnabout("remove", "Three", "--yes", "--archive", file).exit_code == 0
    assert turnabout("undo", "--archive", file).exit_code == 0
    return file


def read_exported(file: Path) -> Whole:
    """Return an archive as an export."""
    target = file.with_name("out.json")
    export(open_archive(str(file)), target, "json")
    found: Whole = json.loads(target.read_text("utf-8"))
    return found


def refusal(place: object, *, create: bool = False) -> str:
    with pytest.raises(ArchiveError) as caught:
        open_archive(str(place), create=create)
    return str(caught.value)


HISTORY = Path(__file__).with_name("history")


def in_force(archive: Archive) -> dict[int, EventRecord]:
    """Return the events in force by number."""
    with archive.reading() as connection:
        rows = connection.execute(select(EVENTS.c.event, EVENTS.c.version).where(IN_FORCE).order_by(EVENTS.c.event))
        return {event: load(connection, version) for event, version in rows.all()}


def told(result: Result) -> tuple[int, str, str]:
    return result.exit_code, result.stdout, result.stderr


PAIRED = [(outline.name, method) for outline in FORMATS.values() for method in outline.settings["pairing"].kind.choices]
"""Each format with each method of pairing."""


def make_plan(seed: int) -> tuple[str, Plan]:
    """Return what the event of a seed is like: a format, a method, a size, some of everything that can happen."""
    format, pairing = PAIRED[seed % len(PAIRED)]
    random, every_table_once = Random(seed), pairing == "movement"
    players = random.randint(5 if every_table_once else 4, 12)
    rounds = None if every_table_once else random.choice([None, 3, 4])
    name = f"{format}, {pairing}, {seed}"
    return format, Plan(players=players, rounds=rounds, date="2026-05-31", name=name, seed=f"{seed}", pairing=pairing)


def check_records(folder: Path, *events: EventRecord) -> Sequence[check_export.Finding]:
    """Return what the checker finds in an export of events."""
    archive = open_archive(str(folder / "archive.sqlite"), create=True)
    add(archive, *events)
    export(archive, folder / "export.json", "json")
    return check_export.check_export(*check_export.read_export(folder / "export.json")).findings


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def amend_manifest(path: Path, change: Callable[[Any], object]) -> None:
    """Change what the manifest of an export says."""
    if path.is_dir():
        manifest = json.loads((path / "archive.json").read_text())
        change(manifest)
        (path / "archive.json").write_text(json.dumps(manifest))
    else:
        first, *rest = lines(path)
        manifest = json.loads(first.removeprefix(b'{"manifest": ').removesuffix(b",\n"))
        change(manifest)
        path.write_bytes(b"".join([b'{"manifest": ', json.dumps(manifest).encode(), b",\n", *rest]))
