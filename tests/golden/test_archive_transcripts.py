"""Imports and stories of the archive, as `transcripts` has them; ``$record`` shows the events in force, as JSON."""

from __future__ import annotations

import csv
import json
import re
import shutil
import zipfile
from collections.abc import Mapping
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Final, Self

import pytest

from tests.support.books import SAMPLES, edit, records
from tests.support.commands import turnabout
from tests.support.text_workbooks import as_text, sheets_of
from tests.support.transcripts import MASKS, Act, compare, load, play

FOLDER: Final = Path(__file__).parent
ARCHIVE: Final = Path("turnabout-archive.sqlite")


class Date(date):
    """A calendar that stands still: the name of a day decides where lines break."""

    @classmethod
    def today(cls) -> Self:
        return cls(2026, 11, 30)


TODAY: Final = {Date.today(), date.today(), datetime.now(UTC).date()}
OWN_MASKS: Final = (
    *MASKS,
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "<time>"),
    (r"\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3} \d{4} [0-9a-f]{8}", "<version>"),
    (rf"\b(?:{'|'.join(f'{day:%B} {day.day}, {day.year}|{day}' for day in TODAY)})\b", "<today>"),
    # what is behind a day is on its line or the next, as the name of the month leaves room
    (r"(<today>\.)\s+(\[rules [\d.]+\])\s+(Award \S+)", r"\1  \3  \2"),
    (r"(<today>\.)\s+(Award \S+)\s+(\[rules [\d.]+\])", r"\1  \2  \3"),
    (r"(<today>\.)\s+(\[rules)", r"\1  \2"),
    (r"\b[0-9a-f]{64}\b", "<digest>"),
    (r"\bPlayer [0-9a-f]{4}\b", "Player ####"),
    (rf"^Archive: (?:<here>/)?{ARCHIVE}\n", ""),
)
SLOW: Final = (
    *("events", "events-or-lists", "forgetting", "lists", "lists-refused", "nrtm", "nrtm-out", "people", "samples"),
    *("command", "tables", "trials", "workbooks"),
)
"""Files of which only `make test` plays the cases."""
NIGHTLY: Final = (
    *("workbooks: events of workbooks", "workbooks: two files of one event", "workbooks: the ratings workbook"),
    *("workbooks: a new event is seeded", "samples: the sample lists", "events-or-lists: workbooks under other names"),
    *("nrtm-out: a forfeit game", "nrtm-out: a no-show", "nrtm-out: strength", "tables: matches in every language"),
    *("tables: cells longer", "events: after another", "events: one undo", "events: events of one name"),
    *("people: corrections that", "people: two people", "people: players of one", "people: people who may be"),
    *("people: with two names", "trials: each change", "trials: an event names", "forgetting: ", "season: of equal"),
    *("season: a correction of an old", "hiding: a player of teams", "nrtm-out: an export replaces"),
)
"""What they show is shown, by day, by others of these files, or by the tests of the archive."""
LEFT_OUT: Final = {"entries", "winners"}
"""Columns of an export that a record need not show."""
HALVES: Final = {"match": "match_wins", "award": "award"}
"""What a record shows in halves, so that no figure has a fraction."""


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of which the only event was taken back."""
    folder = tmp_path_factory.mktemp("empty")
    (folder / "base.csv").write_text("Event,Date,Player,Position\nBase,2001-01-01,Zed,1\n", "utf-8")
    for words in (("import", folder / "base.csv"), ("undo",)):
        turnabout("archive", *words, "--archive", folder / ARCHIVE)
    return folder / ARCHIVE


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("turnabout_sheets.core.days.date", Date)
    for name in ("TURNABOUT_ARCHIVE", "TURNABOUT_AS"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(("file", "case"), load(sorted(FOLDER.glob("imports/*.txt")), SLOW, NIGHTLY))
def test_imports(file: Path, case: str, empty: Path, request: pytest.FixtureRequest) -> None:
    shutil.copy(empty, ARCHIVE)  # else each had to make its own
    compare(file, case, play(case, STEPS, OWN_MASKS), request.config.getoption("--rewrite-golden"))


@pytest.mark.processes  # another one reads them
@pytest.mark.parametrize(("file", "case"), load([FOLDER / "imports" / "excel-97" / "lists.txt"]))
def test_imports_of_excel_97(file: Path, case: str, empty: Path, request: pytest.FixtureRequest) -> None:
    test_imports(file, case, empty, request)


@pytest.mark.parametrize(("file", "case"), load(sorted(FOLDER.glob("stories/*.txt")), SLOW, NIGHTLY))
def test_stories(file: Path, case: str, request: pytest.FixtureRequest) -> None:
    compare(file, case, play(case, STEPS, OWN_MASKS), request.config.getoption("--rewrite-golden"))


def _record() -> str:
    """Show the events that there are, each in a line, and below it its players and matches."""
    turnabout("archive", "export", "exported")
    people, events, entries, matches = (
        list(csv.DictReader(Path("exported", f"{name}.csv").read_text("utf-8-sig").splitlines()))
        for name in ("people", "events", "entries", "matches")
    )
    shutil.rmtree("exported")
    ids = {row["person"]: row["player_id"] for row in people}
    lines = []
    for event in sorted(events, key=lambda row: int(row["event"])):
        own = [row for row in entries if row["event"] == event["event"]]
        names = {row["entry"]: row["entered"] for row in own}
        lines.append(_as_json(event))
        for row in sorted(own, key=lambda each: int(each["entry"])):
            counts = "-".join(row[name] for name in ("wins", "draws", "losses", "byes"))
            halves = {f"{to}_halves": row[name] and str(2 * Fraction(row[name])) for to, name in HALVES.items()}
            told = {"name": row["entered"], "id": ids[row["person"]], "w-d-l-byes": counts}
            told |= {name: row[name] for name in ("position", "points")} | {"match_halves": halves["match_halves"]}
            told |= {name: row[name] for name in ("played_all", "multiplier")}
            lines.append(_as_json({**told, "award_halves": halves["award_halves"], "status": row["status"]}))
        for row in (row for row in matches if row["event"] == event["event"]):
            sides = {"entry_a": names[row["a"]], "entry_b": names.get(row["b"], "BYE")}
            rest = {name: row[name] for name in ("outcome_a", "outcome_b", "points_a", "points_b")}
            lines.append(_as_json({"round": row["round"], "place": row["table"], **sides, **rest}))
    return "\n".join(lines)


def _as_json(row: Mapping[str, str]) -> str:
    filled = {name: text for name, text in row.items() if text not in ("", "False") and name not in LEFT_OUT}
    whole = {name: int(text) if re.fullmatch("0|[1-9][0-9]*", text) else text for name, text in filled.items()}
    whole |= {name: True for name, text in filled.items() if text == "True"}
    return json.dumps(whole, ensure_ascii=False)


def _copy(*names: str) -> None:
    """Copy files of this repository here."""
    for name in names:
        shutil.copy(SAMPLES.parent / name, Path(name).name)


def _move(old: str, new: str) -> None:
    Path(new).parent.mkdir(parents=True, exist_ok=True)
    Path(old).rename(new)


def _replace(file: str, *texts: str) -> None:
    """Replace texts in a file, each by the one behind it."""
    for old, new in zip(texts[::2], texts[1::2], strict=True):
        Path(file).write_bytes(Path(file).read_bytes().replace(old.encode(), new.encode()))


def _type(file: str, *typed: str) -> None:
    """Type into a workbook: an address such as Players!E2, and what is typed there."""
    for place, value in zip(typed[::2], typed[1::2], strict=True):
        sheet, _, cell = place.partition("!")
        edit(Path(file), {sheet: {cell: int(value) if value.isdecimal() else value or None}})


def _sheet(file: str, *names: str) -> str:
    """Show sheets of a workbook; only their names where none is named."""
    sheets = sheets_of(Path(file))
    return as_text({name: sheets[name] for name in names}) if names else "\n".join(sheets)


def _cells(file: str, sheet: str, *headers: str) -> str:
    return "\n".join(" | ".join(str(row[header]) for header in headers) for row in records(Path(file), sheet))


def _find(place: str, *texts: str) -> str:
    """Name the files in which there is one of some texts, in packed ones, too."""
    found = []
    for path in sorted(Path(place).rglob("*") if Path(place).is_dir() else [Path(place)], key=lambda each: each.parts):
        data = path.read_bytes() if path.is_file() else b""
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed:
                data = b"".join(map(packed.read, packed.namelist()))
        found += [f"{path.as_posix()}: {text}" for text in texts if text.encode() in data]
    return "\n".join(found)


STEPS: Final[dict[str, Act]] = {
    "record": _record,
    "copy": _copy,
    "move": _move,
    "replace": _replace,
    "type": _type,
    "sheet": _sheet,
    "cells": _cells,
    "find": _find,
    "same": lambda one, other: str(Path(one).read_bytes() == Path(other).read_bytes()),
    "show": lambda file: Path(file).read_text("utf-8-sig").replace("}, {", "},\n{"),
}
