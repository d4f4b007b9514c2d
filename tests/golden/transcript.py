"""Transcripts: of what is done at an event, and what the program says to it.

The lines of a transcript, by how they begin:

    ##, MISTAKE:    a chapter, and something that goes wrong; what is before = silent, told, asked or stopped is of it
    >               what is done; a list that belongs to it stands below, in lines that begin with |
    $               a command
    <, two spaces   what is told by the desk, and by a command
    !!              English on a page of another language, or a command line on a page

All else is for readers. `play` carries out what is done, and returns the transcript with what is told now. What is
done to sheets needs no line that opens, saves and closes the workbook, unless something else happens in between.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from tests.golden.sheets import SHEET_ACTS, Acts, Typist, split
from tests.golden.told_desk import ToldDesk, choose, look_at_start, start
from tests.support.books import SAMPLES
from tests.support.commands import turnabout

TOLD: Final = ("< ", "  ", "= ", "!! ")
WEIGHT: Final = ("", "silent", "told", "asked", "stopped")
"""What can become of a mistake, from the least."""

DIFFERENT: Final = (
    (re.compile(r"\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3} \d{4}( before round \d+)? [0-9a-f]{8}"), "<version>"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:]+Z( +[0-9a-f]{4})+"), "<entry>"),
    (re.compile(r"(\d{4}-\d\d-\d\d )?\d\d:\d\d(:\d\d)?"), "<time>"),
    (re.compile(r"(version|Fassung) \d+"), r"\1 <number>"),
    (re.compile(r"((Excel|LibreOffice)) \([^)]+\)"), r"\1"),
    (re.compile("[\u2068\u2069]"), ""),
)
"""What is not the same every day, and signs that nobody sees."""


def play(script: str, folder: Path, hand: Any) -> str:
    """Return the transcript of what is done in a folder, in which it is played, with what is told now."""
    player = _Player(folder, hand)
    try:
        player.play([line for line in script.splitlines() if not line.startswith(TOLD) or line.startswith("= ")])
    finally:
        player.end()
    return "\n".join(player.told) + "\n"


class _Player(Typist):
    """Carries out the lines of a transcript; what can be done is in `ACTS`, and to sheets in `SHEET_ACTS`."""

    def __init__(self, folder: Path, hand: Any) -> None:
        super().__init__(hand, folder / "none.xlsx")
        self.folder, self.closes_itself = folder, False
        self.told: list[str] = []
        self.mistake: str | None = None
        self.seen: dict[str, list[str]] = {}
        self.desk: ToldDesk | None = None
        self.other: ToldDesk | None = None

    def say(self, line: str, verdict: str) -> None:
        for pattern, instead in DIFFERENT:
            line = pattern.sub(instead, line)
        line = line.replace(str(self.folder), "…").replace("…\\", "…/")
        self.told.append(line if line.startswith("  ") else " ".join(line.split()))
        if self.mistake is not None:
            self.mistake = max(self.mistake, verdict, key=WEIGHT.index)

    def play(self, lines: Sequence[str]) -> None:
        for place, line in enumerate(lines):
            found, is_typed = _find(ACTS, line), False
            if found is None:
                found = _find(SHEET_ACTS, line)
                is_typed = found is not None
            if not is_typed and not line.startswith("| "):
                self.close_by_itself()
            if line.startswith("= "):
                self.told.append(f"= {self.mistake}")
                self.mistake = None
                continue
            self.told.append(line)
            if line.startswith("MISTAKE: "):
                self.mistake = "silent"
            if found is not None:
                block = list(_block(lines[place + 1 :]))
                self.told += block
                if is_typed and not self.is_open:
                    self.hand.open(self.workbook)
                    self.is_open = self.closes_itself = True
                found[0](self, *found[1].groups(), *([[each[2:] for each in block]] if block else []))
            elif line.startswith("| "):
                self.told.pop()  # told already, with what it belongs to
            else:
                assert not line.startswith((">", "$")), f"nobody knows how to do this: {line}"
        self.close_by_itself()

    def end(self) -> None:
        for desk in (self.desk, self.other):
            if desk is not None:
                desk.end()

    def look(self) -> None:
        if self.desk is not None:
            self.desk.look(self.mistake is not None)

    def close_by_itself(self) -> None:
        if self.closes_itself:
            self.closes_itself = False
            self.hand.save()
            self.close()

    # --- the spreadsheet program ---

    def open(self) -> None:
        self.hand.open(self.workbook)
        self.is_open = True
        self.look()

    def save(self) -> None:
        self.hand.save()
        self.look()

    def close(self) -> None:
        self.hand.close()
        self.is_open = False
        self.look()

    def save_and_close(self) -> None:
        """Do so, unless it has closed by itself."""
        if self.is_open:
            self.hand.save()
            self.close()

    def crash(self) -> None:
        """Leave behind what a crash leaves: the mark that the workbook is open."""
        mark = next(each for each in self.folder.iterdir() if each.name.startswith(("~$", ".~lock.")))
        there = mark.read_bytes()
        self.hand.close()
        mark.write_bytes(there)
        self.is_open = False

    # --- the folder, and commands ---

    def write(self, name: str, encoding: str | None, block: Sequence[str]) -> None:
        text = "".join(f"{line}\n" for line in block).replace(" → ", "\t")
        (self.folder / name).write_bytes(text.encode(encoding or "utf-8"))
        self.look()

    def take_sample(self, name: str) -> None:
        self.workbook, self.seen = Path(shutil.copy(SAMPLES / f"{name}.xlsx", self.folder)), {}

    def copy(self, name: str, copy: str) -> None:
        shutil.copy(self.folder / name, self.folder / copy)
        self.look()

    def rename(self, name: str, new: str) -> None:
        """Give a file another name, in the place of what has it."""
        (self.folder / new).parent.mkdir(exist_ok=True)
        (self.folder / name).replace(self.folder / new)
        if self.workbook == self.folder / name:
            self.workbook = self.folder / new
        self.look()

    def delete(self, name: str) -> None:
        (self.folder / name).unlink()
        self.look()

    def command(self, words: str) -> None:
        given = shlex.split(words)
        done = turnabout(*given)
        said = done.output.replace(f"{self.folder}{os.sep}", "").replace(os.sep, "/").splitlines()
        said += [f"(exit code {done.exit_code})"] if done.exit_code else []
        verdict = "stopped" if done.exit_code else "told" if "Warning" in done.output else "silent"
        for line in said:
            self.say(f"  {line}".rstrip() or "  ", "asked" if "--as-it-is" in line and verdict == "silent" else verdict)
        self.workbook = next((self.folder / each for each in given if each.endswith(".xlsx")), self.workbook)
        self.look()

    def show(self, sheet: str, headers: str) -> None:
        """Tell what stands in some columns of a sheet."""
        head, *rows = self.rows(sheet)
        columns = [head.index(each) for each in headers.split(", ")]
        for row in rows:
            if any(row[column] != "" for column in columns):
                self.say(f"< | {' | '.join(str(row[column]) for column in columns)}", "")

    # --- the desk ---

    def start(self, language: str | None, system: str, name: str, block: Sequence[str] = ()) -> None:
        typed = {"name": name, "system": system, "text": "\n".join(block).replace(" → ", "\t")}
        made = start(self.folder, language or "en", typed, self.say)
        if made is not None and self.desk is None:
            self.workbook = made
            self.begin()

    def look_at_start(self, language: str | None) -> None:
        look_at_start(self.folder, language or "en", self.say)

    def open_by_start(self, path: str) -> None:
        self.open_with("open", {"path": path.replace("…", str(self.folder))})

    def make_sample(self, language: str | None, system: str) -> None:
        self.open_with("sample", {"system": system}, language or "en")

    def open_with(self, order: str, typed: dict[str, str], language: str = "en") -> None:
        self.workbook = choose(self.folder, language, order, typed, self.say) or self.workbook
        self.seen.clear()

    def begin(self) -> None:
        self.desk = ToldDesk(self.workbook, self.say, self.seen)
        self.look()

    def end_desk(self) -> None:
        assert self.desk is not None
        self.desk.end()
        self.desk = None

    def begin_other(self) -> None:
        self.other = ToldDesk(self.workbook, lambda line, _: self.say(f"< another desk: {line[2:]}", "told"), {})
        self.other.look(is_mistake=False)

    def end_other(self) -> None:
        assert self.other is not None
        self.other.look(is_mistake=False)
        self.other.end()
        self.other = None

    def press(self, label: str, times: str | None, if_there: str | None) -> None:
        assert self.desk is not None
        button = self.desk.find_button(label)
        if button is None:
            assert if_there, f"no button {label}"
            self.say("< (there is none)", "")
            return
        for _ in range(2 if times else 1):
            self.desk.press(button)
        self.look()

    def enter(self, number: str, line: str, confirmed: str | None) -> None:
        """Type a result as a line into the page."""
        self.send("enter", table=line, round=number, **({"confirmed": "true"} if confirmed else {}))

    def fill_in(self, number: str, table: str, listed: str) -> None:
        """Fill in fields of the form of a table."""
        self.send("enter", table=table, round=number, **dict(split(listed)))

    def undo(self) -> None:
        assert self.desk is not None
        self.send("undo", number=self.desk.edited)

    def send(self, order: str, **fields: Any) -> None:
        assert self.desk is not None
        self.desk.send(order, **fields)
        self.look()

    def name(self, name: str, is_new: str | None) -> None:
        assert self.desk is not None
        self.desk.name(name, **({"new": "new"} if is_new else {}))

    def ask(self, what: str) -> None:
        assert self.desk is not None
        self.say(f"< {self.desk.page.ask(what)}", "")

    def set_variable(self, name: str, value: str) -> None:
        os.environ[name] = value.replace("…", str(self.folder)).replace("\\n", "\n")

    def look_at(self, piece: str) -> None:
        assert self.desk is not None
        for line in self.desk.read(piece):
            self.say(f"< [{piece}] {line}", "")


def _find(acts: Acts, line: str) -> tuple[Callable[..., None], re.Match[str]] | None:
    return next(((act, found) for pattern, act in acts if (found := pattern.fullmatch(line))), None)


def _block(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if not line.startswith("| "):
            return
        yield line


ACTS: Final[Acts] = [
    (re.compile(pattern), act)
    for pattern, act in (
        (r"\$ turnabout (.+)", _Player.command),
        (r"> opens the workbook", _Player.open),
        (r"> saves it", _Player.save),
        (r"> saves and closes it", _Player.save_and_close),
        (r"> closes it", _Player.close),
        (r"> the spreadsheet program crashes", _Player.crash),
        (r"> fills in round (\d+), table (\d*): (.+ = .+)", _Player.fill_in),
        (r"> the file ([^,]+)(?:, in (.+))?:", _Player.write),
        (r"> the sample event (.+)", _Player.take_sample),
        (r"> copies (.+\..+) as (.+)", _Player.copy),
        (r"> renames (.+\..+) to (.+\..+)", _Player.rename),
        (r"> deletes (?!the sheet )(.+)", _Player.delete),
        (r"> shows of (.+): (.+)", _Player.show),
        (r"> start page(?: in (\w+))?: (.+), “(.*)”:?", _Player.start),
        (r"> looks at the start page(?: in (\w+))?", _Player.look_at_start),
        (r"> opens by the start page: (.*)", _Player.open_by_start),
        (r"> has a sample made(?: in (\w+))?: (.*)", _Player.make_sample),
        (r"> asks for (.+)", _Player.ask),
        (r"> the variable (\w+) is (.*)", _Player.set_variable),
        (r"> opens the desk", _Player.begin),
        (r"> ends the desk", _Player.end_desk),
        (r"> opens another desk", _Player.begin_other),
        (r"> ends the other desk", _Player.end_other),
        (r"> presses “(.+)”( twice)?( if it is there)?", _Player.press),
        (r"> enters in round (\d+): (.+?)(, and confirms)?", _Player.enter),
        (r"> undoes what was typed", _Player.undo),
        (r"> names (.+?)(, who is new)?", _Player.name),
        (r"> looks at (.+)", _Player.look_at),
    )
]
