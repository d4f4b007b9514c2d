"""A desk whose page is read after each action, when it has come to rest, and told line by line."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from lxml import html
from openpyxl.utils.cell import coordinate_to_tuple

from tests.desk.desks import save_like_excel
from tests.desk.requests import get
from tests.support.edited_book import Book
from turnabout_sheets.core.shared_files import take_signature
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.start_page import Place, StartError, make_event, show_list
from turnabout_sheets.prints.words import load_words

PATIENCE: Final = 30.0
REST: Final = 0.6
"""Seconds without news after which a desk with short pauses has done what it does."""

DIFFERENT: Final = (
    (re.compile(r"\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3} \d{4}( before round \d+)? [0-9a-f]{8}"), "<version>"),
    (re.compile(r"(\d{4}-\d\d-\d\d )?\d\d:\d\d(:\d\d)?"), "<time>"),
    (re.compile(r"(version|newest here is version) \d+"), r"\1 <number>"),
    # How many versions are kept depends on the time that passes between them.
    (
        re.compile(r"((Go back to|Zurück zu) <time>( before round \d+ was added| bevor Runde \d+ dazukam)? ?)+"),
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


class ToldDesk:
    """A desk, and what happens there, told line by line and counted by chapter."""

    def __init__(self, folder: Path, language: str = "en", in_office: bool = False) -> None:
        self.folder, self.language, self.in_office = folder, language, in_office
        self.workbook = folder / "none"
        self.told: list[str] = []
        self.counted: dict[str, Counter[str]] = {}
        self.became: Counter[str] = Counter()
        self.finds: list[str] = []
        self._chapter, self._mistake, self._seen = "", "", dict.fromkeys(PIECES, "")
        self._running = ExitStack()
        self.rest = REST
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
        w, typed = load_words(self.language), {"name": name, "system": system, "text": players}
        self._act("press", f"start page: {system}, “{name}”" + (", and a list is pasted" if players else ""))
        chosen = ""
        if players:
            tree = html.fromstring(show_list(typed, w))
            for row in tree.xpath("//tbody/tr"):
                self.say(f"|  {'' if row.xpath('.//input[@checked]') else '(not ticked) '}{row.text_content()}")
            chosen = " ".join(tree.xpath("//tr[.//input[@checked]]/@data-row"))
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
        order = {"name": name, "system": system}
        try:
            made = make_event(order, Place(self.folder, lambda _: None, lambda _: None), load_words(self.language))
            self.say(f"< made: {made.name}")
        except StartError as refused:
            self.say(f"< {refused.text}")
            self._found("stopped")

    def begins(self) -> None:
        """Start the desk."""
        self.desk = Desk(self.workbook)
        self.desk.start()
        self._running.callback(self.desk.stop)
        self.server = self._running.enter_context(serve(self.desk, heartbeat=0.1))
        self.looks()

    def ends(self) -> None:
        """End the desk."""
        self._running.close()

    def begins_another(self) -> None:
        """Start another desk for the same workbook, as somebody at another computer does, and read its page."""
        self._act("press", "another desk is started for the same workbook")
        self.other = Desk(self.workbook)
        self.other.start()
        self._hear_other("fault", lambda: self.other.state.fault is not None)

    def other_goes_on(self) -> None:
        """Wait until the other desk has the workbook, read its page, and end it."""
        self._hear_other("next", lambda: self.other.state.fault is None and self.other.state.outcome is not None)
        self.other.stop()

    def _hear_other(self, name: str, is_so: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < until, "the other desk does not come to it"
            time.sleep(0.02)
        with serve(self.other, heartbeat=0.1) as server:
            (piece,) = html.fromstring(get(server, "live").text).xpath(f'//*[@id="{name}"]')
        self.say(f"< [the other desk: {name}] {piece.text_content()}")
        self._found("told")

    def rests(self) -> None:
        """Wait until the desk has nothing to do any more."""
        until, since, number = time.monotonic() + PATIENCE, time.monotonic(), -1
        while time.monotonic() - since < self.rest:
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
        is_told = name == "problems" or bool(self.page.xpath(f'//*[@id="{name}"]//*[contains(@class,"told")]'))
        self._found("asked" if name == "questions" else "stopped" if trouble else "told" if is_told else "silent")

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

    # --- the end ---

    def sums_up(self) -> None:
        """Tell how often something was done, by chapter, and what has become of the mistakes."""
        self.told += ["", "## Counted"]
        for part, counted in self.counted.items():
            done = sum(counted.values()) - counted["line"]
            self.told.append(f"{part}: {done} actions ({', '.join(f'{each} {n}' for each, n in counted.items())})")
        became = ", ".join(f"{each} {self.became[each]}" for each in reversed(WEIGHT))
        self.told.append(f"Mistakes: {self.became.total()}: {became}. Commands typed: 0.")
