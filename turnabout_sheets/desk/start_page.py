"""The start page: what somebody sees who has only an icon. Chooses an event, makes a new one, or tries a sample."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from datetime import date
from http import HTTPStatus
from itertools import count
from pathlib import Path
from queue import Empty, Queue
from typing import Final, NamedTuple
from urllib.parse import unquote

from turnabout_sheets import __version__
from turnabout_sheets.core import file_names, windows_names
from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.ordinary_files import spell_as_there
from turnabout_sheets.core.problems import Said, has_errors, say_name
from turnabout_sheets.core.text import tidy
from turnabout_sheets.desk.local_server import (
    LONGEST,
    Answer,
    LoopbackHandler,
    LoopbackServer,
    RefusalError,
    as_data,
    as_page,
)
from turnabout_sheets.desk.player_box import MOST_BYTES, ListReply, Sent, read_choices, read_sent, render_list
from turnabout_sheets.desk.sentences import say_reason
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.find_events import FoundEvent, find_events, is_event, list_recent
from turnabout_sheets.jobs.new import NewError, make_new_workbook
from turnabout_sheets.jobs.simulate import Plan, simulate
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import Words, pick_words
from turnabout_sheets.reading.list_layout import PlayerListError
from turnabout_sheets.reading.player_list import PlayerList, choose
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.settings import LANGUAGES
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import SaveError, explain_errors
from turnabout_sheets.workbook.ooxml.package import WorkbookError
from turnabout_sheets.workbook.ours.blank import BY_COMMAND, Way


class ListedEvent(NamedTuple):
    """An event to choose: its name, what there is to say of it, and its file, with the folder that it is in."""

    name: str
    about: str
    file: str
    folder: str
    path: str


class StartPage(NamedTuple):
    """What the page shows; ``folder`` is where new workbooks are made. ``nonce`` lets its style and script in."""

    nonce: str
    events: Sequence[ListedEvent]
    systems: Sequence[str]
    folder: str
    version: str


def render_page(events: Sequence[FoundEvent], folder: Path, nonce: str, w: Words) -> bytes:
    """Return the page."""
    listed = tuple(_list_event(event, w) for event in events)
    return render("desk/start.html.j2", StartPage(nonce, listed, tuple(FORMATS), str(folder), __version__), w)


def _list_event(event: FoundEvent, w: Words) -> ListedEvent:
    parts = [event.format]
    if event.day:
        parts.append(write_day(event.day, w.language))
    if event.played:
        parts.append(w("start.results", n=event.played, all=event.rounds))
    path = str(event.path)
    # What no page can hold comes back as an address; so does a sign that a browser would change.
    return ListedEvent(
        event.name,
        " · ".join(parts),
        event.path.name,
        str(event.path.parent),
        path if path == as_text(path) else event.path.as_uri(),
    )


SAMPLE: Final = Plan(players=12, rounds=4, played=2, missing=3, seed="sample")
"""The sample event: as it is in the middle of a day, with results still to be entered."""

_AROUND: Final = " \t\r\n\"'“”„‘’«»\u202a\u202c"
"""What gets around a path when it is copied: quotation marks, spaces, and what Explorer puts there for Hebrew."""

_URL: Final = re.compile("file://(?:localhost)?", re.IGNORECASE)
_OF_DRIVE: Final = re.compile("/[A-Za-z]:")


class StartError(Exception):
    """Something cannot be done: ``text`` says why and what to do, in a language; it stands beside a ``field``."""

    def __init__(self, field: str, text: str, language: str) -> None:
        super().__init__(text)
        self.field, self.text, self.language = field, text, language


class Place(NamedTuple):
    """Where new workbooks are made, and what is done with one: ``show`` opens it in the program for workbooks.

    ``tell`` says what is to be known besides, in English. ``way`` is how organizers reach this program, for the sheet
    How to.
    """

    folder: Path
    show: Callable[[Path], None]
    tell: Callable[[str], None]
    way: Way = BY_COMMAND


def read_order(body: bytes, fields: frozenset[str], more: frozenset[str] = frozenset()) -> Mapping[str, str]:
    """Return what was typed, by field; ``more`` may be told. Raises `ValueError` for what no page of ours sends."""
    try:
        order: dict[str, str] = json.loads(body)
    except RecursionError as reason:
        raise ValueError("not an order") from reason
    is_order = isinstance(order, dict) and fields <= order.keys() <= fields | more
    if not is_order or not all(isinstance(each, str) for each in order.values()):
        raise ValueError("not the fields of an order")
    if order.get("system", next(iter(FORMATS))) not in FORMATS:
        raise ValueError("not a system")
    return order


def open_event(typed: Mapping[str, str], place: Place, w: Words) -> Path:
    """Return the workbook of an event whose ``path`` was typed or copied. Raises `StartError`."""
    path = _read_path("path", typed["path"], w)
    try:
        source = save.open_workbook(path)
    except WorkbookError as reason:
        raise StartError("path", *say_reason(reason, w)) from reason
    if not is_event(source.data):
        raise StartError("path", w("start.no_event", file=path.name), w.language)
    return path


def make_event(typed: Mapping[str, str], place: Place, w: Words) -> Path:
    """Make a workbook for an event of a ``name`` and ``system``, with ``players`` from a list if one is named.

    It is opened, to be filled in. Raises `StartError`.
    """
    name = tidy(typed["name"])
    if not name:
        raise StartError("name", w("start.no_name"), w.language)
    if file_names.find_fault(f"{name}.xlsx"):
        raise StartError("name", w.say(say_name(name)), w.language)
    file = place.folder / f"{name}.xlsx"
    players = _read_players(typed, w)
    try:
        _make_folder(file)
    except SaveError as reason:
        raise StartError("name", *say_reason(reason, w)) from reason
    try:
        language = _name_language(w)
        problems, remarks = make_new_workbook(file, typed["system"], players, name, language=language, way=place.way)
    except SaveError as reason:
        raise StartError("name", *say_reason(reason, w)) from reason
    except (NewError, WorkbookError) as reason:
        raise StartError("players", *say_reason(reason, w)) from reason
    if has_errors(problems):
        raise StartError("players", w("list.has_errors", place=problems[0].place), w.language)
    for remark in remarks:
        place.tell(remark)
    place.show(file)
    return file


def _read_players(typed: Mapping[str, str], w: Words) -> Path | PlayerList | None:
    """Return the list for a new event, with what was chosen of it; where nobody has seen it, its path."""
    path = _read_path("players", typed["players"], w) if typed["players"].strip(_AROUND) else None
    sent, sheet = _read_sent(typed), load(FORMATS[typed["system"]]).sheets.players
    if not sent.chosen:
        return path
    listed = _read_list(sent, sheet, path, w)
    try:
        return choose(listed, sheet, read_choices(sent.chosen)) if listed is not None else None
    except ValueError as reason:
        raise StartError("list", w("list.changed"), w.language) from reason


def _read_sent(typed: Mapping[str, str]) -> Sent:
    return Sent(*(typed.get(field, "") for field in Sent._fields))


def _read_list(sent: Sent, sheet: Sheet, path: Path | None, w: Words) -> PlayerList | None:
    try:
        return read_sent(sent, sheet, path)
    except (PlayerListError, WorkbookError) as reason:
        raise StartError("list", *say_reason(reason, w)) from reason


def show_list(typed: Mapping[str, str], w: Words) -> str:
    """Return what is understood of a list that was pasted, sent or named by its path. Raises `StartError`."""
    path = _read_path("players", typed["players"], w) if typed["players"].strip(_AROUND) else None
    sheet = load(FORMATS[typed["system"]]).sheets.players
    listed = _read_list(_read_sent(typed), sheet, path, w)
    return render_list(listed, sheet, w) if listed is not None else ""


def make_sample(typed: Mapping[str, str], place: Place, w: Words) -> Path:
    """Make an event of a ``system`` to try things out, under a name that is free. Raises `StartError`."""
    name = w("start.sample_name")
    numbers = (name if number == 1 else f"{name} {number}" for number in count(1))
    try:
        _make_folder(place.folder / f"{name}.xlsx")
        file = next(path for each in numbers if not (path := place.folder / f"{each}.xlsx").exists())
        plan = replace(SAMPLE, settings={"date": f"{date.today()}", "language": _name_language(w)})
        simulate(file, load(FORMATS[typed["system"]]), plan, place.way)
    except SaveError as reason:
        raise StartError("sample", *say_reason(reason, w)) from reason
    return file


def _make_folder(file: Path) -> None:
    folder = file.parent
    with explain_errors(file):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            why = f"because a file is where the folder {folder} should be, or one above it; rename that file"
            said = Said("files.in_the_way", {"file": file.name, "folder": folder})
            raise SaveError(f"{file.name} was not saved, {why}.", said) from error


def _name_language(w: Words) -> str:
    return next(name for name, code in LANGUAGES.items() if code == w.language)


def _read_path(field: str, typed: str, w: Words) -> Path:
    """Return a path as people copy it: in quotes, as an address, from the home folder. Raises `StartError`."""
    text = typed.strip(_AROUND)
    if _URL.match(text):
        text = unquote(_URL.sub("", text), errors="surrogateescape")
        text = text[1:] if _OF_DRIVE.match(text) else text
    if not text:
        raise StartError(field, w("start.no_path"), w.language)
    # Before anybody looks what is there: on Windows it may be a device, which is waited for.
    if "\0" in text or (sys.platform == "win32" and windows_names.find_fault(text)):
        raise StartError(field, w("start.no_such_name"), w.language)
    path = Path(os.path.expanduser(text))  # noqa: PTH111 - no error where there is no home
    if not path.is_absolute():
        raise StartError(field, w("start.whole_path"), w.language)
    if os.path.isdir(path):  # noqa: PTH112 - no error for a name that no file can have
        raise StartError(field, w("start.is_folder"), w.language)
    if not os.path.exists(path):  # noqa: PTH110 - see above
        raise StartError(field, w("start.not_there", file=path.name), w.language)
    return Path(spell_as_there(windows_names.shorten(str(path))))


PATIENCE: Final = 60.0
"""Seconds in which a desk has to be there."""


class StartReply(NamedTuple):
    """What comes of an order: the ``address`` to go to; or what is wrong, in a language, and beside which field."""

    address: str
    field: str = ""
    text: str = ""
    language: str = ""


class StartServer(LoopbackServer):
    """Shows the start page all day: each workbook that is chosen there leads to a desk of its own."""

    def __init__(self, place: Place) -> None:
        super().__init__(_Handler)
        self.place = place
        self._choices: Queue[tuple[Path, Future[str]]] = Queue()

    def wait_for_choice(self, timeout: float) -> tuple[Path, Future[str]] | None:
        """Return the next workbook that is chosen, None if none is within so many seconds.

        With it comes what the page waits for: the address of its desk.
        """
        with suppress(Empty):
            return self._choices.get(timeout=timeout)
        return None

    def choose(self, workbook: Path) -> str:
        """Choose a workbook, and return the address of its desk; blank if there is none in time."""
        address: Future[str] = Future()
        self._choices.put((workbook, address))
        with suppress(TimeoutError):
            return address.result(PATIENCE)
        return ""


class _Handler(LoopbackHandler):
    server: StartServer

    def show(self, wanted: str) -> Answer:
        if wanted:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        folder, w = self.server.place.folder, self._words()
        events = find_events(folder, list_recent())
        return as_page(lambda nonce: render_page(events, folder, nonce, w))

    def do(self, wanted: str) -> Answer:
        if wanted == "do/list":
            return self._show_list()
        if wanted not in _ORDERS:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        order, w = _ORDERS[wanted], self._words()
        typed = self._read(order.fields, order.more)
        try:
            address = self.server.choose(order.find(typed, self.server.place, w))
        except StartError as reason:
            return as_data(StartReply("", reason.field, reason.text, reason.language)._asdict())
        if not address:
            return as_data(StartReply("", "", w("start.gone"), w.language)._asdict())
        return as_data(StartReply(address)._asdict())

    def _show_list(self) -> Answer:
        typed, w = self._read(frozenset({"system", "players"}), _LIST), self._words()
        try:
            return as_data(ListReply(show_list(typed, w))._asdict())
        except StartError as reason:
            return as_data(ListReply("", reason.text, reason.language)._asdict())
        except ValueError as error:
            raise RefusalError(HTTPStatus.BAD_REQUEST) from error

    def _read(self, fields: frozenset[str], more: frozenset[str]) -> Mapping[str, str]:
        try:
            return read_order(self.read_data(MOST_BYTES if more else LONGEST), fields, more)
        except ValueError as error:
            raise RefusalError(HTTPStatus.BAD_REQUEST) from error

    def _words(self) -> Words:
        return pick_words(self.headers.get("Accept-Language", ""))


class _Order(NamedTuple):
    find: Callable[[Mapping[str, str], Place, Words], Path]
    fields: frozenset[str]
    more: frozenset[str] = frozenset()


_LIST: Final = frozenset(Sent._fields)
"""What may be told besides, of a list of players."""

_ORDERS: Final[Mapping[str, _Order]] = {
    "do/open": _Order(open_event, frozenset({"path"})),
    "do/new": _Order(make_event, frozenset({"name", "system", "players"}), _LIST),
    "do/sample": _Order(make_sample, frozenset({"system"})),
}
"""What is done, by its name, with what has to be told."""
