"""The start page on this computer's own address; what is chosen there is handed to whoever keeps the desk of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from threading import Event, Lock
from typing import Final, NamedTuple

from turnabout_sheets.desk.local_server import Answer, LoopbackHandler, LoopbackServer, RefusalError, as_data, as_page
from turnabout_sheets.desk.start.orders import Place, StartError, make_event, make_sample, open_event, read_order
from turnabout_sheets.desk.start.page import render_page
from turnabout_sheets.jobs.find_events import find_events, list_recent, places_of_user
from turnabout_sheets.prints.words import Words, pick_words

PATIENCE: Final = 60.0
"""Seconds in which a desk has to be there."""

_UNTIL_TOLD: Final = 5.0
"""Seconds in which the page has heard where it is, else it has gone."""


class StartReply(NamedTuple):
    """What comes of an order: the ``address`` to go to; or what is wrong, in a language, and beside which field."""

    address: str
    field: str = ""
    text: str = ""
    language: str = ""


class StartServer(LoopbackServer):
    """Shows the start page until a workbook is chosen there; the page then goes on to the address that it is told."""

    def __init__(self, place: Place) -> None:
        super().__init__(_Handler)
        self.place = place
        self._lock = Lock()
        self._choice: Path | None = None
        self._is_chosen, self._is_there, self._is_told = Event(), Event(), Event()
        self._address = ""

    def wait_for_choice(self, timeout: float) -> Path | None:
        """Return the workbook that is chosen, None if none is within so many seconds."""
        self._is_chosen.wait(timeout)
        return self._choice

    def go_to(self, address: str) -> None:
        """Send the page to the desk of what was chosen, and wait until it knows: afterwards the program may end."""
        self._address = address
        self._is_there.set()
        self._is_told.wait(_UNTIL_TOLD)

    def note_answered(self) -> None:
        """Take note that somebody was answered; with the address, once that is known."""
        if self._is_there.is_set():
            self._is_told.set()

    def choose(self, workbook: Path) -> str:
        """Choose a workbook, unless one is chosen already; return the address of its desk, blank if there is none."""
        with self._lock:
            self._choice = self._choice or workbook
        self._is_chosen.set()
        self._is_there.wait(PATIENCE)
        return self._address


class _Handler(LoopbackHandler):
    server: StartServer

    def show(self, wanted: str) -> Answer:
        if wanted:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        recent = list_recent()
        folder, w = self.server.place.folder, self._words()
        events = find_events([*places_of_user(), folder, *(each.parent for each in recent)], recent)
        return as_page(lambda nonce: render_page(events, folder, nonce, w))

    def finish(self) -> None:
        super().finish()
        self.server.note_answered()

    def do(self, wanted: str) -> Answer:
        if wanted not in _ORDERS:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        order, w = _ORDERS[wanted], self._words()
        try:
            typed = read_order(self.read_data(), order.fields)
        except ValueError as error:
            raise RefusalError(HTTPStatus.BAD_REQUEST) from error
        try:
            address = self.server.choose(order.find(typed, self.server.place, w))
        except StartError as reason:
            return as_data(StartReply("", reason.field, reason.text, reason.language)._asdict())
        if not address:
            return as_data(StartReply("", "", w("start.gone"), w.language)._asdict())
        return as_data(StartReply(address)._asdict())

    def _words(self) -> Words:
        return pick_words(self.headers.get("Accept-Language", ""))


class _Order(NamedTuple):
    find: Callable[[Mapping[str, str], Place, Words], Path]
    fields: frozenset[str]


_ORDERS: Final[Mapping[str, _Order]] = {
    "do/open": _Order(open_event, frozenset({"path"})),
    "do/new": _Order(make_event, frozenset({"name", "system", "players"})),
    "do/sample": _Order(make_sample, frozenset({"system"})),
}
"""What is done, by its name, with what has to be told."""
