"""Who may ask the desk's page for what, over a real socket; all else is refused, and nobody waits for anybody."""

from __future__ import annotations

import os
import socket
import stat
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.desk import requests
from tests.desk.fake import FakeDesk, as_desk, run_sample
from tests.desk.requests import BEAT, connected, get, post, send
from turnabout_sheets.desk import local_server
from turnabout_sheets.desk import server as module
from turnabout_sheets.desk.local_server import write_redirect
from turnabout_sheets.desk.server import MOST_STREAMS, DeskServer, serve

# --- what is shown ---


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> FakeDesk:
    return FakeDesk(run_sample("in-progress", tmp_path_factory.mktemp("desk")))


@pytest.fixture(scope="module")
def server(desk: FakeDesk) -> Iterator[DeskServer]:
    with serve(as_desk(desk), heartbeat=BEAT) as served:
        yield served


def test_the_page_is_at_the_address_that_is_told(server: DeskServer) -> None:
    """Desk 1.3: what is printed leads there, and leaves a cookie of this port behind."""
    assert server.name.startswith("127.0.0.1:")
    assert server.address == f"http://{server.name}/?token={server.token}"
    told = send(server, [f"GET /?token={server.token} HTTP/1.1", f"Host: {server.name}"])
    assert (told.status, told.headers["Location"]) == (303, "/")
    assert told.headers["Set-Cookie"] == f"{server.cookie}={server.token}; HttpOnly; SameSite=Lax; Path=/"
    assert server.cookie == f"turnabout-{server.server_address[1]}"
    told = get(server, "")
    assert told.status == 200
    assert "Print the pages of round 3" in told.text


def test_no_token_is_like_another(desk: FakeDesk, server: DeskServer) -> None:
    with serve(as_desk(desk)) as other:
        assert other.token != server.token
        assert len(other.token) >= 32


STRICT = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@pytest.mark.parametrize("name", ["", "?token=no", "live", "again", "prints/index.html", "do/pair", "nothing"])
def test_every_answer_has_the_strict_headers(server: DeskServer, name: str) -> None:
    headers = get(server, name).headers
    assert {**headers, **STRICT} == headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "Server" not in headers


def test_the_page_lets_in_its_own_script_and_style_by_a_word_that_is_new_each_time(server: DeskServer) -> None:
    policies = set()
    for _ in range(2):
        told = get(server, "")
        policy = told.headers["Content-Security-Policy"]
        nonce = policy.split("script-src 'nonce-")[1].split("'")[0]
        assert told.text.count(f'nonce="{nonce}"') == 2
        assert "unsafe" not in policy
        policies.add(policy)
    assert len(policies) == 2


def test_a_page_to_be_printed_runs_no_script_where_it_could_give_orders(server: DeskServer) -> None:
    framed = get(server, "prints/round-03.html", "Sec-Fetch-Dest: iframe")
    assert framed.status == 200
    assert 'class="slip' in framed.text
    policy = framed.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-same-origin allow-modals; default-src 'none';")
    assert "script" not in policy


@pytest.mark.parametrize("more", [(), ("Sec-Fetch-Dest: document",), ("Sec-Fetch-Dest: script",)])
def test_a_page_to_be_read_runs_scripts_only_in_an_origin_of_its_own(server: DeskServer, more: tuple[str, ...]) -> None:
    policy = get(server, "prints/round-03.html", *more).headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts allow-modals allow-popups; default-src 'none';")


def test_a_page_that_runs_apart_learns_only_that_the_desk_is_there(server: DeskServer) -> None:
    lines = ["GET /prints/screen.html HTTP/1.1", f"Host: {server.name}", "Origin: null"]
    told = send(server, lines)
    assert (told.status, told.text, told.headers["Access-Control-Allow-Origin"]) == (204, "", "null")


# --- who is refused ---


@pytest.mark.parametrize("path", ["/", "/live", "/events", "/prints/round-03.html", "/match/3/7", "/?token=no", "*"])
@pytest.mark.parametrize("given", ["", "{cookie}=", "{cookie}={cut}", "{cookie}={upper}", "turnabout={token}", "é"])
def test_without_the_token_nothing_is_given(server: DeskServer, path: str, given: str) -> None:
    """Desk 1.3."""
    token = server.token
    cookie = given.format(cookie=server.cookie, token=token, cut=token[:-1], upper=token.swapcase())
    told = send(server, [f"GET {path} HTTP/1.1", f"Host: {server.name}", f"Cookie: {cookie}", "Accept-Language: de"])
    assert (told.status, told.text.split()[0]) == (403, "Kopieren")
    own = [f"Host: {server.name}", f"Origin: http://{server.name}", f"Cookie: {cookie}"]
    assert send(server, ["POST /do/pair HTTP/1.1", *own]).status == 403


