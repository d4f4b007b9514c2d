"""Pages on this computer's own address, for whoever sits at it: who may ask, and how it is answered.

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
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

HOST: Final = "127.0.0.1"

PATIENCE: Final = 10
"""Seconds that somebody who asks may be silent."""

HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"

NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The policy of whatever needs nothing."""

_OF_PAGE: Final = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; frame-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_LENGTH: Final = re.compile("[0-9]{1,5}")
"""The bytes that an order may have: a result needs a hundred."""


class Answer(NamedTuple):
    """What is sent back: the bytes of a text of a kind, and the policy for a browser that shows it."""

    text: bytes
    kind: str = HTML
    policy: str = NOTHING
    status: HTTPStatus = HTTPStatus.OK


class RefusalError(Exception):
    """Something is asked for that is not given; nobody who may ask needs to be told more than the status."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class LoopbackServer(ThreadingHTTPServer):
    """Answers at ``address``; each who asks has a thread, so that nobody waits for somebody who is slow."""

    daemon_threads = True
    allow_reuse_address = False  # on Windows, it would let another program in at the same port

    def __init__(self, handler: type[LoopbackHandler]) -> None:
        super().__init__((HOST, 0), handler)
        self.token = secrets.token_urlsafe(24)
        self.name = f"{HOST}:{self.server_address[1]}"

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{self.name}/{self.token}/"

    def server_bind(self) -> None:
        """Take a free port, alone."""
        if sys.platform == "win32":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        TCPServer.server_bind(self)  # that of `HTTPServer` asks the network for a name, which may take long

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over whoever went away or fell silent in the middle."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


S = TypeVar("S", bound=LoopbackServer)


@contextmanager
def at_work(server: S) -> Iterator[S]:
    """Have a server answer as long as the context lasts."""
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class LoopbackHandler(BaseHTTPRequestHandler):
    """Answers who names the token, and whose order comes from a page of ours: a page of its kind has `show` and `do`.

    Both are asked for something by its name behind the token; they raise a `RefusalError` for what is not given.
    """

    server: LoopbackServer
    timeout = PATIENCE
    default_request_version = "HTTP/1.0"  # what is older knows no headers, and so no policy

    def show(self, wanted: str) -> Answer | None:
        """Return what is looked at; None where it is sent already."""
        raise NotImplementedError

    def do(self, wanted: str) -> Answer:
        """Carry an order out, and return what it has come to."""
        raise NotImplementedError

    def do_GET(self) -> None:
        """Answer who looks."""
        self._answer(self.show)

    def do_POST(self) -> None:
        """Answer who gives an order."""
        self._answer(self._do)

    def _do(self, wanted: str) -> Answer:
        if self.headers.get_all("Origin") != [f"http://{self.server.name}"]:
            raise RefusalError(HTTPStatus.FORBIDDEN)
        return self.do(wanted)

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

    def read_data(self) -> bytes:
        """Return the data of an order that has some, as JSON."""
        length = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json" or not _LENGTH.fullmatch(length):
            raise RefusalError(HTTPStatus.BAD_REQUEST)
        return self.rfile.read(int(length))

    def require_no_data(self) -> None:
        """Refuse an order that is not all in its name."""
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def _send(self, answer: Answer) -> None:
        self.send_head(answer)
        self.wfile.write(answer.text)

    def send_head(self, answer: Answer) -> None:
        """Send what stands before a text."""
        self.send_response_only(answer.status)
        for name, value in {"Content-Type": answer.kind, "Content-Security-Policy": answer.policy, **_HEADERS}.items():
            self.send_header(name, value)
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is asked, without a word of it: it may be anything."""
        status = HTTPStatus(code)
        self._send(Answer(f"{status.value} {status.phrase}\n".encode(), TEXT, status=status))

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the screen is for the organizer."""


def as_page(make: Callable[[str], bytes]) -> Answer:
    """Return a page of ours, made with the word (its nonce) that lets its own script and style in, and nothing else."""
    nonce = secrets.token_urlsafe(16)
    return Answer(make(nonce), policy=_OF_PAGE.format(nonce=nonce))


def as_data(data: Mapping[str, Any]) -> Answer:
    """Return data as JSON."""
    return Answer(json.dumps(data).encode(), "application/json")
