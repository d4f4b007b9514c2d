"""A local server: pages on this computer's own address, for the user who is logged in; who may ask, and the answers.

Everything on the computer can ask here, and every page in a browser too. So the printed address has a token, which
becomes a cookie; a request without it, one that calls this computer by another name, and an order from another page are
refused. A browser is started with a file that only the user can read and that leads on to the address: the list of
processes, which all users see, shows no token.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from threading import Thread
from typing import Any, Final, NamedTuple, Self
from urllib.parse import parse_qs, parse_qsl, urlsplit

from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.file_names import as_utf8
from turnabout_sheets.desk.sentences import Form, Reply
from turnabout_sheets.prints.words import pick_words

HOST: Final = "127.0.0.1"

PATIENCE: Final = 10.0
"""Seconds that a connection may be silent."""

HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"

NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The policy of whatever needs nothing."""

_OF_PAGE: Final = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; frame-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Answer(NamedTuple):
    """What is sent back."""

    text: bytes
    kind: str = HTML
    policy: str = NOTHING  # for a browser that shows it
    status: HTTPStatus = HTTPStatus.OK
    headers: tuple[tuple[str, str], ...] = ()


class RefusalError(Exception):
    """Something is asked for that is not given; no more needs to be told than the status."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class LoopbackServer(ThreadingHTTPServer):
    """Answers at ``address``; each who asks has a thread, so that nobody waits for a slow one."""

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"  # there, it would let another program in at the same port
    max_bytes = 99_999
    """The bytes that an order may have: a result needs a hundred."""

    def __init__(self, handler: type[LoopbackHandler]) -> None:
        super().__init__((HOST, 0), handler)
        self.token = secrets.token_urlsafe(24)
        self.name = f"{HOST}:{self.server_address[1]}"
        # A cookie goes to all ports of a computer.
        self.cookie = f"turnabout-{self.server_address[1]}"

    @property
    def address(self) -> str:
        """Where the page is, with the token."""
        return f"http://{self.name}/?token={self.token}"

    def is_token(self, given: str) -> bool:
        """Return whether a token is this server's, in a time that tells nothing of it."""
        return secrets.compare_digest(given.encode(), self.token.encode())

    def server_bind(self) -> None:
        """Take a free port, alone."""
        if sys.platform == "win32":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        TCPServer.server_bind(self)  # that of `HTTPServer` asks the network for a name, which may take long

    def server_close(self) -> None:
        """Close the port; nothing leads here any more."""
        super().server_close()
        if file := _find_redirect(self.address):
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over whoever went away or fell silent in the middle."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    @contextmanager
    def at_work(self) -> Iterator[Self]:
        """Answer as long as the context lasts."""
        thread = Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.shutdown()
            self.server_close()
            thread.join()


def write_redirect(address: str) -> str:
    """Write a file that leads to the page at an ``address``, and return the address of the file.

    A browser is started with it. Where it cannot be written, it is started with the page.
    """
    file = _find_redirect(address)
    if file is None:
        return address
    write_private(
        file, f'<!doctype html><meta http-equiv="refresh" content="0; url={address}"><title>Turnabout</title>'
    )
    return file.as_uri() if file.exists() else address


def _find_redirect(address: str) -> Path | None:
    folder = open_cache("desks")
    return folder / f"open-{urlsplit(address).port}.html" if folder is not None else None


def write_private(file: Path, text: str) -> None:
    """Write a file that only the user can read; where it cannot be written, there is none."""
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)
        file.touch(0o600, exist_ok=False)
        file.write_text(text, "utf-8")


class LoopbackHandler(BaseHTTPRequestHandler):
    """Answers who has the cookie, and whose order comes from a page of ours: a page of its kind has `show` and `do`.

    Both are asked for something by its name; they raise a `RefusalError` for what is not given.
    """

    server: LoopbackServer
    timeout = PATIENCE
    default_request_version = "HTTP/1.0"  # what is older knows no headers, and so no policy

    def show(self, wanted: str) -> Answer | None:
        """Return what is looked at; None where it is sent already."""
        raise NotImplementedError

    def do(self, wanted: str, form: Form) -> Reply:
        """Carry an order out, and return what it has come to."""
        raise NotImplementedError

    def do_GET(self) -> None:
        """Answer who looks."""
        self._answer(self._show)

    def do_POST(self) -> None:
        """Answer who gives an order."""
        self._answer(self._do)

    def _show(self) -> Answer | None:
        asked, server = urlsplit(self.path), self.server
        if server.is_token(parse_qs(asked.query).get("token", [""])[0]):
            cookie = f"{server.cookie}={server.token}; HttpOnly; SameSite=Lax; Path=/"
            leads = ("Location", "/"), ("Set-Cookie", cookie)
            return Answer(b"", TEXT, status=HTTPStatus.SEE_OTHER, headers=leads)
        if self._has_cookie():
            return self.show(asked.path.removeprefix("/"))
        if self.headers.get("Origin") == "null":
            # A page of the prints, which runs apart from ours and so without the cookie, looks whether we are there.
            alone = (("Access-Control-Allow-Origin", "null"),)
            return Answer(b"", TEXT, status=HTTPStatus.NO_CONTENT, headers=alone)
        w = pick_words(self.headers.get("Accept-Language", ""))
        return Answer(f"{w('desk.no_cookie')}\n".encode(), TEXT, status=HTTPStatus.FORBIDDEN)

    def _do(self) -> Answer:
        is_own = self.headers.get_all("Origin") == [f"http://{self.server.name}"]
        if not is_own or not self._has_cookie() or self.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            raise RefusalError(HTTPStatus.FORBIDDEN)
        return as_data(self.do(self.path.removeprefix("/do/"), self._read_form())._asdict())

    def _has_cookie(self) -> bool:
        cookies = [each.strip().partition("=") for each in self.headers.get("Cookie", "").split(";")]
        return any(name == self.server.cookie and self.server.is_token(value) for name, _, value in cookies)

    def _read_form(self) -> Form:
        length = self.headers.get("Content-Length", "0")
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > self.server.max_bytes:
            raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return dict(parse_qsl(self.rfile.read(int(length)).decode("ascii", "replace"), keep_blank_values=True))

    def _answer(self, find: Callable[[], Answer | None]) -> None:
        try:
            if self.headers.get_all("Host") != [self.server.name]:
                raise RefusalError(HTTPStatus.FORBIDDEN)
            answer = find()
        except RefusalError as refusal:
            self.send_error(refusal.status)
        else:
            if answer is not None:
                self.send_head(answer)
                self.wfile.write(answer.text)

    def send_head(self, answer: Answer) -> None:
        """Send what stands before a text."""
        self.send_response_only(answer.status)
        own = {"Content-Type": answer.kind, "Content-Security-Policy": answer.policy}
        for name, value in (*own.items(), *_HEADERS.items(), *answer.headers):
            self.send_header(name, value)
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is asked, without a word of it: it may be anything."""
        status = HTTPStatus(code)
        answer = Answer(f"{status.value} {status.phrase}\n".encode(), TEXT, status=status)
        self.send_head(answer)
        self.wfile.write(answer.text)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the screen is for the organizer."""


def as_page(make: Callable[[str], bytes]) -> Answer:
    """Return a page of ours, made with the word (its nonce) that lets its own script and style in, and nothing else."""
    nonce = secrets.token_urlsafe(16)
    return Answer(make(nonce), policy=_OF_PAGE.format(nonce=nonce))


def as_data(data: Mapping[str, Any]) -> Answer:
    """Return data as JSON."""
    return Answer(as_utf8(json.dumps(data, ensure_ascii=False)), "application/json")
