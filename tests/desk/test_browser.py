"""The desk's page in a browser: it follows the desk, its buttons work, and everybody can use it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.axe import find_violations
from tests.desk.browsing import STRUCTURE, WATCH, look_in_both_schemes, press, says
from tests.desk.fake import FakeDesk, as_desk, run_sample, show_workbook
from tests.dose import by_day, dose
from tests.prints.browser import PATIENCE, Chromium, chromium
from tests.prints.events import LONG, ONE_WORD
from tests.support.books import edit, enter_results
from turnabout_sheets.changes.differences import Change
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.problems import Message, Place, error
from turnabout_sheets.desk.server import HEARTBEAT, serve
from turnabout_sheets.desk.state import Archived, DeskState, Fault, FaultKind, ToPrint
from turnabout_sheets.jobs.compare import Finding, Kind
from turnabout_sheets.prints.outdated import Outdated
from turnabout_sheets.sheets.settings import LANGUAGES
from turnabout_sheets.workbook.files.other_programs import OtherProgram

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def paired(tmp_path_factory: pytest.TempPathFactory) -> DeskState:
    return run_sample("in-progress", tmp_path_factory.mktemp("paired"))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> DeskState:
    """Tables 8 and 9 are out; there is something of everything, and much of it is long."""
    state = run_sample("in-progress", tmp_path_factory.mktemp("running"))
    enter_results(state.workbook, 3, leave=2)
    state = show_workbook(state.workbook)
    return replace(
        state,
        open_in=OtherProgram(state.workbook.name, "LibreOffice", "Ann", ".~lock.in-progress.xlsx#"),
        changes=tuple(
            Change("Players", f"C{row}", name, "Dropped after", "", "3") for row, name in enumerate((LONG, ONE_WORD))
        ),
        to_print=ToPrint("", Outdated(3, (2, 8), ("round-03-pairings-by-player.html",))),
    )


@contextmanager
def opened(desk: FakeDesk, heartbeat: float = HEARTBEAT) -> Iterator[Chromium]:
    """Have the page of a desk open."""
    browser = chromium()
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)["identifier"]
    with serve(as_desk(desk), heartbeat=heartbeat) as server:
        browser.open(server.address)
        try:
            yield browser
            assert browser.ask("window.refused ?? []") == []
        finally:
            browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
            browser.open("about:blank")


def click(browser: Chromium, name: str) -> None:
    """Go to a button, and press it."""
    browser.ask(f'(document.getElementById("{name}").focus(), document.getElementById("{name}").click())')


# --- it follows the desk ---


def test_the_page_follows_the_desk_without_being_loaded_anew(paired: DeskState, running: DeskState) -> None:
    desk = FakeDesk(paired)
    with opened(desk) as browser:
        assert browser.ask(says("next", "Print the pages of round 3"))
        browser.ask("document.getElementById('open-folder').focus()")
        browser.ask("(window.first = true, document.getElementById('all-pages').marked = true)")
        desk.show(outcome=running.outcome)
        browser.wait_for(says("next", "The results of tables 8 and 9 are missing."))
        assert browser.ask("[window.first, document.activeElement.id, document.title]") == [
            True, "open-folder",
            "The results of tables 8 and 9 are missing. Type the results into the sheet Round 3, and save."
        ]  # fmt: skip
        assert browser.ask("document.getElementById('all-pages').marked"), "what is the same is left alone"


def test_who_stands_on_a_button_that_changes_stays_there_and_else_goes_to_what_is_next(
    running: DeskState, paired: DeskState
) -> None:
    desk = FakeDesk(running)
    with opened(desk) as browser:
        browser.ask("document.getElementById('to-again').focus()")
        desk.show(to_print=ToPrint("", Outdated(3, (2,), ())))
        browser.wait_for(says("buttons", "the slip of table 2"))
        assert browser.ask("document.activeElement.id") == "to-again"
        desk.show(to_print=ToPrint())
        browser.wait_for(f"!{says('buttons', 'Print again')}")
        assert browser.ask("document.activeElement.id") == "next"


def test_a_page_says_at_once_that_the_desk_has_ended(paired: DeskState) -> None:
    """Desk 2.13."""
    browser = chromium()
    with serve(as_desk(FakeDesk(paired)), heartbeat=2 * PATIENCE) as server:
        browser.open(server.address)
        assert "127.0.0.1" in browser.ask("location.href")
        browser.wait_for('performance.getEntriesByName(new URL("live", location.href).href).length')
        assert browser.ask('document.getElementById("alert").innerText') == ""
    browser.wait_for(says("alert", "The desk does not answer"))
    browser.open("about:blank")


class StuckDesk(FakeDesk):
    """A desk that can be kept from answering, as by a laptop that sleeps."""

    def __init__(self, state: DeskState) -> None:
        super().__init__(state)
        self.free = threading.Event()
        self.free.set()

    def wait_for_newer(self, number: int, timeout: float) -> DeskState:
        state = super().wait_for_newer(number, timeout)
        self.free.wait()
        return state


def test_a_page_says_that_it_hears_nothing_and_comes_back_when_it_does(paired: DeskState, running: DeskState) -> None:
    """Desk 2.13."""
    desk = StuckDesk(paired)
    with opened(desk, heartbeat=0.25) as browser:
        desk.free.clear()
        browser.wait_for(says("alert", "The desk does not answer"))
        assert browser.ask(says("alert", "start it again as you did before"))
        desk.show(outcome=running.outcome)
        desk.free.set()
        browser.wait_for(f'{says("said", "The desk is back.")} && document.getElementById("alert").innerText === ""')
        browser.wait_for(says("next", "The results of tables 8 and 9 are missing."))


# --- its buttons ---


def test_one_click_prints_all_of_the_round_and_it_is_known_as_printed(paired: DeskState) -> None:
    """Desk 2.4."""
    desk = FakeDesk(paired)
    with opened(desk) as browser:
        click(browser, "to-prints/round-03.html")
        browser.wait_for(says("said", "It was sent to the printer. If nothing comes out:"))
        assert desk.state.to_print == ToPrint()
        browser.wait_for(says("next", "Type the results into the sheet Round 3, and save."))
        paper = 'document.getElementById("paper").contentDocument'
        assert browser.ask(f'{paper}.querySelectorAll("article.slip .number").length') == 9
        assert browser.ask('document.getElementById("once-more").hidden') is False


def test_print_again_prints_the_slips_that_have_changed_and_no_others(running: DeskState) -> None:
    """Desk 2.5."""
    desk = FakeDesk(running)
    with opened(desk) as browser:
        click(browser, "to-again")
        browser.wait_for(says("said", "It was sent to the printer. If nothing comes out:"))
        paper = 'document.getElementById("paper").contentDocument'
        assert browser.ask(f'[...{paper}.querySelectorAll("article.slip .number")].map(each => each.innerText)') == [
            "2",
            "8",
        ]
        assert desk.state.to_print == ToPrint()


def test_what_cannot_be_printed_is_said(paired: DeskState) -> None:
    desk = FakeDesk(paired)
    with opened(desk) as browser:
        browser.ask('document.getElementById("to-prints/round-03.html").dataset.print = "prints/nothing.html"')
        click(browser, "to-prints/round-03.html")
        browser.wait_for(says("said", "That did not work; try again."))
        assert desk.state.to_print == paired.to_print


def test_undo_asks_first_and_says_what_it_has_done(tmp_path: Path) -> None:
    """Desk 2.9."""
    desk = FakeDesk(run_sample("in-progress", tmp_path))
    workbook = desk.state.workbook
    (kept,) = list_backups(workbook)
    before, after = kept.path.read_bytes(), workbook.read_bytes()
    with opened(desk) as browser:
        click(browser, "undo")
        assert browser.ask('[document.getElementById("undo-question").open, document.activeElement.id]') == [
            True,
            "undo-no",
        ]
        press(browser, "Escape")
        browser.wait_for('!document.getElementById("undo-question").open && document.activeElement.id === "undo"')
        assert workbook.read_bytes() == after
        click(browser, "undo")
        click(browser, "undo-yes")
        browser.wait_for(says("said", f"in-progress.xlsx is restored as of {kept.replaced:%H:%M:%S}."))
        assert workbook.read_bytes() == before


def test_a_question_stays_open_while_the_page_changes(paired: DeskState, running: DeskState) -> None:
    desk = FakeDesk(paired)
    with opened(desk) as browser:
        click(browser, "undo")
        desk.show(outcome=running.outcome)
        browser.wait_for(says("next", "The results of tables 8 and 9 are missing."))
        assert browser.ask('[document.getElementById("undo-question").open, document.activeElement.id]') == [
            True,
            "undo-no",
        ]


def test_the_screen_for_the_hall_is_shown_beside_the_page(paired: DeskState) -> None:
    """Desk 2.10."""
    browser = chromium()
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)["identifier"]
    with serve(as_desk(FakeDesk(paired))) as server:
        browser.open(server.address)
        assert browser.ask("document.getElementById('screen').target") == "_blank"
        browser.open(browser.ask("document.getElementById('screen').href"))
        assert browser.ask("document.body.innerText.includes('Björn Eriksen')")
        assert browser.ask("window.refused ?? []") == []
        browser.open("about:blank")
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


def test_the_screen_for_the_hall_stays_while_the_desk_is_gone_and_renews_itself_while_it_is_there(
    paired: DeskState,
) -> None:
    """It runs apart from the page of the desk, and so without its cookie; it is loaded again with it."""
    browser = chromium()
    page = paired.workbook.with_name(f"{paired.workbook.stem} prints") / "screen.html"
    with serve(as_desk(FakeDesk(paired))) as server:
        browser.open(server.address)
        browser.open(f"http://{server.name}/prints/screen.html")
        assert browser.ask("[isNewer(), origin]") == [{}, "null"]
        assert browser.ask("isNewer()") is True
        page.write_text(page.read_text("utf-8").replace("Eriksen", "Eriksson"), "utf-8")
        browser.ask("reload()")
        browser.wait_for("document.body.innerText.includes('Eriksson')")
    assert browser.ask("isNewer()") is False
    browser.open("about:blank")


def test_a_script_in_a_page_of_the_prints_can_give_no_orders(tmp_path: Path) -> None:
    """A template of a stranger's may have made it."""
    desk = FakeDesk(run_sample("in-progress", tmp_path))
    page = tmp_path / "in-progress prints" / "round-03.html"
    tried = (
        "fetch('/do/go-back', {method: 'POST'}).then(told => document.title = told.status, () => document.title = 'no')"
    )
    text = page.read_text("utf-8").replace("default-src 'none'", "default-src * 'unsafe-inline'")
    page.write_text(text.replace("</body>", f"<script>{tried}</script></body>"), "utf-8")
    browser = chromium()
    with serve(as_desk(desk)) as server:
        browser.open(server.address)
        browser.open(f"http://{server.name}/prints/round-03.html")
        browser.wait_for("document.title === 'no'")
        browser.open(server.address)
        click(browser, "to-prints/round-03.html")
        browser.wait_for(says("said", "It was sent to the printer."))
        assert browser.ask("document.getElementById('paper').contentDocument.title").startswith("Round 3")
        browser.open("about:blank")
    assert desk.rests == 1, "that it was printed"


