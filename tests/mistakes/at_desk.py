"""A desk as a browser has it: what its page says, and what is pressed and typed there.

It stands still, and looks at the workbook only while something is waited for: so it has run by then what it will always
have run.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl

from lxml import html

from tests.desk.pauses import SHORT
from tests.desk.requests import get, post
from turnabout_sheets.core.safe_files import digest_of
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import DeskServer, serve

PATIENCE: Final = 60.0
EVERY: Final[Any] = {name: seconds for _, name, seconds in SHORT}["EVERY"]
"""Seconds between the looks of a desk that has nothing to do, with short pauses."""
CALM: Final = 3
"""Looks after which a desk that has found nothing to do has done all."""
PIECES: Final = ("fault", "next", "questions", "problems")


class AtDesk:
    """The page of a desk that is open."""

    def __init__(self, server: DeskServer) -> None:
        self.server, self.edited = server, 0

    def wait_until(self, is_so: Callable[[], object]) -> None:
        """Have the desk look until something is so, and then until it has nothing more to do."""
        until, quiet = time.monotonic() + PATIENCE, 0
        while not is_so() or quiet < CALM:
            assert time.monotonic() < until, is_so
            before, pause = self.server.desk.state.number, self.server.desk.look()
            quiet = quiet + 1 if pause >= EVERY and self.server.desk.state.number == before else 0
            time.sleep(pause)

    def read(self, piece: str) -> str:
        """Return what a piece of the page says; nothing where it is hidden."""
        found = self.find(piece)
        return "" if "hidden" in found.attrib else _words(found)

    def find(self, name: str) -> Any:
        """Return an element of the page."""
        (found,) = self._page().xpath(f'//*[@id="{name}"]')
        return found

    def list_buttons(self, piece: str) -> list[str]:
        """Return what is on the buttons of a piece."""
        return [_words(each) for each in self._page().xpath(f'//*[@id="{piece}"]//button')]

    def press(self, label: str) -> list[str]:
        """Press a button that is there, and return what is said to it."""
        button = next(each for each in self._page().xpath("//button") if _words(each) == label)
        return self.tell(button.get("data-do"), button.get("data-with") or "")

    def tell(self, order: str, form: str = "", **more: str) -> list[str]:
        """Give an order, and return what is said to it, line by line."""
        reply = self.send(order, **dict(parse_qsl(form, keep_blank_values=True)), **more)
        self.edited = reply.get("number") or self.edited
        problems = (each if isinstance(each, str) else each[0] for each in reply.get("problems", ()))
        how = f"({reply['answer']}) " if reply.get("answer") in ("refused", "taken") else ""
        return [f"{how}{reply['text']}", *problems]

    def send(self, order: str, **form: str) -> dict[str, Any]:
        answer = post(self.server, order, **form)
        assert answer.status == 200, answer
        return dict(json.loads(answer.text))

    def _page(self) -> Any:
        return html.fromstring(get(self.server, "live").text)


class DeskActs:
    """What is done at the desk of a workbook, each act by its words."""

    def __init__(self, workbook: Path) -> None:
        self.workbook = workbook
        self._open = ExitStack()
        self._desk: AtDesk | None = None

    def close(self) -> None:
        self._open.close()
        self._desk = None

    def do(self, act: str) -> list[str]:
        """Do what the words say, at a desk that is opened for it where none is; return what is said."""
        if act == "closes":
            self.close()
            return []
        if self._desk is None:
            self._desk = self._open.enter_context(at_desk(self.workbook))
        verb, _, rest = act.partition(" ")
        return list(getattr(self, f"_{verb}")(self._desk, rest))

    def _rests(self, desk: AtDesk, _: str) -> list[str]:
        """Wait until the workbook is as the desk has left it."""
        desk.wait_until(lambda: desk.server.desk.state.outcome.digest == digest_of(self.workbook.read_bytes()))  # type: ignore[union-attr]
        return []

    def _opens(self, desk: AtDesk, _: str) -> list[str]:
        return [f"[{piece}] {said}" for piece in PIECES if (said := desk.read(piece))]

    def _until(self, desk: AtDesk, words: str) -> list[str]:
        word, is_there = words.removeprefix("not "), not words.startswith("not ")
        desk.wait_until(lambda: any(word in desk.read(piece) for piece in PIECES) is is_there)
        return self._opens(desk, "")

    def _press(self, desk: AtDesk, label: str) -> list[str]:
        desk.wait_until(lambda: label in desk.list_buttons("live"))
        return desk.press(label)

    def _order(self, desk: AtDesk, words: str) -> list[str]:
        """Send what a page sends that is not new: `order answer asked=pairs&round=2`."""
        order, _, form = words.partition(" ")
        return desk.tell(order, form)

    def _enter(self, desk: AtDesk, words: str) -> list[str]:
        """`enter 1 a 12 b 7 in round 2, confirmed`; fields by name: `enter 1 {winner_2=draw&count_2=} in round 2`."""
        line, form, number, confirmed = re.fullmatch(
            r"(.*?)(?: \{(.*)\})? in round (\d+)(, confirmed)?", words
        ).groups()  # type: ignore[union-attr]
        more = {"confirmed": "true"} if confirmed else {}
        return desk.tell("enter", form or "", table=line, round=number, **more)

    def _person(self, desk: AtDesk, words: str) -> list[str]:
        """`person Zoe: Admit to round 2`; without a button what is offered; `person Zoe, new` is somebody else."""
        name, label = [*words.split(": "), ""][:2]
        new = {"new": "new"} if name.endswith(", new") else {}
        reply = desk.send("person", name=name.removesuffix(", new"), **new)
        offered: list[Any] = html.fromstring(f"<div>{reply['html']}</div>").xpath("li[button]")
        if not label:
            return [reply["text"], *(f"[{each.findtext('button')}] {each.findtext('span') or ''}" for each in offered)]
        button = next(each.find("button") for each in offered if each.findtext("button") == label)
        return self._move(desk, button.get("data-person"))

    def _again(self, desk: AtDesk, form: str) -> list[str]:
        """Press a person's button of a page that is not new: `again name=Zoe&way=late&round=2&opponent=`."""
        return self._move(desk, form)

    def _move(self, desk: AtDesk, form: str) -> list[str]:
        return desk.tell("move", form)

    def _undo(self, desk: AtDesk, _: str) -> list[str]:
        """Press Undo, and Yes where it asks; say what it is called and what it costs."""
        button, yes = (desk.find(name) for name in ("undo", "undo-yes"))
        data = button.get("data-with") or yes.get("data-with")
        return [f"[{_words(button)}] {button.get('title')}", *desk.tell("undo", data)]

    def _undoes(self, desk: AtDesk, _: str) -> list[str]:
        return desk.tell("undo", number=str(desk.edited))


def _words(element: Any) -> str:
    return " ".join(element.text_content().split())


@contextmanager
def at_desk(workbook: Path) -> Iterator[AtDesk]:
    """Have a desk open as long as the context lasts, which has read the workbook."""
    desk = Desk(workbook)
    try:
        with serve(desk) as server:
            there = AtDesk(server)
            there.wait_until(lambda: "being read" not in there.read("next"))
            yield there
    finally:
        with desk.at_rest() as taken:
            taken.end()
