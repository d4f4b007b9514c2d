"""A desk that is open is found by whoever would start a second one, and one that is started again by its old tabs."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

from tests.desk.fake import FakeDesk, as_desk, run_sample
from tests.desk.requests import get
from turnabout_sheets.desk import open_desks
from turnabout_sheets.desk.open_desks import find_open_desk, keep_address, recall_address
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.state import DeskState


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> DeskState:
    return run_sample("in-progress", tmp_path_factory.mktemp("desk"))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(open_desks, "open_cache", lambda name: folder)
    return folder


TOKEN = "0123456789abcdefghijklmnopqrstuv"


def test_it_is_found_as_long_as_it_is_there(state: DeskState) -> None:
    with serve(as_desk(FakeDesk(state))) as server:
        assert find_open_desk(state.workbook) is None
        keep_address(state.workbook, server.address)
        found = find_open_desk(state.workbook)
        assert found is not None
        assert found.address == server.address
        assert server.token not in found.ticket
        assert server.take_ticket(found.ticket.rpartition("/")[2])
        assert find_open_desk(state.workbook.with_name("other.xlsx")) is None
    assert find_open_desk(state.workbook) is None


def test_one_that_is_started_again_is_at_the_same_address(state: DeskState) -> None:
    """Also right after it was ended, and while pages are still open there (desk 2.13; safety 6.9)."""
    with serve(as_desk(FakeDesk(state))) as server:
        get(server, "")
        keep_address(state.workbook, server.address)
    with serve(as_desk(FakeDesk(state)), former=recall_address(state.workbook)) as again:
        assert again.address == server.address
        assert get(again, "").status == 200


@pytest.mark.skipif(os.name == "nt", reason="whose a file is and who reads it is said otherwise here")
def test_nobody_else_reads_the_address(state: DeskState, cache: Path) -> None:
    """Safety 6.9."""
    keep_address(state.workbook, f"http://127.0.0.1:1/{TOKEN}/")
    (file,) = cache.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_address_lasts_for_a_day(state: DeskState, cache: Path) -> None:
    """Desk 2.13; safety 6.9."""
    address = f"http://127.0.0.1:1/{TOKEN}/"
    keep_address(state.workbook, address)
    (file,) = cache.iterdir()
    then = time.time() - 23 * 3600
    os.utime(file, (then, then))
    keep_address(state.workbook, address)
    assert recall_address(state.workbook) == address
    assert file.stat().st_mtime == pytest.approx(then), "started again, it lasts no longer"
    for age in (25 * 3600, -3600):
        os.utime(file, (time.time() - age,) * 2)
        assert recall_address(state.workbook) == ""


def test_where_the_port_is_taken_the_address_is_all_new(state: DeskState) -> None:
    """Safety 6.9."""
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        port = somebody.getsockname()[1]
        with serve(as_desk(FakeDesk(state)), former=f"http://127.0.0.1:{port}/{TOKEN}/") as server:
            assert server.server_address[1] != port
            assert server.token != TOKEN


@pytest.mark.parametrize(
    "former", ["", "x", f"http://127.0.0.1:99999/{TOKEN}/", "http://127.0.0.1:1234/x/", f"http://evil.example/{TOKEN}/"]
)
def test_an_address_that_none_of_ours_can_be_is_not_taken_up(state: DeskState, former: str) -> None:
    with serve(as_desk(FakeDesk(state)), former=former) as server:
        assert TOKEN not in server.address
        assert get(server, "").status == 200


class _Other(BaseHTTPRequestHandler):
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>anything</html>")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def other() -> Iterator[int]:
    """The port of another program's server, which answers everybody."""
    with HTTPServer(("127.0.0.1", 0), _Other) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.mark.parametrize(
    "address", ["", "\0", "x", "http://127.0.0.1:{port}/{token}/", "http://127.0.0.1:{port}/../",
                "http://evil.example/{token}/", "http://127.0.0.1:99999/{token}/", "http://127.0.0.1:1/{token}/",
                "http://127.0.0.1:{port}/{token}/ HTTP/1.1"]
)  # fmt: skip
def test_only_a_desk_is_believed_and_nobody_else_hears_its_word(state: DeskState, other: int, address: str) -> None:
    keep_address(state.workbook, address.format(port=other, token=TOKEN))
    _Other.asked.clear()
    assert find_open_desk(state.workbook) is None
    assert not any(TOKEN in asked for asked in _Other.asked)


def test_where_nothing_can_be_kept_nothing_is_found(state: DeskState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_desks, "open_cache", lambda name: None)
    keep_address(state.workbook, f"http://127.0.0.1:1/{TOKEN}/")
    assert find_open_desk(state.workbook) is None
    assert recall_address(state.workbook) == ""
