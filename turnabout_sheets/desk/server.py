"""The desk's page on this computer's own address: who may ask, what there is, and the stream that says what is new.

Everything on the computer can knock here, and every page in a browser too. So the address holds a token that nobody
guesses; what does not name it, calls this computer by another name, or gives an order from another page is refused.
"""

from __future__ import annotations

import json
import re
import secrets
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import unquote

from turnabout_sheets.desk.actions import Buttons, Reply
from turnabout_sheets.desk.entry import Entries, EntryReply, read_order
from turnabout_sheets.desk.page import render_live_part, render_page

if TYPE_CHECKING:
    from turnabout_sheets.desk.loop import Desk

HOST: Final = "127.0.0.1"

HEARTBEAT: Final = 10.0
"""Seconds after which an open page hears that the desk is still there; after two without it says that it is not."""

PATIENCE: Final = 10
"""Seconds that somebody who asks may be silent."""

MOST_STREAMS: Final = 5
"""So many pages are told at once what is new; one more asks from time to time. A browser has six connections."""

_HEADERS: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The policy of whatever needs nothing."""

_OF_PAGE: Final = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; frame-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_LETS_PRINT: Final = (
    "sandbox allow-same-origin allow-modals; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The policy of a page of the prints in a frame of ours, which has it printed: no script of its own runs."""

