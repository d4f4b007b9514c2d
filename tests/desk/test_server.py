"""Who may ask the desk's page for what, over a real socket; all else is refused, and nobody waits for anybody."""

from __future__ import annotations

import hmac
import os
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import CDLL
from pathlib import Path

import pytest

from tests.desk import requests
from tests.desk.fake import FakeDesk, as_desk, run_sample
from tests.desk.requests import BEAT, Told, connected, get, post, send
from turnabout_sheets.desk import local_server
from turnabout_sheets.desk import server as module
from turnabout_sheets.desk.server import MOST_STREAMS, DeskServer, serve

# --- what is shown ---


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> FakeDesk:
    return FakeDesk(run_sample("in-progress", tmp_path_factory.mktemp("desk")))


@pytest.fixture
def server(desk: FakeDesk) -> Iterator[DeskServer]:
    with serve(as_desk(desk), heartbeat=BEAT) as served:
        yield served


def test_the_page_is_at_the_address_that_is_told(server: DeskServer) -> None:
    assert server.address == f"http://{server.name}/{server.token}/"
    assert server.name.startswith("127.0.0.1:")
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


@pytest.mark.parametrize("name", ["", "live", "again", "prints/index.html", "do/undo", "nothing"])
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
    told = get(server, "prints/round-03.html", *more)
    assert (told.status, told.headers["Location"]) == (303, f"/{server.pages_token}/round-03.html")
    page = send(server, [f"GET {told.headers['Location']} HTTP/1.1", f"Host: {server.name}", *more])
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts allow-modals allow-popups; default-src 'none';")


@pytest.mark.parametrize("name", ["", "live", "again", "events", "ticket", "prints/round-03.html", "match/3/7"])
def test_who_has_only_seen_the_address_of_a_page_sees_nothing_but_pages(server: DeskServer, name: str) -> None:
    """A screen for the hall loads itself anew all day, and its address is read by everybody."""
    lines = [f"GET /{server.pages_token}/{name} HTTP/1.1", f"Host: {server.name}"]
    assert send(server, lines).status == 404


def test_who_has_only_seen_the_address_of_a_page_gives_no_orders(server: DeskServer, desk: FakeDesk) -> None:
    own = [f"Host: {server.name}", f"Origin: http://{server.name}"]
    assert send(server, [f"POST /{server.pages_token}/do/undo HTTP/1.1", *own]).status == 403
    assert desk.paused_times == 0


# --- who is refused ---


@pytest.mark.parametrize(
    "path", ["/", "/x/", "/{token}x/", "/{cut}/", "/{upper}/", "//", "/é/", "/favicon.ico", "*", "http://{name}/"]
)
def test_without_the_token_nothing_is_given(server: DeskServer, path: str) -> None:
    """Desk 1.3."""
    token = server.token
    named = path.format(token=token, cut=token[:-1], upper=token.swapcase(), name=server.name)
    told = send(server, [f"GET {named} HTTP/1.1", f"Host: {server.name}"])
    assert (told.status, told.text) == (403, "403 Forbidden\n")


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
    assert send(server, [f"GET /{server.token}/ HTTP/1.1", *named]).status == 403


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
    assert post(server, "do/undo", origin=named).status == 403
    assert desk.paused_times == 0


@pytest.mark.parametrize("name", ["do/undo", "do/open-folder", "do/printed"])
def test_nothing_is_done_by_looking(server: DeskServer, desk: FakeDesk, name: str) -> None:
    assert get(server, name).status == 404
    assert desk.paused_times == 0


@pytest.mark.parametrize("name", ["do/", "do/run", "", "live", "do/undo/", "do/../do/undo"])
def test_nothing_else_is_done(server: DeskServer, name: str) -> None:
    assert post(server, name).status == 404


@pytest.mark.parametrize("method", ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "BREW"])
def test_other_methods_are_none(server: DeskServer, method: str) -> None:
    told = send(server, [f"{method} /{server.token}/ HTTP/1.1", f"Host: {server.name}"])
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
        "prints/round-03.html?x",
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


def knock(server: DeskServer, ticket: str, *more: str) -> Told:
    path = ticket.removeprefix(f"http://{server.name}")
    return send(server, [f"GET {path} HTTP/1.1", f"Host: {server.name}", *more])


def test_a_ticket_leads_to_the_page_once(server: DeskServer) -> None:
    """Desk 1.3."""
    ticket = server.make_ticket()
    assert server.token not in ticket
    told = knock(server, ticket)
    assert (told.status, told.headers["Location"]) == (303, f"/{server.token}/")
    assert {**told.headers, **STRICT} == told.headers
    again = knock(server, ticket, "Accept-Language: de")
    assert again.status == 403
    assert again.text.startswith("Diese Adresse galt nur einmal")
    assert server.token not in f"{again}"


