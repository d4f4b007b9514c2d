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
from typing import Final, TypeVar
from urllib.parse import unquote

from turnabout_sheets.desk.actions import Answers, Buttons, Choice, Reply, Wanted, read_answer
from turnabout_sheets.desk.before_round_1 import Additions, AddReply, read_marks
from turnabout_sheets.desk.entry import Entries, EntryReply, read_order
from turnabout_sheets.desk.local_server import (
    LONGEST,
    TEXT,
    Answer,
    LoopbackHandler,
    LoopbackServer,
    RefusalError,
    as_data,
    as_page,
    go_to,
)
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.page import render_live_part, render_page
from turnabout_sheets.desk.people import AskedName, BackOrder, MoveOrder, Offered, People, PeopleReply
from turnabout_sheets.desk.player_box import MOST_BYTES, ListReply, read_sent_order
from turnabout_sheets.desk.publisher import Publisher
from turnabout_sheets.desk.remedies import Remedy
from turnabout_sheets.desk.remedying import RemedyButtons
from turnabout_sheets.desk.steps import DescribeFault
from turnabout_sheets.jobs.outcome import Options

HEARTBEAT: Final = 10.0
"""Seconds after which an open page hears that the desk is still there; after two without it says that it is not."""

MOST_STREAMS: Final = 5
"""How many pages are told at once what is new; one more asks from time to time. A browser has six connections."""

T = TypeVar("T")

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

    def __init__(self, desk: Desk, heartbeat: float = HEARTBEAT, former: str = "") -> None:
        self._streams: set[socket.socket] = set()
        self._lock = Lock()
        super().__init__(_Handler, former)
        self.desk, self.heartbeat = desk, heartbeat
        self.buttons, self.entries, self.answers = Buttons(desk), Entries(desk), Answers(desk)
        self.additions, self.remedies, self.people = Additions(desk), RemedyButtons(desk), People(desk)
        self.was_opened = False
        self._last_seen = monotonic()

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

    def server_close(self) -> None:
        """Close the port, and all streams, so that open pages know at once."""
        super().server_close()
        with self._lock:
            for connection in self._streams:
                with suppress(OSError):  # its page has gone
                    connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def open_desk(file: Path, options: Options, describe_fault: DescribeFault, former: str) -> Iterator[DeskServer]:
    """Keep the desk of a workbook, publish what it comes to where that is asked for, and show it on a page.

    That lasts as long as the context. The page is at the ``former`` address if it can be.
    """
    desk = Desk(file, describe_fault=describe_fault)
    publisher = Publisher(desk, options, describe_fault)
    with publisher.at_work() if options.publish or options.then else nullcontext():
        desk.start()
        try:
            with serve(desk, former=former) as server:
                yield server
        finally:
            desk.stop()


@contextmanager
def serve(desk: Desk, heartbeat: float = HEARTBEAT, former: str = "") -> Iterator[DeskServer]:
    """Show a desk on a page as long as the context lasts; the server says where: at the former address if it can."""
    with DeskServer(desk, heartbeat, former).at_work() as server:
        yield server


