"""Puts events into the archive, and computes them again from what it keeps: to rebuild it, or to verify it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, func, select

from turnabout_sheets.archive.codecs import today
from turnabout_sheets.archive.events import IN_FORCE, Added, Source, add_event, replace_event
from turnabout_sheets.archive.forgotten import Forgotten, read_forgotten, rename_source
from turnabout_sheets.archive.from_results import find_obstacles, make_record
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.people import find_twice_in
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import EventRecord, from_json
from turnabout_sheets.archive.schema import EVENTS
from turnabout_sheets.archive.store import Archive, is_damaged
from turnabout_sheets.archive.verify import (
    Compared,
    Finding,
    Verdict,
    Version,
    compare,
    load_source,
    load_version,
    verify,
)
from turnabout_sheets.core.command_line import ExitCode, word_command_of_names
from turnabout_sheets.core.faults import OURS, describe_fault
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Message, Place, Problem, SaidError, Severity, error
from turnabout_sheets.jobs.archive_place import explain_damage
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.rounds.next_rounds import pass_over_byes
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError

_BRING_BACK: Final = "bring back your last copy of the archive."
_DAMAGED: Final = f"what the archive keeps of it is damaged; {_BRING_BACK}"


@dataclass(frozen=True, slots=True)
class Read:
    """An event that was read from a file and what became of it, or why there is none."""

    file: Path
    record: EventRecord | None = None
    source: Source | None = None
    problems: Sequence[Problem] = ()  # its errors, also its warnings
    refused: str = ""  # why the file cannot be read at all
    said: Message | None = None  # the same for pages
    fault: Sequence[str] = ()  # what there is to say of a fault of the program
    event: str = ""  # the event in the archive that this is computed again from what is kept of it
    version: int = 0  # the number of its version
    added: Added | None = None  # what became of it in the archive
    remarks: Sequence[Message] = ()  # what looks odd

    def called(self, name: str) -> Read:
        """Return it with the name by which the journal is to call its file, where that is more than its own."""
        return replace(self, source=self.source and replace(self.source, file=name))

    @property
    def doubt(self) -> Added | None:
        """Why the event is not in the archive: it may be another than the one that it would replace."""
        return self.added if self.added is not None and self.added.kind == "doubt" else None

    @property
    def errors(self) -> Sequence[Problem]:
        """Why the event is not in the archive, where that is not about the file as a whole."""
        if self.doubt is None:
            return [each for each in self.problems if each.severity is Severity.ERROR]
        hint = "Give this event an Event ID of its own, or, if it is the same, add it with --yes."
        return [error(Place(self.doubt.title), self.doubt.said[0], hint)]

    @property
    def exit(self) -> ExitCode:
        """What the command returns for it."""
        if self.fault:
            return ExitCode.FAULT
        if self.refused:
            return ExitCode.FILE
        return ExitCode.PROBLEMS if self.added is None or self.doubt else ExitCode.DONE


def add_events(
    archive: Archive, command: Command, reads: Iterable[Read], *, sure: bool = False, at_once: int = 1
) -> Iterator[Read]:
    """Archive the events that were read, ``at_once`` so many, and yield what became of each. Raises `ArchiveError`.

    One that may be another than the event that it would replace stays out, unless that is ``sure``. A fault of the
    program with some does not stop the others. If the program is stopped, what is archived is whole.
    """
    waiting = iter(reads)
    while some := list(islice(waiting, at_once)):
        try:
            if any(each.record is not None and each.added is None for each in some):
                with explain_damage(archive), archive.writing() as connection:
                    forgotten = read_forgotten(connection)
                    some = [_add(connection, command, each, forgotten, sure=sure) for each in some]
        except SaidError:
            raise
        except Exception as fault:
            told = describe_fault(fault)
            some = [replace(each, fault=told, said=OURS, added=None) for each in some]
        yield from some


def _add(connection: Connection, command: Command, read: Read, forgotten: Forgotten, *, sure: bool) -> Read:
    if read.record is None or read.source is None or read.added is not None:
        return read
    if read.version:
        of_version = select(EVENTS.c.event).where(IN_FORCE, EVENTS.c.version == read.version)
        event = connection.execute(of_version).scalar()
        if event is None:  # somebody has replaced or removed it meanwhile
            return replace(read, added=Added("same", 0, read.record.title))
        return replace(read, added=replace_event(connection, command, event, read.record, read.source, "rebuild"))
    record, source, remarks = keep_forgotten(forgotten, read.record, read.source)
    added = add_event(connection, command, record, source, sure=sure)
    if record.date > today() and added.kind != "doubt":  # mistyped, most likely (archive 2.7)
        message = Message(
            "{event} is in the future. If the date is wrong, take the event out of the archive first ({command}); "
            "then correct the date, and archive the event again.",
            event=record.title,
            command=word_command_of_names("archive remove", record.title),
        )
        remarks.append(message)
    return replace(read, added=added, remarks=remarks)


def keep_forgotten(
    forgotten: Forgotten, record: EventRecord, source: Source
) -> tuple[EventRecord, Source, list[Message]]:
    """Return an event without the names of those who were forgotten, what it is archived from, and who they are."""
    renamer = forgotten.find(record, source.file)
    renamed = renamer.record(record, sort=source.kind == "workbook") if renamer else record
    if again := forgotten.find_rewritten(renamed, source):
        renamed, new = again
    elif renamer:
        new = rename_source(source, renamer, renamed)
    else:
        return record, source, []
    told = [
        Message(
            "{name} in {event} was forgotten, and stays so. If this is another player of that name, give them a "
            "Player ID.",
            name=each,
            event=renamed.title,
        )
        for each in forgotten.list_staying(renamed)
    ]
    if new.kind != source.kind:
        told.append(
            Message(
                "The workbook of {event} is not kept, because a player in it was forgotten; its results are.",
                event=renamed.title,
            )
        )
    return renamed, new, told


def find_doubles(connection: Connection, done: Iterable[Read]) -> list[Message]:
    """Return a line for everybody who now appears twice in an event, because two players were merged."""
    added = [each.added for each in done if each.added is not None and each.added.kind in ("add", "replace")]
    return find_twice_in(connection, {each.event: each.title for each in added})


def read_workbook(path: Path, *, provisional: bool) -> Read:
    """Return what is archived of the event in a workbook, or why it cannot be."""
    try:
        return read_opened(path, save.open_workbook(path), provisional=provisional)
    except WorkbookError as reason:
        return Read(path, refused=str(reason), said=reason.said)
    except Exception as fault:
        return Read(path, fault=describe_fault(fault), said=OURS)


def read_opened(path: Path, source: save.Source, *, provisional: bool, is_alone: bool = False) -> Read:
    """Return what is archived of the event in the workbook called ``path`` as it is in ``source``, or why none is.

    ``is_alone``: nothing is kept beside it. Raises `WorkbookError`.
    """
    outcome = check_source(path, source, is_alone=is_alone)
    problems, results = list(outcome.problems), outcome.results
    if results is not None and not outcome.exit:
        results = pass_over_byes(results)[1]
        problems += find_obstacles(results, provisional=provisional)
        if provisional and not results.finished:
            problems += map(_say_waiting, results.event.published)
    if results is None or any(each.severity is Severity.ERROR for each in problems):
        return Read(path, problems=problems)
    return Read(path, make_record(results), Source("workbook", as_text(path.name), source.data), problems)


def _say_waiting(number: int) -> Problem:
    """Return that a round still waits for its sheet: the archive keeps the workbook, and would not have it."""
    return error(
        Place(title_round(number)),
        Message(
            "Round {round} is published, and its sheet is not in the workbook yet. Close the workbook, so that it "
            "goes in.",
            round=number,
        ),
    )


@dataclass(frozen=True, slots=True)
class Kept:
    """An event in the archive and its source, to be computed again from that."""

    event: int
    number: int  # of the version
    provisional: bool
    file: str
    source: Source | None  # None where it is not there, or not as it was
    version: Version  # as it stands in the archive


def count_kept(archive: Archive) -> int:
    """Return how many events there are."""
    with archive.reading() as connection:
        return connection.execute(select(func.count()).where(IN_FORCE)).scalar_one()


def load_kept(archive: Archive) -> Iterator[Kept]:
    """Yield all events with what the archive keeps of them."""
    with archive.reading() as connection:
        rows = connection.execute(select(EVENTS).where(IN_FORCE).order_by(EVENTS.c.event)).all()
    for row in rows:
        with archive.reading() as connection:
            source = load_source(connection, row.source, row.file)
            version = load_version(connection, row.version)
        is_whole = source is not None and source.digest == row.source
        yield Kept(row.event, row.version, row.provisional, row.file, source if is_whole else None, version)


def recompute(kept: Kept) -> Read:
    """Return what is archived of an event, computed again from its source; where that is as it was, it is ``same``."""
    read = read_kept(kept)
    if read.record is None:
        return read
    if kept.version.record is None:
        return replace(read, record=None, refused=_DAMAGED)
    is_same = read.record == kept.version.record
    return replace(read, added=Added("same", kept.event, read.record.title) if is_same else None)


def read_kept(kept: Kept) -> Read:
    """Return what is archived of an event, computed again from its source, or why it cannot be."""
    path, source = Path(kept.file), kept.source
    try:
        if source is None:
            read = Read(path, refused=_DAMAGED)
        elif source.kind == "record":
            read = _read_record(path, source)
        else:
            book = save.Source(path, source.content, source.digest)
            book.package.check()
            read = read_opened(path, book, provisional=kept.provisional, is_alone=True)
            read = replace(read, source=source)  # which says where in a folder it was; its name does not
    except UnusableWorkbookError as reason:
        why = reason.of("the workbook that the archive keeps of it")
        read = Read(path, refused=f"{why} Then add it again with turnabout archive add.")
    except Exception as fault:
        read = Read(path, fault=describe_fault(fault))
    return replace(read, event=f"{kept.version.title}, number {kept.event}", version=kept.number)


def _read_record(path: Path, source: Source) -> Read:
    """Return the event of a list; that of a workbook which is no longer kept has its awards (archive 10.4)."""
    try:
        record = from_json(source.content)
    except ValueError as reason:
        return Read(path, refused=f"{reason}; install the newest version of turnabout, or {_BRING_BACK}")
    return Read(path, record if record.computed else add_awards(record), source)


def compare_kept(kept: Kept) -> Compared:
    """Compare an event as it stands in the archive with what comes of its source."""
    read = read_kept(kept)
    compared = compare(kept.version, read.record, listed=kept.source is not None and kept.source.kind == "record")
    if read.record is None and kept.source is not None:  # else its digest says so
        why = read.refused or " ".join(read.fault)
        if read.errors:
            first = f"the first is in {read.errors[0].place}: {read.errors[0].message}"
            why = f"the workbook that the archive keeps of it has errors; {first}"
        compared.findings.append(Finding(kept.version.title, "", "", why, None))
    return compared


def verify_archive(archive: Archive, compared: Iterable[Compared] | None = None) -> Verdict:
    """Verify an archive, of whose events so much was ``compared`` elsewhere. Raises `ArchiveError`.

    At last, whether its indexes say what its tables do: lists of ratings are read from an index alone.
    """
    with archive.reading() as connection:
        verdict = verify(connection)
    found = list(map(compare_kept, load_kept(archive)) if compared is None else compared)
    verdict.events = len(found)
    verdict.figures = sum(each.figures for each in found)
    verdict.listed = sum(each.listed for each in found)
    verdict.findings[:0] = [finding for each in found for finding in each.findings]
    if not verdict.findings and is_damaged(archive):
        verdict.findings.append(Finding("The archive", "", "file", "damaged", "sound"))
    return verdict
