"""The desk's page on this computer's own address: what there is, and the stream that says what is new."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final
from urllib.parse import unquote

from turnabout_sheets.desk.actions import Buttons
from turnabout_sheets.desk.edits import Edits
from turnabout_sheets.desk.entry import enter, show_match
from turnabout_sheets.desk.local_server import (
    TEXT,
    Answer,
    LoopbackHandler,
    LoopbackServer,
    RefusalError,
    as_data,
    as_page,
)
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.page import render_live_part, render_page
from turnabout_sheets.desk.people import move, show_options
from turnabout_sheets.desk.publisher import Publisher
from turnabout_sheets.desk.sentences import Form, Reply
from turnabout_sheets.jobs.outcome import Options

HEARTBEAT: Final = 10.0
"""Seconds after which an open page hears that the desk is still there; after two without it says that it is not."""

MOST_STREAMS: Final = 5
"""How many pages are told at once what is new; one more asks from time to time. A browser has six connections."""

_LETS_PRINT: Final = (
    "sandbox allow-same-origin allow-modals; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The policy of a page of the prints in a frame of ours, which has it printed: no script of its own runs."""

_LETS_READ: Final = (
    "sandbox allow-scripts allow-modals allow-popups; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The policy of such a page in a tab of its own. A stranger's template may have made it, so that its scripts, if it
has any, run where they can give no orders here: in an origin of their own."""


class DeskServer(LoopbackServer):
    """Shows a desk."""

    def __init__(self, desk: Desk, heartbeat: float = HEARTBEAT) -> None:
        self._streams: set[socket.socket] = set()
        self._lock = Lock()
        super().__init__(_Handler)
        self.desk, self.heartbeat = desk, heartbeat
        self.buttons, self.edits = Buttons(desk), Edits(desk)
        self.orders: Mapping[str, Callable[[Form], Reply]] = {
            "printed": self.buttons.note_printed,
            "go-back": self.edits.go_back,
            "go-on": self.buttons.go_on,
            "pair": self.buttons.pair,
            "pair-again": self.buttons.pair_again,
            "archive": self.buttons.archive,
            "open-folder": self.buttons.open_folder,
            "answer": self.buttons.answer,
            "enter": partial(enter, self.edits),
            "person": partial(show_options, self.edits),
            "move": partial(move, self.edits),
            "undo": self.edits.undo,
        }
        self.was_opened = False
        self._last_seen = monotonic()

    def is_open(self) -> bool:
        """Say whether a page is open somewhere; one that is closed, or just reloaded, counts for two heartbeats."""
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

    def server_close(self) -> None:
        """Close the port, and all streams, so that open pages know at once."""
        super().server_close()
        with self._lock:
            for connection in self._streams:
                with suppress(OSError):  # its page has gone
                    connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def open_desk(file: Path, options: Options) -> Iterator[DeskServer]:
    """Keep the desk of a workbook, publish what it comes to where that is asked for, and show it on a page.

    That lasts as long as the context.
    """
    desk = Desk(file)
    publisher = Publisher(desk, options)
    with publisher.at_work() if options.publish or options.then else nullcontext():
        desk.start()
        try:
            with serve(desk) as server:
                yield server
        finally:
            desk.stop()


@contextmanager
def serve(desk: Desk, heartbeat: float = HEARTBEAT) -> Iterator[DeskServer]:
    """Show a desk on a page as long as the context lasts; the server says where."""
    with DeskServer(desk, heartbeat).at_work() as server:
        yield server


class _Handler(LoopbackHandler):
    server: DeskServer

    def show(self, wanted: str) -> Answer | None:
        server, (folder, _, name) = self.server, wanted.rpartition("/")
        state, edits = server.desk.state, server.edits
        if folder == "prints":
            return self._show_paper(server.buttons.show_print(unquote(name)))
        if folder.startswith("match/"):
            return as_data(show_match(state, folder.removeprefix("match/"), name))
        match wanted:
            case "":
                versions, undo = edits.list_versions(), edits.offer_undo()
                return as_page(lambda nonce: render_page(state, versions, nonce, server.heartbeat, undo))
            case "live":
                return Answer(render_live_part(state, edits.list_versions(), edits.offer_undo()))
            case "again":
                return self._show_paper(server.buttons.show_again())
            case "events":
                return self._stream()
        raise RefusalError(HTTPStatus.NOT_FOUND)

    def _show_paper(self, page: bytes | None) -> Answer:
        if page is None:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        is_framed = self.headers.get("Sec-Fetch-Dest") == "iframe"
        return Answer(page, policy=_LETS_PRINT if is_framed else _LETS_READ)

    def _stream(self) -> Answer | None:
        """Say the number of the state whenever there is a new one, and that the desk is there when there is none."""
        with self.server.stream_to(self.connection) as there:
            if not there:
                return Answer(b"", TEXT, status=HTTPStatus.NO_CONTENT)
            self.send_head(Answer(b"", "text/event-stream"))
            state, told = self.server.desk.state, -1
            while True:
                number = state.number
                news = f"event: message\nid: {number}\ndata: {number}\n\n"
                self.wfile.write((f"event: beat\ndata: {number}\n\n" if number == told else news).encode())
                state, told = self.server.desk.wait_for_newer(number, self.server.heartbeat), number

    def do(self, wanted: str, form: Form) -> Reply:
        if wanted not in self.server.orders:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        return self.server.orders[wanted](form)
