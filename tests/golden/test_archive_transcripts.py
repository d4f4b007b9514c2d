"""Transcripts of the archive: what is in a folder, the commands given there, what they say, and what is archived.

    # A title; what a line without a mark says is a remark
    [old.csv]                       a file; [old.csv as cp1252] is one in other letters
    [old.xlsx, sheet Placings]      a sheet of a workbook, as `text_workbooks` writes it
    $archive import old.csv < yes   a command, with an answer; below it, behind two blanks, what it says
    $record                         the events in force, as JSON; `STEPS` has others

``<7 × 1000>`` is as many sevens. ``--rewrite-golden`` writes what is said and archived anew.
"""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.books import SAMPLES, edit
from tests.support.commands import turnabout
from tests.support.text_workbooks import as_text, read_sheets, sheets_of, write_workbook

FOLDER: Final = Path(__file__).parent
ARCHIVE: Final = Path("turnabout-archive.sqlite")
HEAD: Final = re.compile(r"^(?:\$(.+)|\[([^\]]+[./]\w+)(?:, sheet (.+?))?(?: as (\S+))?\])\n", re.MULTILINE)
SAID: Final = re.compile(r"(?:(?:  .*)?\n)*")
MASKS: Final = (
    (r"\b[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\b", "#### #### ####"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "<time>"),
    (f"{date.today():%B} {date.today().day}, {date.today().year}", "<today>"),
    (rf"^Archive: {ARCHIVE}\n", ""),
)
MARKS: Final = {"excel-97": pytest.mark.processes, "workbooks": pytest.mark.slow}
LEFT_OUT: Final = (
    "version",
    "id_key",
    "name_key",
    "source",
    "file",
    "added",
    "ended",
    "digest",
    "entry",
    "player",
    "match",
)
"""Columns of an export that a record need not show."""


def _cases() -> list[Any]:
    return [
        pytest.param(
            path,
            case,
            id=f"{path.stem}: {case.splitlines()[0][2:]}",
            marks=MARKS.get(path.stem, ()),
        )
        for path in sorted(FOLDER.glob("*/*.txt"))
        for case in re.split(r"^(?=# )", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
    ]


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of which the only event was taken back."""
    folder = tmp_path_factory.mktemp("empty")
    (folder / "base.csv").write_text("Event,Date,Player,Position\nBase,2001-01-01,Zed,1\n", "utf-8")
    for words in (("import", folder / "base.csv"), ("undo",)):
        turnabout("archive", *words, "--archive", folder / ARCHIVE)
    return folder / ARCHIVE


@pytest.mark.parametrize(("path", "case"), _cases())
def test_transcript(
    path: Path, case: str, empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    if path.parent.name == "imports":  # else each had to make its own
        shutil.copy(empty, ARCHIVE)
    played = _play(case.rstrip("\n"))
    if request.config.getoption("--rewrite-golden"):
        path.write_bytes(path.read_text("utf-8").replace(case.rstrip("\n"), played).encode())
    else:
        assert played == case.rstrip("\n")


def _play(case: str) -> str:
    """Return a case with what its commands say now."""
    parts, at, case = [], 0, f"{case}\n"
    for head in HEAD.finditer(case):
        parts.append(case[at : head.end()])
        at = head.end()
        command, file, sheet, letters = head.groups()
        if command:
            said = "".join(f"  {line}".rstrip() + "\n" for line in _give(command).splitlines())
            parts[-1] = parts[-1].rstrip("\n") + "\n" + said
            at += len(SAID.match(case[at:])[0])  # type: ignore[index]
        else:
            following = HEAD.search(case, at)
            _write(Path(file), case[at : following.start() if following else None], sheet, letters)
    return "".join([*parts, case[at:]]).rstrip("\n")


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
        return STEPS[name](*rest)
    done = turnabout(name, *rest, answer=f"{answer}\n" if answer else None)
    said = done.output.replace("\\", "/").replace(f"{Path.cwd().as_posix()}/", "")
    for pattern, mask in MASKS:
        said = re.sub(pattern, mask, said, flags=re.MULTILINE)
    return said + (f"exit {done.exit_code}" if done.exit_code else "")


def _record() -> str:
    """Show the events in force, each in a line, and below it its players and matches."""
    turnabout("archive", "export", "exported")
    tables = {
        name: list(csv.DictReader(Path("exported", f"{name}.csv").read_text("utf-8-sig").splitlines()))
        for name in ("players", "events", "entries", "matches")
    }
    shutil.rmtree("exported")
    ids = {row["player"]: row["player_id"] for row in tables["players"]}
    lines = []
    for event in sorted(tables["events"], key=lambda row: int(row["event"])):
        if event["ended"]:
            continue
        lines.append(_as_json(event))
        own = [row for row in tables["entries"] if row["version"] == event["version"]]
        names = {row["entry"]: row["name"] for row in own}
        for row in own:
            counts = "-".join(row.pop(name) for name in ("wins", "draws", "losses", "byes"))
            lines.append(_as_json({"name": row["name"], "id": ids[row["player"]], "w-d-l-byes": counts} | row))
        for row in tables["matches"]:
            if row["version"] == event["version"]:
                lines.append(_as_json(row | {each: names.get(row[each], "BYE") for each in ("entry_a", "entry_b")}))
    return "\n".join(lines)


def _as_json(row: Mapping[str, str]) -> str:
    filled = {name: value for name, value in row.items() if value not in ("", "False") and name not in LEFT_OUT}
    return json.dumps({name: _value(text) for name, text in filled.items()}, ensure_ascii=False)


def _value(text: str) -> str | int | bool:
    return True if text == "True" else int(text) if text.isdecimal() else text


def _type(file: str, *typed: str) -> str:
    """Type into a workbook: an address such as Players!E2, and what is typed there."""
    for address, value in zip(typed[::2], typed[1::2], strict=True):
        sheet, _, cell = address.partition("!")
        edit(Path(file), {sheet: {cell: int(value) if value.isdecimal() else value or None}})
    return ""


def _sheet(file: str, *names: str) -> str:
    """Show sheets of a workbook; only their names where none is named."""
    sheets = sheets_of(Path(file))
    return as_text({name: sheets[name] for name in names}) if names else "\n".join(sheets)


def _copy(*names: str) -> str:
    """Copy files of this repository here."""
    for name in names:
        shutil.copy(SAMPLES.parent / name, Path(name).name)
    return ""


def _move(old: str, new: str) -> str:
    Path(new).parent.mkdir(parents=True, exist_ok=True)
    Path(old).rename(new)
    return ""


def _files() -> str:
    return "\n".join(sorted(path.as_posix() for path in Path().rglob("*") if path.is_file()))


STEPS: Final[Mapping[str, Callable[..., str]]] = {
    "record": _record,
    "type": _type,
    "sheet": _sheet,
    "files": _files,
    "copy": _copy,
    "move": _move,
    "show": lambda file: Path(file).read_text("utf-8").replace("}, {", "},\n{"),
}
