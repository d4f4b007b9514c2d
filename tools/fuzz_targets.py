"""What is fuzzed: whatever reads files that may come from strangers, and what is changed at first.

A target takes bytes and reads them as the program does. What is said of them in a sentence is an answer; whatever else
is raised is a find.
"""

from __future__ import annotations

import atexit
import hashlib
import io
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.exchange.bring_in import bring_in
from turnabout_sheets.archive.exchange.export import export
from turnabout_sheets.archive.exchange.export_format import TABLES, Manifest, Part, json_closing, json_head
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.lists.nrtm import is_nrtm, read_nrtm
from turnabout_sheets.archive.lists.results import read_old_events
from turnabout_sheets.archive.records import EventRecord, as_json
from turnabout_sheets.archive.schema import version
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.event.output_sheets import problems_sheet
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.new import NewError, make_new_workbook
from turnabout_sheets.jobs.verify_archive import Kept, recompute
from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.prints.words import load_words, placeholders, shipped_templates
from turnabout_sheets.sheets.csv_file import CsvError, read_csv
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.sniff import name_kind, require_workbook
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.package import WorkbookError
from turnabout_sheets.workbook.ours.blank import make_blank_workbook
from turnabout_sheets.workbook.ours.book import make_workbook, scratch_bytes, to_bytes
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.run_sheets import add_output_sheet

PLAYERS: Final = b'Player,Player ID,Rating,Status\nAnna,1,12.5,\n"Bela, Jr.",2,,dropped after 2\n'
MATCHES: Final = b"Event,Date,Round,Player A,Player B,Winner\nClub night,2026-05-31,1,Anna,Bela,A\n"
PLACINGS: Final = (
    b"Event,Date,Position,Player,Points\nClub night,2026-05-31,1,Anna,7\nClub night,2026-05-31,2,Bela,3/2\n"
)
NRTM: Final = (
    b'{"name":"Club night","date":"2026-05-31","cutToTop":2,"preliminaryRounds":2,"uploadedFrom":"Cobra","players":['
    b'{"id":1,"name":"Anna","rank":1,"matchPoints":9},{"id":2,"name":"Bela","rank":2,"prestige":6},'
    b'{"id":3,"name":"anna","rank":3,"matchPoints":"3"}],"eliminationPlayers":[{"id":2,"rank":1},{"id":1,"rank":2}],'
    b'"rounds":[[{"table":0,"player1":{"id":1,"combinedScore":3,"corpScore":0,"runnerScore":3},"player2":{"id":2,'
    b'"combinedScore":3,"corpScore":0,"runnerScore":3},"intentionalDraw":true},{"table":2,"player1":{"id":null,'
    b'"combinedScore":0},"player2":{"id":3,"combinedScore":6}}],[{"tableNumber":1,"corpPlayer":3,"corpScore":"0",'
    b'"runnerPlayer":1,"runnerScore":"3"},{"corpPlayer":2,"corpScore":"3","runnerPlayer":"(BYE)"}],[{"table":1,'
    b'"player1":{"id":1,"role":"corp","winner":false},"player2":{"id":2,"role":"runner","winner":true},'
    b'"eliminationGame":true}]]}'
)


@dataclass(frozen=True, slots=True)
class Target:
    """What reads bytes as the program does, and files that it can read."""

    read: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]


def read_package(data: bytes) -> None:
    """Read a workbook, check the event in it, and put a sheet into it."""
    path = Path("fuzzed.xlsx")
    with suppress(WorkbookError):
        require_workbook(data)
        outcome = check_source(path, save.Source(path, data, hashlib.sha256(data).hexdigest()))
        after = bytes(graft(data, _sheet_of_ours(), ours=ours_of(outcome.format)))
        require_workbook(after)


def read_part(data: bytes) -> None:
    """Read a small workbook, one of whose parts is replaced: the first byte says which."""
    members = list(_members(small_workbook()))
    if data:
        replaced = members[data[0] % len(members)][0]
        read_package(_packed((name, data[1:] if name == replaced else content) for name, content in members))


def read_players(data: bytes) -> None:
    """Make a workbook of a list of players."""
    file = _file("players.csv", data)
    new = file.with_name("new.xlsx")
    new.unlink(missing_ok=True)
    with suppress(NewError, WorkbookError):
        make_new_workbook(new, "turnabout", file, None)


def read_lists(data: bytes) -> None:
    """Read a list of old results."""
    with suppress(CsvError):
        for record, _ in read_old_events([read_csv(_file("old.csv", data))]):
            as_json(record)


