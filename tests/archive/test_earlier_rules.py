"""Events that an earlier version archived by other rules: named by verify and the checker, set right by rebuild."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.making import turnabout
from tests.event.worked_events import sweep
from tests.reading.grids import event_sheet, players, round_sheet, save, sheet
from tools import check_export
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.journal import Command, list_changes
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.records import EventRecord, set_award
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.core.digests import write_canonical
from turnabout_sheets.event.rating import make_award
from turnabout_sheets.event.results import compute
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.jobs.check import check

FIRST = round_sheet(1, sweep("Ada", "Dee"), sweep("Ben", "Cy"))
CHOSEN = {"name": "Friday", "date": "2026-05-31"}


def final_drop(folder: Path) -> tuple[Path, EventRecord]:
    """Ben leaves before the final, which used to be given up: Ada had won, and both had played all rounds."""
    bracket = event_sheet(**CHOSEN, pairing="single elimination", first_round="listed")
    path = save(
        folder / "Friday.xlsx", bracket, players("Ada", {"Player": "Ben", "Dropped after": 1}, "Cy", "Dee"), FIRST
    )
    results = check(path).results
    assert results is not None
    then = make_record(results)
    entries = [
        set_award(each, make_award(each.wins, 0, played_all=True, players=4, position=each.position or 0))
        for each in then.entries
    ]
    return path, replace(then, rounds=1, provisional=False, entries=tuple(entries))


def disqualified_later(folder: Path) -> tuple[Path, EventRecord]:
    """Ada is disqualified for a round that never came: she stood first, without an award."""
    rulings = sheet("Rulings", ("Player", "Round", "Kind"), [("Ada", 3, "disqualification")])
    second = round_sheet(2, sweep("Ada", "Cy"), sweep("Ben", "Dee"))
    who = players("Ada", "Ben", "Cy", "Dee")
    path = save(folder / "Friday.xlsx", event_sheet(**CHOSEN, rounds=2), who, FIRST, second, rulings)
    found = check(path)
    assert found.event is not None
    innocent = tuple(replace(player, disqualified=None) for player in found.event.players)
    then = make_record(compute(replace(found.event, players=innocent), found.format))
    ada, *others = then.entries
    details = write_canonical({**json.loads(ada.details or "{}"), "disqualified": 3})
    ada = replace(set_award(ada, None), status=Status(StatusKind.DISQUALIFIED), details=details)
    return path, replace(then, entries=(ada, *others))


@pytest.mark.parametrize(
    ("make", "named", "told", "awards"),
    [
        (
            final_drop,
            (
                "Ada: award is 8; expected 12",
                "Ben: award is 6; expected 3",
                "Ben: played all rounds is yes; expected no",
            ),
            ("Ada: byes 0 → 1", "Ben: played all rounds yes → no, award 6 → 3", "new: round 2, table 1: Ada – BYE"),
            {"Ada": 12, "Ben": 3, "Cy": 2, "Dee": 2},
        ),
        (
            disqualified_later,
            ("Ada: position is 1; expected 4", "Dee: award is 2; expected 3"),
            ("Ada: position 1 → 4", "Dee: position 3 → 2, multiplier 2 → 3, award 2 → 3"),
            {"Ben": 12, "Cy": 3, "Dee": 3},
        ),
    ],
)
def test_what_an_earlier_version_computed_otherwise_is_named_and_set_right(
    tmp_path: Path,
    make: Callable[[Path], tuple[Path, EventRecord]],
    named: tuple[str, ...],
    told: tuple[str, ...],
    awards: dict[str, int],
) -> None:
    """Rules 1.4.6, 1.7.4, 1.11.6 and 1.12.2."""
    path, then = make(tmp_path)
    file = tmp_path / "archive.sqlite"
    archive = open_archive(str(file), create=True)
    with archive.writing() as connection:
        add_event(connection, Command(), then, Source("workbook", path.name, path.read_bytes()))

    found = turnabout("verify", "--archive", file)
    assert found.exit_code == 1
    for line in named:
        assert line in found.output
    assert {each.paragraph for each in check_all(archive, tmp_path)} & {"rules 1.7.2, 1.7.4", "rules 1.6"}

    rebuilt = turnabout("rebuild", "--archive", file)
    with archive.reading() as connection:
        change, *_ = list_changes(connection)
    assert change.told.startswith(
        "Computed Friday (2026-05-31) anew from what is kept of it, by the rules of this version: "
    )
    for line in told:
        assert line in rebuilt.output
        assert line in change.told
    assert turnabout("verify", "--archive", file).exit_code == 0
    with archive.reading() as connection:
        rows = make_rating_list(connection, "2030-01-01").rows
    assert {row.name: row.rating for row in rows} == awards
    event = [each for each in check_all(archive, tmp_path) if "version 1" not in each.event]
    assert event == []


def check_all(archive: Archive, folder: Path) -> Sequence[check_export.Finding]:
    target = folder / "export.json"
    target.unlink(missing_ok=True)
    export(archive, target, "json")
    return check_export.check_export(*check_export.read_export(target)).findings
