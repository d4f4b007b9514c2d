"""The desk, as organizers have met it: started as they start it, and asked as its page asks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from lxml import html

from tests.prints.browser import Chromium, chromium
from tests.support.desk import Desk

pytestmark = [pytest.mark.field, pytest.mark.processes]

NAMES = ("Ada Ahn", "Ben Berg", "Cy Cole", "Dee Dahl", "Eve Eck", "Flo Fox", "Gil Gray", "Ida Iver")
PATIENCE = 60.0


class Page:
    """A page of ours, and the program that shows it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.address = next(line.strip() for line in process.stdout if line.startswith("http://"))

    def get(self, name: str = "") -> str:
        with urlopen(self.address + name, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def do(self, order: str, data: Any = None) -> Any:
        origin = self.address.rsplit("/", 2)[0]
        headers = {"Origin": origin, "Content-Type": "application/json"}
        body = b"" if data is None else json.dumps(data).encode()
        with urlopen(Request(f"{self.address}do/{order}", body, headers, method="POST"), timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def text(self, piece: str) -> str:
        found = html.document_fromstring(self.get()).get_element_by_id(piece)
        return " ".join(found.text_content().translate({0x2068: None, 0x2069: None}).split())

    def wait_for(self, piece: str, words: str) -> str:
        until = time.monotonic() + PATIENCE
        while words not in (said := self.text(piece)):
            assert time.monotonic() < until, said
            time.sleep(0.05)
        return said

    def print(self, page: str) -> None:
        """Press a button that prints."""
        with urlopen(Request(self.address + page, headers={"Sec-Fetch-Dest": "iframe"}), timeout=PATIENCE):
            self.do("printed")

    def move(self, name: str, label: str) -> Any:
        """Press a button of a player."""
        offered = self.do("person", {"name": name, "is_new": False})["buttons"]
        return self.do("move", json.loads(next(each["data"] for each in offered if each["label"].startswith(label))))


Start = Callable[..., Page]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Give a command that shows a page; what it keeps lies in a folder of its own."""
    home = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache"), "BROWSER": "true", "TZ": "UTC-2"}
    running: list[subprocess.Popen[str]] = []

    def begin(*command: object) -> Page:
        call = [sys.executable, "-u", "-m", "turnabout_sheets", *map(str, command)]
        running.append(subprocess.Popen(call, stdout=subprocess.PIPE, text=True, env={**os.environ, **home}))
        return Page(running[-1])

    yield begin
    for process in running:
        process.terminate()
        process.communicate()


@pytest.fixture
def event(tmp_path: Path) -> Callable[..., Desk]:
    """Make an event with some settings and players."""

    def make(names: tuple[str, ...] = NAMES, format: str = "Turnabout", **settings: Any) -> Desk:
        desk = Desk(tmp_path / "Friday.xlsx")
        desk.command("new", desk.workbook, "--format", format)
        for name, value in {"Rounds": 3.0, **settings}.items():
            desk.type("Event", name.replace("_", " "), {"Value": value})
        for name in names:
            desk.type("Players", name, {})
        return desk

    return make


def test_each_event_that_is_chosen_on_the_start_page_has_its_own_desk(start: Start) -> None:
    page = start("start")
    made = {"system": "Netrunner", "players": ""}
    one, two = (page.do("new", {"name": name, **made})["address"] for name in ("Cup", "League"))
    assert one != two
    path = re.search(r'data-path="([^"]*Cup.xlsx)"', page.get())
    assert path is not None
    assert page.do("open", {"path": path[1]})["address"] == one


@pytest.mark.parametrize(("format", "settings"), [("Duplicate Magic", {}), ("Turnabout", {"Pairing": "round robin"})])
def test_each_round_is_printed_when_its_turn_comes(
    start: Start, event: Callable[..., Desk], format: str, settings: Mapping[str, str]
) -> None:
    """Desk 2.4."""
    desk = event(NAMES[:6], format, **settings)
    said = [desk.run()]
    page = start("watch", desk.workbook, "--no-browser")
    for number in (1, 2):
        page.wait_for("next", f"Print the pages of round {number}, and type the results into the sheet Round {number}.")
        page.print(f"prints/round-{number:02}.html")
        page.wait_for("next", f"Type the results into the sheet Round {number}, and save.")
        for table in [row["Table"] for row in desk.rows(f"Round {number}") if row["Table"]]:
            line = f"{table} a" if "Duplicate" in format else f"{table} a 12 b 7"
            order = {"table": line, "round": str(number), "typed": {}, "confirmed": False}
            assert page.do("enter", order)["text"].startswith(f"Round {number}, table {table}, ")
    page.wait_for("next", "Print the pages of round 3")
    assert ("count" in page.text("entry-how")) is (format == "Turnabout")
    said.append(desk.run())
    assert [re.search(r"Next: print .*(round-\d\d)", each)[1] for each in said] == ["round-01", "round-03"]  # type: ignore[index]


@pytest.mark.parametrize(("players", "named"), [(8, "table 4"), (60, "table 30")])
def test_only_what_differs_is_void_and_printed_again(
    start: Start, event: Callable[..., Desk], players: int, named: str
) -> None:
    """Desk 2.5, rules 1.4.17, log 2.1."""
    names = tuple(f"Player {number:02}" for number in range(1, players + 1))
    desk = event(names, First_round="listed")
    desk.run()
    page = start("watch", desk.workbook, "--no-browser")
    page.wait_for("next", "sheet Round 1")
    page.do("printed")
    assert page.move(names[-1], "Leaves before round 1")["answer"] == "written"
    lists = "Pairings by player, Pairings by table"
    page.wait_for("problems", f"Round 1 was paired again: the slip printed for {named} is void.")
    page.wait_for("next", "Type the results into the sheet Round 1, and save.")
    assert lists in page.wait_for("buttons", "Print again: ")
    changed = [row["Who"] for row in desk.rows("Log") if row["Sheet"] == "Round 1"]
    assert sorted(changed) == [f"{names[-2]} – BYE", named.capitalize()]


def test_who_left_before_round_1_has_no_rank(event: Callable[..., Desk]) -> None:
    """Rules 1.6.5."""
    desk = event(NAMES[:5])
    desk.type("Players", "Ada Ahn", {"Dropped after": 0.0})
    desk.run()
    desk.report(1)
    desk.run()
    last = desk.rows("Standings")[-1]
    assert (last["Player"], last["Rank"], last["Status"]) == ("Ada Ahn", "", "Left before round 1")
    assert desk.row("Progress", "Ada Ahn")["Rank 1"] == desk.row("Crosstable", "Ada Ahn")["Rank"] == ""
    assert "Dropped after 0" not in desk.page("standings-after-round-01.html") + desk.page("screen.html")


def test_the_log_says_in_local_time_when_a_result_was_typed_on_the_page(
    start: Start, event: Callable[..., Desk]
) -> None:
    """Log 1.2."""
    desk = event()
    desk.run()
    page = start("watch", desk.workbook, "--no-browser")
    page.wait_for("next", "sheet Round 1")
    before = _two_hours_ahead()
    page.do("enter", {"table": "1 a 12 b 7", "round": "1", "typed": {}, "confirmed": False})
    until = time.monotonic() + PATIENCE
    while not (saved := desk.rows("Log")[0]["Saved (local time)"]):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert before <= saved <= _two_hours_ahead()


def _two_hours_ahead() -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(time.time() + 7200))


# --- in a browser ---


@pytest.fixture
def browser() -> Iterator[Chromium]:
    found = chromium()
    found.call("Page.enable")
    script = found.call("Page.addScriptToEvaluateOnNewDocument", source=QUICKLY)["identifier"]
    yield found
    found.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    found.open("about:blank")


QUICKLY = """
(later => { window.setTimeout = (job, pause) => later(job, pause / (window.times ?? 1)) })(setTimeout);
window.heard = [];
const listen = () => heard.push(document.getElementById("said").innerText);
const observe = () => new MutationObserver(listen).observe(document.getElementById("said"), {childList: true});
addEventListener("load", observe);
"""
"""What has messages end sooner, once it is said how many times, and keeps them all."""

SAID = "document.getElementById('said').innerText"


@pytest.mark.browser
def test_each_message_has_an_end(start: Start, event: Callable[..., Desk], browser: Chromium) -> None:
    desk = event((*NAMES, "Maximiliana Konstantinopolitanskaja-Featherstonehaugh"))
    lock = desk.workbook.with_name(f"~${desk.workbook.name}")
    page = start("watch", desk.workbook, "--no-browser")
    browser.open(page.address)
    boxes = "[...document.querySelectorAll('[data-here]')].map(each => each.offsetWidth)"
    browser.wait_for(f"{boxes}.length === 9")
    assert len(set(browser.ask(boxes))) == 1, "a long name squeezes no box"
    browser.ask("document.getElementById('to-pair').click()")
    browser.wait_for("!!document.getElementById('to-prints/round-01.html')")
    browser.wait_for("heard.includes('The workbook is being read.')")
    browser.wait_for(f"{SAID} === ''")

    browser.ask("document.getElementById('to-prints/round-01.html').click()")
    browser.wait_for(f"{SAID}.startsWith('It was sent to the printer.')")
    desk.report(1)
    browser.wait_for("!!document.getElementById('to-prints/round-02.html')")
    browser.wait_for(f"{SAID} === '' && document.getElementById('once-more').hidden")

    leaves = (
        "[...document.querySelectorAll('#person-buttons button')].find(each => each.innerText.startsWith('Leaves'))"
    )
    browser.ask("document.getElementById('person').value = 'Ada Ahn'")
    browser.ask("document.getElementById('person-show').click()")
    browser.wait_for(f"!!{leaves}")
    lock.touch()
    browser.ask(f"{leaves}.click()")
    browser.wait_for("!!document.querySelector('#people-said .refused')")
    browser.wait_for(f"document.activeElement === {leaves}")
    lock.unlink()
    browser.wait_for("!document.querySelector('.refused')")
    browser.ask(f"{leaves}.click()")
    browser.wait_for("!!document.querySelector('#people-said .written')")

    browser.ask("window.times = 1000")
    browser.ask("document.getElementById('open-folder').click()")
    browser.wait_for("heard.some(each => each.startsWith('The workbook is in the folder'))")
    browser.wait_for(f"{SAID} === ''")