_LETS_READ: Final = (
    "sandbox allow-scripts allow-modals allow-popups; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The policy of such a page in a tab of its own. A stranger's template may have made it, so that its scripts, if it
has any, run where they can give no orders here: in an origin of their own."""

_HTML: Final = "text/html; charset=utf-8"
_TEXT: Final = "text/plain; charset=utf-8"

_LENGTH: Final = re.compile("[0-9]{1,5}")
"""The bytes that an order may have: a result needs a hundred."""


class Answer(NamedTuple):
    """What is sent back: the bytes of a text of a kind, and the policy for a browser that shows it."""

    text: bytes
    kind: str = _HTML
    policy: str = _NOTHING
    status: HTTPStatus = HTTPStatus.OK


class RefusalError(Exception):
    """Something is asked for that is not given; nobody who may ask needs to be told more than the status."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class DeskServer(ThreadingHTTPServer):
    """Shows a desk at ``address``; each who asks has a thread, so that nobody waits for somebody who is slow."""

    daemon_threads = True
    allow_reuse_address = False  # on Windows, it would let another program in at the same port

    def __init__(self, desk: Desk, heartbeat: float = HEARTBEAT) -> None:
        super().__init__((HOST, 0), _Handler)
        self.desk, self.heartbeat = desk, heartbeat
        self.buttons, self.entries = Buttons(desk), Entries(desk)
        self.token = secrets.token_urlsafe(24)
        self.name = f"{HOST}:{self.server_address[1]}"
        self.was_opened = False
        self._streams: set[socket.socket] = set()
        self._last_seen = monotonic()
        self._lock = Lock()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{self.name}/{self.token}/"

    def is_open(self) -> bool:
        """Say whether a page is open somewhere; one that is closed, or just loaded anew, counts for two heartbeats."""
        with self._lock:
            return bool(self._streams) or monotonic() - self._last_seen < 2 * self.heartbeat

    @contextmanager
    def stream_to(self, connection: socket.socket) -> Iterator[bool]:
        """Count a page that is told what is new as long as it is; False: there are too many."""
        with self._lock:
            there = len(self._streams) < MOST_STREAMS
            if there:
                self._streams.add(connection)
            self.was_opened = True
        try:
            yield there
        finally:
            with self._lock:
                self._streams.discard(connection)
                self._last_seen = monotonic()

    def server_bind(self) -> None:
        """Take a free port, alone."""
        if sys.platform == "win32":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        TCPServer.server_bind(self)  # that of `HTTPServer` asks the network for a name, which may take long

    def server_close(self) -> None:
        """Close the port, and all streams, so that open pages know at once."""
        super().server_close()
        with self._lock:
            for connection in self._streams:
                with suppress(OSError):  # its page has gone
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over whoever went away or fell silent in the middle."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


@contextmanager
def serve(desk: Desk, heartbeat: float = HEARTBEAT) -> Iterator[DeskServer]:
    """Show a desk on a page as long as the context lasts; the server says where."""
    server = DeskServer(desk, heartbeat)
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: DeskServer
    timeout = PATIENCE
    default_request_version = "HTTP/1.0"  # what is older knows no headers, and so no policy

    def do_GET(self) -> None:
        self._answer(self._show)

    def do_POST(self) -> None:
        self._answer(self._do)

    def _answer(self, find: Callable[[str], Answer | None]) -> None:
        """Send what ``find`` returns for what is asked, by its name behind the token."""
        try:
            answer = find(self._require_token())
        except RefusalError as refusal:
            self.send_error(refusal.status)
        else:
            if answer is not None:
                self._send(answer)

    def _require_token(self) -> str:
        token, _, wanted = self.path.removeprefix("/").partition("/")
        known = secrets.compare_digest(token.encode(), self.server.token.encode())
        if not known or self.headers.get_all("Host") != [self.server.name]:
            raise RefusalError(HTTPStatus.FORBIDDEN)
        return wanted

    def _show(self, wanted: str) -> Answer | None:
        folder, _, name = wanted.rpartition("/")
        if folder == "prints":
            return self._show_paper(self.server.buttons.show_print(unquote(name)))
        if folder.startswith("match/"):
            return _as_data(self.server.entries.show_match(folder.removeprefix("match/"), name))
        if wanted not in _SHOWN:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        return _SHOWN[wanted](self)

    def _show_page(self) -> Answer:
        nonce = secrets.token_urlsafe(16)
        page = render_page(self.server.desk.state, self.server.buttons.find_undo(), nonce, self.server.heartbeat)
        return Answer(page, policy=_OF_PAGE.format(nonce=nonce))

    def _show_live_part(self) -> Answer:
        return Answer(render_live_part(self.server.desk.state, self.server.buttons.find_undo()))

    def _show_again(self) -> Answer:
        return self._show_paper(self.server.buttons.show_again())

    def _show_paper(self, page: bytes | None) -> Answer:
        if page is None:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        is_framed = self.headers.get("Sec-Fetch-Dest") == "iframe"
        return Answer(page, policy=_LETS_PRINT if is_framed else _LETS_READ)

    def _stream(self) -> Answer | None:
        """Say the number of the state whenever there is a new one, and that the desk is there when there is none."""
        with self.server.stream_to(self.connection) as there:
            if not there:
                return Answer(b"", _TEXT, status=HTTPStatus.NO_CONTENT)
            self._send_head(Answer(b"", "text/event-stream"))
            state, told = self.server.desk.state, -1
            while True:
                number = state.number
                news = f"event: message\nid: {number}\ndata: {number}\nretry: 1000\n\n"
                self.wfile.write((f"event: beat\ndata: {number}\n\n" if number == told else news).encode())
                state, told = self.server.desk.wait_for_newer(number, self.server.heartbeat), number

    def _do(self, wanted: str) -> Answer:
        if self.headers.get_all("Origin") != [f"http://{self.server.name}"]:
            raise RefusalError(HTTPStatus.FORBIDDEN)
        if wanted not in _DONE:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        return _as_data(_DONE[wanted](self)._asdict())

    def _enter(self) -> EntryReply:
        length = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json" or not _LENGTH.fullmatch(length):
            raise RefusalError(HTTPStatus.BAD_REQUEST)
        try:
            order = read_order(self.rfile.read(int(length)))
        except ValueError as error:
            raise RefusalError(HTTPStatus.BAD_REQUEST) from error
        return self.server.entries.enter(order)

    def _take_back(self) -> EntryReply:
        self._require_no_body()
        return self.server.entries.take_back()

    def _press(self, button: Callable[[Buttons], Reply]) -> Reply:
        self._require_no_body()
        return button(self.server.buttons)

    def _require_no_body(self) -> None:
        """Refuse an order that is not all in its name."""
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def _send(self, answer: Answer) -> None:
        self._send_head(answer)
        self.wfile.write(answer.text)

    def _send_head(self, answer: Answer) -> None:
        self.send_response_only(answer.status)
        for name, value in {"Content-Type": answer.kind, "Content-Security-Policy": answer.policy, **_HEADERS}.items():
            self.send_header(name, value)
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is asked, without a word of it: it may be anything."""
        status = HTTPStatus(code)
        self._send(Answer(f"{status.value} {status.phrase}\n".encode(), _TEXT, status=status))

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the screen is for the organizer."""


def _as_data(data: Mapping[str, Any]) -> Answer:
    return Answer(json.dumps(data).encode(), "application/json")


_SHOWN: Final[Mapping[str, Callable[[_Handler], Answer | None]]] = {
    "": _Handler._show_page,
    "live": _Handler._show_live_part,
    "again": _Handler._show_again,
    "events": _Handler._stream,
}
"""What is shown, by its name behind the token; and the files in ``prints/``, and of a round and table ``match/3/7``."""

_DONE: Final[Mapping[str, Callable[[_Handler], Reply | EntryReply]]] = {
    "do/printed": partial(_Handler._press, button=Buttons.note_printed),
    "do/undo": partial(_Handler._press, button=Buttons.undo),
    "do/pair": partial(_Handler._press, button=Buttons.pair),
    "do/anew": partial(_Handler._press, button=Buttons.pair_anew),
    "do/go-on": partial(_Handler._press, button=Buttons.go_on),
    "do/open-folder": partial(_Handler._press, button=Buttons.open_folder),
    "do/enter": _Handler._enter,
    "do/take-back": _Handler._take_back,
}
"""What is done, by its name."""
