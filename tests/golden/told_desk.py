"""A desk that a test has look, by a clock of its own, and what its page tells after each thing that is done."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl

from lxml import html

from tests.support.page import Page
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.start_page import Place, StartServer

STILL: Final = 3.0
"""Seconds without news after which a desk has done what it does."""

PIECES: Final = ("fault", "next", "questions", "buttons", "problems")
ENGLISH: Final = re.compile(
    r"(?<![\w/\\-])(the|and|is|are|of|to|with|be|been|not|this|that|has|have|it|its|were|when|if|does|from|by)(?![\w/\\-])"
)
"""Words without which there is hardly an English sentence, and which are no German ones."""

Say = Callable[[str, str], None]
"""Tells a line, and what it means for a mistake: silent, told, asked or stopped; blank for nothing."""


class ToldDesk:
    """The desk of a workbook, and its page as a browser has it."""

    def __init__(self, workbook: Path, say: Say, seen: dict[str, list[str]]) -> None:
        self.say, self.seen = say, seen
        self.now, self.edited, self.changes = 0.0, 0, ""
        self.offered: list[Any] = []
        self.running = ExitStack()
        self.desk = Desk(workbook, clock=lambda: self.now)
        self.page = Page(self.running.enter_context(serve(self.desk)).address)

    def end(self) -> None:
        self.running.close()
        with self.desk.at_rest() as steps:
            steps.end()

    # --- looking ---

    def rest(self) -> None:
        """Have the desk look until nothing new comes."""
        since, number = self.now, -1
        while self.now - since < STILL:
            pause = self.desk.look()
            if self.desk.state.number != number:
                since, number = self.now, self.desk.state.number
            self.now += max(pause, 0.01)

    def look(self, is_mistake: bool) -> None:
        """Read the page, and tell what is new on it."""
        self.rest()
        self.live = html.fromstring(self.page.ask("live"))
        for name in PIECES:
            lines, before = self.read(name), self.seen.get(name, [])
            for line in lines:
                if line not in before:
                    self.say(f"< [{name}] {line}", self._judge(name))
            if before and not lines:
                self.say(f"< [{name}] no more", "")
            elif name == "problems":
                for line in before:
                    if line not in lines:
                        self.say(f"< [{name}] no more: {line[:60]}", "")
            self.seen[name] = lines
        changes = " ".join(self.read("changes"))
        if is_mistake and changes and changes != self.changes:
            self.say(f"< [changes] {changes[:160]}", "")
        self.changes = changes
        self._proofread()

    def read(self, name: str) -> list[str]:
        """Return what a piece of the page says, line by line; buttons side by side, the first to press with *."""
        if name == "headings":
            heads = self.live.xpath("//*[self::h1 or self::h2][not(ancestor-or-self::*[@hidden] or ancestor::dialog)]")
            return [" | ".join(each.text_content() for each in heads)]
        piece = self.live.get_element_by_id(name)
        if "hidden" in piece.attrib:
            return []
        if name == "buttons":
            marks: dict[Any, str] = {"first": "*"}
            return [
                " | ".join(f"{marks.get(each.get('class'), '')}{each.text_content()}" for each in piece.iter("button"))
            ]
        rows = (
            "./ul/li | ./div/h2 | ./div/p | ./div/ul/li"
            if name in PIECES
            else "./h1 | ./h2 | ./p | ./ul/li | .//tr | .//label"
        )
        parts = piece.xpath(rows) or [piece]
        return [" ".join(each.text_content().split()) for each in parts]

    def _judge(self, name: str) -> str:
        if name == "questions":
            return "asked"
        if name == "fault" or self.live.xpath('//*[@id="next"][contains(@class,"trouble")]'):
            return "stopped"
        is_told = name == "problems" or self.live.xpath(f'//*[@id="{name}"]//*[contains(@class,"told")]')
        return "told" if is_told else "silent"

    def _proofread(self) -> None:
        """Tell of a command line on the page, and of English on one of another language where it is not marked."""
        (main,) = self.live.xpath("//main")
        if found := re.search(r"\bturnabout [a-z].*", main.text_content()):
            self.say(f"!! a command line: {found[0]}", "")
        if self.live.get("data-language") != "en":
            for text in main.xpath(".//text()[not(ancestor::*[@lang='en']) and not(ancestor::bdi)]"):
                if ENGLISH.search(text):
                    self.say(f"!! English: {text}", "")

    # --- asking ---

    def send(self, order: str, form: str = "", **fields: Any) -> None:
        """Give an order as a button does, and tell what is answered."""
        self.tell(self.page.do(order, **dict(parse_qsl(form, keep_blank_values=True)), **fields))

    def tell(self, reply: Mapping[str, Any]) -> None:
        verdict = {"refused": "stopped", "taken": "asked"}.get(reply["answer"], "told")
        texts = [reply["text"], *(each if isinstance(each, str) else each[0] for each in reply["problems"])]
        for text in filter(None, texts):
            self.say(f"< {text}", verdict)
        is_english = reply["language"] == "en" or ENGLISH.search(reply["text"])
        if is_english and self.live.get("data-language") != "en":
            self.say(f"!! English: {reply['text']}", "")
        if reply["back"]:
            self.say(f"< [{reply['back']}]", "")
        self.edited = reply["number"] or self.edited

    def find_button(self, label: str) -> Any:
        """Return the button of a label: of those that were offered last, of an open question, or of the page."""
        there = [*self.offered, *self.live.xpath("//button")]
        return next((each for each in there if " ".join(each.text_content().split()).startswith(label)), None)

    def press(self, button: Any) -> None:
        if asked := button.get("data-ask"):
            self.say(f"< {self.live.get_element_by_id(asked).text_content()}", "")
            self.offered = self.live.xpath(f'//*[@id="{asked}"]//button')
        elif printed := button.get("data-print"):
            self.say(f"< (on paper: {describe_paper(self.page.ask(printed))})", "")
            self.send("printed")
        elif person := button.get("data-person"):
            self.send("move", person)
        elif button.get("data-do"):
            self.send(button.get("data-do"), button.get("data-with") or "")

    def name(self, name: str, **more: str) -> None:
        """Type a name under who comes, leaves or comes back, and tell what is offered."""
        shown = self.page.do("person", name=name, **more)
        self.say(f"< {shown['text']}", "" if shown["html"] else "stopped")
        self.offered = []
        for each in html.fromstring(f"<div>{shown['html']}</div>").xpath("li[button]"):
            button: Any = each.find("button")
            self.say(f"< [{button.text}] {each.findtext('span') or ''}", "asked" if button.get("data-meant") else "")
            self.offered.append(button)


def describe_paper(text: str) -> str:
    """Return what is on a page that is printed: its headings, and the tables of slips."""
    page = html.fromstring(text)
    heads = dict.fromkeys(" ".join(each.text_content().split()) for each in page.xpath("//h1 | //h2 | //caption"))
    slips = [each.text_content() for each in page.xpath("//article//*[@class='number']")]
    return "; ".join([*heads, *([f"slips {' '.join(slips)}"] if slips else [])])


def look_at_start(folder: Path, language: str, say: Say) -> None:
    """Tell what the start page shows."""
    with _StartServer(folder, [], say).at_work() as server:
        tree = html.fromstring(Page(server.address, language).ask())
    for each in tree.xpath("//main//*[self::h2 or self::li or self::p[@class='note'] or self::option]"):
        if text := " ".join(each.text_content().split()):
            say(f"< {text}", "")


def choose(folder: Path, language: str, order: str, typed: Mapping[str, str], say: Say) -> Path | None:
    """Choose a workbook on the start page, or have a sample made; return it."""
    made: list[Path] = []
    with _StartServer(folder, made, say).at_work() as server:
        reply = Page(server.address, language).do(order, **typed)
    say(f"< {made[0].name}" if made else f"< [{reply['field']}] {reply['text']}", "silent" if made else "stopped")
    return made[0] if made else None


def start(folder: Path, language: str, typed: Mapping[str, str], say: Say) -> Path | None:
    """Make an event on the start page, with a list as it is understood there; return its workbook."""
    made: list[Path] = []
    with _StartServer(folder, made, say).at_work() as server:
        page = Page(server.address, language)
        chosen = ""
        if typed["text"]:
            listed = page.do("list", **typed)
            tree = html.fromstring(listed["html"] or f"<p>{listed['text']}</p>")
            for row in tree.xpath("//tbody/tr | self::p"):
                ticked = "" if row.xpath(".//input[@checked] | self::p") else "(not ticked) "
                say(f"< | {ticked}{row.text_content()}", "")
            chosen = " ".join(tree.xpath("//tr[.//input[@checked]]/@data-row"))
        reply = page.do("new", **typed, chosen=chosen)
    if not made:
        say(f"< [{reply['field']}] {reply['text']}", "stopped")
    return made[0] if made else None


class _StartServer(StartServer):
    """Has the workbook that is chosen, and opens no desk for it."""

    def __init__(self, folder: Path, made: list[Path], say: Say) -> None:
        super().__init__(Place(folder, lambda _: None, lambda text: say(f"< [window] {text}", "")))
        self.made = made

    def choose(self, workbook: Path) -> str:
        self.made.append(workbook)
        return "there"
