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

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from tests.golden.excel import ExcelHand
from tests.golden.told_desk import ToldDesk, choose, look_at_start, start
from tests.support.books import SAMPLES, cells
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

LISTED: Final = re.compile(r"(?:, |^)([^,=]+?) = ")


def play(script: str, folder: Path, hand: Any) -> str:
    """Return the transcript of what is done in a folder, in which it is played, with what is told now."""
    player = _Player(folder, hand)
    try:
        player.play([line for line in script.splitlines() if not line.startswith(TOLD) or line.startswith("= ")])
    finally:
        player.end()
    return "\n".join(player.told) + "\n"


class _Player:
    """Carries out the lines of a transcript; what can be done is in `ACTS`."""

    def __init__(self, folder: Path, hand: Any) -> None:
        self.folder, self.hand = folder, hand
        self.told: list[str] = []
        self.mistake: str | None = None
        self.seen: dict[str, list[str]] = {}
        self.workbook = folder / "none.xlsx"
        self.is_open = self.closes_itself = False
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
            found = next(((act, found) for pattern, act in ACTS if (found := pattern.fullmatch(line))), None)
            is_typed = found is not None and found[0] in TYPING
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

    def type(self, sheet: str, table: str | None, which: str, listed: str) -> None:
        """Type into a row, by the number of its table or by what stands in it; else into the first that is free."""
        head, *rows = self.rows(sheet)
        there = (number for number, row in enumerate(rows, 2) if which in [f"{value}" for value in row[:3]])
        free = (number for number, row in enumerate(rows, 2) if not any(row))
        at = next(there, None) or next(free, len(rows) + 2)
        assert not table or which in [f"{value}" for value in rows[at - 2]], f"{sheet} has no table {which}"
        self.put(sheet, {f"{_letter(head, header)}{at}": text for header, text in _split(listed)})

    def change_tables(self, sheet: str, listed: str) -> None:
        """Have the games at some tables change places."""
        head, *rows = self.rows(sheet)
        at = {str(row[head.index("Table")]): number for number, row in enumerate(rows, 2)}
        moves = [move.split(" to ") for move in listed.split(", ")]
        self.put(sheet, {f"{_letter(head, 'Table')}{at[was]}": now for was, now in moves})

    def type_all(self, sheet: str, but: str | None, listed: str) -> None:
        """Type the same into all rows of a round that lack a result, but those of some tables."""
        head, *rows = self.rows(sheet)
        typed = _split(listed)
        filled = [head.index("Ruling"), head.index(typed[0][0])]
        for at, row in enumerate(rows, 2):
            is_left = str(row[head.index("Table")]) not in (but or "").split()
            if is_left and row[head.index("Player B")] not in ("", "BYE") and not any(row[each] for each in filled):
                self.put(sheet, {f"{_letter(head, header)}{at}": text for header, text in typed})

    def type_cells(self, sheet: str, listed: str) -> None:
        self.put(sheet, dict(_split(listed)))

    def paste(self, sheet: str, letter: str, first: str, block: Sequence[str]) -> None:
        left = ord(letter) - ord("A") + 1
        for at, line in enumerate(block, int(first)):
            values = [value.strip() for value in line.split("|")]
            self.put(sheet, {f"{get_column_letter(left + right)}{at}": text for right, text in enumerate(values)})

    def clear_row(self, sheet: str, row: str) -> None:
        values = self.rows(sheet)[int(row) - 1]
        self.put(sheet, {f"{get_column_letter(at)}{row}": "" for at, value in enumerate(values, 1) if value != ""})

    def sort_column(self, header: str, sheet: str) -> None:
        """Sort one column, and not its neighbours."""
        head, *rows = self.rows(sheet)
        column = head.index(header)
        there = [row[column] for row in rows if row[column] != ""]
        self.put(sheet, {f"{_letter(head, header)}{at}": str(value) for at, value in enumerate(sorted(there), 2)})
        blank = range(len(there) + 2, len(rows) + 2)
        self.put(sheet, {f"{_letter(head, header)}{at}": "" for at in blank})

    def sort_rows(self, sheet: str, header: str) -> None:
        """Sort the whole table by a column, but for the formulas beside it."""
        head, *rows = self.rows(sheet)
        there = [row for row in rows if row[head.index(header)] != ""]
        second = load_workbook(self.workbook)[sheet][2][: [*head, ""].index("")]
        typed = {get_column_letter(at + 1): at for at, cell in enumerate(second) if cell.data_type != "f"}
        for place, row in enumerate(sorted(there, key=lambda row: str(row[head.index(header)])), 2):
            moved = {letter: str(row[at]) for letter, at in typed.items() if row[at] != rows[place - 2][at]}
            self.put(sheet, {f"{letter}{place}": value for letter, value in moved.items()})

    def rows(self, sheet: str) -> list[list[Any]]:
        """Return the rows of a sheet, also of what is typed and not saved yet."""
        return (
            self.hand.rows(sheet) if self.is_open and isinstance(self.hand, ExcelHand) else cells(self.workbook, sheet)
        )

    def put(self, sheet: str, typed: dict[str, str]) -> None:
        if typed:
            self.hand.type(sheet, typed)

    def rename_sheet(self, sheet: str, name: str) -> None:
        self.hand.rename(sheet, name)

    def unhide_sheet(self, sheet: str) -> None:
        self.hand.unhide(sheet)

    def copy_sheet(self, sheet: str, copy: str) -> None:
        self.hand.copy(sheet, copy)

    def delete_sheet(self, sheet: str) -> None:
        self.hand.delete(sheet)

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
        (self.folder / name).replace(self.folder / new)
        if self.workbook.name == name:
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

    def make_sample(self, system: str) -> None:
        self.open_with("sample", {"system": system})

    def open_with(self, order: str, typed: dict[str, str]) -> None:
        self.workbook = choose(self.folder, "en", order, typed, self.say) or self.workbook

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
        self.send("enter", table=table, round=number, **dict(_split(listed)))

    def take_back(self, what: str) -> None:
        assert self.desk is not None
        if what == "result":
            self.send("take-back")
        else:
            self.send("move-back", number=self.desk.moved)

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