# --- for everybody ---


@pytest.mark.parametrize("fault", [None, Fault(FaultKind.BROKEN, f"{ONE_WORD}.xlsx is damaged.", Path(ONE_WORD))])
def test_a_phone_shows_all_without_moving_sideways(running: DeskState, fault: Fault | None) -> None:
    """Desk 2.1."""
    shown = "[...document.body.querySelectorAll('*')].filter(each => !each.closest('.aloud'))"
    wide = f"{shown}.filter(each => each.getBoundingClientRect().right > innerWidth + 1)"
    with opened(FakeDesk(replace(running, fault=fault))) as browser:
        for width in (390, 320):
            with browser.as_phone(width, 844):
                assert browser.ask("document.documentElement.scrollWidth") == width
                assert browser.ask(f"{wide}.map(each => each.outerHTML)") == []


@pytest.mark.parametrize("language", by_day("de", "fr", of=LANGUAGES.values()))
def test_buttons_in_every_language_stand_on_a_phone(
    running: DeskState, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = running.outcome
    assert outcome is not None
    assert outcome.computed.event is not None
    name = next(each for each, code in LANGUAGES.items() if code == language)
    settings = replace(outcome.computed.event.settings, language=name)
    event = replace(outcome.computed.event, settings=settings)
    spoken = replace(running, outcome=replace(outcome, computed=replace(outcome.computed, event=event)))
    with opened(FakeDesk(spoken)) as browser, browser.as_phone(390, 844):
        assert browser.ask("document.documentElement.lang") == language
        assert browser.ask("document.documentElement.scrollWidth") == 390


def test_every_text_stands_out_from_its_ground(running: DeskState, tmp_path: Path) -> None:
    broken = run_sample("broken", tmp_path)
    for state in (running, replace(running, fault=Fault(FaultKind.DISK_FULL, "It is full.")), broken):
        with opened(FakeDesk(state)) as browser:
            assert look_in_both_schemes(browser) == []


@pytest.mark.soak
def test_axe_finds_nothing_whatever_the_page_shows(running: DeskState, tmp_path: Path) -> None:
    asked = [Finding(kind, "Round 3", error(Place("Round 3", "B2"), "It is not so.", "Do it."), 3) for kind in Kind]
    assert running.outcome is not None
    computed = replace(running.outcome.computed, questions=asked, results=None)
    doubtful = replace(running, outcome=replace(running.outcome, computed=computed))
    older, renamed = Fault(FaultKind.OLDER), Fault(FaultKind.RENAMED, path=Path(f"{ONE_WORD}.xlsx"))
    faults = (replace(running, fault=each) for each in dose([], [older, renamed]))
    for state in (running, *faults, doubtful, run_sample("finished", tmp_path)):
        with opened(FakeDesk(state)) as browser:
            assert find_violations(browser) == []


@pytest.mark.soak
def test_axe_finds_nothing_in_a_dialog_and_each_stands_clear_of_the_edges_of_a_phone(paired: DeskState) -> None:
    """Desk 2.1."""
    edges = "(({left, right}) => [left, innerWidth - right].map(Math.round))"
    with opened(FakeDesk(paired)) as browser:
        for name in dose(("undo", "versions"), ("undo", "versions", "pair-again")):
            click(browser, name)
            assert find_violations(browser) == []
            assert look_in_both_schemes(browser) == []
            with browser.as_phone(390, 844):
                box = "document.querySelector('dialog[open]').getBoundingClientRect()"
                assert browser.ask(f"{edges}({box})") == [12, 12]
            press(browser, "Escape")
            browser.wait_for("!document.querySelector('dialog[open]')")


def test_who_hears_the_page_or_goes_by_keys_finds_everything(running: DeskState) -> None:
    """Desk 2.1."""
    with opened(FakeDesk(running)) as browser:
        assert browser.ask(STRUCTURE) == {
            "landmarks": [], "twice": [], "unnamed": [], "nameless": 0, "pointing": [], "skipped": [], "first": 1,
            "headless": 0, "small": [], "language": "en", "title": True, "still": 0,
        }  # fmt: skip
        assert browser.ask('document.getElementById("next").getAttribute("aria-live")') == "polite"
        press(browser, "Tab")
        assert browser.ask("document.activeElement.className") == "skip"
        press(browser, "Enter")
        browser.wait_for('document.activeElement.id === "next"')
        order = []
        for _ in range(6):
            press(browser, "Tab")
            order.append(browser.ask("document.activeElement.id"))
        assert order == ["to-again", "to-prints/round-03.html", "all-pages", "screen", "open-folder", "undo"]


def test_by_keys_an_event_goes_into_the_archive_and_who_pressed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    desk = FakeDesk(run_sample("finished", tmp_path))
    with opened(desk) as browser, browser.as_phone(390, 844):
        browser.ask('document.getElementById("to-archive").focus()')
        press(browser, "Enter")
        browser.wait_for(says("said", "added to the archive"))
        browser.wait_for('document.activeElement.id === "next"')
        assert "turnabout-archive.sqlite" in browser.ask('document.getElementById("next").innerText')
        assert browser.ask('document.getElementById("to-archive")') is None
        desk.show(archived=Archived(f"/{ONE_WORD}", (Message("What changes: {what}.", what=LONG),)))
        browser.wait_for(f'document.getElementById("next").innerText.includes("{ONE_WORD}")')
        assert browser.ask("document.documentElement.scrollWidth") == 390


def test_a_question_is_answered_by_keys_and_stands_on_a_phone(running: DeskState) -> None:
    assert running.outcome is not None
    asked = [
        Finding(kind, "Round 3", error(Place("Round 3", "B2"), f"{LONG} and {ONE_WORD}.", "Do it."), 3) for kind in Kind
    ]
    computed = replace(running.outcome.computed, questions=asked, results=None)
    outcome = replace(running.outcome, computed=computed)
    desk = FakeDesk(replace(running, outcome=outcome))
    with opened(desk) as browser:
        assert look_in_both_schemes(browser) == []
        found = browser.ask(STRUCTURE)
        assert not any(found[each] for each in ("landmarks", "twice", "unnamed", "pointing", "skipped", "small"))
        press(browser, "Tab")
        press(browser, "Enter")
        browser.wait_for('document.activeElement.id === "next"')
        for _ in range(2):
            press(browser, "Tab")
        assert browser.ask("document.activeElement.id") == f"{asked[0].kind}-3-2"
        press(browser, "Enter")
        browser.wait_for(f'document.getElementById("{asked[0].kind}-3-2") === null')
        assert desk.accepted == [asked[0].name]
        with browser.as_phone(320, 844):
            assert browser.ask("document.documentElement.scrollWidth") == 320


def test_what_is_next_is_in_large_print_on_a_screen(running: DeskState) -> None:
    """Desk 2.2."""
    browser = chromium()
    browser.call("Emulation.setDeviceMetricsOverride", width=1920, height=1080, deviceScaleFactor=1, mobile=False)
    with opened(FakeDesk(running)):
        size = 'parseFloat(getComputedStyle(document.querySelector(".step")).fontSize)'
        assert browser.ask(size) >= 48
        assert browser.ask('document.getElementById("standings").getBoundingClientRect().top < innerHeight')
    browser.call("Emulation.clearDeviceMetricsOverride")


def test_remedies_say_what_they_do_and_do_it(tmp_path: Path) -> None:
    """Desk 2.20 and 2.23: by keys alone, and for everybody."""
    state = run_sample("in-progress", tmp_path)
    edit(state.workbook, {"Event": {"B3": "5/6/26"}})
    desk = FakeDesk(show_workbook(state.workbook))
    with opened(desk) as browser:
        for name in ("pair-again", "versions"):
            click(browser, name)
            with browser.as_phone(360, 740):
                assert browser.ask("document.documentElement.scrollWidth") == 360
            assert look_in_both_schemes(browser) == []
            press(browser, "Escape")
            browser.wait_for(f'!document.querySelector("dialog[open]") && document.activeElement.id === "{name}"')
        found = browser.ask(STRUCTURE)
        assert not any(found[each] for each in ("landmarks", "twice", "unnamed", "pointing", "skipped", "small"))
        newest = list_backups(state.workbook)[0]
        click(browser, "versions")
        browser.ask('document.querySelector("#versions-question li button").click()')
        browser.wait_for(says("said", f"is restored as of {newest.replaced:%H:%M:%S}."))
        assert state.workbook.read_bytes() == newest.path.read_bytes()
