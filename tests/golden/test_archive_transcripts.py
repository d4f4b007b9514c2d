"""Transcripts of the archive: what is in a folder, the commands given there, what they say, and what is archived.

    # A title; a line without a mark is a remark
    [old.csv]                       a file; [old.csv as cp1252] is one in other letters
    [old.xlsx, sheet Placings]      a sheet of a workbook, as `text_workbooks` writes it
    $archive import old.csv < yes   a command, with an answer; below it, behind two blanks, what it says
    $record                         the events in force, as JSON; the other `STEPS` are below

``<7 × 1000>`` is as many sevens. ``--rewrite-golden`` writes what is said and archived anew.
"""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.books import SAMPLES, edit, records
from tests.support.commands import turnabout
from tests.support.text_workbooks import as_text, read_sheets, sheets_of, write_workbook

FOLDER: Final = Path(__file__).parent
ARCHIVE: Final = Path("turnabout-archive.sqlite")
HEAD: Final = re.compile(r"^(?:\$(.+)|\[([^\]]+?[./]\w+)(?:, sheet (.+?))?(?: as (\S+))?\])\n", re.MULTILINE)
SAID: Final = re.compile(r"(?:(?:  .*)?\n)*")
MARKS: Final = {
    "excel-97": pytest.mark.processes,
    **dict.fromkeys(("imports/workbooks", "imports/samples", "stories/forgetting"), pytest.mark.slow),
}
TODAY: Final = {date.today(), datetime.now(UTC).date()}
MASKS: Final = (
    (r"\b[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\b", "#### #### ####"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "<time>"),
    (r"\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3} \d{4} [0-9a-f]{8}", "<version>"),
    (rf"\b(?:{'|'.join(f'{day:%B} {day.day}, {day.year}|{day}' for day in TODAY)})\b", "<today>"),
    (r"\b[0-9a-f]{64}\b", "<digest>"),
    (r"\bPlayer [0-9a-f]{4}\b", "Player ####"),
    (rf"^Archive: {ARCHIVE}\n", ""),
)
LEFT_OUT: Final = {"version", "id_key", "name_key", "source", "file", "added", "ended", "digest", "entry", "player"}
"""Columns of an export that a record need not show."""


