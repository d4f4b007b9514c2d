"""An archive that an older version wrote reads as it did then, and today's program would store the same."""

from __future__ import annotations

import gzip
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.making import add, contents, turnabout
from tests.archive.older_events import records
from tests.archive.shared import OLDER
from turnabout_sheets.archive.codecs import read_outcome, read_status, write_outcome, write_status
from turnabout_sheets.archive.events import load
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.people import who_is_who
from turnabout_sheets.archive.queries import load_awards, load_matches
from turnabout_sheets.archive.records import EventRecord, set_award
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.cli.archive_output import word_day
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.event.rating import make_award
from turnabout_sheets.event.status import Status, StatusKind


def older_records() -> Iterator[EventRecord]:
    """Yield the events with an award for the disqualified, too, as before rules 1.7.8."""
    for record in records(make_record):
        entries = list(record.entries)
        for place, entry in enumerate(entries):
            if entry.status == Status(StatusKind.DISQUALIFIED) and not record.provisional and entry.position:
                wins = entry.wins + entry.byes
                award = make_award(wins, entry.draws, played_all=False, players=record.field, position=entry.position)
                entries[place] = set_award(entry, award)
        yield without_details(replace(record, entries=tuple(entries)))


def without_details(record: EventRecord) -> EventRecord:
    """Return a record as it was before there were any."""
    entries = tuple(replace(entry, details=None) for entry in record.entries)
    meetings = tuple(replace(meeting, details=None) for meeting in record.meetings)
    return replace(record, entries=entries, meetings=meetings, terms=None)


@pytest.fixture
def older(tmp_path: Path) -> Path:
    file = tmp_path / "older.sqlite"
    file.write_bytes(gzip.decompress((OLDER / "archive.sqlite.gz").read_bytes()))
    return file


def test_its_events_are_what_they_were(older: Path) -> None:
    with open_archive(str(older)).reading() as connection:
        assert [load(connection, version) for version in (1, 2, 3, 4)] == list(older_records())


def test_its_statuses_and_outcomes_are_values(older: Path) -> None:
    with open_archive(str(older)).reading() as connection:
        awards, matches = load_awards(connection, who_is_who(connection)), load_matches(connection)
    said = {status for row in awards if (status := row.status) is not None}
    assert said == {
        Status(StatusKind.DISQUALIFIED),
        Status(StatusKind.DROPPED, 1),
        Status(StatusKind.JOINED, 2),
        Status(StatusKind.PROVISIONAL),
        Status(StatusKind.OUT, 2),
        Status(StatusKind.OUT, 3),
    }
    ends = {outcome for row in matches for outcome in (row.outcome_a, row.outcome_b)}
    assert ends == {None, *Outcome}
    assert {type(end) for end in ends if end is not None} == {Outcome}


def test_the_command_says_of_them_what_the_older_version_said(older: Path) -> None:
    shown = [turnabout("show", number, "--archive", older) for number in (1, 2, 3, 4)]
    then = (OLDER / "shown.txt").read_text("utf-8")
    then = re.sub(r"\(([\d-]{10})\)", lambda day: f"({word_day(day[1])})", then)  # which it said in figures
    assert "".join(each.stdout for each in shown) == then


def test_a_rebuild_takes_the_award_of_the_disqualified_and_finds_all_else_as_it_was(older: Path) -> None:
    assert turnabout("rebuild", "--archive", older).stdout.splitlines()[:3] == [
        "Spring Open (2024-05-04): replaces number 1; what changes:",
        "  Eve: match wins 1½ → blank, played all rounds no → blank, multiplier 2 → blank, award 3 → blank",
        "Events: 1 replaced, 3 as they were.",
    ]
    before = contents(open_archive(str(older)))
    assert "Events: 4 as they were." in turnabout("rebuild", "--archive", older).stdout.splitlines()
    assert contents(open_archive(str(older))) == before


def test_a_new_archive_of_the_same_events_stores_the_same(older: Path, tmp_path: Path) -> None:
    new = open_archive(str(tmp_path / "new.sqlite"), create=True)
    for record in older_records():
        add(new, record)
    was, now = contents(open_archive(str(older))), contents(new)
    for tables in (was, now):
        tables["changes"] = [(*row[:2], *row[3:7]) for row in tables["changes"]]  # but for the time, and its digest
    assert now == was


def test_words_that_no_program_wrote_stay(older: Path) -> None:
    with sqlite3.connect(older) as connection:
        connection.execute("UPDATE entries SET status = 'guest of honour' WHERE name = 'Ben' AND version = 4")
        connection.execute("UPDATE matches SET outcome_a = 'glory' WHERE version = 4")
    connection.close()
    lines = turnabout("show", 4, "--archive", older).stdout.splitlines()
    assert lines[9].split() == ["2", "Ben", "0-0-0", "guest", "of", "honour"]
    assert lines[-1].split() == ["Ada", "Ben"]


STORED = [
    (None, ""),
    (Status(StatusKind.DISQUALIFIED), "Disqualified"),
    (Status(StatusKind.DROPPED, 0), "Dropped after 0"),
    (Status(StatusKind.DROPPED, 12), "Dropped after 12"),
    (Status(StatusKind.PROVISIONAL), "Provisional"),
    (Status(StatusKind.JOINED, 2), "Joined 2"),
    (Status(StatusKind.OUT, 10), "Out in round 10"),
    (Status(StatusKind.OTHER, words="guest of honour"), "guest of honour"),
]


@pytest.mark.parametrize(("status", "words"), STORED)
def test_a_status_is_stored_in_the_words_of_the_first_archives(status: Status | None, words: str) -> None:
    assert write_status(status) == words
    assert read_status(words) == status


def test_every_kind_of_status_can_be_stored() -> None:
    assert {status.kind for status, _ in STORED if status is not None} == set(StatusKind)


@pytest.mark.parametrize("words", ["Dropped after", "Dropped after 03", "dropped after 3", "Joined N", "Provisional 2"])
def test_what_is_nearly_a_status_is_kept_as_it_is(words: str) -> None:
    assert read_status(words) == Status(StatusKind.OTHER, words=words)
    assert write_status(read_status(words)) == words


@pytest.mark.parametrize("outcome", [None, *Outcome])
def test_an_outcome_is_stored_as_its_word(outcome: Outcome | None) -> None:
    word = write_outcome(outcome)
    assert type(word) is (type(None) if outcome is None else str)
    assert read_outcome(word) is outcome
    assert read_outcome("glory") is None
