"""A folder with a workbook, and what is done there, act by act; what a spreadsheet program reads then.

    new Turnabout of Ann, Ben          a workbook with these players; "begin with FILE" a copy of one, or one as text
    $ run --no-pair                    a command, about the workbook where it names none
    desk enter 1 a 12 b 7 in round 2   at the desk's page (`tests.mistakes.at_desk`)
    read Log 2                         the first rows of a sheet; "list site" files; "find REGEX in FILE"
    Excel opens it                     and "closes it"; also LibreOffice
    copy to stick                      the workbook into a folder; "take stick/Friday.xlsx" back
    delete file X                      also "write file X as TEXT", "rename file X to Y"; "same X and Y" are they?
    keep file X                        aside; "bring file X" back

Whatever else a line says, the hand does (`tests.mistakes.hand`).
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from openpyxl.utils.cell import get_column_letter
from python_calamine import CalamineWorkbook

from tests.mistakes.at_desk import DeskActs
from tests.mistakes.hand import Hand
from tests.support.commands import turnabout
from tests.support.edited_book import find_header
from tests.support.organizer import SEATS, WORKS
from tests.support.text_workbooks import read_sheets, write_workbook

RESULTS: Final = (*dict.fromkeys(header for headers in WORKS.values() for header in headers), "ruling")
TYPED: Final = ("option a", "option b", *RESULTS)
OURS: Final = "turnabout rewrites this sheet"
MOST: Final = 70
"""More cells than these are not listed, but counted."""
ANSWERS: Final = re.compile(r'(?<=: )press ".*')
"""How a question is answered, which `accidents.txt` has in full."""
DIFFERENT: Final = (
    (re.compile("[\u2068\u2069]"), ""),
    (re.compile(r"\b(\d{4}-\d\d-\d\d )?\d\d:\d\d(:\d\d)?\b"), "<time>"),
    (re.compile(r"(?<=[\w.])\\(?=[\w.])"), "/"),
)
"""What is not the same every day, and signs that nobody sees."""

Files = Mapping[str, bytes]
Rows = Sequence[tuple[str, ...]]


class State(NamedTuple):
    """What a workbook says: the rows of each round, the standings by player, and what else is typed, by cell."""

    rounds: Mapping[str, Rows] = {}
    standings: Mapping[str, Sequence[str]] = {}
    cells: Mapping[str, str] = {}


class Scene:
    """A folder, and what is done there; `good` is how the workbook was after the last command, `last` its bytes."""

    def __init__(self, folder: Path, files: Files) -> None:
        self.folder, self.workbook = folder, folder / "Friday.xlsx"
        folder.mkdir(exist_ok=True)
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        self.hand = Hand(self.workbook)
        self.desk = DeskActs(self.workbook)
        self.good = look(self.workbook)
        self.last = self.workbook.read_bytes() if self.workbook.exists() else b""

    def files(self) -> dict[str, bytes]:
        paths = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}

    def copy(self, folder: Path) -> Scene:
        """Return the same elsewhere, with all that was known there."""
        shutil.copytree(self.folder, folder)
        other = Scene(folder, {})
        other.good = self.good
        return other

    def end(self) -> None:
        self.desk.close()
        self.hand.save()

    def do(self, act: str) -> list[str]:
        """Do what a line says, and return what is said, and what else came of it."""
        verb, _, rest = act.partition(" ")
        if verb == "read":
            return self.read(*rest.split())
        if verb == "list":
            return [", ".join(sorted(file.name for file in (self.folder / rest).iterdir()))]
        if found := re.fullmatch(r'find "(.+)" in (.+)', act):
            text = (self.folder / found[2]).read_text("utf-8")
            return [", ".join(sorted({*re.findall(found[1], text)}))]
        if verb not in ("$", "desk"):
            self._prepare(act)
            return []
        self.hand.save()
        before, files = look(self.workbook), self.files()
        if verb == "$":
            code, said = self.run(rest)
            said = [ANSWERS.sub("…", line) for line in said] + [f"(exit {code})"] * bool(code)
        else:
            said = [self.mask(line) for line in self.desk.do(rest)]
            self.hand.open()
        now, there = look(self.workbook), self.files()
        self.good, self.last = now, self.workbook.read_bytes() if self.workbook.exists() else b""
        if verb == "desk":  # which goes on by itself: what it computes is there a little later
            now = now._replace(standings=before.standings)
        changed = [line for line in compare(before, now) if line != "as before"]
        kept, was_kept = list_waiting(there), list_waiting(files)
        if verb == "$" and files == there:
            changed = ["nothing is written"]
        elif kept != was_kept:
            changed.append(f"waiting: {', '.join(kept) or 'nothing'}")
        return [*said, *(f"= {line}" for line in changed)]

    def run(self, command: str) -> tuple[int, list[str]]:
        """Save, give a command, about the workbook where it names none; return the exit code, and what is said."""
        self.hand.save()
        words = shlex.split(command)
        if ".xlsx" not in command:
            words.insert(1, self.workbook.name)
        with contextlib.chdir(self.folder):
            done = turnabout(*words)
        self.hand.open()
        return done.exit_code, self.mask(done.output).splitlines()

    def read(self, sheet: str, count: str) -> list[str]:
        """Return the first rows of a sheet below its headers."""
        grid = CalamineWorkbook.from_path(self.workbook).get_sheet_by_name(sheet).to_python()
        rows = [" | ".join(filter(None, map(_word, row))) for row in grid[1:]]
        return [self.mask(row) for row in rows if row][: int(count)]

    def mask(self, said: str) -> str:
        """Return what is said without what is different every day, and without where the folder is."""
        said = said.replace(f"{self.folder}/", "").replace(f"{self.folder}\\", "").replace(str(self.folder), "…")
        for pattern, instead in DIFFERENT:
            said = pattern.sub(instead, said)
        return said

    def _prepare(self, act: str) -> None:
        """Do what no program of ours does: make or change files, or type into the workbook as it is open."""
        if found := re.fullmatch(r"new (.+) of (.+)", act):
            players = self.folder / "players.csv"
            players.write_text("\n".join(["Player", *found[2].split(", ")]), "utf-8")
            assert turnabout("new", self.workbook, "--format", found[1], "--players", players).exit_code == 0
            players.unlink()
        elif found := re.fullmatch(r"begin with (.+)", act):
            file = Path(__file__).parents[2] / found[1]
            if file.suffix == ".txt":
                write_workbook(self.workbook, read_sheets(file.read_text("utf-8")))
            else:
                shutil.copy(file, self.workbook)
        elif found := re.fullmatch(r"copy to (.+)", act):
            self.hand.save()
            (self.folder / found[1]).mkdir(exist_ok=True)
            shutil.copy(self.workbook, self.folder / found[1])
        elif found := re.fullmatch(r"take (.+)", act):
            shutil.copy(self.folder / found[1], self.workbook)
        elif found := re.fullmatch(r"(keep|bring) file (.+)", act):
            files = (self.folder / found[2], self.folder / "kept")
            shutil.copy(*files if found[1] == "keep" else files[::-1])
        elif found := re.fullmatch(r"same (.+) and (.+)", act):
            assert (self.folder / found[1]).read_bytes() == (self.folder / found[2]).read_bytes()
        elif found := re.fullmatch(r"(Excel|LibreOffice) (opens|closes) it", act):
            self.hand.save()
            name = self.workbook.name
            lock = self.workbook.with_name(f"~${name}" if found[1] == "Excel" else f".~lock.{name}#")
            lock.write_bytes(b"\3Ann") if found[2] == "opens" else lock.unlink()
        elif found := re.fullmatch(r"(delete|write|rename) file (.+?)(?: (?:as|to)(?: (.*))?)?", act):
            self.hand.save()
            file = self.folder / found[2]
            if found[1] == "delete":
                shutil.rmtree(file) if file.is_dir() else file.unlink()
            elif found[1] == "write":
                file.parent.mkdir(exist_ok=True)
                file.write_bytes((found[3] or "").encode())
                os.utime(file, (0, 0))
            else:
                file.rename(self.folder / found[3])
                self.workbook = self.folder / found[3] if file == self.workbook else self.workbook
        else:
            self.hand.do(act)
            return
        self.hand.workbook = self.desk.workbook = self.workbook
        self.hand.open()


def list_waiting(files: Files) -> list[str]:
    """Return the sheets that are kept beside a workbook until it is closed."""
    with contextlib.suppress(KeyError, TypeError, ValueError):
        states = (json.loads(data) for name, data in files.items() if name.endswith(" backups/state.json"))
        return [title for state in states for title in state["waiting"]]
    return []


def look(workbook: Path) -> State:
    """Return what a spreadsheet program reads in a workbook."""
    if not workbook.exists():
        return State()
    book = CalamineWorkbook.from_path(workbook)
    rounds, standings, cells = dict[str, Rows](), dict[str, Sequence[str]](), dict[str, str]()
    for name in book.sheet_names:
        grid = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
        if name == "Standings":
            standings = {str(row[1]): [*map(_word, row[:10])] for row in grid[1:] if row[1] != ""}
        elif name == "Remembered" or (grid and any(str(cell).startswith(OURS) for cell in grid[0])):
            continue
        elif find_header(grid, "player a", "player b"):
            rounds[name] = [*_list_rows(grid)]
        else:
            columns = [(n, get_column_letter(n + 1)) for n in range(len(grid[0]) if grid else 0)]
            cells |= {
                f"{name}!{letter}{at}": _word(row[n])
                for at, row in enumerate(grid, 1)
                for n, letter in columns
                if row[n] != ""
            }
    return State(dict(sorted(rounds.items())), standings, cells)


def _list_rows(grid: Sequence[Sequence[Any]]) -> Iterator[tuple[str, ...]]:
    top, columns = find_header(grid, *SEATS) or (0, {})
    for row in grid[top + 1 :]:
        table, a, b, *typed = (_word(row[columns[each]]) for each in (*SEATS, *TYPED) if each in columns)
        if a or b:
            yield (table, a, b, " ".join(filter(None, typed)))


def _word(value: Any) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def compare(good: State, now: State) -> list[str]:
    """Return what is otherwise than it was: rows of rounds as they are now, and who is gone; places and points."""
    said = []
    for name in sorted({*good.rounds, *now.rounds}):
        was, rows = good.rounds.get(name, ()), now.rounds.get(name, ())
        there = {player for row in rows for player in row[1:3]} - {"BYE"}
        new = [*(Counter(rows) - Counter(was)).elements()]
        gone = [row for row in (Counter(was) - Counter(rows)).elements() if not there & {*row[1:3]}]
        if name not in now.rounds:
            said.append(f"{name} is gone")
        elif new or gone:
            listed = [f"{table} {a} – {b} {typed}".strip() for table, a, b, typed in new]
            said.append(f"{name}: " + "; ".join([*listed, *(f"without {row[1]} – {row[2]}" for row in gone)]))
    typed = [cell for cell in {**good.cells, **now.cells} if good.cells.get(cell) != now.cells.get(cell)]
    for sheet in dict.fromkeys(cell.partition("!")[0] for cell in typed):
        of_sheet = [f"{cell} = {now.cells.get(cell, '')}".strip() for cell in typed if cell.startswith(f"{sheet}!")]
        said.append(", ".join(of_sheet) if len(of_sheet) <= MOST else f"{sheet}: {len(of_sheet)} cells")
    changed = [row for player, row in now.standings.items() if row != good.standings.get(player)]
    if changed:
        said.append("Standings: " + ", ".join(f"{rank}. {name} {points}" for rank, name, points, *_ in changed))
    return said or ["as before"]