def _cases() -> Iterator[Any]:
    for path in sorted((*FOLDER.glob("imports/*.txt"), *FOLDER.glob("stories/*.txt"))):
        for case in re.split(r"^(?=# )", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            marks = [mark for name, mark in MARKS.items() if name in path.as_posix()]
            yield pytest.param(path, case.rstrip("\n"), id=f"{path.stem}: {case.splitlines()[0][2:]}", marks=marks)


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of which the only event was taken back."""
    folder = tmp_path_factory.mktemp("empty")
    (folder / "base.csv").write_text("Event,Date,Player,Position\nBase,2001-01-01,Zed,1\n", "utf-8")
    for words in (("import", folder / "base.csv"), ("undo",)):
        turnabout("archive", *words, "--archive", folder / ARCHIVE)
    return folder / ARCHIVE


@pytest.mark.parametrize(("path", "case"), [*_cases()])
def test_transcript(
    path: Path, case: str, empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("TURNABOUT_ARCHIVE", "TURNABOUT_AS"):
        monkeypatch.delenv(name, raising=False)
    if path.parent.name == "imports":  # else each had to make its own
        shutil.copy(empty, ARCHIVE)
    played = "".join(_play(f"{case}\n")).rstrip("\n")
    if request.config.getoption("--rewrite-golden"):
        path.write_bytes(path.read_text("utf-8").replace(case, played).encode())
    else:
        assert played == case


def _play(case: str) -> Iterator[str]:
    """Yield a case with what its commands say now."""
    at = 0
    for head in HEAD.finditer(case):
        yield case[at : head.end()]
        at = head.end()
        command, file, sheet, letters = head.groups()
        if command:
            yield "".join(f"  {line}".rstrip() + "\n" for line in _give(command).splitlines())
            at += len(SAID.match(case[at:])[0])  # type: ignore[index]
        else:
            following = HEAD.search(case, at)
            _write(Path(file), case[at : following.start() if following else None], sheet, letters)
    yield case[at:]


def _write(file: Path, body: str, sheet: str | None, letters: str | None) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if sheet:
        others = sheets_of(file) if file.exists() else {}
        write_workbook(file, {**others, **read_sheets(f"[{sheet}]\n{body}")})
    else:
        whole = re.sub(r"<(.) × (\d+)>", lambda found: found[1] * int(found[2]), body)
        file.write_bytes(whole.encode(letters or "utf-8"))


def _give(command: str) -> str:
    words, _, answer = command.partition(" < ")
    name, *rest = shlex.split(words)
    if name in STEPS:
        said, code = STEPS[name](*rest) or "", 0
    else:
        done = turnabout(name, *rest, answer=f"{answer}\n" if answer else None)
        said, code = done.output.replace("\\", "/").replace(f"{Path.cwd().as_posix()}/", ""), done.exit_code
    if "why" in rest[:1]:  # of which the lines are as long as today's date lets them be
        said = re.sub(r" {2,}(?=\S)", "  ", re.sub(r"\n {6,}", " ", said))
    for pattern, mask in MASKS:
        said = re.sub(pattern, mask, said, flags=re.MULTILINE)
    return said.rstrip("\n") + (f"\nexit {code}" if code else "")


def _record() -> str:
    """Show the events in force, each in a line, and below it its players and matches."""
    turnabout("archive", "export", "exported")
    players, events, entries, matches = (
        list(csv.DictReader(Path("exported", f"{name}.csv").read_text("utf-8-sig").splitlines()))
        for name in ("players", "events", "entries", "matches")
    )
    shutil.rmtree("exported")
    ids = {row["player"]: row["player_id"] for row in players}
    lines = []
    for event in sorted((row for row in events if not row["ended"]), key=lambda row: int(row["event"])):
        own = [row for row in entries if row["version"] == event["version"]]
        names = {row["entry"]: row["name"] for row in own}
        lines.append(_as_json(event))
        for row in own:
            counts = "-".join(row.pop(name) for name in ("wins", "draws", "losses", "byes"))
            lines.append(_as_json({"name": row["name"], "id": ids[row["player"]], "w-d-l-byes": counts} | row))
        for row in (row for row in matches if row["version"] == event["version"]):
            sides = {side: names.get(row[side], "BYE") for side in ("entry_a", "entry_b")}
            lines.append(_as_json(row | sides | {"match": ""}))
    return "\n".join(lines)


def _as_json(row: Mapping[str, str]) -> str:
    filled = {name: text for name, text in row.items() if text not in ("", "False") and name not in LEFT_OUT}
    whole = {name: True if t == "True" else int(t) if t.isdecimal() else t for name, t in filled.items()}
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


def _files(place: str = ".") -> str:
    return "\n".join(sorted(path.as_posix() for path in Path(place).rglob("*") if path.is_file()))


def _find(place: str, *texts: str) -> str:
    """Name the files in which there is one of some texts, in packed ones, too."""
    found = []
    for path in sorted(Path(place).rglob("*") if Path(place).is_dir() else [Path(place)]):
        data = path.read_bytes() if path.is_file() else b""
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed:
                data = b"".join(map(packed.read, packed.namelist()))
        found += [f"{path.as_posix()}: {text}" for text in texts if text.encode() in data]
    return "\n".join(found)


STEPS: Final[Mapping[str, Callable[..., str | None]]] = {
    "record": _record,
    "copy": _copy,
    "move": _move,
    "replace": _replace,
    "type": _type,
    "sheet": _sheet,
    "cells": _cells,
    "files": _files,
    "find": _find,
    "same": lambda one, other: str(Path(one).read_bytes() == Path(other).read_bytes()),
    "show": lambda file: Path(file).read_text("utf-8-sig").replace("}, {", "},\n{"),
}
