"""A desk that is open is found by whoever would start a second one."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.desk.fake import FakeDesk, as_desk, run_sample
from turnabout_sheets.desk import open_desks
from turnabout_sheets.desk.open_desks import find_open_desk, note_address
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


def test_it_is_found_as_long_as_it_is_there_by_the_user_alone(state: DeskState, cache: Path) -> None:
    """Safety 6.9."""
    with serve(as_desk(FakeDesk(state))) as server:
        assert find_open_desk(state.workbook) == ""
        note_address(state.workbook, server.address)
        assert find_open_desk(state.workbook) == server.address
        assert find_open_desk(state.workbook.with_name("other.xlsx")) == ""
        (file,) = cache.iterdir()
        assert os.name == "nt" or stat.S_IMODE(file.stat().st_mode) == 0o600
    assert find_open_desk(state.workbook) == "", "it was killed"
    note_address(state.workbook, "")
    assert not file.exists()


class _Other(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
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


@pytest.mark.parametrize("address", ["\0", "x", "http://127.0.0.1:{port}/?token=x", "http://127.0.0.1:1/?token=x"])
def test_only_a_desk_is_believed(state: DeskState, other: int, address: str) -> None:
    note_address(state.workbook, address.format(port=other))
    assert find_open_desk(state.workbook) == ""


def test_where_nothing_can_be_kept_nothing_is_found(state: DeskState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_desks, "open_cache", lambda name: None)
    with serve(as_desk(FakeDesk(state))) as server:
        note_address(state.workbook, server.address)
        assert find_open_desk(state.workbook) == ""