@pytest.mark.parametrize(
    "host",
    [
        None,
        "evil.example",
        "localhost:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "{name}.evil.example",
        "{name}\r\nHost: evil.example",
    ],
)
def test_under_another_name_nothing_is_given(server: DeskServer, host: str | None) -> None:
    """A page elsewhere can give its own name this computer's address; the browser then sends that name (desk 1.3)."""
    named = [] if host is None else [f"Host: {host.format(name=server.name, port=server.server_address[1])}"]
    assert send(server, [f"GET /?token={server.token} HTTP/1.1", *named]).status == 403


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "http://127.0.0.1",
        "https://{name}",
        "http://localhost:{port}",
        "http://{name}\r\nOrigin: null",
    ],
)
def test_another_page_gives_no_orders(server: DeskServer, desk: FakeDesk, origin: str) -> None:
    named = origin.format(name=server.name, port=server.server_address[1])
    for order in ("pair", "enter", "person", "move", "undo"):
        assert post(server, order, origin=named, table="1 a 12 b 7", round=3).status == 403
    assert post(server, "pair", "Sec-Fetch-Site: same-site").status == 403
    assert desk.rests == 0


@pytest.mark.parametrize("name", ["do/go-back", "do/pair", "do/printed"])
def test_nothing_is_done_by_looking(server: DeskServer, desk: FakeDesk, name: str) -> None:
    assert get(server, name).status == 404
    assert desk.rests == 0


@pytest.mark.parametrize("name", ["", "run", "pair/", "../live", "../do/pair"])
def test_nothing_else_is_done(server: DeskServer, name: str) -> None:
    assert post(server, name).status == 404


@pytest.mark.parametrize("method", ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "BREW"])
def test_other_methods_are_none(server: DeskServer, method: str) -> None:
    told = send(server, [f"{method} / HTTP/1.1", f"Host: {server.name}", requests.cookie(server)])
    assert (told.status, told.text) == (501, "501 Not Implemented\n")


@pytest.mark.parametrize(
    "name",
    [
        "prints/../in-progress.xlsx",
        "prints/%2e%2e/in-progress.xlsx",
        "prints/..%2fin-progress.xlsx",
        "prints/..%5cin-progress.xlsx",
        "prints/%2fetc%2fpasswd",
        "prints//etc/passwd",
        "prints/",
        "prints/.",
        "prints/sub/round-03.html",
        "prints/round-03.html%00.html",
        "prints/round-03.html/",
        "prints/mine.html",
        "prints/notes.txt",
        "prints/link.html",
        "../in-progress.xlsx",
        "PRINTS/round-03.html",
    ],
)
def test_of_all_files_only_pages_of_ours_in_the_folder_of_prints_are_given(
    server: DeskServer, desk: FakeDesk, name: str
) -> None:
    folder = desk.state.workbook.with_name("in-progress prints")
    (folder / "mine.html").write_text("<p>mine</p>")
    (folder / "notes.txt").write_text("notes")
    (folder / "sub").mkdir(exist_ok=True)
    (folder / "sub" / "round-03.html").write_bytes((folder / "round-03.html").read_bytes())
    link = folder / "link.html"
    with suppress(OSError):  # it is there already, or the system lets nobody make links
        link.symlink_to(desk.state.workbook)
    assert get(server, name).status == 404


# --- what a browser is started with ---


