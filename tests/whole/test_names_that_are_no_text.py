"""Names of files that are no text, as a zip archive of another country leaves them: everything works, and is shown."""

from __future__ import annotations

import json
import os
import shutil
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from lxml import html
from openpyxl import load_workbook

from tests.desk.desks import wait_for_fault, watching
from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from turnabout_sheets.desk import sentences
from turnabout_sheets.desk import start_page as start
from turnabout_sheets.desk.local_server import LoopbackServer
from turnabout_sheets.desk.page import render_page
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.start_page import Place, StartServer, list_recent, note_opened
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind
from turnabout_sheets.prints.words import load_words

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="all names are text here"),
]


def name(written: bytes) -> str:
    return os.fsdecode(written)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / name(b"f\xfcr")
    folder.mkdir()
    return folder


@pytest.fixture
def book(folder: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", folder / name(b"M\xfcller.xlsx")))


COMMANDS: list[tuple[int, list[str]]] = [
    (0, ["check", "BOOK"]),
    (0, ["check", "--json", "BOOK"]),
    (0, ["run", "--dry-run", "BOOK"]),
    (0, ["run", "BOOK"]),
    (0, ["run", "--json", "BOOK"]),
    (0, ["run", "--output", "o\xfct.xlsx", "BOOK"]),
    (0, ["run", "--prints", "p\xfcges", "--publish", "s\xfcte", "BOOK"]),
    (0, ["run", "--templates", "p\xfcges", "BOOK"]),
    (0, ["print", "BOOK"]),
    (0, ["print", "--only", "slips", "--templates", "p\xfcges", "BOOK"]),
    (0, ["export", "BOOK", "--to", "text"]),
    (0, ["export", "BOOK", "--to", "text", "--output", "t\xfcxt.txt"]),
    (2, ["export", "BOOK", "--to", "nrtm"]),
    (0, ["why", "BOOK", "Björn Eriksen"]),
    (0, ["what-if", "BOOK", "--set", "Round 2!E3=9"]),
    (2, ["run", "BOOK", "--put-back"]),
    (0, ["restore", "BOOK"]),
    (0, ["restore", "BOOK", "1"]),
    (0, ["new", "new.xlsx", "--players", "l\xfcst.csv"]),
    (4, ["new", "n\xfcw.xlsx"]),
    (4, ["simulate", "n\xfcw.xlsx"]),
    (4, ["run", "b\xfcd.xlsx"]),
    (4, ["run", "--json", "b\xfcd.xlsx"]),
    (4, ["check", "gone\xfc.xlsx"]),
    (4, ["print", "gone\xfc.xlsx"]),
    (4, ["restore", "gone\xfc.xlsx"]),
    (4, ["watch", "gone\xfc.xlsx"]),
    (4, ["start", "--desk", "gone\xfc.xlsx"]),
    (4, ["start", "gone\xfc.xlsx"]),
    (0, ["archive", "add", "--archive", "\xfc.sqlite", "f\xfcn.xlsx", "--yes"]),
    (0, ["archive", "list", "--archive", "\xfc.sqlite"]),
    (0, ["archive", "verify", "--archive", "\xfc.sqlite"]),
    (1, ["archive", "import", "--archive", "\xfc.sqlite", "l\xfcst.csv"]),
    (4, ["archive", "add", "--archive", "\xfc.sqlite", "b\xfcd.xlsx"]),
    (0, ["archive", "export", "--archive", "\xfc.sqlite", "e\xfcport"]),
    (0, ["archive", "log", "--archive", "\xfc.sqlite"]),
    (0, ["archive", "list", "--archive", "\xfc.sqlite", "1"]),
    (0, ["archive", "ratings", "--archive", "\xfc.sqlite", "--pages", "w\xfcb", "--workbook", "r\xfct.xlsx"]),
    (0, ["archive", "ratings", "--archive", "\xfc.sqlite"]),
]
"""Commands one after the other, and what each exits with."""


@pytest.mark.slow
def test_every_command_does_its_work(book: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 5.2."""
    monkeypatch.chdir(folder)
    shutil.copy(SAMPLES / "finished.xlsx", name(b"f\xfcn.xlsx"))
    Path(name(b"l\xfcst.csv")).write_text("Player\nAnna\nBela\n")
    Path(name(b"b\xfcd.xlsx")).write_text("no workbook")
    came_to = []
    for _, words in COMMANDS:
        done = turnabout(*(str(book) if word == "BOOK" else word.replace("\xfc", "\udcfc") for word in words))
        came_to.append((done.exit_code, words))
        done.output.encode()
        if "--json" in words:
            json.dumps(json.loads(done.stdout), ensure_ascii=False).encode()
    assert came_to == COMMANDS
    written = [each for each in folder.rglob("*") if each.is_file()]
    texts = [each for each in written if each.suffix in (".html", ".json", ".txt", ".csv", ".md")]
    assert len(texts) > 40
    for each in texts:
        each.read_bytes().decode()
    for each in written:
        if each.suffix == ".xlsx" and "backups" not in each.parent.name and each.read_bytes() != b"no workbook":
            load_workbook(each)


def ask(server: LoopbackServer, method: str, path: str, typed: dict[str, str] | None = None) -> Any:
    """Return what is answered: the text of a page, or data."""
    cookie = f"{server.cookie}={server.token}"
    own = {"Origin": f"http://{server.name}", "Sec-Fetch-Dest": "iframe", "Cookie": cookie}
    connection = HTTPConnection(server.name, timeout=60)
    connection.request(method, f"/{path}", None if typed is None else urlencode(typed), own)
    answer = connection.getresponse()
    assert answer.status == 200
    text = answer.read().decode()
    connection.close()
    return json.loads(text) if answer.headers.get_content_type() == "application/json" else text


@pytest.mark.usefixtures("short_pauses")
def test_the_desk_shows_it(book: Path) -> None:
    with watching(book) as desk, serve(desk) as server:
        wait_for_fault(desk, None)
        for path in ("", "live", "prints/index.html", "prints/round-03.html", "prints/screen.html"):
            ask(server, "GET", path)
        assert "M\N{REPLACEMENT CHARACTER}ller.xlsx" in ask(server, "GET", "live")
        assert "M\N{REPLACEMENT CHARACTER}ller.xlsx" in ask(server, "POST", "do/go-back")["text"]


@pytest.mark.parametrize("kind", FaultKind)
def test_the_desk_says_what_is_in_the_way(book: Path, kind: FaultKind) -> None:
    fault = Fault(kind, f"{book} is damaged.", path=book)
    state = DeskState(1, book, None, fault=fault)
    assert "M\N{REPLACEMENT CHARACTER}ller" in render_page(state, (), "x", 10).decode()
    assert sentences.describe_fault(state, fault, load_words("en"))


def test_it_is_chosen_on_the_start_page(book: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note_opened(book)
    assert list_recent()[0] == book
    monkeypatch.setattr(start, "PATIENCE", 0.01)
    with StartServer(Place(folder, lambda path: None, lambda text: None)).at_work() as server:
        page = html.document_fromstring(ask(server, "GET", ""))
        assert "M\N{REPLACEMENT CHARACTER}ller.xlsx" in page.text_content()
        (path,) = page.xpath("//li/button/@data-path")
        gone = path.replace("ller", "ler")
        assert "M\N{REPLACEMENT CHARACTER}ler.xlsx" in ask(server, "POST", "do/open", {"path": gone})["text"]
        assert server.wait_for_choice(0) is None
        ask(server, "POST", "do/open", {"path": path})
        assert (server.wait_for_choice(0) or [None])[0] == book
