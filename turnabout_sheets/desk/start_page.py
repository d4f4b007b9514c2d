"""The start page: what somebody sees who has only an icon. Chooses an event, makes a new one, or tries a sample."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from http import HTTPStatus
from itertools import count
from pathlib import Path
from queue import Empty, Queue
from typing import Final, NamedTuple
from urllib.parse import unquote

from turnabout_sheets import __version__
from turnabout_sheets.core import file_names
from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import NO_FOLDER, SaidError, has_errors, say_name
from turnabout_sheets.core.safe_files import follow_links, read_file, spell_as_there
from turnabout_sheets.core.text import key, tidy
from turnabout_sheets.desk.local_server import Answer, LoopbackHandler, LoopbackServer, RefusalError, as_page
from turnabout_sheets.desk.player_box import MAX_BYTES, read_sent, render_list
from turnabout_sheets.desk.sentences import Form, Reply, say_reason
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.new import Plan, make_new_workbook, simulate
from turnabout_sheets.jobs.read import NEEDED
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import Words, pick_words
from turnabout_sheets.reading.player_list import PlayerList, choose
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.settings import LANGUAGES
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import SaveError, explain_errors
from turnabout_sheets.workbook.files.sniff import WORKBOOKS
from turnabout_sheets.workbook.ooxml.package import WorkbookError
from turnabout_sheets.workbook.ours.blank import BY_DESK

MOST_REMEMBERED: Final = 12
MOST_EVENTS: Final = 8
MOST_BYTES: Final = 8 << 20
"""How many events are enough, and the size of a file that is looked into."""


def list_recent() -> list[Path]:
    """Return the workbooks that were opened last, the last one first; some may be gone."""
    folder = open_cache("recent")
    try:
        paths = json.loads(read_file(folder / "workbooks.json", 1 << 20)) if folder is not None else []
        return [Path(each) for each in paths if "\0" not in each][:MOST_REMEMBERED]
    except (OSError, ValueError, TypeError, RecursionError):  # damaged
        return []


def note_opened(workbook: Path) -> None:
    """Remember that a workbook was opened."""
    path = follow_links(workbook)
    last = [path, *(each for each in list_recent() if each != path)][:MOST_REMEMBERED]
    if (folder := open_cache("recent")) is not None:
        with suppress(OSError):
            (folder / "workbooks.json").write_text(json.dumps([*map(str, last)]), "utf-8")


def find_events(folder: Path, recent: Iterable[Path]) -> list[tuple[Path, datetime]]:
    """Return the events that were opened last, and those in a folder, the newest file first; each with its time."""
    paths, saved, found = [*recent], dict[Path, float](), list[tuple[Path, datetime]]()
    with suppress(OSError):
        paths += (x for x in folder.iterdir() if x.name.lower().endswith(WORKBOOKS) and x.name[0] not in ".~")
    for path in map(follow_links, paths):
        with suppress(OSError):
            if (status := path.stat()).st_size <= MOST_BYTES:
                saved[path] = status.st_mtime
    for path in sorted(saved, key=lambda path: (-saved[path], path)):
        with suppress(Exception):  # whatever is wrong with one, it is no reason to show no others
            if len(found) < MOST_EVENTS and is_event(save.open_workbook(path)):
                found.append((path, datetime.fromtimestamp(saved[path])))
    return found


def is_event(source: save.Source) -> bool:
    """Return whether a workbook is meant to be an event: it has a sheet Event or Players."""
    return any(key(name) in map(key, NEEDED) for name in source.package.sheets)


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


def render_page(events: Sequence[tuple[Path, datetime]], folder: Path, nonce: str, w: Words) -> bytes:
    """Return the page, with the events that were found and when each was saved."""
    listed = tuple(_list_event(path, f"{time:%Y-%m-%d %H:%M}") for path, time in events)
    return render("desk/start.html.j2", StartPage(nonce, listed, tuple(FORMATS), str(folder), __version__), w)


def _list_event(path: Path, saved: str) -> ListedEvent:
    # What no page can hold comes back as an address; so does a sign that a browser would change.
    address = str(path) if str(path) == as_text(str(path)) else path.as_uri()
    return ListedEvent(path.stem, saved, path.name, str(path.parent), address)


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

    ``tell`` says what is to be known besides, in English.
    """

    folder: Path
    show: Callable[[Path], None]
    tell: Callable[[str], None]


def open_event(typed: Form, place: Place, w: Words) -> Path:
    """Return the workbook of an event whose ``path`` was typed or copied. Raises `StartError`."""
    path = _read_path(typed["path"], w)
    try:
        source = save.open_workbook(path)
    except WorkbookError as reason:
        raise StartError("path", *say_reason(reason, w)) from reason
    if not is_event(source):
        raise StartError("path", w("start.no_event", file=path.name), w.language)
    return path