def _block(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if not line.startswith("| "):
            return
        yield line


def _letter(head: Sequence[Any], header: str) -> str:
    return get_column_letter(head.index(header) + 1)


def _split(listed: str) -> list[tuple[str, str]]:
    """Return what is typed, by header or address: ``Ruling = (blank), Winner = A``."""
    names = [*LISTED.finditer(listed)]
    ends = [each.start() for each in names[1:]] + [len(listed)]
    values = [listed[each.end() : end].strip() for each, end in zip(names, ends, strict=True)]
    return [(each[1], value.replace("(blank)", "")) for each, value in zip(names, values, strict=True)]


ACTS: Final[Sequence[tuple[re.Pattern[str], Callable[..., None]]]] = [
    (re.compile(pattern), act)
    for pattern, act in (
        (r"\$ turnabout (.+)", _Player.command),
        (r"> opens the workbook", _Player.open),
        (r"> saves it", _Player.save),
        (r"> saves and closes it", _Player.save_and_close),
        (r"> closes it", _Player.close),
        (r"> the spreadsheet program crashes", _Player.crash),
        (r"> (.+), from ([A-Z])(\d+) on:", _Player.paste),
        (r"> (.+), row (\d+): cleared", _Player.clear_row),
        (r"> sorts only the column (.+) of (.+)", _Player.sort_column),
        (r"> sorts (.+) by (.+)", _Player.sort_rows),
        (r"> renames the sheet (.+) to (.+)", _Player.rename_sheet),
        (r"> unhides the sheet (.+)", _Player.unhide_sheet),
        (r"> copies the sheet (.+) as (.+)", _Player.copy_sheet),
        (r"> deletes the sheet (.+)", _Player.delete_sheet),
        (r"> (.+), all tables(?: but ([\d ]+))?: (.+)", _Player.type_all),
        (r"> fills in round (\d+), table (\d*): (.+ = .+)", _Player.fill_in),
        (r"> (.+): the games change tables, (.+)", _Player.change_tables),
        (r"> (.+), (table )?([^:]+): (.+ = .+)", _Player.type),
        (r"> ([^:,]+): ([A-Z]+\d+ = .+)", _Player.type_cells),
        (r"> the file ([^,]+)(?:, in (.+))?:", _Player.write),
        (r"> the sample event (.+)", _Player.take_sample),
        (r"> copies (.+\..+) as (.+)", _Player.copy),
        (r"> renames (.+\..+) to (.+\..+)", _Player.rename),
        (r"> deletes (.+)", _Player.delete),
        (r"> shows of (.+): (.+)", _Player.show),
        (r"> start page(?: in (\w+))?: (.+), “(.*)”:?", _Player.start),
        (r"> looks at the start page(?: in (\w+))?", _Player.look_at_start),
        (r"> opens by the start page: (.*)", _Player.open_by_start),
        (r"> has a sample made: (.*)", _Player.make_sample),
        (r"> asks for (.+)", _Player.ask),
        (r"> the variable (\w+) is (.*)", _Player.set_variable),
        (r"> opens the desk", _Player.begin),
        (r"> ends the desk", _Player.end_desk),
        (r"> opens another desk", _Player.begin_other),
        (r"> ends the other desk", _Player.end_other),
        (r"> presses “(.+)”( twice)?( if it is there)?", _Player.press),
        (r"> enters in round (\d+): (.+?)(, and confirms)?", _Player.enter),
        (r"> takes the (result|move) back", _Player.take_back),
        (r"> names (.+?)(, who is new)?", _Player.name),
        (r"> looks at (.+)", _Player.look_at),
    )
]
TYPING: Final = (
    _Player.paste,
    _Player.clear_row,
    _Player.sort_column,
    _Player.sort_rows,
    _Player.rename_sheet,
    _Player.unhide_sheet,
    _Player.copy_sheet,
    _Player.delete_sheet,
    _Player.change_tables,
    _Player.type_all,
    _Player.type,
    _Player.type_cells,
)
"""What is done in a spreadsheet program."""