def read_nrtm_file(data: bytes) -> None:
    """Read an event in NRTM JSON, and show what is told of it."""
    is_nrtm(data)
    found = read_nrtm(data, "cup.json")
    for record in found.records:
        as_json(record)
    assert bool(found.records) != bool(found.problems)
    "\n".join([*map(str, found.problems), *found.remarks]).encode()


def read_kind(data: bytes) -> None:
    """Tell which kind of file it is."""
    name_kind(data)


def read_words(data: bytes) -> None:
    """Read a file of words, and use each of them."""
    file = _file("words/en.toml", data)
    load_words.cache_clear()
    with suppress(PrintsError):
        words = load_words("en", file.parent.parent)
        for key, shipped in load_words("en").texts.items():
            words(key, **dict.fromkeys(placeholders(shipped), 1))


def read_record(data: bytes) -> None:
    """Compute an event of an archive anew from the record that is kept of it."""
    source = Source("record", "old.csv", data)
    recompute(Kept("Old Open", provisional=False, file=source.file, source=source, digest=source.digest))


def read_export(data: bytes) -> None:
    """Bring an export into a new archive; the manifest is made for the lines, so that these are what is tried."""
    file, archive = _file("export.json", _with_manifest(data)), _folder() / "new.sqlite"
    shutil.copy(_empty_archive(), archive)
    with suppress(ArchiveError):
        bring_in(open_archive(str(archive)), file)


@cache
def small_workbook() -> bytes:
    """Return a workbook that takes little time to read: nothing is played yet."""
    turnabout, *_ = load_all()
    players = [{"name": name} for name in ("Anna", "Bela", "Cleo", "Dan")]
    return to_bytes(make_blank_workbook(turnabout, players, {"name": "Club night"}, "event.xlsx"))


@cache
def _sheet_of_ours() -> bytes:
    book = make_workbook()
    add_output_sheet(book, problems_sheet([], "event.xlsx"))
    return scratch_bytes(book)


@cache
def _old_event() -> EventRecord:
    (record, _), *_ = read_old_events([read_csv(_file("old.csv", PLACINGS))])
    return record


@cache
def _folder() -> Path:
    folder = Path(mkdtemp(prefix="turnabout-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _empty_archive() -> Path:
    file = _folder() / "empty.sqlite"
    open_archive(str(file), create=True)
    return file


def _file(name: str, data: bytes) -> Path:
    file = _folder() / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    return file


def _members(workbook: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(workbook)) as source:
        for member in source.infolist():
            yield member.filename, source.read(member)


def _packed(members: Iterator[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        for name, content in members:
            target.writestr(name, content)
    return out.getvalue()


def _with_manifest(body: bytes) -> bytes:
    """Return an export with these lines, and a first line that counts them and has their digests."""
    ends = [json_closing(table.name) for table in TABLES]
    lines = iter(body.splitlines(keepends=True))
    parts: dict[str, Part] = {}
    for table, end in zip(TABLES, ends, strict=True):
        next(lines, b"")
        rows: list[bytes] = []
        for line in lines:
            if line == end:
                break
            rows.append(line)
        parts[table.name] = Part(len(rows), hashlib.sha256(b"".join(rows)).hexdigest())
    return json_head(Manifest("json", version(), parts)) + body


def _packages() -> Iterator[bytes]:
    yield small_workbook()
    yield _packed(_members(small_workbook()))


def _parts() -> Iterator[bytes]:
    for number, (_, content) in enumerate(_members(small_workbook())):
        yield bytes([number]) + content


def _exports() -> Iterator[bytes]:
    archive = open_archive(str(_folder() / "seed.sqlite"), create=True)
    record = _old_event()
    with archive.writing() as connection:
        add_event(connection, Command(), record, Source("record", "old.csv", as_json(record)))
    target = _folder() / "seed.json"
    export(archive, target, "json")
    yield target.read_bytes().split(b"\n", 1)[1]


TARGETS: Final[Mapping[str, Target]] = {
    "package": Target(read_package, _packages),
    "part": Target(read_part, _parts),
    "players": Target(read_players, lambda: iter((PLAYERS, PLAYERS.decode().encode("utf-16"), b"Anna\nBela\n"))),
    "lists": Target(read_lists, lambda: iter((MATCHES, PLACINGS, MATCHES.replace(b",", b";")))),
    "nrtm": Target(read_nrtm_file, lambda: iter((NRTM, NRTM.decode().encode("utf-16")))),
    "kind": Target(read_kind, lambda: iter((NRTM, PLAYERS, b"<?xml version='1.0'?><Tournament><Name>A", b"PK\3\4"))),
    "words": Target(read_words, lambda: iter([(shipped_templates() / "words" / "en.toml").read_bytes()])),
    "record": Target(read_record, lambda: iter([as_json(_old_event())])),
    "export": Target(read_export, _exports),
}
