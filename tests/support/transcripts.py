"""Transcripts: what is in a folder, the commands that are given there, and all that each of them says.

    # A title; what a line without a mark says is a remark
    [list.csv]                        a file; [list.csv as cp1252] is one in other letters
    [list.xlsx, sheet Players]        a sheet of a workbook, as `text_workbooks` writes it
    [odd.csv: a pipe]                 what is no ordinary file, see `ODD`
    $new event.xlsx --players list.csv < yes
                                      a command, with an answer; below it, behind two blanks, what it says
    $players event.xlsx               who is on the sheet Players; `ACTS` has others

``<7 × 1000>`` is as many sevens, ``\\0`` a zero byte. ``--rewrite-golden`` writes what is said anew.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.books import SAMPLES, records
from tests.support.commands import turnabout
from tests.support.text_workbooks import read_sheets, sheets_of, write_workbook

HEAD: Final = re.compile(
    r"^(?:\$(.+)|\[([^\]]+[./][^\],:]+?)(?:, sheet (.+?))?(?:: (.+?))?(?: as (\S+))?\])\n", re.MULTILINE
)
SAID: Final = re.compile(r"(?:(?:  .*)?\n)*")
READY: Final = re.compile(r"^\S+ is ready\. Open it, .+\n", re.MULTILINE)
"""What is said of every new workbook, told in one transcript only."""


def load(files: Iterable[Path]) -> list[Any]:
    """Return the cases of files as parameters: the file, and the text."""
    return [
        pytest.param(file, case.rstrip("\n"), id=f"{file.stem}: {case.splitlines()[0][2:]}")
        for file in files
        for case in re.split(r"^(?=# )", file.read_text("utf-8"), flags=re.MULTILINE)[1:]
    ]


def compare(file: Path, case: str, played: str, rewrite: bool) -> None:
    """Hold a case against what is said now, or write that."""
    if rewrite:
        file.write_bytes(file.read_text("utf-8").replace(case, played).encode())
    else:
        assert played == case


def play(case: str) -> str:
    """Return a case with what its commands say now, in the folder that one is in."""
    parts, at, case = [], 0, f"{case}\n"
    for head in HEAD.finditer(case):
        parts.append(case[at : head.end()])
        at = head.end()
        command, name, sheet, odd, letters = head.groups()
        if command:
            parts[-1] += "".join(f"  {line}".rstrip() + "\n" for line in give(command).splitlines())
            at += len(SAID.match(case, at)[0])  # type: ignore[index]
        elif odd:
            ODD[odd](Path(name))
        else:
            following = HEAD.search(case, at)
            _write(Path(name), case[at : following.start() if following else None], sheet, letters)
    return "".join([*parts, case[at:]]).rstrip("\n")


def give(command: str) -> str:
    """Return what a command says, with its exit code where that is not 0."""
    words, _, answer = command.partition(" < ")
    name, *rest = shlex.split(words)
    if name in ACTS:
        return ACTS[name](*rest)
    done = turnabout(name, *rest, answer=f"{answer}\n" if answer else None)
    said = READY.sub("", done.output.replace("\\", "/"))  # in paths on Windows
    return said + (f"exit {done.exit_code}" if done.exit_code else "")


def _write(file: Path, body: str, sheet: str | None, letters: str | None) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if sheet:
        others = sheets_of(file) if file.exists() else {}
        write_workbook(file, {**others, **read_sheets(f"[{sheet}]\n{body}")})
    else:
        whole = re.sub(r"<(.) × (\d+)>", lambda found: found[1] * int(found[2]), body.replace("\\0", "\0"))
        file.write_bytes(whole.encode(letters or "utf-8"))


def _bind(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)


def _list_players(workbook: str) -> str:
    rows = [{name: value for name, value in row.items() if value != ""} for row in records(Path(workbook), "Players")]
    return "".join(f"{', '.join(f'{name} {value}' for name, value in row.items())}\n" for row in rows)


def _list_settings(workbook: str) -> str:
    rows = [(row["Setting"], row["Value"]) for row in records(Path(workbook), "Event")]
    return "".join(f"{setting} {value}\n" for setting, value in rows if value != "")


def _copy(sample: str) -> Callable[[Path], object]:
    return lambda path: shutil.copy(SAMPLES / sample, path)


ODD: Final[Mapping[str, Callable[[Path], object]]] = {
    "a folder": Path.mkdir,
    "a pipe": lambda path: os.mkfifo(path),
    "a socket": _bind,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "empty": Path.touch,
    "as finished.xlsx": _copy("finished.xlsx"),
    "as in-progress.xlsx": _copy("in-progress.xlsx"),
}
"""What a file may be that is no ordinary one, or a sample."""

ACTS: Final[Mapping[str, Callable[..., str]]] = {
    "players": _list_players,
    "settings": _list_settings,
    "files": lambda: "".join(f"{path}\n" for path in sorted(Path().rglob("*"))).replace("\\", "/"),
}
"""What else may be done."""
