"""Transcripts: what is in a folder, the commands that are given there, and all that each of them says.

    # A title; what a line without a mark says is a remark
    [list.csv]                        a file; [list.csv as cp1252] is one in other letters
    [list.xlsx, sheet Players]        a sheet of a workbook, as `text_workbooks` writes it
    [odd.csv: a pipe]                 what is no ordinary file, see `_make`
    $new event.xlsx --players list.csv < yes
                                      a command, with an answer; below it, behind two blanks, what it says;
                                      of several, with ``; `` between them, what all of them say
    $players event.xlsx               who is on the sheet Players; `ACTS` has others

``<7 × 1000>`` is as many sevens, ``\\0`` and ``\\1`` are bytes. ``--rewrite-golden`` writes what is said anew.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.books import SAMPLES, records
from tests.support.commands import everything, turnabout
from tests.support.text_workbooks import read_sheets, sheets_of, write_workbook

Act = Callable[..., str | None]
Masks = Iterable[tuple[str, str]]

HEAD: Final = re.compile(
    r"^(?:\$(.+)|\[(?=[^\]]*[./])([^\],:]+?)(?:, sheet (.+?))?(?:: (.+?))?(?: as (\S+))?\])\n", re.MULTILINE
)
SAID: Final = re.compile(r"(?:(?:  .*)?\n)*")
REFUSED: Final = (2, 4)
"""Exit codes of commands that could not begin."""
FILES: Final = Path(__file__).parents[1] / "mistakes" / "files"
MASKS: Final = (
    (r"^.+ is ready\. Open it, .+\n", ""),  # said of every new workbook
    (r"\b[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\b", "#### #### ####"),  # the last change of an archive
)


def load(files: Iterable[Path], slow: Collection[str] = (), nightly: str | tuple[str, ...] = "none") -> list[Any]:
    """Return the cases of files as parameters: the file, and the text; of some files ``slow``, and some ``nightly``."""
    found = []
    for file in files:
        for case in re.split(r"^(?=# )", file.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            name = f"{file.stem}: {case.splitlines()[0][2:]}"
            marks = [pytest.mark.slow] if file.stem in slow else []
            marks += [pytest.mark.nightly] if name.startswith(nightly) else []
            found.append(pytest.param(file, case.rstrip("\n"), id=name, marks=marks))
    return found


def compare(file: Path, case: str, played: str, rewrite: bool) -> None:
    """Hold a case against what is said now, or write that."""
    if rewrite:
        file.write_bytes(file.read_text("utf-8").replace(case, played).encode())
    elif played != case:
        pytest.fail("\n".join(unified_diff(case.splitlines(), played.splitlines(), lineterm="")), pytrace=False)


def play(case: str, acts: Mapping[str, Act] | None = None, masks: Masks = MASKS) -> str:
    """Return a case with what its commands say now, in the folder that one is in; ``acts`` are beside `ACTS`."""
    parts, at, case, here, acts = [], 0, f"{case}\n", str(Path.cwd()), ACTS | (acts or {})
    for head in HEAD.finditer(case):
        parts.append(case[at : head.end()])
        at = head.end()
        command, name, sheet, odd, letters = head.groups()
        if command:
            parts[-1] += "".join(
                f"  {line}".rstrip() + "\n"
                for line in _give_all(command, here, ACTS | (acts or {}), masks).splitlines()
            )
            at += len(SAID.match(case, at)[0])  # type: ignore[index]
        elif odd:
            _make(Path(name), odd)
        else:
            following = HEAD.search(case, at)
            _write(Path(name), case[at : following.start() if following else None], sheet, letters)
    return "".join([*parts, case[at:]]).rstrip("\n")


def _give_all(commands: str, here: str, acts: Mapping[str, Act], masks: Masks) -> str:
    """Return what commands with ``; `` between them say, in one where all say the same."""
    said: dict[str, list[str]] = {}
    for command in commands.split("; "):
        said.setdefault(_give(command, here, acts, masks), []).append(command)
    return "".join(f"{'; '.join(same)}:\n{text}\n" if len(said) > 1 else text for text, same in said.items())


def _give(command: str, here: str, acts: Mapping[str, Act], masks: Masks) -> str:
    """Return what a command says, and its exit code where that is not 0; one that is refused must touch nothing."""
    words, _, answer = command.partition(" < ")
    name, *rest = shlex.split(words)
    if name in acts:
        return _mask(acts[name](*rest) or "", masks)
    before = everything(Path())
    done = turnabout(name, *rest, answer=f"{answer}\n" if answer else None)
    said = _mask(done.output.replace(here, "<here>").replace("\\", "/"), masks)  # in paths on Windows
    if done.exit_code in REFUSED and everything(Path()) != before:
        said += "something was touched\n"
    return said + (f"exit {done.exit_code}" if done.exit_code else "")


def _mask(said: str, masks: Masks) -> str:
    for pattern, mask in masks:
        said = re.sub(pattern, mask, said, flags=re.MULTILINE)
    return said


def _write(file: Path, body: str, sheet: str | None, letters: str | None) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if sheet:
        others = sheets_of(file) if file.exists() else {}
        write_workbook(file, {**others, **read_sheets(f"[{sheet}]\n{body}")})
    else:
        whole = re.sub(
            r"<(.) × (\d+)>", lambda found: found[1] * int(found[2]), body.replace("\\0", "\0").replace("\\1", "\1")
        )
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


def _make(path: Path, what: str) -> None:
    """Make what is no ordinary file; ``copy of`` a sample, or a file of `FILES`."""
    kind, _, name = what.rpartition(" ")
    if kind == "link to":
        path.symlink_to(name)
    elif kind == "copy of":
        shutil.copy(SAMPLES / name if (SAMPLES / name).exists() else FILES / name, path)
    else:
        MADE[what](path)


MADE: Final[Mapping[str, Callable[[Path], object]]] = {
    "a folder": Path.mkdir,
    "a pipe": lambda path: os.mkfifo(path),
    "a socket": _bind,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "empty": Path.touch,
}


def _go_into(folder: str) -> str:
    os.chdir(folder)
    return ""


ACTS: Final[dict[str, Act]] = {
    "cd": _go_into,
    "players": _list_players,
    "settings": _list_settings,
    "files": lambda: "".join(f"{'/'.join(parts)}\n" for parts in sorted(path.parts for path in Path().rglob("*"))),
}
"""What else may be done."""