@pytest.mark.skipif(os.name == "nt", reason="no modes there")
def test_a_browser_is_started_with_a_file_that_only_the_user_can_read(
    desk: FakeDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Desk 1.3."""
    monkeypatch.setattr(local_server, "open_cache", lambda _: tmp_path)
    with serve(as_desk(desk)) as server:
        started = write_redirect(server.address)
        assert server.token not in started
        (file,) = tmp_path.glob("open-*")
        assert (file.as_uri(), stat.S_IMODE(file.stat().st_mode)) == (started, 0o600)
        assert f"url={server.address}" in file.read_text("utf-8")
    assert not file.exists()


def test_where_no_file_can_be_written_a_browser_is_started_with_the_address(
    server: DeskServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_server, "open_cache", lambda _: None)
    assert write_redirect(server.address) == server.address


# --- what is too much ---


@pytest.mark.parametrize("length", ["100000", "1000000000000", "x", "-1"])
def test_an_order_that_is_too_long_is_refused_before_it_is_read(
    server: DeskServer, desk: FakeDesk, length: str
) -> None:
    own = [f"Host: {server.name}", f"Origin: http://{server.name}", requests.cookie(server)]
    assert send(server, ["POST /do/pair HTTP/1.1", *own, f"Content-Length: {length}"]).status == 413
    assert desk.rests == 0


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["GET /" + 70_000 * "x" + " HTTP/1.1"], 414),
        (["GET / HTTP/1.1", "X: " + 70_000 * "x"], 431),
        (["GET / HTTP/1.1", *(f"X{n}: y" for n in range(200))], 431),
        (["<script> / HTTP/x"], 400),
        (["GET / HTTP/9.9"], 505),
    ],
    ids=["address", "header", "headers", "nonsense", "version"],
)
def test_what_is_no_request_is_refused_without_repeating_it(server: DeskServer, lines: list[str], status: int) -> None:
    told = send(server, lines)
    assert told.status == status
    assert "script" not in told.text


def test_who_is_slow_keeps_nobody_waiting(server: DeskServer) -> None:
    with connected(server) as silent, connected(server) as slow:
        slow.sendall(b"GET /")
        assert get(server, "live").status == 200
        slow.setblocking(False)
        with pytest.raises(BlockingIOError):
            slow.recv(100)  # it is not given up yet
        silent.close()


def test_who_is_silent_for_too_long_is_given_up(server: DeskServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module._Handler, "timeout", 0.05)
    with connected(server) as slow:
        slow.sendall(b"GET /")
        assert slow.recv(100) == b""


def test_who_goes_away_leaves_no_trace(server: DeskServer, capfd: pytest.CaptureFixture[str]) -> None:
    for sent in (
        b"",
        b"GET /",
        f"GET /events HTTP/1.1\r\nHost: {server.name}\r\n{requests.cookie(server)}\r\n\r\n".encode(),
    ):
        with connected(server) as connection:
            connection.setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("hh" if os.name == "nt" else "ii", 1, 0)
            )
            connection.sendall(sent)
    time.sleep(3 * BEAT)
    assert get(server, "live").status == 200
    assert capfd.readouterr() == ("", "")


# --- the stream ---


class Stream:
    """The events of a server as they come."""

    def __init__(self, connection: socket.socket, server: DeskServer) -> None:
        connection.sendall(f"GET /events HTTP/1.1\r\nHost: {server.name}\r\n{requests.cookie(server)}\r\n\r\n".encode())
        self.file = connection.makefile("r", encoding="utf-8", newline="\n")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline().strip():
            pass

    def next(self) -> dict[str, str] | None:
        """Return the fields of the next event; None where the stream has ended."""
        lines = iter(self.file.readline, "")
        fields = dict(line.strip().split(": ", 1) for line in iter(lambda: next(lines, "\n"), "\n"))
        return fields or None


def test_the_stream_says_the_number_at_once_and_whenever_it_changes(desk: FakeDesk, server: DeskServer) -> None:
    """Desk 1.1."""
    with connected(server) as connection:
        stream = Stream(connection, server)
        first = desk.state.number
        assert stream.next() == {"event": "message", "id": str(first), "data": str(first)}
        desk.show()
        while (event := stream.next()) == {"event": "beat", "data": str(first)}:
            pass
        assert event == {"event": "message", "id": str(first + 1), "data": str(first + 1)}


def test_the_stream_says_that_the_desk_is_there_when_there_is_nothing_new(server: DeskServer) -> None:
    with connected(server) as connection:
        stream = Stream(connection, server)
        stream.next()
        beat = stream.next()
        assert beat is not None
        assert beat["event"] == "beat"


def test_the_stream_ends_with_the_server(desk: FakeDesk) -> None:
    with serve(as_desk(desk), heartbeat=60) as server, connected(server) as connection:
        stream = Stream(connection, server)
        stream.next()
        server.shutdown()
        server.server_close()
        assert stream.next() is None


def test_one_page_too_many_is_told_to_ask_again(desk: FakeDesk) -> None:
    with serve(as_desk(desk), heartbeat=BEAT) as server, ExitStack() as stack:
        streams = [Stream(stack.enter_context(connected(server)), server) for _ in range(MOST_STREAMS + 1)]
        assert [stream.status for stream in streams] == [200] * MOST_STREAMS + [204]


def test_whether_a_page_is_open_is_known(desk: FakeDesk) -> None:
    with serve(as_desk(desk), heartbeat=BEAT) as server:
        assert not server.was_opened
        with connected(server) as connection:
            stream = Stream(connection, server)
            stream.next()
            assert server.was_opened
            time.sleep(3 * BEAT)
            assert server.is_open()
            stream.file.close()
        end = time.monotonic() + 60
        while server.is_open() and time.monotonic() < end:
            time.sleep(BEAT)
        assert not server.is_open()


def test_a_page_that_cannot_be_read_is_not_there(server: DeskServer, desk: FakeDesk) -> None:
    folder: Path = desk.state.workbook.with_name("in-progress prints")
    moved = folder.rename(folder.with_name("elsewhere"))
    assert get(server, "prints/round-03.html").status == 404
    moved.rename(folder)