def test_a_ticket_is_not_good_for_long(server: DeskServer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert local_server.TICKET_LASTS == 10
    monkeypatch.setattr(local_server, "TICKET_LASTS", -0.001)
    assert knock(server, server.make_ticket()).status == 403


@pytest.mark.parametrize("more", ["x", "", "x/y"])
def test_there_are_no_other_tickets(server: DeskServer, more: str) -> None:
    ticket = server.make_ticket()
    assert knock(server, f"{ticket}{more or '/'}").status == 403
    assert knock(server, f"/ticket/{more}").status == 403
    assert knock(server, ticket).status == 303


def test_a_ticket_is_not_taken_under_another_name(server: DeskServer) -> None:
    ticket = server.make_ticket()
    path = ticket.removeprefix(f"http://{server.name}")
    assert send(server, [f"GET {path} HTTP/1.1", "Host: evil.example"]).status == 403
    assert send(server, [f"POST {path} HTTP/1.1", f"Host: {server.name}"]).status == 403
    assert knock(server, ticket).status == 303


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="nobody here may act for another user")
def test_another_user_who_reads_a_ticket_in_time_has_nothing_of_it(
    server: DeskServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection belongs to who opens it."""
    ticket, system = server.make_ticket(), CDLL(None)

    @contextmanager
    def connected_as_another(server: DeskServer) -> Iterator[socket.socket]:
        system.setfsuid(65534)
        connection = socket.create_connection(server.server_address[:2], timeout=60)
        system.setfsuid(0)
        with connection:
            yield connection

    with monkeypatch.context() as patch:
        patch.setattr(requests, "connected", connected_as_another)
        assert knock(server, ticket).status == 403
        assert get(server, "live").status == 200, "who has the address may be anybody"
    assert knock(server, ticket).status == 303, "nor is the ticket spoilt"


def test_who_knows_the_token_proves_it_without_a_word_of_it(server: DeskServer) -> None:
    challenge = "0123456789abcdef"
    with connected(server) as connection:
        connection.sendall(f"GET /proof/{challenge} HTTP/1.1\r\nHost: {server.name}\r\n\r\n".encode())
        data = b"".join(iter(lambda: connection.recv(65536), b""))
    key, told = server.token.encode(), f"{server.name} {challenge}".encode()
    assert data.partition(b"\r\n\r\n")[2] == hmac.digest(key, told, "sha256")
    assert key not in data


@pytest.mark.parametrize("challenge", ["", "short", 65 * "x", "with/a/slash/in/it/here", "%00%00%00%00%00%00%00"])
def test_no_other_proof_is_given(server: DeskServer, challenge: str) -> None:
    assert send(server, [f"GET /proof/{challenge} HTTP/1.1", f"Host: {server.name}"]).status == 400


# --- what is too much ---


@pytest.mark.parametrize(
    "more",
    [
        ("Content-Length: 1",),
        ("Content-Length: 1000000000000",),
        ("Content-Length: x",),
        ("Transfer-Encoding: chunked",),
    ],
)
def test_an_order_with_a_body_is_refused_before_it_is_read(
    server: DeskServer, desk: FakeDesk, more: tuple[str, ...]
) -> None:
    assert post(server, "do/undo", *more).status == 413
    assert desk.paused_times == 0


def test_a_huge_body_ends_with_the_connection(server: DeskServer) -> None:
    with suppress(ConnectionError):
        post(server, "do/undo", "Content-Length: 20000000", body=bytes(20_000_000))
    assert get(server, "live").status == 200


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


@pytest.mark.parametrize("part", ["head", "data"])
def test_who_asks_byte_by_byte_has_no_longer_for_it(
    server: DeskServer, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 6.10."""
    monkeypatch.setattr(module._Handler, "timeout", 0.3)
    own = f"Host: {server.name}\r\nOrigin: http://{server.name}\r\nContent-Type: application/json\r\n"
    head = f"POST /{server.token}/do/enter HTTP/1.1\r\n{own}Content-Length: 9000\r\n\r\n"
    with connected(server) as slow:
        slow.settimeout(0.05)
        if part == "data":
            slow.sendall(head.encode())
        until, answer = time.monotonic() + 60, None
        while answer is None and time.monotonic() < until:
            with suppress(TimeoutError, BrokenPipeError, ConnectionResetError):
                slow.sendall(b"X")
                answer = slow.recv(100)
    assert answer == b""


def test_an_answer_has_the_whole_time_also_where_the_question_had_none_left(
    server: DeskServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module._Handler, "timeout", 30.0)
    seen: list[float | None] = []
    monkeypatch.setattr(module._Handler, "show", lambda self, wanted: seen.append(self.connection.gettimeout()))
    request = f"GET /{server.token}/ HTTP/1.1\r\nHost: {server.name}\r\n\r\n".encode()
    with connected(server) as slow:
        slow.sendall(request[:9])
        time.sleep(0.1)
        slow.sendall(request[9:])
        slow.recv(100)
    assert seen == [30.0]


def test_who_goes_away_leaves_no_trace(server: DeskServer, capfd: pytest.CaptureFixture[str]) -> None:
    for sent in (b"", b"GET /", f"GET /{server.token}/events HTTP/1.1\r\nHost: {server.name}\r\n\r\n".encode()):
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
        connection.sendall(f"GET /{server.token}/events HTTP/1.1\r\nHost: {server.name}\r\n\r\n".encode())
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


def test_one_page_too_many_is_told_to_ask_again(server: DeskServer) -> None:
    connections = [socket.create_connection(server.server_address[:2], timeout=60) for _ in range(MOST_STREAMS + 1)]
    streams = [Stream(connection, server) for connection in connections]
    assert [stream.status for stream in streams] == [200] * MOST_STREAMS + [204]
    for connection in connections:
        connection.close()


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
