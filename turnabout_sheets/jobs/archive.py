"""Puts events into the archive, and computes them again from what it keeps: to verify it, or to rebuild it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, select

from turnabout_sheets.archive.derive import derive, read_record
from turnabout_sheets.archive.events import Added, Source, add_event, find_source, replace_event
from turnabout_sheets.archive.forget import Forgotten, read_forgotten
from turnabout_sheets.archive.from_results import find_obstacles, make_record
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.people import find_twice_in
from turnabout_sheets.archive.queries import find_mistyped
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.same_event import list_differences
from turnabout_sheets.archive.schema import EVENTS
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.archive.verify import require_sound, verify
from turnabout_sheets.core.command_line import ExitCode, word_command_of_names
from turnabout_sheets.core.days import today
from turnabout_sheets.core.faults import OURS, describe_fault
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Message, Place, Problem, SaidError, error, has_errors
from turnabout_sheets.core.safe_files import digest_of
from turnabout_sheets.jobs.check import check_read
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.jobs.state import State
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.rounds.next_rounds import pass_over_byes
from turnabout_sheets.workbook.files import save


@dataclass(frozen=True, slots=True)
class Read:
    """What was read from a file, an event or only ``remarks``, and what became of it; or why there is nothing."""

    file: Path
    record: EventRecord | None = None
    source: Source | None = None
    problems: Sequence[Problem] = ()  # its errors, also its warnings
    reason: SaidError | None = None  # why the file cannot be read at all, be it a fault of the program
    added: Added | None = None  # what became of it in the archive
    remarks: Sequence[Message | str] = ()  # what was understood, and what looks odd

    @property
    def doubt(self) -> Added | None:
        """Why the event is not in the archive: it may be another than the one that it would replace."""
        return self.added if self.added is not None and self.added.kind == "doubt" else None

    @property
    def errors(self) -> Sequence[Problem]:
        """Why the event is not in the archive, where that is not about the file as a whole."""
        return [each for each in self.problems if has_errors([each])]

    @property
    def exit(self) -> ExitCode:
        """What the command returns for it."""
        return ExitCode.PROBLEMS if self.errors else self.reason.code if self.reason else ExitCode.DONE


def blame_program(fault: Exception) -> SaidError:
    """Return why nothing becomes of one event: a fault of the program, which does not stop the others."""
    reason = SaidError(" ".join(describe_fault(fault)))
    reason.said, reason.code = OURS, ExitCode.FAULT
    return reason


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
            if any(each.record is not None for each in some):
                with archive.writing() as connection:
                    forgotten = read_forgotten(connection)
                    some = [_add(connection, command, each, forgotten, sure=sure) for each in some]
        except SaidError:
            raise
        except Exception as fault:
            require_sound(archive)
            reason = blame_program(fault)
            some = [Read(each.file, reason=reason) for each in some]
        yield from some


def _add(connection: Connection, command: Command, read: Read, forgotten: Forgotten, *, sure: bool) -> Read:
    if read.record is None or read.source is None:
        return read
    record, source, told = forgotten.take_out(read.record, read.source)
    remarks: list[Message | str] = [*read.remarks, *told]
    added = add_event(connection, command, record, source, sure=sure)
    if added.kind == "doubt":
        hint = "Give this event an Event ID of its own, or, if it is the same, add it with --yes."
        return replace(read, added=added, remarks=remarks, problems=[error(Place(added.title), added.said[0], hint)])
    if record.date > today():  # mistyped, most likely (archive 2.7)
        message = Message(
            "{event} is in the future. If the date is wrong, take the event out of the archive first ({command}); "
            "then correct the date, and archive the event again.",
            event=record.title,
            command=word_command_of_names("archive remove", record.title),
        )
        remarks.append(message)
    return replace(read, added=added, remarks=remarks)


def find_remarks(connection: Connection, done: Iterable[Read], last: int) -> list[Message]:
    """Return who appears twice in an event, and which names after player number ``last`` are nearly old ones."""
    added = [each.added for each in done if each.added is not None and each.added.kind in ("add", "replace")]
    return [*find_twice_in(connection, {each.event: each.title for each in added}), *find_mistyped(connection, last)]


def read_workbook(path: Path, kept: bytes | None = None, *, called: str = "", provisional: bool = False) -> Read:
    """Return what is archived of the event in a workbook, or in the one that the archive has ``kept``, or why not.

    What the log calls the file is its name, where it is not ``called`` otherwise.
    """
    try:
        source = save.open_workbook(path) if kept is None else save.Source(path, kept, digest_of(kept))
        outcome = check_read(path, read_book(source, None if kept is None else State()))
        problems, results = list(outcome.problems), outcome.results
        if results is not None and not outcome.exit:
            results = pass_over_byes(results)[1]
            problems += find_obstacles(results, provisional=provisional)
            for number in results.event.published if provisional and not results.finished else ():
                # The archive keeps the workbook, and would not have that sheet.
                message = Message(
                    "Round {round} is published, and its sheet is not in the workbook yet. Close the workbook, so that "
                    "it goes in.",
                    round=number,
                )
                problems.append(error(Place(title_round(number)), message))
        if results is None or has_errors(problems):
            return Read(path, problems=problems)
        return Read(path, make_record(results), Source(called or as_text(path.name), source.data), problems)
    except SaidError as reason:
        return Read(path, reason=reason)
    except Exception as fault:
        return Read(path, reason=blame_program(fault))


def recompute_events(archive: Archive) -> Iterator[tuple[int, Read, list[str]]]:
    """Yield each event as it is computed again, by number, and what in the archive does not agree with that.

    An event of a list has its awards computed again; one whose workbook is no longer kept is taken as it is.
    """
    with archive.reading() as connection:
        events = connection.execute(select(EVENTS.c.event).order_by(EVENTS.c.event)).scalars().all()
    for event in events:
        with archive.reading() as connection:
            record, source = read_record(connection, event), find_source(connection, event)
        path = Path(source.file)
        if source.content is not None:
            read = read_workbook(path, source.content, called=source.file, provisional=record.provisional)
        else:
            read = Read(path, record if record.computed else add_awards(record), source)
        found: Sequence[Message | str] = [f"its kept workbook: {read.reason}"]
        if read.record is not None:
            found = list_differences(record, read.record)
        elif read.errors:
            first = read.errors[0]
            found = [f"its kept workbook has errors; the first is in {first.place}: {first.message}"]
        yield event, read, [f"{record.title}: {each}" for each in found]


def verify_archive(archive: Archive, *, recompute: bool = True) -> Iterator[tuple[ExitCode, str]]:
    """Yield what is not as the program wrote it, or else does not follow from what is kept. Raises `ArchiveError`."""
    with archive.reading() as connection:
        found = verify(connection)
    yield from ((ExitCode.PROBLEMS, each) for each in found)
    for _, read, differences in recompute_events(archive) if recompute and not found else ():
        code = read.reason.code if read.reason and read.reason.code is ExitCode.FAULT else ExitCode.PROBLEMS
        yield from ((code, each) for each in differences)


def rebuild_events(archive: Archive, command: Command) -> Iterator[str]:
    """Derive everything anew, compute all events again, write those that differ, and yield what they differ in."""
    with archive.writing() as connection:
        derive(connection)
    for event, read, differences in recompute_events(archive):
        if read.record is not None and read.source is not None and differences:
            with archive.writing() as connection:
                replace_event(connection, command, event, read.record, read.source, "rebuild")
            yield from differences
