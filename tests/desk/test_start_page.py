"""What the start page shows, and who is answered; what is chosen there leads to its desk."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import date, datetime
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest
from lxml import html

from tests.support.books import SAMPLES
from turnabout_sheets.desk import start_page as module
from turnabout_sheets.desk.start_page import Place, StartServer, render_page
from turnabout_sheets.jobs.find_events import FoundEvent
from turnabout_sheets.prints.words import load_words, pick_words
from turnabout_sheets.sheets.settings import LANGUAGES

EVENTS = [
    FoundEvent(Path("/x/<b>&.xlsx"), "<Été> & Co", "Turnabout", date(2026, 5, 31), datetime(2026, 5, 31, 14), 2, 5),
    FoundEvent(Path("/y/New.xlsx"), "New", "Netrunner", None, datetime(2026, 5, 30, 14), 0, 3),
]


FOLDER = Path("/home/Ann/Documents/Turnabout")


def parsed(events: list[FoundEvent], language: str = "en") -> Any:
    page = render_page(events, FOLDER, "N0nce", load_words(language))
    return html.document_fromstring(page.decode())


def test_events_are_listed_with_what_they_are_and_how_far() -> None:
    tree = parsed(EVENTS)
    assert [" ".join(each.text_content().split()) for each in tree.xpath("//li")] == [
        f"<Été> & Co Turnabout · May 31, 2026 · Results up to round 2 of 5 <b>&.xlsx {EVENTS[0].path.parent}",
        f"New Netrunner New.xlsx {EVENTS[1].path.parent}",
    ]
    assert tree.xpath("//li/button/@data-path") == [str(event.path) for event in EVENTS]


def test_where_none_is_found_that_is_said() -> None:
    tree = parsed([])
    assert not tree.xpath("//li")
    assert "No event was found on the desktop" in tree.text_content()


def test_every_system_can_be_made_and_tried() -> None:
    tree = parsed([])
    systems = ["Turnabout", "Duplicate Magic", "Netrunner"]
    assert tree.xpath("//option/text()") == systems
    assert tree.xpath("//button/@data-sample") == systems
    assert f"The workbook is created in the folder {FOLDER} and opens" in tree.text_content()


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_it_is_all_in_one_language(language: str) -> None:
    tree = parsed(EVENTS, language)
    assert tree.get("lang") == language
    headings = [each.text_content() for each in tree.xpath("//h2")]
    w = load_words(language)
    assert headings == [w("start.open"), w("start.new"), w("start.sample")]
    assert language == "en" or headings != [load_words("en")(f"start.{key}") for key in ("open", "new", "sample")]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("it, FR-ca ;q=0.7, en", "fr"),
        ("zh,*;q=0.5", "en"),
        (",;=,,\0", "en"),
    ],
)
def test_the_language_is_the_first_that_the_browser_asks_for_and_we_have(accepted: str, language: str) -> None:
    assert pick_words(accepted).language == language


# --- over a real socket ---


@pytest.fixture
def event(tmp_path: Path) -> Path:
    (tmp_path / "Turnabout").mkdir()
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "Turnabout" / "Friday.xlsx"))


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartServer]:
    monkeypatch.setattr(module, "list_recent", lambda: [])
    with StartServer(Place(tmp_path / "Turnabout", lambda path: None, lambda text: None)).at_work() as served:
        yield served


def ask(server: StartServer, method: str, name: str, body: str | None = None, **headers: str) -> tuple[int, str, str]:
    """Return the status, the policy and the text of an answer."""
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=30)
    own = {"Host": server.name, "Cookie": f"{server.cookie}={server.token}"}
    connection.request(method, f"/{name}", body, {**own, **headers})
    answer = connection.getresponse()
    told = answer.status, answer.headers["Content-Security-Policy"], answer.read().decode()
    connection.close()
    return told


def order(server: StartServer, order: str, **typed: str) -> Any:
    own = {"Origin": f"http://{server.name}", "Accept-Language": "de"}
    status, _, text = ask(server, "POST", f"do/{order}", urlencode(typed), **own)
    assert status == 200
    return json.loads(text)


def test_the_page_lists_what_is_there_in_the_language_that_is_asked_for(server: StartServer, event: Path) -> None:
    status, policy, text = ask(server, "GET", "", **{"Accept-Language": "de"})
    assert status == 200
    assert "Summer Turnabout" in text
    assert "Ergebnisse bis Runde 2 von 5" in text
    assert policy.startswith("default-src 'none'; script-src 'nonce-")


@pytest.mark.parametrize(
    ("method", "name", "headers", "status"),
    [
        ("GET", "live", {}, 404),
        ("GET", "do/open", {}, 404),
        ("POST", "do/open", {"Origin": "http://evil.example"}, 403),
        ("POST", "do/open", {}, 403),
        ("POST", "do/open", {"Origin": "http://{name}", "Cookie": ""}, 403),
        ("POST", "do/else", {"Origin": "http://{name}"}, 404),
        ("GET", "", {"Host": "evil.example"}, 403),
    ],
)
def test_who_may_not_ask_is_refused(
    server: StartServer, method: str, name: str, headers: dict[str, str], status: int
) -> None:
    named = {key: value.format(name=server.name) for key, value in headers.items()}
    assert ask(server, method, name, "{}" if method == "POST" else None, **named)[0] == status
    assert server.wait_for_choice(0) is None


def test_what_is_chosen_leads_to_its_desk(server: StartServer, event: Path) -> None:
    told: list[Any] = []
    threads = [Thread(target=lambda: told.append(order(server, "open", path=f'"{event}"'))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in threads:
        workbook, address = server.wait_for_choice(30) or pytest.fail("nothing is chosen")
        assert workbook == event
        address.set_result("http://127.0.0.1:1/x/")
    for thread in threads:
        thread.join()
    assert [each["address"] for each in told] == ["http://127.0.0.1:1/x/"] * 2


def test_what_is_wrong_is_told_beside_its_field_and_nothing_is_chosen(server: StartServer, tmp_path: Path) -> None:
    said = "Das ist ein Ordner. Den Pfad der Datei selbst angeben."
    told = order(server, "open", path=str(tmp_path))
    assert [told[each] for each in ("address", "field", "text", "language")] == ["", "path", said, "de"]
    told = order(server, "new", name="a:b", system="Turnabout")
    assert (told["field"], told["language"]) == ("name", "de")
    assert server.wait_for_choice(0) is None


def test_where_no_desk_comes_that_is_said(server: StartServer, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    told = order(server, "open", path=str(event))
    assert (told["address"], told["field"]) == ("", "")
    assert told["text"].startswith("Turnabout antwortet nicht.")
