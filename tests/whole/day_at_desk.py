"""A whole day at the desk's page: what is typed, saved and pressed, and what the page says, line by line.

No command is given in it: `AtDesk` can only do what a hand can do in a spreadsheet program, in the folder, and on the
page. What is pressed is a button that stands there. After each action the page is read when it has come to rest.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from lxml import html
from openpyxl.utils.cell import coordinate_to_tuple

from tests.desk.desks import save_like_excel
from tests.desk.requests import get, post
from tests.office import office
from tests.support.books import cells, edited, sheet_names
from tests.support.edited_book import Book
from turnabout_sheets.core.shared_files import take_signature
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.start_page import Place, StartError, make_event, show_list
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.grid import address

PATIENCE: Final = 30.0
REST: Final = 0.6
"""Seconds without news after which a desk with short pauses has done what it does."""

DIFFERENT: Final = (
    (re.compile(r"\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3} \d{4}( before round \d+)? [0-9a-f]{8}"), "<version>"),
    (re.compile(r"(\d{4}-\d\d-\d\d )?\d\d:\d\d(:\d\d)?"), "<time>"),
    (re.compile(r"(version|newest here is version) \d+"), r"\1 <number>"),
    # How many versions are kept depends on the time that passes between them.
    (
        re.compile(r"((Go back to|Zurück zu) <time>( before round \d+ was put in| bevor Runde \d+ hineinkam)? ?)+"),
        "<versions> ",
    ),
    (re.compile(r"(LibreOffice) \([^)]+\)"), r"\1"),
    (re.compile("[\u2068\u2069]"), ""),
)
"""What is not the same every day, and signs that nobody sees."""

PIECES: Final = ("fault", "next", "questions", "buttons", "problems")
ENGLISH: Final = re.compile(r"\b(the|is|are|and|with|this|of|to|which)\b", re.IGNORECASE)
"""Words by which an English sentence gives itself away on a page of another language."""

WEIGHT: Final = ("silent", "told", "asked", "stopped")
"""What can become of a mistake, from the least."""


class ExcelHand:
    """A program that has the workbook open as it was when it was opened, and saves over whatever is there."""

    def open(self, workbook: Path) -> None:
        self.workbook, self.book = workbook, Book(workbook.read_bytes())
        self.lock = workbook.with_name(f"~${workbook.name}")
        self.lock.write_bytes(b"\3Ann")

    def type(self, sheet: str, typed: Mapping[str, str]) -> None:
        at = {cell: coordinate_to_tuple(cell) for cell in typed}
        self.book.type(sheet, {(row - 1, column - 1): _as_typed(typed[cell]) for cell, (row, column) in at.items()})

    def rename(self, sheet: str, name: str) -> None:
        self.book.rename(sheet, name)

    def delete(self, sheet: str) -> None:
        self.book.delete(sheet)

    def save(self) -> None:
        save_like_excel(self.workbook, self.book.to_bytes())

    def close(self) -> None:
        self.lock.unlink()


def _as_typed(text: str) -> str | float | None:
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else text or None


class AtDesk:
    """What happens, told line by line, and counted by chapter."""

    def __init__(self, folder: Path, language: str = "en", in_office: bool = False) -> None:
        self.folder, self.language, self.in_office = folder, language, in_office
        self.workbook = folder / "none"
        self.told: list[str] = []
        self.counted: dict[str, Counter[str]] = {}
        self.became: Counter[str] = Counter()
        self.finds: list[str] = []
        self._chapter, self._mistake, self._seen = "", "", dict.fromkeys(PIECES, "")
        self._running = ExitStack()
        self._moved, self._changes = 0, ""

    # --- telling and counting ---

    def chapter(self, title: str) -> None:
        self._chapter = title
        self.told += ["", f"## {title}"]

    def say(self, what: str) -> None:
        for pattern, instead in DIFFERENT:
            what = pattern.sub(instead, what)
        self.told.append(" ".join(what.replace(str(self.folder), "…").split()))

    @contextmanager
    def mistake(self, what: str) -> Iterator[None]:
        """Count a mistake, and what has become of it: the gravest that the page has said of it."""
        self.told += ["", f"MISTAKE: {what}"]
        self._mistake = "silent"
        yield
        self.told.append(f"= {self._mistake}")
        self.became[self._mistake] += 1
        self._mistake = ""

    def _found(self, verdict: str) -> None:
        if self._mistake:
            self._mistake = max(self._mistake, verdict, key=WEIGHT.index)

    def _act(self, kind: str, what: str) -> None:
        part = f"{self._chapter}{', for mistakes' if self._mistake else ''}"
        self.counted.setdefault(part, Counter())[kind] += 1
        self.say(f"> {what}")

    # --- the desk ---

    def starts(self, name: str, system: str, players: str = "") -> None:
        """Make an event on the start page, with a list that was pasted, as it was understood; then the desk opens."""
        w, typed = load_words(self.language), {"name": name, "system": system, "players": "", "text": players}
        self._act("press", f"start page: {system}, “{name}”" + (", and a list is pasted" if players else ""))
        chosen = ""
        if players:
            tree = html.fromstring(show_list(typed, w))
            for row in tree.xpath("//tbody/tr"):
                self.say(f"|  {'' if row.xpath('.//input[@checked]') else '(not ticked) '}{row.text_content()}")
            chosen = "{}"
        try:
            place = Place(self.folder, lambda _: None, lambda text: self.say(f"< [window] {text}"))
            self.workbook = make_event({**typed, "chosen": chosen}, place, w)
        except StartError as refused:
            self.say(f"< {refused.text}")
            self._found("stopped")
            return
        self.begins()

    def starts_refused(self, name: str, system: str) -> None:
        """Try to make another event, while the desk runs."""
        self._act("press", f"start page: {system}, “{name}”")
        order = {"name": name, "system": system, "players": ""}
        try:
            made = make_event(order, Place(self.folder, lambda _: None, lambda _: None), load_words(self.language))
            self.say(f"< made: {made.name}")
        except StartError as refused:
            self.say(f"< {refused.text}")
            self._found("stopped")

    def begins(self) -> None:
        """Start the desk, at the address that it had."""
        self.desk = Desk(self.workbook)
        self.desk.start()
        self._running.callback(self.desk.stop)
        self.server = self._running.enter_context(serve(self.desk, heartbeat=0.1))
        self.looks()

    def ends(self) -> None:
        """End the desk."""
        self._running.close()

    def rests(self) -> None:
        """Wait until the desk has nothing to do any more."""
        until, since, number = time.monotonic() + PATIENCE, time.monotonic(), -1
        while time.monotonic() - since < REST:
            with self.desk._work:  # a step that is being taken is over then
                steps, path = self.desk._steps, self.desk.state.workbook
            is_seen = not path.exists() or steps._stamp == take_signature(path)[0]
            if self.desk.state.number != number or steps.is_asked or steps._begun is not None or not is_seen:
                since, number = time.monotonic(), self.desk.state.number
            assert time.monotonic() < until, "the desk does not come to rest"
            time.sleep(0.02)

    def looks(self) -> None:
        """Read the page, and tell what is new on it."""
        self.rests()
        self.page = html.fromstring(get(self.server, "live").text)
        for name in PIECES:
            said = self._read(name)
            if said != self._seen[name] and said:
                self.say(f"< [{name}] {said}")
                self._judge(name)
            self._seen[name] = said
        changes = self._read("changes")
        if self._mistake and changes != self._changes and changes:
            self.say(f"< [changes] {changes[:160]}")
        self._changes = changes
        self._proofread()

    def _read(self, name: str) -> str:
        (piece,) = self.page.xpath(f'//*[@id="{name}"]')
        return "" if "hidden" in piece.attrib else " ".join(piece.text_content().split())

    def _judge(self, name: str) -> None:
        trouble = name == "fault" or self.page.xpath('//*[@id="next"][contains(@class,"trouble")]')
        self._found(
            "asked" if name == "questions" else "stopped" if trouble else "told" if name == "problems" else "silent"
        )

    def _proofread(self) -> None:
        """Note a command line on the page, and English on a page of another language where it is not marked as such."""
        (main,) = self.page.xpath("//main")
        if found := re.search(r"\bturnabout [a-z].*", main.text_content()):
            self._finds("a command line", found[0])
        if self.language != "en":
            for text in main.xpath(".//text()[not(ancestor::*[@lang='en']) and not(ancestor::bdi)]"):
                if len(ENGLISH.findall(text)) > 1:
                    self._finds("English", text)

    def _finds(self, what: str, where: str) -> None:
        line = f"!! {what}: {' '.join(where.split())[:160]}"
        if line not in self.finds:
            self.finds.append(line)
            self.say(line)

    # --- the page ---

    def presses(self, label: str, times: int = 1) -> None:
        """Press a button that stands on the page; more ``times``: also in a tab that does not know yet."""
        found = [
            each for each in self.page.xpath("//button") if " ".join(each.text_content().split()).startswith(label)
        ]
        assert found, f"no button “{label}”: {[each.text_content() for each in self.page.xpath('//button')]}"
        button = found[-1] if found[0].get("data-ask") is None else found[0]
        self._act("press", f"presses “{' '.join(button.text_content().split())}”" + (f", {times} times" * (times > 1)))
        if asked := button.get("data-ask"):
            (dialog,) = self.page.xpath(f'//*[@id="{asked}"]')
            self.say(f"<   {dialog.text_content()}")
            return
        if printed := button.get("data-print"):
            assert get(self.server, printed, "Sec-Fetch-Dest: iframe").status == 200
            self._act("confirm", "it is printed")
            self._tell(self._send("do/printed"))
        for _ in range(0 if printed else times):
            if person := button.get("data-person"):
                self._tell(self._send("do/move", json.loads(person)))
            else:
                data = button.get("data-with")
                self._tell(self._send(f"do/{button.get('data-do')}", json.loads(data) if data else None))
        self.looks()

    def _send(self, name: str, body: Any = None) -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        lines = ["Content-Type: application/json", f"Content-Length: {len(data)}"] if data else []
        answer = post(self.server, name, *lines, body=data)
        assert answer.status == 200, (name, answer)
        return json.loads(answer.text)

    def _tell(self, reply: Mapping[str, Any]) -> None:
        texts = [reply["text"], *(each if isinstance(each, str) else each[0] for each in reply.get("problems", ()))]
        for text in filter(None, texts):
            self.say(f"<   {text}")
        self._found({"refused": "stopped", "taken": "asked"}.get(reply.get("answer", ""), "told"))
        is_english = reply.get("language") == "en" and self.language != "en"
        if is_english:
            self._finds("English reply", reply["text"])

    def presses_first(self, *labels: str) -> None:
        """Press the first of some buttons that stands there; where none does, the mistake has passed unasked."""
        there = [" ".join(each.text_content().split()) for each in self.page.xpath("//main//button[not(@data-close)]")]
        wanted = next((label for label in labels if any(each.startswith(label) for each in there)), "")
        if wanted:
            self.presses(wanted)
        else:
            self.say(f"(no button {' or '.join(labels)})")

    def presses_yes(self, order: str) -> None:
        """Press Yes in the dialog that a button has opened."""
        (button,) = self.page.xpath(f'//*[@id="{order}-yes"]')
        self._act("press", f"presses “{button.text_content()}”")
        self._tell(self._send(f"do/{order}"))
        self.looks()

    def presses_remedy(self, what: str) -> None:
        """Press the button of the dialog that is open that does something with the workbook."""
        there = self.page.xpath('//*[@data-do="remedy"]')
        button = next(each for each in there if json.loads(each.get("data-with"))["what"] == what)
        self._act("press", f"presses “{button.text_content()}”")
        self._tell(self._send("do/remedy", json.loads(button.get("data-with"))))
        self.looks()

    def goes_back(self, steps: int = 1) -> None:
        """Press the button of an earlier version, the newest for 1."""
        there = [
            json.loads(each.get("data-with"))
            for each in self.page.xpath('//*[@id="versions-question"]//button[@data-with]')
        ]
        self._act("press", f"presses the button of earlier version {steps}")
        self._tell(self._send("do/remedy", there[steps - 1]))
        self.looks()

    def takes_move_back(self) -> None:
        """Press the button that takes back what was done last with a player."""
        self._act("press", "takes it back")
        self._tell(self._send("do/move-back", {"number": self._moved}))
        self.looks()

    def adds(self, players: str, times: int = 1) -> None:
        """Paste a list into the box before round 1, look at what is understood, and add who is ticked."""
        self._act("press", "pastes a list into the box, and adds its players" + (f", {times} times" * (times > 1)))
        sent = {"text": players, "file": "", "data": "", "chosen": ""}
        shown = self._send("do/list", sent)
        if shown["shown"]:
            for row in html.fromstring(shown["shown"]).xpath("//tbody/tr"):
                self.say(f"|  {'' if row.xpath('.//input[@checked]') else '(not ticked) '}{row.text_content()}")
                if row.xpath(".//*[contains(@class,'doubt')]"):
                    self._found("asked")
        for _ in range(times):
            self._tell(self._send("do/add-players", {**sent, "chosen": "{}"}))
        self.looks()

    def ticks(self, *names: str, here: bool = True) -> None:
        """Tick names in the list of players before round 1."""
        for name in names:
            self._act("tick", f"ticks {name}" if here else f"takes the tick of {name} away")
            self._tell(self._send("do/here", {name: here}))
        self.looks()

    def enters(self, line: str, number: int, confirmed: bool = False) -> None:
        """Type a result as a line into the page."""
        self._act("line", f"types into the page, round {number}: {line}" + " and confirms" * confirmed)
        order = {"table": line, "round": str(number), "typed": {}, "confirmed": confirmed}
        self._tell(self._send("do/enter", order))
        self.looks()

    def rules(self, number: int, table: int, ruling: str) -> None:
        """Choose a ruling in the form of a table."""
        self._act("line", f"chooses in the form, round {number}, table {table}: {ruling}")
        order = {"table": str(table), "round": str(number), "typed": {"ruling": ruling}, "confirmed": False}
        self._tell(self._send("do/enter", order))
        self.looks()

    def enters_all(self, number: int, line: str, but: Sequence[int] = ()) -> None:
        """Type what is missing of a round into the page, table by table, each with the same line."""
        tables = [table for table in self.missing(number) if table not in but]
        for table in tables:
            order = {"table": f"{table} {line}", "round": str(number), "typed": {}, "confirmed": False}
            reply = self._send("do/enter", order)
            assert reply["answer"] == "written", reply
            self.rests()
        part = f"{self._chapter}{', for mistakes' if self._mistake else ''}"
        self.counted.setdefault(part, Counter())["line"] += len(tables)
        self.say(f"> types into the page, round {number}, tables {', '.join(map(str, tables))}: {line}")
        self.looks()

    def takes_back(self) -> None:
        self._act("press", "takes the last result back")
        self._tell(self._send("do/take-back"))
        self.looks()

    def person(self, name: str, label: str = "", is_new: bool = False, times: int = 1) -> None:
        """Type a name under who comes, leaves or comes back; press one of the buttons that are shown."""
        self._act("press", f"somebody comes or goes: {name}" + ", somebody new" * is_new)
        shown = self._send("do/person", {"name": name, "is_new": is_new})
        self.say(f"<   {shown['text']} {shown.get('reason', '')}")
        for each in shown["ask"]:
            self.say(f"<   [{each['label']}]")
            self._found("asked")
        for each in shown["buttons"]:
            self.say(f"<   [{each['label']}] {each['does']}")
        if not shown["buttons"] and not shown["ask"]:
            self._found("stopped")
        wanted = next((each for each in shown["buttons"] if label and each["label"].startswith(label)), None)
        if label and wanted is None:
            self.say(f"(no button {label})")
        if wanted:
            self._act("press", f"presses “{wanted['label']}”" + (f", {times} times" * (times > 1)))
            for _ in range(times):
                reply = self._send("do/move", json.loads(wanted["data"]))
                self._moved = reply.get("number") or self._moved
                self._tell(reply)
            self.looks()

    # --- the workbook ---

    @cached_property
    def _excel(self) -> ExcelHand:
        return ExcelHand()

    @property
    def hand(self) -> Any:
        return office() if self.in_office else self._excel

    def opens(self) -> None:
        self._act("open", f"opens {self.workbook.name}")
        self.hand.open(self.workbook)

    def saves(self) -> None:
        self._act("save", "saves")
        self.hand.save()
        self.looks()

    def closes(self) -> None:
        self._act("close", "closes it")
        self.hand.close()
        self.looks()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Open the workbook, and save and close it in the end."""
        self.opens()
        yield
        self._act("save", "saves")
        self.hand.save()
        self.closes()

    @contextmanager
    def opened_unseen(self) -> Iterator[None]:
        """Open the workbook, save and close it while no desk is there."""
        self.opens()
        yield
        self._act("save", "saves")
        self.hand.save()
        self._act("close", "closes it")
        self.hand.close()

    def types(self, sheet: str, row: str | int, **typed: str) -> None:
        """Type into a row, by what stands in it: a name, a setting, the number of a table; or the first free one."""
        head, *rows = self._rows(sheet)
        there = (number for number, values in enumerate(rows, 1) if row in values[:3])
        free = (number for number, values in enumerate(rows, 1) if not any(values))
        at = next(there, None) or next(free, len(rows) + 1)
        named = {header.replace("_", " "): text for header, text in typed.items()}
        self.hand.type(sheet, {address(at, head.index(header)): text for header, text in named.items()})
        what = ", ".join(f"{header} {text or 'cleared'}" for header, text in named.items())
        self.say(f"> {sheet}, {'table ' * isinstance(row, int)}{row}: {what}")

    def types_cells(self, sheet: str, **typed: str) -> None:
        """Type into cells: ``F2="A"``."""
        self.hand.type(sheet, typed)
        self.say(f"> {sheet}: " + ", ".join(f"{cell} = {text or 'cleared'}" for cell, text in list(typed.items())[:12]))

    def result(self, number: int, table: int, *typed: str) -> None:
        """Type a result from its first cell on."""
        self.types(f"Round {number}", table, **dict(zip(self._fields(number), typed, strict=False)))

    def results(self, number: int, *typed: str, but: Sequence[int] = ()) -> None:
        """Type what is missing of a round, each result the same."""
        sheet, (head, *rows) = f"Round {number}", self._rows(f"Round {number}")
        fields = [head.index(each) for each in self._fields(number)]
        missing = [table for table in self.missing(number) if table not in but]
        typing = {
            address(row, fields[place]): text
            for row, values in enumerate(rows, 1)
            if values[0] in missing
            for place, text in enumerate(typed)
            if text
        }
        self.hand.type(sheet, typing)
        self.say(f"> {sheet}, tables {', '.join(map(str, missing))}: {' '.join(filter(None, typed))}")

    def missing(self, number: int) -> list[int]:
        """Return the tables of a round whose result is missing in the workbook as it is saved."""
        head, *rows = self._rows(f"Round {number}")
        first, ruling, b = head.index(self._fields(number)[0]), head.index("Ruling"), head.index("Player B")
        played = (row for row in rows if row[0] != "" and row[b] not in ("", "BYE"))
        return [int(row[0]) for row in played if row[first] == row[ruling] == ""]

    def seats(self, number: int) -> dict[int, tuple[str, str]]:
        """Return who meets whom in a round, by table."""
        head, *rows = self._rows(f"Round {number}")
        a, b = head.index("Player A"), head.index("Player B")
        return {int(row[0]): (row[a], row[b]) for row in rows if row[0] != ""}

    def has_round(self, number: int) -> bool:
        return f"Round {number}" in sheet_names(self.workbook)

    def clears_row(self, sheet: str, row: int) -> None:
        """Clear all cells of a row, by its number in the sheet."""
        self.hand.type(
            sheet,
            {address(row - 1, column): "" for column, value in enumerate(self._rows(sheet)[row - 1]) if value != ""},
        )
        self.say(f"> {sheet}, row {row}: cleared")

    def sorts_column(self, sheet: str, header: str) -> None:
        """Sort one column, and not its neighbours."""
        head, *rows = self._rows(sheet)
        at = head.index(header)
        there = [row[at] for row in rows if row[at] != ""]
        self.hand.type(sheet, {address(row, at): str(value) for row, value in enumerate(sorted(there), 1)})
        self.say(f"> {sheet}: the column {header} is sorted without the others")

    def renames_sheet(self, sheet: str, name: str) -> None:
        """Give a sheet another name; save and close the workbook."""
        with self.opened():
            self.hand.rename(sheet, name)
            self.say(f"> {sheet} is renamed to {name}")

    def deletes(self, sheet: str) -> None:
        self.hand.delete(sheet)
        self.say(f"> deletes the sheet {sheet}")

    def _rows(self, sheet: str) -> list[list[Any]]:
        """Return the rows of a sheet from that of its headers on."""
        return cells(self.workbook, sheet)

    def _fields(self, number: int) -> list[str]:
        head = self._rows(f"Round {number}")[0]
        return [each for each in head if str(each).startswith("Game ") or each == "Winner"]

    # --- the folder ---

    def copies(self, name: str) -> None:
        shutil.copy(self.workbook, self.folder / name)
        self.say(f"> copies {self.workbook.name} as {name}")

    def saves_beside(self, name: str, typed: dict[str, dict[str, Any]]) -> None:
        """Save the workbook under another name, with something typed."""
        self._act("file", f"saves {self.workbook.name} as {name}, and types there")
        (self.folder / name).write_bytes(edited(self.workbook.read_bytes(), typed))
        until = time.monotonic() + 5
        while self.desk.state.copy is None and time.monotonic() < until:
            time.sleep(0.05)
        self.looks()

    def puts_in_place(self, name: str) -> None:
        self._act("file", f"puts {name} in the place of {self.workbook.name}")
        shutil.copy(self.folder / name, self.workbook)
        (self.folder / name).unlink()
        self.looks()

    def renames(self, name: str) -> None:
        self._act("file", f"renames {self.workbook.name} to {name}")
        self.workbook = self.workbook.rename(self.folder / name)
        self.looks()

    # --- the end ---

    def sums_up(self) -> None:
        """Tell how often something was done, by chapter, and what has become of the mistakes."""
        self.told += ["", "## Counted"]
        for part, counted in self.counted.items():
            done = sum(counted.values()) - counted["line"]
            self.told.append(f"{part}: {done} actions ({', '.join(f'{each} {n}' for each, n in counted.items())})")
        became = ", ".join(f"{each} {self.became[each]}" for each in reversed(WEIGHT))
        self.told.append(f"Mistakes: {self.became.total()}: {became}. Commands typed: 0.")