class _Handler(LoopbackHandler):
    server: DeskServer

    def show(self, wanted: str) -> Answer | None:
        folder, _, name = wanted.rpartition("/")
        if folder == "prints":
            paper = self._show_paper(self.server.buttons.show_print(unquote(name)))
            return paper if self._is_framed() else go_to(f"/{self.server.pages_token}/{name}")
        if folder.startswith("match/"):
            return as_data(self.server.entries.show_match(folder.removeprefix("match/"), name))
        if wanted not in _SHOWN:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        return _SHOWN[wanted](self)

    def show_page(self, wanted: str) -> Answer:
        """Return a page of the prints for a tab of its own, which may be shown to a hall all day."""
        return self._show_paper(self.server.buttons.show_print(unquote(wanted)))._replace(looks_again=True)

    def _show_page(self) -> Answer:
        state, versions, heartbeat = self.server.desk.state, self.server.buttons.list_versions(), self.server.heartbeat
        return as_page(lambda nonce: render_page(state, next(iter(versions), None), nonce, heartbeat, versions))

    def _show_live_part(self) -> Answer:
        versions = self.server.buttons.list_versions()
        return Answer(render_live_part(self.server.desk.state, next(iter(versions), None), versions))

    def _show_ticket(self) -> Answer:
        return Answer(self.server.make_ticket().encode(), TEXT)

    def _show_again(self) -> Answer:
        return self._show_paper(self.server.buttons.show_again())

    def _show_paper(self, page: bytes | None) -> Answer:
        if page is None:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        return Answer(page, policy=_LETS_PRINT if self._is_framed() else _LETS_READ)

    def _is_framed(self) -> bool:
        return self.headers.get("Sec-Fetch-Dest") == "iframe"

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

    def do(self, wanted: str) -> Answer:
        if wanted not in _DONE:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        return as_data(_DONE[wanted](self)._asdict())

    def _enter(self) -> EntryReply:
        return self.server.entries.enter(self._read(read_order))

    def _answer_question(self) -> Reply:
        return self.server.answers.answer(self._read(partial(read_answer, Choice)))

    def _follow(self) -> Reply:
        return self.server.answers.follow(self._read(partial(read_answer, Wanted)))

    def _press_remedy(self) -> Reply:
        return self.server.remedies.press(self._read(partial(read_answer, Remedy)))

    def _show_list(self) -> ListReply:
        return self.server.additions.show(self._read(read_sent_order, MOST_BYTES))

    def _add_players(self) -> AddReply:
        return self.server.additions.add(self._read(read_sent_order, MOST_BYTES))

    def _mark_here(self) -> AddReply:
        return self.server.additions.mark(self._read(read_marks, MOST_BYTES))

    def _show_person(self) -> Offered:
        return self.server.people.show(self._read(partial(read_answer, AskedName)))

    def _move(self) -> PeopleReply:
        return self.server.people.move(self._read(partial(read_answer, MoveOrder)))

    def _move_back(self) -> PeopleReply:
        return self.server.people.take_back(self._read(partial(read_answer, BackOrder)))

    def _read(self, read: Callable[[bytes], T], most: int = LONGEST) -> T:
        try:
            return read(self.read_data(most))
        except ValueError as error:
            raise RefusalError(HTTPStatus.BAD_REQUEST) from error

    def _take_back(self) -> EntryReply:
        self.require_no_data()
        return self.server.entries.take_back()

    def _press(self, button: Callable[[Buttons], Reply]) -> Reply:
        self.require_no_data()
        return button(self.server.buttons)


_SHOWN: Final[Mapping[str, Callable[[_Handler], Answer | None]]] = {
    "": _Handler._show_page,
    "live": _Handler._show_live_part,
    "again": _Handler._show_again,
    "events": _Handler._stream,
    "ticket": _Handler._show_ticket,
}
"""What is shown, by its name behind the token; and the files in ``prints/``, and of a round and table ``match/3/7``."""

_DONE: Final[Mapping[str, Callable[[_Handler], Reply | EntryReply | ListReply | AddReply | Offered | PeopleReply]]] = {
    "do/printed": partial(_Handler._press, button=Buttons.note_printed),
    "do/undo": partial(_Handler._press, button=Buttons.undo),
    "do/pair": partial(_Handler._press, button=Buttons.pair),
    "do/anew": partial(_Handler._press, button=Buttons.pair_anew),
    "do/archive": partial(_Handler._press, button=Buttons.archive),
    "do/archive-same": partial(_Handler._press, button=partial(Buttons.archive, is_same=True)),
    "do/go-on": partial(_Handler._press, button=Buttons.go_on),
    "do/answer": _Handler._answer_question,
    "do/follow": _Handler._follow,
    "do/remedy": _Handler._press_remedy,
    "do/open-folder": partial(_Handler._press, button=Buttons.open_folder),
    "do/enter": _Handler._enter,
    "do/take-back": _Handler._take_back,
    "do/list": _Handler._show_list,
    "do/add-players": _Handler._add_players,
    "do/here": _Handler._mark_here,
    "do/person": _Handler._show_person,
    "do/move": _Handler._move,
    "do/move-back": _Handler._move_back,
}
"""What is done, by its name."""
