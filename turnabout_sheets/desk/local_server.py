"""A local server: pages on this computer's own address, for whoever sits at it; who may ask, and how it is answered.

Everything on the computer can knock here, and every page in a browser too. So the address holds a token that nobody
guesses; what does not name it, calls this computer by another name, or gives an order from another page is refused.

Other users of the computer see what a browser is started with. So that is a ticket, which leads to the address once and
for a few seconds. A page that waits for its program asks whoever has the port by then for a proof that they know the
token, before it sends anything that holds it.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedReader, RawIOBase
from pathlib import Path
from socketserver import TCPServer
from threading import Thread
from time import monotonic
from typing import Any, Final, NamedTuple, Self

from turnabout_sheets.core.file_names import as_utf8
from turnabout_sheets.prints.words import pick_words

_TABLES: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
"""All connections, one a line: the second column is the one end, the third the other, the eighth whose the one is."""

_ROOT: Final = 0
"""May do everything in any case; also passes on what a browser asks for that runs outside of a Linux in Windows."""


def is_of_another_user(connection: socket.socket) -> bool:
    """Say whether another user of the computer has made a connection; not where that cannot be known."""
    if sys.platform != "linux":  # under Wine the tables are there, and users are not
        return False
    here, there = connection.getsockname()[1], connection.getpeername()[1]
    owners = set(_list_owners(there, here))
    return bool(owners) and owners.isdisjoint((os.getuid(), _ROOT))


def _list_owners(port: int, to: int) -> Iterator[int]:
    ends = f":{port:04X}", f":{to:04X}"
    for table in _TABLES:
        try:
            lines = table.read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            _, one, other, _, _, _, _, owner, *_ = line.split()
            if one.endswith(ends[0]) and other.endswith(ends[1]):
                yield int(owner)


HOST: Final = "127.0.0.1"

PATIENCE: Final = 10.0
"""Seconds that somebody may be silent who has asked for nothing yet; and that a question may take, with its data."""

TICKET_LASTS: Final = 10.0
"""Seconds in which a browser has to begin with its ticket."""

ADDRESS: Final = re.compile(
    rf"http://(?P<name>{re.escape(HOST)}:(?P<port>[0-9]{{1,5}}))/(?P<token>[A-Za-z0-9_-]{{32,64}})/"
)
"""Where a page is."""

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

_LENGTH: Final = re.compile("[0-9]{1,8}")

LONGEST: Final = 99_999
"""The bytes that an order may have: a result needs a hundred."""

_CHALLENGE: Final = re.compile("[A-Za-z0-9_-]{16,64}")
"""What somebody makes up who asks for a proof."""


def prove(token: str, name: str, challenge: str) -> bytes:
    """Return what shows that somebody who is called ``name`` knows a token, without a word of it."""
    return hmac.digest(token.encode(), f"{name} {challenge}".encode(), "sha256")


class Answer(NamedTuple):
    """What is sent back: the bytes of a text of a kind, and the policy for a browser that shows it.

    With a ``location`` it is a browser that is sent there. ``looks_again``: a page without an origin, as one is that
    runs apart from ours, may look whether there is a newer one, before it loads itself anew and finds nobody there.
    """

    text: bytes
    kind: str = HTML
    policy: str = NOTHING
    status: HTTPStatus = HTTPStatus.OK
    location: str = ""
    looks_again: bool = False


class RefusalError(Exception):
    """Something is asked for that is not given; nobody who may ask needs to be told more than the status."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class LoopbackServer(ThreadingHTTPServer):
    """Answers at ``address``; each who asks has a thread, so that nobody waits for somebody who is slow.

    That is the ``former`` address, so that a page that is open there goes on, if its port is free. Who has the port
    otherwise may have heard the token by now: then both are new.
    """

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"  # there, it would let another program in at the same port

    def __init__(self, handler: type[LoopbackHandler], former: str = "") -> None:
        there = ADDRESS.fullmatch(former)
        try:
            super().__init__((HOST, int(there["port"]) if there else 0), handler)
        except (OSError, OverflowError):
            there = None
            super().__init__((HOST, 0), handler)
        self.token = there["token"] if there else secrets.token_urlsafe(24)
        self.pages_token = prove(self.token, "", "pages").hex()
        self.name = f"{HOST}:{self.server_address[1]}"
        self._tickets: dict[str, float] = {}

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{self.name}/{self.token}/"

    def make_ticket(self) -> str:
        """Return an address that leads to the page once, and not for long; a browser may be started with it."""
        ticket = secrets.token_urlsafe(24)
        self._tickets[ticket] = monotonic() + TICKET_LASTS
        return f"http://{self.name}/ticket/{ticket}"

    def take_ticket(self, ticket: str) -> bool:
        """Say whether a ticket is good; from now on it is not."""
        return monotonic() < self._tickets.pop(ticket, 0.0)

    def server_bind(self) -> None:
        """Take a free port, alone."""
        if sys.platform == "win32":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        TCPServer.server_bind(self)  # that of `HTTPServer` asks the network for a name, which may take long

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