def make_event(typed: Form, place: Place, w: Words) -> Path:
    """Make a workbook for an event of a ``name`` and ``system``, with the players chosen from a list.

    It is opened, to be filled in. Raises `StartError`.
    """
    name = tidy(typed["name"])
    if not name:
        raise StartError("name", w("start.no_name"), w.language)
    if file_names.is_impossible(f"{name}.xlsx"):
        raise StartError("name", w.say(say_name(name)), w.language)
    file = place.folder / f"{name}.xlsx"
    players, language = _choose_players(typed, w), _name_language(w)
    try:
        _make_folder(file)
        problems, remarks = make_new_workbook(file, typed["system"], players, name, language=language, way=BY_DESK)
    except SaveError as reason:
        raise StartError("name", *say_reason(reason, w)) from reason
    except SaidError as reason:
        raise StartError("list", *say_reason(reason, w)) from reason
    if has_errors(problems):
        raise StartError("list", w("list.has_errors", place=problems[0].place.cell), w.language)
    for remark in remarks:
        place.tell(remark)
    place.show(file)
    return file


def _read_list(typed: Form, w: Words) -> tuple[PlayerList | None, Sheet]:
    sheet = load(typed["system"]).players
    try:
        return read_sent(typed, sheet, w), sheet
    except (SaidError, OSError) as reason:
        raise StartError("list", *say_reason(reason, w)) from reason


def _choose_players(typed: Form, w: Words) -> PlayerList | None:
    """Return the list for a new event, with the rows that were chosen of it."""
    listed, _ = _read_list(typed, w)
    try:
        return choose(listed, [*map(int, typed.get("chosen", "").split())]) if listed is not None else None
    except ValueError as reason:
        raise StartError("list", w("list.changed"), w.language) from reason


def show_list(typed: Form, w: Words) -> str:
    """Return what is understood of a list that was pasted or sent. Raises `StartError`."""
    listed, sheet = _read_list(typed, w)
    return render_list(listed, sheet, w) if listed is not None else ""


def make_sample(typed: Form, place: Place, w: Words) -> Path:
    """Make an event of a ``system`` to try things out, under a name that is free. Raises `StartError`."""
    name = w("start.sample_name")
    numbers = (name if number == 1 else f"{name} {number}" for number in count(1))
    try:
        _make_folder(place.folder / f"{name}.xlsx")
        file = next(path for each in numbers if not (path := place.folder / f"{each}.xlsx").exists())
        plan = replace(SAMPLE, settings={"date": f"{date.today()}", "language": _name_language(w)})
        simulate(file, load(typed["system"]), plan, BY_DESK)
    except SaveError as reason:
        raise StartError("sample", *say_reason(reason, w)) from reason
    return file


def _make_folder(file: Path) -> None:
    folder = file.parent
    with explain_errors(file):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            raise SaveError(NO_FOLDER.fill(file=file.name, folder=folder)) from error


def _name_language(w: Words) -> str:
    return next(name for name, code in LANGUAGES.items() if code == w.language)


def _read_path(typed: str, w: Words) -> Path:
    """Return a path as people copy it: in quotes, as an address, from the home folder. Raises `StartError`."""
    text = typed.strip(_AROUND)
    if _URL.match(text):
        text = unquote(_URL.sub("", text), errors="surrogateescape")
        text = text[1:] if _OF_DRIVE.match(text) else text
    if not text:
        raise StartError("path", w("start.no_path"), w.language)
    # Before anybody looks what is there: on Windows it may be a device, which is waited for.
    if "\0" in text or (sys.platform == "win32" and file_names.is_impossible_path(text)):
        raise StartError("path", w("start.no_such_name"), w.language)
    path = Path(os.path.expanduser(text))  # noqa: PTH111 - no error where there is no home
    if not path.is_absolute():
        raise StartError("path", w("start.whole_path"), w.language)
    if os.path.isdir(path):  # noqa: PTH112 - no error for a name that no file can have
        raise StartError("path", w("start.is_folder"), w.language)
    if not os.path.exists(path):  # noqa: PTH110 - see above
        raise StartError("path", w("start.not_there", file=path.name), w.language)
    return Path(spell_as_there(str(path)))


PATIENCE: Final = 60.0
"""Seconds in which a desk has to be there."""


class StartServer(LoopbackServer):
    """Shows the start page all day: each workbook that is chosen there leads to a desk of its own."""

    def __init__(self, place: Place) -> None:
        super().__init__(_Handler)
        self.place, self.max_bytes = place, MAX_BYTES
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

    def do(self, wanted: str, form: Form) -> Reply:
        w = self._words()
        if wanted != "list" and wanted not in _ORDERS:
            raise RefusalError(HTTPStatus.NOT_FOUND)
        try:
            if wanted == "list":
                return Reply(html=show_list(form, w))
            address = self.server.choose(_ORDERS[wanted](form, self.server.place, w))
        except StartError as reason:
            return Reply(reason.text, reason.language, field=reason.field)
        return Reply(address=address) if address else Reply(w("start.gone"), w.language)

    def _words(self) -> Words:
        return pick_words(self.headers.get("Accept-Language", ""))


_ORDERS: Final[Mapping[str, Callable[[Form, Place, Words], Path]]] = {
    "open": open_event,
    "new": make_event,
    "sample": make_sample,
}
"""What finds or makes a workbook, by the name of the order."""
