"""What the start page shows, and who is answered; what is chosen there leads to its desk."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import datetime
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.support.books import SAMPLES
from turnabout_sheets.desk import start_page as module
from turnabout_sheets.desk.start_page import Place, StartServer
from turnabout_sheets.prints.words import pick_words

EVENTS = [
    (Path("/x/<b>&.xlsx"), datetime(2026, 5, 31, 14)),
    (Path("/y/New.xlsx"), datetime(2026, 5, 30, 14)),
]


FOLDER = Path("/home/Ann/Documents/Turnabout")


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


def test_where_no_desk_comes_that_is_said(server: StartServer, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    told = order(server, "open", path=str(event))
    assert (told["address"], told["field"]) == ("", "")
    assert told["text"].startswith("Turnabout antwortet nicht.")
