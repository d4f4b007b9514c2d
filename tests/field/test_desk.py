"""The desk, as organizers have met it: started as they start it, and asked as its page asks."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from lxml.html import fragments_fromstring

from tests.dose import take_turns
from tests.field.cases import opened
from tests.prints.browser import chromium
from tests.support.commands import turnabout
from tests.support.desk import Desk
from tests.support.page import Page

pytestmark = [pytest.mark.field, pytest.mark.processes]

NAMES = ("Ada Ahn", "Ben Berg", "Cy Cole", "Dee Dahl", "Eve Eck", "Flo Fox")


Start = Callable[..., Page]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Give a command that shows a page."""
    with ExitStack() as stack:
        yield lambda *command: stack.enter_context(opened(tmp_path, *command))


def make(folder: Path, names: Sequence[str] = NAMES, format: str = "Turnabout", **settings: Any) -> Desk:
    desk = Desk(folder / "Friday.xlsx")
    desk.command("new", desk.workbook, "--format", format)
    for name, value in {"Rounds": 3.0, **settings}.items():
        desk.type("Event", name.replace("_", " "), {"Value": value})
    for name in names:
        desk.type("Players", name, {})
    return desk


def test_each_event_that_is_chosen_on_the_start_page_has_its_own_desk(start: Start, tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{name}.xlsx") for name in ("Cup", "League")]
    for path in paths:
        turnabout("new", path)
    page = start("start")
    one, two, again = (page.do("open", path=path)["address"] for path in (*paths, paths[0]))
    assert "" != one == again != two


@pytest.mark.parametrize(
    ("format", "pairing", "result"),
    take_turns([("Turnabout", "round robin", "a 12 b 7"), ("Duplicate Magic", None, "a")], day=2, quick=1),
)
def test_each_round_is_printed_when_its_turn_comes(
    start: Start, tmp_path: Path, format: str, pairing: str | None, result: str
) -> None:
    """Desk 2.4, safety 1.13."""
    desk = make(tmp_path, NAMES[: 4 if pairing else 6], format, Pairing=pairing)
    assert "Next: print" in desk.run()
    page, begun = start("watch", desk.workbook, "--no-browser"), time.time()
    for number in (1, 2):
        page.wait_for("next", f"Print the pages of round {number}, and type the results into the sheet Round {number}.")
        page.ask(f"prints/round-{number:02}.html")
        page.do("printed")
        page.wait_for("next", f"Type the results into the sheet Round {number}, and save.")
        for table in filter(None, [row["Table"] for row in desk.rows(f"Round {number}")]):
            entered = page.do("enter", table=f"{table} {result}", round=number)["text"]
            assert entered.startswith(f"Round {number}, table {table}, ")
    page.wait_for("next", "Print the pages of round 3")
    assert ("count" in page.wait_for("entry-how", "Tab")) is (format == "Turnabout")
    assert re.search("Next: print .*round-03", desk.run())
    saved = {row["Saved (local time)"] for row in desk.rows("Log")} - {""}
    local = [time.strftime("%Y-%m-%d %H:%M", time.gmtime(each + 7200)) for each in (begun, time.time())]
    assert local[0] <= min(saved) <= max(saved) <= local[1]


@pytest.mark.parametrize(("players", "table"), take_turns([(8, "table 4"), (60, "table 30")], day=2, quick=1))
def test_only_what_differs_is_void_and_printed_again(start: Start, tmp_path: Path, players: int, table: str) -> None:
    """Desk 2.5, rules 1.4.17, safety 1.13."""
    names = [f"Player {number:02}" for number in range(1, players + 1)]
    desk = make(tmp_path, names, First_round="listed")
    desk.run()
    page = start("watch", desk.workbook, "--no-browser")
    page.wait_for("next", "sheet Round 1")
    offered = fragments_fromstring(page.do("person", name=names[-1])["html"])
    (leaves,) = [each.find("button") for each in offered if "before round 1" in each.findtext("button", "")]
    page.do("move", **dict(parse_qsl(leaves.get("data-person"), keep_blank_values=True)))
    page.wait_for("problems", f"Round 1 was paired again; slips void, by table: {table.removeprefix('table ')}.")
    page.wait_for("next", "Type the results into the sheet Round 1, and save.")
    page.wait_for("buttons", "Print again: Pairings by player, Pairings by table")
    changed = [row["Who"] for row in desk.rows("Log") if row["Sheet"] == "Round 1"]
    assert sorted(changed) == [f"{names[-2]} – BYE", table.capitalize()]


def test_who_left_before_round_1_has_no_rank(tmp_path: Path) -> None:
    """Rules 1.6.5."""
    desk = make(tmp_path)
    desk.type("Players", "Ada Ahn", {"Dropped after": 0.0})
    desk.run()
    desk.report(1)
    desk.run()
    *_, last = desk.rows("Standings")
    assert (last["Player"], last["Rank"], last["Status"]) == ("Ada Ahn", "", "Left before round 1")
    assert desk.row("Progress", "Ada Ahn")["Rank 1"] == desk.row("Crosstable", "Ada Ahn")["Rank"] == ""
    assert "Dropped after 0" not in desk.page("standings-after-round-01.html") + desk.page("screen.html")


QUICKLY = """(() => {
  const later = setTimeout;
  window.setTimeout = (job, pause) => later(job, pause / (window.times ?? 1));
  Object.assign(window, {by: id => document.getElementById(id), said: () => by("said").innerText, heard: []});
  window.leave = () => [...document.querySelectorAll("#people button")].find(each => /^Drops/.test(each.innerText));
  new MutationObserver(() => heard.push(said())).observe(by("said"), {childList: true});
})()"""
"""What has messages end sooner, once it is said how many times, and keeps them all."""


@pytest.mark.browser
def test_each_message_has_an_end(start: Start, tmp_path: Path) -> None:
    desk, browser = make(tmp_path), chromium()

    def press(button: str, then: str) -> None:
        browser.wait_for(f"!!{button}")
        browser.ask(f"{button}.click()")
        browser.wait_for(then)

    browser.open(start("watch", desk.workbook, "--no-browser").address)
    browser.ask(QUICKLY)
    press("by('to-pair')", "heard[0] === 'The workbook is being read.' && said() === ''")
    press("by('to-prints/round-01.html')", "said().startsWith('It was sent to the printer.')")
    desk.report(1)
    browser.wait_for("!!by('to-prints/round-02.html') && said() === '' && by('once-more').hidden")
    browser.ask("by('person').value = 'Ada Ahn'")
    press("by('person-show')", "!!leave()")
    (lock := desk.workbook.with_name("~$Friday.xlsx")).touch()
    press("leave()", "!!document.querySelector('#people-said .refused') && document.activeElement === leave()")
    lock.unlink()
    browser.wait_for("!document.querySelector('.refused')")
    press("leave()", "!!document.querySelector('#people-said .written')")
    browser.ask("window.times = 1000")
    press("by('open-folder')", "/^The workbook is in the folder/.test(heard.at(-2)) && said() === ''")
    browser.open("about:blank")