class _Question(RawIOBase):
    """What somebody asks, who may be silent for some seconds first, and then has as many for all of it."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self._connection, self._seconds = connection, seconds
        self._until: float | None = None

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what has come. Raises `TimeoutError`."""
        left = self._seconds if self._until is None else self._until - monotonic()
        if left <= 0:
            raise TimeoutError
        try:
            self._connection.settimeout(left)
            read = self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(self._seconds)  # for the answer
        self._until = self._until or monotonic() + self._seconds
        return read


class LoopbackHandler(BaseHTTPRequestHandler):
    """Answers who names the token, and whose order comes from a page of ours: a page of its kind has `show` and `do`.

    Both are asked for something by its name behind the token; they raise a `RefusalError` for what is not given. Behind
    another token, which gives no orders, are what `show_page` returns: pages that load themselves anew all day.
    """

    server: LoopbackServer
    timeout = PATIENCE
    default_request_version = "HTTP/1.0"  # what is older knows no headers, and so no policy

    def setup(self) -> None:
        """Listen to a question for so long."""
        super().setup()
        self.rfile.close()
        self.rfile = BufferedReader(_Question(self.connection, self.timeout))

    def show(self, wanted: str) -> Answer | None:
        """Return what is looked at; None where it is sent already."""
        raise NotImplementedError

    def show_page(self, wanted: str) -> Answer:
        """Return a page that nobody gives orders on."""
        raise RefusalError(HTTPStatus.NOT_FOUND)

    def do(self, wanted: str) -> Answer:
        """Carry an order out, and return what it has come to."""
        raise NotImplementedError

    def do_GET(self) -> None:
        """Answer who looks."""
        self._answer(
            {
                self.server.token: self.show,
                self.server.pages_token: self.show_page,
                "ticket": self._let_in,
                "proof": self._prove,
            }
        )

    def do_POST(self) -> None:
        """Answer who gives an order."""
        self._answer({self.server.token: self._do})

    def _do(self, wanted: str) -> Answer:
        if self.headers.get_all("Origin") != [f"http://{self.server.name}"]:
            raise RefusalError(HTTPStatus.FORBIDDEN)
        return self.do(wanted)

    def _answer(self, doors: Mapping[str, Callable[[str], Answer | None]]) -> None:
        """Send what is asked for, by its name behind the word that opens one of the ``doors``."""
        word, _, wanted = self.path.removeprefix("/").partition("/")
        try:
            if self.headers.get_all("Host") != [self.server.name]:
                raise RefusalError(HTTPStatus.FORBIDDEN)
            answer = _open(doors, word)(wanted)
        except RefusalError as refusal:
            self.send_error(refusal.status)
        else:
            if answer is not None:
                self._send(answer)

    def _let_in(self, ticket: str) -> Answer:
        """Send on who has a good ticket; another user of the computer may have seen it, and does not spoil it."""
        if not is_of_another_user(self.connection) and self.server.take_ticket(ticket):
            return go_to(f"/{self.server.token}/")
        w = pick_words(self.headers.get("Accept-Language", ""))
        return Answer(f"{w('desk.no_ticket')}\n".encode(), TEXT, status=HTTPStatus.FORBIDDEN)

    def _prove(self, challenge: str) -> Answer:
        if not _CHALLENGE.fullmatch(challenge):
            raise RefusalError(HTTPStatus.BAD_REQUEST)
        return Answer(prove(self.server.token, self.server.name, challenge), "application/octet-stream")

    def read_data(self, most: int = LONGEST) -> bytes:
        """Return the data of an order that has some, as JSON, of at most so many bytes."""
        length = self.headers.get("Content-Length", "")
        is_short = _LENGTH.fullmatch(length) and int(length) <= most
        if self.headers.get_content_type() != "application/json" or not is_short:
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
        if answer.location:
            self.send_header("Location", answer.location)
        if answer.looks_again:
            self.send_header("Access-Control-Allow-Origin", "null")
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is asked, without a word of it: it may be anything."""
        status = HTTPStatus(code)
        self._send(Answer(f"{status.value} {status.phrase}\n".encode(), TEXT, status=status))

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the screen is for the organizer."""


def _open(doors: Mapping[str, Callable[[str], Answer | None]], word: str) -> Callable[[str], Answer | None]:
    """Return what a word opens; how long that takes tells nothing of the words. Raises `RefusalError`."""
    opened = [door for each, door in doors.items() if secrets.compare_digest(each.encode(), word.encode())]
    if not opened:
        raise RefusalError(HTTPStatus.FORBIDDEN)
    return opened[0]


def go_to(location: str) -> Answer:
    """Return what sends a browser elsewhere on this server."""
    return Answer(b"", TEXT, status=HTTPStatus.SEE_OTHER, location=location)


def as_page(make: Callable[[str], bytes]) -> Answer:
    """Return a page of ours, made with the word (its nonce) that lets its own script and style in, and nothing else."""
    nonce = secrets.token_urlsafe(16)
    return Answer(make(nonce), policy=_OF_PAGE.format(nonce=nonce))


def as_data(data: Mapping[str, Any]) -> Answer:
    """Return data as JSON."""
    return Answer(as_utf8(json.dumps(data, ensure_ascii=False)), "application/json")
