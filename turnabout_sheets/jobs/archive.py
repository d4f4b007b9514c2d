"""The archive at work: events from workbooks into it, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from turnabout_sheets.archive.codecs import today
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import Added, Source, add_event
from turnabout_sheets.archive.forgotten import Forgotten, read_forgotten, rename_source
from turnabout_sheets.archive.from_results import find_obstacles, make_record
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.people import find_mistyped, find_twice_in, last_player
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.core.command_line import ExitCode, word_command_of_names
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.parallel import map_in_parallel
from turnabout_sheets.core.problems import Message, Place, Problem, Remark, Severity, error
from turnabout_sheets.event.results import Results
from turnabout_sheets.jobs.archive_place import ErrorBoundary, Ways, explain_damage
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.rounds.next_rounds import pass_over_byes
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.package import WorkbookError


@dataclass(frozen=True, slots=True)
class Read:
    """What came of reading a file: a record of an event with its source, or why there is none.

    ``problems`` are its errors, also its warnings; ``refused`` says that the file cannot be read at all, and ``said``
    the same for pages. ``fault`` tells of a fault of the program. ``event``: what it is called that the archive keeps
    the file of.
    """

    file: Path
    record: EventRecord | None = None
    source: Source | None = None
    problems: Sequence[Problem] = ()
    refused: str = ""
    said: Message | None = None
    fault: Sequence[str] = ()
    event: str = ""

    @property
    def exit(self) -> ExitCode:
        """What the command returns for it."""
        if self.fault:
            return ExitCode.FAULT
        return ExitCode.FILE if self.refused else ExitCode.DONE if self.record else ExitCode.PROBLEMS


@dataclass(slots=True)
class ImportOutcome:
    """What a command did: what became of each event, in order, what could not be read, and what looks odd.

    ``said``: what looks odd, for pages. ``remarks`` say how tables of others were understood, ``nearly`` which new
    names are nearly old ones.
    """

    added: list[Added] = field(default_factory=list)
    unreadable: list[Read] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    said: list[Message] = field(default_factory=list)
    nearly: list[str] = field(default_factory=list)

    def warn(self, remarks: Sequence[Remark]) -> None:
        """Add what looks odd."""
        self.warnings += [each.text for each in remarks]
        self.said += [each.said for each in remarks]

    @property
    def exit(self) -> ExitCode:
        """What the command returns: the worst of all."""
        return max((each.exit for each in self.unreadable), default=ExitCode.DONE)


def add_workbooks(
    archive: Archive,
    paths: Sequence[Path],
    command: Command,
    ways: Ways,
    *,
    provisional: bool = False,
    called: Mapping[Path, str] = MappingProxyType({}),
) -> ImportOutcome:
    """Archive the events of workbooks, each as soon as it is read. Raises `ArchiveError`.

    ``called`` is what the journal calls them, where that is more than their names.

    A workbook that cannot be archived does not stop the others, nor does a fault of the program with one.
    If the program is stopped, what is archived is whole.
    """
    outcome = ImportOutcome()
    files: dict[int, Path] = {}
    job = partial(_read_guarded, ways.boundary, provisional=provisional)
    with map_in_parallel(job, paths, len(paths), ways.tell_wait) as reading:
        for read in ways.progress(reading, len(paths), "Workbooks"):
            if read.record is None or read.source is None:
                outcome.unreadable.append(read)
                continue
            source = replace(read.source, file=called.get(read.file, read.source.file))
            write = partial(add_one, archive, command, read.record, source, ways, outcome)
            added = ways.boundary(write, ArchiveError)
            if not isinstance(added, Added):
                outcome.unreadable.append(Read(read.file, fault=added))
                continue
            if added.kind == "doubt":
                outcome.unreadable.append(word_doubt(read.file, added))
                continue
            outcome.added.append(added)
            outcome.warn(find_coming(read.record))
            first = files.setdefault(added.event, read.file)
            if first is not read.file:
                outcome.warnings.append(
                    f"{first} and {read.file} are both of {added.title}; the archive has the second one."
                )
    outcome.warn(find_doubles(archive, outcome))
    return outcome


def warn_of_mistyped(archive: Archive, add: Callable[[], ImportOutcome]) -> ImportOutcome:
    """Add events, and warn of each new name that is one letter or so from an old one."""
    with archive.reading() as connection:
        last = last_player(connection)
    outcome = add()
    with archive.reading() as connection:
        found = find_mistyped(connection, last)
    outcome.nearly += [each.text for each in found]
    outcome.said += [each.said for each in found]
    return outcome


def _read_guarded(boundary: ErrorBoundary, path: Path, *, provisional: bool) -> Read:
    read = boundary(partial(read_workbook, path, provisional=provisional), ArchiveError)
    return read if isinstance(read, Read) else Read(path, fault=read)


def add_one(
    archive: Archive,
    command: Command,
    record: EventRecord,
    source: Source,
    ways: Ways,
    outcome: ImportOutcome,
) -> Added:
    """Archive an event and tell of it, but not if it may be another one and is not confirmed.

    What changes is said before it does. While somebody thinks about the answer, others may write.
    """
    for sure in (False, True):
        with explain_damage(archive), archive.writing(keep=ways.keep) as connection:
            record, source, remarks = keep_forgotten(read_forgotten(connection), record, source)
            added = add_event(connection, command, record, source, sure=sure)
            if added.told and added.kind != "doubt":
                ways.tell(added)
        outcome.warn(remarks)
        if added.kind != "doubt":
            break
        if not ways.confirm(f"{added.title}: {added.told[0]} Is it the same event, and does it replace that?"):
            return added
    if not added.told:
        ways.tell(added)
    return added


def keep_forgotten(
    forgotten: Forgotten, record: EventRecord, source: Source
) -> tuple[EventRecord, Source, list[Remark]]:
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
        Remark(
            f"{each} in {renamed.title} was forgotten, and stays so; if it is somebody else of that name, give them a "
            "Player ID.",
            Message(
                "{name} in {event} was forgotten, and stays so. If this is another player of that name, give them a "
                "Player ID.",
                name=each,
                event=renamed.title,
            ),
        )
        for each in forgotten.list_staying(renamed)
    ]
    entered = Counter(entry.name for entry in renamed.entries)
    for name in sorted(entered.keys() & set(forgotten.players.values())):
        if entered[name] > 1:
            what = f"{name} appears twice in {renamed.title}: two people were forgotten as one."
            said = Message(
                "{name} appears twice in {event}: two people were forgotten as one. Give one of them a Player ID, and "
                "archive the event again.",
                name=name,
                event=renamed.title,
            )
            told.append(Remark(f"{what} Give one of them a Player ID, and archive the event again.", said))
    if new.kind != source.kind:
        text = f"The workbook of {renamed.title} is not kept, because a player in it was forgotten; its results are."
        told.append(
            Remark(
                text,
                Message(
                    "The workbook of {event} is not kept, because a player in it was forgotten; its results are.",
                    event=renamed.title,
                ),
            )
        )
    return renamed, new, told


def word_doubt(file: Path, added: Added) -> Read:
    """Return why an event is not in the archive that may be another one than what it would replace."""
    doubt = next((each for each in added.said if isinstance(each, Message)), None)
    hint = "Give this event an Event ID of its own, or, if it is the same, add it with --yes."
    return Read(file, problems=[error(Place(added.title), added.told[0], hint, said=doubt)])


def find_coming(record: EventRecord) -> list[Remark]:
    """Return what is said of an event whose day is after today: most likely that is mistyped (archive 2.7).

    Without an Event ID, the event with its right day would be another one.
    """
    if record.date <= today():
        return []
    text = f"{record.title} is in the future. If the date is wrong, correct it, and archive the event again"
    if record.event_id:
        return [
            Remark(
                f"{text}.",
                Message(
                    "{event} is in the future. If the date is wrong, correct it, and archive the event again.",
                    event=record.title,
                ),
            )
        ]
    first = word_command_of_names("archive remove", record.title)
    text += f"; but first take this one out of the archive: {first}"
    return [
        Remark(
            text,
            Message(
                "{event} is in the future. If the date is wrong, take the event out of the archive first (turnabout "
                "archive remove); then correct the date, and archive the event again.",
                event=record.title,
            ),
        )
    ]


def find_doubles(archive: Archive, outcome: ImportOutcome) -> list[Remark]:
    """Return a line for everybody who now appears twice in an event, because two players were merged."""
    with archive.reading() as connection:
        return find_twice_in(connection, {each.event: each.title for each in outcome.added if each.kind != "same"})


def read_workbook(path: Path, *, provisional: bool) -> Read:
    """Return what is archived of the event in a workbook, or why it cannot be."""
    try:
        source = save.open_workbook(path)
    except WorkbookError as reason:
        return Read(path, refused=str(reason), said=reason.said)
    return read_opened(path, source, provisional=provisional)


def read_opened(path: Path, source: save.Source, *, provisional: bool, is_alone: bool = False) -> Read:
    """Return what is archived of the event in the workbook called ``path`` as it is in ``source``, or why none is.

    ``is_alone``: nothing is kept beside it.
    """
    try:
        outcome = check_source(path, source, is_alone=is_alone)
    except WorkbookError as reason:
        return Read(path, refused=str(reason), said=reason.said)
    problems, results = list(outcome.problems), outcome.results
    if results is not None and not outcome.exit:
        results = pass_over_byes(results)[1]
        problems += _find_waiting(outcome, results) or find_obstacles(results, provisional=provisional)
    if results is None or any(each.severity is Severity.ERROR for each in problems):
        return Read(path, problems=problems)
    return Read(path, make_record(results), Source("workbook", as_text(path.name), source.data), problems)


def _find_waiting(outcome: RunOutcome, results: Results) -> list[Problem]:
    """Return that rounds still wait for their sheets, because the archive keeps the workbook and would not have them.

    An event that is over lacks nothing: what was published after its last round is not played (rules 1.4.12).
    """
    if results.finished:
        return []
    return [
        error(
            Place(title_round(number)),
            f"Round {number} is published, and its sheet is not in the workbook yet.",
            "Close the workbook, and before it is archived give:",
            ("run",),
            said=Message(
                "Round {round} is published, and its sheet is not in the workbook yet. Close the workbook, so that it "
                "goes in.",
                round=number,
            ),
        )
        for number in outcome.kept
    ]
