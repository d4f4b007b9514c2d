"""Requests to the desk's page."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlencode

from turnabout_sheets.desk.server import DeskServer

BEAT = 0.1
"""Seconds between heartbeats, here."""


@dataclass(frozen=True)
class Told:
    """What came back: the status, the headers by name, and the text."""

    status: int
    headers: dict[str, str]
    text: str


@contextmanager
def connected(server: DeskServer) -> Iterator[socket.socket]:
    with socket.create_connection(server.server_address[:2], timeout=60) as connection:
        yield connection


def send(server: DeskServer, lines: list[str], body: bytes = b"") -> Told:
    """Send a request as it is, and return the answer."""
    with connected(server) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        data = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, text = data.partition(b"\r\n\r\n")
    first, *headers = head.decode("latin-1").split("\r\n")
    return Told(int(first.split()[1]), dict(line.split(": ", 1) for line in headers), text.decode())


def get(server: DeskServer, name: str, *more: str) -> Told:
    return send(server, [f"GET /{name} HTTP/1.1", f"Host: {server.name}", cookie(server), *more])


def post(server: DeskServer, order: str, *more: str, origin: str | None = None, **form: object) -> Told:
    own = [f"Origin: {origin or f'http://{server.name}'}"] if origin != "" else []
    body = urlencode(form).encode()
    lines = [f"POST /do/{order} HTTP/1.1", f"Host: {server.name}", cookie(server), *own, f"Content-Length: {len(body)}"]
    return send(server, [*lines, *more], body)


def cookie(server: DeskServer) -> str:
    return f"Cookie: {server.cookie}={server.token}"
