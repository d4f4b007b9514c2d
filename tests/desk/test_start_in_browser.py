"""The start page in a browser: a newcomer gets from the icon to a running event, and everybody can use it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.axe import find_violations
from tests.desk.browsing import CONTRAST, STRUCTURE, WATCH, look_in_both_schemes, press
from tests.desk.desks import watching
from tests.dose import by_day, dose
from tests.prints.browser import Chromium, chromium
from tests.prints.events import LONG, ONE_WORD
from tests.support.books import SAMPLES, edit, records
from turnabout_sheets.desk import start_page as module
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.start_page import Place, StartServer
from turnabout_sheets.sheets.settings import LANGUAGES

pytestmark = pytest.mark.browser


@contextmanager
def opened(place: Path, language: str = "en") -> Iterator[tuple[Chromium, StartServer]]:
    """Have the start page open, which finds what is in a folder."""
    browser = chromium()
    browser.call("Network.enable")
    browser.call("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)["identifier"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "list_recent", lambda: [])
        with StartServer(Place(place, lambda path: None, lambda text: None)).at_work() as server:
            browser.open(server.address)
            try:
                yield browser, server
                assert browser.ask("window.refused ?? []") == []
            finally:
                browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
                browser.call("Network.setExtraHTTPHeaders", headers={})
                browser.open("about:blank")


def choice(server: StartServer) -> tuple[Path, Future[str]]:
    """Return what is chosen, and what the page waits for."""
    return server.wait_for_choice(60) or pytest.fail("nothing is chosen")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """There are events, two of them with names that are hard to show."""
    folder = tmp_path_factory.mktemp("place")
    for name in ("finished", "netrunner"):
        shutil.copy(SAMPLES / f"{name}.xlsx", folder)
    for number, name in enumerate((LONG, ONE_WORD)):
        event = Path(shutil.copy(SAMPLES / "in-progress.xlsx", folder / f"{number}{ONE_WORD[:60]}.xlsx"))
        edit(event, {"Event": {"B2": name}})
    return folder


@pytest.mark.usefixtures("short_pauses")
def test_a_newcomer_gets_by_keys_from_the_icon_to_a_running_sample(place: Path) -> None:
    with opened(place) as (browser, server):
        browser.ask("document.querySelector('[data-sample=Turnabout]').focus()")
        press(browser, "Enter")
        event, address = choice(server)
        assert event == place / "Sample event.xlsx"
        with watching(event) as desk, serve(desk) as shown:
            address.set_result(shown.address)
            browser.wait_for(f"location.host === {shown.name!r} && document.getElementById('next') !== null")
            browser.wait_for("document.querySelector('.step').innerText.startsWith('The results of tables ')")
            browser.open("about:blank")


def _drop(browser: Chromium, file: str) -> None:
    browser.ask(
        f"(() => {{ const drop = new DataTransfer(); drop.items.add({file}); by('list').dispatchEvent("
        "new DragEvent('drop', {dataTransfer: drop, bubbles: true, cancelable: true})) })()".replace(
            "by(", "document.getElementById("
        )
    )


def test_a_pasted_or_dropped_list_is_looked_at_and_chosen_from(place: Path) -> None:
    with opened(place) as (browser, server):
        browser.ask("(() => { const list = document.getElementById('list'); list.value = '1. Ada\\n2. Ada'; "
                    "list.dispatchEvent(new Event('input')) })()")  # fmt: skip
        browser.wait_for("document.querySelectorAll('.doubtful').length === 1")
        _drop(browser, "new File([new Uint8Array(60e6)], 'film.xlsx')")
        browser.wait_for("document.getElementById('list-fault').textContent.startsWith('This file has more than 8 MB')")
        _drop(browser, "new File(['Name,Rating\\nAda,1650\\nBen,\\nBen,\\n'], 'people.csv')")
        browser.wait_for("document.querySelectorAll('#understood tbody tr').length === 3")
        browser.ask("document.getElementById('take-4').click()")
        assert browser.ask("document.querySelector('#understood output').textContent") == "3"
        browser.ask("document.getElementById('name').value = 'Cup'")
        browser.ask("document.querySelector('[data-order=new]').requestSubmit()")
        event, _ = choice(server)
        rows = [(row["Player"], row["Rating"]) for row in records(event, "Players")]
        assert rows == [("Ada", 1650), ("Ben", ""), ("Ben (2)", "")]


def test_an_event_of_the_list_is_chosen(place: Path) -> None:
    with opened(place) as (browser, server):
        browser.ask("[...document.querySelectorAll('li b')].find(each => each.innerText === 'netrunner').click()")
        event, address = choice(server)
        assert event == place / "netrunner.xlsx"
        browser.wait_for("document.body.classList.contains('busy')")
        address.set_result(f"{server.address}#desk")
        browser.wait_for("location.hash === '#desk'")


def test_what_is_wrong_stands_beside_its_field_which_is_gone_back_to(place: Path) -> None:
    with opened(place) as (browser, server):
        browser.ask("document.getElementById('path').focus()")
        browser.call("Input.insertText", text="Fryday.xlsx")
        press(browser, "Enter")
        browser.wait_for("document.getElementById('path-fault').innerText.startsWith('Give the whole path')")
        assert browser.ask("[document.activeElement.id, document.activeElement.getAttribute('aria-invalid')]") == [
            "path", "true"
        ]  # fmt: skip
        assert browser.ask("document.getElementById('said').innerText") == ""
        assert browser.ask(CONTRAST) == []
        browser.ask("document.getElementById('name').focus()")
        press(browser, "Enter")
        browser.wait_for("document.getElementById('name-fault').innerText.startsWith('Type the name')")
        assert browser.ask("document.getElementById('path-fault').innerText") == ""
        assert server.wait_for_choice(0) is None


def test_a_page_whose_program_has_ended_says_so(place: Path) -> None:
    line: dict[str, Any] = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    with opened(place) as (browser, _):
        browser.call("Network.emulateNetworkConditions", offline=True, **line)
        browser.ask("document.querySelector('li button').click()")
        browser.wait_for("document.getElementById('said').innerText.startsWith('Turnabout does not answer.')")
        browser.call("Network.emulateNetworkConditions", offline=False, **line)


@pytest.mark.parametrize("language", by_day("de", "fr", of=LANGUAGES.values()))
def test_a_phone_shows_all_in_every_language(place: Path, language: str) -> None:
    browser = chromium()
    with browser.as_phone(390, 844), opened(place, language) as (browser, _):
        assert browser.ask("document.documentElement.lang") == language
        assert browser.ask("document.documentElement.scrollWidth") == 390
        shown = "[...document.body.querySelectorAll('*')].filter(each => each.checkVisibility())"
        wide = f"{shown}.filter(each => each.getBoundingClientRect().right > innerWidth + 1)"
        assert browser.ask(f"{wide}.map(each => each.outerHTML)") == []


@pytest.mark.soak
def test_axe_finds_nothing(place: Path, tmp_path: Path) -> None:
    for folder in dose((place,), (place, tmp_path)):
        with opened(folder) as (browser, _):
            assert find_violations(browser) == []


def test_every_text_stands_out_and_who_hears_the_page_finds_everything(place: Path) -> None:
    with opened(place) as (browser, _):
        assert look_in_both_schemes(browser) == []
        assert browser.ask(STRUCTURE) == {
            "landmarks": ["nav"], "twice": [], "unnamed": [], "nameless": 0, "pointing": [], "skipped": [], "first": 1,
            "headless": 0, "small": [], "language": "en", "title": True, "still": 0,
        }  # fmt: skip
        fields = "[...document.querySelectorAll('input, select')]"
        assert browser.ask(f"{fields}.filter(each => !each.labels.length).length") == 0
        press(browser, "Tab")
        assert browser.ask("document.activeElement.className") == "skip"
        press(browser, "Enter")
        browser.wait_for("document.activeElement.id === 'name'")
